//! Lists of moves that are damaged, or that name other games than the open ones: files in
//! `testdata/style12/broken`. No move is read that was not played, and none is lost.

#[allow(dead_code, reason = "each test binary uses its part of this")]
#[path = "common/account.rs"]
mod account;
mod common;
#[path = "common/games.rs"]
mod games;

use std::path::Path;

use games::{codes, record, show};
use partie_formats::{Format, ReadOptions};

/// A game as it is shown, its text that was not read, and its diagnostics.
type Expected = (&'static str, &'static str, &'static [&'static str]);

/// For each file: its games.
const FILES: [(&str, &[Expected]); 18] = [
    (
        "row_missing",
        &[(
            "55 Anna-Bert *: e4 e5 Nf3 Nc6",
            "4. d3 (0:01) Nf6 (0:01) 5. c3 (0:01) Be7 (0:01)",
            &["S12037"],
        )],
    ),
    (
        "rows_swapped",
        &[(
            "55 Anna-Bert *: Nf3 Nf6",
            "3. g3 (0:01) g6 (0:01) 2. c3 (0:01) e6 (0:01) 4. d4 (0:01) d5 (0:01)",
            &["S12037"],
        )],
    ),
    (
        "first_row_missing",
        &[(
            "55 Anna-Bert 1-0 (Bert resigns):",
            "2. Nf3 (0:01) Nc6 (0:01) 3. g3 (0:01) g6 (0:01)",
            &["S12037"],
        )],
    ),
    (
        "black_move_missing",
        &[("55 Anna-Bert 1-0 (Bert resigns): e4 e5 Nf3", "3. Nc3 (0:01) Nf6 (0:01)", &["S12037"])],
    ),
    (
        "white_move_missing",
        &[(
            "55 Anna-Bert 1-0 (Bert resigns): e4 e5",
            "2... Nf6 (0:01) 3. Nc3 (0:01) Nc6 (0:01)",
            &["S12037"],
        )],
    ),
    (
        "three_moves",
        &[(
            "55 Anna-Bert 1-0 (Bert resigns): e4 e5",
            "Nf3 (0:01) 2. Nc6 (0:01) Bb5 (0:01)",
            &["S12037"],
        )],
    ),
    ("row_twice", &[("55 Anna-Bert 1-0 (Bert resigns): e4 e5 Nf3 Nc6 Bb5 a6", "", &["S12038"])]),
    (
        "illegal_move",
        &[(
            "55 Anna-Bert 0-1 (Anna resigns): Nf3 Nf6",
            "2. g#3 (0:01) g6 (0:01) 3. Bg2zqx (0:01) Bg7 (0:01)",
            &["S12034"],
        )],
    ),
    (
        "illegal_black_move",
        &[(
            "55 Anna-Bert 0-1 (Anna resigns): Nf3 Nf6 g3",
            "2... g#6 (0:01) 3. Bg2 (0:01) Bg7 (0:01)",
            &["S12034"],
        )],
    ),
    ("without_rule", &[("55 Anna-Bert 1-0 (Bert resigns): e4 e5 Nf3 Nc6", "", &[])]),
    ("with_chat", &[("55 Anna-Bert 1-0 (Bert resigns): e4 e5 Nf3 Nc6 Bb5 a6", "", &[])]),
    (
        "same_number",
        &[("55 Anna-Bert *: e4 e5 Nf3 Nc6 Bb5 a6", "", &[]), ("55 Carla-Dirk *: d4 d5", "", &[])],
    ),
    ("other_time", &[("55 Anna-Bert *: e4 e5", "", &[]), ("55 Anna-Bert *: e4 c5", "", &[])]),
    (
        "other_start",
        &[
            (
                "55 Anna-Bert *: From Position from \
                 rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBN1 w Qkq - 0 1: e4 e5",
                "",
                &[],
            ),
            ("55 Anna-Bert *: e4 c5", "", &[]),
        ],
    ),
    (
        "of_earlier_game",
        &[
            ("0 Anna-Bert 0-1 (Anna resigns): e4 e5 Nf3 Nc6", "", &[]),
            (
                "55 Anna-Bert 1-0 (Bert resigns): \
                 from rnbqkbnr/pppppppp/8/8/3P4/8/PPP1PPPP/RNBQKBNR b KQkq - 0 1: d5",
                "",
                &["S12027"],
            ),
        ],
    ),
    (
        "against_boards",
        &[(
            "55 Anna-Bert 1-0 (Bert resigns): \
             from rnbqkbnr/pppppppp/8/8/3P4/8/PPP1PPPP/RNBQKBNR b KQkq - 0 1: d5",
            "1. e4 (0:00) e5 (0:00) 2. Nf3 (0:01) Nc6 (0:01)",
            &["S12027", "S12032"],
        )],
    ),
    ("other_line", &[("55 Anna-Bert 1-0 (Bert resigns): d4 d5 c4 (Nf3 Nc6)", "", &["S12032"])]),
    ("names_of_another", &[("55 Carla-Dirk 1-0 (Dirk resigns): d4 d5", "", &[])]),
];

fn file(name: &str) -> Vec<u8> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata/style12/broken");
    std::fs::read(folder.join(format!("list_{name}.log"))).expect(name)
}

#[test]
fn what_was_played_is_read_and_the_rest_kept() {
    let mut faults = Vec::new();
    for (name, expected) in FILES {
        let text = file(name);
        let found: Vec<_> = record(&text)
            .iter()
            .map(|game| {
                let unread = game.record.game().unread.as_deref().unwrap_or_default();
                let words: Vec<_> = unread.split_whitespace().collect();
                (show(game), words.join(" "), codes(game))
            })
            .collect();
        let same = found.len() == expected.len()
            && found.iter().zip(expected).all(|(f, e)| (f.0.as_str(), f.1.as_str(), &*f.2) == *e);
        if !same {
            faults.push(format!("{name}: expected {expected:#?}, but found {found:#?}"));
        }
        if let Err(why) = account::check(Format::Style12, &text, &ReadOptions::default()) {
            faults.push(format!("{name}: {why}"));
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

/// The place of a diagnostic is the row, and it covers all that was not read.
#[test]
fn a_cut_is_at_its_row() {
    for (name, first, last) in [
        ("illegal_move", "2.  g#3", "Bg7        (0:01)"),
        ("illegal_black_move", "g#6", "Bg7        (0:01)"),
        ("row_missing", "4.  d3", "Be7        (0:01)"),
    ] {
        let game = &record(&file(name))[0].record;
        let words = &game.text[game.parsed.diagnostics[0].span.clone()];
        assert!(words.starts_with(first.as_bytes()), "{name}: {}", words.escape_ascii());
        assert!(words.ends_with(last.as_bytes()), "{name}: {}", words.escape_ascii());
    }
}
