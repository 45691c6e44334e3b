//! Moves in UCI, packed into numbers.
//!
//! Squares follow UCI: castling is the king's move (`e1g1`), or in Chess960 king takes rook
//! (`e1h1`).

use partie_core::{BoardId, Boards, CastlingMode, File, Move, Ply, Role, Square};

use crate::replay::{name, uci_word};

/// A move as UCI says it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UciMove {
    /// A null move.
    Null,
    /// A move from square to square.
    Normal {
        /// Square that the piece leaves.
        from: Square,
        /// Square that it comes to.
        to: Square,
        /// Piece that a pawn becomes.
        promotion: Option<Role>,
    },
    /// A drop of a piece in hand.
    Drop {
        /// Kind of the piece.
        role: Role,
        /// Square that it comes to.
        to: Square,
    },
}

/// The moves of a game in UCI.
pub struct UciWords<'a> {
    /// The start, if it is not the one of orthodox chess.
    start: Option<&'a Boards>,
    takes_rook: bool,
}

impl<'a> UciWords<'a> {
    /// Begins with the start of the game, if it is not the one of orthodox chess.
    #[must_use]
    pub fn new(start: Option<&'a Boards>) -> UciWords<'a> {
        let mode = start.map(|start| start.first().castling_mode());
        UciWords { start, takes_rook: mode == Some(CastlingMode::Chess960) }
    }

    /// Returns the parts of a move in UCI.
    #[must_use]
    pub fn parts(&self, board: BoardId, ply: Ply) -> UciMove {
        match ply.any_move() {
            None => UciMove::Null,
            Some(Move::Put { role, to }) => UciMove::Drop { role, to },
            Some(Move::Castle { king, rook }) => {
                let m = Move::Castle { king, rook };
                // Where the king goes is the same in all positions of a game.
                let to = match self.start.map(|start| start.board(board)) {
                    Some(_) if self.takes_rook => rook,
                    Some(position) => position
                        .castling_side(m)
                        .map_or(rook, |side| position.castling_goal(king, side)),
                    None => {
                        let file = if king < rook { File::G } else { File::C };
                        Square::from_coords(file, king.rank())
                    }
                };
                UciMove::Normal { from: king, to, promotion: None }
            }
            Some(Move::EnPassant { from, to }) => UciMove::Normal { from, to, promotion: None },
            Some(Move::Normal { from, to, promotion, .. }) => {
                UciMove::Normal { from, to, promotion }
            }
        }
    }

    /// Returns a move in UCI, the first letter lowest.
    #[inline]
    #[must_use]
    pub fn word(&self, board: BoardId, ply: Ply) -> u64 {
        match ply {
            Ply::Move(Move::Normal { from, to, promotion, .. }) => uci_word(from, to, promotion),
            _ => letters(self.parts(board, ply)),
        }
    }
}

/// Returns the letters of a move, the first one lowest.
#[must_use]
pub fn letters(parts: UciMove) -> u64 {
    match parts {
        UciMove::Null => u64::from(u32::from_le_bytes(*b"0000")),
        UciMove::Normal { from, to, promotion } => uci_word(from, to, promotion),
        UciMove::Drop { role, to } => {
            let drop = u16::from_le_bytes([role.upper_char() as u8, b'@']);
            u64::from(drop) | u64::from(name(to)) << 16
        }
    }
}
