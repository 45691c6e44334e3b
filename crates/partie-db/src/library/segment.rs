//! Segments: some games of a library, with the numbers of no others between them, and the index of their positions.

use std::{
    fs::File,
    io,
    ops::Range,
    path::{Path, PathBuf},
    sync::{
        Arc, OnceLock,
        atomic::{AtomicU64, Ordering},
    },
};

use parquet::data_type::{Int32Type, Int64Type};
use partie_core::{Game, Variant, rules::PositionKey};

use super::{
    checksum::checksum_of,
    error::{LibraryError, Result},
    index::{BLOCK_GAMES, TailEntries, tail_columns},
    manifest::{FACTS_IN_ROLLUP, FileEntry, REMOVED, STARTS_IN_CODE, SegmentEntry},
    number_file::read_column,
    numbering::GameNumbers,
    players::PlayerNames,
    replayed::{PLAYED, Sought, begins_as_usual, last_visit},
    rollup::{Kept, NO_MOVE},
    summary::GameSummary,
    tally::Tally,
};
use crate::{
    columns::{Batch, COLUMNS, Table},
    query::{Name, Query, ValueTest, text::NameKeys},
    reader::{Scan, TableFile, contents, read_numbers},
    writer::failure,
};

/// A game that came to a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Visit {
    /// Number of the game in the library, from 1.
    pub game: u64,
    /// Number of moves made before, from 0; of the last visit with a move, if there were several.
    pub ply: u32,
    /// The move that was made there, as [`columns::moves`](crate::columns::moves) packs it;
    /// `None` if the game only ended there.
    pub packed_move: Option<u16>,
}

/// The files of a segment.
#[derive(Debug)]
pub(super) struct Segment {
    pub(super) entry: SegmentEntry,
    games: IndexedFile,
    /// Games that were set aside have no index.
    positions: Option<IndexedFile>,
    tails: Option<IndexedFile>,
    /// Libraries of earlier versions have none.
    rollup: Option<IndexedFile>,
    /// The same.
    digests: Option<IndexedFile>,
    players: Option<IndexedFile>,
    words: Option<IndexedFile>,
    /// Set when the file of games was compared with its checksum.
    verified: OnceLock<()>,
    numbering: OnceLock<GameNumbers>,
    summaries: OnceLock<Vec<GameSummary>>,
    /// Number of games whose summaries were read one by one.
    read_alone: AtomicU64,
    names: OnceLock<PlayerNames>,
    /// Number of games whose names were read one by one.
    named_alone: AtomicU64,
}

/// Number of games that are read as quickly, one after the other, as the summary of one by itself.
const READ_TOGETHER: u64 = 512;

/// A file whose footer is read when it is first asked for.
#[derive(Debug)]
struct IndexedFile {
    path: PathBuf,
    /// Open from the start: when segments are merged, the old files lose their names.
    file: io::Result<File>,
    open: OnceLock<SegmentFile>,
}

/// An open file.
struct SegmentFile {
    file: Arc<TableFile>,
    /// Number of the leaf of the column by which its rows are sorted.
    sorted: usize,
}

impl std::fmt::Debug for SegmentFile {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("SegmentFile")
    }
}

impl IndexedFile {
    /// Opens the file of a kind, if there is one.
    fn find(folder: &Path, files: &[FileEntry], kind: &str) -> Option<IndexedFile> {
        let file = files.iter().find(|file| file.path.split('/').next() == Some(kind));
        let path = folder.join(&file?.path);
        let file = File::open(&path);
        Some(IndexedFile { path, file, open: OnceLock::new() })
    }

    /// Opens the file; `sorted` is the column by which its rows are found.
    fn open(&self, sorted: &str) -> Result<&SegmentFile> {
        if let Some(open) = self.open.get() {
            return Ok(open);
        }
        let file = match &self.file {
            Ok(file) => file.try_clone().and_then(TableFile::of),
            Err(error) => Err(error.kind().into()),
        };
        let file = file.map_err(|error| self.failed(error))?;
        let sorted = file.leaf(sorted).map_err(|error| self.failed(failure(error)))?;
        Ok(self.open.get_or_init(|| SegmentFile { file: file.into(), sorted }))
    }

    fn failed(&self, error: std::io::Error) -> LibraryError {
        LibraryError::io(&self.path, error)
    }
}

