//! Changes of a library: appending games, and merging of segments.

use std::{
    collections::BTreeSet,
    fs::{self, File},
    io::{self, BufWriter},
    ops::Range,
    path::{Path, PathBuf},
};

use super::{
    Library,
    checksum::checksum,
    digests::Digests,
    disk::{self, DiskFile},
    error::{LibraryError, Result},
    in_order::{BATCH, GamesInOrder, Part},
    manifest::{
        FOLDERS, FileEntry, Manifest, REMOVED, SegmentEntry, SourceEntry, TABLES, UndoEntry,
    },
    numbering::GameNumbers,
    players::PlayerNames,
    replayed::visits_of,
    segment::Segment,
    stored_records::StoredRecords,
    summary::GameSummary,
    visits::{MEMORY, Visits},
};
use crate::{
    Writer,
    columns::{Batch, Row, Table},
    query::Repetition,
};

/// Number of positions at which a segment ends. While it is written, memory or a temporary file hold
/// 16 bytes for each.
const SEGMENT_POSITIONS: u64 = 1 << 25;

/// A segment with fewer positions is merged with its neighbours when there are many of them.
const SMALL_POSITIONS: u64 = SEGMENT_POSITIONS / 8;

/// Number of small segments at which they are merged.
const SMALL_SEGMENTS: usize = 8;

/// Appends games to a library. There is one at a time.
///
/// Games become visible by [`commit`](LibraryWriter::commit), all or none; games appended since the
/// last commit are lost if the program ends.
#[derive(Debug)]
pub struct LibraryWriter {
    pub(super) folder: PathBuf,
    /// Locked while this lives.
    _lock: File,
    pub(super) manifest: Manifest,
    open: Option<Box<OpenSegment>>,
    /// The records among which those of appended games are looked for.
    records: Option<Box<StoredRecords>>,
    /// The edit of which all changes are a part, as it is undone.
    pub(super) edit: Option<UndoEntry>,
    /// True if this writer replaced records: what it replaces is one edit.
    pub(super) has_replaced: bool,
    /// Number of records that were not replaced, since their files are damaged.
    not_replaced: u64,
    /// Number of bytes of memory for the positions of a segment.
    memory: usize,
}

/// Result of [`LibraryWriter::add_new`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Added {
    /// Relation of the record to that of the same game in the library. It was appended if
    /// there is none, or if it is [fuller](Repetition::Fuller).
    pub repetition: Option<Repetition>,
    /// True if the segment is full, so that it is time to [commit](LibraryWriter::commit).
    pub is_full: bool,
}

/// The library with appended games, which is not published.
pub(super) struct Appended {
    pub(super) manifest: Manifest,
    records: Option<Box<StoredRecords>>,
    /// Number of records that are not replaced.
    not_replaced: u64,
}

/// A segment that is being written.
struct OpenSegment {
    number: u64,
    batch: Batch,
    /// The numbers of the games that are written.
    numbering: GameNumbers,
    writer: Writer<BufWriter<DiskFile>>,
    visits: Visits,
    summaries: Vec<GameSummary>,
    digests: Digests,
    players: PlayerNames,
    variants: BTreeSet<&'static str>,
}

impl std::fmt::Debug for OpenSegment {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "OpenSegment({})", self.number)
    }
}

impl LibraryWriter {
    /// Name of the edit that replaces records by fuller ones, in
    /// [`UndoEntry::edit`](super::UndoEntry::edit).
    pub const IMPORT: &str = "import";

