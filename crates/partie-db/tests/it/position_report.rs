//! Reports on positions, novelties and preparation, compared with games that are played move by move.

use std::collections::BTreeMap;

use partie_core::{Boards, Color, Game, Position, moves::san, rules::PositionKey};
use partie_db::{
    library::{
        Endgame, ExploreFilter, ExploreLimits, Libraries, Library, NoveltySearch, PositionReport,
        ReportLimits,
    },
    player::{Preparation, PreparedGame, Repertoire},
    query::{Name, PositionLine, Subject},
};
use partie_formats::{ReadOptions, Record};

use crate::library::library_of;

const LIMITS: ReportLimits = ReportLimits { lines: 30, rows: 50 };

/// Games between club players; some come to the same positions by other moves.
const GAMES: [(&str, &str, &str, u16, u16, &str, &str); 12] = [
    ("Ada", "Ben", "1901.05.04", 0, 0, "1-0", "e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6"),
    ("Ben", "Cid", "1902.??.??", 2000, 2100, "0-1", "e4 e5 Nf3 Nc6 Bb5 Nf6 O-O"),
    ("Cid", "Ada", "1903.01.01", 2200, 2100, "1/2-1/2", "Nf3 Nc6 e4 e5 Bb5 a6 Bxc6 dxc6"),
    ("Ada", "Dov", "1903.01.02", 2300, 2000, "*", "e4 e5 Nf3 Nc6 Bb5"),
    ("Dov", "Ada", "1910.??.??", 2050, 2310, "1-0", "e4 e5 Nf3 Nc6 Bb5 a6 Ba4 b5 Bb3"),
    ("ADA", "Eve", "", 0, 0, "1-0", "e4 c5 Nf3 d6"),
    ("Eve", "Ben", "1911.02.03", 1900, 1950, "1-0", "d4 d5 c4 e6"),
    ("Ben", "Eve", "1911.02.04", 1950, 1900, "1/2-1/2", "Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 e3"),
    ("Cid", "Eve", "1911.02.05", 2200, 1900, "1-0", "Nf3 Nf6 Ng1 Ng8"),
    ("Eve", "Cid", "1912.01.01", 1900, 2200, "0-1", "e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O Be7"),
    ("Dov", "Eve", "1912.01.01", 2050, 1900, "1-0", "e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 d3"),
    ("Ada", "Cid", "1913.06.01", 2310, 2200, "1/2-1/2", "e4 e5 Nf3 Nc6 Bb5 g6 c3"),
];

fn record(number: usize) -> Record {
    let (white, black, date, white_elo, black_elo, result, moves) = GAMES[number];
    let text = format!(
        "[White \"{white}\"]\n[Black \"{black}\"]\n[Date \"{date}\"]\n[WhiteElo \"{white_elo}\"]\n\
         [BlackElo \"{black_elo}\"]\n[Result \"{result}\"]\n\n{moves} {result}\n"
    );
    let mut games = partie_pgn::read(text.as_bytes(), &ReadOptions::default());
    games.next().expect("a game").expect("memory")
}

/// A library in two segments.
fn made() -> (tempfile::TempDir, Library, Vec<Record>) {
    let folder = tempfile::tempdir().expect("a folder");
    let records: Vec<Record> = (0..GAMES.len()).map(record).collect();
    let library = library_of(&folder.path().join("library"), &records, 7);
    (folder, library, records)
}

fn position(moves: &str) -> Position {
    PositionLine::read(moves).expect(moves).position()
}

fn report(library: &Library, moves: &str, filter: &ExploreFilter) -> PositionReport {
    Libraries::from(library).report(&position(moves), filter, LIMITS)
}

/// Returns the keys of all positions of a game, and the moves made in them.
fn positions(game: &Game) -> (Vec<PositionKey>, Vec<String>) {
    let Boards::One(start) = &game.start else { return Default::default() };
    let mut position = start.clone();
    let (mut keys, mut words) = (vec![PositionKey::of(&position)], Vec::new());
    for (_, ply) in game.plies() {
        words.push(san::write(&position, ply));
        position.play(ply).expect("a legal move");
        keys.push(PositionKey::of(&position));
    }
    (keys, words)
}