impl IndexedFile {
    /// Returns the size of the file and its CRC-32.
    fn checksum(&self) -> io::Result<(u64, u32)> {
        match &self.file {
            Ok(file) => checksum_of(contents(file)?),
            Err(error) => Err(error.kind().into()),
        }
    }
}

impl SegmentFile {
    /// Returns the rows of the pages that may have values from `first` to `last`.
    fn pages_between(&self, first: i64, last: i64) -> parquet::errors::Result<Range<u64>> {
        let (start, end) = (self.pages(first)?.start, self.pages(last)?.end);
        Ok(start..end.max(start))
    }

    /// Returns the rows of the pages that may have a value.
    fn pages(&self, value: i64) -> parquet::errors::Result<Range<u64>> {
        self.file.pages_of(self.sorted, value)
    }
}

impl Segment {
    /// Compares the file of games with its checksum, before its content is rewritten.
    pub(super) fn verify_games(&self) -> Result<()> {
        if self.verified.get().is_some() {
            return Ok(());
        }
        let (bytes, crc32) = self.games.checksum().map_err(|error| self.games.failed(error))?;
        let is_as_written = |file: &FileEntry| (file.bytes, file.crc32) == (bytes, crc32);
        if self.entry.files.iter().any(is_as_written) {
            self.verified.get_or_init(|| ());
            return Ok(());
        }
        Err(LibraryError::damaged(&self.games.path, "its content is not what was written"))
    }

    /// Opens segments of a library's folder, as [`open`](Segment::open) does.
    pub(super) fn open_all(folder: &Path, entries: &[SegmentEntry]) -> Result<Vec<Segment>> {
        entries.iter().map(|entry| Segment::open(folder, entry)).collect()
    }

    /// Opens a segment of a library's folder. A file that cannot be opened is an error when it is
    /// read.
    pub(super) fn open(folder: &Path, entry: &SegmentEntry) -> Result<Segment> {
        let find = |kind| IndexedFile::find(folder, &entry.files, kind);
        let games = find("games").or_else(|| find(REMOVED));
        let missing = || LibraryError::damaged(folder, "a segment has no file in games/");
        Ok(Segment {
            games: games.ok_or_else(missing)?,
            positions: find("positions"),
            tails: find("tails"),
            rollup: find("rollup"),
            digests: find("digests"),
            players: find("players"),
            words: find("words"),
            verified: OnceLock::new(),
            numbering: OnceLock::new(),
            summaries: OnceLock::new(),
            read_alone: AtomicU64::new(0),
            names: OnceLock::new(),
            named_alone: AtomicU64::new(0),
            entry: entry.clone(),
        })
    }

    /// Returns true if its games can be found by their positions.
    pub(super) const fn has_index(&self) -> bool {
        self.positions.is_some()
    }

