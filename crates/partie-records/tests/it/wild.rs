//! A wild game with castling from the d-file goes through every format that carries it.

use partie_core::{BoardId, Variant, moves::san};
use partie_formats::{Format, ReadOptions, Severity, WriteOptions, fen};
use partie_pgn as pgn;
use partie_records::ndjson;
use partie_wire::style12::Style12;

const GAME: &str = "[Event \"FICS rated wild/0 game\"]
[Site \"FICS freechess.org\"]
[Date \"2009.01.01\"]
[Round \"-\"]
[White \"a\"]
[Black \"b\"]
[Result \"*\"]
[SetUp \"1\"]
[FEN \"rnbkqbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\"]

1. e4 b6 2. Nf3 Bb7 3. Bc4 Nc6 4. O-O O-O 5. Re1 *
";

#[test]
fn castling_from_the_d_file() {
    let options = ReadOptions::default();
    let parsed = pgn::parse(GAME.as_bytes(), &options);
    let worst: Vec<_> = parsed
        .diagnostics
        .iter()
        .filter(|d| d.severity >= Severity::Warning)
        .map(|d| (d.code.id, d.message.clone()))
        .collect();
    let game = parsed.value;
    assert_eq!(game.variant, Variant::WildCastle, "{worst:?}");
    assert_eq!(game.ply_count(), 9, "{worst:?}");
    let last = game.final_boards();
    assert_eq!(
        fen::position(last.first(), &WriteOptions::default()),
        "1kr1qbnr/pbpppppp/1pn5/8/2B1P3/5N2/PPPP1PPP/RNBQR1K1 b - - 7 5"
    );

    let mut out = Vec::new();
    pgn::write(&game, &WriteOptions::default(), &mut out).expect("memory").ignore();
    let again = pgn::parse(&out, &options).value;
    assert_eq!((again.variant, &again.tree, &again.start), (game.variant, &game.tree, &game.start));
    assert!(String::from_utf8_lossy(&out).contains("4. O-O O-O"));

    let mut out = Vec::new();
    let record = pgn::read(GAME.as_bytes(), &options).next().expect("a game").expect("memory");
    ndjson::write(&record, "wild.pgn", &WriteOptions::default(), &mut out)
        .expect("memory")
        .ignore();
    let again = ndjson::read(&out[..], &options).next().expect("a game").expect("memory");
    assert_eq!(again.format, Format::Ndjson);
    assert_eq!((again.game().variant, &again.game().tree), (game.variant, &game.tree));

    // Every position as a Style 12 line, and its last move with it.
    let mut before = game.start.clone();
    for (id, ply) in game.plies() {
        assert_eq!(id, BoardId::A);
        let mut after = before.clone();
        after.play(id, ply).expect("legal");
        let line = Style12::after_move(before.first(), ply, after.first());
        let (position, _) = line.position(Variant::WildCastle);
        assert_eq!(position.board(), after.first().board());
        assert_eq!(position.castling_rights(), after.first().castling_rights());
        if ply.to_move().is_some_and(partie_core::Move::is_castle) {
            assert_eq!((line.verbose.as_ref(), line.san.as_ref()), ("o-o", "O-O"));
        }
        assert_eq!(san::read(before.first(), &line.san).expect("legal").ply, ply);
        before = after;
    }
}
