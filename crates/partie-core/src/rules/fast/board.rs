//! The board and its moves.

use super::{
    occupant::{BISHOP, KING, KNIGHT, Occupant, PAWN, QUEEN, ROOK},
    parsed_san::{ParsedSan, SanCache, SanId},
    tables::{A1, A8, AROUND, H1, H8, between},
};
use crate::{
    Bitboard, Board, ByColor, ByRole, CastlingMode, Color, Move, Position, Role, Setup, Square,
    Variant,
};

/// A position of orthodox chess.
#[derive(Clone, Copy, Debug)]
pub struct FastBoard {
    /// Squares of each [`Occupant`]; other entries are meaningless.
    pub(super) sets: [u64; Occupant::COUNT],
    /// Occupant of each square.
    pub(super) men: [Occupant; 64],
    pub(super) occupied: u64,
    /// 0: White is to move; 1: Black.
    pub(super) turn: usize,
    /// The squares of the rooks that could castle at first.
    castling: u64,
    /// The squares that moves began or ended on since then.
    pub(super) moved: u64,
    /// The squares that the last move began and ended on; none if it is not known.
    pub(super) last: u64,
    /// The pieces that give check.
    pub(super) checkers: u64,
    pub(super) halfmoves: u32,
    pub(super) fullmoves: u32,
}

/// State besides the pieces that a move changes; needed to undo it.
#[derive(Clone, Copy, Debug)]
pub struct FastState {
    moved: u64,
    last: u64,
    checkers: u64,
    halfmoves: u32,
}

/// A move played on a [`FastBoard`]; the default value is not a move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct FastMove {
    pub(super) from: u8,
    pub(super) to: u8,
    pub(super) role: u8,
    pub(super) promotion: u8,
    pub(super) captured: u8,
    pub(super) kind: MoveKind,
    /// True if the text lacks the sign of a check or mate.
    pub unmarked: bool,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum MoveKind {
    #[default]
    Usual,
    EnPassant,
    Castling,
}

/// Reads moves; remembers how they are written.
#[derive(Clone, Debug)]
pub struct FastReader(pub(super) SanCache);

impl Default for FastReader {
    fn default() -> FastReader {
        FastReader::new()
    }
}

impl FastReader {
    /// Makes a reader that has read nothing yet.
    #[must_use]
    pub fn new() -> FastReader {
        FastReader(SanCache::new())
    }

    /// Forgets words if too many were read; to be called now and then where none is
    /// waiting to be played.
    #[inline]
    pub fn make_room(&mut self) {
        self.0.make_room();
    }

    /// Parses a word without a board. `word` holds the bytes of its text, the first one
    /// lowest, padded with zeros.
    ///
    /// `None` if moves are not written so in the export format of PGN, or if too many words
    /// were read since room was made.
    #[inline]
    pub fn read(&mut self, word: u64) -> Option<SanId> {
        self.0.word(word)
    }

    /// Returns the parsed form of a word.
    #[inline]
    #[must_use]
    pub fn step(&self, word: SanId) -> &ParsedSan {
        self.0.step(word)
    }

    /// Reads a word and plays it: [`FastReader::read`] and [`FastBoard::play`].
    #[inline]
    pub fn play(&mut self, board: &mut FastBoard, word: u64) -> Option<FastMove> {
        self.make_room();
        let word = self.read(word)?;
        board.play(self.step(word))
    }
}

impl Default for FastBoard {
    fn default() -> FastBoard {
        FastBoard::new()
    }
}

/// The initial position.
const INITIAL: FastBoard = {
    const FIRST: [u8; 8] = [ROOK, KNIGHT, BISHOP, QUEEN, KING, BISHOP, KNIGHT, ROOK];
    let mut board = FastBoard {
        sets: [0; Occupant::COUNT],
        men: [Occupant::Nothing; 64],
        occupied: 0,
        turn: 0,
        castling: A1 | H1 | A8 | H8,
        moved: 0,
        last: 0,
        checkers: 0,
        halfmoves: 0,
        fullmoves: 1,
    };
    let mut file = 0;
    while file < 8 {
        board.place(file, Occupant::new(FIRST[file], 0));
        board.place(8 + file, Occupant::new(PAWN, 0));
        board.place(48 + file, Occupant::new(PAWN, 1));
        board.place(56 + file, Occupant::new(FIRST[file], 1));
        file += 1;
    }
    board
};

/// The squares of a set, lowest first.
pub(super) fn squares(mut bits: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let square = (bits != 0).then(|| bits.trailing_zeros() as usize & 63);
        bits &= bits.wrapping_sub(1);
        square
    })
}

