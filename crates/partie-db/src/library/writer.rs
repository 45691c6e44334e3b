//! Changes of a library: appending games, and merging of segments.

use std::{
    collections::{BTreeSet, hash_map::RandomState},
    fs::{self, File},
    hash::{BuildHasher as _, Hasher as _},
    io::{self, BufWriter},
    ops::Range,
    path::{Path, PathBuf},
};

use partie_core::Variant;

use super::{
    Library,
    checksum::checksum,
    digests::Digests,
    disk::{self, DiskFile},
    error::{LibraryError, Result},
    manifest::{FOLDERS, FileEntry, Manifest, SegmentEntry, SourceEntry, TABLES, UndoEntry},
    players::PlayerNames,
    replayed::{variant_of, visits_of},
    segment::Segment,
    stored_records::StoredRecords,
    summary::GameSummary,
    visits::{MEMORY, Visits},
};
use crate::{
    Writer,
    columns::{Batch, COLUMNS, Row, Table, tag_column},
    query::Repetition,
};

/// Number of positions at which a segment ends. While it is written, memory or a temporary file hold
/// 16 bytes for each.
const SEGMENT_POSITIONS: u64 = 1 << 25;

/// A segment with fewer positions is merged with its neighbours when there are many of them.
const SMALL_POSITIONS: u64 = SEGMENT_POSITIONS / 8;

/// Number of small segments at which they are merged.
const SMALL_SEGMENTS: usize = 8;

/// Number of games that are encoded at a time: their columns stay in the processor's memory.
const BATCH: usize = 1 << 8;

/// Appends games to a library. There is one at a time.
///
/// Games become visible by [`commit`](LibraryWriter::commit), all or none; games appended since the
/// last commit are lost if the program ends.
#[derive(Debug)]
pub struct LibraryWriter {
    folder: PathBuf,
    /// Locked while this lives.
    _lock: File,
    manifest: Manifest,
    open: Option<Box<OpenSegment>>,
    /// The records among which those of appended games are looked for.
    records: Option<Box<StoredRecords>>,
    /// True if this writer replaced records: what it replaces is one edit.
    has_replaced: bool,
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

/// A segment that is being written.
struct OpenSegment {
    number: u64,
    first_game: u64,
    batch: Batch,
    games: u64,
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
    /// Name of the edit that replaces records by fuller ones, in [`UndoEntry::edit`].
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
        for kind in FOLDERS {
            let path = folder.join(kind);
            disk::make_folders(&path).map_err(|error| LibraryError::io(&path, error))?;
        }
        let lock = lock(folder)?;
        let id = RandomState::new().build_hasher().finish();
        let mut manifest = Manifest { id, next_segment: 1, ..Manifest::default() };
        manifest.commit(folder)?;
        Ok(LibraryWriter::of(folder, lock, manifest))
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
                self.open.as_ref().map_or(0, |open| open.games + open.batch.len() as u64);
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
        let records = self.records.take();
        let entry = self.open.take().map(|open| open.finish(&self.folder)).transpose()?;
        let mut manifest = self.manifest.clone();
        if let Some(entry) = entry {
            manifest.next_segment = entry.number + 1;
            manifest.segments.push(entry);
        }
        manifest.sources.retain(|source| !superseded.contains(source));
        for source in sources {
            match manifest.sources.iter_mut().find(|known| source.is_same_file(known)) {
                Some(known) => *known = source.clone(),
                None => manifest.sources.push(source.clone()),
            }
        }
        if manifest == self.manifest {
            self.records = records;
            return Ok(());
        }
        let replaced = records.as_ref().map(|records| records.replaced());
        if let Some(numbers) = replaced.filter(|numbers| !numbers.is_empty()) {
            let not_replaced = numbers.len() as u64;
            let (manifest, not_replaced) = match self.remove_replaced(numbers, manifest.clone()) {
                // Damaged games are not written anew: both records stay.
                Err(LibraryError::Damaged { .. }) => (manifest, not_replaced),
                without => (without?, 0),
            };
            let has_replaced = manifest.undo != self.manifest.undo;
            self.publish(manifest)?;
            self.has_replaced |= has_replaced;
            self.not_replaced += not_replaced;
            self.remove_orphans()?;
        } else {
            self.publish(manifest)?;
        }
        // They are read anew if this fails.
        self.records =
            records.and_then(|mut records| records.refresh(&self.manifest).ok().map(|()| records));
        Ok(())
    }

