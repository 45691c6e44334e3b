//! Artificial games, made by a rule: a capture if possible, else a random move. They are the same
//! each time.

use partie_core::{Color, Outcome, Ply, Position, Variant, moves::san};

/// Plays on until the wanted end; gives the moves in SAN and the last position.
fn play(
    start: &Position,
    seed: u64,
    stop: impl Fn(&Position) -> bool,
) -> Option<(Vec<String>, Position)> {
    let mut state = seed;
    let mut draw = |below: usize| {
        state =
            state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as usize % below
    };
    let mut position = start.clone();
    let mut moves = Vec::new();
    for _ in 0..3000 {
        if stop(&position) {
            return Some((moves, position));
        }
        if position.end().is_some() {
            return None;
        }
        let legal = position.legal_moves();
        let takes: Vec<_> = legal.iter().filter(|m| m.is_capture()).copied().collect();
        let from = if takes.is_empty() { legal.to_vec() } else { takes };
        let ply = Ply::Move(*from.get(draw(from.len()))?);
        moves.push(san::write(&position, ply));
        position.play(ply).ok()?;
    }
    None
}

/// The first of many made-up games that ends as wanted.
fn first(start: &Position, stop: impl Fn(&Position) -> bool) -> (Vec<String>, Position) {
    (1..200).find_map(|seed| play(start, seed, &stop)).expect("one of them")
}

/// Plays chess until neither side can mate.
#[allow(dead_code, reason = "each test file uses a part")]
pub(crate) fn until_bare_kings() -> (Vec<String>, Position) {
    first(&Position::start(Variant::Standard), |p| {
        p.board().occupied().count() == 2 && p.end().is_some_and(|(o, _)| o == Outcome::Draw)
    })
}

/// Chess until White has a bare king, and Black more and the move.
#[allow(dead_code, reason = "each test file uses a part")]
pub(crate) fn until_white_is_bare() -> (Vec<String>, Position) {
    first(&Position::start(Variant::Standard), |p| {
        let count = |color| p.board().by_color(color).count();
        count(Color::White) == 1
            && p.turn() == Color::Black
            && (p.board().pawns() | p.board().queens()).count() > 0
            && p.end().is_none()
    })
}

/// Suicide chess to its end, and the report of it.
#[allow(dead_code, reason = "each test file uses a part")]
pub(crate) fn suicide() -> (Vec<String>, String) {
    let (moves, position) = first(&Position::start(Variant::Suicide), |p| {
        Color::ALL.iter().any(|c| p.board().by_color(*c).is_empty())
    });
    let end = match position.end().map(|(outcome, _)| outcome) {
        Some(Outcome::Win(Color::White)) => "Adam wins by losing all material} 1-0",
        _ => "Boris wins by losing all material} 0-1",
    };
    (moves, end.to_owned())
}

/// Plays on from a position until both sides have made fifty moves without progress.
#[allow(dead_code, reason = "each test file uses a part")]
pub(crate) fn fifty_moves(start: &Position) -> Vec<String> {
    first(start, |p| p.halfmoves() == 100 && p.end().is_none()).0
}