#[test]
fn a_report_of_the_ruy_lopez() {
    let (_folder, library, _) = made();
    let report = report(&library, "e4 e5 Nf3 Nc6 Bb5", &ExploreFilter::default());
    assert!(report.problems.is_empty());
    assert_eq!(report.opening.map(|opening| opening.code), Some("C60"));
    let numbers = |results: partie_db::library::Results| {
        [results.white, results.draws, results.black, results.unknown]
    };
    assert_eq!(numbers(report.results), [3, 2, 2, 1]);
    assert_eq!((report.ended, report.of_games), (1, 12));
    let moves: Vec<(&str, u64, Option<&str>)> = report
        .moves
        .iter()
        .map(|(played, first)| {
            let first = first.as_ref().map(|game| &*game.names[0]);
            (&*played.san, played.results.games(), first)
        })
        .collect();
    // The first game of each move.
    assert_eq!(moves, [("a6", 5, Some("Ada")), ("g6", 1, Some("Ada")), ("Nf6", 1, Some("Ben"))]);
    let lines: Vec<String> = report
        .lines
        .iter()
        .map(|line| format!("{}{} {}", " ".repeat(line.depth), line.san, line.results.games()))
        .collect();
    assert_eq!(lines, [" a6 5", "  Ba4 4", "   Nf6 3"]);
    let orders: Vec<(String, u64)> =
        report.orders.iter().map(|order| (order.moves.join(" "), order.results.games())).collect();
    let usual = ("e4 e5 Nf3 Nc6 Bb5".to_owned(), 7);
    assert_eq!(orders, [usual, ("Nf3 Nc6 e4 e5 Bb5".to_owned(), 1)]);
    // Spellings of one name are one player.
    let white: Vec<(&str, u64)> =
        report.players[0].iter().map(|p| (&*p.name, p.results.games())).collect();
    assert_eq!(white, [("Ada", 3), ("Dov", 2), ("Cid", 1), ("Ben", 1), ("Eve", 1)]);
    let first = report.first_game.as_ref().map(|game| game.names.join("-"));
    assert_eq!(first.as_deref(), Some("Ada-Ben"));
    let newest: Vec<u64> = report.newest_games.iter().map(|game| game.number).collect();
    assert_eq!(newest[..3], [12, 11, 10]);
    assert_eq!(report.years[&1912].results.games(), 2);
    assert_eq!((report.years[&1911].of_games, report.years[&1911].results.games()), (3, 0));
}

#[test]
fn reports_count_what_the_games_say() {
    let (_folder, library, records) = made();
    let libraries = Libraries::from(&library);
    let limits = ExploreLimits {
        moves: 99,
        top_games: 0,
        recent_games: 0,
        history: false,
        unfinished: true,
    };
    let asked = ["", "e4", "e4 e5 Nf3 Nc6 Bb5", "Nf3", "Nf3 Nf6", "e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6"];
    let late = ExploreFilter { since: Some((1903, 1)), ..ExploreFilter::default() };
    for (moves, filter) in
        asked.iter().flat_map(|m| [(m, ExploreFilter::default()), (m, late.clone())])
    {
        let key = PositionKey::of(&position(moves));
        let report = report(&library, moves, &filter);
        let explored = libraries.explore(&position(moves), &filter, limits);
        let own: Vec<_> = report.moves.iter().map(|(played, _)| played.clone()).collect();
        assert_eq!(own, explored.moves, "{moves}");
        let (mut games, mut ended) = (0, 0);
        let mut counted: BTreeMap<String, u64> = BTreeMap::new();
        let mut lines: BTreeMap<String, u64> = BTreeMap::new();
        for record in &records {
            let year = record.date().map_or(0, partie_core::Date::year);
            let (keys, words) = positions(record.game());
            if !keys.contains(&key) || filter.since.is_some_and(|since| year < since.0) {
                continue;
            }
            games += 1;
            match keys[..words.len()].iter().rposition(|own| *own == key) {
                Some(at) => {
                    *counted.entry(words[at].clone()).or_default() += 1;
                    for end in at + 1..=words.len() {
                        *lines.entry(words[at..end].join(" ")).or_default() += 1;
                    }
                }
                None => ended += 1,
            }
        }
        assert_eq!((report.results.games(), report.ended), (games, ended), "{moves}");
        let own = report.moves.iter().map(|(m, _)| (m.san.clone(), m.results.games()));
        assert_eq!(own.collect::<BTreeMap<_, _>>(), counted, "{moves}");
        let sum: u64 = report.moves.iter().map(|(m, _)| m.results.games()).sum();
        assert_eq!(sum + report.ended, report.results.games());
        for (at, line) in report.lines.iter().enumerate() {
            let mut path: Vec<&str> = vec![&line.san];
            let mut parent = line.parent;
            while let Some(at) = parent {
                path.insert(0, &report.lines[at].san);
                parent = report.lines[at].parent;
            }
            assert_eq!(line.results.games(), lines[&path.join(" ")], "{moves}: {path:?}");
            // All games of a move ended, went on by a move of the tree, or by another one.
            let after = report.lines.iter().filter(|next| next.parent == Some(at));
            let after: u64 = after.map(|next| next.results.games()).sum();
            assert_eq!(line.results.games(), after + line.ended + line.others, "{path:?}");
        }
    }
}

