//! A compact code of moves for storage: one byte for nearly every ply.
//!
//! A decoder needs no legal moves and no attacks, only a table and the board. Everything about the
//! code is on this page; it never changes under the same [`VERSION`].
//! [`ReplayBoard`](crate::rules::ReplayBoard) writes and reads it.
//!
//! # Games that have a code
//!
//! Each side has one king and at most fifteen other pieces in the initial position, which can be
//! played, and the variant is Standard, Chess960, From Position, King of the Hill, Three-check,
//! Racing Kings or Losers. In other variants pieces are dropped, explode, become kings, or castle
//! in another way; their moves have to be stored otherwise.
//!
//! # Numbers of the pieces
//!
//! In the initial position of the game the king of each side has the number 0. The other pieces of
//! the side have the numbers 1, 2, 3 and so on, in the order of their squares: a1, b1, up to h1,
//! then a2, up to h8 for White, and a8, b8, up to h8, then a7, up to h1 for Black. A piece keeps
//! its number until it is captured; the number is then no longer used. A promoted pawn keeps its
//! number, too. In the usual initial position the pieces on the first rank of each side have the
//! numbers 1 2 3 4 0 5 6 7, from the a-file on, and the pawns 8 to 15.
//!
//! # Bytes
//!
//! A move is one byte, 16 times the number of the piece that moves plus a target from 0 to 15. The
//! target depends on what the piece is when it moves. All directions are seen by the side that
//! moves: *forward* is towards the eighth rank for White and towards the first for Black; left is
//! always towards the a-file and right towards the h-file.
//!
//! | piece | target | move |
//! |---|---|---|
//! | pawn | 0 | one square forward |
//! | | 1 | two squares forward |
//! | | 2, 3 | captures to the left, to the right; en passant, too |
//! | | 4, 5, 6, 7 | one square forward, and becomes a queen, rook, bishop, knight |
//! | | 8 to 11 | captures to the left, and becomes the same pieces |
//! | | 12 to 15 | captures to the right, and becomes the same pieces |
//! | knight | 0 to 7 | files right and ranks forward: (1, 2) (2, 1) (2, -1) (1, -2) (-1, -2) (-2, -1) (-2, 1) (-1, 2) |
//! | king | 0 to 7 | one square: (0, 1) (1, 1) (1, 0) (1, -1) (0, -1) (-1, -1) (-1, 0) (-1, 1) |
//! | | 8, 9 | castles with the rook on its right, on its left; in Chess960, too |
//! | | 10 | null move: nothing moves |
//! | | 11 | an illegal move, in two more bytes: see below |
//! | rook | 1 to 7 | to the right by so many files, modulo 8: 7 is one file to the left, if it exists |
//! | | 9 to 15 | forward by 1 to 7 ranks, modulo 8 |
//! | bishop | 1 to 7 | to the right by so many files, modulo 8, and by as many ranks forward (backward if to the left) |
//! | | 9 to 15 | to the right by 1 to 7 files, modulo 8, and by as many ranks backward (forward if to the left) |
//! | queen | 1 to 7, 9 to 15 | as a rook |
//! | | 0 | a second byte follows, with the same number: 1 to 7 or 9 to 15, as a bishop |
//!
//! Modulo 8, a target has one meaning only: a rook on c1 reaches h1 by 5, and b1, being one file
//! to the left, by 7; 6 and 7 to the right would leave the board. All other targets are invalid.
//!
//! Castling moves the king to the g-file and the rook to the f-file (right), or to the c-file and
//! the d-file (left). Results have to be stored next to the code.
//!
//! # Illegal moves
//!
//! A move that was played as it was written, although it is not legal, is the king's target 11 and
//! 16 bits, the lower byte first: the square to which it leads in the lower six bits (a1 is 0, b1
//! is 1, h8 is 63), the square from which in the next six, the piece that a pawn becomes in bits 12
//! to 14 (2 to 5: knight, bishop, rook, queen; otherwise 0), and bit 15 is set if the king castles
//! with the rook on the first of these squares. Three-check and Racing Kings have none.
//!
//! # Initial positions
//!
//! The code of a game that does not begin with the usual position of standard chess begins with the
//! initial position, so that it can be read without anything beside it: the byte 15, which is no
//! move of any piece; a byte with the length of the text that follows; and that text, the FEN in
//! ASCII, after which `;` and the name of the variant stand unless that is Standard. A move of the
//! king never has the target 15, so a code of version 1, which had no initial positions, cannot be
//! mistaken for one.
//!
//! ```
//! use partie_core::moves::code;
//!
//! let mut bytes = Vec::new();
//! code::push_start("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", &mut bytes).expect("it is short");
//! bytes.push(0x11); // the pawn, which is number 1, moves two squares forward
//! let (start, moves) = code::split_start(&bytes);
//! assert_eq!(start, Some("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"));
//! assert_eq!(moves, [0x11]);
//! assert_eq!(code::split_start(moves), (None, moves));
//! ```
//!
//! # Size
//!
//! Between 5 and 6 % of the plies are diagonal moves of queens, which take two bytes. Compressed by
//! zstd at level 3, games take 6.4 to 6.8 bits a ply. Numbering the pieces anew before each move
//! takes 8 to 9 % more, targets as absolute files and ranks take 2 % more, and two bytes with both
//! squares 75 to 77 % more.

