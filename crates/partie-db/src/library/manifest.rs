//! The manifest: a list of the segments that a library consists of.
//!
//! A manifest is a JSON file `manifest-NUMBER.json`. A change of the library writes new files
//! beside the old ones, then a manifest with the next number, and only the rename of that file to
//! its name makes the change visible. So a library is at every moment what its last manifest
//! says; other files are of no account, and the next writer removes them.

use std::{
    collections::BTreeMap,
    fs,
    hash::{BuildHasher as _, Hasher as _, RandomState},
    io::{self, Write as _},
    ops::Range,
    path::{Path, PathBuf},
};

use serde_json::{Map, Value, json};

use super::{
    disk::{self, DiskFile},
    error::{FORMAT, LibraryError, Result},
    source_checksum::SourceContent,
};

/// The last version of the format in which games are numbered without gaps.
const COMPACT_FORMAT: u64 = 2;

/// The version of the format that has gaps among the numbers of games.
const GAPS_FORMAT: u64 = 3;

/// The version of the format whose tables may have version 5.
const BLOCKS_FORMAT: u64 = 4;

/// The version of the tables of a segment that this program writes.
pub(super) const TABLES: u64 = 6;

/// The first version whose column `code` has the initial positions.
pub(super) const STARTS_IN_CODE: u64 = 2;

/// The first version whose `rollup` has the facts of its games.
pub(super) const FACTS_IN_ROLLUP: u64 = 3;

/// The first version with `digests`, `players` and `words`.
pub(super) const INDEX_OF_GAMES: u64 = 4;

/// The first version whose `tails` name blocks of games.
pub(super) const BLOCKS_IN_TAILS: u64 = 5;

/// The first version with all columns of games: openings of moves, speeds, styles of evaluations.
pub(super) const ALL_COLUMNS: u64 = 6;

/// Number of manifests to keep, so that a reader of an older one still finds it.
const KEPT: usize = 3;

/// List of a library's segments and sources.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Manifest {
    /// Number of the manifest, from 1; each change of the library counts one further.
    pub number: u64,
    /// A number by chance, by which copies of a library are known.
    pub id: u64,
    /// Segments in the order of their games.
    pub segments: Vec<SegmentEntry>,
    /// Number of the next segment.
    pub next_segment: u64,
    /// The highest number that a game has or had: games that are added have higher ones.
    pub last_game: u64,
    /// Sources that games were imported from, in the order of the imports.
    pub sources: Vec<SourceEntry>,
    /// Games that were set aside, which can be restored: a segment without an index.
    pub removed: Option<SegmentEntry>,
    /// The last edit, as long as it can be undone.
    pub undo: Option<UndoEntry>,
}

/// Segments that an edit of a library replaced.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UndoEntry {
    /// Name of the edit.
    pub edit: String,
    /// Segments before the edit, whose files are kept.
    pub segments: Vec<SegmentEntry>,
    /// Games that were set aside before the edit.
    pub removed: Option<SegmentEntry>,
    /// The highest number of a game after the edit: games with higher ones were added since.
    pub games: u64,
    /// Names of the sources with which the library was brought in line, each with its entries before.
    pub sources: BTreeMap<String, Vec<SourceEntry>>,
}

/// The folders of a library, each with a file of each segment.
pub(super) const FOLDERS: [&str; 7] =
    ["games", "positions", "tails", "rollup", "digests", "players", "words"];

/// The folder of games that were set aside.
pub(super) const REMOVED: &str = "removed";

/// A segment: some games with their index. No other segment has games with numbers between theirs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SegmentEntry {
    /// Number of the segment; its files are named by it.
    pub number: u64,
    /// Number of its first game in the library, from 1.
    pub first_game: u64,
    /// Number of its last game. Numbers of removed games may be missing before it.
    pub last_game: u64,
    /// Number of its games.
    pub games: u64,
    /// Number of the positions of their main lines.
    pub positions: u64,
    /// Names of the variants of its games, in alphabetical order.
    pub variants: Vec<String>,
    /// Version of its tables, from 1.
    pub tables: u64,
    /// Its files.
    pub files: Vec<FileEntry>,
}

