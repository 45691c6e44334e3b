//! Unreadable text never becomes a position that nobody wrote.

use partie_formats::{Format, ReadOptions, Record, WriteOptions};
use partie_records::dispatch;

/// Texts without a position.
const TEXTS: [(Format, &str); 22] = [
    (Format::Fen, "Position: x"),
    (Format::Fen, "rnbqkbnr/pppppppp/8/8 w KQkq - 0 1"),
    (Format::Fen, "8/8/8/8/8/8/8/8/8 w - - 0 1"),
    (Format::Fen, "rnbqkbnr/ppppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"),
    (Format::Fen, "3Dk3/8/8/8/8/8/8/4K3 w - - 0 1"),
    (Format::Fen, "x/x/x/x/x/x/x/x w - - 0 1"),
    (Format::Epd, "Position: x"),
    (Format::Epd, "4k3/8/8/8 w - - bm Kd8; id \"four\";"),
    (Format::Epd, "3Dk3/8/8/8/8/8/8/4K3 w - - id \"German\";"),
    (Format::Pgn, "[SetUp \"1\"]\n[FEN \"x\"]\n\n1. e4 e5 *\n"),
    (Format::Pgn, "[FEN \"4k3/8/8/8 w - - 0 1\"]\n\n*\n"),
    (Format::Pgn, "[FEN \"3Dk3/8/8/8/8/8/8/4K3 w - - 0 1\"]\n\n*\n"),
    (Format::Pgn, "[SetUp \"1\"]\n[FEN \"?\"]\n\n*\n"),
    (Format::Pgn, "Dear all, this is no game.\n"),
    (Format::Ndjson, "{\"start_fen\":\"x\",\"moves\":[]}"),
    (Format::Ndjson, "{\"start_fen\":7,\"moves\":[]}"),
    (Format::Ndjson, "{\"fen\":\"x\",\"moves\":[]}"),
    (Format::Ndjson, "{\"start_fen\":\"3Dk3/8/8/8/8/8/8/4K3 w - - 0 1\",\"moves\":[]}"),
    (Format::Ndjson, "not JSON"),
    (
        Format::Style12,
        "<12> rnbqkbxr pppppppp -------- -------- -------- -------- PPPPPPPP RNBQKBNR W -1 1 1 1 \
         1 0 9 Ann Bob 0 3 0 39 39 180 180 1 none (0:00) none 0",
    ),
    (Format::Style12, "<12> rnbqkbnr pppppppp -------- -------- W -1 1 1 1 1 0 9 Ann Bob"),
    (Format::Scoresheet, "Dear all, this is no game.\n"),
];

fn records(format: Format, text: &str) -> Vec<Record> {
    dispatch::read(format, Box::new(text.as_bytes()), &ReadOptions::default())
        .map(|record| record.expect("memory"))
        .collect()
}

fn written(format: Format, record: &Record) -> (String, Vec<String>) {
    let mut out = Vec::new();
    let lossy = dispatch::write(format, record, "x", &WriteOptions::default(), &mut out);
    let lost = lossy.expect("memory").lost.into_iter().map(|loss| loss.0.to_string()).collect();
    (String::from_utf8(out).expect("UTF-8"), lost)
}

#[test]
fn nothing_is_written_where_nothing_was_read() {
    for (from, text) in TEXTS {
        let records = records(from, text);
        assert_eq!(records.len(), 1, "{text}");
        assert!(records[0].parsed.worst() >= Some(partie_formats::Severity::Warning), "{text}");
        for to in [Format::Fen, Format::Epd, Format::Style12] {
            let (out, lost) = written(to, &records[0]);
            assert_eq!(out, "", "{text} as {to:?}");
            let named = "the position, which could not be read";
            assert!(lost.iter().any(|loss| loss == named), "{text} as {to:?}: {lost:?}");
        }
    }
}

/// PGN and JSON say that there is a position which is not known, and say so again.
#[test]
fn an_unread_position_stays_unread() {
    for (from, text) in TEXTS {
        let record = &records(from, text)[0];
        for to in [Format::Pgn, Format::Ndjson] {
            let (out, _) = written(to, record);
            let again = &records(to, &out)[0];
            assert!(again.game().start.is_unread(), "{text} as {to:?}: {out}");
            if to == Format::Pgn {
                assert_eq!(written(to, again).0, out, "{text}");
            }
        }
    }
}

/// Legal moves are kept that confirm a damaged start.
#[test]
fn moves_confirm_a_start() {
    let fen = "rnbqkbnr/ppppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    let text = format!("[SetUp \"1\"]\n[FEN \"{fen}\"]\n\n1. e4 e5 2. Nf3 *\n");
    let record = &records(Format::Pgn, &text)[0];
    assert_eq!(record.game().ply_count(), 3);
    let (out, _) = written(Format::Fen, record);
    assert_eq!(out, "rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2\n");
}

/// A FEN of another program's objects is the start.
#[test]
fn the_field_fen_is_the_start() {
    let record =
        &records(Format::Ndjson, "{\"fen\":\"4k3/8/8/8/8/8/8/4K3 w - - 0 1\",\"moves\":[]}")[0];
    assert_eq!(written(Format::Fen, record).0, "4k3/8/8/8/8/8/8/4K3 w - - 0 1\n");
}

/// An empty tag does not contradict the start.
#[test]
fn an_empty_fen_is_no_position() {
    for text in ["[FEN \"\"]\n\n*\n", "[FEN \" \"]\n\n1. e4 *\n"] {
        let records = records(Format::Pgn, text);
        let (out, lost) = written(Format::Pgn, &records[0]);
        assert!(!records[0].game().start.is_unread(), "{text}: {out} {lost:?}");
    }
}

#[test]
fn unread_moves_stay_in_the_notation_of_the_text() {
    for text in [
        "[Event \"\"]\n\n2.0\ne2e4 *\n",
        "[Event \"\"]\n\n.s e2e4 *\n",
        "[Event \"\"]\n\nN-KB3 1. P-K4 P-K4 2. N-KB3 N-QB3 *\n",
        "[Event \"\"]\n\n1. P-K4 P-K4 2. N-KB3 N-QB3 12. B-N5 P-QR3 *\n",
    ] {
        for record in records(Format::Pgn, text) {
            let unread = record.game().unread.as_deref().unwrap_or_default();
            assert!(text.contains(unread), "{unread:?} of {text:?}");
        }
    }
}
