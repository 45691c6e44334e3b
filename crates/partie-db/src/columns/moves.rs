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
//! Squares follow UCI: castling is the king's move (`e1g1`), or in Chess960 king takes rook
//! (`e1h1`). A null move, `0000`, is 0. In bughouse `B:` stands before the UCI of a move on board
//! B.

use partie_core::{BoardId, Boards, Move, Ply, Position, Role, Square, moves::uci};

use partie_formats::{
    replay::{Gathered, length_of, uci_word},
    uci_words::{UciMove, UciWords, letters},
};

const DROP: u16 = 7;

/// Returns the moves of a main line as UCI, each with a space before it, and in two bytes each; without
/// `with_uci` the text is empty.
pub(super) fn columns(
    start: Option<&Boards>,
    plies: &[(BoardId, Ply)],
    with_uci: bool,
) -> [Vec<u8>; 2] {
    let mut uci = Vec::with_capacity(if with_uci { 5 * plies.len() } else { 0 });
    let mut binary = Vec::with_capacity(2 * plies.len());
    let writer = MoveColumnWriter { words: UciWords::new(start), with_uci };
    let (mut words, mut numbers) = (Gathered::new(&mut uci), Gathered::new(&mut binary));
    for (board, ply) in plies {
        writer.push(*board, *ply, &mut words, &mut numbers);
    }
    words.flush();
    numbers.flush();
    [uci, binary]
}

/// Returns moves in two bytes each.
pub(crate) fn packed_moves(start: Option<&Boards>, plies: &[(BoardId, Ply)]) -> Vec<u16> {
    let [_, binary] = columns(start, plies, false);
    binary.as_chunks().0.iter().map(|bytes| u16::from_le_bytes(*bytes)).collect()
}

/// Writes the moves of a game.
struct MoveColumnWriter<'a> {
    words: UciWords<'a>,
    /// True if the text is written, too.
    with_uci: bool,
}

impl MoveColumnWriter<'_> {
    /// Adds a move to both columns, in the text with a space before it.
    #[inline]
    fn push(&self, board: BoardId, ply: Ply, text: &mut Gathered<'_>, binary: &mut Gathered<'_>) {
        match ply {
            Ply::Move(Move::Normal { from, to, promotion: None, .. }) if board == BoardId::A => {
                if self.with_uci {
                    let word = uci_word(from, to, None) << 8 | u64::from(b' ');
                    text.push(word.to_le_bytes(), 5);
                }
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
        let parts = self.words.parts(board, ply);
        let word = letters(parts);
        let before = u64::from(if board == BoardId::B { b':' } else { b' ' });
        text.push((word << 8 | before).to_le_bytes(), 1 + length_of(word));
        binary.push(packed(parts, board).to_le_bytes(), 2);
    }
}

fn packed(parts: UciMove, board: BoardId) -> u16 {
    let number = |square: Square| u32::from(square) as u16;
    let (to, from, kind) = match parts {
        UciMove::Null => (0, 0, 0),
        UciMove::Normal { from, to, promotion } => {
            (number(to), number(from), promotion.map_or(0, |role| role as u16))
        }
        UciMove::Drop { role, to } => (number(to), role as u16, DROP),
    };
    to | from << 6 | kind << 12 | u16::from(board == BoardId::B) << 15
}

/// Returns the UCI of a move in two bytes, and the board on which it is played; `None` if the bytes
/// encode no move.
///
/// ```
/// use partie_core::BoardId;
/// use partie_db::columns::moves;
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

/// Returns the move of two bytes in a position. The moves of a table were read once, so an illegal
/// one was kept.
pub(crate) fn read(position: &Position, text: &str) -> Option<Ply> {
    uci::read_as_written(position, text).ok().map(|reading| reading.ply)
}
