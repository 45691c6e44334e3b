//! Rare moves: castling, promotions, captures en passant, and moves that several pieces could make;
//! and checks of check marks.

use std::num::NonZeroU64;

use super::{
    board::{FastBoard, FastMove, MoveKind, Sliders, squares},
    occupant::{KING, KNIGHT, Occupant, PAWN, ROOK},
    parsed_san::{ParsedSan, says},
    tables::{CASTLING, FROM, SEEN, between},
};

impl FastBoard {
    /// Plays a move that is castling, a promotion or en passant, or that could be made by
    /// several pieces or names its source.
    #[cold]
    #[inline(never)]
    pub(super) fn play_special(&mut self, step: &ParsedSan) -> Option<FastMove> {
        match step.says & (says::SHORT | says::LONG) {
            0 => {}
            says::NULL => return self.play_null(),
            _ => return self.castle(step),
        }
        let us = self.turn & 1;
        let to = usize::from(step.to);
        let captured = self.role_on(to);
        let captures = captured != 0;
        let mut kind = MoveKind::Usual;
        if captures && self.men[to] == Occupant::new(captured, us) {
            return None;
        }
        if captures != (step.says & says::CAPTURE != 0) {
            // A capture on an empty square is en passant or illegal.
            if captures || step.role() != PAWN || step.target() != self.en_passant() {
                return None;
            }
            kind = MoveKind::EnPassant;
        }
        let source = if us == 0 { self.choose::<0>(step) } else { self.choose::<1>(step) };
        let from = source?.trailing_zeros() as usize;
        if self.may_be_bound(from, step) && !self.is_safe(from, step) {
            return None;
        }
        self.make(from, to, step.role(), step.promotion, captured, kind);
        let unmarked = self.marks(step)?;
        Some(FastMove {
            from: from as u8,
            to: u8::from(step.to),
            role: step.role(),
            promotion: step.promotion,
            captured,
            kind,
            unmarked,
        })
    }

    /// Plays a null move. The returned move only shows that no mark is missing.
    fn play_null(&mut self) -> Option<FastMove> {
        self.pass()?;
        let kind = MoveKind::Usual;
        let unmarked = false;
        Some(FastMove { from: 0, to: 0, role: 0, promotion: 0, captured: 0, kind, unmarked })
    }

    /// Moves a piece, and gives the turn to the other side.
    pub(super) fn make(
        &mut self,
        from: usize,
        to: usize,
        role: u8,
        promotion: u8,
        captured: u8,
        kind: MoveKind,
    ) {
        let us = self.turn & 1;
        if captured != 0 {
            self.lift(to);
        } else if kind == MoveKind::EnPassant {
            self.lift(if us == 0 { to.wrapping_sub(8) } else { to + 8 });
        }
        self.lift(from);
        self.place(to, Occupant::new(if promotion == 0 { role } else { promotion }, us));
        self.last = 1 << from | 1 << to;
        self.moved |= self.last;
        self.halfmoves = if role == PAWN || captured != 0 { 0 } else { self.halfmoves + 1 };
        self.fullmoves += us as u32;
        self.turn = us ^ 1;
    }

    /// Compares the check or mate sign of the move just played with the position. Returns true if a
    /// sign is missing, and `None` if the sign is wrong.
    #[inline(never)]
    fn marks(&mut self, step: &ParsedSan) -> Option<bool> {
        match self.find_checkers() {
            0 => {
                self.checkers = 0;
                (!step.is_marked()).then_some(false)
            }
            checkers if self.turn == 1 => self.check_marks::<0>(step, checkers),
            checkers => self.check_marks::<1>(step, checkers),
        }
    }

    /// Compares the given checking pieces of a side with the mark.
    #[inline(never)]
    pub(super) fn check_marks<const BY: usize>(
        &mut self,
        step: &ParsedSan,
        checkers: u64,
    ) -> Option<bool> {
        self.checkers = checkers;
        if !step.is_marked() {
            return Some(true);
        }
        let mate = !self.has_evasion::<BY>();
        match (step.says & says::MATE != 0, mate) {
            (true, false) => None,
            (said, is) => Some(said != is),
        }
    }

