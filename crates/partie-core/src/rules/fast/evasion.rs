//! Whether there is a way out: what parts check from mate, and stalemate from a draw
//! by nothing.

use super::{
    board::{Far, FastBoard, squares},
    tables::{AROUND, between},
    word::{BISHOP, KING, KNIGHT, PAWN, QUEEN, ROOK},
};

impl FastBoard {
    /// Whether the side to move, which is in check, has a legal move.
    #[cold]
    #[inline(never)]
    pub(super) fn has_evasion(&self) -> bool {
        self.king_can_move() || self.can_stop(self.checkers)
    }

    /// Whether a piece other than the king can take the piece that gives check, or come
    /// between it and the king.
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

    /// Whether the side to move has any legal move.
    #[must_use]
    pub fn has_legal_move(&self) -> bool {
        if self.checkers != 0 {
            return self.has_evasion();
        }
        self.pawn_can_step() || self.king_can_move() || self.can_reach(!0)
    }

    /// Whether a pawn that is surely not pinned can step; the king must not be in check.
    fn pawn_can_step(&self) -> bool {
        let us = self.turn & 1;
        let around = &AROUND[self.king(us)];
        let pawns = self.set(PAWN, us) & !(around.rook | around.bishop);
        let steps = if us == 0 { pawns << 8 } else { pawns >> 8 };
        steps & !self.occupied != 0
    }

    fn king_can_move(&self) -> bool {
        if self.turn == 0 { self.king_of_can_move::<0>() } else { self.king_of_can_move::<1>() }
    }

    #[inline]
    fn king_of_can_move<const US: usize>(&self) -> bool {
        let king = self.king(US);
        let them = US ^ 1;
        let near = AROUND[self.king(them)].king | pawn_attacks(self.set(PAWN, them), them);
        // The king does not hide behind itself.
        let occupied = self.occupied & !(1 << king);
        let far = Far::of(self, them);
        squares(AROUND[king].king & !self.side(US) & !near).any(|to| !far.attack(to, occupied))
    }

    /// Whether a piece other than the king has a legal move to one of these squares. Where
    /// only one piece gives check, taking it en passant counts as reaching its square.
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

    /// Steps and captures of a pawn, without those en passant.
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

    /// Whether neither side can ever mate, told by the material alone: bare kings, or one
    /// knight or bishop, or bishops of one colour of squares only.
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
