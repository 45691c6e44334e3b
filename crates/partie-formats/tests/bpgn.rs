//! BPGN: the oracle's games, and writing what was read.

mod common;

use partie_core::BoardId;
use partie_formats::{Format, ReadOptions, WriteOptions, bpgn, fen};

#[test]
fn oracle_games() {
    let Some(root) = common::shared("testdata") else { return };
    let oracle = std::fs::read(root.join("ORACLE.json")).expect("oracle");
    let oracle: serde_json::Value = serde_json::from_slice(&oracle).expect("json");
    for (name, entry) in oracle["bpgn"]["files"].as_object().expect("files") {
        let bytes = std::fs::read(root.join(name)).expect("file");
        let parsed = bpgn::parse(&bytes, &ReadOptions::default());
        let errors: Vec<_> = parsed
            .diagnostics
            .iter()
            .filter(|d| d.severity >= partie_formats::Severity::Warning)
            .collect();
        assert!(errors.is_empty(), "{name}: {errors:?}");
        let game = parsed.value;
        let plies = |id| game.plies().filter(|(b, _)| *b == id).count() as u64;
        assert_eq!(entry["plies_A"], plies(BoardId::A), "{name}");
        assert_eq!(entry["plies_B"], plies(BoardId::B), "{name}");
        assert_eq!(entry["result"], game.outcome.as_pgn(), "{name}");
        let boards = game.final_boards();
        for (id, key) in [(BoardId::A, "final_fen_A"), (BoardId::B, "final_fen_B")] {
            assert_eq!(
                entry[key],
                fen::position(boards.board(id), &WriteOptions::default()),
                "{name} {id}"
            );
        }
        let mut out = Vec::new();
        bpgn::write(&game, &WriteOptions::default(), &mut out)
            .expect("memory")
            .exact()
            .expect("nothing lost");
        let again = bpgn::parse(&out, &ReadOptions::default());
        assert_eq!(again.value.tree, game.tree, "{name}");
        assert_eq!(again.value.termination, game.termination, "{name}");
        if name.starts_with("bpgn/") {
            assert_eq!(
                String::from_utf8_lossy(&out).trim(),
                String::from_utf8_lossy(&bytes).trim(),
                "{name}"
            );
        }
    }
}

#[test]
fn streams_mix_both_kinds() {
    let text = "[WhiteA \"a\"]\n1A. e4{1} *\n\n[White \"x\"]\n\n1. e4 *\n";
    let formats: Vec<_> = bpgn::read(text.as_bytes(), &ReadOptions::default())
        .map(|r| r.expect("memory").format)
        .collect();
    assert_eq!(formats, [Format::Bpgn, Format::Pgn]);
}
