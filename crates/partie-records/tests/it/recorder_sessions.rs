//! Small sessions of our own, in `testdata/sessions`: each covers one event on a chess server.

use std::path::Path;

use partie_core::{Boards, Variant};
use partie_formats::{ReadOptions, options::Dialect};
use partie_records::recorder::{Recorded, View};
use partie_testkit::games::{codes, record, record_with, show};

fn session(name: &str) -> Vec<u8> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata/sessions").join(name);
    std::fs::read(path).expect(name)
}

/// The games of a session, and the codes of their diagnostics.
fn check(name: &str, expected: &[(&str, &[&str])]) -> Vec<Recorded> {
    let found = record(&session(name));
    let shown: Vec<_> = found.iter().map(|r| (show(r), codes(r))).collect();
    let shown: Vec<_> = shown.iter().map(|(s, c)| (s.as_str(), c.as_slice())).collect();
    assert_eq!(shown, expected, "{name}");
    found
}

const KIESERITZKY: &str = "e4 e5 f4 exf4 Bc4 Qh4+ Kf1 b5 Bxb5 Nf6 Nf3 Qh6 d3 Nh5 Nh4 Qg5 Nf5 c6 \
                           g4 Nf6 Rg1 cxb5";

#[test]
fn lost_boards_of_one_and_two_plies() {
    let game = format!("41 Anderssen-Kieseritzky 1-0 (Kieseritzky resigns): {KIESERITZKY}");
    let found = check("gap_closed.log", &[(&game, &["S12022", "S12022"])]);
    let messages: Vec<_> =
        found[0].record.parsed.diagnostics.iter().map(|d| d.message.to_string()).collect();
    assert_eq!(
        messages,
        [
            "1 ply was not in the stream; Qh4+ Kf1 leads to the board",
            "2 plies were not in the stream; Nf3 Qh6 d3 leads to the board",
        ]
    );
}

#[test]
fn six_lost_boards_part_a_game() {
    check(
        "gap_open.log",
        &[
            ("41 Anderssen-Kieseritzky *: e4 e5 f4 exf4 Bc4 Qh4+ [gap]", &["S12024"]),
            (
                "41 Anderssen-Kieseritzky 1-0 (Kieseritzky resigns): \
                 from rnb1kb1r/p1pp1ppp/5n1q/1B6/4Pp2/3P1N2/PPP3PP/RNBQ1K1R b kq - 0 7: \
                 Nh5 Nh4 Qg5 Nf5 c6 g4 Nf6 Rg1 cxb5",
                &[],
            ),
        ],
    );
}

#[test]
fn a_list_of_moves_joins_them_again() {
    let game = format!("41 Anderssen-Kieseritzky 1-0 (Kieseritzky resigns): {KIESERITZKY}");
    let found = check("gap_healed.log", &[(&game, &["S12022"])]);
    let tags = &found[0].record.game().tags;
    assert_eq!((tags.get("Date"), tags.get("Time")), (Some("1851.06.21"), Some("14:00:00")));
    assert_eq!(tags.get("WhiteElo"), Some("2412"));
}

#[test]
fn two_games_at_once_and_moves_taken_back() {
    let found = check(
        "two_games.log",
        &[
            ("12 Cid-Dot 1-0 (Dot forfeits on time): h4 g5 hxg5 h6 gxh6 Nf6 h7 Rg8 hxg8=N e5", &[]),
            ("7 Ann-Bob *: e4 c5 Nf3 e6 (d6 d4 cxd4) d4 cxd4 Nxd4 a6", &["S12025", "S12026"]),
        ],
    );
    assert_eq!(found[0].record.game().tags.get("TimeControl"), Some("60+0"));
    assert_eq!(found[1].record.game().tags.get("TimeControl"), Some("300+3"));
    assert_eq!(found[1].record.game().tags.get("BlackElo"), Some("1600"));
}

#[test]
fn variants() {
    let found = check(
        "fischer.log",
        &[(
            "3 Max-Moritz 1/2-1/2 (Game drawn by repetition): Chess960 \
             from bqnbrknr/pppppppp/8/8/8/8/PPPPPPPP/BQNBRKNR w KQkq - 0 1: \
             g3 g6 Nf3 Nf6 O-O O-O Nb3 e6 c4 c5",
            &[],
        )],
    );
    assert_eq!(found[0].record.game().tags.get("Event"), Some("ICC rated wild/fr game"));
    check(
        "atomic.log",
        &[("8 Boom-Bang *: Atomic Nf3 f6 Nd4 Nh6 Ne6 dxe6 d4 Qxd4 f3 a6", &["S12026"])],
    );
    // Nobody said that it was suicide: the king walked into a check.
    check(
        "suicide.log",
        &[("77 eins-zwei *: Suicide e3 d5 Ke2 d4 exd4 Qxd4 Kd3 Qxd3 cxd3", &["S12028", "S12026"])],
    );
    // A promoted piece comes back as a pawn.
    check(
        "crazyhouse_late.log",
        &[(
            "30 Zed-Zoe 1/2-1/2 (Zoe ran out of time and Zed has no material to mate): Crazyhouse \
             from rnbqk2r/ppP1ppbp/5np1/8/8/8/PPPP1PPP/RNBQKBNR[PP] w KQkq - 1 5: \
             cxb8=Q Rxb8 P@c7 Qxc7 Nf3 O-O N@h4 P@d3 Bxd3 b5",
            &["S12027"],
        )],
    );
}

