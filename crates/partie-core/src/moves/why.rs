//! Why a move is illegal, in a sentence for a chess player, and what may have been meant.

use shakmaty::{Position as _, attacks};

use super::san::{Action, San};
use crate::{CastlingSide, Color, Move, Ply, Position, Role, Square};

/// Says why a move that is none cannot be played.
///
/// ```
/// use partie_core::{Language, Position, moves::{san::San, why}};
/// let san = San::parse("Bc4", Language::English).expect("a move");
/// assert_eq!(
///     why::why_illegal(&Position::default(), &san),
///     "the bishop on f1 cannot reach c4: a pawn stands on e2"
/// );
/// ```
#[must_use]
pub fn why_illegal(position: &Position, san: &San) -> String {
    if let Some(problem) = position.problem() {
        return format!("the position cannot be played: {problem}");
    }
    match san.action {
        Action::Null => "a side in check cannot pass".to_owned(),
        Action::Castle(side) => why_no_castling(position, side),
        Action::Drop { role, to } => why_no_drop(position, role, to),
        Action::Piece { role, to_file, to_rank: Some(to_rank), .. } => {
            let to = Square::from_coords(to_file, to_rank);
            why_no_move(position, san, role, to)
        }
        Action::Piece { to_file, .. } => {
            format!("no pawn can capture on the {}-file", to_file.char())
        }
    }
}

fn why_no_move(position: &Position, san: &San, role: Role, to: Square) -> String {
    let turn = position.turn();
    let name = role_name(role);
    if let Some(piece) = position.piece_at(to).filter(|p| p.color == turn) {
        return format!("{}'s own {} stands on {to}", side(turn), role_name(piece.role));
    }
    let Action::Piece { file, rank, promotion, .. } = san.action else {
        return "there is no such move".to_owned();
    };
    let pieces: Vec<Square> = position.board().by_piece(role.of(turn)).into_iter().collect();
    if pieces.is_empty() {
        return format!("{} has no {name}", side(turn));
    }
    let named: Vec<Square> = pieces
        .iter()
        .copied()
        .filter(|s| file.is_none_or(|f| f == s.file()) && rank.is_none_or(|r| r == s.rank()))
        .collect();
    if named.is_empty() {
        let from = match (file, rank) {
            (Some(f), Some(r)) => format!("on {}", Square::from_coords(f, r)),
            (Some(f), None) => format!("on the {}-file", f.char()),
            (None, Some(r)) => format!("on rank {}", r.char()),
            (None, None) => String::new(),
        };
        return format!("{} has no {name} {from}", side(turn));
    }
    // Whose geometry fits?
    let reaching: Vec<Square> =
        named.iter().copied().filter(|from| can_reach(position, role, *from, to)).collect();
    if let Some(from) = reaching.first() {
        return why_king_hangs(position, role, *from, to, promotion);
    }
    if let Some(other) = position.clone().after_null()
        && san.resolve(&other).is_ok()
    {
        return format!("it is {}'s move; for {} it would be legal", side(turn), side(!turn));
    }
    if role == Role::Pawn {
        return why_no_pawn(position, file.is_some(), to);
    }
    // Of several pieces the one that stands on a line with the square was meant.
    let aligned: Vec<Square> =
        named.iter().copied().filter(|from| blocker(position, role, *from, to).is_some()).collect();
    let meant = if aligned.len() == 1 { &aligned } else { &named };
    if let [from] = meant.as_slice() {
        if let Some(blocker) = blocker(position, role, *from, to) {
            let piece = position.piece_at(blocker).map_or("piece", |p| role_name(p.role));
            return format!(
                "the {name} on {from} cannot reach {to}: a {piece} stands on {blocker}"
            );
        }
        return format!("the {name} on {from} cannot reach {to}");
    }
    format!("no {name} can reach {to}")
}

/// Whether a piece attacks or may step to a square, kings left out of account.
fn can_reach(position: &Position, role: Role, from: Square, to: Square) -> bool {
    let board = position.board();
    let occupied = board.occupied();
    let turn = position.turn();
    if role != Role::Pawn {
        return attacks::attacks(from, role.of(turn), occupied).contains(to);
    }
    let enemy = board.by_color(!turn).contains(to) || position.en_passant() == Some(to);
    if attacks::pawn_attacks(turn, from).contains(to) {
        return enemy;
    }
    if from.file() != to.file() || occupied.contains(to) {
        return false;
    }
    let step = i32::from(to.rank()) - i32::from(from.rank());
    let forward = if turn == Color::White { 1 } else { -1 };
    let start = if turn == Color::White { crate::Rank::Second } else { crate::Rank::Seventh };
    step == forward
        || step == 2 * forward
            && from.rank() == start
            && !attacks::between(from, to).into_iter().any(|s| occupied.contains(s))
}

