//! A manifest made anew from the files of a library.

use std::{
    cmp::Reverse,
    collections::{BTreeSet, HashMap},
    fs::{self, File},
    io,
    path::{Path, PathBuf},
};

use parquet::data_type::Int64Type;

use super::{
    LibraryWriter,
    checksum::checksum,
    disk,
    error::{LibraryError, Result},
    in_order::{GamesInOrder, Part},
    manifest::{FOLDERS, FileEntry, Manifest, REMOVED, SegmentEntry, TABLES, files_in},
    numbering::GameNumbers,
    segment::Segment,
};
use crate::{
    reader::{TableFile, read_numbers},
    writer::failure,
};

/// Result of [`LibraryWriter::rebuild_manifest`].
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RebuiltManifest {
    /// Number of games that the library has now.
    pub games: u64,
    /// Number of games that are set aside now.
    pub set_aside: u64,
    /// Files of games that could not be read. They were moved to the library's folder under these names.
    pub unreadable: Vec<PathBuf>,
}

/// A file with games of a library.
struct GameFile {
    number: u64,
    path: PathBuf,
    is_removed: bool,
}

/// A set of numbers of games.
#[derive(Default)]
struct NumberSet(Vec<u64>);

impl NumberSet {
    fn contains(&self, number: u64) -> bool {
        self.0.get((number / 64) as usize).is_some_and(|bits| bits >> (number % 64) & 1 == 1)
    }

    fn extend(&mut self, numbers: &BTreeSet<u64>) {
        for number in numbers {
            let at = (number / 64) as usize;
            self.0.resize(self.0.len().max(at + 1), 0);
            self.0[at] |= 1 << (number % 64);
        }
    }
}

impl LibraryWriter {
    /// Makes the manifest of a library anew, if the newest one is missing or damaged.
    ///
    /// Of files with the same games, the one that was written last counts. Segments that an earlier
    /// manifest names are taken as it says; of others the games are read, and the index is made anew.
    /// Games that only the last change removed, whose file is kept to undo it, are set aside if others of
    /// their segment are part of the library, else they are part of it, too. That change can no longer be
    /// undone, and sources of the last import may be forgotten: their games are known again when they are
    /// imported.
    ///
    /// # Errors
    ///
    /// If there are no files of games, a later version of the program wrote the manifest, another program
    /// changes the library, or a file cannot be read or written for another reason than its content.
    pub fn rebuild_manifest(folder: &Path) -> Result<RebuiltManifest> {
        // A folder of other files must not be written to.
        let files = game_files(folder)?;
        let (number, readable) = Manifest::read_all(folder)?;
        if number == 0 && !files.iter().any(|file| found(folder, file).is_ok()) {
            return Err(LibraryError::NotALibrary(folder.to_owned()));
        }
        let mut writer = LibraryWriter::locked(folder)?;
        if let Ok(manifest) = Manifest::read(folder) {
            // Another program has made it.
            let set_aside = manifest.removed.as_ref().map_or(0, |removed| removed.games);
            let games = manifest.games();
            return Ok(RebuiltManifest { games, set_aside, unreadable: Vec::new() });
        }
        for kind in FOLDERS.into_iter().chain([REMOVED]) {
            let path = folder.join(kind);
            disk::make_folders(&path).map_err(|error| LibraryError::io(&path, error))?;
        }
        let files = game_files(folder)?;
        let known: HashMap<u64, &SegmentEntry> = readable
            .iter()
            .rev()
            .flat_map(Manifest::kept_segments)
            .map(|entry| (entry.number, entry))
            .collect();
        let newest = readable.first();
        let next_segment = files.first().map_or(1, |file| file.number + 1);
        writer.manifest = Manifest {
            number,
            id: newest.map_or_else(Manifest::new_id, |newest| newest.id),
            next_segment: newest.map_or(1, |newest| newest.next_segment).max(next_segment),
            last_game: newest.map_or(0, |newest| newest.last_game),
            sources: newest.map(|newest| newest.sources.clone()).unwrap_or_default(),
            ..Manifest::default()
        };
        let mut manifest = writer.manifest.clone();
        let mut rebuilt = RebuiltManifest::default();
        let (mut taken, mut set_aside) = (NumberSet::default(), Vec::new());
        for file in files {
            let mut take = || -> Result<()> {
                let listed = known.get(&file.number).filter(|entry| is_there(folder, entry));
                let (entry, numbering) = found(folder, &file)?;
                let own: BTreeSet<u64> = (0..numbering.len())
                    .map(|row| numbering.at(row))
                    .filter(|number| !taken.contains(*number))
                    .collect();
                let is_whole = own.len() as u64 == numbering.len();
                if own.is_empty() {
                    return Ok(());
                }
                if file.is_removed || !is_whole {
                    let segment = Segment::open(folder, &entry)?;
                    // Damage is found before the file counts.
                    let mut games = GamesInOrder::new([Part::those(&segment, &own)]);
                    while games.next()?.is_some() {}
                    taken.extend(&own);
                    set_aside.push((segment, own));
                    return Ok(());
                }
                let entry = if let Some(entry) = listed {
                    Some((*entry).clone())
                } else {
                    let segment = Segment::open(folder, &entry)?;
                    writer.copy([Part::all(&segment)], &mut manifest, |_| ())?
                };
                manifest.segments.extend(entry);
                taken.extend(&own);
                Ok(())
            };
            match take() {
                Err(LibraryError::Damaged { .. }) => {
                    let kept = unreadable(folder, file.number, file.is_removed);
                    let moved = disk::rename(&file.path, &kept);
                    moved.map_err(|error| LibraryError::io(&file.path, error))?;
                    rebuilt.unreadable.push(kept);
                }
                taken => taken?,
            }
        }
        manifest.segments.sort_unstable_by_key(|segment| segment.first_game);
        let parts = set_aside.iter().map(|(segment, own)| Part::those(segment, own));
        manifest.removed = writer.write_removed(parts, &mut manifest)?;
        let last = manifest.removed.as_ref().map_or(0, |removed| removed.last_game);
        manifest.last_game = manifest.last_game.max(last);
        rebuilt.set_aside = manifest.removed.as_ref().map_or(0, |removed| removed.games);
        rebuilt.games = manifest.games();
        writer.publish(manifest)?;
        writer.remove_orphans()?;
        Ok(rebuilt)
    }
}

