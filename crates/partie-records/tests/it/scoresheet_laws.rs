//! Laws of scoresheets: text written in any language and notation reads back.

use partie_core::{
    Boards, Game, Language, NodeId, Notation, Ply, Position, Variant, moves::descriptive::Knight,
};
use partie_formats::{Format, ReadOptions, Severity, WriteOptions};
use partie_records::{detect, dispatch};
use partie_testkit::corpus::moves;
use partie_testkit::random::Chance;

/// Games of random legal moves in which pawns run, so that many promote.
fn random_games(count: usize, chance: &mut Chance) -> Vec<Game> {
    (0..count)
        .map(|_| {
            let mut game = Game::new(Variant::Standard);
            let mut position = Position::start(Variant::Standard);
            let mut node = NodeId::ROOT;
            let length = 2 + chance.below(120);
            while game.ply_count() < length && position.end().is_none() {
                let legal = position.legal_moves();
                let forward: Vec<_> = legal
                    .iter()
                    .filter(|m| m.is_promotion() || m.role() == partie_core::Role::Pawn)
                    .collect();
                let m = match forward.len() {
                    0 => legal[chance.below(legal.len())],
                    n if chance.below(2) == 0 => *forward[chance.below(n)],
                    _ => legal[chance.below(legal.len())],
                };
                position.play(Ply::Move(m)).expect("legal");
                node = game.tree.add(node, Ply::Move(m));
            }
            game
        })
        .collect()
}

/// All promotions of all kinds, and mate by one.
fn promotions(games: &[Game]) -> usize {
    let promotes =
        |g: &Game| g.plies().filter_map(|(_, p)| p.to_move()).filter(|m| m.is_promotion()).count();
    games.iter().map(promotes).sum()
}

fn written(games: &[Game], format: Format, notation: Notation) -> Vec<u8> {
    let options = WriteOptions::default().notation(notation);
    let mut out = Vec::new();
    for game in games {
        let lossy = match format {
            Format::ChessGamePlayer => partie_scoresheet::cgp::write(game, &options, &mut out),
            _ => partie_scoresheet::write(game, &options, &mut out),
        };
        lossy.expect("memory").ignore();
    }
    out
}

/// Reads a text and compares it with the games that it was written from: the same moves, and no
/// diagnostics.
fn assert_same(text: &[u8], format: Format, games: &[Game], what: &str) {
    let records: Vec<_> = dispatch::read(format, Box::new(text), &ReadOptions::default())
        .map(|r| r.expect("memory"))
        .collect();
    assert_eq!(records.len(), games.len(), "{what}: number of games");
    for (record, game) in records.iter().zip(games) {
        let text = String::from_utf8_lossy(&record.text);
        let reported: Vec<_> =
            record.parsed.diagnostics.iter().filter(|d| d.severity > Severity::Note).collect();
        assert_eq!(moves(record.game()), moves(game), "{what}: {reported:?}\n{text}");
        assert!(reported.is_empty(), "{what}: {reported:?}\n{text}");
    }
}

#[test]
fn chess_game_player_text_comes_back_in_every_language() {
    let mut chance = Chance::new(0x3a5e);
    let games = random_games(40, &mut chance);
    assert!(promotions(&games) >= 40, "{} promotions", promotions(&games));
    for language in Language::ALL {
        let text = written(&games, Format::ChessGamePlayer, Notation::Long(language));
        assert_same(&text, Format::ChessGamePlayer, &games, language.name());
    }
}

/// Notation and language stand in the head of a text, and it is detected and read by them.
#[test]
fn texts_come_back_in_every_notation_and_language() {
    let mut chance = Chance::new(0x51de);
    let games = random_games(16, &mut chance);
    let mut notations = vec![
        Notation::Uci,
        Notation::Iccf,
        Notation::Smith,
        Notation::Descriptive(Knight::N),
        Notation::Descriptive(Knight::Kt),
    ];
    for language in Language::ALL {
        notations.extend([Notation::San(language), Notation::Long(language)]);
    }
    for notation in notations {
        let what = format!("{notation:?}");
        let text = written(&games, Format::Scoresheet, notation);
        for name in [None, Some("game.txt")] {
            assert_eq!(detect::detect(&text, name), Format::Scoresheet, "{what}");
        }
        assert_same(&text, Format::Scoresheet, &games, &what);
    }
}

/// A position in which a letter is one piece in one language and another piece in another.
#[test]
fn the_language_in_the_head_decides() {
    let mut game = Game::new(Variant::Standard);
    let mut node = NodeId::ROOT;
    for m in ["d2d4", "c7c6", "c2c3", "a7a5", "b1d2"] {
        let mut boards = game.final_boards();
        let Boards::One(position) = &mut boards else { panic!("one board") };
        let ply = partie_core::moves::uci::read(position, m).expect("legal").ply;
        node = game.tree.add(node, ply);
    }
    for language in Language::ALL {
        let text = written(&[game.clone()], Format::Scoresheet, Notation::San(language));
        assert_same(&text, Format::Scoresheet, &[game.clone()], language.name());
    }
}