    /// Makes a library in a new or empty folder.
    ///
    /// # Errors
    ///
    /// Fails if the folder is not empty or cannot be written.
    pub fn create(folder: &Path) -> Result<LibraryWriter> {
        if folder.is_file() {
            return Err(LibraryError::NotAFolder(folder.to_owned()));
        }
        disk::make_folders(folder).map_err(|error| LibraryError::io(folder, error))?;
        if !is_empty(folder).map_err(|error| LibraryError::io(folder, error))? {
            return Err(LibraryError::NotEmpty(folder.to_owned()));
        }
        for kind in FOLDERS.into_iter().chain([REMOVED]) {
            let path = folder.join(kind);
            disk::make_folders(&path).map_err(|error| LibraryError::io(&path, error))?;
        }
        let lock = lock(folder)?;
        let (id, next_segment) = (Manifest::new_id(), 1);
        let mut manifest = Manifest { id, next_segment, ..Manifest::default() };
        manifest.commit(folder)?;
        Ok(LibraryWriter::of(folder, lock, manifest))
    }

    /// Locks a library whose manifest is not read.
    pub(super) fn locked(folder: &Path) -> Result<LibraryWriter> {
        Ok(LibraryWriter::of(folder, lock(folder)?, Manifest::default()))
    }

    fn of(folder: &Path, lock: File, manifest: Manifest) -> LibraryWriter {
        let (open, records, has_replaced, not_replaced) = (None, None, false, 0);
        let (folder, memory) = (folder.to_owned(), MEMORY);
        LibraryWriter {
            folder,
            _lock: lock,
            manifest,
            open,
            records,
            edit: None,
            has_replaced,
            not_replaced,
            memory,
        }
    }

    /// Sets the number of bytes of memory for the positions of the games that are added; more of them
    /// are kept in a temporary file in the library's folder. It is 64 MiB unless it is set.
    #[must_use]
    pub fn with_memory(self, memory: usize) -> LibraryWriter {
        LibraryWriter { memory, ..self }
    }

    /// Opens a library to append to it, and removes what an interrupted change left.
    ///
    /// # Errors
    ///
    /// If another program is changing it, or it cannot be read.
    pub fn open(folder: &Path) -> Result<LibraryWriter> {
        // A folder without a manifest must not be written to.
        Manifest::read(folder)?;
        let lock = lock(folder)?;
        let manifest = Manifest::read(folder)?;
        let writer = LibraryWriter::of(folder, lock, manifest);
        // The manifest may come from a writer that ended before its name was on the disk.
        disk::sync_folder(folder).map_err(|error| LibraryError::io(folder, error))?;
        writer.remove_orphans()?;
        Ok(writer)
    }

    /// Returns the manifest of the library, without uncommitted changes.
    #[must_use]
    pub const fn manifest(&self) -> &Manifest {
        &self.manifest
    }

    /// Appends a game of a file. The row must be one of [`Table::Library`]. Returns true if the
    /// segment is full, so that it is time to [commit](LibraryWriter::commit).
    ///
    /// # Errors
    ///
    /// If a file cannot be written; then all games that were appended since the last commit are
    /// dropped.
    pub fn add(&mut self, file: &str, row: &Row) -> Result<bool> {
        let mut open = match self.open.take() {
            Some(open) => open,
            None => Box::new(OpenSegment::create(&self.folder, &self.manifest, self.memory)?),
        };
        // They are of games that an error drops.
        let records = self.records.take();
        open.batch.push(file, row);
        open.visits.add(&row.keys, row.packed_moves())?;
        open.variants.insert(row.variant().name());
        open.digests.add(row.digest());
        open.end_batch(BATCH, &self.folder.join("games"))?;
        self.records = records;
        Ok(self.open.insert(open).visits.len() >= SEGMENT_POSITIONS)
    }

    /// Appends a game as [`add`](LibraryWriter::add) does, unless the library has a record of it that
    /// says as much. Records that say less are removed when it is [committed](LibraryWriter::commit),
    /// which can be [undone](LibraryWriter::undo).
    ///
    /// # Errors
    ///
    /// If the library cannot be read, or as [`add`](LibraryWriter::add) does.
    pub fn add_new(&mut self, file: &str, row: &Row) -> Result<Added> {
        let mut records = match self.records.take() {
            Some(records) => records,
            None => Box::new(StoredRecords::of(&self.folder, &self.manifest)?),
        };
        let repetition = records.compare(row.digest());
        let mut is_full = false;
        if matches!(repetition, None | Some(Repetition::Fuller)) {
            let appended =
                self.open.as_ref().map_or(0, |open| open.numbering.len() + open.batch.len() as u64);
            records.append(self.manifest.next_game() + appended, *row.digest());
            is_full = self.add(file, row)?;
        }
        self.records = Some(records);
        Ok(Added { repetition, is_full })
    }