/// A file of a segment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FileEntry {
    /// Path in the library, with slashes.
    pub path: String,
    /// Size in bytes.
    pub bytes: u64,
    /// CRC-32 of all its bytes.
    pub crc32: u32,
}

/// A source of an import.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SourceEntry {
    /// Name of the file as it was given; `<stdin>` for the standard input.
    pub file: String,
    /// Content of the file; of a pipe, the part that was read.
    pub content: Option<SourceContent>,
    /// Content of a packed source after unpacking, the part that was read.
    pub unpacked: Option<SourceContent>,
    /// Number of its games that are in the library, the first ones of the file.
    pub games: u64,
    /// True if it was read to its end.
    pub complete: bool,
    /// Number of games of the library that came from it and are no longer in it.
    pub missing: u64,
}

impl SegmentEntry {
    /// Returns the numbers from that of the first game to that of the last one.
    #[must_use]
    pub const fn numbers(&self) -> Range<u64> {
        self.first_game..self.last_game + 1
    }

    /// Returns true if numbers of removed games are missing among those of its games.
    pub(super) const fn has_gaps(&self) -> bool {
        self.last_game + 1 - self.first_game != self.games
    }
}

impl SourceEntry {
    /// Returns true if it is a file of the same bytes, of any name.
    #[must_use]
    pub fn is_same_file(&self, other: &SourceEntry) -> bool {
        let contents = self.content.zip(other.content);
        contents.is_some_and(|(content, other)| content.is(&other))
    }
}

impl Manifest {
    /// Returns true for a folder that has a manifest.
    pub(super) fn is_at(folder: &Path) -> bool {
        numbers(folder).is_ok_and(|numbers| !numbers.is_empty())
    }

    /// Returns the number of games.
    #[must_use]
    pub fn games(&self) -> u64 {
        self.segments.iter().map(|segment| segment.games).sum()
    }

    /// Returns the segments of the library, those of games that were set aside, and the segments that
    /// an undo restores.
    pub(super) fn kept_segments(&self) -> impl Iterator<Item = &SegmentEntry> {
        let undone = self.undo.iter().flat_map(|undo| undo.segments.iter().chain(&undo.removed));
        self.segments.iter().chain(&self.removed).chain(undone)
    }

    /// Returns the number of the game that is added next.
    pub(super) fn next_game(&self) -> u64 {
        self.last_in_segments().max(self.last_game) + 1
    }

    /// Returns the number of the last game; 0 if there is none.
    fn last_in_segments(&self) -> u64 {
        self.segments.last().map_or(0, |segment| segment.last_game)
    }

    /// Returns the lowest version of the format that can hold it.
    fn format(&self) -> u64 {
        let is_compact = |segments: &[SegmentEntry], removed: &Option<SegmentEntry>| {
            let mut next = 1;
            removed.is_none()
                && segments.iter().all(|segment| {
                    let follows = segment.first_game == next && !segment.has_gaps();
                    next = segment.last_game + 1;
                    follows
                })
        };
        let is_compact = is_compact(&self.segments, &self.removed)
            && self.last_game == self.last_in_segments()
            && self.undo.iter().all(|undo| is_compact(&undo.segments, &undo.removed));
        let tables = self.kept_segments().map(|segment| segment.tables).max().unwrap_or(0);
        if tables >= ALL_COLUMNS {
            FORMAT
        } else if tables >= BLOCKS_IN_TAILS {
            BLOCKS_FORMAT
        } else if is_compact {
            COMPACT_FORMAT
        } else {
            GAPS_FORMAT
        }
    }

    /// Returns a random id for a new library.
    pub(super) fn new_id() -> u64 {
        RandomState::new().build_hasher().finish()
    }

    /// Reads the newest manifest of a folder.
    pub(super) fn read(folder: &Path) -> Result<Manifest> {
        match numbers(folder)?.pop() {
            Some(number) => Manifest::read_numbered(folder, number),
            None if has_games(folder) => {
                Err(LibraryError::damaged(&path(folder, 1), "it is missing"))
            }
            None => Err(LibraryError::NotALibrary(folder.to_owned())),
        }
    }