/// The pieces of a side that attack from afar: all but pawns and the king.
pub(super) struct Sliders {
    knights: u64,
    /// Pieces that move along ranks and files; `slanted`: along diagonals.
    straight: u64,
    slanted: u64,
}

impl Sliders {
    /// Returns the sliders of one side.
    #[inline]
    pub(super) const fn of(board: &FastBoard, side: usize) -> Sliders {
        let queens = board.set(QUEEN, side);
        Sliders {
            knights: board.set(KNIGHT, side),
            straight: board.set(ROOK, side) | queens,
            slanted: board.set(BISHOP, side) | queens,
        }
    }

    /// Returns true if one of them attacks a square, given the occupied squares.
    #[inline]
    pub(super) fn attack(&self, square: usize, occupied: u64) -> bool {
        let around = &AROUND[square & 63];
        let lines = around.rook & self.straight | around.bishop & self.slanted;
        around.knight & self.knights != 0
            || squares(lines).any(|from| between(square, from) & occupied == 0)
    }
}

impl FastBoard {
    /// The initial position.
    #[must_use]
    pub const fn new() -> FastBoard {
        INITIAL
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

    /// Returns the state that [`FastBoard::undo`] needs besides the next move.
    #[inline]
    #[must_use]
    pub const fn state(&self) -> FastState {
        FastState {
            moved: self.moved,
            last: self.last,
            checkers: self.checkers,
            halfmoves: self.halfmoves,
        }
    }

    /// Takes the last move back; the state is that before it.
    pub fn undo(&mut self, m: FastMove, state: FastState) {
        let us = (self.turn ^ 1) & 1;
        let (from, to) = (usize::from(m.from) & 63, usize::from(m.to) & 63);
        if m.kind == MoveKind::Castling {
            // `to` is the square of the rook.
            let first = 56 * us;
            let (king, rook) =
                if to > from { (first + 6, first + 5) } else { (first + 2, first + 3) };
            self.lift(king);
            self.lift(rook);
            self.place(from, Occupant::new(KING, us));
            self.place(to, Occupant::new(ROOK, us));
        } else {
            self.lift(to);
            self.place(from, Occupant::new(m.role, us));
            let (taken, role) = match m.kind {
                MoveKind::EnPassant if us == 0 => (to.wrapping_sub(8) & 63, PAWN),
                MoveKind::EnPassant => ((to + 8) & 63, PAWN),
                _ => (to, m.captured),
            };
            if role != 0 {
                self.place(taken, Occupant::new(role, us ^ 1));
            }
        }
        FastState {
            moved: self.moved,
            last: self.last,
            checkers: self.checkers,
            halfmoves: self.halfmoves,
        } = state;
        self.turn = us;
        self.fullmoves -= us as u32;
    }

    /// Passes the turn. Returns `None` and changes nothing if the side to move is in check.
    pub fn pass(&mut self) -> Option<()> {
        if self.checkers != 0 {
            return None;
        }
        // The en passant square expires.
        self.last = 0;
        self.halfmoves += 1;
        self.fullmoves += (self.turn & 1) as u32;
        self.turn ^= 1;
        Some(())
    }

    /// Puts a piece on an empty square.
    #[inline]
    pub(super) const fn place(&mut self, square: usize, man: Occupant) {
        let bit = 1_u64 << (square & 63);
        self.men[square & 63] = man;
        self.sets[man as usize] |= bit;
        self.occupied |= bit;
    }

    /// Takes the piece away that stands on a square.
    #[inline]
    pub(super) const fn lift(&mut self, square: usize) {
        let bit = 1_u64 << (square & 63);
        self.sets[self.men[square & 63] as usize] &= !bit;
        self.men[square & 63] = Occupant::Nothing;
        self.occupied &= !bit;
    }

    /// The squares of a kind of piece of a side.
    #[inline]
    pub(super) const fn set(&self, role: u8, side: usize) -> u64 {
        self.sets[Occupant::new(role, side) as usize]
    }

    /// The squares of a side.
    #[inline]
    pub(super) const fn side(&self, side: usize) -> u64 {
        self.set(PAWN, side)
            | self.set(KNIGHT, side)
            | self.set(BISHOP, side)
            | self.set(ROOK, side)
            | self.set(QUEEN, side)
            | self.set(KING, side)
    }

    #[inline]
    pub(super) const fn king(&self, side: usize) -> usize {
        self.set(KING, side).trailing_zeros() as usize & 63
    }

    /// The pieces of a side that attack a square, if these squares are occupied.
    #[inline]
    pub(super) fn attackers(&self, square: usize, by: usize, occupied: u64) -> u64 {
        let around = &AROUND[square & 63];
        let far = Sliders::of(self, by);
        let near = around.knight & far.knights
            | around.pawn[(by ^ 1) & 1] & self.set(PAWN, by)
            | around.king & self.set(KING, by);
        squares(around.rook & far.straight | around.bishop & far.slanted)
            .filter(|from| between(square, *from) & occupied == 0)
            .fold(near, |found, from| found | 1 << from)
    }

    /// The pieces that attack the king of the side to move.
    pub(super) fn find_checkers(&self) -> u64 {
        self.attackers(self.king(self.turn), self.turn ^ 1, self.occupied)
    }

    /// The squares of the rooks that may castle.
    pub(super) const fn castling_rights(&self) -> u64 {
        const WHITE: u64 = 1 << 4;
        const BLACK: u64 = 1 << 60;
        let white = if self.moved & WHITE == 0 { A1 | H1 } else { 0 };
        let black = if self.moved & BLACK == 0 { A8 | H8 } else { 0 };
        self.castling & !self.moved & (white | black)
    }

    /// The square that a pawn has just passed over.
    pub(super) const fn en_passant(&self) -> u64 {
        let low = self.last & self.last.wrapping_neg();
        let double = self.last == low | low << 16
            && self.last & (self.set(PAWN, 0) | self.set(PAWN, 1)) != 0;
        if double { low << 8 } else { 0 }
    }

    /// Returns true if the king of the side to move is attacked.
    #[must_use]
    pub const fn is_check(&self) -> bool {
        self.checkers != 0
    }

    /// Returns the role on a square; 0 if it is empty.
    #[inline]
    pub(super) const fn role_on(&self, square: usize) -> u8 {
        self.men[square & 63].role()
    }

    /// The pieces of a side that move along lines.
    #[inline]
    pub(super) const fn sliders(&self, side: usize) -> u64 {
        self.set(BISHOP, side) | self.set(ROOK, side) | self.set(QUEEN, side)
    }

    /// Converts a position of [`Variant::Standard`] with castling, if any, from the
    /// standard squares.
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
        let passed = position.en_passant().map_or(0, |square| 1_u64 << u32::from(square));
        let mut board = FastBoard {
            sets: [0; Occupant::COUNT],
            men: [Occupant::Nothing; 64],
            occupied: 0,
            turn: usize::from(position.turn().is_black()),
            castling,
            moved: 0,
            // A pawn came from below it and is above it, or the other way round.
            last: passed << 8 | passed >> 8,
            checkers: 0,
            halfmoves: position.halfmoves(),
            fullmoves: position.fullmoves(),
        };
        let ByRole { pawn, knight, bishop, rook, queen, king } = roles.map(|squares| squares.0);
        for (role, bits) in (PAWN..).zip([pawn, knight, bishop, rook, queen, king]) {
            for square in squares(bits) {
                let side = usize::from(sides.black.0 & 1 << square != 0);
                board.place(square, Occupant::new(role, side));
            }
        }
        board.checkers = board.find_checkers();
        Some(board)
    }

