//! Existence of legal moves, which distinguishes check from mate and stalemate.

use super::{
    board::{FastBoard, Sliders, squares},
    occupant::{BISHOP, KING, KNIGHT, PAWN, QUEEN, ROOK},
    tables::{AROUND, SEEN, between},
};

impl FastBoard {
    /// Returns true if the side to move, in check by the other side, has a legal move.
    #[inline]
    pub(super) fn has_evasion<const BY: usize>(&self) -> bool {
        self.king_can_flee::<BY>() || self.can_stop(self.checkers)
    }

    /// Returns true if a piece other than the king can capture or block the checking piece.
    #[cold]
    #[inline(never)]
    fn can_stop(&self, checkers: u64) -> bool {
        if checkers & checkers.wrapping_sub(1) != 0 {
            // Of two checks only the king can escape.
            return false;
        }
        let king = self.king(self.turn);
        let checker = checkers.trailing_zeros() as usize & 63;
        self.can_reach(between(king, checker) | checkers)
    }

    /// Returns true if the side to move has a legal move.
    #[must_use]
    pub fn has_legal_move(&self) -> bool {
        let can_flee = || match self.turn {
            0 => self.king_can_flee::<1>(),
            _ => self.king_can_flee::<0>(),
        };
        if self.checkers != 0 {
            return can_flee() || self.can_stop(self.checkers);
        }
        self.pawn_can_step() || can_flee() || self.can_reach(!0)
    }

    /// Returns true if a pawn that is certainly not pinned can step; the king must not be
    /// in check.
    fn pawn_can_step(&self) -> bool {
        let us = self.turn & 1;
        let around = &AROUND[self.king(us)];
        let pawns = self.set(PAWN, us) & !(around.rook | around.bishop);
        let steps = if us == 0 { pawns << 8 } else { pawns >> 8 };
        steps & !self.occupied != 0
    }

    /// Returns true if the king has a legal move other than castling: a square that the
    /// other side does not attack.
    #[inline]
    fn king_can_flee<const BY: usize>(&self) -> bool {
        let us = BY ^ 1;
        let king = self.king(us);
        let mut near = AROUND[self.king(BY)].king | pawn_attacks(self.set(PAWN, BY), BY);
        // Nor can it stay on a line on which it is in check.
        for checker in squares(self.checkers & self.sliders(BY)) {
            near |= between(king, checker) | SEEN[checker].behind[king];
        }
        // The king does not shield the squares behind it.
        let occupied = self.occupied & !(1 << king);
        let far = Sliders::of(self, BY);
        squares(AROUND[king].king & !self.side(us) & !near).any(|to| !far.attack(to, occupied))
    }

    /// Returns true if a piece other than the king has a legal move to one of these
    /// squares. If a single piece gives check, capturing it en passant counts as reaching
    /// its square.
    fn can_reach(&self, targets: u64) -> bool {
        let us = self.turn & 1;
        let occupied = self.occupied;
        let passed = self.en_passant();
        let own = self.side(us);
        let goals = targets & !own;
        for from in squares(own & !self.set(KING, us)) {
            let role = self.role_on(from);
            let around = &AROUND[from];
            let reach = match role {
                KNIGHT => around.knight,
                BISHOP => around.bishop,
                ROOK => around.rook,
                QUEEN => around.rook | around.bishop,
                _ => 0,
            };
            let mut moves =
                if role == PAWN { self.pawn_moves(from) & goals } else { reach & goals };
            moves = squares(moves)
                .filter(|to| between(from, *to) & occupied == 0)
                .fold(0, |bits, to| bits | 1 << to);
            for to in squares(moves) {
                if self.is_safe_after(from, to, role, false) {
                    return true;
                }
            }
            if role == PAWN && around.pawn[us] & passed != 0 {
                let to = passed.trailing_zeros() as usize & 63;
                if self.is_safe_after(from, to, PAWN, true) {
                    return true;
                }
            }
        }
        false
    }

    /// Steps and captures of a pawn, except en passant.
    fn pawn_moves(&self, from: usize) -> u64 {
        let us = self.turn & 1;
        let bit = 1_u64 << from;
        let free = !self.occupied;
        let captures = AROUND[from].pawn[us] & self.side(us ^ 1);
        let steps = if us == 0 {
            let one = bit << 8 & free;
            one | (one & 0xff_0000) << 8 & free
        } else {
            let one = bit >> 8 & free;
            one | (one & 0xff << 40) >> 8 & free
        };
        captures | steps
    }

    /// Returns true if the material rules out mate by either side: bare kings, one knight
    /// or bishop, or bishops on squares of one colour.
    #[must_use]
    pub fn has_insufficient_material(&self) -> bool {
        const DARK: u64 = 0xaa55_aa55_aa55_aa55;
        let role = |role: u8| self.set(role, 0) | self.set(role, 1);
        if role(PAWN) | role(ROOK) | role(QUEEN) != 0 {
            return false;
        }
        let (knights, bishops) = (role(KNIGHT), role(BISHOP));
        if bishops == 0 {
            return knights.count_ones() <= 1;
        }
        knights == 0 && (bishops & DARK == 0 || bishops & !DARK == 0)
    }
}

/// The squares that pawns of a side attack.
const fn pawn_attacks(pawns: u64, side: usize) -> u64 {
    const A: u64 = 0x0101_0101_0101_0101;
    let (to_queen, to_king) = (pawns & !A, pawns & !(A << 7));
    if side == 0 { to_queen << 7 | to_king << 9 } else { to_queen >> 9 | to_king >> 7 }
}
