//! Writing moves as PGN's export format does.

use super::{
    board::{FastBoard, MoveKind, squares},
    occupant::{BISHOP, KING, KNIGHT, Occupant, PAWN, QUEEN, ROOK},
    parsed_san::parse,
    tables::{FROM, SEEN, between},
};
use crate::{Move, Role};

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
    #[inline]
    pub fn write(&mut self, m: Move) -> Option<u64> {
        match m {
            Move::Normal { role, from, capture, to, promotion: None } => {
                self.write_step(role, usize::from(from), capture, usize::from(to))
            }
            _ => self.write_special(m),
        }
    }

    /// Plays a move of one piece that stays what it is, and returns its SAN.
    fn write_step(
        &mut self,
        role: Role,
        from: usize,
        capture: Option<Role>,
        to: usize,
    ) -> Option<u64> {
        let (us, number) = (self.turn & 1, role as u8);
        let (man, captured) = (Occupant::new(number, us), capture.map_or(0, |role| role as u8));
        let is_there = self.men[from & 63] == man
            && self.men[to & 63] == Occupant::new(captured, us ^ 1)
            && captured != KING;
        let reaches = if role == Role::Pawn {
            self.pawn_reaches(from, to, captured != 0)
        } else {
            FROM[us][to & 63][usize::from(number) & 7] & 1 << (from & 63) != 0
                && between(from, to) & self.occupied == 0
        };
        let is_bound = || {
            let pinning = SEEN[self.king(us)].behind[from & 63] & self.sliders(us ^ 1);
            self.checkers | pinning != 0 || number == KING
        };
        if !is_there || !reaches || (is_bound() && !self.is_safe_after(from, to, number, false)) {
            return None;
        }
        let mut word = Letters { bytes: 0, length: 0 };
        if role == Role::Pawn {
            pawn(&mut word, from, to, captured != 0, None);
        } else {
            word.push(letter(role));
            let (file, rank) = self.disambiguation(number, from, to);
            if file {
                word.file(from);
            }
            if rank {
                word.rank(from);
            }
            if captured != 0 {
                word.push(b'x');
            }
            word.file(to);
            word.rank(to);
        }
        // Only a piece that comes into line with the king, or leaves a line to it, gives check.
        let other_king = &SEEN[self.king(us ^ 1)];
        let near = other_king.behind[from & 63] & self.sliders(us)
            | other_king.checks[man as usize] & 1 << (to & 63);
        self.make(from, to, number, 0, captured, MoveKind::Usual);
        self.checkers = if near == 0 { 0 } else { self.find_checkers() };
        if self.checkers != 0 {
            word.push(if self.has_legal_move() { b'+' } else { b'#' });
        }
        Some(word.bytes)
    }

    /// Returns true if a pawn of the side to move goes so, and does not have to be promoted.
    fn pawn_reaches(&self, from: usize, to: usize, captures: bool) -> bool {
        let us = self.turn & 1;
        let forward = |square: usize| if us == 0 { square + 8 } else { square.wrapping_sub(8) };
        let (once, second_rank) = (forward(from), if us == 0 { 1 } else { 6 });
        let goes = if captures {
            FROM[us][to & 63][usize::from(PAWN)] & 1 << (from & 63) != 0
        } else {
            once == to
                || from >> 3 == second_rank
                    && forward(once) == to
                    && self.occupied & 1 << (once & 63) == 0
        };
        goes && (8..56).contains(&to)
    }

    /// Plays castling, a promotion or a capture en passant, and returns its SAN.
    fn write_special(&mut self, m: Move) -> Option<u64> {
        let mut word = Letters { bytes: 0, length: 0 };
        match m {
            Move::Castle { king, rook } => {
                for letter in if king < rook { "O-O" } else { "O-O-O" }.bytes() {
                    word.push(letter);
                }
            }
            Move::EnPassant { from, to } => {
                pawn(&mut word, usize::from(from), usize::from(to), true, None);
            }
            Move::Normal { role: Role::Pawn, from, capture, to, promotion } => {
                let (from, to) = (usize::from(from), usize::from(to));
                pawn(&mut word, from, to, capture.is_some(), promotion);
            }
            Move::Normal { .. } | Move::Put { .. } => return None,
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
    fn disambiguation(&self, role: u8, from: usize, to: usize) -> (bool, bool) {
        if !matches!(role, KNIGHT | BISHOP | ROOK | QUEEN) {
            return (false, false);
        }
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

fn pawn(word: &mut Letters, from: usize, to: usize, captures: bool, promotion: Option<Role>) {
    if captures {
        word.file(from);
        word.push(b'x');
    }
    word.file(to);
    word.rank(to);
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
