//! The board and its moves.

use super::{
    tables::{A1, A8, AROUND, BETWEEN, H1, H8, RIGHTS},
    word::{KING, Memory, PAWN, QUEEN, ROOK, Word, says},
};
use crate::{
    Bitboard, Board, ByColor, ByRole, CastlingMode, Color, Move, Position, Role, Setup, Square,
    Variant,
};

/// A position of orthodox chess.
#[derive(Clone, Copy, Debug)]
pub struct FastBoard {
    /// The squares of each kind of piece, of both sides; the first two are not used.
    pub(super) roles: [u64; 8],
    /// The squares of White and of Black.
    pub(super) sides: [u64; 2],
    /// 0: White is to move; 1: Black.
    pub(super) turn: usize,
    /// The squares of the rooks that may castle.
    castling: u64,
    /// The square that a pawn has just passed over.
    pub(super) en_passant: u64,
    halfmoves: u32,
    fullmoves: u32,
}

/// What a move changes besides the pieces; needed to take it back.
#[derive(Clone, Copy, Debug)]
pub struct FastState {
    castling: u64,
    en_passant: u64,
    halfmoves: u32,
}

/// A move that was played on a [`FastBoard`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FastMove {
    from: u8,
    to: u8,
    role: u8,
    promotion: u8,
    captured: u8,
    kind: Kind,
    /// A check or mate is not marked as one.
    pub unmarked: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Usual,
    EnPassant,
    Castling,
}

/// Reads moves; remembers how they are written.
#[derive(Clone, Debug)]
pub struct FastReader(Memory);

impl Default for FastReader {
    fn default() -> FastReader {
        FastReader::new()
    }
}

impl FastReader {
    /// A reader that has read nothing yet.
    #[must_use]
    pub fn new() -> FastReader {
        FastReader(Memory::new())
    }

    /// Plays a move. `word` holds the bytes of its text, the first one lowest, and zeros
    /// behind them.
    ///
    /// `None` if the move is not legal, or not written as the export format of PGN says
    /// (a missing check mark is allowed, and told). Then the board is of no more use.
    #[inline]
    pub fn play(&mut self, board: &mut FastBoard, word: u64) -> Option<FastMove> {
        let word = self.0.word(word)?;
        board.play(word)
    }
}

impl Default for FastBoard {
    fn default() -> FastBoard {
        FastBoard::new()
    }
}

/// The squares of a set, lowest first.
pub(super) fn squares(mut bits: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let square = (bits != 0).then(|| bits.trailing_zeros() as usize & 63);
        bits &= bits.wrapping_sub(1);
        square
    })
}

impl FastBoard {
    /// The initial position.
    #[must_use]
    pub const fn new() -> FastBoard {
        let mut roles = [0; 8];
        roles[PAWN as usize] = 0x00ff_0000_0000_ff00;
        roles[super::word::KNIGHT as usize] = 0x4200_0000_0000_0042;
        roles[super::word::BISHOP as usize] = 0x2400_0000_0000_0024;
        roles[ROOK as usize] = A1 | H1 | A8 | H8;
        roles[QUEEN as usize] = 1 << 3 | 1 << 59;
        roles[KING as usize] = 1 << 4 | 1 << 60;
        FastBoard {
            roles,
            sides: [0xffff, 0xffff << 48],
            turn: 0,
            castling: A1 | H1 | A8 | H8,
            en_passant: 0,
            halfmoves: 0,
            fullmoves: 1,
        }
    }

    /// The side to move.
    #[must_use]
    pub const fn turn(&self) -> Color {
        if self.turn == 0 { Color::White } else { Color::Black }
    }

    /// The number of the next move, from 1.
    #[must_use]
    pub const fn fullmoves(&self) -> u32 {
        self.fullmoves
    }

    /// What [`FastBoard::undo`] needs besides the move that is played next.
    #[inline]
    #[must_use]
    pub const fn state(&self) -> FastState {
        FastState {
            castling: self.castling,
            en_passant: self.en_passant,
            halfmoves: self.halfmoves,
        }
    }