    /// Returns a file of the index.
    fn index<'a>(&self, file: Option<&'a IndexedFile>) -> Result<&'a IndexedFile> {
        let missing = || LibraryError::damaged(&self.games.path, "its index has no positions");
        file.ok_or_else(missing)
    }

    /// Returns the path of the file of its games.
    pub(super) fn path(&self) -> &Path {
        &self.games.path
    }

    /// Returns true if a file was not found.
    pub(super) fn is_incomplete(&self) -> bool {
        let index = [&self.positions, &self.tails, &self.rollup, &self.digests];
        let index = index.into_iter().chain([&self.players, &self.words]);
        let files = std::iter::once(&self.games).chain(index.flatten());
        let is_missing = |error: &io::Error| error.kind() == io::ErrorKind::NotFound;
        files.map(|file| &file.file).any(|file| file.as_ref().is_err_and(is_missing))
    }

    /// Returns the numbers of its games, which are read if some are missing among them.
    pub(super) fn numbering(&self) -> Result<&GameNumbers> {
        if let Some(numbering) = self.numbering.get() {
            return Ok(numbering);
        }
        let mut all = GameNumbers::default();
        if self.entry.has_gaps() {
            let mut scan = self.scan(&["id"], 0..self.entry.games)?;
            while let Some(batch) = scan.next(8192)? {
                let rows = 0..batch.len();
                if !rows.into_iter().all(|row| batch.number(row).is_some_and(|n| all.push(n))) {
                    let why = "the numbers of its games do not ascend";
                    return Err(LibraryError::damaged(&self.games.path, why));
                }
            }
            let SegmentEntry { first_game, last_game, games, .. } = self.entry;
            let ends = [all.first(), all.last()];
            if (all.len(), ends) != (games, [Some(first_game), Some(last_game)]) {
                let why = "the numbers of its games are not those of the list of files";
                return Err(LibraryError::damaged(&self.games.path, why));
            }
        } else {
            all = GameNumbers::consecutive(self.entry.numbers());
        }
        Ok(self.numbering.get_or_init(|| all))
    }

    /// Returns the games that came to a position, in the order of their numbers.
    pub(super) fn visits(&self, sought: Sought) -> Result<Vec<Visit>> {
        let rows = self.listed(sought.key)?;
        if rows.1 == 0 {
            return Ok(self.in_tail(sought)?.into_iter().collect());
        }
        let positions = self.index(self.positions.as_ref())?;
        let open = positions.open("key")?;
        let plies = read_numbers::<Int32Type>(&open.file, "ply", rows);
        let plies = plies.map_err(|error| positions.failed(failure(error)))?;
        let visit = |((game, packed_move), ply)| Visit { game, ply: ply as u32, packed_move };
        Ok(self.moves_in(rows)?.zip(plies).map(visit).collect())
    }

    /// Returns the games that came to a position, in the order of their numbers, each with the move
    /// that it made there.
    pub(super) fn moves(&self, sought: Sought) -> Result<Vec<(u64, Option<u16>)>> {
        let rows = self.listed(sought.key)?;
        if rows.1 > 0 {
            return Ok(self.moves_in(rows)?.collect());
        }
        Ok(self.in_tail(sought)?.map(|visit| (visit.game, visit.packed_move)).into_iter().collect())
    }

    /// Gives the games that came to a position to a function, some at a time in the order of their
    /// numbers, until it returns a value.
    pub(super) fn first_among<T>(
        &self,
        sought: Sought,
        mut find: impl FnMut(&[u64]) -> Result<Option<T>>,
    ) -> Result<Option<T>> {
        let (first, count) = self.listed(sought.key)?;
        if count == 0 {
            return self.in_tail(sought)?.map_or(Ok(None), |visit| find(&[visit.game]));
        }
        let positions = self.index(self.positions.as_ref())?;
        let open = positions.open("key")?;
        let (mut at, mut together) = (0, 64);
        while at < count {
            let rows = (first + at as u64, together.min(count - at));
            let games = read_numbers::<Int64Type>(&open.file, "game", rows);
            let games = games.map_err(|error| positions.failed(failure(error)))?;
            let games: Vec<u64> = games.into_iter().map(|game| game as u64).collect();
            if let Some(found) = find(&games)? {
                return Ok(Some(found));
            }
            at += together;
            together = (4 * together).min(1 << 16);
        }
        Ok(None)
    }

    /// Adds a position's cached counts to a tally. Returns false if nothing is cached and the
    /// visits must be counted.
    pub(super) fn add_kept(&self, key: PositionKey, tally: &mut Tally) -> Result<bool> {
        let Some(rollup) = &self.rollup else { return Ok(false) };
        let open = rollup.open("key")?;
        let has_facts = self.entry.tables >= FACTS_IN_ROLLUP;
        let pages = open.pages(key.as_i64());
        let kept = pages.and_then(|pages| Kept::read(&open.file, pages, key, has_facts));
        let Some(mut kept) = kept.map_err(|error| rollup.failed(failure(error)))? else {
            return Ok(false);
        };
        if !has_facts {
            kept.fill_in(self.numbering()?, self.summaries()?);
        }
        kept.add_to(tally);
        Ok(true)
    }

    /// Reads the keys of the games' digests. `None` if the segment has none.
    pub(super) fn digest_keys(&self) -> Result<Option<SortedKeys>> {
        let Some(digests) = &self.digests else { return Ok(None) };
        let open = digests.open("digest")?;
        let rows = open.file.rows();
        if rows != self.entry.games {
            let why = format!("it has {rows} games, not {}", self.entry.games);
            return Err(LibraryError::damaged(&digests.path, why));
        }
        let keys = read_numbers::<Int32Type>(&open.file, "digest", (0, rows as usize));
        let keys = keys.map_err(|error| digests.failed(failure(error)))?;
        Ok(Some(SortedKeys { keys, games: None }))
    }

    /// Returns the rows of a position in the index: the first one, and their number.
    fn listed(&self, key: PositionKey) -> Result<(u64, usize)> {
        let positions = self.index(self.positions.as_ref())?;
        let open = positions.open("key")?;
        let key = key.as_i64();
        let find = || {
            let pages = open.pages(key)?;
            let count = (pages.end - pages.start) as usize;
            let keys = read_numbers::<Int64Type>(&open.file, "key", (pages.start, count))?;
            let first = keys.partition_point(|other| *other < key);
            let count = keys[first..].partition_point(|other| *other == key);
            Ok((pages.start + first as u64, count))
        };
        find().map_err(|error| positions.failed(failure(error)))
    }

    /// Returns the games of rows of the index, with their moves.
    fn moves_in(&self, rows: (u64, usize)) -> Result<impl Iterator<Item = (u64, Option<u16>)>> {
        let positions = self.index(self.positions.as_ref())?;
        let open = positions.open("key")?;
        let read = || {
            let games = read_numbers::<Int64Type>(&open.file, "game", rows)?;
            Ok((games, read_numbers::<Int32Type>(&open.file, "move", rows)?))
        };
        let (games, moves) = read().map_err(|error| positions.failed(failure(error)))?;
        let of_game =
            |(game, move_)| (game as u64, (move_ != i32::from(NO_MOVE)).then_some(move_ as u16));
        Ok(games.into_iter().zip(moves).map(of_game))
    }

    /// Returns the one game that came to a position after it had left all others.
    fn in_tail(&self, sought: Sought) -> Result<Option<Visit>> {
        let tails = self.index(self.tails.as_ref())?;
        let SegmentEntry { games, tables, .. } = self.entry;
        let columns = tail_columns(tables);
        let open = tails.open(columns[0].name)?;
        let entries = TailEntries::of(open.file.rows(), games, tables);
        let [low, high] = entries.with_key(sought.key);
        let find = || {
            let pages = open.pages_between(low, high)?;
            let count = (pages.end - pages.start) as usize;
            let all = read_column(&open.file, columns[0], (pages.start, count))?;
            let first = all.partition_point(|entry| *entry < low);
            let count = all[first..].partition_point(|entry| *entry <= high);
            match columns {
                [_, games] => read_column(&open.file, *games, (pages.start + first as u64, count)),
                _ => Ok(all[first..first + count].to_vec()),
            }
        };
        let mut found = find().map_err(|error| tails.failed(failure(error)))?;
        found.dedup();
        for entry in found {
            let rows = if let Some(rows) = entries.rows(entry) {
                rows
            } else {
                let Some(row) = self.numbering()?.row_of(entry as u64) else { continue };
                row..row + 1
            };
            if let Some(visit) = self.visit_among(rows, sought)? {
                return Ok(Some(visit));
            }
        }
        Ok(None)
    }

    /// Replays games to find the first one that came to a position.
    fn visit_among(&self, rows: Range<u64>, sought: Sought) -> Result<Option<Visit>> {
        // The code of games of standard chess that begin as usual needs no other column.
        let is_standard = self.entry.tables >= STARTS_IN_CODE
            && self.entry.variants == [Variant::Standard.name()];
        let mut scan = self.scan(if is_standard { &["code"] } else { &PLAYED }, rows.clone())?;
        let mut row = rows.start;
        while let Some(batch) = scan.next(BLOCK_GAMES as usize)? {
            for at in 0..batch.len() {
                let found = if is_standard && !begins_as_usual(&batch, at) {
                    let alone = self.scan(&PLAYED, row..row + 1)?.next(1)?;
                    alone.and_then(|batch| last_visit(&batch, 0, sought))
                } else {
                    last_visit(&batch, at, sought)
                };
                if let Some((ply, packed_move)) = found {
                    return Ok(Some(Visit { game: self.numbering()?.at(row), ply, packed_move }));
                }
                row += 1;
            }
        }
        Ok(None)
    }

    /// Returns some columns of a game, as a batch of one row.
    pub(super) fn row(&self, game: u64, columns: &[&str]) -> Result<Option<Batch>> {
        let Some(row) = self.numbering()?.row_of(game) else { return Ok(None) };
        self.scan(columns, row..row + 1)?.next(1)
    }

    /// Reads rows of some columns, from 0.
    pub(super) fn scan(&self, columns: &[&str], rows: Range<u64>) -> Result<GameScan> {
        let places = Table::Library.places();
        let places = places.filter(|at| columns.is_empty() || columns.contains(&COLUMNS[*at].name));
        self.scan_places(places, rows)
    }

    /// Reads rows of columns by their places among [`COLUMNS`].
    pub(super) fn scan_places(
        &self,
        places: impl Iterator<Item = usize>,
        rows: Range<u64>,
    ) -> Result<GameScan> {
        let open = self.games.open("id")?;
        let scan = Scan::new(open.file.clone(), places, rows);
        let scan = scan.map_err(|error| self.games.failed(error))?;
        Ok(GameScan { scan, path: self.games.path.clone() })
    }

    /// Returns the rows to read together, from `row` on, at most `most`.
    pub(super) fn together(&self, row: u64, most: u64) -> Result<Range<u64>> {
        let file = &self.games.open("id")?.file;
        if row >= file.rows() {
            let why = format!("it has {} games, not {}", file.rows(), self.entry.games);
            return Err(LibraryError::damaged(&self.games.path, why));
        }
        let (group, first) = file.find(row);
        let left = (file.rows_of(group) - first) as u64;
        Ok(row..row + left.min(most))
    }

    /// Returns the end of the row group that begins at a row, if none of its games answers a query: the
    /// lists of its values say so.
    pub(super) fn end_of_group_without_answers(
        &self,
        row: u64,
        query: &Query,
    ) -> Result<Option<u64>> {
        let file = &self.games.open("id")?.file;
        let (group, first) = file.find(row);
        if first > 0 || row >= file.rows() {
            return Ok(None);
        }
        let has_value = |column, test: &ValueTest<'_>| {
            let values = file.texts_of(group, column).map_err(|e| self.games.failed(failure(e)))?;
            let passes = |values: Vec<String>| values.iter().any(|value| test(value));
            Ok::<_, LibraryError>(values.is_none_or(passes))
        };
        for (columns, test) in query.needed().filter_map(|(_, needed)| needed.test_of_values()) {
            // Tables of earlier versions do not have all columns.
            let mut may_answer = columns.iter().any(|column| file.leaf(column).is_err());
            for column in columns {
                may_answer = may_answer || has_value(column, &test)?;
            }
            if !may_answer {
                return Ok(Some(row + file.rows_of(group) as u64));
            }
        }
        Ok(None)
    }

    /// Reads all columns of a game.
    pub(super) fn game(&self, game: u64) -> Result<Option<Game>> {
        Ok(self.row(game, &[])?.map(|batch| batch.game(0)))
    }

    /// Returns the explorer's data about some games, given in the order of their numbers. A game
    /// that is not in the segment has the default.
    pub(super) fn summaries_of(
        &self,
        games: impl ExactSizeIterator<Item = u64>,
    ) -> Result<Vec<GameSummary>> {
        let numbering = self.numbering()?;
        let rows = games.map(|game| numbering.row_of(game));
        let count = rows.len() as u64;
        // Together with those before them they may be worth reading all.
        let alone = self.read_alone.fetch_add(count, Ordering::Relaxed) + count;
        if self.summaries.get().is_some() || alone > self.entry.games / READ_TOGETHER {
            let all = self.summaries()?;
            return Ok(rows
                .map(|row| row.and_then(|row| all.get(row as usize)).copied().unwrap_or_default())
                .collect());
        }
        let mut scan = self.scan(&GameSummary::COLUMNS, 0..self.entry.games)?;
        let mut found = Vec::with_capacity(rows.len());
        for row in rows {
            let before = found.len();
            if let Some(row) = row {
                scan.skip_to(row)?;
                if let Some(batch) = scan.next(1)? {
                    GameSummary::add_all(&batch, &mut found);
                }
            }
            found.resize(before + 1, GameSummary::default());
        }
        Ok(found)
    }

    /// Returns the names of a game's players; `None` if it is not in the segment.
    pub(super) fn names(&self, game: u64) -> Result<Option<[String; 2]>> {
        let alone = self.named_alone.fetch_add(1, Ordering::Relaxed) + 1;
        if self.names.get().is_none() && alone > self.entry.games / READ_TOGETHER {
            let mut scan = self.scan(&PlayerNames::COLUMNS, 0..self.entry.games)?;
            let names = PlayerNames::read(self.entry.games as usize, || scan.next(8192))?;
            self.names.get_or_init(|| names);
        }
        if let Some(names) = self.names.get() {
            let names = self.numbering()?.row_of(game).and_then(|row| names.of(row as usize));
            return Ok(names.map(|names| names.map(str::to_owned)));
        }
        let batch = self.row(game, &PlayerNames::COLUMNS)?;
        Ok(batch.map(|batch| PlayerNames::in_row(&batch, 0).map(str::to_owned)))
    }

    /// Returns the rows of the games in which White or Black, as `sides` says, has a name, in ascending
    /// order; `None` if they must be searched.
    pub(super) fn rows_of_player(&self, name: &Name, sides: [bool; 2]) -> Result<Option<Vec<u64>>> {
        let (Some(words), Some(players)) = (&self.words, &self.players) else { return Ok(None) };
        let Some(candidates) = named(words, name)? else { return Ok(None) };
        let open = players.open("player")?;
        let numbering = self.numbering()?;
        let failed = |error| players.failed(failure(error));
        let mut rows = Vec::new();
        for (player, is_meant) in candidates {
            let (first, last) = (2 * i64::from(player), 2 * i64::from(player) + 1);
            let pages = open.pages_between(first, last).map_err(failed)?;
            let count = (pages.end - pages.start) as usize;
            let found = read_numbers::<Int32Type>(&open.file, "player", (pages.start, count));
            let found = found.map_err(failed)?;
            let place = |side: i64| found.partition_point(|other| i64::from(*other) < side);
            let [start, middle, end] = [first, last, last + 1].map(place);
            let read = |places: Range<usize>| {
                let rows = (pages.start + places.start as u64, places.len());
                read_numbers::<Int64Type>(&open.file, "game", rows).map_err(failed)
            };
            if !is_meant {
                // The name is in the games.
                let is_white = middle > start;
                let one = if is_white { start..start + 1 } else { middle..end.min(middle + 1) };
                let Some(game) = read(one)?.first().copied() else { continue };
                let names = self.names(game as u64)?;
                if !names.is_some_and(|names| name.means(&names[usize::from(!is_white)])) {
                    continue;
                }
            }
            for places in [start..middle, middle..end].into_iter().zip(sides).filter(|(_, is)| *is)
            {
                let games = read(places.0)?.into_iter();
                rows.extend(games.filter_map(|game| numbering.row_of(game as u64)));
            }
        }
        rows.sort_unstable();
        rows.dedup();
        Ok(Some(rows))
    }

    /// Returns the explorer's data about the games, in their order.
    pub(super) fn summaries(&self) -> Result<&[GameSummary]> {
        if let Some(summaries) = self.summaries.get() {
            return Ok(summaries);
        }
        let mut all = Vec::with_capacity(self.entry.games as usize);
        let mut scan = self.scan(&GameSummary::COLUMNS, 0..self.entry.games)?;
        while let Some(batch) = scan.next(8192)? {
            GameSummary::add_all(&batch, &mut all);
        }
        if all.len() as u64 != self.entry.games {
            let why = format!("it has {} games, not {}", all.len(), self.entry.games);
            return Err(LibraryError::damaged(&self.games.path, why));
        }
        Ok(self.summaries.get_or_init(|| all))
    }
}

