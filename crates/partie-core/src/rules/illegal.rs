//! Illegal moves that stand in a record, played as they are written.
//!
//! An illegal move that nobody noticed stands, by FIDE's Laws of Chess in rapid and blitz games
//! (articles A.4 and B.4 of 2023), and no record of such a game can do without it.

use super::{Position, Variant, legal};
use crate::{Bitboard, CastlingSide, Color, File, Move, Piece, Rank, Role, Square};

impl Position {
    /// Returns the position after a move that may be illegal. The position can be a diagram, and so
    /// can the one after the move: the side that has moved may have left its king in check.
    ///
    /// Returns `None` if the move cannot be made on the board: if the piece is not where it should
    /// come from, if it would capture its own side's piece or a king, or if two pieces would stand on
    /// one square. Only variants with the pieces and captures of standard chess have illegal moves.
    ///
    /// ```
    /// use partie_core::{Language, Position, moves::san::San};
    /// let start = Position::default();
    /// let san = San::parse("Qd5", Language::English).expect("a move");
    /// let queen = san.as_written(&start).expect("there is one queen");
    /// let after = start.after_illegal(queen).expect("d5 is empty");
    /// assert_eq!(after.legal_moves().len(), 19, "all but d7-d5");
    /// ```
    #[must_use]
    pub fn after_illegal(&self, m: Move) -> Option<Position> {
        let is_usual = matches!(
            self.variant(),
            Variant::Standard
                | Variant::Chess960
                | Variant::FromPosition
                | Variant::KingOfTheHill
                | Variant::Losers
        );
        let us = self.turn();
        let mut setup = self.setup();
        let board = &mut setup.board;
        let stands = |role: Role, at: Square| self.piece_at(at) == Some(role.of(us));
        let counts = match m {
            _ if !is_usual => return None,
            Move::Normal { role, from, capture, to, promotion } => {
                let met = self.piece_at(to);
                let fits = met.map(|piece| piece.role) == capture
                    && met.is_none_or(|piece| piece.color != us && piece.role != Role::King);
                if !stands(role, from) || !fits {
                    return None;
                }
                board.discard_piece_at(from);
                board.set_piece_at(to, promotion.unwrap_or(role).of(us));
                setup.castling_rights.discard(from);
                setup.castling_rights.discard(to);
                role == Role::Pawn || capture.is_some()
            }
            Move::Castle { king, rook } => {
                let side = CastlingSide::from_king_side(king < rook);
                let goals = [side.king_to_file(), side.rook_to_file()]
                    .map(|file| Square::from_coords(file, king.rank()));
                let free = |at| at == king || at == rook || self.piece_at(at).is_none();
                if !stands(Role::King, king)
                    || !stands(Role::Rook, rook)
                    || !goals.into_iter().all(free)
                {
                    return None;
                }
                board.discard_piece_at(king);
                board.discard_piece_at(rook);
                board.set_piece_at(goals[0], Role::King.of(us));
                board.set_piece_at(goals[1], Role::Rook.of(us));
                false
            }
            Move::EnPassant { .. } | Move::Put { .. } => return None,
        };
        if m.role() == Role::King {
            setup.castling_rights &= setup.board.by_color(!us);
        }
        setup.ep_square = None;
        setup.halfmoves = if counts { 0 } else { setup.halfmoves.saturating_add(1) };
        if us == Color::Black {
            setup.fullmoves = setup.fullmoves.saturating_add(1);
        }
        setup.swap_turn();
        Some(Position::from_setup_with(self.variant(), setup, self.castling_mode()).0)
    }

    /// Returns the move of a piece between two squares that may be illegal. A king that goes from the
    /// e-file to the c-file or g-file, or to a rook of its own, castles. `None` if the move
    /// [cannot be made](Position::after_illegal).
    #[must_use]
    pub fn move_between(&self, from: Square, to: Square, promotion: Option<Role>) -> Option<Move> {
        let Piece { color, role } =
            self.piece_at(from).filter(|piece| piece.color == self.turn())?;
        let met = self.piece_at(to);
        let home = color.relative_rank(Rank::First);
        let castling = || {
            if role != Role::King || promotion.is_some() || (from.rank(), to.rank()) != (home, home)
            {
                return None;
            }
            let takes_rook = met == Some(Role::Rook.of(color));
            let is_usual = from.file() == File::E && matches!(to.file(), File::C | File::G);
            let rook = if takes_rook { Some(to) } else { self.outermost_rook(from, from < to) };
            let m = Move::Castle { king: from, rook: rook.filter(|_| takes_rook || is_usual)? };
            self.after_illegal(m).map(|_| m)
        };
        let is_last = role == Role::Pawn && Bitboard::BACKRANKS.contains(to);
        let step = || {
            let promotion = promotion.or(is_last.then_some(Role::Queen));
            let capture = met.map(|piece| piece.role);
            let m = Move::Normal { role, from, capture, to, promotion };
            (promotion.is_some() == is_last && self.after_illegal(m).is_some()).then_some(m)
        };
        castling().or_else(step)
    }

    /// Returns the rook of the side to move that is the last one on one side of its king.
    pub(crate) fn outermost_rook(&self, king: Square, is_king_side: bool) -> Option<Square> {
        let rooks = self.board().by_piece(Role::Rook.of(self.turn())).into_iter();
        let rooks =
            rooks.filter(|rook| rook.rank() == king.rank() && (*rook > king) == is_king_side);
        if is_king_side { rooks.max() } else { rooks.min() }
    }

    /// Returns true if a move breaks a rule by itself, and is not only illegal because the position
    /// is: after a king was left in check, the reply may be a move like any other.
    #[must_use]
    pub fn breaks_rule(&self, m: Move) -> bool {
        legal::is_legal(self.board(), self.turn(), m) != Some(true)
    }
}