    /// Takes the last move back; the state is that before it.
    pub fn undo(&mut self, m: FastMove, state: FastState) {
        let us = (self.turn ^ 1) & 1;
        let (from, to) = (usize::from(m.from) & 63, usize::from(m.to) & 63);
        let (source, target) = (1_u64 << from, 1_u64 << to);
        if m.kind == Kind::Castling {
            // `to` is the square of the rook.
            let first = 56 * us;
            let (king, rook) =
                if to > from { (first + 6, first + 5) } else { (first + 2, first + 3) };
            self.roles[usize::from(KING)] ^= 1 << king | source;
            self.roles[usize::from(ROOK)] ^= 1 << rook | target;
            self.sides[us] ^= 1 << king | 1 << rook | source | target;
        } else {
            let became = if m.promotion == 0 { m.role } else { m.promotion };
            self.roles[usize::from(became) & 7] ^= target;
            self.roles[usize::from(m.role) & 7] ^= source;
            self.sides[us] ^= source | target;
            let (taken, role) = match m.kind {
                Kind::EnPassant if us == 0 => (target >> 8, PAWN),
                Kind::EnPassant => (target << 8, PAWN),
                _ if m.captured != 0 => (target, m.captured),
                _ => (0, 0),
            };
            self.roles[usize::from(role) & 7] |= taken;
            self.sides[us ^ 1] |= taken;
        }
        FastState {
            castling: self.castling,
            en_passant: self.en_passant,
            halfmoves: self.halfmoves,
        } = state;
        self.turn = us;
        self.fullmoves -= us as u32;
    }

    #[inline]
    pub(super) const fn occupied(&self) -> u64 {
        self.sides[0] | self.sides[1]
    }

    #[inline]
    pub(super) const fn king(&self, side: usize) -> usize {
        (self.roles[KING as usize] & self.sides[side & 1]).trailing_zeros() as usize & 63
    }

    /// The pieces of a side that attack a square, if these squares are occupied.
    #[inline]
    pub(super) fn attackers(&self, square: usize, by: usize, occupied: u64) -> u64 {
        let around = &AROUND[square & 63];
        let roles = &self.roles;
        let side = self.sides[by & 1];
        let queens = roles[usize::from(QUEEN)];
        let mut found = around.knight & roles[usize::from(super::word::KNIGHT)]
            | around.pawn[(by ^ 1) & 1] & roles[usize::from(PAWN)]
            | around.king & roles[usize::from(KING)];
        let mut lines = side
            & (around.rook & (roles[usize::from(ROOK)] | queens)
                | around.bishop & (roles[usize::from(super::word::BISHOP)] | queens));
        while lines != 0 {
            let from = lines.trailing_zeros() as usize & 63;
            if BETWEEN[square & 63][from] & occupied == 0 {
                found |= 1 << from;
            }
            lines &= lines - 1;
        }
        found & side
    }

    /// Whether the king of the side to move is attacked.
    #[must_use]
    pub fn is_check(&self) -> bool {
        self.attackers(self.king(self.turn), self.turn ^ 1, self.occupied()) != 0
    }

    /// What stands on a square, by its number; 0 if nothing does.
    pub(super) fn role_at(&self, bit: u64) -> u8 {
        (1..=6).find(|role| self.roles[usize::from(*role)] & bit != 0).unwrap_or(0)
    }

