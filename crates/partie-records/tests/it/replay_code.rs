//! The code of moves and the keys of positions, on the games of the test data.

use partie_core::rules::{Boards, PositionKey, ReplayBoard, replay};
use partie_formats::ReadOptions;
use partie_testkit::corpus;

/// Decoding gives the plies that were encoded, and after each of them the key of the position.
#[test]
fn games_are_the_same_after_encoding_and_decoding() {
    let (mut games, mut plies, mut bytes) = (0, 0, 0);
    for path in corpus::pgn_files() {
        let text = std::fs::read(&path).expect("file");
        for record in partie_pgn::read(&text[..], &ReadOptions::default()) {
            let game = record.expect("a record").parsed.value;
            let Boards::One(start) = &game.start else { continue };
            let Some(mut board) = ReplayBoard::of(start) else {
                assert!(!replay::has_code(start.variant()) || start.problem().is_some());
                continue;
            };
            let mut encoder = board;
            let mut code = Vec::new();
            for (_, ply) in game.plies() {
                encoder.encode(ply, &mut code).expect("a legal ply has a code");
            }
            let (mut rest, mut position) = (&code[..], start.clone());
            assert_eq!(board.key(), PositionKey::of(&position));
            for (_, ply) in game.plies() {
                let played = board.decode(&mut rest).expect("valid");
                assert_eq!(played.to_ply(), ply, "{}", path.display());
                position.play(ply).expect("legal");
                assert_eq!(board.key(), PositionKey::of(&position), "{}", path.display());
                plies += 1;
            }
            assert!(rest.is_empty());
            assert_eq!(encoder.key(), board.key());
            games += 1;
            bytes += code.len();
        }
    }
    println!("{games} games of {plies} plies in {bytes} bytes");
    assert!(plies > 1000, "the test data moved");
}