    /// Returns the number of records that stay beside fuller ones which this writer added, since files
    /// with them or with games after them are damaged.
    #[must_use]
    pub const fn not_replaced(&self) -> u64 {
        self.not_replaced
    }

    /// Removes games that fuller records replace, from a manifest that is not published. Their edit is
    /// the one to undo, unless they are all new; it goes on with that of an import before if it can.
    fn remove_replaced(&self, numbers: &BTreeSet<u64>, mut manifest: Manifest) -> Result<Manifest> {
        let library = Library::of(&self.folder, manifest.clone())?;
        let before = self.manifest.games();
        if numbers.first().is_some_and(|first| *first <= before) {
            let goes_on = |undo: &UndoEntry| {
                let mut later = undo.games + 1..=before;
                undo.edit == LibraryWriter::IMPORT
                    && (self.has_replaced || !later.any(|number| numbers.contains(&number)))
            };
            let mut undo =
                self.manifest.undo.clone().filter(goes_on).unwrap_or_else(|| UndoEntry {
                    edit: LibraryWriter::IMPORT.to_owned(),
                    segments: self.manifest.segments.clone(),
                    games: before,
                });
            undo.games -= numbers.range(..=undo.games).count() as u64;
            manifest.undo = Some(undo);
        }
        without(self, &library, &mut manifest, &|number| numbers.contains(&number))?;
        Ok(manifest)
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
    fn publish(&mut self, mut manifest: Manifest) -> Result<()> {
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
        let may_be_merged = |segment: &&SegmentEntry| {
            segment.positions < SMALL_POSITIONS && segment.first_game > edited
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
            let first_game = manifest.next_game();
            let entry = self.copy(std::slice::from_ref(segment), &manifest, first_game, |_| ())?;
            manifest.next_segment = entry.number + 1;
            manifest.segments.push(entry);
        }
        self.publish(manifest)
    }

    /// Removes games by their numbers, from 1; later games are renumbered. `edit` names the change
    /// for [`undo`](LibraryWriter::undo).
    ///
    /// # Errors
    ///
    /// Fails if a file cannot be read or written; then the library stays as it was.
    pub fn remove_games(&mut self, edit: &str, is_removed: impl Fn(u64) -> bool) -> Result<()> {
        self.edit(edit, |writer, library, manifest| without(writer, library, manifest, &is_removed))
    }

    /// Replaces values of tags that have a column with text: `replaced` gets the name of the tag and
    /// its value. `edit` is the name by which the change is [undone](LibraryWriter::undo). Tags of
    /// bughouse, whose text is stored whole, stay as they are.
    ///
    /// # Errors
    ///
    /// If a file cannot be read or written; then the library stays as it was.
    pub fn replace_tags(
        &mut self,
        edit: &str,
        tags: &[&str],
        mut replaced: impl FnMut(&str, &str) -> Option<String>,
    ) -> Result<()> {
        let mut replace = |_, batch: &mut Batch| {
            let variants = batch.column("variant").cloned();
            let two_boards = |row| {
                let name = variants.as_ref().and_then(|column| column.text(row));
                variant_of(name) == Variant::Bughouse
            };
            let mut has_changed = false;
            for tag in tags {
                let Some(at) = tag_column(tag) else { continue };
                batch.replace_texts(COLUMNS[at].name, |row, value| {
                    let other = if two_boards(row) { None } else { replaced(tag, value) };
                    has_changed |= other.is_some();
                    other
                });
            }
            has_changed
        };
        self.edit(edit, |writer, library, manifest| {
            writer.rewrite(library, manifest, &|_| true, &mut replace)
        })
    }

    /// Makes a change of the games that can be undone. The function changes a manifest, and returns true
    /// if it did; else the previous edit remains the one to undo.
    fn edit(
        &mut self,
        edit: &str,
        change: impl FnOnce(&LibraryWriter, &Library, &mut Manifest) -> Result<bool>,
    ) -> Result<()> {
        let library = Library::open(&self.folder)?;
        let mut manifest = self.manifest.clone();
        if change(self, &library, &mut manifest)? {
            let (segments, games) = (self.manifest.segments.clone(), manifest.games());
            manifest.undo = Some(UndoEntry { edit: edit.to_owned(), segments, games });
            self.publish(manifest)?;
        }
        self.remove_orphans()
    }

    /// Rewrites the games of segments that may have some to change, by the numbers of their games, and
    /// of those whose games get other numbers. The function gets a batch and the number of its first
    /// game, and returns true if it changed something. Segments without a change stay as they are.
    fn rewrite(
        &self,
        library: &Library,
        manifest: &mut Manifest,
        may_change: &dyn Fn(Range<u64>) -> bool,
        change: &mut dyn FnMut(u64, &mut Batch) -> bool,
    ) -> Result<bool> {
        let mut has_changed = false;
        manifest.segments.clear();
        for segment in library.segments() {
            let first_game = manifest.next_game();
            let is_in_place = first_game == segment.entry.first_game;
            if is_in_place && !may_change(segment.numbers()) {
                manifest.segments.push(segment.entry.clone());
                continue;
            }
            let mut next = segment.entry.first_game;
            let mut is_other = !is_in_place;
            let copied = self.copy(std::slice::from_ref(segment), manifest, first_game, |batch| {
                let games = batch.len() as u64;
                is_other |= change(next, batch);
                next += games;
            });
            let copied = copied?;
            manifest.next_segment = copied.number + 1;
            let entry = if is_other { copied } else { segment.entry.clone() };
            if entry.games > 0 {
                manifest.segments.push(entry);
            }
            has_changed |= is_other;
        }
        Ok(has_changed)
    }

    /// Undoes the last edit; games added since follow the restored ones. Returns the edit's name,
    /// or `None` if there is none.
    ///
    /// # Errors
    ///
    /// Fails if a file cannot be read or written; then the library stays as it was.
    pub fn undo(&mut self) -> Result<Option<String>> {
        let Some(UndoEntry { edit, segments, games }) = self.manifest.undo.clone() else {
            return Ok(None);
        };
        let library = Library::open(&self.folder)?;
        let mut manifest = Manifest { segments, undo: None, ..self.manifest.clone() };
        let added = library.segments().iter().filter(|segment| segment.entry.first_game > games);
        for segment in added {
            let first_game = manifest.next_game();
            if first_game == segment.entry.first_game {
                manifest.segments.push(segment.entry.clone());
                continue;
            }
            let entry = self.copy(std::slice::from_ref(segment), &manifest, first_game, |_| ())?;
            manifest.next_segment = entry.number + 1;
            manifest.segments.push(entry);
        }
        self.publish(manifest)?;
        self.remove_orphans()?;
        Ok(Some(edit))
    }

    /// Deletes the data for undoing the last edit, which takes as much room as the library itself.
    ///
    /// # Errors
    ///
    /// Fails if the manifest cannot be written.
    pub fn forget(&mut self) -> Result<()> {
        if self.manifest.undo.is_none() {
            return Ok(());
        }
        let manifest = Manifest { undo: None, ..self.manifest.clone() };
        self.publish(manifest)?;
        self.remove_orphans()
    }

    /// Writes a segment of the games of others, which is part of no library yet.
    fn copy(
        &self,
        segments: &[Segment],
        manifest: &Manifest,
        first_game: u64,
        mut edit: impl FnMut(&mut Batch),
    ) -> Result<SegmentEntry> {
        let mut open = OpenSegment::create(&self.folder, manifest, self.memory)?;
        open.first_game = first_game;
        let names = segments.iter().flat_map(|segment| &segment.entry.variants);
        open.variants = names.filter_map(|name| name.parse().ok()).map(Variant::name).collect();
        let games = self.folder.join("games");
        for segment in segments {
            segment.verify_games()?;
            let mut scan = segment.scan(&[], 0..segment.entry.games)?;
            while let Some(mut batch) = scan.next(BATCH)? {
                batch.complete_codes();
                edit(&mut batch);
                for row in 0..batch.len() {
                    let (keys, moves): (Vec<_>, Vec<_>) =
                        visits_of(&batch, row).into_iter().unzip();
                    let moves: Vec<_> = moves.into_iter().flatten().collect();
                    open.visits.add(&keys, moves.iter().copied())?;
                    open.digests.add(&batch.record_digest(row, &moves));
                }
                GameSummary::add_all(&batch, &mut open.summaries);
                open.players.add_all(&batch);
                batch.number_from(first_game + open.games);
                open.games += batch.len() as u64;
                let written = open.writer.write(batch);
                written.map_err(|error| LibraryError::io(&games, error))?;
            }
        }
        open.finish(&self.folder)
    }

    /// Replaces some segments by one with their games.
    pub(super) fn merge(&mut self, range: Range<usize>) -> Result<()> {
        let library = Library::open(&self.folder)?;
        let segments = &library.segments()[range.clone()];
        let Some(first) = segments.first() else { return Ok(()) };
        let entry = self.copy(segments, &self.manifest, first.entry.first_game, |_| ())?;
        let mut manifest = self.manifest.clone();
        manifest.next_segment = entry.number + 1;
        manifest.segments.splice(range, [entry]);
        self.publish(manifest)?;
        self.remove_orphans()
    }

    /// Removes the files of no segment.
    fn remove_orphans(&self) -> Result<()> {
        let known = self.manifest.kept_segments().flat_map(|segment| &segment.files);
        let known: Vec<PathBuf> = known.map(|file| self.folder.join(&file.path)).collect();
        for kind in FOLDERS {
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

/// Removes games by their numbers from a manifest that is not published. Returns true if there were any.
fn without(
    writer: &LibraryWriter,
    library: &Library,
    manifest: &mut Manifest,
    is_removed: &dyn Fn(u64) -> bool,
) -> Result<bool> {
    let has_some = |mut numbers: Range<u64>| numbers.any(is_removed);
    writer.rewrite(library, manifest, &has_some, &mut |first, batch| {
        let keep: Vec<bool> =
            (first..).take(batch.len()).map(|number| !is_removed(number)).collect();
        batch.retain(&keep);
        keep.contains(&false)
    })
}

/// Returns true if a folder holds at most the remains of an unfinished library.
fn is_empty(folder: &Path) -> io::Result<bool> {
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let name = entry.file_name();
        let own = match name.to_str() {
            Some(name) if FOLDERS.contains(&name) => fs::read_dir(entry.path())?.next().is_none(),
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
        let first_game = manifest.next_game();
        let batch = Batch::of_library(first_game);
        Ok(OpenSegment {
            number,
            first_game,
            batch,
            games: 0,
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
        self.games += self.batch.len() as u64;
        GameSummary::add_all(&self.batch, &mut self.summaries);
        self.players.add_all(&self.batch);
        let written = self.writer.write(self.batch.take());
        written.map_err(|error| LibraryError::io(path, error))
    }

    /// Ends the files, and gives them their names.
    fn finish(mut self, folder: &Path) -> Result<SegmentEntry> {
        let number = self.number;
        let paths = FOLDERS.map(|kind| unfinished(folder, kind, number));
        let [games, index @ .., digested, players_path, words_path] = &paths;
        self.end_batch(1, games)?;
        let OpenSegment {
            first_game, writer, visits, summaries, digests, players, variants, ..
        } = self;
        let positions_in_all = visits.len();
        let finish = || {
            let out = writer.finish()?.out;
            out.into_inner().map_err(io::IntoInnerError::into_error)?.sync()
        };
        finish().map_err(|error| LibraryError::io(games, error))?;
        visits.write(first_game, &summaries, index.each_ref().map(PathBuf::as_path), TABLES)?;
        digests.write(first_game, digested)?;
        players.write(first_game, [players_path, words_path])?;
        let mut files = Vec::new();
        for (kind, unfinished) in FOLDERS.into_iter().zip(&paths) {
            let path = format!("{kind}/{number:06}.parquet");
            let named = folder.join(&path);
            let (bytes, crc32) = checksum(unfinished)?;
            disk::rename(unfinished, &named).map_err(|error| LibraryError::io(&named, error))?;
            files.push(FileEntry { path, bytes, crc32 });
        }
        Ok(SegmentEntry {
            number,
            first_game,
            games: self.games,
            positions: positions_in_all,
            variants: variants.into_iter().map(str::to_owned).collect(),
            tables: TABLES,
            files,
        })
    }
}
