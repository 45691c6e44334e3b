//! The move that a text names although it is not legal.

use super::{Action, San};
use crate::{
    CastlingSide, File, Language, Move, Piece, Position, Rank, Role, Square, moves::push_square,
};
use shakmaty::attacks;

impl San {
    /// Returns the only move that the text can mean, be it legal or not. `None` if it is not clear
    /// which piece moves, or if it [cannot be made](Position::after_illegal).
    ///
    /// The pieces that the text fits and that could reach the square, if only checks were none,
    /// come before all others of their kind.
    #[must_use]
    pub fn as_written(&self, position: &Position) -> Option<Move> {
        match self.action {
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
                let file = match role {
                    Role::Pawn if !capture => file.or(Some(to_file)),
                    _ => file,
                };
                let from = only_origin(position, role, (file, rank), to)?;
                position.move_between(from, to, promotion)
            }
            Action::Castle(side) => {
                castling(position, side).filter(|m| position.after_illegal(*m).is_some())
            }
            Action::Piece { to_rank: None, .. } | Action::Drop { .. } | Action::Null => None,
        }
    }
}

/// Returns the square of the only piece that may have moved to another one.
fn only_origin(
    position: &Position,
    role: Role,
    (file, rank): (Option<File>, Option<Rank>),
    to: Square,
) -> Option<Square> {
    let piece = Piece { color: position.turn(), role };
    let board = position.board();
    let fits = |from: &Square| {
        *from != to
            && file.is_none_or(|f| f == from.file())
            && rank.is_none_or(|r| r == from.rank())
    };
    let all: Vec<Square> = board.by_piece(piece).into_iter().filter(fits).collect();
    let comes = |from: &&Square| match role {
        Role::Pawn => {
            let ahead = piece.color.fold_wb(8, -8);
            if file == Some(to.file()) {
                let next = from.offset(ahead);
                next == Some(to)
                    || piece.color.relative_rank(Rank::Second) == from.rank()
                        && next.and_then(|next| next.offset(ahead)) == Some(to)
            } else {
                attacks::pawn_attacks(piece.color, **from).contains(to)
            }
        }
        _ => attacks::attacks(**from, piece, board.occupied()).contains(to),
    };
    let near: Vec<Square> = all.iter().filter(comes).copied().collect();
    match (&near[..], &all[..]) {
        ([from], _) | ([], [from]) => Some(*from),
        _ => None,
    }
}

/// Returns castling with the outermost rook of a side.
fn castling(position: &Position, side: CastlingSide) -> Option<Move> {
    let us = position.turn();
    let king = position.board().king_of(us)?;
    let rook = position.outermost_rook(king, side.is_king_side())?;
    let is_home = king.rank() == us.relative_rank(Rank::First);
    is_home.then_some(Move::Castle { king, rook })
}

/// Writes an illegal move in the shortest form that [`San::as_written`] reads.
pub(super) fn write(position: &Position, m: Move, language: Language) -> String {
    let (Move::Normal { role, from, capture, to, promotion }, mover) = (m, position.turn()) else {
        let is_king_side = m.castling_side() == Some(CastlingSide::KingSide);
        return if is_king_side { "O-O" } else { "O-O-O" }.to_owned();
    };
    let is_pawn = role == Role::Pawn;
    let (file, rank) = [(false, false), (true, false), (false, true), (true, true)]
        .into_iter()
        .map(|(file, rank)| (file.then_some(from.file()), rank.then_some(from.rank())))
        .find(|(file, rank)| {
            let action = Action::Piece {
                role,
                file: *file,
                rank: *rank,
                capture: capture.is_some(),
                to_file: to.file(),
                to_rank: Some(to.rank()),
                promotion,
                perhaps: None,
            };
            let san = San { action, mark: super::CheckMark::None, quirks: super::Quirks::NONE };
            // A pawn that captures has its file in front.
            (!is_pawn || capture.is_none() || file.is_some()) && san.as_written(position) == Some(m)
        })
        .unwrap_or((Some(from.file()), Some(from.rank())));
    let letter = |role| language.letter_of(Piece { color: mover, role });
    let mut text = String::with_capacity(8);
    if !is_pawn {
        text.push_str(letter(role));
    }
    text.extend(file.map(File::char));
    text.extend(rank.map(Rank::char));
    if capture.is_some() {
        text.push('x');
    }
    push_square(&mut text, to);
    if let Some(role) = promotion {
        text.push('=');
        text.push_str(letter(role));
    }
    text
}
