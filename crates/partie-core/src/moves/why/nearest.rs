//! The legal moves that are most like an illegal one.

use crate::{
    Move, Position, Role, Square,
    moves::{
        castled,
        san::{Action, San},
    },
};

/// The greatest cost of a move that is offered.
const FAR: u32 = 4;

/// Up to three legal moves that are most like a text that is none, the likest first:
/// of the same piece from elsewhere or to a square close by or on the same file or
/// rank; of another piece to the same square; castling to the other side.
#[must_use]
pub fn nearest(position: &Position, san: &San) -> Vec<Move> {
    let mut scored: Vec<(u32, Option<Square>, Square, Move)> = position
        .legal_moves()
        .into_iter()
        .filter_map(|m| Some((cost(position, san.action, m)?, m.from(), m.to(), m)))
        .collect();
    // By squares where the cost is the same, and a queen before other promotions.
    scored.sort_by_key(|(cost, from, to, m)| {
        (*cost, from.map(u32::from), u32::from(*to), std::cmp::Reverse(m.promotion()))
    });
    scored.truncate(3);
    scored.into_iter().map(|(_, _, _, m)| m).collect()
}

/// How much a move differs from what is written; `None` if it is not like it at all.
fn cost(position: &Position, action: Action, m: Move) -> Option<u32> {
    let cost = match action {
        Action::Null => return None,
        Action::Castle(side) => match m {
            Move::Castle { .. } => u32::from(position.castling_side(m) != Some(side)),
            _ => return None,
        },
        Action::Drop { role, to } => match m {
            Move::Put { .. } => distance(position, role, to, m)?,
            _ => distance(position, role, to, m)? + 3,
        },
        Action::Piece { to_rank: None, file, to_file, .. } => {
            if m.role() != Role::Pawn || !m.is_capture() {
                return None;
            }
            let from = m.from().map(Square::file);
            2 * u32::from(from != file) + 2 * u32::from(m.to().file() != to_file)
        }
        Action::Piece {
            role,
            file,
            rank,
            capture,
            to_file,
            to_rank: Some(to_rank),
            promotion,
            ..
        } => {
            let to = Square::from_coords(to_file, to_rank);
            let mut cost = distance(position, role, to, m)?;
            if let Some(from) = m.from() {
                cost += 2 * u32::from(file.is_some_and(|f| f != from.file()));
                cost += 2 * u32::from(rank.is_some_and(|r| r != from.rank()));
            } else {
                cost += 3;
            }
            cost + u32::from(capture != m.is_capture())
                + u32::from(
                    promotion.unwrap_or(Role::Queen) != m.promotion().unwrap_or(Role::Queen),
                )
        }
    };
    (cost <= FAR).then_some(cost)
}

/// How far a move is from the piece and the target that are written.
fn distance(position: &Position, role: Role, to: Square, m: Move) -> Option<u32> {
    let target = castled(position, m).unwrap_or_else(|| m.to());
    let line = target.file() == to.file() || target.rank() == to.rank();
    let cost = match (m.role() == role, target.distance(to), line) {
        (true, 0, _) => 0,
        (true, 1, true) => 2,
        (true, 1, false) | (false, 0, _) => 3,
        (true, _, true) => 4,
        _ => return None,
    };
    // A pawn is known by its file.
    let other_pawn = role == Role::Pawn && m.role() == role && target.file() != to.file();
    Some(cost + 2 * u32::from(other_pawn))
}
