//! The eight ranks of a board, to bits and back.

#![expect(clippy::inline_always, reason = "a line is read in one function")]

use partie_core::{Bitboard, Board, ByColor, ByRole};

/// Reads the ranks, each with a space before and after it. `None` for other characters.
///
/// The 64 letters become eight bit planes, so that a few operations classify all squares at once.
#[inline(always)]
pub(super) fn board(ranks: &[u8; 73]) -> Option<Board> {
    let spaces = (0..9).fold(0, |odd, i| odd | (ranks[9 * i] ^ b' '));
    let [b0, b1, b2, b3, b4, small, piece, high] = planes(ranks);
    // The letters' last five bits: P 10000, N 01110, B 00010, R 10010, Q 10001, K 01011;
    // the empty square's `-` is 0x2d.
    let last = b4 & !b3 & !b2 & piece;
    let first = !b4 & b1 & piece;
    let roles = ByRole {
        pawn: Bitboard(last & !b1 & !b0),
        knight: Bitboard(first & b3 & b2 & !b0),
        bishop: Bitboard(first & !b3 & !b2 & !b0),
        rook: Bitboard(last & b1 & !b0),
        queen: Bitboard(last & !b1 & b0),
        king: Bitboard(first & b3 & !b2 & b0),
    };
    let empty = !piece & small & !b4 & b3 & b2 & !b1 & b0;
    let all = roles.into_iter().fold(empty, |all, role| all | role.0);
    if all & !high != u64::MAX || spaces != 0 {
        return None;
    }
    let colors = ByColor { white: Bitboard(piece & !small), black: Bitboard(piece & small) };
    Board::try_from_bitboards(roles, colors).ok()
}

/// A word for each bit of the letters, the lowest first; in it a bit for each square.
#[inline(always)]
fn planes(ranks: &[u8; 73]) -> [u64; 8] {
    let rank = |i: usize| {
        let mut letters = [0; 8];
        letters.copy_from_slice(&ranks[64 - 9 * i..72 - 9 * i]);
        u64::from_le_bytes(letters)
    };
    let mut ranks = [rank(0), rank(1), rank(2), rank(3), rank(4), rank(5), rank(6), rank(7)];
    // A word holds a rank, then a file, then a bit of all squares.
    exchange_bytes(&mut ranks);
    exchange_bits(&mut ranks);
    ranks
}

/// Returns the ranks of a board, a space before each.
pub(super) fn letters(board: &Board) -> [u8; 72] {
    let piece = board.occupied().0;
    let empty = !piece;
    let [pawn, knight, bishop] = [board.pawns().0, board.knights().0, board.bishops().0];
    let [rook, queen, king] = [board.rooks().0, board.queens().0, board.kings().0];
    let mut plane = [
        queen | king | empty,
        knight | bishop | rook | king,
        knight | empty,
        knight | king | empty,
        pawn | rook | queen,
        board.black().0 | empty,
        piece,
        0,
    ];
    exchange_bits(&mut plane);
    exchange_bytes(&mut plane);
    let mut ranks = [b' '; 72];
    for (to, rank) in ranks.as_chunks_mut::<9>().0.iter_mut().zip(plane.iter().rev()) {
        to[1..].copy_from_slice(&rank.to_le_bytes());
    }
    ranks
}

/// Eight words change places with the eight bytes of each.
#[inline(always)]
fn exchange_bytes(words: &mut [u64; 8]) {
    swap(words, 4, 32, 0x0000_0000_ffff_ffff);
    swap(words, 2, 16, 0x0000_ffff_0000_ffff);
    swap(words, 1, 8, 0x00ff_00ff_00ff_00ff);
}

/// Eight words change places with the eight bits of each byte.
#[inline(always)]
fn exchange_bits(words: &mut [u64; 8]) {
    swap(words, 4, 4, 0x0f0f_0f0f_0f0f_0f0f);
    swap(words, 2, 2, 0x3333_3333_3333_3333);
    swap(words, 1, 1, 0x5555_5555_5555_5555);
}

/// Swaps blocks of bits between words `distance` apart: the upper ones of the first with
/// the lower ones of the second.
#[inline(always)]
fn swap(words: &mut [u64; 8], distance: usize, shift: u32, mask: u64) {
    for i in 0..8 {
        if i & distance == 0 {
            let different = ((words[i] >> shift) ^ words[i + distance]) & mask;
            words[i] ^= different << shift;
            words[i + distance] ^= different;
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    proptest! {
        /// The board's letters come back as they were read.
        #[test]
        fn of_any_board(ranks in prop::collection::vec("[PNBRQKpnbrqk-]{8}", 8)) {
            let text = format!(" {} ", ranks.join(" "));
            let board = super::board(text.as_bytes().first_chunk().expect("eight ranks"));
            let letters = super::letters(&board.expect("a board"));
            prop_assert_eq!(&letters[..], &text.as_bytes()[..72]);
        }
    }
}
