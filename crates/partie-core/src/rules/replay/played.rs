//! Moves that were played.

use crate::{CastlingMode, File, Move, Ply, Role, Square};

/// A move that was played on a [`ReplayBoard`](super::ReplayBoard).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ReplayMove {
    /// Square that the piece left; for a null move, the king's square.
    pub from: Square,
    /// Square that the piece moved to; for castling, the rook's square, and for a null move, the
    /// king's.
    pub to: Square,
    /// The piece that moved.
    pub role: Role,
    /// The piece that a pawn became.
    pub promotion: Option<Role>,
    /// The piece that was captured.
    pub captured: Option<Role>,
    /// Kind of change to the board.
    pub kind: ReplayKind,
}

/// Kind of change that a move makes to the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ReplayKind {
    /// One piece moves, and may capture another on its new square.
    Normal,
    /// A pawn captures another that has just passed.
    EnPassant,
    /// The king castles.
    Castle,
    /// Null move.
    Null,
    /// An illegal move: one piece moves, and may capture another on its new square.
    Illegal,
    /// The king castles although it may not.
    IllegalCastle,
}

impl ReplayMove {
    /// Converts to a ply.
    #[inline]
    #[must_use]
    pub const fn to_ply(self) -> Ply {
        let ReplayMove { from, to, role, promotion, captured: capture, kind } = self;
        match kind {
            ReplayKind::Normal => Ply::Move(Move::Normal { role, from, capture, to, promotion }),
            ReplayKind::EnPassant => Ply::Move(Move::EnPassant { from, to }),
            ReplayKind::Castle => Ply::Move(Move::Castle { king: from, rook: to }),
            ReplayKind::Null => Ply::Null,
            ReplayKind::Illegal => {
                Ply::Illegal(Move::Normal { role, from, capture, to, promotion })
            }
            ReplayKind::IllegalCastle => Ply::Illegal(Move::Castle { king: from, rook: to }),
        }
    }

    /// Returns the move in 16 bits: the lower six are the square to which it leads (a1 is 0, b1 is
    /// 1, h8 is 63), the next six the square from which, and bits 12 to 14 the piece that a pawn
    /// becomes (2 to 5: knight, bishop, rook, queen; otherwise 0). A null move is 0.
    ///
    /// Castling is the king's move (`e1g1`), or in [`CastlingMode::Chess960`] the king takes the
    /// rook (`e1h1`), as in UCI.
    #[inline]
    #[must_use]
    pub fn packed(self, mode: CastlingMode) -> u16 {
        let to = match (self.kind, mode) {
            (ReplayKind::Null, _) => return 0,
            (ReplayKind::Castle | ReplayKind::IllegalCastle, CastlingMode::Standard) => {
                let file = if self.from < self.to { File::G } else { File::C };
                Square::from_coords(file, self.from.rank())
            }
            _ => self.to,
        };
        let number = |square: Square| u32::from(square) as u16;
        number(to) | number(self.from) << 6 | self.promotion.map_or(0, |role| role as u16) << 12
    }
}

impl From<ReplayMove> for Ply {
    fn from(played: ReplayMove) -> Ply {
        played.to_ply()
    }
}

/// The roles of kinds of pieces; none from [`EMPTY`](crate::rules::pieces::EMPTY) on.
pub(super) const ROLES: [Option<Role>; 16] = {
    let mut roles = [None; 16];
    let mut kind = 0;
    while kind < 12 {
        roles[kind] = Some(Role::ALL[kind % 6]);
        kind += 1;
    }
    roles
};

/// Returns the role of a kind of piece.
#[inline]
pub(super) fn role_of(kind: u16) -> Role {
    ROLES[usize::from(kind & 15)].unwrap_or(Role::Pawn)
}