impl LibraryWriter {
    /// Moves the file of games that were [set aside](LibraryWriter::set_aside), which cannot be read, to
    /// the library's folder. Returns its new path; `None` if there is no such file.
    ///
    /// # Errors
    ///
    /// If a file cannot be written.
    pub fn move_set_aside(&mut self) -> Result<Option<PathBuf>> {
        let Some(removed) = self.manifest.removed.clone() else { return Ok(None) };
        let path = self.folder.join(format!("{REMOVED}/{:06}.parquet", removed.number));
        let kept = unreadable(&self.folder, removed.number, true);
        let moved = match disk::rename(&path, &kept) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => None,
            moved => {
                moved.map_err(|error| LibraryError::io(&path, error))?;
                Some(kept)
            }
        };
        let mut manifest = Manifest { removed: None, ..self.manifest.clone() };
        if let Some(undo) = &mut manifest.undo {
            undo.removed = undo.removed.take().filter(|before| before.number != removed.number);
        }
        self.publish(manifest)?;
        Ok(moved)
    }
}

/// Returns the path to which a file of games that cannot be read is moved.
fn unreadable(folder: &Path, number: u64, is_removed: bool) -> PathBuf {
    let kind = if is_removed { "removed-" } else { "" };
    folder.join(format!("unreadable-{kind}{number:06}.parquet"))
}

/// Returns the files with games of a library, the last one that was written first.
fn game_files(folder: &Path) -> Result<Vec<GameFile>> {
    let mut all = Vec::new();
    for (kind, is_removed) in [(FOLDERS[0], false), (REMOVED, true)] {
        let files = files_in(folder, kind)?.into_iter();
        all.extend(files.map(|(number, path)| GameFile { number, path, is_removed }));
    }
    all.sort_by_key(|file| Reverse(file.number));
    Ok(all)
}

/// Returns true if the files of a segment have the sizes that a manifest says.
fn is_there(folder: &Path, entry: &SegmentEntry) -> bool {
    entry.files.iter().all(|file| {
        fs::metadata(folder.join(&file.path)).is_ok_and(|found| found.len() == file.bytes)
    })
}

/// Describes a segment by its file of games alone, and reads the numbers of these.
fn found(folder: &Path, file: &GameFile) -> Result<(SegmentEntry, GameNumbers)> {
    let GameFile { number, path, .. } = file;
    let failed = |error| LibraryError::io(path, error);
    let table = File::open(path).and_then(TableFile::of).map_err(failed)?;
    let rows = (0, table.rows() as usize);
    let ids = read_numbers::<Int64Type>(&table, "id", rows);
    let ids = ids.map_err(|error| failed(failure(error)))?;
    let mut numbering = GameNumbers::default();
    // Numbers that cannot be those of games would take much memory.
    let mut ids = ids.iter().map(|id| u64::try_from(*id).ok().filter(|id| *id < 1 << 40));
    let ascend = ids.all(|id| id.is_some_and(|id| numbering.push(id)));
    let ends = numbering.first().zip(numbering.last()).filter(|_| ascend);
    let Some((first_game, last_game)) = ends.filter(|(first, _)| *first > 0) else {
        return Err(LibraryError::damaged(path, "the numbers of its games do not ascend"));
    };
    let (bytes, crc32) = checksum(path)?;
    let in_folder = path.strip_prefix(folder).unwrap_or(path);
    let name = in_folder.iter().map(|part| part.to_string_lossy()).collect::<Vec<_>>().join("/");
    let entry = SegmentEntry {
        number: *number,
        first_game,
        last_game,
        games: numbering.len(),
        positions: 0,
        variants: Vec::new(),
        tables: TABLES,
        files: vec![FileEntry { path: name, bytes, crc32 }],
    };
    Ok((entry, numbering))
}
