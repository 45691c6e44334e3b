//! Lists of moves and lines about games that are damaged, or that name other games than the open
//! ones: files in `testdata/style12/broken`. No move is read that was not played, and none is lost.

#[allow(dead_code, reason = "each test binary uses its part of this")]
use partie_testkit::account;
use std::path::Path;

use partie_formats::{Format, ReadOptions};
use partie_testkit::games::{codes, record, show};

/// A game as it is shown, its text that was not read, and its diagnostics.
type Expected = (&'static str, &'static str, &'static [&'static str]);

/// For each file: its games.
const FILES: [(&str, &[Expected]); 31] = [
    (
        "list_row_missing",
        &[(
            "55 Anna-Bert *: e4 e5 Nf3 Nc6",
            "4. d3 (0:01) Nf6 (0:01) 5. c3 (0:01) Be7 (0:01)",
            &["S12037"],
        )],
    ),
    (
        "list_rows_swapped",
        &[(
            "55 Anna-Bert *: Nf3 Nf6",
            "3. g3 (0:01) g6 (0:01) 2. c3 (0:01) e6 (0:01) 4. d4 (0:01) d5 (0:01)",
            &["S12037"],
        )],
    ),
    (
        "list_first_row_missing",
        &[(
            "55 Anna-Bert 1-0 (Bert resigns):",
            "2. Nf3 (0:01) Nc6 (0:01) 3. g3 (0:01) g6 (0:01)",
            &["S12037"],
        )],
    ),
    (
        "list_black_move_missing",
        &[("55 Anna-Bert 1-0 (Bert resigns): e4 e5 Nf3", "3. Nc3 (0:01) Nf6 (0:01)", &["S12037"])],
    ),
    (
        "list_white_move_missing",
        &[(
            "55 Anna-Bert 1-0 (Bert resigns): e4 e5",
            "2... Nf6 (0:01) 3. Nc3 (0:01) Nc6 (0:01)",
            &["S12037"],
        )],
    ),
    (
        "list_three_moves",
        &[(
            "55 Anna-Bert 1-0 (Bert resigns): e4 e5",
            "Nf3 (0:01) 2. Nc6 (0:01) Bb5 (0:01)",
            &["S12037"],
        )],
    ),
    (
        "list_row_twice",
        &[("55 Anna-Bert 1-0 (Bert resigns): e4 e5 Nf3 Nc6 Bb5 a6", "", &["S12038"])],
    ),
    (
        "list_illegal_move",
        &[(
            "55 Anna-Bert 0-1 (Anna resigns): Nf3 Nf6",
            "2. g#3 (0:01) g6 (0:01) 3. Bg2zqx (0:01) Bg7 (0:01)",
            &["S12034"],
        )],
    ),
    (
        "list_illegal_black_move",
        &[(
            "55 Anna-Bert 0-1 (Anna resigns): Nf3 Nf6 g3",
            "2... g#6 (0:01) 3. Bg2 (0:01) Bg7 (0:01)",
            &["S12034"],
        )],
    ),
    ("list_without_rule", &[("55 Anna-Bert 1-0 (Bert resigns): e4 e5 Nf3 Nc6", "", &[])]),
    ("list_with_chat", &[("55 Anna-Bert 1-0 (Bert resigns): e4 e5 Nf3 Nc6 Bb5 a6", "", &[])]),
    (
        "list_same_number",
        &[("55 Anna-Bert *: e4 e5 Nf3 Nc6 Bb5 a6", "", &[]), ("55 Carla-Dirk *: d4 d5", "", &[])],
    ),
    ("list_other_time", &[("55 Anna-Bert *: e4 e5", "", &[]), ("55 Anna-Bert *: e4 c5", "", &[])]),
    (
        "list_other_start",
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
        "list_of_earlier_game",
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
        "list_against_boards",
        &[(
            "55 Anna-Bert 1-0 (Bert resigns): \
             from rnbqkbnr/pppppppp/8/8/3P4/8/PPP1PPPP/RNBQKBNR b KQkq - 0 1: d5",
            "1. e4 (0:00) e5 (0:00) 2. Nf3 (0:01) Nc6 (0:01)",
            &["S12027", "S12032"],
        )],
    ),
    (
        "list_other_line",
        &[("55 Anna-Bert 1-0 (Bert resigns): d4 d5 c4 (Nf3 Nc6)", "", &["S12032"])],
    ),
    ("list_names_of_another", &[("55 Carla-Dirk 1-0 (Dirk resigns): d4 d5", "", &[])]),
    (
        "list_chat_with_dashes",
        &[("55 Anna-Bert 1-0 (Bert resigns): e4 e5 Nf3 Nc6 Bb5 a6", "", &[])],
    ),
    ("list_then_game_end", &[("55 Anna-Bert 1-0 (Bert resigns): e4 e5 Nf3 Nc6", "", &["S12033"])]),
    ("list_game_end_inside", &[("55 Anna-Bert 1-0 (Bert resigns): e4 e5 Nf3 Nc6 Bb5 a6", "", &[])]),
    (
        "list_unread_times",
        &[(
            "55 Anna-Bert 1-0 (Bert resigns): e4 [(0:0l)] e5 [(0:l0)] Nf3 [0:01] Nc6 [[0:01]] \
             Bb5 [(0:01] a6 [0:01)] Ba4 [(0:] [01)] Nf6 [(0:02)] O-O [(0,01)] Be7",
            "",
            &["S12039"; 10],
        )],
    ),
    (
        "list_row_number_unread",
        &[(
            "55 Anna-Bert 1-0 (Bert resigns): e4 e5",
            "Z. Nf3 (0:01) Nc6 (0:01) 3. Bb5 (0:01) a6 (0:01)",
            &["S12037"],
        )],
    ),
    (
        "list_first_row_unread",
        &[(
            "55 Anna-Bert 1-0 (Bert resigns):",
            "l. e4 (0:00) e5 (0:00) 2. Nf3 (0:01) Nc6 (0:01)",
            &["S12037"],
        )],
    ),
    ("list_glued_numbers", &[("55 Anna-Bert 1-0 (Bert resigns): e4 e5 Nf3 Nc6", "", &[])]),
    (
        "list_odd_ends",
        &[
            ("55 Anna-Bert 1-0 (Bert resigns): e4 e5", "", &["S12040"]),
            ("56 Anna-Bert 1-0 (Bert resigns): e4 e5", "", &["S12040"]),
            ("57 Anna-Bert 1-0 (Bert resigns): e4 e5", "", &["S12040"]),
            ("58 Anna-Bert 1-0: e4 e5", "", &["S12040"]),
            ("59 Anna-Bert 1-0 (Bert resigns): e4 e5", "", &["S12040"]),
        ],
    ),
    (
        "list_result_unread",
        &[
            ("55 Anna-Bert *: e4 e5", "{Bert resigns} l-0", &["S12033"]),
            ("56 Anna-Bert *: e4 e5", "{Bert resigns}", &["S12033"]),
        ],
    ),
    (
        "delta_not_playable",
        &[(
            "9 Ann-Bob 1-0 (Bob resigns): [<d1> 9 1 e5 e2e5 751 180994 0] \
             [<d1> 9 3 e4 e2e4 751 180994 0] d4",
            "",
            &["S12034", "S12034"],
        )],
    ),
    (
        "facts_not_read",
        &[(
            "9 Ann-Bob 1-0 (Bob resigns): [<g1> 9 p=0 t=blitz r=1 u=0,0 it=l80,2 i=180,2 pt=0 \
             rt=1586E,2100 ts=1,0] e4",
            "",
            &["S12010"],
        )],
    ),
    (
        "board_times_unread",
        &[("9 Ann-Bob 1-0 (Bob resigns): e4 [(0:0l)] e5 [l80]", "", &["S12002", "S12002"])],
    ),
    (
        "game_end_unread",
        &[("9 Ann-Bob *: e4 [{Game 9 (Ann vs. Bob) Bob resigns} l-0]", "", &["S12010", "S12026"])],
    ),
];

fn file(name: &str) -> Vec<u8> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata/style12/broken");
    std::fs::read(folder.join(format!("{name}.log"))).expect(name)
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
        ("list_illegal_move", "2.  g#3", "Bg7        (0:01)"),
        ("list_illegal_black_move", "g#6", "Bg7        (0:01)"),
        ("list_row_missing", "4.  d3", "Be7        (0:01)"),
    ] {
        let game = &record(&file(name))[0].record;
        let words = &game.text[game.parsed.diagnostics[0].span.clone()];
        assert!(words.starts_with(first.as_bytes()), "{name}: {}", words.escape_ascii());
        assert!(words.ends_with(last.as_bytes()), "{name}: {}", words.escape_ascii());
    }
}

/// An unreadable time field gives no clock.
#[test]
fn times_that_are_not_read_are_none() {
    let games = record(&file("board_times_unread"));
    let game = games[0].record.game();
    let commands: Vec<_> = game
        .tree
        .mainline()
        .flat_map(|node| &game.tree.annotations(node).comments)
        .filter(|comment| comment.text.starts_with("[%"))
        .map(|comment| comment.text.as_str())
        .collect();
    assert_eq!(commands, ["[%clk 0:03:00]", "[%emt 0:00:07]"]);
}