    /// Returns the number of the newest manifest of a folder, 0 if there is none, and all that can be
    /// read, the newest first.
    pub(super) fn read_all(folder: &Path) -> Result<(u64, Vec<Manifest>)> {
        let (numbers, mut all) = (numbers(folder)?, Vec::new());
        for number in numbers.iter().rev() {
            match Manifest::read_numbered(folder, *number) {
                Err(LibraryError::Damaged { .. }) => {}
                manifest => all.push(manifest?),
            }
        }
        Ok((numbers.last().copied().unwrap_or(0), all))
    }

    fn read_numbered(folder: &Path, number: u64) -> Result<Manifest> {
        let path = path(folder, number);
        let text = fs::read(&path).map_err(|error| LibraryError::io(&path, error))?;
        Manifest::parse(&text, number).map_err(|why| match why {
            Unread::Newer(format) => LibraryError::Newer { folder: folder.to_owned(), format },
            Unread::Damaged(why) => LibraryError::Damaged { path, why },
        })
    }

    fn parse(text: &[u8], number: u64) -> std::result::Result<Manifest, Unread> {
        let damaged = |why: &str| Unread::Damaged(why.to_owned());
        let all: Value =
            serde_json::from_slice(text).map_err(|error| Unread::Damaged(error.to_string()))?;
        let format = all["format"].as_u64().ok_or_else(|| damaged("it names no format"))?;
        if format > FORMAT {
            return Err(Unread::Newer(format));
        }
        let body = &all["library"];
        if all["crc32"].as_u64() != Some(crc32fast::hash(body.to_string().as_bytes()).into()) {
            return Err(damaged("its checksum does not fit its content"));
        }
        let number_of = |value: &Value, name: &str| {
            value[name].as_u64().ok_or_else(|| damaged(&format!("`{name}` is missing")))
        };
        let text_of = |value: &Value, name: &str| {
            let text = value[name].as_str().map(str::to_owned);
            text.ok_or_else(|| damaged(&format!("`{name}` is missing")))
        };
        let small = |value: &Value, name: &str| {
            let number = number_of(value, name)?;
            u32::try_from(number).map_err(|_| damaged(&format!("`{name}` is too large")))
        };
        let list = |value: &Value, name: &str| value[name].as_array().cloned().unwrap_or_default();
        let file = |value: &Value| {
            Ok(FileEntry {
                path: text_of(value, "path")?,
                bytes: number_of(value, "bytes")?,
                crc32: small(value, "crc32")?,
            })
        };
        let segment = |value: &Value| {
            let (first_game, games) = (number_of(value, "first_game")?, number_of(value, "games")?);
            let last_game = value["last_game"].as_u64();
            let last_game = last_game.unwrap_or(first_game.saturating_add(games).saturating_sub(1));
            let numbers = last_game.checked_add(1).and_then(|end| end.checked_sub(first_game));
            if first_game == 0 || numbers.is_none_or(|numbers| numbers < games) {
                return Err(damaged("a segment has more games than numbers"));
            }
            Ok(SegmentEntry {
                number: number_of(value, "number")?,
                first_game,
                last_game,
                games,
                positions: number_of(value, "positions")?,
                variants: list(value, "variants")
                    .iter()
                    .filter_map(|name| name.as_str().map(str::to_owned))
                    .collect(),
                tables: value["tables"].as_u64().unwrap_or(1),
                files: list(value, "files")
                    .iter()
                    .map(file)
                    .collect::<std::result::Result<_, _>>()?,
            })
        };
        let source = |value: &Value| {
            Ok(SourceEntry {
                file: text_of(value, "file")?,
                content: content_of(value),
                unpacked: content_of(&value["unpacked"]),
                games: number_of(value, "games")?,
                complete: value["complete"].as_bool().unwrap_or(false),
                missing: value["missing"].as_u64().unwrap_or(0),
            })
        };
        let sources = |value: &Value, name: &str| {
            list(value, name).iter().map(source).collect::<std::result::Result<Vec<_>, _>>()
        };
        let segments = |value| -> std::result::Result<Vec<_>, _> {
            let all: Vec<SegmentEntry> = list(value, "segments")
                .iter()
                .map(segment)
                .collect::<std::result::Result<_, _>>()?;
            if !all.is_sorted_by(|one, next| one.last_game < next.first_game) {
                return Err(damaged("segments share numbers of games"));
            }
            Ok(all)
        };
        let removed = |value: &Value| {
            let value = &value["removed"];
            if value.is_null() { Ok(None) } else { segment(value).map(Some) }
        };
        let undo = || -> std::result::Result<Option<UndoEntry>, Unread> {
            let value = &body["undo"];
            if value.is_null() {
                return Ok(None);
            }
            let edit = text_of(value, "edit")?;
            let games = number_of(value, "games")?;
            let (segments, removed) = (segments(value)?, removed(value)?);
            let before = &value["sources"];
            let names = before.as_object().into_iter().flat_map(Map::keys);
            let entries = |name: &String| Ok((name.clone(), sources(before, name)?));
            let sources = names.map(entries).collect::<std::result::Result<_, Unread>>()?;
            Ok(Some(UndoEntry { edit, segments, removed, games, sources }))
        };
        let manifest = Manifest {
            number,
            id: number_of(body, "id")?,
            segments: segments(body)?,
            next_segment: number_of(body, "next_segment")?,
            last_game: body["last_game"].as_u64().unwrap_or_default(),
            sources: sources(body, "sources")?,
            removed: removed(body)?,
            undo: undo()?,
        };
        let last_game = manifest.last_game.max(manifest.last_in_segments());
        Ok(Manifest { last_game, ..manifest })
    }

