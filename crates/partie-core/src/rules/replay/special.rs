//! Moves that are more than a step of one piece, and damaged code.

use super::{
    ALLOWED, GONE, KIND, KIND_MASK, Man, NOTHING, NOWHERE, ReplayBoard, ReplayKind, ReplayMove,
    played,
};
use crate::{
    CastlingSide, Color, File, Role, Square,
    moves::code::{self, STEPS},
    rules::pieces::kind,
};

/// The bits of a square's number that are its rank.
const RANK: usize = 0o70;

/// Returns the bit of a castling right.
pub(super) const fn right_of(color: Color, side: CastlingSide) -> usize {
    (if color.is_white() { 0 } else { 2 }) + (if side.is_king_side() { 0 } else { 1 })
}

impl ReplayBoard {
    /// Decodes a move that is not a simple step.
    #[inline(never)]
    pub(super) fn decode_special(&mut self, code: &mut &[u8]) -> Option<ReplayMove> {
        let (byte, mut rest) = code.split_first()?;
        let id = u16::from(byte >> 4) | u16::from(self.turn & 1) << 4;
        let place = self.roster[usize::from(id & 63)];
        if place == GONE {
            return None;
        }
        let target = byte & 15;
        let played = match played::role_of(place >> KIND) {
            Role::Pawn => self.pawn(place, target)?,
            Role::Queen if target == code::DIAGONAL => {
                let (second, after) = rest.split_first()?;
                rest = after;
                self.diagonal(place, byte ^ second, second & 15)?
            }
            Role::King => match target {
                code::CASTLE_RIGHT => self.castle(place, CastlingSide::KingSide)?,
                code::CASTLE_LEFT => self.castle(place, CastlingSide::QueenSide)?,
                code::NULL => self.pass(place),
                code::ILLEGAL => {
                    let (bytes, after) = rest.split_first_chunk()?;
                    rest = after;
                    self.illegal(u16::from_le_bytes(*bytes))?
                }
                _ => return None,
            },
            _ => return None,
        };
        *code = rest;
        if self.checks.is_some() {
            self.count_check();
        }
        Some(played)
    }

    /// Plays a queen's move as a bishop's.
    fn diagonal(&mut self, place: u16, changed: u8, target: u8) -> Option<ReplayMove> {
        let bishop = (kind(self.turn(), Role::Bishop) as u16) << KIND | place & 63;
        let step = STEPS[usize::from(bishop & 1023)][usize::from(target & 15)];
        let condition = u16::from(step >> 6) * 4 + (self.men[usize::from(step & 63)] >> 4 & 3);
        let is_valid = changed < 16 && ALLOWED[usize::from(self.turn & 1)] >> condition & 1 != 0;
        is_valid.then(|| self.step(place, step & 63))
    }

    /// Plays a double push, a promotion, or a capture en passant.
    fn pawn(&mut self, place: u16, target: u8) -> Option<ReplayMove> {
        let us = self.turn();
        let from = i32::from(place & 63);
        let forward = us.fold_wb(8, -8);
        let rank = us.fold_wb(from >> 3, 7 - (from >> 3));
        let free = |board: &ReplayBoard, at: i32| board.men[(at & 63) as usize] == NOTHING;
        if target == code::DOUBLE_PUSH {
            let (passed, to) = (from + forward, from + 2 * forward);
            if rank != 1 || !free(self, passed) || !free(self, to) {
                return None;
            }
            let played = self.step(place, to as u8);
            self.passed = passed as u8;
            if self.may_capture_passing(to as usize, passed as usize) {
                self.passing_key = self.numbers.en_passant[(from & 7) as usize];
                self.key ^= self.passing_key;
            }
            return Some(played);
        }
        // 0: forward, 1: to the left, 2: to the right.
        let (way, promotion) = if target >= code::FIRST_PROMOTION {
            let at = target - code::FIRST_PROMOTION;
            (at / 4, Some(code::PROMOTIONS[usize::from(at % 4)]))
        } else {
            (target.saturating_sub(1), None)
        };
        let file = (from & 7) + [0, -1, 1][usize::from(way % 3)];
        if file & 7 != file || promotion.is_some() != (rank == 6) {
            return None;
        }
        let to = ((from & RANK as i32) + forward) | file;
        match promotion {
            None => {
                (way != 0 && i32::from(self.passed) == to).then_some(())?;
                let taken = (from & RANK as i32 | file) as usize & 63;
                let pawn = (kind(!us, Role::Pawn) as u16) << KIND;
                if self.men[taken] & KIND_MASK != pawn {
                    return None;
                }
                Some(self.take_passing(place, to as u8, taken))
            }
            Some(role) => {
                let met = self.men[(to & 63) as usize];
                let condition = if way == 0 { code::FREE } else { code::ENEMY };
                let bit = u16::from(condition) * 4 + (met >> 4 & 3);
                if ALLOWED[usize::from(self.turn & 1)] >> bit & 1 == 0 {
                    return None;
                }
                let mut played = self.step(place, to as u8);
                self.promote(usize::from(played.to), us, role);
                played.promotion = Some(role);
                Some(played)
            }
        }
    }