#[test]
fn endings_of_positions() {
    let folder = tempfile::tempdir().expect("a folder");
    let game = |fen: &str, moves: &str| {
        let text = format!("[White \"A\"]\n[Black \"B\"]\n[FEN \"{fen}\"]\n\n{moves} 1/2-1/2\n");
        let mut games = partie_pgn::read(text.as_bytes(), &ReadOptions::default());
        games.next().expect("a game").expect("memory")
    };
    let kings = "Kf1 Kf8 Kg1 Kg8 Kf1 Kf8";
    for (fen, moves, endings) in [
        ("r5k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1", kings, vec![Endgame::Rooks]),
        ("2b3k1/5ppp/8/8/8/8/5PPP/2B3K1 w - - 0 1", kings, vec![Endgame::OppositeBishops]),
        (
            "5bk1/5ppp/8/8/8/8/5PPP/2B3K1 w - - 0 1",
            "Kf1 g6 Kg1 g5 Kf1 h6",
            vec![Endgame::SameBishops],
        ),
        ("6k1/5ppp/8/8/8/8/5PPP/6K1 w - - 0 1", kings, vec![Endgame::Pawns]),
        // Too short, and too many pieces.
        ("r5k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1", "Kf1 Kf8", vec![]),
        ("rr3bk1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1", "Kf1 Rb1+ Rxb1 Re8", vec![]),
        // The rooks go off: both endings last.
        (
            "r5k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1",
            "Kf1 Kf8 Ke1 Ke8 Rxa8+ Kd7 Kd2 Kd6 Kd3 Kd5",
            vec![Endgame::Rooks, Endgame::Other],
        ),
    ] {
        let records = [game(fen, moves)];
        let path = folder.path().join(format!("{}", fen.len() * 1000 + moves.len()));
        let library = library_of(&path, &records, 9);
        let start = PositionLine::read(fen).expect(fen).position();
        let libraries = Libraries::from(&library);
        let report = libraries.report(&start, &ExploreFilter::default(), LIMITS);
        let mut found: Vec<Endgame> = report.endings.iter().map(|(ending, _)| *ending).collect();
        found.sort_unstable();
        let mut expected = endings;
        expected.sort_unstable();
        assert_eq!(found, expected, "{fen} {moves}");
        assert_eq!(report.with_ending, u64::from(!expected.is_empty()));
    }
}

#[test]
fn novelties_by_dates() {
    let (_folder, library, records) = made();
    let filter = ExploreFilter::default();
    let mut search = NoveltySearch::new(Libraries::from(&library), &filter);
    let mut found = |number: usize| {
        let record = &records[number];
        let names = [record.known("White"), record.known("Black")].map(Option::unwrap_or_default);
        let novelty = search.of(record.game(), names, record.date())?;
        Some((novelty.ply, novelty.san, novelty.games))
    };
    let expected = [
        // Only the game without a date can be earlier.
        Some((1, "e5", 1)),
        Some((5, "Nf6", 1)),
        Some((0, "Nf3", 3)),
        None,
        Some((7, "b5", 1)),
        // Without a date every other game is earlier.
        Some((1, "c5", 7)),
        Some((0, "d4", 6)),
        Some((1, "Nf6", 1)),
        None,
        Some((8, "O-O", 1)),
        Some((8, "d3", 1)),
        Some((5, "g6", 7)),
    ];
    for (number, expected) in expected.into_iter().enumerate() {
        let found = found(number);
        let found = found.as_ref().map(|(ply, san, games)| (*ply, &**san, *games));
        assert_eq!(found, expected, "game {}", number + 1);
    }
    assert!(search.into_problems().is_empty());
}