    /// Makes the appended games part of the library, and stores how far the sources were read. When
    /// it returns, everything is on the disk.
    ///
    /// # Errors
    ///
    /// Fails if a file cannot be written; then no appended game is part of the library.
    pub fn commit(&mut self, sources: &[SourceEntry]) -> Result<()> {
        self.commit_instead(&[], sources)
    }

    /// Makes the appended games part of the library, as [commit](LibraryWriter::commit) does, and
    /// replaces the entries of earlier sources.
    ///
    /// # Errors
    ///
    /// Fails if a file cannot be written; then no appended game is part of the library.
    pub fn commit_instead(
        &mut self,
        superseded: &[SourceEntry],
        sources: &[SourceEntry],
    ) -> Result<()> {
        let mut appended = self.appended()?;
        let manifest = &mut appended.manifest;
        manifest.sources.retain(|source| !superseded.contains(source));
        for source in sources {
            match manifest.sources.iter_mut().find(|known| source.is_same_file(known)) {
                Some(known) => *known = source.clone(),
                None => manifest.sources.push(source.clone()),
            }
        }
        self.publish_appended(appended)
    }

    /// Ends the segment of the appended games, and leaves out the records that they replace. They become
    /// part of the library when that is [published](LibraryWriter::publish_appended).
    pub(super) fn appended(&mut self) -> Result<Appended> {
        let records = self.records.take();
        let entry = self.open.take().map(|open| open.finish(&self.folder)).transpose()?.flatten();
        let mut manifest = self.manifest.clone();
        if let Some(entry) = entry {
            manifest.next_segment = entry.number + 1;
            manifest.segments.push(entry);
        }
        let replaced = records.as_ref().map(|records| records.replaced());
        let mut not_replaced = 0;
        if let Some(numbers) = replaced.filter(|numbers| !numbers.is_empty()) {
            match self.remove_replaced(numbers, manifest.clone()) {
                // Damaged games are not written anew: both records stay.
                Err(LibraryError::Damaged { .. }) => not_replaced = numbers.len() as u64,
                without => manifest = without?,
            }
        }
        Ok(Appended { manifest, records, not_replaced })
    }

    /// Makes appended games part of the library.
    pub(super) fn publish_appended(&mut self, appended: Appended) -> Result<()> {
        let Appended { manifest, records, not_replaced } = appended;
        if manifest == self.manifest {
            self.records = records;
            return Ok(());
        }
        let has_replaced = manifest.undo != self.manifest.undo;
        let may_leave_files = records.as_ref().is_some_and(|all| !all.replaced().is_empty());
        self.publish(manifest)?;
        self.has_replaced |= has_replaced;
        self.not_replaced += not_replaced;
        if may_leave_files || self.edit.is_some() {
            self.remove_orphans()?;
        }
        // They are read anew if this fails.
        self.records =
            records.and_then(|mut records| records.refresh(&self.manifest).ok().map(|()| records));
        Ok(())
    }

    /// Drops the games that were appended since the last commit.
    pub(super) fn discard(&mut self) {
        (self.open, self.records) = (None, None);
    }

    /// Returns the number of records that stay beside fuller ones which this writer added, since files
    /// with them are damaged.
    #[must_use]
    pub const fn not_replaced(&self) -> u64 {
        self.not_replaced
    }