    fn to_json(&self) -> Value {
        let file = |file: &FileEntry| json!({ "path": file.path, "bytes": file.bytes, "crc32": file.crc32 });
        let segment = |segment: &SegmentEntry| {
            let mut entry = json!({
                "number": segment.number,
                "first_game": segment.first_game,
                "games": segment.games,
                "positions": segment.positions,
                "variants": segment.variants,
                "tables": segment.tables,
                "files": segment.files.iter().map(file).collect::<Vec<_>>(),
            });
            if segment.has_gaps() {
                entry["last_game"] = json!(segment.last_game);
            }
            entry
        };
        let source = |source: &SourceEntry| {
            let mut entry = Map::new();
            entry.insert("file".to_owned(), json!(source.file));
            entry.extend(source.content.iter().flat_map(content_fields));
            if let Some(content) = &source.unpacked {
                let fields = content_fields(content).collect();
                entry.insert("unpacked".to_owned(), Value::Object(fields));
            }
            entry.insert("games".to_owned(), json!(source.games));
            entry.insert("complete".to_owned(), json!(source.complete));
            if source.missing > 0 {
                entry.insert("missing".to_owned(), json!(source.missing));
            }
            Value::Object(entry)
        };
        let segments = |all: &[SegmentEntry]| all.iter().map(segment).collect::<Vec<_>>();
        let sources = |all: &[SourceEntry]| json!(all.iter().map(source).collect::<Vec<_>>());
        let mut body = json!({
            "id": self.id,
            "next_segment": self.next_segment,
            "segments": segments(&self.segments),
            "sources": sources(&self.sources),
        });
        if self.last_game > self.last_in_segments() {
            body["last_game"] = json!(self.last_game);
        }
        if let Some(removed) = &self.removed {
            body["removed"] = segment(removed);
        }
        if let Some(UndoEntry { edit, segments: before, removed, games, sources: own }) = &self.undo
        {
            body["undo"] = json!({ "edit": edit, "segments": segments(before), "games": games });
            if let Some(removed) = removed {
                body["undo"]["removed"] = segment(removed);
            }
            for (name, before) in own {
                body["undo"]["sources"][name] = sources(before);
            }
        }
        let crc32 = crc32fast::hash(body.to_string().as_bytes());
        json!({ "format": self.format(), "created_by": concat!("partie ", env!("CARGO_PKG_VERSION")), "crc32": crc32, "library": body })
    }