/// Novelties are what a comparison with all games, move by move, finds.
#[test]
fn no_earlier_game_has_the_position_of_a_novelty() {
    let (_folder, library, records) = made();
    let filter = ExploreFilter::default();
    let mut search = NoveltySearch::new(Libraries::from(&library), &filter);
    for (number, record) in records.iter().enumerate() {
        let earlier = |other: usize| {
            let dates = record.date().zip(records[other].date());
            other != number && dates.is_none_or(|(own, other)| other.earliest() < own.earliest())
        };
        let known: Vec<Vec<PositionKey>> = (0..records.len())
            .filter(|other| earlier(*other))
            .map(|other| positions(records[other].game()).0)
            .collect();
        let (keys, _) = positions(record.game());
        let new = |key: &PositionKey| !known.iter().any(|keys| keys.contains(key));
        let expected = keys[1..].iter().position(new).map(|ply| {
            (ply, known.iter().filter(|other| other.contains(&keys[ply])).count() as u64)
        });
        let names = [record.known("White"), record.known("Black")].map(Option::unwrap_or_default);
        let novelty = search.of(record.game(), names, record.date());
        let found = novelty.map(|novelty| (novelty.ply, novelty.games));
        assert_eq!(found, expected, "game {}", number + 1);
    }
}

#[test]
fn preparation_against_a_player() {
    let (_folder, _, records) = made();
    let name = Name::new("ada", false).expect("a name");
    let mut preparation = Preparation::default();
    for (record, number) in records.iter().zip(1..) {
        if let Some(game) = PreparedGame::of(record, &name) {
            preparation.add(number, game);
        }
    }
    let mut repertoire = Repertoire::default();
    let text = "1. e4 e5 (1... c5 2. Nf3 Nc6) (1... e6 2. d4) 2. Nf3 Nc6 3. Bb5 g6 (3... Nd4) *";
    let mut games = partie_pgn::read(text.as_bytes(), &ReadOptions::default());
    let lines = games.next().expect("a game").expect("memory");
    assert!(repertoire.add_game(lines.game()));
    assert_eq!(repertoire.len(), 4);
    let white = preparation.side(Color::White, (20, 10), Some(&repertoire));
    assert_eq!((white.score.won, white.score.drawn, white.score.open), (2, 1, 1));
    let lines: Vec<String> =
        white.lines.iter().map(|line| format!("{} {}", line.san, line.results.games())).collect();
    assert_eq!(lines, ["e4 4", "e5 3", "Nf3 3", "Nc6 3", "Bb5 3"]);
    let first: Vec<(String, u64)> =
        white.years.iter().map(|(moves, years)| (moves.join(" "), years.values().sum())).collect();
    assert_eq!(first, [("e4".to_owned(), 4)]);
    let meeting = white.meeting.expect("a repertoire");
    let unmet: Vec<String> = meeting.unmet.iter().map(|line| line.moves.join(" ")).collect();
    // Games with 3... g6 and 2... d6 are known, those with 1... e6 and 3... Nd4 are not.
    assert_eq!(unmet, ["e4 e6", "e4 c5 Nf3 Nc6", "e4 e5 Nf3 Nc6 Bb5 Nd4"]);
    assert_eq!(meeting.unmet_count, 3);
    let black = preparation.side(Color::Black, (20, 10), None);
    assert_eq!((black.score.lost, black.score.drawn), (1, 1));
    assert!(black.meeting.is_none());
    let newest: Vec<u64> = preparation.newest().iter().map(|game| game.number).collect();
    assert_eq!(newest, [12, 5, 4, 3, 1, 6]);
}
