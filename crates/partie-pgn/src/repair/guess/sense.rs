//! Plausibility of a move, as a player sees it at a glance. It only decides between moves if the
//! record does not.

use partie_core::{Move, Position, Role, Square};

/// Returns the value of a piece, in pawns.
const fn worth(role: Role) -> i32 {
    match role {
        Role::Pawn => 1,
        Role::Knight | Role::Bishop => 3,
        Role::Rook => 5,
        Role::Queen => 9,
        Role::King => 20,
    }
}

/// Scores a move: its immediate gain less the gain of the best reply, with a bonus if it
/// recaptures, or if it explains the `answer` actually played.
pub(super) fn of(
    position: &Position,
    m: Move,
    captured_at: Option<Square>,
    answer: Option<Move>,
) -> i32 {
    let mut after = position.clone();
    after.play_unchecked(m);
    let won = gain(m);
    let lost = after
        .legal_moves()
        .into_iter()
        .map(|reply| {
            let mut then = after.clone();
            then.play_unchecked(reply);
            let back = then
                .legal_moves()
                .into_iter()
                .filter(|again| again.is_capture() && again.to() == reply.to())
                .map(|again| gain(again).max(0))
                .max()
                .unwrap_or(0);
            gain(reply) - back
        })
        .max()
        .unwrap_or(0);
    let mut sum = 4 * (won - lost.max(0));
    if m.is_capture() && captured_at == Some(m.to()) {
        sum += 6;
    }
    if let Some(answer) = answer {
        // A player who recaptures or steps out of check was captured or checked.
        if answer.is_capture() && answer.to() == m.to() {
            sum += if m.is_capture() { 16 } else { 2 };
        }
        if answer.role() == Role::King && !answer.is_castle() && after.is_check() {
            sum += 6;
        }
    }
    sum
}

/// Returns the material that a move wins at once.
fn gain(m: Move) -> i32 {
    let captured = match m {
        Move::EnPassant { .. } => Some(Role::Pawn),
        _ => m.capture(),
    };
    captured.map_or(0, worth) + m.promotion().map_or(0, |role| worth(role) - 1)
}