#[test]
fn bughouse_on_two_boards() {
    let found = check(
        "bughouse.log",
        &[(
            "21+20 Nora-Olaf/Pia-Quin 1-0 (Pia resigns): B.e4 A.d4 b.d5 B.exd5 a.d5 A.c4 b.Qxd5 \
             a.dxc4 B.Nc3 A.P@e6 b.Qe5+ a.fxe6 B.Be2 A.e3",
            &[],
        )],
    );
    let game = found[0].record.game();
    assert_eq!(game.start, Boards::start(Variant::Bughouse));
    let tags = &game.tags;
    assert_eq!(
        ["WhiteA", "BlackAElo", "WhiteB", "BlackBElo", "Result"].map(|name| tags.get(name)),
        [Some("Nora"), Some("1650"), Some("Pia"), Some("1590"), Some("1-0")]
    );
    assert_eq!(found[0].view, View::Played(partie_core::Color::White));
}

#[test]
fn an_examined_game() {
    let found = check(
        "examine.log",
        &[(
            "5 Teacher-Teacher *: from 8/8/4k3/8/4P3/4K3/8/8 w - - 0 1: \
             Kd4 Kd6 Kc4 (e5+ Ke6 Ke4 Ke7 Kd5) Ke5 \
             [Teacher kibitzes: Black holds the opposition.] Kd3",
            &[],
        )],
    );
    assert_eq!(found[0].view, View::Examined);
}

#[test]
fn lines_copied_from_a_help_page() {
    check(
        "help_page.txt",
        &[(
            "7 Newton-Einstein *: e4 Nf6 Ke2",
            &[
                "S12004", "S12003", "S12004", "S12003", "S12004", "S12003", "S12004", "S12026",
                "S12003",
            ],
        )],
    );
}

#[test]
fn a_lone_position_and_players_who_switch_sides() {
    let found = check(
        "position.log",
        &[(
            "90 Kasparov-Topalov *: \
             from rnbqkb1r/ppp1pp1p/3p1np1/8/3PP3/2N1B3/PPP2PPP/R2QKBNR b KQkq - 1 4:",
            &[],
        )],
    );
    assert_eq!(found[0].view, View::Isolated);
    check(
        "switch.log",
        &[(
            "2 Udo-Ina * (Game aborted by mutual agreement): d4 d5 c4 [the players switched sides] \
             e6 Nc3 [Ina whispers: a long remark that the server wraps at the width of the \
             terminal because it does not fit]",
            &[],
        )],
    );
}

const FIRST: &str = "<12> rnbqkbnr pppppppp -------- -------- -------- -------- PPPPPPPP RNBQKBNR \
                     W -1 1 1 1 1 0 9 Ann Bob 0 180 5 39 39 180 180 1 none (0:00) none 0\n";

#[test]
fn the_dialect_of_the_initial_time() {
    let control = |text: &str, dialect| {
        let options = ReadOptions::default().dialect(dialect);
        let games = record_with(&[text.as_bytes()], &options);
        games[0].record.game().tags.get("TimeControl").map(str::to_owned)
    };
    assert_eq!(control(FIRST, Dialect::Minutes).as_deref(), Some("10800+5"));
    assert_eq!(control(FIRST, Dialect::Seconds).as_deref(), Some("180+5"));
    // Words settle it: they always count minutes.
    let log = format!("Creating: Ann (1500) Bob (1600) rated blitz 3 5\n{FIRST}");
    for dialect in [Dialect::Minutes, Dialect::Seconds] {
        assert_eq!(control(&log, dialect).as_deref(), Some("180+5"));
    }
}

#[test]
fn what_others_say_is_no_board() {
    // A player may say anything; a server's notice begins the line.
    for talk in ["Bob tells you: ", "Bob(50): ", "--> Bob ", ":Bob ", "\\   ", "Bob shouts: "] {
        let games = record(format!("fics% {talk}{FIRST}").as_bytes());
        assert!(games.is_empty(), "{talk}");
    }
    for lead in ["", "fics% ", "\u{7}", "fics% fics% ", "12:30_fics% ", "\u{15}3\u{16}80\u{16}"] {
        let games = record(format!("{lead}{FIRST}").as_bytes());
        assert_eq!(games.len(), 1, "{lead:?}");
    }
}

#[test]
fn boards_that_cannot_be_read_are_kept_as_text() {
    let cut = &FIRST[..100];
    let games = record(cut.as_bytes());
    assert_eq!(codes(&games[0]), ["S12001"]);
    assert_eq!(games[0].record.game().unread.as_deref(), Some(cut.trim()));
    // Beside an open game they belong to its text.
    let games = record(format!("{FIRST}{cut}\n").as_bytes());
    assert_eq!((games.len(), codes(&games[0])), (1, vec!["S12026", "S12001"]));
    assert!(games[0].record.text.ends_with(format!("{cut}\n").as_bytes()));
}

#[test]
fn the_next_game_under_the_same_number_is_another_game() {
    let creating = "Creating: Ann (1500) Bob (1600) rated blitz 3 5\n";
    let twice = format!("{creating}{FIRST}{creating}{FIRST}");
    assert_eq!(record(twice.as_bytes()).len(), 2);
    let other = FIRST.replace("Ann", "Cid");
    assert_eq!(record(format!("{FIRST}{other}").as_bytes()).len(), 2);
    // The same board again is a refresh.
    assert_eq!(record(format!("{FIRST}{FIRST}").as_bytes()).len(), 1);
}
