//! Verification of a library.

use std::{
    collections::HashSet,
    fmt, io,
    path::{Path, PathBuf},
};

use super::{
    Library, LibraryError, Result,
    checksum::checksum,
    digests::{DIGESTS, Digests},
    index::{POSITIONS, tail_columns},
    manifest::{FACTS_IN_ROLLUP, FOLDERS, INDEX_OF_GAMES, SegmentEntry},
    number_file::{NumberColumn, have_same_rows},
    numbering::GameNumbers,
    players::{PLAYERS, PlayerNames, WORDS},
    replayed::visits_of,
    rollup::{COUNTS, ROLLUP},
    segment::Segment,
    visits::{MEMORY, Visits},
};

/// A problem with a file of a library.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// Path of the file.
    pub path: PathBuf,
    /// Number of its segment.
    pub segment: u64,
    /// Description of the problem.
    pub what: String,
    /// True if the file can be rebuilt from the games.
    pub can_rebuild: bool,
}

impl Problem {
    /// Describes damage to the games of a segment.
    pub(super) fn of_games(segment: &Segment, what: String) -> Problem {
        let path = segment.path().to_owned();
        Problem { path, segment: segment.entry.number, what, can_rebuild: false }
    }

    /// Describes an error of a segment.
    pub(super) fn of(segment: &Segment, error: LibraryError) -> Problem {
        let path = match &error {
            LibraryError::Damaged { path, .. } | LibraryError::Io { path, .. } => path.clone(),
            _ => segment.path().to_owned(),
        };
        let can_rebuild = path != segment.path();
        Problem { path, segment: segment.entry.number, what: reason(error), can_rebuild }
    }

    /// Returns the command that repairs the file, or says what can be repaired.
    #[must_use]
    pub const fn remedy(&self) -> &'static str {
        if self.can_rebuild { "partie db check --rebuild" } else { "partie db check" }
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.path.display(), self.what)
    }
}

impl Library {
    /// Verifies sizes and checksums of all files, each game of an intact file, and the index
    /// against the games. Calls `each` for each replayed game.
    ///
    /// # Errors
    ///
    /// Fails if a temporary file for the comparison cannot be written. Unreadable files are
    /// reported as problems.
    pub fn check(&self, mut each: impl FnMut()) -> Result<Vec<Problem>> {
        let (mut problems, mut checked) = (Vec::new(), HashSet::new());
        let mut newest: Option<Library> = None;
        loop {
            let library = newest.as_ref().unwrap_or(self);
            for segment in library.segments().iter().chain(&library.removed) {
                if checked.insert(segment.entry.number) {
                    library.check_segment(segment, &mut each, &mut problems)?;
                }
            }
            for entry in library.manifest().kept_segments() {
                if checked.insert(entry.number) {
                    library.check_files(entry, |_| false, &mut problems);
                }
            }
            // Segments that were merged meanwhile are missing for no reason to complain.
            let now = Library::open(self.folder())?;
            let is_there =
                |number| now.manifest().kept_segments().any(|entry| entry.number == number);
            problems.retain(|problem| is_there(problem.segment));
            if now.manifest().number == library.manifest().number {
                return Ok(problems);
            }
            newest = Some(now);
        }
    }