use crate::{Color, Move, Role, Square, rules::pieces::EMPTY};

/// The version of the code. Version 1 had no initial positions, and version 2 no illegal moves.
pub const VERSION: u8 = 3;

/// The byte before an initial position: the king, and a target that no king has.
const START: u8 = 15;

/// Appends an initial position to an empty code. `None` if its text is longer than 255 bytes; then
/// nothing is appended.
pub fn push_start(text: &str, code: &mut Vec<u8>) -> Option<()> {
    let length = u8::try_from(text.len()).ok()?;
    code.extend([START, length]);
    code.extend_from_slice(text.as_bytes());
    Some(())
}

/// Splits a code into the text of its initial position and its moves. There is no text if the game
/// begins as usual, and if the code is damaged; then the moves begin with a byte that is no move.
#[inline]
#[must_use]
pub fn split_start(code: &[u8]) -> (Option<&str>, &[u8]) {
    match code {
        [START, length, rest @ ..] => {
            let split = rest.split_at_checked(usize::from(*length));
            let start =
                split.and_then(|(text, moves)| Some((std::str::from_utf8(text).ok()?, moves)));
            start.map_or((None, code), |(text, moves)| (Some(text), moves))
        }
        _ => (None, code),
    }
}

/// Returns true if a move of a code may be illegal: only a byte 11 says so, which the text of an initial
/// position could have, too.
#[inline]
#[must_use]
pub fn may_have_illegal(code: &[u8]) -> bool {
    // Only kings have the number 0, so this is their target of illegal moves.
    code.contains(&ILLEGAL)
}

/// Targets of pawns.
pub(crate) const DOUBLE_PUSH: u8 = 1;
pub(crate) const FIRST_PROMOTION: u8 = 4;
/// Targets of kings.
pub(crate) const CASTLE_RIGHT: u8 = 8;
pub(crate) const CASTLE_LEFT: u8 = 9;
pub(crate) const NULL: u8 = 10;
pub(crate) const ILLEGAL: u8 = 11;
/// The target of queens that another byte follows.
pub(crate) const DIAGONAL: u8 = 0;

/// The bit of an illegal castling move.
pub(crate) const CASTLES: u16 = 1 << 15;

/// Returns the 16 bits of an illegal move. `None` if it is none of a piece on the board.
pub(crate) fn of_illegal(m: Move) -> Option<u16> {
    let squares = |from: Square, to: Square| u32::from(to) as u16 | (u32::from(from) as u16) << 6;
    match m {
        Move::Normal { from, to, promotion, .. } => {
            Some(squares(from, to) | promotion.map_or(0, |role| role as u16) << 12)
        }
        Move::Castle { king, rook } => Some(squares(king, rook) | CASTLES),
        Move::EnPassant { .. } | Move::Put { .. } => None,
    }
}

/// The pieces that a pawn becomes, in the order of their targets.
pub(crate) const PROMOTIONS: [Role; 4] = [Role::Queen, Role::Rook, Role::Bishop, Role::Knight];

/// Conditions on the square that a piece moves to, in the upper two bits of a [`STEPS`] entry.
pub(crate) const FREE_OR_ENEMY: u8 = 0;
pub(crate) const FREE: u8 = 1;
pub(crate) const ENEMY: u8 = 2;
/// Not a simple move, or an invalid one.
pub(crate) const SPECIAL: u8 = 3;

const KNIGHT: [(i32, i32); 8] =
    [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)];
const KING: [(i32, i32); 8] =
    [(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)];

/// The squares that targets lead to in their lower six bits, and a condition in the upper two: by
/// 64 times the kind of a piece plus its square, then by target.
pub(crate) static STEPS: [[u8; 16]; 1024] = {
    let mut steps = [[SPECIAL << 6; 16]; 1024];
    let mut at = 0;
    while at < 64 * EMPTY {
        let mirror = if at / 64 < 6 { 0 } else { 56 };
        let mut target = 0;
        while target < 16 {
            let (file, rank) = (at as i32 & 7, (at ^ mirror) as i32 >> 3 & 7);
            if let Some((file, rank, condition)) = step(at / 64 % 6, file, rank, target)
                && file & 7 == file
                && rank & 7 == rank
            {
                let to = (rank << 3 | file) as u8 ^ mirror as u8;
                steps[at][target as usize] = condition << 6 | to;
            }
            target += 1;
        }
        at += 1;
    }
    steps
};

