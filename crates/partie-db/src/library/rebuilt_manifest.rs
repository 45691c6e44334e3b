//! A manifest made anew from the files of a library.

use std::{
    collections::{BTreeSet, HashMap},
    fs::{self, File},
    path::{Path, PathBuf},
};

use parquet::data_type::Int64Type;

use super::{
    LibraryWriter,
    checksum::checksum,
    disk,
    error::{LibraryError, Result},
    manifest::{FOLDERS, FileEntry, Manifest, REMOVED, SegmentEntry, TABLES},
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
    /// Files of games that could not be read. They were moved to the library's folder under these names.
    pub unreadable: Vec<PathBuf>,
}

impl LibraryWriter {
    /// Makes the manifest of a library anew, if the newest one is missing or damaged.
    ///
    /// Segments that an earlier manifest names are taken as it says; of others the games are read, and
    /// the index is made anew. Where segments have the same games, the one that was written last counts.
    /// The last edit can no longer be undone, and sources of the last import may be forgotten: their
    /// games are known again when they are imported.
    ///
    /// # Errors
    ///
    /// If there are no files of games, a later version of the program wrote the manifest, another program
    /// changes the library, or a file cannot be written.
    pub fn rebuild_manifest(folder: &Path) -> Result<RebuiltManifest> {
        let games = files_in(folder, FOLDERS[0])?;
        if games.is_empty() {
            return Err(LibraryError::NotALibrary(folder.to_owned()));
        }
        let mut writer = LibraryWriter::locked(folder)?;
        let (last, readable) = Manifest::read_all(folder)?;
        let newest = readable.first();
        let mut known = HashMap::new();
        for entry in readable.iter().rev().flat_map(Manifest::kept_segments) {
            known.insert(entry.number, entry);
        }
        let removed = files_in(folder, REMOVED)?;
        let numbers = games.iter().chain(&removed).map(|(number, _)| *number);
        let next_segment = numbers.max().map_or(1, |number| number + 1);
        writer.manifest = Manifest {
            number: last,
            id: newest.map_or_else(Manifest::new_id, |newest| newest.id),
            next_segment: newest.map_or(1, |newest| newest.next_segment).max(next_segment),
            last_game: newest.map_or(0, |newest| newest.last_game),
            sources: newest.map(|newest| newest.sources.clone()).unwrap_or_default(),
            ..Manifest::default()
        };
        let mut manifest = writer.manifest.clone();
        let mut rebuilt = RebuiltManifest::default();
        // The last ones first: they took the places of others.
        for (number, path) in games.iter().rev() {
            let listed = known.get(number).copied().filter(|entry| is_there(folder, entry));
            let entry = listed.cloned().map_or_else(|| found(folder, *number, path), Ok);
            let entry = entry.and_then(|entry| {
                let is_other = |other: &SegmentEntry| {
                    other.last_game < entry.first_game || other.first_game > entry.last_game
                };
                if !manifest.segments.iter().all(is_other) {
                    return Ok(None);
                }
                if listed.is_some() {
                    return Ok(Some(entry));
                }
                let segment = Segment::open(folder, &entry)?;
                writer.copy([(&segment, None)], &mut manifest, |_| ())
            });
            match entry {
                Ok(entry) => manifest.segments.extend(entry),
                Err(LibraryError::Damaged { .. }) => {
                    let kept = folder.join(format!("unreadable-{number:06}.parquet"));
                    disk::rename(path, &kept).map_err(|error| LibraryError::io(path, error))?;
                    rebuilt.unreadable.push(kept);
                }
                Err(error) => return Err(error),
            }
        }
        manifest.segments.sort_unstable_by_key(|segment| segment.first_game);
        if let Some((number, path)) = removed.last() {
            let listed = known.get(number).copied().filter(|entry| is_there(folder, entry));
            let entry = listed.cloned().map_or_else(|| found(folder, *number, path), Ok);
            let entry = entry.ok().filter(|entry| is_apart(folder, entry, &manifest.segments));
            let last_game = entry.as_ref().map_or(0, |entry| entry.last_game);
            manifest.last_game = manifest.last_game.max(last_game);
            manifest.removed = entry;
        }
        rebuilt.games = manifest.games();
        writer.publish(manifest)?;
        writer.remove_orphans()?;
        Ok(rebuilt)
    }
}

/// Returns the files of segments in a folder, in the order of the segments' numbers.
fn files_in(folder: &Path, kind: &str) -> Result<Vec<(u64, PathBuf)>> {
    let path = folder.join(kind);
    // A folder that is missing holds no files.
    let Ok(entries) = fs::read_dir(&path) else { return Ok(Vec::new()) };
    let mut files = Vec::new();
    for entry in entries {
        let path = entry.map_err(|error| LibraryError::io(&path, error))?.path();
        let name = path.file_name().and_then(|name| name.to_str());
        let number = name.and_then(|name| name.strip_suffix(".parquet")?.parse().ok());
        files.extend(number.map(|number| (number, path)));
    }
    files.sort_unstable();
    Ok(files)
}

/// Returns true if the files of a segment have the sizes that a manifest says.
fn is_there(folder: &Path, entry: &SegmentEntry) -> bool {
    entry.files.iter().all(|file| {
        fs::metadata(folder.join(&file.path)).is_ok_and(|found| found.len() == file.bytes)
    })
}

/// Describes a segment by its file of games alone.
fn found(folder: &Path, number: u64, path: &Path) -> Result<SegmentEntry> {
    let failed = |error| LibraryError::io(path, error);
    let file = File::open(path).and_then(TableFile::of).map_err(failed)?;
    let rows = (0, file.rows() as usize);
    let ids = read_numbers::<Int64Type>(&file, "id", rows);
    let ids = ids.map_err(|error| failed(failure(error)))?;
    let mut numbering = GameNumbers::default();
    let ascend = ids.iter().all(|id| numbering.push(*id as u64));
    let ends = numbering.first().zip(numbering.last()).filter(|_| ascend);
    let Some((first_game, last_game)) = ends.filter(|(first, _)| *first > 0) else {
        return Err(LibraryError::damaged(path, "the numbers of its games do not ascend"));
    };
    let (bytes, crc32) = checksum(path)?;
    let in_folder = path.strip_prefix(folder).unwrap_or(path);
    let name = in_folder.iter().map(|part| part.to_string_lossy()).collect::<Vec<_>>().join("/");
    Ok(SegmentEntry {
        number,
        first_game,
        last_game,
        games: numbering.len(),
        positions: 0,
        variants: Vec::new(),
        tables: TABLES,
        files: vec![FileEntry { path: name, bytes, crc32 }],
    })
}

/// Returns true if no game of a segment is in one of others.
fn is_apart(folder: &Path, entry: &SegmentEntry, others: &[SegmentEntry]) -> bool {
    let numbers = |entry: &SegmentEntry| -> Result<BTreeSet<u64>> {
        let segment = Segment::open(folder, entry)?;
        let numbering = segment.numbering()?;
        Ok((0..numbering.len()).map(|row| numbering.at(row)).collect())
    };
    let Ok(own) = numbers(entry) else { return false };
    let meets = |other: &&SegmentEntry| own.range(other.numbers()).next().is_some();
    let mut near = others.iter().filter(meets);
    near.all(|other| numbers(other).is_ok_and(|other| own.is_disjoint(&other)))
}
