//! Writing moves as PGN's export format does.

use super::{
    board::{FastBoard, squares},
    occupant::{BISHOP, KNIGHT, QUEEN, ROOK},
    parsed_san::parse,
    tables::{FROM, between},
};
use crate::{Move, Role, Square};

/// Letters of a word, the first one lowest.
struct Letters {
    bytes: u64,
    length: u32,
}

impl Letters {
    fn push(&mut self, letter: u8) {
        self.bytes |= u64::from(letter) << (8 * self.length);
        self.length += 1;
    }

    fn file(&mut self, square: usize) {
        self.push(b'a' + (square & 7) as u8);
    }

    fn rank(&mut self, square: usize) {
        self.push(b'1' + (square >> 3) as u8);
    }
}

impl FastBoard {
    /// Plays a move and returns its SAN with the check mark: the bytes of the text, the
    /// first one lowest, padded with zeros.
    ///
    /// `None` if the move is not legal; then the board is as it was.
    ///
    /// ```
    /// use partie_core::{Move, Role, Square, rules::fast::FastBoard};
    /// let knight = Move::Normal {
    ///     role: Role::Knight,
    ///     from: Square::G1,
    ///     capture: None,
    ///     to: Square::F3,
    ///     promotion: None,
    /// };
    /// let mut board = FastBoard::new();
    /// assert_eq!(board.write(knight).map(u64::to_le_bytes), Some(*b"Nf3\0\0\0\0\0"));
    /// assert_eq!(board.write(knight), None);
    /// ```
    pub fn write(&mut self, m: Move) -> Option<u64> {
        let mut word = Letters { bytes: 0, length: 0 };
        match m {
            Move::Castle { king, rook } => {
                for letter in if king < rook { "O-O" } else { "O-O-O" }.bytes() {
                    word.push(letter);
                }
            }
            Move::EnPassant { from, to } => pawn(&mut word, from, to, true, None),
            Move::Normal { role: Role::Pawn, from, capture, to, promotion } => {
                pawn(&mut word, from, to, capture.is_some(), promotion);
            }
            Move::Normal { role, from, capture, to, .. } => {
                word.push(letter(role));
                let (from, to) = (usize::from(from), usize::from(to));
                let (file, rank) = self.disambiguation(role, from, to);
                if file {
                    word.file(from);
                }
                if rank {
                    word.rank(from);
                }
                if capture.is_some() {
                    word.push(b'x');
                }
                word.file(to);
                word.rank(to);
            }
            Move::Put { .. } => return None,
        }
        let before = *self;
        let played = parse(word.bytes).and_then(|word| self.play_special(&word));
        // The token must name the intended move.
        let Some(played) = played.filter(|played| m == (*played).into()) else {
            *self = before;
            return None;
        };
        if played.unmarked {
            word.push(if self.has_legal_move() { b'+' } else { b'#' });
        }
        Some(word.bytes)
    }

    /// Returns whether the file and the rank of the origin are needed.
    fn disambiguation(&self, role: Role, from: usize, to: usize) -> (bool, bool) {
        let role = match role {
            Role::Knight => KNIGHT,
            Role::Bishop => BISHOP,
            Role::Rook => ROOK,
            Role::Queen => QUEEN,
            _ => return (false, false),
        };
        let (us, to) = (self.turn & 1, to & 63);
        let lines = FROM[us][to][usize::from(role) & 7] & !(1 << (from & 63));
        let others = self.set(role, us) & lines;
        let (mut any, mut same_file, mut same_rank) = (false, false, false);
        for other in squares(others) {
            if between(other, to) & self.occupied == 0 && self.is_safe_after(other, to, role, false)
            {
                any = true;
                same_file |= other & 7 == from & 7;
                same_rank |= other >> 3 == from >> 3;
            }
        }
        (any && (!same_file || same_rank), same_file)
    }
}

fn pawn(word: &mut Letters, from: Square, to: Square, captures: bool, promotion: Option<Role>) {
    if captures {
        word.file(usize::from(from));
        word.push(b'x');
    }
    word.file(usize::from(to));
    word.rank(usize::from(to));
    if let Some(role) = promotion {
        word.push(b'=');
        word.push(letter(role));
    }
}

const fn letter(role: Role) -> u8 {
    match role {
        Role::Pawn => b'P',
        Role::Knight => b'N',
        Role::Bishop => b'B',
        Role::Rook => b'R',
        Role::Queen => b'Q',
        Role::King => b'K',
    }
}
