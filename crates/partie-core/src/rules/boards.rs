//! One board or two, played the same way.

use std::fmt;

use crate::{
    Bughouse, MoveList, Outcome, Ply, Position, Termination, Variant, rules::position::IllegalPly,
};

/// A board of bughouse. Every other game is played on board A.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum BoardId {
    /// The first board.
    #[default]
    A,
    /// The second.
    B,
}

impl BoardId {
    /// Both.
    pub const ALL: [BoardId; 2] = [BoardId::A, BoardId::B];

    /// 0 or 1.
    #[must_use]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The other one.
    #[must_use]
    pub const fn other(self) -> BoardId {
        match self {
            BoardId::A => BoardId::B,
            BoardId::B => BoardId::A,
        }
    }
}

impl fmt::Display for BoardId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            BoardId::A => "A",
            BoardId::B => "B",
        })
    }
}

/// The board of a game, or the two of bughouse.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Boards {
    /// One board.
    One(Position),
    /// Bughouse.
    Two(Box<Bughouse>),
}

impl Boards {
    /// The start of a variant.
    #[must_use]
    pub fn start(variant: Variant) -> Boards {
        match variant {
            Variant::Bughouse => Boards::Two(Box::default()),
            _ => Boards::One(Position::start(variant)),
        }
    }

    /// Stands for the boards of a variant that a record names but that could not be read;
    /// see [`Position::unread`].
    #[must_use]
    pub fn unread(variant: Variant) -> Boards {
        let board = Position::unread(variant);
        match variant {
            Variant::Bughouse => Boards::Two(Box::new(Bughouse::new(board.clone(), board))),
            _ => Boards::One(board),
        }
    }

    /// Returns a board; the only board if there is one.
    #[must_use]
    pub fn board(&self, id: BoardId) -> &Position {
        match self {
            Boards::One(position) => position,
            Boards::Two(boards) => boards.board(id),
        }
    }

    /// The only board, or board A.
    #[must_use]
    pub fn first(&self) -> &Position {
        self.board(BoardId::A)
    }

    /// Returns true if a board represents a position that could not be read.
    #[must_use]
    pub fn is_unread(&self) -> bool {
        BoardId::ALL.iter().any(|id| self.board(*id).is_unread())
    }

    /// Plays a ply after checking it.
    ///
    /// # Errors
    ///
    /// Returns [`IllegalPly`] and changes nothing if the ply is illegal.
    pub fn play(&mut self, id: BoardId, ply: Ply) -> Result<(), IllegalPly> {
        match self {
            Boards::One(position) => position.play(ply),
            Boards::Two(boards) => boards.play(id, ply),
        }
    }

    /// The legal moves on a board.
    #[must_use]
    pub fn legal_moves(&self, id: BoardId) -> MoveList {
        self.board(id).legal_moves()
    }

    /// The result and its reason if the boards themselves end the game.
    #[must_use]
    pub fn end(&self) -> Option<(Outcome, Termination)> {
        match self {
            Boards::One(position) => position.end(),
            Boards::Two(boards) => boards.end(),
        }
    }
}

impl From<Position> for Boards {
    fn from(position: Position) -> Boards {
        Boards::One(position)
    }
}