    /// Turns the pawn on a square into another piece.
    pub(super) fn promote(&mut self, square: usize, us: Color, role: Role) {
        let pawn = self.men[square & 63];
        let man = pawn & !KIND_MASK | (kind(us, role) as Man) << KIND;
        self.key ^= self.piece_key(pawn, square) ^ self.piece_key(man, square);
        self.material.remove(kind(us, Role::Pawn));
        self.material.add(kind(us, role));
        self.put(square, man);
    }

    /// Captures en passant.
    fn take_passing(&mut self, place: u16, to: u8, taken: usize) -> ReplayMove {
        let pawn = self.men[taken & 63];
        self.key ^= self.piece_key(pawn, taken);
        self.material.remove(usize::from(pawn >> KIND & 15));
        self.roster[usize::from(pawn & 63)] = GONE;
        self.men[taken & 63] = NOTHING;
        let played = self.step(place, to);
        ReplayMove { captured: Some(Role::Pawn), kind: ReplayKind::EnPassant, ..played }
    }

    fn castle(&mut self, place: u16, side: CastlingSide) -> Option<ReplayMove> {
        let right = right_of(self.turn(), side);
        let rook = self.rooks[right];
        (self.rights >> right & 1 != 0).then(|| self.castle_with(place, side, rook))?
    }

    /// Castles with the rook on a square, whether it may or not.
    pub(super) fn castle_with(
        &mut self,
        place: u16,
        side: CastlingSide,
        rook: u8,
    ) -> Option<ReplayMove> {
        let (from, rook_from) = (usize::from(place & 63), usize::from(rook & 63));
        let (king, rook) = (self.men[from], self.men[rook_from]);
        let at = |file: File| from & RANK | usize::from(file);
        let (to, rook_to) = (at(side.king_to_file()), at(side.rook_to_file()));
        let is_free = |square: usize| {
            square == from || square == rook_from || self.men[square & 63] == NOTHING
        };
        if !is_free(to) || !is_free(rook_to) {
            return None;
        }
        self.key ^= self.piece_key(king, from)
            ^ self.piece_key(king, to)
            ^ self.piece_key(rook, rook_from)
            ^ self.piece_key(rook, rook_to);
        self.men[from] = NOTHING;
        self.men[rook_from] = NOTHING;
        self.put(to, king);
        self.put(rook_to, rook);
        self.lose_rights(king);
        self.end_turn();
        Some(ReplayMove {
            from: Square::new(from as u32),
            to: Square::new(rook_from as u32),
            role: Role::King,
            promotion: None,
            captured: None,
            kind: ReplayKind::Castle,
        })
    }

    /// Plays a null move.
    fn pass(&mut self, place: u16) -> ReplayMove {
        self.end_turn();
        let king = Square::new(u32::from(place & 63));
        ReplayMove {
            from: king,
            to: king,
            role: Role::King,
            promotion: None,
            captured: None,
            kind: ReplayKind::Null,
        }
    }

    /// Changes the side to move.
    fn end_turn(&mut self) {
        self.key ^= self.passing_key ^ self.numbers.turn;
        self.passing_key = 0;
        self.passed = NOWHERE;
        self.turn ^= 1;
    }

    /// Returns the number of a piece on a square.
    fn piece_key(&self, man: Man, square: usize) -> u64 {
        self.numbers.pieces[usize::from(man & KIND_MASK) | square & 63]
    }
}