    /// Rewrites the segments of earlier versions in this version's format. Returns the number of
    /// these segments. The last edit can no longer be undone.
    ///
    /// # Errors
    ///
    /// Fails if a file cannot be read or written; then some segments are unchanged.
    pub fn upgrade(&mut self) -> Result<usize> {
        self.commit(&[])?;
        let is_old = |entry: &SegmentEntry| entry.tables < TABLES;
        let old = self.manifest.segments.iter().filter(|entry| is_old(entry)).count();
        if old > 0 {
            self.forget()?;
        }
        while let Some(at) = self.manifest.segments.iter().position(is_old) {
            self.merge(at..at + 1)?;
        }
        Ok(old)
    }

    /// Makes a manifest the newest one of the library.
    pub(super) fn publish(&mut self, mut manifest: Manifest) -> Result<()> {
        let games = |manifest: &Manifest| (manifest.segments.clone(), manifest.removed.clone());
        if let Some(edit) = &self.edit
            && games(&manifest) != games(&self.manifest)
        {
            manifest.undo = Some(UndoEntry { games: manifest.next_game() - 1, ..edit.clone() });
        }
        // They are of the segments before.
        self.records = None;
        let published = manifest.commit(&self.folder);
        if published.is_ok() {
            self.manifest = manifest;
        } else {
            // The disk may have it nevertheless, so its files are not written again.
            self.manifest.next_segment = manifest.next_segment;
        }
        published
    }

    /// Merges the last segments if there are many small ones, so that a lookup asks few of them. Games
    /// that were appended before are committed first.
    ///
    /// # Errors
    ///
    /// If a file cannot be read or written; then the library stays as it was.
    pub fn merge_small(&mut self) -> Result<()> {
        self.commit(&[])?;
        let segments = &self.manifest.segments;
        // Games of an edit stay apart from games added after it.
        let edited = self.manifest.undo.as_ref().map_or(0, |undo| undo.games);
        let is_later = |segment: &SegmentEntry| segment.first_game > edited;
        let may_be_merged = |segment: &&SegmentEntry| {
            segment.positions < SMALL_POSITIONS
                && segments.last().is_some_and(|last| is_later(last) == is_later(segment))
        };
        let small = segments.iter().rev().take_while(may_be_merged).count();
        if small < SMALL_SEGMENTS {
            return Ok(());
        }
        self.merge(segments.len() - small..segments.len())
    }

    /// Rebuilds the index of a segment, given by its number, from its games. Appended games are
    /// committed first.
    ///
    /// # Errors
    ///
    /// Fails if its games cannot be read, or a file cannot be written; then the library stays as it
    /// was.
    pub fn rebuild(&mut self, segment: u64) -> Result<()> {
        self.commit(&[])?;
        let segments = &self.manifest.segments;
        match segments.iter().position(|entry| entry.number == segment) {
            Some(at) => self.merge(at..at + 1),
            None => Ok(()),
        }
    }

    /// Makes the library what another manifest says, whose files are there.
    pub(super) fn replace(&mut self, other: &Manifest) -> Result<()> {
        // The next number is then the other's.
        let manifest = Manifest { number: other.number.saturating_sub(1), ..other.clone() };
        if self.manifest != *other {
            self.publish(manifest)?;
        }
        self.remove_orphans()
    }

    /// Appends the games of another library, each of its segments as a segment, all or none.
    /// Earlier appended games are committed first.
    ///
    /// # Errors
    ///
    /// Fails if `other` is this library, or if a file cannot be read or written or is damaged; then
    /// the library stays as it was.
    pub fn add_library(&mut self, other: &Library) -> Result<()> {
        other.is_not_in(&self.folder)?;
        self.commit(&[])?;
        let mut manifest = self.manifest.clone();
        for segment in other.segments() {
            let entry = self.copy_to_end(segment, &mut manifest)?;
            manifest.segments.extend(entry);
        }
        self.publish(manifest)
    }