    fn check_segment(
        &self,
        segment: &Segment,
        each: &mut impl FnMut(),
        problems: &mut Vec<Problem>,
    ) -> Result<()> {
        let entry = &segment.entry;
        let before = problems.len();
        self.check_files(entry, |path| path != segment.path(), problems);
        if problems[before..].iter().any(|problem| problem.path == segment.path()) {
            // There is no index to compare.
            return Ok(());
        }
        let mut bad = |what: String| problems.push(Problem::of_games(segment, what));
        let (numbering, visits, digests, players) = match replayed(segment, each) {
            Ok(index) => index,
            // A temporary file could not be written.
            Err(LibraryError::Io { path, error }) if path == std::env::temp_dir() => {
                return Err(LibraryError::Io { path, error });
            }
            Err(error) => {
                bad(reason(error));
                return Ok(());
            }
        };
        if !segment.has_index() {
            return Ok(());
        }
        if visits.len() != entry.positions {
            bad(format!("its games have {} positions, not {}", visits.len(), entry.positions));
            return Ok(());
        }
        // The same games have the same index: of one version byte for byte, else row for row.
        let folder = tempfile::tempdir();
        let folder = folder.map_err(|error| LibraryError::io(&std::env::temp_dir(), error))?;
        let [_, kinds @ ..] = FOLDERS;
        let made = kinds.map(|kind| folder.path().join(kind));
        let summaries = segment.summaries()?;
        let [paths @ .., digested, players_path, words_path] =
            made.each_ref().map(PathBuf::as_path);
        visits.write(&numbering, summaries, paths, entry.tables)?;
        digests.write(&numbering, digested)?;
        players.write(&numbering, [players_path, words_path])?;
        let has_facts = entry.tables >= FACTS_IN_ROLLUP;
        let rollup = if has_facts { &ROLLUP[..] } else { &ROLLUP[..COUNTS] };
        let columns: [&[NumberColumn]; 6] =
            [&POSITIONS, tail_columns(entry.tables), rollup, &DIGESTS, &PLAYERS, &WORDS];
        for ((kind, made), columns) in kinds.into_iter().zip(made).zip(columns) {
            // Earlier versions had fewer kinds.
            let is_there = match kind {
                "rollup" => entry.files.iter().any(|file| file.path.starts_with(kind)),
                "digests" | "players" | "words" => entry.tables >= INDEX_OF_GAMES,
                _ => true,
            };
            if !is_there {
                continue;
            }
            let path = self.file_of(segment, kind);
            if problems[before..].iter().any(|problem| problem.path == path) {
                continue;
            }
            let known = entry.files.iter().find(|file| self.folder().join(&file.path) == path);
            let is_copy = known.is_some_and(|known| {
                checksum(&made).is_ok_and(|made| made == (known.bytes, known.crc32))
            });
            if is_copy {
                continue;
            }
            let what = match have_same_rows(columns, [&path, &made]) {
                Ok(true) => continue,
                Ok(false) => "the index is not that of the games".to_owned(),
                Err(error) => reason(error),
            };
            problems.push(Problem { path, segment: entry.number, what, can_rebuild: true });
        }
        Ok(())
    }

    /// Compares the files of a segment with their checksums.
    fn check_files(
        &self,
        entry: &SegmentEntry,
        can_rebuild: impl Fn(&Path) -> bool,
        problems: &mut Vec<Problem>,
    ) {
        for file in &entry.files {
            let path = self.folder().join(&file.path);
            let what = match checksum(&path) {
                Err(error) => reason(error),
                Ok((bytes, _)) if bytes != file.bytes => {
                    format!("it has {bytes} bytes instead of {}", file.bytes)
                }
                Ok((_, crc32)) if crc32 != file.crc32 => {
                    "its content is not what was written".to_owned()
                }
                Ok(_) => continue,
            };
            let can_rebuild = can_rebuild(&path);
            problems.push(Problem { path, segment: entry.number, what, can_rebuild });
        }
    }

    fn file_of(&self, segment: &Segment, kind: &str) -> PathBuf {
        let file = segment.entry.files.iter().find(|file| file.path.starts_with(kind));
        self.folder().join(file.map_or(kind, |file| &file.path))
    }
}

