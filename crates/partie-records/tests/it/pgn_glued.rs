//! Moves, signs and results that are written without spaces between them: each is
//! understood, and reading always ends.

use partie_core::Outcome;
use partie_formats::{Format, ReadOptions, Record, WriteOptions, steps};
use partie_pgn as pgn;
use partie_pgn::repair::{RepairOptions, repair};

/// Games whose last move depends on the text glued to it, with their number of plies.
const GAMES: [(&str, usize); 4] = [
    ("1. e4 e5 2. d4 exd4", 4),
    ("1. e4 e5 2. Nf3 Nc6", 4),
    ("1. Nf3 Nf6 2. g3 g6 3. Bg2 Bg7 4. O-O O-O", 8),
    ("1. d4 (1. e4 e5) 1... d5 2. Bf4", 3),
];

/// Signs of informants and what else stands between a move and a result.
const SIGNS: [&str; 48] = [
    "", "!", "?", "!!", "??", "!?", "?!", "‼", "⁇", "⁉", "⁈", "!!!", "□", "=", "∞", "~", "⩲", "+=",
    "+/=", "⩱", "=+", "=/+", "±", "+/-", "∓", "-/+", "+-", "+−", "+–", "+--", "-+", "−+", "–+",
    "--+", "⨀", "○", "⟳", "↑", "→", "⯹", "⇆", "⨁", "∆", "Δ", "∇", "⌓", "N", "$14 ",
];

/// Punctuation between a move and a result, or between a sign and a result.
const MARKS: [&str; 8] = ["", ".", "...", "…", "-", "–", "—", "±∞"];

const RESULTS: [(&str, &str); 12] = [
    ("1-0", "1-0"),
    ("0-1", "0-1"),
    ("1/2-1/2", "1/2-1/2"),
    ("½-½", "1/2-1/2"),
    ("1/2", "1/2-1/2"),
    ("½", "1/2-1/2"),
    ("0.5-0.5", "1/2-1/2"),
    ("1:0", "1-0"),
    ("0:1", "0-1"),
    ("1–0", "1-0"),
    ("0—1", "0-1"),
    ("*", "*"),
];

const SPACES: [&str; 4] = ["", " ", "\n", "{x}"];

/// All records of a text, read in a bounded number of steps.
fn read(text: &str) -> Vec<Record> {
    let read = || pgn::read(text.as_bytes(), &ReadOptions::default()).map(|r| r.expect("memory"));
    steps::limited(steps::most(Format::Pgn, text.len()), || read().collect()).0
}

/// The only record of a text.
fn only(text: &str) -> Record {
    let mut records = read(text);
    assert_eq!(records.len(), 1, "{text}");
    records.remove(0)
}

/// Every combination, with the plies and the result that it says.
fn texts() -> impl Iterator<Item = (String, usize, &'static str)> {
    let mut number = 0;
    SIGNS
        .into_iter()
        .flat_map(|sign| MARKS.map(|mark| format!("{sign}{mark}")))
        .flat_map(|glued| RESULTS.map(|(result, outcome)| (glued.clone(), result, outcome)))
        .map(move |(glued, result, outcome)| {
            // Every game and every space with many of the others, in turns.
            number += 1;
            let (moves, plies) = GAMES[number % GAMES.len()];
            let space = SPACES[number * 2 / 3 % SPACES.len()];
            (format!("{moves}{glued}{space}{result}\n"), plies, outcome)
        })
}

#[test]
fn what_is_glued_to_a_move_is_understood() {
    for (text, plies, outcome) in texts() {
        let record = only(&text);
        let game = record.game();
        assert_eq!((game.ply_count(), game.outcome.as_pgn()), (plies, outcome), "{text}");
        assert_eq!(game.unread, None, "{text}");
    }
}

/// Repair separates glued words and changes nothing else; the written text reads back.
#[test]
fn what_is_glued_is_mended_and_written() {
    let options = ReadOptions::default();
    for (text, ..) in texts().step_by(7) {
        let record = only(&text);
        let level = RepairOptions::default();
        let most = steps::most_for_mending(Format::Pgn, text.len());
        let (mended, _) = steps::limited(most, || repair(&record, &level, &options));
        let mut written = Vec::new();
        let lost = pgn::write(record.game(), &WriteOptions::default(), &mut written);
        assert_eq!(lost.expect("memory").lost, [], "{text}");
        for again in [mended.text.as_str(), str::from_utf8(&written).expect("UTF-8")] {
            let again = only(again);
            assert_eq!(again.game().tree, record.game().tree, "{text}");
            assert_eq!(again.game().outcome, record.game().outcome, "{text}");
        }
        let glued = ["PGN068", "PGN081", "PGN091", "PGN094"];
        let again = only(&mended.text);
        let left = again.parsed.diagnostics.iter().find(|d| glued.contains(&d.code.id));
        assert!(left.is_none(), "{text}: {left:?} in {}", mended.text);
    }
}

/// Results and signs glued to each other: no part of a game is lost, and reading ends.
#[test]
fn results_glued_to_each_other() {
    for (words, outcome) in [
        ("Nc61-01-0", Outcome::from_pgn("1-0")),
        ("Nc6 1-01/2-1/2", Outcome::from_pgn("1-0")),
        ("Nc6 ½-½½-½", Outcome::from_pgn("1/2-1/2")),
        ("Nc6±1-0±", Outcome::from_pgn("1-0")),
        ("Nc6 ∞½-½", Outcome::from_pgn("1/2-1/2")),
        ("Nc6 N1-0", Outcome::from_pgn("1-0")),
        ("Nc6 1-0…", Outcome::from_pgn("1-0")),
        ("Nc6......1-0......*", Outcome::from_pgn("1-0")),
    ] {
        let record = only(&format!("1. e4 e5 2. Nf3 {words}\n"));
        assert_eq!(record.game().ply_count(), 4, "{words}");
        assert_eq!(Some(record.game().outcome), outcome, "{words}");
    }
    for part in ["1-0", "½-½", "+-", "∞", "…", "...", "-", "N", "*", "1:0", "exd4...1/2-1/2"]
    {
        for other in ["", " ", "1-0", "∞", "…", "e4", "(", ")", "{", "wins"] {
            for start in ["", "1. e4 ", "1. e4 (1. d4 ", "1. e4 word "] {
                for times in [1, 2, 9, 100] {
                    read(&format!("{start}{}\n", format!("{part}{other}").repeat(times)));
                }
            }
        }
    }
}

/// A game in which prose and moves take turns is searched for its moves in linear time.
#[test]
fn prose_between_all_moves() {
    for times in [500, 2000] {
        let text = format!("1. e4 x e5 x {}*\n", "Nf3 x Nc6 x Ng1 x Nb8 x ".repeat(times));
        assert_eq!(only(&text).game().ply_count(), 2 + 4 * times);
    }
}

/// Results in a variation do not each look for the end of the game.
#[test]
fn results_in_variations() {
    let text = format!(
        "1. e4 (1. Nf3 Nf6 {}{}*\n",
        "2. Ng1 1-0 Ng8 0-1 3. Nf3 * Nf6 1-0 ".repeat(1000),
        ") ".repeat(4000)
    );
    assert_eq!(only(&text).game().ply_count(), 1);
}
