//! Moves that are not made often: castling, promotions, captures en passant, and moves
//! that several pieces could make; and what a check mark says.

use super::{
    board::{FastBoard, FastMove, Kind, squares},
    tables::{FROM, SEEN, between},
    word::{KING, PAWN, ROOK, Word, man, says},
};

impl FastBoard {
    /// Plays a move that is castling, a promotion or en passant, or that could be made by
    /// several pieces or names its source.
    #[cold]
    #[inline(never)]
    pub(super) fn play_rare(&mut self, word: &Word) -> Option<FastMove> {
        if word.says & (says::SHORT | says::LONG) != 0 {
            return self.castle(word);
        }
        let us = self.turn & 1;
        let to = usize::from(word.to) & 63;
        let target = 1_u64 << to;
        let captures = self.sides[us ^ 1] & target != 0;
        let mut kind = Kind::Usual;
        if self.sides[us] & target != 0 {
            return None;
        }
        if captures != (word.says & says::CAPTURE != 0) {
            // A capture of nothing is one en passant, or none.
            if captures || word.role != PAWN || target != self.en_passant() {
                return None;
            }
            kind = Kind::EnPassant;
        }
        let from = self.choose(word)?.trailing_zeros() as usize & 63;
        if self.may_be_bound(from, word) && !self.is_safe(from, word) {
            return None;
        }
        let captured = if captures { self.role_on(to) } else { 0 };
        self.make(from, to, word.role, word.promotion, captured, kind);
        let unmarked = self.marks(word)?;
        Some(FastMove {
            from: from as u8,
            to: word.to,
            role: word.role,
            promotion: word.promotion,
            captured,
            kind,
            unmarked,
        })
    }

    /// Moves a piece, and gives the turn to the other side.
    fn make(&mut self, from: usize, to: usize, role: u8, promotion: u8, captured: u8, kind: Kind) {
        let us = self.turn & 1;
        let (source, target) = (1_u64 << from, 1_u64 << to);
        self.roles[usize::from(captured) & 7] &= !target;
        self.sides[us ^ 1] &= !target;
        self.roles[usize::from(role) & 7] ^= source;
        let becomes = if promotion == 0 { role } else { promotion };
        self.roles[usize::from(becomes) & 7] ^= target;
        self.sides[us] ^= source | target;
        self.men[from] = 0;
        self.men[to] = man(becomes, us);
        if kind == Kind::EnPassant {
            let taken = if us == 0 { to.wrapping_sub(8) } else { to + 8 } & 63;
            self.roles[usize::from(PAWN)] &= !(1 << taken);
            self.sides[us ^ 1] &= !(1 << taken);
            self.men[taken] = 0;
        }
        self.last = source | target;
        self.moved |= self.last;
        self.halfmoves = if role == PAWN || captured != 0 { 0 } else { self.halfmoves + 1 };
        self.fullmoves += us as u32;
        self.turn = us ^ 1;
    }

    /// Compares the mark of a move that was just played with the truth; says whether a
    /// mark is missing. `None` if there is one that is not true.
    #[inline(never)]
    pub(super) fn marks(&mut self, word: &Word) -> Option<bool> {
        let checkers = self.find_checkers();
        self.checkers = checkers;
        let marked = word.says & (says::CHECK | says::MATE) != 0;
        if checkers == 0 {
            return (!marked).then_some(false);
        }
        if !marked {
            return Some(true);
        }
        let mate = !self.has_evasion(checkers);
        match (word.says & says::MATE != 0, mate) {
            (true, false) => None,
            (said, is) => Some(said != is),
        }
    }