    /// Makes this the newest manifest of a folder. When it returns, the change is on the disk, or if
    /// it failed, undone.
    pub(super) fn commit(&mut self, folder: &Path) -> Result<()> {
        self.number += 1;
        self.last_game = self.last_game.max(self.last_in_segments());
        let path = path(folder, self.number);
        let text = serde_json::to_vec_pretty(&self.to_json()).unwrap_or_default();
        write_whole(&path, &text)?;
        let mut older = numbers(folder)?;
        older.truncate(older.len().saturating_sub(KEPT));
        for number in older {
            // One that stays does no harm.
            let _ = disk::remove(&self::path(folder, number));
        }
        Ok(())
    }
}

/// Returns the content that an object of a manifest names, if it does.
fn content_of(value: &Value) -> Option<SourceContent> {
    let crc32 = |name: &str| value[name].as_u64().and_then(|crc| u32::try_from(crc).ok());
    let (bytes, head_crc32) = (value["bytes"].as_u64()?, crc32("head_crc32"));
    Some(SourceContent { bytes, crc32: crc32("crc32")?, head_crc32 })
}

/// Returns the fields of an object that names a content.
fn content_fields(content: &SourceContent) -> impl Iterator<Item = (String, Value)> {
    let SourceContent { bytes, crc32, head_crc32 } = *content;
    let head = head_crc32.map(|crc| ("head_crc32", json!(crc)));
    let fields = [("bytes", json!(bytes)), ("crc32", json!(crc32))].into_iter().chain(head);
    fields.map(|(name, value)| (name.to_owned(), value))
}

/// Reason why a manifest cannot be read.
enum Unread {
    Newer(u64),
    Damaged(String),
}

/// Writes a file under another name, and gives it its own name when it is on the disk. If that name
/// does not reach the disk, the file is removed.
pub(super) fn write_whole(path: &Path, bytes: &[u8]) -> Result<()> {
    let new = path.with_extension("new");
    let write = || {
        let mut file = DiskFile::create(&new)?;
        file.write_all(bytes)?;
        file.sync()
    };
    write().map_err(|error| LibraryError::io(&new, error))?;
    let named = disk::rename(&new, path).inspect_err(|_| _ = disk::remove(path));
    named.map_err(|error| LibraryError::io(path, error))
}

fn path(folder: &Path, number: u64) -> PathBuf {
    folder.join(format!("manifest-{number:08}.json"))
}

/// Returns true if a folder without a manifest has files of games named as those of segments.
fn has_games(folder: &Path) -> bool {
    let files = [FOLDERS[0], REMOVED].map(|kind| files_in(folder, kind));
    files.iter().any(|files| files.as_ref().is_ok_and(|files| !files.is_empty()))
}

/// Returns the files of segments in a folder of a library's, in the order of the segments' numbers.
pub(super) fn files_in(folder: &Path, kind: &str) -> Result<Vec<(u64, PathBuf)>> {
    let path = folder.join(kind);
    let entries = match fs::read_dir(&path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
        entries => entries.map_err(|error| LibraryError::io(&path, error))?,
    };
    let mut files = Vec::new();
    for entry in entries {
        let path = entry.map_err(|error| LibraryError::io(&path, error))?.path();
        let name = path.file_name().and_then(|name| name.to_str());
        let number = name.and_then(|name| name.strip_suffix(".parquet")?.parse::<u64>().ok());
        let is_own = |number: &u64| name == Some(&*format!("{number:06}.parquet"));
        files.extend(number.filter(is_own).map(|number| (number, path.clone())));
    }
    files.sort_unstable();
    Ok(files)
}

