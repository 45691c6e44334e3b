//! JSON: a game written and read back is the same game.

mod common;

use std::path::Path;

use partie_core::Game;
use partie_formats::{ReadOptions, WriteOptions, ndjson, pgn};

fn same(game: &Game, name: &str) {
    let mut line = Vec::new();
    ndjson::write_game(game, &WriteOptions::default(), &mut line)
        .expect("memory")
        .exact()
        .expect("nothing is lost");
    let again = ndjson::parse(&line, &ReadOptions::default());
    let text = String::from_utf8_lossy(&line);
    assert!(
        again.diagnostics.is_empty() || game.start.first().problem().is_some(),
        "{name}: {:?} {text}",
        again.diagnostics
    );
    assert_eq!(again.value.tags, game.tags, "{name}");
    assert_eq!(again.value.tree, game.tree, "{name} {text}");
    assert_eq!(again.value.outcome, game.outcome, "{name}");
    assert_eq!(again.value.termination, game.termination, "{name}");
    assert_eq!(again.value.variant, game.variant, "{name}");
    assert_eq!(again.value.unread, game.unread, "{name}");
}

fn all(path: &Path) {
    for record in pgn::read(std::fs::File::open(path).expect("file"), &ReadOptions::default()) {
        let record = record.expect("file");
        same(record.game(), &format!("{} game {}", path.display(), record.number));
    }
}

#[test]
fn shared_games_come_back() {
    let Some(root) = common::shared("testdata") else { return };
    for name in [
        "scala_fixtures/fromTcecWithEngineOutput.pgn",
        "scala_fixtures/withNag.pgn",
        "kokopu/pgns/misc/database.pgn",
        "kokopu/pgns/chess960/database.pgn",
        "kokopu/pgns/antichess/database.pgn",
        "raptor/atomic.pgn",
        "pychess/zh.pgn",
        "pychess/chess960rwch.pgn",
        "bpgn/1934301.bpgn",
        "scoutfish/hayes.pgn",
        "wild/kevinludwig_14_null_move_twic.pgn",
        "pgn-extract/odds.pgn",
    ] {
        all(&root.join(name));
    }
}

#[test]
fn a_game_as_it_is_written() {
    let game = pgn::parse(
        b"[White \"A\"]\n\n1. e4! {best} e5 (1... c5 $5) 2. Ke3 *",
        &ReadOptions::default(),
    )
    .value;
    let mut line = Vec::new();
    ndjson::write_game(&game, &WriteOptions::default(), &mut line).expect("memory").ignore();
    assert_eq!(
        String::from_utf8_lossy(&line),
        concat!(
            r#"{"tags":{"White":"A"},"variant":"Standard","#,
            r#""start_fen":"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1","#,
            r#""moves":["e2e4","e7e5"],"san":["e4","e5"],"result":"*","termination":null,"#,
            r#""final_fen":"rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2","plies":2,"#,
            r#""nodes":[{},{"parent":0,"move":"e2e4","nags":[1],"comments":[{"place":"after","text":"best"}]},"#,
            r#"{"parent":1,"move":"e7e5"},{"parent":1,"move":"c7c5","nags":[5]}],"unread":"2. Ke3"}"#,
            "\n"
        )
    );
    same(&game, "small");
}