    /// Converts to a position with all rules.
    #[must_use]
    pub fn to_position(&self) -> Position {
        let both = |role| Bitboard(self.set(role, 0) | self.set(role, 1));
        let roles = ByRole {
            pawn: both(PAWN),
            knight: both(KNIGHT),
            bishop: both(BISHOP),
            rook: both(ROOK),
            queen: both(QUEEN),
            king: both(KING),
        };
        let sides = ByColor { white: Bitboard(self.side(0)), black: Bitboard(self.side(1)) };
        // The sets are never inconsistent, and an empty board would be a diagram.
        let board = Board::try_from_bitboards(roles, sides).unwrap_or_default();
        let passed = self.en_passant();
        let setup = Setup {
            board,
            turn: self.turn(),
            castling_rights: Bitboard(self.castling_rights()),
            ep_square: (passed != 0).then(|| Square::new(passed.trailing_zeros() & 63)),
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

impl FastMove {
    /// Returns true for captures and pawn moves.
    pub(super) const fn is_irreversible(self) -> bool {
        self.role == PAWN || self.captured != 0
    }
}

impl From<FastMove> for Move {
    #[inline]
    fn from(m: FastMove) -> Move {
        let square = |number: u8| Square::new(u32::from(number) & 63);
        let role = |number: u8| ROLES[usize::from(number) & 7];
        let (from, to) = (square(m.from), square(m.to));
        match m.kind {
            MoveKind::Castling => Move::Castle { king: from, rook: to },
            MoveKind::EnPassant => Move::EnPassant { from, to },
            MoveKind::Usual => Move::Normal {
                role: role(m.role).unwrap_or(Role::Pawn),
                from,
                capture: role(m.captured),
                to,
                promotion: role(m.promotion),
            },
        }
    }
}