fn why_king_hangs(
    position: &Position,
    role: Role,
    from: Square,
    to: Square,
    promotion: Option<Role>,
) -> String {
    let turn = position.turn();
    if let Some(promotion) = promotion {
        let last = if turn == Color::White { crate::Rank::Eighth } else { crate::Rank::First };
        if to.rank() != last || role != Role::Pawn {
            return "only a pawn that reaches the last rank promotes".to_owned();
        }
        if matches!(promotion, Role::King | Role::Pawn) {
            return format!("a pawn cannot become a {}", role_name(promotion));
        }
    }
    let board = position.board();
    let Some(king) = board.king_of(turn) else {
        return "a capture must be made when there is one".to_owned();
    };
    let forced = position.legal_moves().iter().any(|m| m.is_capture())
        && !board.by_color(!turn).contains(to);
    if role == Role::King {
        let occupied = board.occupied() ^ from;
        let attacker = board.attacks_to(to, !turn, occupied).into_iter().next();
        return match attacker {
            Some(square) => {
                format!(
                    "the king would be in check on {to}, from the {}",
                    piece_on(position, square)
                )
            }
            None if forced => "a capture must be made when there is one".to_owned(),
            None => format!("the king cannot go to {to}"),
        };
    }
    let checkers: Vec<Square> = position.checkers().into_iter().collect();
    let occupied = (board.occupied() ^ from) | to;
    let after = board.attacks_to(king, !turn, occupied).into_iter().find(|s| *s != to);
    match (after, checkers.first()) {
        (Some(_), Some(checker)) if checkers.contains(checker) => {
            format!(
                "the king on {king} is in check from the {}, and this does not help",
                piece_on(position, *checker)
            )
        }
        (Some(square), _) => format!(
            "the {} on {from} is pinned to the king on {king} by the {}",
            role_name(role),
            piece_on(position, square)
        ),
        (None, _) if forced => "a capture must be made when there is one".to_owned(),
        _ => "the rules of the variant forbid it".to_owned(),
    }
}

fn why_no_pawn(position: &Position, captures: bool, to: Square) -> String {
    match position.piece_at(to) {
        Some(piece) if !captures => {
            format!("a pawn cannot go to {to}: a {} stands there", role_name(piece.role))
        }
        None if captures => format!("there is nothing to capture on {to}"),
        _ => format!("no pawn can reach {to}"),
    }
}

/// The first piece in the way of one that moves in lines.
fn blocker(position: &Position, role: Role, from: Square, to: Square) -> Option<Square> {
    let turn = position.turn();
    let empty = crate::Bitboard::EMPTY;
    if !attacks::attacks(from, role.of(turn), empty).contains(to) {
        return None;
    }
    let mut between: Vec<Square> =
        (attacks::between(from, to) & position.board().occupied()).into_iter().collect();
    between.sort_by_key(|s| s.distance(from));
    between.first().copied()
}

fn why_no_castling(position: &Position, side_to: CastlingSide) -> String {
    let turn = position.turn();
    let word = match side_to {
        CastlingSide::KingSide => "short",
        CastlingSide::QueenSide => "long",
    };
    let Some(rules) = position.playable() else {
        return "the position cannot be played".to_owned();
    };
    let Some(king) = position.board().king_of(turn) else {
        return format!("{} has no king", side(turn));
    };
    if rules.castles().rook(turn, side_to).is_none() {
        return format!("{} may not castle {word}: king or rook has moved", side(turn));
    }
    if let Some(checker) = position.checkers().into_iter().next() {
        return format!("the king is in check from the {}", piece_on(position, checker));
    }
    let path = rules.castles().path(turn, side_to);
    if let Some(square) = (path & position.board().occupied()).into_iter().next() {
        return format!("the way is blocked: the {} stands there", piece_on(position, square));
    }
    let goal = Square::from_coords(side_to.king_to_file(), king.rank());
    let way = attacks::between(king, goal) | crate::Bitboard::from(goal);
    for square in way {
        let attackers = position.board().attacks_to(square, !turn, position.board().occupied());
        if let Some(attacker) = attackers.into_iter().next() {
            return format!(
                "the king would pass {square}, which the {} attacks",
                piece_on(position, attacker)
            );
        }
    }
    "the rules of the variant forbid it".to_owned()
}

fn why_no_drop(position: &Position, role: Role, to: Square) -> String {
    let name = role_name(role);
    let Some(pockets) = position.pockets() else {
        return format!("nothing can be dropped in {}", position.variant());
    };
    if *pockets.get(position.turn()).get(role) == 0 {
        return format!("{} has no {name} in hand", side(position.turn()));
    }
    if let Some(piece) = position.piece_at(to) {
        return format!("a {} stands on {to}", role_name(piece.role));
    }
    if role == Role::Pawn && crate::Bitboard::BACKRANKS.contains(to) {
        return "a pawn cannot be dropped on the first or last rank".to_owned();
    }
    "the king is in check, and this does not help".to_owned()
}

