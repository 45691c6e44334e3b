//! Bughouse: two boards, four players, captured pieces go to the partner.
//!
//! White on board A and Black on board B are partners. What one of them captures
//! is handed to the other as a piece of the partner's colour, a promoted piece as a
//! pawn. Sources: the BPGN standard (bughousedb.com), FICS `help bughouse`.

use crate::{
    BoardId, ByColor, ByRole, Color, Move, Outcome, Ply, Position, Role, Setup, Termination,
    Variant, rules::position::IllegalPly,
};

/// The two boards of a bughouse match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bughouse {
    boards: [Position; 2],
}

impl Default for Bughouse {
    fn default() -> Bughouse {
        Bughouse::new(Position::start(Variant::Bughouse), Position::start(Variant::Bughouse))
    }
}

impl Bughouse {
    /// Two boards as they stand.
    #[must_use]
    pub fn new(a: Position, b: Position) -> Bughouse {
        Bughouse { boards: [a.with_variant(Variant::Bughouse), b.with_variant(Variant::Bughouse)] }
    }

    /// Returns one of the boards.
    #[must_use]
    pub fn board(&self, id: BoardId) -> &Position {
        &self.boards[id.index()]
    }

    /// Plays a ply on a board after checking it; a captured piece goes over.
    ///
    /// # Errors
    ///
    /// [`IllegalPly`]; both boards are unchanged then.
    pub fn play(&mut self, id: BoardId, ply: Ply) -> Result<(), IllegalPly> {
        match ply {
            Ply::Move(m) if self.board(id).is_legal(m) => {
                self.play_unchecked(id, m);
                Ok(())
            }
            Ply::Move(_) => Err(IllegalPly(ply)),
            Ply::Null | Ply::Illegal(_) => self.boards[id.index()].play(ply),
        }
    }

    /// Plays a move that is known to be legal; a captured piece goes over.
    pub fn play_unchecked(&mut self, id: BoardId, m: Move) {
        let mover = self.board(id).turn();
        let captured = self.captured(id, m);
        let board = &mut self.boards[id.index()];
        board.play_unchecked(m);
        if let Some(role) = captured {
            // The rules of crazyhouse gave the piece to the capturer: take it back.
            change_pocket(board, mover, role, |n| n.saturating_sub(1));
            change_pocket(&mut self.boards[id.other().index()], !mover, role, |n| {
                n.saturating_add(1)
            });
        }
    }

    fn captured(&self, id: BoardId, m: Move) -> Option<Role> {
        let role = m.capture()?;
        Some(if self.board(id).promoted().contains(m.to()) { Role::Pawn } else { role })
    }

    /// Replaces the pieces in hand of a board, as a server's holdings line says them.
    pub fn set_pockets(&mut self, id: BoardId, pockets: ByColor<ByRole<u8>>) {
        let board = &mut self.boards[id.index()];
        let mut setup = board.setup();
        setup.pockets = Some(pockets);
        replace(board, setup);
    }

    /// Returns true if the side to move on a board is finally mated: in check, without a
    /// move, and beyond help by any piece from the partner.
    #[must_use]
    pub fn is_checkmate(&self, id: BoardId) -> bool {
        let board = self.board(id);
        if !board.is_check() || board.has_legal_move() {
            return false;
        }
        // A queen may be dropped on any square, so it stands for every piece.
        let mut setup = board.setup();
        let mut pockets = setup.pockets.unwrap_or_default();
        pockets.get_mut(board.turn()).queen += 1;
        setup.pockets = Some(pockets);
        !Position::from_setup(Variant::Bughouse, setup).0.has_legal_move()
    }

    /// The result, from the side of White on board A and his partner, if a board is mated.
    #[must_use]
    pub fn end(&self) -> Option<(Outcome, Termination)> {
        BoardId::ALL.into_iter().find(|id| self.is_checkmate(*id)).map(|id| {
            let winner = !self.board(id).turn();
            let outcome = match id {
                BoardId::A => Outcome::Win(winner),
                BoardId::B => Outcome::Win(!winner),
            };
            (outcome, Termination::Checkmate)
        })
    }
}

fn change_pocket(board: &mut Position, color: Color, role: Role, change: impl Fn(u8) -> u8) {
    let mut setup = board.setup();
    let mut pockets = setup.pockets.unwrap_or_default();
    let count = pockets.get_mut(color).get_mut(role);
    *count = change(*count);
    setup.pockets = Some(pockets);
    replace(board, setup);
}

fn replace(board: &mut Position, setup: Setup) {
    let mode = board.castling_mode();
    *board = Position::from_setup_with(Variant::Bughouse, setup, mode).0;
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Square;

    fn play(boards: &mut Bughouse, id: BoardId, uci: &str) {
        let reading = crate::moves::uci::read(boards.board(id), uci).expect(uci);
        boards.play(id, reading.ply).expect(uci);
    }

    #[test]
    fn a_captured_piece_goes_to_the_partner() {
        let mut boards = Bughouse::default();
        for uci in ["e2e4", "d7d5", "e4d5", "d8d5"] {
            play(&mut boards, BoardId::A, uci);
        }
        let a = boards.board(BoardId::A).pockets().expect("pockets");
        let b = boards.board(BoardId::B).pockets().expect("pockets");
        assert_eq!((a.white.pawn, a.black.pawn), (0, 0));
        assert_eq!((b.white.pawn, b.black.pawn), (1, 1));
        play(&mut boards, BoardId::B, "P@e5");
        assert_eq!(boards.board(BoardId::B).pockets().expect("pockets").white.pawn, 0);
        assert_eq!(boards.board(BoardId::B).piece_at(Square::E5).map(|p| p.role), Some(Role::Pawn));
    }

    #[test]
    fn a_mate_that_a_drop_could_block_is_no_mate() {
        // Back-rank mate from a distance: a piece dropped in between would help.
        let mut boards = Bughouse::default();
        for uci in ["f2f3", "e7e5", "g2g4", "d8h4"] {
            play(&mut boards, BoardId::A, uci);
        }
        assert!(boards.board(BoardId::A).is_checkmate());
        assert!(!boards.is_checkmate(BoardId::A));
        assert_eq!(boards.end(), None);
    }
}
