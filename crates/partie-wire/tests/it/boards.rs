//! Boards for programs and for listeners: what is written is read back.

use std::sync::Arc;

use partie_core::{Color, Position, moves::san};
use partie_testkit::suite::shared;
use partie_wire::style12::{Relation, Style12};
use partie_wire::{
    display::{DisplayOptions, Style},
    ivars::{Ivar, Ivars},
    notice::{
        Notice,
        board::{BoardNotice, Moment},
    },
};

/// A program that reads clocks in milliseconds, or in seconds.
fn program(ms: bool) -> DisplayOptions {
    let mut ivars = Ivars::default();
    if ms {
        let _ = ivars.set(Ivar::Ms, true);
    }
    DisplayOptions { style: Style::Twelve, ivars, ..DisplayOptions::default() }
}

fn written(notice: &Notice, display: &DisplayOptions) -> String {
    let mut text = String::new();
    notice.write(display, &mut text);
    text.trim_end_matches('\n').to_owned()
}

/// Lines of servers, as they were sent.
const LINES: &[&str] = &[
    "<12> rnbqkbnr pppppppp -------- -------- -------- -------- PPPPPPPP RNBQKBNR W -1 1 1 1 1 0 1 Adam Boris 1 3 1 39 39 180000 180000 1 none (0:00.000) none 0 0 0",
    "<12> Qnbq-rk- p----ppp ---bpn-- -------- -------- -----N-- PPPP-PPP RNBQKB-R W -1 1 1 0 0 3 1 Adam Boris 0 3 1 47 31 176936 181243 7 o-o (0:00.751) O-O 1 1 25",
    "<12> rnb-kbnr ppp-pppp -------- ---q---- ----P--- -------- PPPP-PPP RNBQKBNR B -1 1 1 1 1 0 1 Boris Adam -1 3 0 24 24 178498 179248 3 P/@@-e4 (0:00.751) P@e4 1 1 0\n<b1> game 1 white [] black [P]",
    "<12> rnbqkbnr pppppppp -------- -------- -------- -------- PPPPPPPP RNBQKBNR W -1 1 1 1 1 0 1 Adam Adam 2 0 0 39 39 0 0 1 none (0:00.000) none 0 0 0",
    "<d1> 1 9 bxa8=Q b7a8rQ 751 180994 0",
    "<b1> game 1 white [P] black [] <- WP",
    "<g1> 1 p=0 t=blitz r=1 u=0,0 it=180,2 i=180,2 pt=0 rt=1586E,2100 ts=1,0 m=2 n=0",
];

#[test]
fn lines_are_read_and_written_as_they_stood() {
    for line in LINES {
        let notice = Notice::read(line);
        assert!(!matches!(notice, Notice::Page(_)), "{line}");
        let mut display = program(true);
        let _ = display.ivars.set(Ivar::Gameinfo, true);
        let again = written(&notice, &display);
        assert_eq!(again, *line);
        assert_eq!(Notice::read(&again), notice);
    }
}

#[test]
fn seconds_are_so_many_thousand_milliseconds() {
    let line = "<12> rnbqkbnr pppppppp -------- -------- ----P--- -------- PPPP-PPP RNBQKBNR B 4 1 1 1 1 0 1 Alpha Bravo 0 3 2 39 39 181 182 1 P/e2-e4 (0:02) e4 0 1 0";
    let notice = Notice::read(line);
    assert_eq!(written(&notice, &program(false)), line);
    let precise = line.replace(" 181 182 ", " 181000 182000 ").replace("(0:02)", "(0:02.000)");
    assert_eq!(written(&notice, &program(true)), precise);
}

/// After a move of a game between Adam and Boris, 3 1.
fn after(word: &str, relation: Relation, whole: bool) -> BoardNotice {
    let before = Position::default();
    let ply = san::read(&before, word).expect("a move").ply;
    let mut position = before.clone();
    position.play(ply).expect("legal");
    let mut line = Style12::after_move(&before, ply, &position);
    line.game = 7;
    line.white = "Adam".into();
    line.black = "Boris".into();
    (line.initial, line.increment) = (3, 1);
    line.clock = partie_core::ByColor { white: 160_400, black: 9_500 };
    let moment = Moment {
        line,
        ticking: true,
        lag: 0,
        delta: None,
        holdings: None,
        position,
        played: Some((before, ply)),
        previous: None,
    };
    BoardNotice { moment: Arc::new(moment), relation, side: Color::Black, whole }
}