/// Up to three legal moves that are most like a text that is none: first of the same
/// piece to a square beside, then of another piece to the same square.
#[must_use]
pub fn nearest(position: &Position, san: &San) -> Vec<Move> {
    let (role, to) = match san.action {
        Action::Piece { role, to_file, to_rank: Some(rank), .. } => {
            (role, Square::from_coords(to_file, rank))
        }
        Action::Drop { role, to } => (role, to),
        _ => return Vec::new(),
    };
    let mut scored: Vec<(u32, Move)> = position
        .legal_moves()
        .iter()
        .filter_map(|m| {
            let target = m.to();
            let score = match (m.role() == role, target.distance(to)) {
                (true, 0) => 0,
                (false, 0) => 2,
                (true, 1) => 1 + u32::from(target.file() != to.file()),
                _ => return None,
            };
            Some((score, *m))
        })
        .collect();
    scored.sort_by_key(|(score, m)| (*score, m.from().map_or(64, u32::from), u32::from(m.to())));
    scored.into_iter().map(|(_, m)| m).take(3).collect()
}

/// The nearest legal moves as plies.
#[must_use]
pub fn nearest_plies(position: &Position, san: &San) -> Vec<Ply> {
    nearest(position, san).into_iter().map(Ply::Move).collect()
}

fn piece_on(position: &Position, square: Square) -> String {
    let name = position.piece_at(square).map_or("piece", |p| role_name(p.role));
    format!("{name} on {square}")
}

const fn side(color: Color) -> &'static str {
    match color {
        Color::White => "White",
        Color::Black => "Black",
    }
}

const fn role_name(role: Role) -> &'static str {
    match role {
        Role::Pawn => "pawn",
        Role::Knight => "knight",
        Role::Bishop => "bishop",
        Role::Rook => "rook",
        Role::Queen => "queen",
        Role::King => "king",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Language, Variant, moves::uci};

    fn after(moves: &str) -> Position {
        let mut position = Position::start(Variant::Standard);
        for text in moves.split_whitespace() {
            position.play(uci::read(&position, text).expect(text).ply).expect(text);
        }
        position
    }

    #[test]
    fn reasons() {
        let pin = "e2e4 e7e5 g1f3 d7d6 f1b5 b8c6 e1g1 a7a6";
        for (moves, text, reason) in [
            ("", "Ke2", "White's own pawn stands on e2"),
            ("", "Qh5", "the queen on d1 cannot reach h5: a pawn stands on e2"),
            ("", "Nd4", "no knight can reach d4"),
            ("", "e5", "it is White's move; for Black it would be legal"),
            ("", "exd3", "there is nothing to capture on d3"),
            ("", "O-O", "the way is blocked: the bishop on f1 stands there"),
            ("", "N@e4", "nothing can be dropped in Standard"),
            ("e2e4 e7e5", "e5", "a pawn cannot go to e5: a pawn stands there"),
            (
                "e2e4 f7f5 d1h5",
                "a6",
                "the king on e8 is in check from the queen on h5, and this does not help",
            ),
            ("e2e4 e7e5 e1e2 e8e7 e2e1", "Ke5", "Black's own pawn stands on e5"),
            (
                "e2e4 e7e5 e1e2 e8e7 e2e1 a7a6",
                "O-O",
                "White may not castle short: king or rook has moved",
            ),
            (pin, "Rc6", "the rook on f1 cannot reach c6"),
        ] {
            let san = San::parse(text, Language::English).expect(text);
            let position = after(moves);
            assert!(san.resolve(&position).is_err(), "{text}");
            let said = why_illegal(&position, &san);
            if text == "Rc6" {
                assert!(said.contains("no rook can reach c6"), "{said}");
            } else {
                assert_eq!(said, reason, "{text}");
            }
        }
        let pinned = after("e2e4 e7e5 g1f3 d7d6 f1b5 b8c6 e1g1 a7a6 a2a3 g8f6 a3a4 f6g8 a4a5");
        let san = San::parse("Nd4", Language::English).expect("a move");
        assert_eq!(
            why_illegal(&pinned, &san),
            "the knight on c6 is pinned to the king on e8 by the bishop on b5"
        );
        let san = San::parse("Nf7", Language::English).expect("a move");
        let near =
            nearest(&Position::default(), &San::parse("Nf4", Language::English).expect("a move"));
        assert_eq!(near.len(), 2, "Nf3 and the pawn to f4: {near:?}");
        assert!(nearest(&pinned, &san).len() <= 3);
    }
}