/// Replays the games of a segment, and reads what the index of games is made of, if it has one.
fn replayed(
    segment: &Segment,
    each: &mut impl FnMut(),
) -> Result<(GameNumbers, Visits, Digests, PlayerNames)> {
    let has_index = segment.entry.tables >= INDEX_OF_GAMES;
    let path = segment.path();
    let mut visits = Visits::new(&std::env::temp_dir(), MEMORY);
    let mut digests = Digests::default();
    let mut players = PlayerNames::default();
    let mut numbering = GameNumbers::default();
    let replayed = ["id", "variant", "fen", "plies", "code", "wide"];
    let columns = if has_index { &[][..] } else { &replayed };
    let mut scan = segment.scan(columns, 0..u64::MAX)?;
    while let Some(batch) = scan.next(512)? {
        if has_index {
            players.add_all(&batch);
        }
        let column = |name: &str, row| batch.column(name).and_then(|column| column.number(row));
        for row in 0..batch.len() {
            let found = visits_of(&batch, row);
            let plies = column("plies", row).and_then(|plies| usize::try_from(plies).ok());
            let number = batch.number(row).unwrap_or_default();
            if !found.is_empty() && plies != Some(found.len() - 1) {
                let why = format!("game {number} has {} moves that can be read", found.len() - 1);
                return Err(LibraryError::damaged(path, why));
            }
            if !numbering.push(number) {
                let why = format!("game {number} does not come after the one before");
                return Err(LibraryError::damaged(path, why));
            }
            let (keys, moves): (Vec<_>, Vec<_>) = found.into_iter().unzip();
            let moves: Vec<_> = moves.into_iter().flatten().collect();
            visits.add(&keys, moves.iter().copied())?;
            if has_index {
                digests.add(&batch.record_digest(row, &moves));
            }
            each();
        }
    }
    let SegmentEntry { games, first_game, last_game, .. } = segment.entry;
    if numbering.len() != games {
        let why = format!("it has {} games, not {games}", numbering.len());
        return Err(LibraryError::damaged(path, why));
    }
    if [numbering.first(), numbering.last()] != [Some(first_game), Some(last_game)] {
        let why = format!("its games are not numbered from {first_game} to {last_game}");
        return Err(LibraryError::damaged(path, why));
    }
    Ok((numbering, visits, digests, players))
}