#[test]
fn sentences_for_those_who_listen() {
    let listener = DisplayOptions { style: Style::Speech, ..DisplayOptions::default() };
    for (notice, expected) in [
        (
            after("Nf3", Relation::PlayingMyMove, false),
            "Move 1, White: knight from g1 to f3.\nYour clock: 9.5 seconds.\nYour opponent's \
             clock: 2 minutes 40 seconds.\nIt is your move.",
        ),
        (
            after("e4", Relation::Observing, false),
            "Game 7.\nMove 1, White: pawn from e2 to e4.\nWhite's clock: 2 minutes 40 \
             seconds.\nBlack's clock: 9.5 seconds.",
        ),
    ] {
        assert_eq!(written(&notice.into(), &listener), expected);
    }
    let whole = written(&after("e4", Relation::PlayingMyMove, true).into(), &listener);
    assert!(whole.starts_with("Game 7: Adam against Boris.\nMove 1, White: pawn"), "{whole}");
    assert!(whole.contains("White: king e1, queen d1, rooks a1 and h1"), "{whole}");
}

/// The lines with a tag of all recorded sessions, without what stands around them.
fn recorded(tag: &str) -> Vec<String> {
    let files = std::fs::read_dir(shared("testdata/ics")).expect("recordings");
    let mut lines = Vec::new();
    for file in files.flatten().map(|f| f.path()) {
        // Lasker's own spellings and a patched field are no model.
        let name = file.file_name().unwrap_or_default().to_string_lossy().into_owned();
        if !name.starts_with("fatics") || file.extension().is_none_or(|e| e != "raw") {
            continue;
        }
        let text = String::from_utf8_lossy(&std::fs::read(&file).expect("a file")).into_owned();
        let found = text.lines().map(|line| line.trim_matches(['\r', '\n']));
        lines.extend(found.filter(|line| line.starts_with(tag)).map(str::to_owned));
    }
    assert!(lines.len() > 5, "{tag}: {} lines", lines.len());
    lines
}

#[test]
#[ignore = "long suite: reads the collections beside the repository"]
fn recorded_lines_are_read_and_written_as_they_stood() {
    for tag in ["<12> ", "<d1> ", "<b1> ", "<g1> "] {
        for line in recorded(tag) {
            let notice = Notice::read(&line);
            assert!(!matches!(notice, Notice::Page(_)), "{line}");
            // With a fraction the clocks of the line are milliseconds.
            let precise = tag != "<12> " || line.contains("(0:0") && line.contains('.');
            let mut display = program(precise);
            let _ = display.ivars.set(Ivar::Gameinfo, true);
            assert_eq!(written(&notice, &display), line);
        }
    }
}

/// A damaged line stays text: unreadable values are not invented.
#[test]
fn damaged_lines_stay_text() {
    let board = LINES[0].strip_suffix(" 0 0").expect("a board");
    for line in [
        "<b1> game 1 white [PX] black []",
        "<b1> game 1 white [P] black",
        "<b1> game one white [P] black []",
        "<b1> game 1 white [P] black [] <- XQ",
        &board.replace(" 39 39 ", " 39 3x "),
        &board.replace("RNBQKBNR W", "RNBQKBN W"),
        &board.replace(" none 0", ""),
    ] {
        assert_eq!(Notice::read(line), Notice::Page(line.to_owned()), "{line}");
    }
    let text = format!("{board}\n<b1> game 1 white [P] black [Z]");
    let notices = partie_wire::notice_reader::read(&text);
    assert!(
        matches!(&notices[..], [whole, damaged] if matches!(&whole.notice, Notice::Board(b) if b.moment.holdings.is_none())
            && matches!(&damaged.notice, Notice::Page(text) if text.starts_with("<b1>"))),
        "{notices:?}"
    );
}