/// Most players that are looked up: if more may be meant, the games themselves are read.
const MOST_NAMES: usize = 1 << 12;

/// Most rows of `words` that are read for a word.
const MOST_WORDS: usize = 1 << 16;

/// Returns the players who may have a name with these keys, in ascending order, each with true if it
/// must be meant; `None` if there are too many, or no keys.
fn named(words: &IndexedFile, name: &Name) -> Result<Option<Vec<(i32, bool)>>> {
    let (keys, has_all) = name.keys();
    let open = words.open("word")?;
    let failed = |error| words.failed(failure(error));
    // Players with words by their first letters, and the letters after them.
    let with = |first: i64, last: i64| -> Result<Option<Vec<(i64, i32)>>> {
        let pages = open.pages_between(first, last).map_err(failed)?;
        let count = (pages.end - pages.start) as usize;
        if count > MOST_WORDS {
            return Ok(None);
        }
        let found = read_numbers::<Int64Type>(&open.file, "word", (pages.start, count));
        let found = found.map_err(failed)?;
        let start = found.partition_point(|key| *key < first);
        let count = found[start..].partition_point(|key| *key <= last);
        let rows = (pages.start + start as u64, count);
        let rests = read_numbers::<Int64Type>(&open.file, "rest", rows).map_err(failed)?;
        let players = read_numbers::<Int32Type>(&open.file, "player", rows).map_err(failed)?;
        Ok(Some(rests.into_iter().zip(players).collect()))
    };
    let mut all: Option<Vec<(i32, bool)>> = None;
    for NameKeys { begun, sound, initial } in keys {
        let mut players = Vec::new();
        let Some(found) = with(*begun.first.start(), *begun.first.end())? else { return Ok(None) };
        let found = found.into_iter().filter(|(rest, _)| begun.may_go_on(*rest));
        players.extend(found.map(|(_, player)| (player, begun.is_exact && has_all)));
        for key in sound.into_iter().chain(initial) {
            let Some(found) = with(key.first, key.first)? else { return Ok(None) };
            let found = found.into_iter().filter(|(rest, _)| *rest == key.rest);
            players.extend(found.map(|(_, player)| (player, false)));
        }
        // Of a player who is found in several ways, the exact one stays.
        players.sort_unstable_by_key(|(player, is_exact)| (*player, !is_exact));
        players.dedup_by_key(|(player, _)| *player);
        all = Some(match all {
            Some(before) => {
                let both = |(player, is_exact): (i32, bool)| {
                    let at = players.binary_search_by_key(&player, |(player, _)| *player).ok()?;
                    Some((player, is_exact && players[at].1))
                };
                before.into_iter().filter_map(both).collect()
            }
            None => players,
        });
    }
    Ok(all.filter(|players| players.len() <= MOST_NAMES))
}