    /// Writes a segment of the games of another one after those of a manifest, with new numbers.
    pub(super) fn copy_to_end(
        &self,
        segment: &Segment,
        manifest: &mut Manifest,
    ) -> Result<Option<SegmentEntry>> {
        let mut next = manifest.next_game();
        self.copy([Part::all(segment)], manifest, |batch| {
            batch.number_from(next);
            next += batch.len() as u64;
        })
    }

    /// Writes a segment of games of others, in the order of their numbers, which is part of no library
    /// yet. There is none if the function that is called with the games removes all.
    pub(super) fn copy<'a>(
        &self,
        parts: impl IntoIterator<Item = Part<'a>>,
        manifest: &mut Manifest,
        mut edit: impl FnMut(&mut Batch),
    ) -> Result<Option<SegmentEntry>> {
        let mut open = OpenSegment::create(&self.folder, manifest, self.memory)?;
        manifest.next_segment += 1;
        let games = self.folder.join("games");
        let mut in_order = GamesInOrder::new(parts);
        while let Some(mut batch) = in_order.next()? {
            edit(&mut batch);
            for row in 0..batch.len() {
                let (keys, moves): (Vec<_>, Vec<_>) = visits_of(&batch, row).into_iter().unzip();
                let moves: Vec<_> = moves.into_iter().flatten().collect();
                open.visits.add(&keys, moves.iter().copied())?;
                open.digests.add(&batch.record_digest(row, &moves));
                open.variants.insert(batch.variant(row).name());
            }
            open.write(batch, &games)?;
        }
        open.finish(&self.folder)
    }

    /// Replaces some segments by one with their games.
    pub(super) fn merge(&mut self, range: Range<usize>) -> Result<()> {
        let library = Library::open(&self.folder)?;
        let segments = library.segments()[range.clone()].iter().map(Part::all);
        let mut manifest = self.manifest.clone();
        let entry = self.copy(segments, &mut manifest, |_| ())?;
        manifest.segments.splice(range, entry);
        self.publish(manifest)?;
        self.remove_orphans()
    }

    /// Removes the files of no segment.
    pub(super) fn remove_orphans(&self) -> Result<()> {
        let known = self.manifest.kept_segments().flat_map(|segment| &segment.files);
        let known: Vec<PathBuf> = known.map(|file| self.folder.join(&file.path)).collect();
        for kind in FOLDERS.into_iter().chain([REMOVED]) {
            let folder = self.folder.join(kind);
            let entries = match fs::read_dir(&folder) {
                Ok(entries) => entries,
                Err(error) if error.kind() == io::ErrorKind::NotFound => {
                    disk::make_folders(&folder)
                        .map_err(|error| LibraryError::io(&folder, error))?;
                    continue;
                }
                Err(error) => return Err(LibraryError::io(&folder, error)),
            };
            for entry in entries.flatten() {
                let path = entry.path();
                if !known.contains(&path) {
                    // Some systems keep a file that another program reads; the next change tries
                    // again.
                    let _ = disk::remove(&path);
                }
            }
        }
        Ok(())
    }
}

/// Returns true if a folder holds at most the remains of an unfinished library.
fn is_empty(folder: &Path) -> io::Result<bool> {
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let name = entry.file_name();
        let own = match name.to_str() {
            Some(name) if FOLDERS.contains(&name) || name == REMOVED => {
                fs::read_dir(entry.path())?.next().is_none()
            }
            Some(name) => name == "lock" || name == "manifest-00000001.new",
            None => false,
        };
        if !own {
            return Ok(false);
        }
    }
    Ok(true)
}

/// Locks a library for its writer.
fn lock(folder: &Path) -> Result<File> {
    let path = folder.join("lock");
    let file = disk::open_empty(&path).map_err(|error| LibraryError::io(&path, error))?;
    match file.try_lock() {
        Ok(()) => Ok(file),
        Err(fs::TryLockError::WouldBlock) => Err(LibraryError::Locked(folder.to_owned())),
        Err(fs::TryLockError::Error(error)) => Err(LibraryError::io(&path, error)),
    }
}

