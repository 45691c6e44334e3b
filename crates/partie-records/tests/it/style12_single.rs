//! Single boards of Style 12: spaces and lines as web pages print them, unusual fields, and a
//! board's data besides its position, in every format that can hold them.

use std::path::Path;

use partie_core::{Game, Tags};
use partie_formats::{Format, ReadOptions, Record, WriteOptions};
use partie_pgn as pgn;
use partie_records::{dispatch, ndjson};
use partie_wire::style12::Style12;

const LINE: &str = "<12> rnbqkb-r pppppppp -----n-- -------- ----P--- -------- PPPPKPPP RNBQ-BNR \
    B -1 0 0 1 1 0 7 Newton Einstein 1 2 12 39 38 119 122 2 K/e1-e2 (0:06) Ke2 0";
const FEN: &str = "rnbqkb1r/pppppppp/5n2/8/4P3/8/PPPPKPPP/RNBQ1BNR b kq - 0 2";

/// Facts of the line besides its position.
const FACTS: [(&str, &str); 8] = [
    ("GameNumber", "7"),
    ("WhiteClock", "0:01:59"),
    ("BlackClock", "0:02:02"),
    ("WhiteStrength", "39"),
    ("BlackStrength", "38"),
    ("LastMove", "Ke2"),
    ("LastMoveVerbose", "K/e1-e2"),
    ("TimeTaken", "0:00:06"),
];

fn read(text: &[u8]) -> Vec<Record> {
    partie_records::style12::parse(text, &ReadOptions::default())
}

fn written(format: Format, record: &Record) -> (String, Vec<String>) {
    let mut out = Vec::new();
    let lossy = dispatch::write(format, record, "board.log", &WriteOptions::default(), &mut out);
    let lost = lossy.expect("memory").lost.into_iter().map(|loss| loss.0.to_string()).collect();
    (String::from_utf8(out).expect("UTF-8"), lost)
}

fn fen(record: &Record) -> String {
    written(Format::Fen, record).0.trim_end().to_owned()
}

fn facts(tags: &Tags) -> Vec<(&str, &str)> {
    FACTS.iter().filter_map(|(name, _)| Some((*name, tags.get(name)?))).collect()
}

fn codes(record: &Record) -> Vec<&'static str> {
    record.parsed.diagnostics.iter().map(|d| d.code.id).filter(|id| *id != "S12026").collect()
}

#[test]
fn files_of_broken_lines() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata/style12/broken");
    for (name, expected, number) in [
        ("no_break_space", &["S12003", "S12004", "S12027"][..], "7"),
        ("html_spaces", &["S12003", "S12013", "S12027"], "7"),
        ("long_number", &["S12027"], "4294967303"),
        ("lower_case", &["S12012", "S12027"], "7"),
    ] {
        let text = std::fs::read(folder.join(name).with_extension("log")).expect("file");
        let records = read(&text);
        assert_eq!(records.len(), 1, "{name}");
        assert_eq!(fen(&records[0]), FEN, "{name}");
        let mut found = codes(&records[0]);
        found.sort_unstable();
        assert_eq!(found, expected, "{name}");
        assert_eq!(records[0].game().tags.get("GameNumber"), Some(number), "{name}");
    }
    let text = std::fs::read(folder.join("unreadable_rank.log")).expect("file");
    let records = read(&text);
    assert_eq!(codes(&records[0]), ["S12002"]);
    assert_eq!(fen(&records[0]), "", "no position is invented");
}

#[test]
#[ignore = "long suite: reads the collections beside the repository"]
fn the_seed_text_has_its_board() {
    let seeds = partie_testkit::suite::shared("seeds");
    let text = std::fs::read(seeds.join("000_36143713645beb12.txt")).expect("the seed");
    assert_eq!(read(&text).iter().map(fen).collect::<Vec<_>>(), [FEN]);
}

/// A line may be broken before any field, and pages put any kind of space there.
#[test]
fn a_line_is_put_together_at_any_field() {
    let fields: Vec<&str> = LINE.split(' ').collect();
    for space in ["", " ", "   ", "\t", "\u{a0}", "\u{2003}", "\u{3000}", "\u{feff}", "&nbsp;"] {
        for at in 1..fields.len() {
            let (first, second) = (fields[..at].join(" "), fields[at..].join(" "));
            let text = format!("{first}\n{space}{second}\n");
            let records = read(text.as_bytes());
            assert_eq!(records.iter().map(fen).collect::<Vec<_>>(), [FEN], "{text:?}");
            assert_eq!(facts(&records[0].game().tags), FACTS, "{text:?}");
            assert_eq!(codes(&records[0]), ["S12004", "S12027"], "{text:?}");
        }
    }
}

#[test]
fn any_space_separates_fields() {
    for space in ["\u{a0}", "\u{1680}", "\u{2009}", "\u{202f}", "\u{3000}", "\u{200b}", "&#160;"] {
        let text = LINE.replace(' ', space);
        let board = Style12::parse(text.as_bytes()).expect("a board line");
        assert_eq!((&*board.value.white, board.value.game), ("Newton", 7), "{space:?}");
        let found: Vec<_> = board.diagnostics.iter().map(|d| d.code.id).collect();
        assert_eq!(found, ["S12013"], "{space:?}: said once");
        let mut again = Vec::new();
        board.value.write(&mut again);
        assert_eq!(again, text.as_bytes());
    }
    // One of them among plain spaces.
    let text = LINE.replace("Ke2 0", "Ke2&nbsp;0 1 250");
    let board = Style12::parse(text.as_bytes()).expect("a board line").value;
    assert_eq!((&*board.san, &*board.extra), ("Ke2", "1 250"));
    // The no-break space of 8-bit encodings; in UTF-8 that byte is part of a letter.
    let latin: Vec<u8> = LINE.bytes().map(|b| if b == b' ' { 0xa0 } else { b }).collect();
    assert_eq!(Style12::parse(&latin).expect("a board line").value.game, 7);
    let name = LINE.replace("Newton", "Citt\u{e0}");
    assert_eq!(Style12::parse(name.as_bytes()).expect("a board line").value.white, "Citt\u{e0}");
}