/// Returns an error's reason without its file, which the caller knows.
fn reason(error: LibraryError) -> String {
    match error {
        LibraryError::Damaged { why, .. } => why,
        LibraryError::Io { error, .. } if error.kind() == io::ErrorKind::NotFound => {
            "the file is missing".to_owned()
        }
        LibraryError::Io { error, .. } => error.to_string(),
        error => error.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use std::{
        collections::{BTreeMap, BTreeSet},
        fs::File,
        path::Path,
    };

    use partie_core::{Ply, Position, Variant, moves::san, rules::PositionKey};
    use partie_formats::{GameView as _, ReadOptions};

    use super::{
        super::{
            ExploreFilter, ExploreLimits, LibraryWriter, SegmentEntry, Visit,
            index::BLOCK_GAMES,
            number_file::{NumberKind, NumberWriter, read_column},
            rollup::popular,
        },
        *,
    };
    use crate::{columns::Row, reader::TableFile};

    /// Writes a file of the index of a library of one segment again, with the first of its columns. A
    /// function may change the numbers of the second one, and the manifest's entry.
    fn write_again(
        folder: &Path,
        kind: &str,
        columns: &[NumberColumn],
        change: impl Fn(&mut [i64], &mut SegmentEntry),
    ) {
        let mut manifest = Library::open(folder).expect("a library").manifest().clone();
        let entry = &mut manifest.segments[0];
        let at = entry.files.iter().position(|file| file.path.starts_with(kind)).expect("a file");
        let path = folder.join(&entry.files[at].path);
        let file = TableFile::of(File::open(&path).expect("a file")).expect("Parquet");
        let rows = (0, file.rows() as usize);
        let read = |column: &NumberColumn| read_column(&file, *column, rows).expect("rows");
        let mut numbers: Vec<_> = columns.iter().map(read).collect();
        change(&mut numbers[1], entry);
        let mut writer = NumberWriter::create(&path, kind, columns).expect("a disk");
        let written = writer.rows(|columns| {
            columns.iter_mut().zip(numbers).for_each(|(column, n)| column.extend(n.into_iter()));
        });
        written.expect("a disk");
        writer.finish(&path).expect("a disk");
        let file = &mut entry.files[at];
        let before = (file.bytes, file.crc32);
        (file.bytes, file.crc32) = checksum(&path).expect("a file");
        assert_ne!((file.bytes, file.crc32), before);
        manifest.commit(folder).expect("a disk");
    }

    /// Writes the positions as an earlier version did: keys and plies by their differences.
    fn write_positions_again(folder: &Path, change: fn(&mut [i64])) {
        let columns = POSITIONS.map(|NumberColumn { name, kind }| match kind {
            NumberKind::Runs64 => NumberColumn { name, kind: NumberKind::Int64 },
            NumberKind::Runs32 => NumberColumn { name, kind: NumberKind::Int32 },
            kind => NumberColumn { name, kind },
        });
        write_again(folder, "positions", &columns, |games, _| change(games));
    }

    /// Writes the index of positions of a library of one segment again, in tables of an earlier version.
    fn write_index_again(folder: &Path, tables: u64) {
        let library = Library::open(folder).expect("a library");
        let segment = &library.segments[0];
        let (numbering, visits, ..) = replayed(segment, &mut || ()).expect("a disk");
        let paths = ["positions", "tails", "rollup"].map(|kind| library.file_of(segment, kind));
        let summaries = segment.summaries().expect("a disk");
        visits
            .write(&numbering, summaries, paths.each_ref().map(PathBuf::as_path), tables)
            .expect("a disk");
        let mut manifest = library.manifest().clone();
        let entry = &mut manifest.segments[0];
        entry.tables = tables;
        for file in &mut entry.files {
            (file.bytes, file.crc32) = checksum(&folder.join(&file.path)).expect("a file");
        }
        manifest.commit(folder).expect("a disk");
    }

    fn problems(folder: &Path) -> Vec<String> {
        let problems = Library::open(folder).expect("a library").check(|| ()).expect("a disk");
        problems.into_iter().map(|problem| problem.what).collect()
    }

    #[test]
    fn an_index_in_another_encoding_is_that_of_the_games() {
        let folder = tempfile::tempdir().expect("a folder");
        let folder = &folder.path().join("library");
        let mut writer = LibraryWriter::create(folder).expect("a disk");
        let games = "1. e4 e5 2. Nf3 *\n\n1. e4 e5 2. Nc3 *\n\n1. d4 d5 *\n";
        for record in partie_pgn::read(games.as_bytes(), &ReadOptions::default()).flatten() {
            writer.add("games.pgn", &Row::of_library(&record)).expect("a disk");
        }
        writer.commit(&[]).expect("a disk");
        write_positions_again(folder, |_| ());
        assert_eq!(problems(folder), [] as [&str; 0]);
        write_positions_again(folder, |games| games[0] += 1);
        assert_eq!(problems(folder), ["the index is not that of the games"]);
    }

    /// Popular positions are counted alike, whether the file of their counts has the facts of the
    /// games that are shown or not.
    #[test]
    fn cached_counts_of_an_earlier_version() {
        let folder = tempfile::tempdir().expect("a folder");
        let folder = &folder.path().join("library");
        let mut writer = LibraryWriter::create(folder).expect("a disk");
        let games = popular(2) as u64 + 3;
        for number in 0..games {
            let pick = |some: [&'static str; 4]| some[(number / 7 % 4) as usize];
            let (result, control) =
                (pick(["1-0", "0-1", "1/2-1/2", "*"]), pick(["60", "-", "?", "900+5"]));
            let event = ["Rated game", "Casual game"][number as usize % 2];
            let title = ["GM", ""][number as usize % 2];
            let text = format!(
                "[Event \"{event}\"]\n[WhiteElo \"{}\"]\n[BlackElo \"{}\"]\n[WhiteTitle \"{title}\"]\n\
                 [Date \"{}.{:02}.01\"]\n[TimeControl \"{control}\"]\n\n1. {} {result}\n",
                1000 + number % 1000,
                1500 + number % 77,
                1990 + number % 30,
                number % 13,
                ["e4", "d4"][(number % 2) as usize],
            );
            let record =
                partie_pgn::read(text.as_bytes(), &ReadOptions::default()).flatten().next();
            writer.add("games.pgn", &Row::of_library(&record.expect("a game"))).expect("a disk");
        }
        writer.commit(&[]).expect("a disk");
        let explored = |filter: &ExploreFilter| {
            let limits = ExploreLimits {
                moves: 9,
                top_games: 16,
                recent_games: 16,
                history: false,
                unfinished: true,
            };
            let start = Position::start(Variant::Standard);
            Library::open(folder).expect("a library").explore(&start, filter, limits)
        };
        // A condition that all games meet has them counted one by one.
        let all = ExploreFilter { until: Some((9999, 12)), ..ExploreFilter::default() };
        let counted = explored(&all);
        assert_eq!(counted.results.games(), games);
        assert_eq!((counted.top_games.len(), counted.recent_games.len()), (16, 16));
        assert_eq!(explored(&ExploreFilter::default()), counted);
        assert_eq!(problems(folder), [] as [&str; 0]);
        write_index_again(folder, 2);
        write_again(folder, "rollup", &ROLLUP[..COUNTS], |_, _| ());
        assert_eq!(explored(&ExploreFilter::default()), counted);
        assert_eq!(problems(folder), [] as [&str; 0]);
    }

    /// The games that came to a position are found in each version: in the first and the last game of
    /// a block, and in games that do not begin as usual or have no code.
    #[test]
    fn positions_in_each_version() {
        const GAMES: u64 = 2 * BLOCK_GAMES + 5;
        const ENDING: &str = "[FEN \"4k3/p7/8/8/8/8/4P3/4K3 w - - 0 1\"]\n[SetUp \"1\"]\n";
        for other in ["", "[Variant \"Crazyhouse\"]\n", "[Variant \"Three-check\"]\n"] {
            let folder = tempfile::tempdir().expect("a folder");
            let folder = &folder.path().join("library");
            let mut writer = LibraryWriter::create(folder).expect("a disk");
            let mut expected: BTreeMap<i64, Vec<(u64, u32)>> = BTreeMap::new();
            let mut asked = BTreeSet::new();
            let mut seed = 1_u64;
            for game in 1..=GAMES {
                let tags = match game {
                    7 | BLOCK_GAMES => ENDING,
                    9 => other,
                    _ => "",
                };
                let read = |moves: &str| {
                    let text = format!("{tags}\n{moves} *\n");
                    let mut all = partie_pgn::read(text.as_bytes(), &ReadOptions::default());
                    all.next().expect("a game").expect("text")
                };
                let mut position = read("").game().start_boards().first().clone();
                let (mut visits, mut text) = (BTreeMap::new(), String::new());
                for ply in 0..40 {
                    let key = PositionKey::of(&position).as_i64();
                    let moves: Vec<_> = position.legal_moves().into_iter().collect();
                    seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                    let at = (seed >> 33) as usize % moves.len().max(1);
                    let Some(played) = moves.get(at).filter(|_| ply < 39).map(|m| Ply::Move(*m))
                    else {
                        visits.entry(key).or_insert(ply);
                        break;
                    };
                    visits.insert(key, ply);
                    text.extend([" ", &san::write(&position, played)]);
                    position.play(played).expect("legal");
                }
                let at_an_end = [0, 1, BLOCK_GAMES - 1].contains(&(game % BLOCK_GAMES));
                for (key, ply) in visits {
                    expected.entry(key).or_default().push((game, ply));
                    if (at_an_end || !tags.is_empty()) && ply % 5 == 4 {
                        asked.insert(key);
                    }
                }
                writer.add("games.pgn", &Row::of_library(&read(&text))).expect("a disk");
            }
            writer.commit(&[]).expect("a disk");
            expected.retain(|key, _| asked.contains(key));
            let found = || {
                let library = Library::open(folder).expect("a library");
                let visits = |key: &i64| library.visits(PositionKey::from_i64(*key));
                let found = asked.iter().map(|key| (*key, visits(key).expect("a disk")));
                found.collect::<BTreeMap<_, _>>()
            };
            let now = found();
            let plies = |all: &Vec<Visit>| all.iter().map(|v| (v.game, v.ply)).collect();
            let plies: BTreeMap<i64, Vec<_>> = now.iter().map(|(k, v)| (*k, plies(v))).collect();
            assert_eq!(plies, expected);
            assert_eq!(problems(folder), [] as [&str; 0]);
            write_index_again(folder, 4);
            assert_eq!(found(), now);
            assert_eq!(problems(folder), [] as [&str; 0]);
        }
    }
}