    #[inline]
    pub(super) fn play(&mut self, word: &Word) -> Option<FastMove> {
        if word.says & (says::SHORT | says::LONG) != 0 {
            return self.castle(word);
        }
        let us = self.turn & 1;
        let to = usize::from(word.to) & 63;
        let target = 1_u64 << to;
        let occupied = self.occupied();
        let pieces = self.roles[usize::from(word.role) & 7] & self.sides[us] & word.from[us];
        let captures = self.sides[us ^ 1] & target != 0;
        let mut kind = Kind::Usual;
        if self.sides[us] & target != 0 {
            return None;
        }
        if captures != (word.says & says::CAPTURE != 0) {
            // A capture of nothing is one en passant, or none.
            if captures || word.role != PAWN || target != self.en_passant {
                return None;
            }
            kind = Kind::EnPassant;
        }
        let alone =
            pieces & pieces.wrapping_sub(1) == 0 && word.says & (says::FILE | says::RANK) == 0;
        let from = if alone {
            let from = pieces.trailing_zeros() as usize & 63;
            if pieces == 0 || BETWEEN[from][to] & occupied != 0 {
                return None;
            }
            from
        } else {
            self.choose(word, pieces)?
        };
        let captured = if captures { self.role_at(target) } else { 0 };
        self.make(from, to, word.role, word.promotion, captured, kind);
        // The move must not leave the own king attacked.
        let occupied = self.occupied();
        if self.attackers(self.king(us), us ^ 1, occupied) != 0 {
            return None;
        }
        let unmarked = self.marks(word, occupied)?;
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
    #[inline]
    fn make(&mut self, from: usize, to: usize, role: u8, promotion: u8, captured: u8, kind: Kind) {
        let us = self.turn & 1;
        let (source, target) = (1_u64 << from, 1_u64 << to);
        self.roles[usize::from(captured) & 7] &= !target;
        self.sides[us ^ 1] &= !target;
        self.roles[usize::from(role) & 7] ^= source;
        let becomes = if promotion == 0 { role } else { promotion };
        self.roles[usize::from(becomes) & 7] ^= target;
        self.sides[us] ^= source | target;
        if kind == Kind::EnPassant {
            let taken = if us == 0 { target >> 8 } else { target << 8 };
            self.roles[usize::from(PAWN)] &= !taken;
            self.sides[us ^ 1] &= !taken;
        }
        self.castling &= RIGHTS[from] & RIGHTS[to];
        let double = role == PAWN && from.abs_diff(to) == 16;
        self.en_passant = if double { 1 << (usize::midpoint(from, to)) } else { 0 };
        self.halfmoves = if role == PAWN || captured != 0 { 0 } else { self.halfmoves + 1 };
        self.fullmoves += us as u32;
        self.turn = us ^ 1;
    }

    /// Compares the mark of a move that was just played with the truth; says whether a
    /// mark is missing. `None` if there is one that is not true.
    #[inline]
    fn marks(&self, word: &Word, occupied: u64) -> Option<bool> {
        let them = self.turn & 1;
        let checkers = self.attackers(self.king(them), them ^ 1, occupied);
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

    /// The one piece that a word means, if several could be meant or the word names the
    /// source; `None` if it does not name it just as far as is needed.
    #[cold]
    #[inline(never)]
    fn choose(&self, word: &Word, pieces: u64) -> Option<usize> {
        let to = usize::from(word.to) & 63;
        let around = &AROUND[to];
        // All that could come here, whatever the word says of the source.
        let lines = match word.role {
            super::word::KNIGHT => around.knight,
            super::word::BISHOP => around.bishop,
            ROOK => around.rook,
            QUEEN => around.rook | around.bishop,
            _ => word.from[self.turn & 1],
        };
        let all = self.roles[usize::from(word.role) & 7] & self.sides[self.turn & 1] & lines;
        let mut legal = 0_u64;
        for from in squares(all) {
            if BETWEEN[from][to] & self.occupied() == 0 && self.is_safe(from, word) {
                legal |= 1 << from;
            }
        }
        let chosen = legal & pieces;
        if chosen.count_ones() != 1 {
            return None;
        }
        let from = chosen.trailing_zeros() as usize & 63;
        let others = legal & !chosen;
        let file = 0x0101_0101_0101_0101_u64 << (from & 7);
        let rank = 0xff_u64 << (from & 0x38);
        let (same_file, same_rank) = (others & file != 0, others & rank != 0);
        let needs_file = others != 0 && (!same_file || same_rank);
        let named = (word.says & says::FILE != 0, word.says & says::RANK != 0);
        (named == (needs_file, same_file)).then_some(from)
    }

    /// Whether the own king is not attacked after a move without castling.
    pub(super) fn is_safe(&self, from: usize, word: &Word) -> bool {
        let to = usize::from(word.to) & 63;
        let target = 1_u64 << to;
        let captured =
            if self.sides[(self.turn ^ 1) & 1] & target != 0 { self.role_at(target) } else { 0 };
        let passing = word.role == PAWN && word.says & says::CAPTURE != 0 && captured == 0;
        let kind = if passing { Kind::EnPassant } else { Kind::Usual };
        self.is_safe_after(from, to, word.role, captured, kind == Kind::EnPassant)
    }

    /// Whether the own king is not attacked after a piece went from one square to another.
    pub(super) fn is_safe_after(
        &self,
        from: usize,
        to: usize,
        role: u8,
        captured: u8,
        en_passant: bool,
    ) -> bool {
        let mut after = *self;
        let kind = if en_passant { Kind::EnPassant } else { Kind::Usual };
        after.make(from, to, role, 0, captured, kind);
        let us = self.turn & 1;
        after.attackers(after.king(us), us ^ 1, after.occupied()) == 0
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
        if self.castling & 1 << rook == 0 || BETWEEN[king][rook] & occupied != 0 {
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
        let unmarked = self.marks(word, self.occupied())?;
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

    /// The same position, if it is one of [`Variant::Standard`] in which castling, where
    /// it is allowed, goes from the usual squares.
    #[must_use]
    pub fn from_position(position: &Position) -> Option<FastBoard> {
        /// Counters that are larger than in any game are left to [`Position`].
        const MOST: u32 = 1 << 20;
        if position.variant() != Variant::Standard
            || position.problem().is_some()
            || position.castling_mode() != CastlingMode::Standard
            || position.halfmoves().max(position.fullmoves()) > MOST
        {
            return None;
        }
        let (roles, sides) = position.board().clone().into_bitboards();
        let castling = position.castling_rights().0;
        for (rights, king) in [(A1 | H1, 1 << 4), (A8 | H8, 1 << 60)] {
            if castling & rights != 0 && roles.king.0 & king == 0 {
                return None;
            }
        }
        if castling & !(A1 | H1 | A8 | H8) != 0 {
            return None;
        }
        let ByRole { pawn, knight, bishop, rook, queen, king } = roles.map(|squares| squares.0);
        Some(FastBoard {
            roles: [0, pawn, knight, bishop, rook, queen, king, 0],
            sides: [sides.white.0, sides.black.0],
            turn: usize::from(position.turn().is_black()),
            castling,
            en_passant: position.en_passant().map_or(0, |square| 1 << u32::from(square)),
            halfmoves: position.halfmoves(),
            fullmoves: position.fullmoves(),
        })
    }

    /// The same position as one that knows all rules.
    #[must_use]
    pub fn to_position(&self) -> Position {
        let roles = ByRole {
            pawn: self.roles[1],
            knight: self.roles[2],
            bishop: self.roles[3],
            rook: self.roles[4],
            queen: self.roles[5],
            king: self.roles[6],
        };
        let sides = ByColor { white: Bitboard(self.sides[0]), black: Bitboard(self.sides[1]) };
        // The sets are never inconsistent, and an empty board would be a diagram.
        let board = Board::try_from_bitboards(roles.map(Bitboard), sides).unwrap_or_default();
        let setup = Setup {
            board,
            turn: self.turn(),
            castling_rights: Bitboard(self.castling),
            ep_square: (self.en_passant != 0)
                .then(|| Square::new(self.en_passant.trailing_zeros() & 63)),
            halfmoves: self.halfmoves,
            fullmoves: self.fullmoves.try_into().unwrap_or(std::num::NonZeroU32::MIN),
            ..Setup::empty()
        };
        Position::from_setup_with(Variant::Standard, setup, CastlingMode::Standard).0
    }
}

/// The roles by number; none at 0.
const ROLES: [Option<Role>; 8] = [
    None,
    Some(Role::Pawn),
    Some(Role::Knight),
    Some(Role::Bishop),
    Some(Role::Rook),
    Some(Role::Queen),
    Some(Role::King),
    None,
];

impl From<FastMove> for Move {
    fn from(m: FastMove) -> Move {
        let square = |number: u8| Square::new(u32::from(number) & 63);
        let role = |number: u8| ROLES[usize::from(number) & 7];
        let (from, to) = (square(m.from), square(m.to));
        match m.kind {
            Kind::Castling => Move::Castle { king: from, rook: to },
            Kind::EnPassant => Move::EnPassant { from, to },
            Kind::Usual => Move::Normal {
                role: role(m.role).unwrap_or(Role::Pawn),
                from,
                capture: role(m.captured),
                to,
                promotion: role(m.promotion),
            },
        }
    }
}