#[test]
fn numbers_of_games_may_be_long() {
    for number in ["0", "4294967295", "4294967296", "999999999999999999"] {
        let text = LINE.replace(" 7 ", &format!(" {number} "));
        let records = read(text.as_bytes());
        assert_eq!(records[0].game().tags.get("GameNumber"), Some(number));
        assert_eq!(codes(&records[0]), ["S12027"], "{number}");
        assert!(written(Format::Style12, &records[0]).0.contains(&format!(" {number} Newton")));
    }
    // Even if it cannot be read, the board can; the number is kept as a comment, which FEN has not.
    let records = read(LINE.replace(" 7 ", " 123456789012345678901234567890 ").as_bytes());
    assert_eq!((fen(&records[0]), codes(&records[0])), (FEN.to_owned(), vec!["S12027", "S12002"]));
    let (pgn, _) = written(Format::Pgn, &records[0]);
    assert!(pgn.contains("123456789012345678901234567890"), "{pgn}");
    // Words about the game find it.
    let end = "{Game 4294967296 (Newton vs. Einstein) Einstein resigns} 1-0";
    let records = read(format!("{}\n{end}\n", LINE.replace(" 7 ", " 4294967296 ")).as_bytes());
    assert_eq!(records[0].game().outcome.as_pgn(), "1-0");
}

/// Every format that can carry them carries clocks, last move, strength and number; the
/// others name them as lost.
#[test]
fn a_board_keeps_what_it_says() {
    let record = read(LINE.as_bytes()).remove(0);
    assert_eq!(facts(&record.game().tags), FACTS);

    let (text, lost) = written(Format::Pgn, &record);
    assert_eq!(lost, [""; 0]);
    let from_pgn: Vec<_> =
        pgn::read(text.as_bytes(), &ReadOptions::default()).map(|r| r.expect("memory")).collect();
    assert_eq!(facts(&from_pgn[0].game().tags), FACTS);
    assert_eq!(fen(&from_pgn[0]), FEN);

    let (text, lost) = written(Format::Ndjson, &record);
    assert_eq!(lost, [""; 0]);
    let from_json: Game = ndjson::parse(text.as_bytes(), &ReadOptions::default()).value;
    assert_eq!(facts(&from_json.tags), FACTS);

    for record in [&record, &from_pgn[0]] {
        let (text, _) = written(Format::Style12, record);
        let line = text.lines().find(|line| line.starts_with("<12>")).expect("a board line");
        // What an observer sees: relation 0, and the fields that FICS adds.
        assert_eq!(line, LINE.replace(" Einstein 1 ", " Einstein 0 ") + " 1 0");
        let again = read(text.as_bytes());
        assert_eq!(facts(&again[0].game().tags), FACTS);
    }
    for format in [Format::Fen, Format::Epd] {
        let (_, lost) = written(format, &record);
        let named = "the board's clocks, last move, time taken, strength and game number";
        assert!(lost.iter().any(|loss| loss == named), "{format:?}: {lost:?}");
    }
}

#[test]
fn milliseconds_and_negative_clocks_are_kept() {
    let text = LINE.replace(" 119 122 ", " 119125 -2500 ").replace("(0:06)", "(0:06.250)");
    let record = read(text.as_bytes()).remove(0);
    let tags = &record.game().tags;
    let clocks = [tags.get("WhiteClock"), tags.get("BlackClock"), tags.get("TimeTaken")];
    assert_eq!(clocks, [Some("0:01:59.125"), Some("-0:00:02.500"), Some("0:00:06.250")]);
    let (again, _) = written(Format::Style12, &record);
    assert!(again.contains(" 119125 -2500 2 K/e1-e2 (0:06.250) Ke2 "), "{again}");
}

/// A game that goes on from there has its first board's facts, and no clock is invented.
#[test]
fn a_game_that_begins_late_keeps_its_first_board() {
    let next = "<12> rnbqkb-r pppp-ppp -----n-- ----p--- ----P--- -------- PPPPKPPP RNBQ-BNR \
        W 4 0 0 1 1 0 7 Newton Einstein 1 2 12 39 38 119 130 3 P/e7-e5 (0:04) e5 0";
    let record = read(format!("{LINE}\n{next}\n").as_bytes()).remove(0);
    assert_eq!(record.game().ply_count(), 1);
    assert_eq!(facts(&record.game().tags), FACTS);
    // A game from its start has no such tags.
    let start = "<12> rnbqkbnr pppppppp -------- -------- -------- -------- PPPPPPPP RNBQKBNR \
        W -1 1 1 1 1 0 7 Newton Einstein 1 2 12 39 39 120 120 1 none (0:00) none 0";
    let e4 = "<12> rnbqkbnr pppppppp -------- -------- ----P--- -------- PPPP-PPP RNBQKBNR \
        B 4 1 1 1 1 0 7 Newton Einstein 1 2 12 39 39 120 120 1 P/e2-e4 (0:00) e4 0";
    let record = read(format!("{start}\n{e4}\n").as_bytes()).remove(0);
    assert_eq!(facts(&record.game().tags), []);
}
