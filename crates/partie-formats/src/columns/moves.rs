//! Moves as UCI and in two bytes.
//!
//! A move of `moves_binary` is a number of 16 bits, the lower byte first:
//!
//! | bits | |
//! |---|---|
//! | 0-5 | to which square: a1 is 0, b1 is 1, h8 is 63 |
//! | 6-11 | from which square; of a drop the piece: pawn 1, knight 2, bishop 3, rook 4, queen 5, king 6 |
//! | 12-14 | 0: nothing special; 2 to 6: the piece that a pawn becomes; 7: a drop |
//! | 15 | in bughouse: board B |
//!
//! Squares are those of UCI: castling is the king's move (`e1g1`), in Chess960 the king
//! takes the rook (`e1h1`). A null move, `0000`, is 0. In bughouse `B:` stands before the
//! UCI of a move on board B.

use partie_core::{
    BoardId, Boards, CastlingMode, File, Move, Ply, Position, Role, Square, moves::uci,
};

use crate::replay::{Gathered, length_of, name, uci_word};

const DROP: u16 = 7;

/// A move as UCI says it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Words {
    Null,
    Normal { from: Square, to: Square, promotion: Option<Role> },
    Drop { role: Role, to: Square },
}

/// Writes the moves of a game.
pub(crate) struct Writer<'a> {
    /// The start, if it is not the one of orthodox chess.
    start: Option<&'a Boards>,
    takes_rook: bool,
}

impl<'a> Writer<'a> {
    pub(crate) fn new(start: Option<&'a Boards>) -> Writer<'a> {
        let mode = start.map(|start| start.first().castling_mode());
        Writer { start, takes_rook: mode == Some(CastlingMode::Chess960) }
    }

    fn words(&self, board: BoardId, ply: Ply) -> Words {
        match ply {
            Ply::Null => Words::Null,
            Ply::Move(Move::Put { role, to }) => Words::Drop { role, to },
            Ply::Move(Move::Castle { king, rook }) => {
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
                Words::Normal { from: king, to, promotion: None }
            }
            Ply::Move(Move::EnPassant { from, to }) => Words::Normal { from, to, promotion: None },
            Ply::Move(Move::Normal { from, to, promotion, .. }) => {
                Words::Normal { from, to, promotion }
            }
        }
    }

    /// Returns a move in UCI, the first letter lowest.
    #[inline]
    pub(crate) fn word(&self, board: BoardId, ply: Ply) -> u64 {
        match ply {
            Ply::Move(Move::Normal { from, to, promotion, .. }) => uci_word(from, to, promotion),
            _ => letters(self.words(board, ply)),
        }
    }

    /// Adds a move to both columns, in the text with a space before it.
    #[inline]
    pub(super) fn push(
        &self,
        board: BoardId,
        ply: Ply,
        text: &mut Gathered<'_>,
        binary: &mut Gathered<'_>,
    ) {
        match ply {
            Ply::Move(Move::Normal { from, to, promotion: None, .. }) if board == BoardId::A => {
                let word = uci_word(from, to, None) << 8 | u64::from(b' ');
                text.push(word.to_le_bytes(), 5);
                binary
                    .push((u32::from(to) as u16 | (u32::from(from) as u16) << 6).to_le_bytes(), 2);
            }
            _ => self.push_rare(board, ply, text, binary),
        }
    }

    /// Adds a move that is a promotion, castling, or not of orthodox chess.
    #[cold]
    fn push_rare(
        &self,
        board: BoardId,
        ply: Ply,
        text: &mut Gathered<'_>,
        binary: &mut Gathered<'_>,
    ) {
        if board == BoardId::B {
            text.push(*b" B", 2);
        }
        let words = self.words(board, ply);
        let word = letters(words);
        let before = u64::from(if board == BoardId::B { b':' } else { b' ' });
        text.push((word << 8 | before).to_le_bytes(), 1 + length_of(word));
        binary.push(packed(words, board).to_le_bytes(), 2);
    }
}

/// Returns the letters of a move, the first one lowest.
fn letters(words: Words) -> u64 {
    match words {
        Words::Null => u64::from(u32::from_le_bytes(*b"0000")),
        Words::Normal { from, to, promotion } => uci_word(from, to, promotion),
        Words::Drop { role, to } => {
            let drop = u16::from_le_bytes([role.upper_char() as u8, b'@']);
            u64::from(drop) | u64::from(name(to)) << 16
        }
    }
}

fn packed(words: Words, board: BoardId) -> u16 {
    let number = |square: Square| u32::from(square) as u16;
    let (to, from, kind) = match words {
        Words::Null => (0, 0, 0),
        Words::Normal { from, to, promotion } => {
            (number(to), number(from), promotion.map_or(0, |role| role as u16))
        }
        Words::Drop { role, to } => (number(to), role as u16, DROP),
    };
    to | from << 6 | kind << 12 | u16::from(board == BoardId::B) << 15
}

/// The UCI of a move in two bytes, and the board on which it is played; nothing if no
/// move is written like this.
///
/// ```
/// use partie_core::BoardId;
/// use partie_formats::columns::moves;
/// // e2 is square 12, e4 is square 28.
/// let packed = (28_u16 | 12 << 6).to_le_bytes();
/// assert_eq!(moves::uci(packed), Some((BoardId::A, "e2e4".to_owned())));
/// ```
#[must_use]
pub fn uci(move_: [u8; 2]) -> Option<(BoardId, String)> {
    let packed = u16::from_le_bytes(move_);
    let board = if packed >> 15 == 0 { BoardId::A } else { BoardId::B };
    let square = |at: u16| Square::try_from(at & 63).ok();
    let role = |number: u16| Role::ALL.into_iter().find(|role| *role as u16 == number);
    let (to, from, kind) = (square(packed)?, packed >> 6 & 63, packed >> 12 & 7);
    let text = match kind {
        0 if to == Square::A1 && from == 0 => "0000".to_owned(),
        DROP => format!("{}@{to}", role(from)?.upper_char()),
        0 => format!("{}{to}", square(from)?),
        1 => return None,
        _ => format!("{}{to}{}", square(from)?, role(kind)?.char()),
    };
    Some((board, text))
}

/// The move of two bytes in a position.
pub(super) fn read(position: &Position, text: &str) -> Option<Ply> {
    uci::read(position, text).ok().map(|reading| reading.ply)
}