/// No target in [`TARGETS`].
const NO_TARGET: u8 = 16;

/// The targets of simple moves: by the kind of a white piece, then by the [way](way) that it goes.
static TARGETS: [[u8; 256]; 6] = {
    let mut targets = [[NO_TARGET; 256]; 6];
    let mut at = 0;
    while at < 6 * 64 {
        let (from, mut target) = (at & 63, 0);
        while target < 16 {
            let step = STEPS[at][target];
            if step >> 6 != SPECIAL {
                targets[at >> 6][way(from, (step & 63) as usize)] = target as u8;
            }
            target += 1;
        }
        at += 1;
    }
    targets
};

/// Returns a number that identifies a step: moves by the same number of files and ranks share it.
const fn way(from: usize, to: usize) -> usize {
    // Ranks of sixteen squares, so that no way leads over the edge.
    (to + (to & 0o70) + 119 - from - (from & 0o70)) & 0xff
}

/// Returns the target that a simple move would have; the square may be out of its reach.
#[inline]
pub(crate) fn simple_target(us: Color, role: Role, from: Square, to: Square) -> Option<u8> {
    let mirror = us.fold_wb(0, 56);
    let way = way(usize::from(from) ^ mirror, usize::from(to) ^ mirror);
    let target = TARGETS[role as usize - 1][way];
    (target != NO_TARGET).then_some(target)
}

/// Returns the file and the rank, seen by the side to move, that a kind of White's pieces reaches
/// by a target of a simple move, and the condition; the square may be outside of the board.
const fn step(kind: usize, file: i32, rank: i32, target: i32) -> Option<(i32, i32, u8)> {
    const LAST: i32 = 6;
    let distance = target & 7;
    // One of two distances modulo 8 remains on the board.
    let right = ((file + distance) & 7) - file;
    let (files, ranks, condition) = match (kind, target) {
        (0, 0) if rank < LAST => (0, 1, FREE),
        (0, 2) if rank < LAST => (-1, 1, ENEMY),
        (0, 3) if rank < LAST => (1, 1, ENEMY),
        (1, 0..=7) => (KNIGHT[target as usize].0, KNIGHT[target as usize].1, FREE_OR_ENEMY),
        (5, 0..=7) => (KING[target as usize].0, KING[target as usize].1, FREE_OR_ENEMY),
        (2, 1..=7) => (right, right, FREE_OR_ENEMY),
        (2, 9..=15) => (right, -right, FREE_OR_ENEMY),
        (3 | 4, 1..=7) => (right, 0, FREE_OR_ENEMY),
        (3 | 4, 9..=15) => (0, ((rank + distance) & 7) - rank, FREE_OR_ENEMY),
        _ => return None,
    };
    Some((file + files, rank + ranks, condition))
}

/// Returns the target of a move that is neither castling nor a null move, and for [`DIAGONAL`] the
/// target in the byte after it.
pub(crate) fn target(
    us: Color,
    role: Role,
    from: Square,
    to: Square,
    promotion: Option<Role>,
) -> Option<(u8, Option<u8>)> {
    let ranks = to.rank() as i32 - from.rank() as i32;
    let (files, ranks) = (to.file() as i32 - from.file() as i32, us.fold_wb(ranks, -ranks));
    let among = |steps: &[(i32, i32); 8]| steps.iter().position(|step| *step == (files, ranks));
    let rook = match (files, ranks) {
        (0, 0) => return None,
        (_, 0) => Some(files as u8 & 7),
        (0, _) => Some(ranks as u8 & 7 | 8),
        _ => None,
    };
    let bishop = if files == ranks {
        Some(files as u8 & 7)
    } else {
        (files == -ranks).then_some(files as u8 & 7 | 8)
    };
    let one = match role {
        Role::Pawn => {
            let way = match (files, ranks) {
                (0, 2) if promotion.is_none() => return Some((DOUBLE_PUSH, None)),
                (0, 1) => 0,
                (-1, 1) => 1,
                (1, 1) => 2,
                _ => return None,
            };
            Some(match promotion {
                None if way == 0 => 0,
                None => DOUBLE_PUSH + way,
                Some(role) => {
                    let piece = PROMOTIONS.iter().position(|choice| *choice == role)?;
                    FIRST_PROMOTION + way * 4 + piece as u8
                }
            })
        }
        Role::Knight => among(&KNIGHT).map(|target| target as u8),
        Role::King => among(&KING).map(|target| target as u8),
        Role::Bishop => bishop,
        Role::Rook => rook,
        Role::Queen => {
            if let Some(second) = bishop {
                return Some((DIAGONAL, Some(second)));
            }
            rook
        }
    };
    one.map(|target| (target, None))
}