/// The keys of a segment's games in ascending order.
#[derive(Debug)]
pub(super) struct SortedKeys {
    keys: Vec<i32>,
    /// The places of the games in the segment, from 0, unless a file has their numbers.
    games: Option<Vec<u32>>,
}

impl SortedKeys {
    /// Takes keys, with the places of their games, which are in no file.
    pub(super) fn made(sorted: Vec<(i32, u32)>) -> SortedKeys {
        let (keys, games) = sorted.into_iter().unzip();
        SortedKeys { keys, games: Some(games) }
    }

    /// Returns the numbers of the segment's games that have a key.
    pub(super) fn games(&self, segment: &Segment, key: i32) -> Result<Vec<u64>> {
        let first = self.keys.partition_point(|other| *other < key);
        let count = self.keys[first..].iter().take_while(|other| **other == key).count();
        if count == 0 {
            return Ok(Vec::new());
        }
        let numbering = segment.numbering()?;
        if let Some(games) = &self.games {
            let games = games[first..first + count].iter();
            return Ok(games.map(|place| numbering.at(u64::from(*place))).collect());
        }
        let Some(digests) = &segment.digests else { return Ok(Vec::new()) };
        let open = digests.open("digest")?;
        let games = read_numbers::<Int64Type>(&open.file, "game", (first as u64, count));
        let games = games.map_err(|error| digests.failed(failure(error)))?;
        let is_own = |game: &u64| numbering.row_of(*game).is_some();
        Ok(games.into_iter().map(|game| game as u64).filter(is_own).collect())
    }
}

/// Reads rows of the games of a segment.
pub(super) struct GameScan {
    scan: Scan,
    path: PathBuf,
}

impl GameScan {
    /// Passes over all rows before one.
    pub(super) fn skip_to(&mut self, row: u64) -> Result<()> {
        self.scan.skip_to(row).map_err(|error| LibraryError::io(&self.path, error))
    }

    /// Returns the next games, at most `most`; `None` at the end.
    pub(super) fn next(&mut self, most: usize) -> Result<Option<Batch>> {
        self.scan.next(most).map_err(|error| LibraryError::io(&self.path, error))
    }
}
