//! Law: the moves that Partie says in words are read as what they were.

use partie_core::{Color, Game, NodeId, Ply, Position};
use partie_formats::{ReadOptions, Severity};
use partie_pgn as pgn;
use partie_speech::{Speech, SpeechLanguage};

/// Games with captures en passant, promotions, both kinds of castling, and pieces of one kind that
/// can go to the same square.
const GAMES: [&str; 3] = [
    "1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. O-O d6 5. Nc3 Bg4 6. d3 Qd7 7. Be3 O-O-O 8. Bxc5 dxc5 \
     9. Nd5 Bxf3 10. Qxf3 Nd4 11. Qd1 Nf6 12. Nxf6 gxf6",
    "1. d4 a6 2. d5 e5 3. dxe6 h5 4. exf7+ Ke7 5. fxg8=N+ Rxg8 6. Nd2 h4 7. Ngf3 h3 8. Ne4 hxg2 \
     9. Nfg5 gxh1=Q",
    "1. a4 h5 2. a5 h4 3. Ra4 h3 4. Rb4 a6 5. Rb6 Rh4 6. Rg6 Rg4 7. Rxg4 f5 8. Rg6 f4 9. e4 fxe3 \
     10. Qh5 exd2+ 11. Kd1 d6 12. Rg5+ g6 13. Qxg6#",
];

fn spoken(game: &Game, speech: Speech) -> String {
    let mut position = Position::default();
    let mut text = String::new();
    let mut node = game.tree.next(NodeId::ROOT);
    while let Some(at) = node {
        let ply = game.tree.ply(at).expect("a move");
        if position.turn() == Color::White {
            text.push_str(&format!("{}. ", position.fullmoves()));
        }
        text.push_str(&speech.ply(&position, ply));
        text.push('\n');
        position.play(ply).expect("legal");
        node = game.tree.next(at);
    }
    text
}

/// Returns the moves of the main line.
fn moves(game: &Game) -> Vec<Ply> {
    game.plies().map(|(_, ply)| ply).collect()
}

#[test]
fn spoken_moves_are_read() {
    let mut wrong = Vec::new();
    for movetext in GAMES {
        let game = pgn::parse(movetext.as_bytes(), &ReadOptions::default());
        let messages: Vec<_> = game.diagnostics.iter().map(|d| &d.message).collect();
        assert_eq!(game.value.unread, None, "{movetext} {messages:?}");
        let game = game.value;
        for language in SpeechLanguage::ALL {
            for brief in [false, true] {
                let text = spoken(&game, Speech { brief, ..Speech::new(language) });
                let read = partie_scoresheet::parse(text.as_bytes(), &ReadOptions::default());
                let doubts: Vec<_> = read
                    .diagnostics
                    .iter()
                    .filter(|d| d.severity > Severity::Note)
                    .map(|d| &d.message)
                    .collect();
                let (found, expected) = (moves(&read.value), moves(&game));
                if found != expected || !doubts.is_empty() {
                    wrong.push(format!(
                        "{} of {}: {doubts:?}\n{text}",
                        found.len(),
                        expected.len()
                    ));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
