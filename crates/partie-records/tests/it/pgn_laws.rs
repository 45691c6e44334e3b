//! Laws of PGN: writing and reading gives the same game, raw games print themselves.

use partie_formats::{ReadOptions, Severity, WriteOptions, decode::decode};
use partie_pgn as pgn;
use partie_testkit::corpus;

/// Codes that a written game may have again, because the game was recorded that way and the writer
/// changes no record.
const STAY: &[(&str, &str)] = &[
    ("PGN013", "a tag keeps its name, also one with invalid characters"),
    (
        "PGN014",
        "the second value of a tag is a comment, but two spellings of one name are two tags",
    ),
    ("PGN016", "a date whose order nobody knows keeps its text"),
    ("PGN019", "a variant without rules here keeps its name"),
    ("PGN022", "a position that cannot be played stays as it was recorded"),
    ("PGN024", "a position keeps its text: what it should have been is not known"),
    ("PGN033", "a null move is a move of the game"),
    ("PGN037", "moves that an earlier repair could not read stay in their comment"),
    ("PGN095", "a recorded result stands against the final position"),
];

#[test]
fn written_games_read_back_as_themselves() {
    let options = ReadOptions::default();
    let (mut games, mut identical) = (0, 0);
    let mut wrong = Vec::new();
    for path in corpus::pgn_files() {
        let name = path.display().to_string();
        for record in pgn::read(std::fs::File::open(&path).expect("file"), &options) {
            let record = record.expect("file");
            let game = record.game();
            games += 1;
            let mut text = Vec::new();
            let lossy = pgn::write(game, &WriteOptions::default(), &mut text).expect("memory");
            let again = pgn::parse(&text, &options);
            identical += usize::from(text.trim_ascii() == record.text.trim_ascii());
            if game.unread.is_some() || !lossy.lost.is_empty() {
                continue;
            }
            let bad = again.diagnostics.iter().find(|d| {
                d.severity >= Severity::Repaired && !STAY.iter().any(|(code, _)| *code == d.code.id)
            });
            if again.value.tree != game.tree || again.value.outcome != game.outcome {
                wrong.push(format!("{name} game {}: other moves or comments", record.number));
            } else if let Some(d) = bad {
                wrong.push(format!("{name} game {}: {} {}", record.number, d.code.id, d.message));
            }
            let mut twice = Vec::new();
            pgn::write(&again.value, &WriteOptions::default(), &mut twice)
                .expect("memory")
                .ignore();
            if twice != text {
                wrong.push(format!("{name} game {}: written twice differs", record.number));
            }
        }
    }
    println!("{games} games, {identical} byte-identical");
    for w in &wrong {
        println!("{w}");
    }
    assert!(wrong.is_empty(), "{} wrong", wrong.len());
}

#[test]
fn tokens_lie_end_to_end() {
    for path in corpus::pgn_files() {
        let bytes = std::fs::read(&path).expect("file");
        let text = decode(&bytes, None).text;
        let mut at = 0;
        for token in pgn::token::scan(&text) {
            assert_eq!(token.span.start, at, "{}", path.display());
            at = token.span.end;
        }
        assert_eq!(at, text.len(), "{}", path.display());
    }
}

#[test]
fn records_lie_end_to_end() {
    for path in corpus::pgn_files() {
        let bytes = std::fs::read(&path).expect("file");
        if bytes.starts_with(b"\xff\xfe") {
            continue;
        }
        let mut at = 0;
        for record in pgn::read(&bytes[..], &ReadOptions::default()) {
            let record = record.expect("memory");
            let start = usize::try_from(record.byte).expect("small");
            assert!(start >= at, "{}", path.display());
            assert_eq!(&bytes[start..start + record.text.len()], record.text, "{}", path.display());
            at = start + record.text.len();
        }
    }
}