/// Adds the number of a game of a batch to those of a file.
pub(super) fn push_number(
    numbering: &mut GameNumbers,
    batch: &Batch,
    row: usize,
    path: &Path,
) -> Result<()> {
    if batch.number(row).is_some_and(|number| numbering.push(number)) {
        return Ok(());
    }
    Err(LibraryError::damaged(path, "the numbers of its games do not ascend"))
}

/// Returns the path of a segment's file while it is written.
fn unfinished(folder: &Path, kind: &str, number: u64) -> PathBuf {
    folder.join(kind).join(format!("{number:06}.unfinished"))
}

impl OpenSegment {
    fn create(folder: &Path, manifest: &Manifest, memory: usize) -> Result<OpenSegment> {
        let number = manifest.next_segment;
        let path = unfinished(folder, "games", number);
        let create = || {
            let file = BufWriter::with_capacity(1 << 18, DiskFile::create(&path)?);
            Writer::of(Table::Library, file, 1)
        };
        let writer = create().map_err(|error| LibraryError::io(&path, error))?;
        let batch = Batch::of_library(manifest.next_game());
        Ok(OpenSegment {
            number,
            batch,
            numbering: GameNumbers::default(),
            writer,
            visits: Visits::new(folder, memory),
            summaries: Vec::new(),
            digests: Digests::default(),
            players: PlayerNames::default(),
            variants: BTreeSet::new(),
        })
    }

    /// Writes the batch if it has at least `games` games.
    fn end_batch(&mut self, games: usize, path: &Path) -> Result<()> {
        if self.batch.len() < games {
            return Ok(());
        }
        let batch = self.batch.take();
        self.write(batch, path)
    }

    /// Writes games, and notes what the index says of them but for their positions and digests. `path`
    /// is that of the games.
    fn write(&mut self, batch: Batch, path: &Path) -> Result<()> {
        for row in 0..batch.len() {
            push_number(&mut self.numbering, &batch, row, path)?;
        }
        GameSummary::add_all(&batch, &mut self.summaries);
        self.players.add_all(&batch);
        self.writer.write(batch).map_err(|error| LibraryError::io(path, error))
    }

    /// Ends the files, and gives them their names. There is no segment without games.
    fn finish(mut self, folder: &Path) -> Result<Option<SegmentEntry>> {
        let number = self.number;
        let paths = FOLDERS.map(|kind| unfinished(folder, kind, number));
        let [games, index @ .., digested, players_path, words_path] = &paths;
        self.end_batch(1, games)?;
        let OpenSegment {
            numbering, writer, visits, summaries, digests, players, variants, ..
        } = self;
        let ends = numbering.first().zip(numbering.last());
        let Some((first_game, last_game)) = ends else { return Ok(None) };
        let positions_in_all = visits.len();
        let finish = || {
            let out = writer.finish()?.out;
            out.into_inner().map_err(io::IntoInnerError::into_error)?.sync()
        };
        finish().map_err(|error| LibraryError::io(games, error))?;
        visits.write(&numbering, &summaries, index.each_ref().map(PathBuf::as_path), TABLES)?;
        digests.write(&numbering, digested)?;
        players.write(&numbering, [players_path, words_path])?;
        let mut files = Vec::new();
        for (kind, unfinished) in FOLDERS.into_iter().zip(&paths) {
            let path = format!("{kind}/{number:06}.parquet");
            let named = folder.join(&path);
            let (bytes, crc32) = checksum(unfinished)?;
            disk::rename(unfinished, &named).map_err(|error| LibraryError::io(&named, error))?;
            files.push(FileEntry { path, bytes, crc32 });
        }
        Ok(Some(SegmentEntry {
            number,
            first_game,
            last_game,
            games: numbering.len(),
            positions: positions_in_all,
            variants: variants.into_iter().map(str::to_owned).collect(),
            tables: TABLES,
            files,
        }))
    }
}