    /// The square of the piece that a word means, if several could be meant or the word
    /// names the source; `None` if it does not name it just as far as is needed.
    ///
    /// If only one piece can come, it may be one that must protect its king.
    #[cold]
    #[inline(never)]
    pub(super) fn choose(&self, word: &Word) -> Option<u64> {
        let to = usize::from(word.to) & 63;
        // All that could come here, whatever the word says of the source; pawns that take
        // are always named by their file.
        let us = self.turn & 1;
        let lines = match word.role {
            PAWN => word.from[us],
            role => FROM[us][to][usize::from(role) & 7],
        };
        let all = self.roles[usize::from(word.role) & 7] & self.sides[us] & lines;
        let occupied = self.occupied();
        let mut legal = all;
        for from in squares(all) {
            if between(from, to) & occupied != 0 {
                legal ^= 1 << from;
            }
        }
        if !legal.is_power_of_two() {
            for from in squares(legal) {
                if self.may_be_bound(from, word) && !self.is_safe(from, word) {
                    legal ^= 1 << from;
                }
            }
        }
        let chosen = legal & word.from[us];
        if !chosen.is_power_of_two() {
            return None;
        }
        let others = legal ^ chosen;
        let from = chosen.trailing_zeros();
        let file = 0x0101_0101_0101_0101_u64 << (from & 7);
        let rank = 0xff_u64 << (from & 0x38);
        let (same_file, same_rank) = (others & file != 0, others & rank != 0);
        let needs_file = others != 0 && (!same_file || same_rank);
        let named = (word.says & says::FILE != 0, word.says & says::RANK != 0);
        (named == (needs_file, same_file)).then_some(chosen)
    }

    /// Whether the own king could be attacked after a piece has left its square: it is so
    /// now, or the piece may be pinned, or it is the king, or takes en passant.
    fn may_be_bound(&self, from: usize, word: &Word) -> bool {
        let us = self.turn & 1;
        let king = self.king(us);
        self.checkers != 0
            || word.role == KING
            || word.role == PAWN && word.says & says::CAPTURE != 0
            || SEEN[king].behind[from & 63] & self.sliders() & self.sides[us ^ 1] != 0
    }

    /// Whether the own king is not attacked after a move without castling.
    pub(super) fn is_safe(&self, from: usize, word: &Word) -> bool {
        let to = usize::from(word.to) & 63;
        let passing = word.role == PAWN && word.says & says::CAPTURE != 0 && self.role_on(to) == 0;
        self.is_safe_after(from, to, word.role, passing)
    }

    /// Whether the own king is not attacked after a piece went from one square to another.
    pub(super) fn is_safe_after(&self, from: usize, to: usize, role: u8, en_passant: bool) -> bool {
        let us = self.turn & 1;
        let target = 1_u64 << to;
        let passed = match (en_passant, us) {
            (false, _) => 0,
            (true, 0) => target >> 8,
            (true, _) => target << 8,
        };
        let occupied = (self.occupied() ^ 1 << from) & !passed | target;
        let king = if role == KING { to } else { self.king(us) };
        self.attackers(king, us ^ 1, occupied) & !(target | passed) == 0
    }

    #[cold]
    #[inline(never)]
    fn castle(&mut self, word: &Word) -> Option<FastMove> {
        let us = self.turn & 1;
        let first = 56 * us;
        let short = word.says & says::SHORT != 0;
        let (rook, king_to, rook_to) =
            if short { (first + 7, first + 6, first + 5) } else { (first, first + 2, first + 3) };
        let king = first + 4;
        let occupied = self.occupied();
        if self.castling_rights() & 1 << rook == 0 || between(king, rook) & occupied != 0 {
            return None;
        }
        // The king passes over no attacked square, and is not in check.
        for square in [king, rook_to, king_to] {
            if self.attackers(square, us ^ 1, occupied) != 0 {
                return None;
            }
        }
        self.make(king, king_to, KING, 0, 0, Kind::Castling);
        let rooks = 1_u64 << rook | 1 << rook_to;
        self.roles[usize::from(ROOK)] ^= rooks;
        self.sides[us] ^= rooks;
        self.men[rook] = 0;
        self.men[rook_to] = man(ROOK, us);
        let unmarked = self.marks(word)?;
        Some(FastMove {
            from: king as u8,
            to: rook as u8,
            role: KING,
            promotion: 0,
            captured: 0,
            kind: Kind::Castling,
            unmarked,
        })
    }
}