/// Returns the numbers of a folder's manifests, ascending.
fn numbers(folder: &Path) -> Result<Vec<u64>> {
    let entries = match fs::read_dir(folder) {
        Ok(entries) => entries,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
        Err(error) if error.kind() == io::ErrorKind::NotADirectory => {
            return Err(LibraryError::NotAFolder(folder.to_owned()));
        }
        Err(error) => return Err(LibraryError::io(folder, error)),
    };
    let number = |entry: io::Result<fs::DirEntry>| {
        let name = entry.ok()?.file_name();
        name.to_str()?.strip_prefix("manifest-")?.strip_suffix(".json")?.parse().ok()
    };
    let mut numbers: Vec<u64> = entries.filter_map(number).collect();
    numbers.sort_unstable();
    Ok(numbers)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The lowest format that can hold a library: by the first and last numbers, the numbers of games
    /// and the tables of its segments, and the highest number that a game had.
    #[test]
    fn formats() {
        for (segments, last_game, expected) in [
            (&[][..], 0, 2),
            (&[(1, 6, 6, 4)], 6, 2),
            (&[(1, 2, 2, 1), (3, 6, 4, 4)], 6, 2),
            // Games were removed: among others, the last, the first, whole segments.
            (&[(1, 6, 5, 4)], 6, 3),
            (&[(1, 5, 5, 4)], 6, 3),
            (&[(2, 6, 5, 4)], 6, 3),
            (&[(1, 2, 2, 4), (5, 6, 2, 4)], 6, 3),
            (&[(1, 6, 6, 5)], 6, 4),
            (&[(1, 2, 2, 4), (5, 6, 2, 5)], 6, 4),
            (&[(1, 6, 6, 6)], 6, 5),
            (&[(1, 2, 2, 5), (3, 6, 4, 6)], 6, 5),
        ] {
            let entry = |(first_game, last_game, games, tables): &(u64, u64, u64, u64)| {
                let (variants, files) = (Vec::new(), Vec::new());
                let (first_game, last_game, games, tables) =
                    (*first_game, *last_game, *games, *tables);
                let (number, positions) = (1, 0);
                SegmentEntry {
                    number,
                    first_game,
                    last_game,
                    games,
                    positions,
                    variants,
                    tables,
                    files,
                }
            };
            let entries: Vec<_> = segments.iter().map(entry).collect();
            let manifest = Manifest { segments: entries.clone(), last_game, ..Manifest::default() };
            assert_eq!(manifest.format(), expected, "{segments:?}");
            // What an undo restores has to be read, too.
            let undo = UndoEntry {
                edit: "dedupe".to_owned(),
                segments: entries,
                removed: None,
                games: last_game,
                sources: BTreeMap::new(),
            };
            let undone = Manifest { undo: Some(undo), ..Manifest::default() };
            assert_eq!(undone.format().max(3), expected.max(3), "{segments:?}");
        }
    }

    #[test]
    fn sources_of_all_versions() {
        let content = |bytes, head_crc32| Some(SourceContent { bytes, crc32: 5, head_crc32 });
        let source = |content, unpacked| {
            let file = "games.pgn".to_owned();
            SourceEntry { file, content, unpacked, games: 3, complete: true, missing: 0 }
        };
        let sources = [
            (source(content(7, None), None), r#""bytes":7,"crc32":5"#),
            (source(content(7, Some(6)), None), r#""bytes":7,"crc32":5,"head_crc32":6"#),
            (
                source(content(7, Some(6)), content(9, Some(8))),
                r#""bytes":7,"crc32":5,"head_crc32":6,"unpacked":{"bytes":9,"crc32":5,"head_crc32":8}"#,
            ),
            (source(None, None), ""),
        ];
        for (source, fields) in sources {
            let manifest = Manifest { number: 4, sources: vec![source], ..Manifest::default() };
            let written = manifest.to_json();
            let comma = if fields.is_empty() { "" } else { "," };
            let text =
                format!(r#"{{"file":"games.pgn","games":3,"complete":true{comma}{fields}}}"#);
            let expected: Value = serde_json::from_str(&text).expect("JSON");
            assert_eq!(written["library"]["sources"], json!([expected]));
            let read = Manifest::parse(written.to_string().as_bytes(), 4);
            assert_eq!(read.ok(), Some(manifest));
        }
    }
}