    /// Returns the square of the piece that moves, if several pieces could or the text names the
    /// source; `None` if the text's disambiguation is not the canonical one.
    ///
    /// If only one piece can reach the square, it may still be pinned.
    #[cold]
    #[inline(never)]
    pub(super) fn choose<const US: usize>(&self, step: &ParsedSan) -> Option<NonZeroU64> {
        let to = usize::from(step.to);
        // All pieces that could reach the square, regardless of disambiguation; capturing
        // pawns always name their file.
        let lines = match step.role() {
            PAWN => step.from[US],
            role => FROM[US][to][usize::from(role) & 7],
        };
        let all = self.sets[step.men[US] as usize] & lines;
        let occupied = self.occupied;
        let mut legal = all;
        for from in squares(all) {
            if between(from, to) & occupied != 0 {
                legal ^= 1 << from;
            }
        }
        let named = step.says & (says::FILE | says::RANK);
        if legal & legal.wrapping_sub(1) == 0 {
            return NonZeroU64::new(legal).filter(|_| named == 0);
        }
        // Several pieces: so they are neither kings nor pawns that take en passant.
        let (king, pinning) = (&SEEN[self.king(US)], self.sliders(US ^ 1));
        for from in squares(legal) {
            if (king.behind[from] & pinning | self.checkers) != 0 && !self.is_safe(from, step) {
                legal ^= 1 << from;
            }
        }
        let source = NonZeroU64::new(legal & step.from[US]).filter(|s| s.is_power_of_two())?;
        let others = legal ^ source.get();
        let from = source.trailing_zeros();
        let file = 0x0101_0101_0101_0101_u64 << (from & 7);
        let rank = 0xff_u64 << (from & 0x38);
        let needed = match (others & file != 0, others & rank != 0) {
            _ if others == 0 => 0,
            (false, _) => says::FILE,
            (true, false) => says::RANK,
            (true, true) => says::FILE | says::RANK,
        };
        (named == needed).then_some(source)
    }

    /// Returns true if the own king could be attacked after a piece has left its square: it
    /// is in check, the piece may be pinned, it is the king, or it captures en passant.
    fn may_be_bound(&self, from: usize, step: &ParsedSan) -> bool {
        let us = self.turn & 1;
        let king = self.king(us);
        self.checkers != 0
            || step.role() == KING
            || step.role() == PAWN && step.says & says::CAPTURE != 0
            || SEEN[king].behind[from & 63] & self.sliders(us ^ 1) != 0
    }

    /// Returns true if the own king is not attacked after a move other than castling.
    pub(super) fn is_safe(&self, from: usize, step: &ParsedSan) -> bool {
        let to = usize::from(step.to);
        let passing =
            step.role() == PAWN && step.says & says::CAPTURE != 0 && self.role_on(to) == 0;
        self.is_safe_after(from, to, step.role(), passing)
    }

    /// Returns true if the own king is not attacked after a piece moved from one square to
    /// another.
    pub(super) fn is_safe_after(&self, from: usize, to: usize, role: u8, en_passant: bool) -> bool {
        let us = self.turn & 1;
        let target = 1_u64 << to;
        let passed = match (en_passant, us) {
            (false, _) => 0,
            (true, 0) => target >> 8,
            (true, _) => target << 8,
        };
        let occupied = (self.occupied ^ 1 << from) & !passed | target;
        let king = if role == KING { to } else { self.king(us) };
        self.attackers(king, us ^ 1, occupied) & !(target | passed) == 0
    }

    #[cold]
    #[inline(never)]
    fn castle(&mut self, step: &ParsedSan) -> Option<FastMove> {
        let us = self.turn & 1;
        let way = &CASTLING[us][usize::from(step.says & says::SHORT == 0)];
        let [king, rook, king_to, rook_to] =
            [way.king, way.rook, way.king_to, way.rook_to].map(usize::from);
        let (them, occupied) = (us ^ 1, self.occupied);
        if self.castling_rights() & 1 << rook == 0 || way.free & occupied != 0 {
            return None;
        }
        // The king passes over no attacked square, and is not in check.
        let near = way.knights & self.set(KNIGHT, them)
            | way.pawns & self.set(PAWN, them)
            | way.kings & self.set(KING, them);
        let far = Sliders::of(self, them);
        if near != 0
            || [king, rook_to, king_to].into_iter().any(|square| far.attack(square, occupied))
        {
            return None;
        }
        self.lift(king);
        self.lift(rook);
        self.place(king_to, Occupant::new(KING, us));
        self.place(rook_to, Occupant::new(ROOK, us));
        self.last = 1 << king | 1 << king_to;
        self.moved |= self.last;
        self.halfmoves += 1;
        self.fullmoves += us as u32;
        self.turn = them;
        self.checkers = 0;
        // Only the rook can give check.
        let aligned =
            SEEN[self.king(them)].checks[Occupant::new(ROOK, us) as usize] & 1 << rook_to != 0;
        let unmarked = (aligned || step.is_marked()) && self.marks(step)?;
        Some(FastMove {
            from: king as u8,
            to: rook as u8,
            role: KING,
            promotion: 0,
            captured: 0,
            kind: MoveKind::Castling,
            unmarked,
        })
    }
}
