//! Replaying stored games at speed.
//!
//! A [`ReplayBoard`] plays the moves of the [code] and keeps the [`PositionKey`] and the
//! [`Material`] of the position. It assumes that the moves are legal, so it only examines the
//! squares that a move changes. Damaged code is refused if a piece cannot move in that way or would
//! capture its own side's piece. Moves that are known to be illegal have a code of their own; others
//! are not noticed: a piece may jump, and a king may be left in check.

mod attack;
mod illegal;
mod material;
mod played;
mod special;

use std::sync::LazyLock;

pub use material::Material;
pub use played::{ReplayKind, ReplayMove};

use super::{
    key::{self, Numbers},
    pieces::{EMPTY, PieceKey, kind},
};
use crate::{
    Boards, ByColor, CastlingMode, CastlingSide, Color, Move, Piece, Ply, Position,
    RemainingChecks, Role, Square, Variant,
    moves::code::{self, STEPS},
    rules::PositionKey,
};

/// Piece on a square: bits 0 to 5 are the number of the piece, plus 16 for Black, bits 6 to
/// 9 its kind, and bits 10 to 13 the castling rights that end when it moves or is captured.
type Man = u16;

/// The number and the kind of an empty square.
const NOTHING: Man = 32 | (EMPTY as Man) << KIND;
const KIND: u32 = 6;
const KIND_MASK: u16 = 15 << KIND;
const RIGHTS: u32 = 10;

/// A place in [`ReplayBoard::roster`] of a piece that was captured.
const GONE: u16 = (EMPTY as u16) << KIND;

/// Instead of the square that a pawn has passed over.
const NOWHERE: u8 = 64;

/// The squares, by side to move, that satisfy the conditions of a step. The bit is four times the
/// condition, plus 0 for a white piece, 1 for a black one and 2 for none.
const ALLOWED: [u16; 2] = {
    use code::{ENEMY, FREE, FREE_OR_ENEMY};
    let mut allowed = [0; 2];
    let mut us = 0;
    while us < 2 {
        let enemy = 1 << (us ^ 1);
        allowed[us] = (enemy | 4) << (FREE_OR_ENEMY * 4) | 4 << (FREE * 4) | enemy << (ENEMY * 4);
        us += 1;
    }
    allowed
};

/// A position in which stored moves are played.
///
/// ```
/// use partie_core::{Position, moves::{san, uci}, rules::{PositionKey, ReplayBoard}};
/// let (mut position, mut board) = (Position::default(), ReplayBoard::start());
/// let mut code = Vec::new();
/// for word in ["e4", "e5", "Nf3"] {
///     let ply = san::read(&position, word)?.ply;
///     board.encode(ply, &mut code).expect("standard chess has a code");
///     position.play(ply).expect("legal");
/// }
/// // The pawns of the e-files are number 12; the knight of g1 is number 6.
/// assert_eq!(code, [0xc1, 0xc1, 0x67]);
/// assert_eq!(board.key(), PositionKey::of(&position));
///
/// let (mut board, mut rest) = (ReplayBoard::start(), &code[..]);
/// let mut moves = Vec::new();
/// while let Some(played) = board.decode(&mut rest) {
///     moves.push(format!("{}{}", played.from, played.to));
/// }
/// assert!(rest.is_empty(), "all were valid");
/// assert_eq!(moves, ["e2e4", "e7e5", "g1f3"]);
/// # Ok::<(), partie_core::moves::NotRead>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct ReplayBoard {
    /// By square.
    men: [Man; 64],
    /// Kind and square of each piece, by its number (plus 16 for Black). Entry 32 absorbs writes
    /// for empty squares.
    roster: [u16; 64],
    key: u64,
    /// The part of the key that expires with the next move.
    passing_key: u64,
    material: Material,
    numbers: &'static Numbers,
    /// 0: White is to move; 1: Black.
    turn: u8,
    rights: u8,
    /// The square that a pawn has just passed over, or [`NOWHERE`].
    passed: u8,
    /// The squares of the rooks that could castle at first, in the order of the bits of `rights`.
    rooks: [u8; 4],
    /// Checks left for each side to give, if they are counted.
    checks: Option<ByColor<RemainingChecks>>,
    mode: CastlingMode,
}

/// Returns true if the moves of a variant have a code.
#[must_use]
pub const fn has_code(variant: Variant) -> bool {
    matches!(
        variant,
        Variant::Standard
            | Variant::Chess960
            | Variant::FromPosition
            | Variant::KingOfTheHill
            | Variant::ThreeCheck
            | Variant::RacingKings
            | Variant::Losers
    )
}

impl ReplayBoard {
    /// Returns the usual initial position of standard chess.
    #[inline]
    #[must_use]
    pub fn start() -> ReplayBoard {
        static START: LazyLock<ReplayBoard> = LazyLock::new(|| {
            ReplayBoard::of(&Position::default()).unwrap_or_else(ReplayBoard::empty)
        });
        *START
    }

    /// Converts the start of a game, which is the usual one if it is `None`. There is no board of a
    /// game whose moves have no [code].
    #[must_use]
    pub fn of_start(start: Option<&Boards>) -> Option<ReplayBoard> {
        match start {
            None => Some(ReplayBoard::start()),
            Some(Boards::One(start)) => ReplayBoard::of(start),
            Some(Boards::Two(_)) => None,
        }
    }

    /// Converts the initial position of a game. `None` if its moves have no
    /// [code].
    ///
    /// The pieces are numbered anew, so a position within a game does not continue its code.
    #[must_use]
    pub fn of(position: &Position) -> Option<ReplayBoard> {
        if !has_code(position.variant()) || position.problem().is_some() {
            return None;
        }
        let mut board = ReplayBoard::empty();
        for (side, color) in Color::ALL.into_iter().enumerate() {
            let mirror = |square: Square| {
                if color.is_black() { square.flip_vertical() } else { square }
            };
            let pieces = position.board().by_color(color);
            let king = position.board().king_of(color)?;
            if pieces.count() > 16 || position.board().by_piece(color.king()).count() != 1 {
                return None;
            }
            let mut others: Vec<_> = pieces.without(king).into_iter().map(mirror).collect();
            others.sort_unstable();
            let squares = std::iter::once(king).chain(others.into_iter().map(mirror));
            for (number, square) in squares.enumerate() {
                let role = position.board().role_at(square)?;
                let man = (number + 16 * side) as Man | (kind(color, role) as Man) << KIND;
                board.put(square.into(), man);
                board.material.add(kind(color, role));
            }
        }
        for (bit, (color, side)) in RIGHT_OF_BIT.into_iter().enumerate() {
            if let Some(rook) = position.castling_rook(color, side) {
                let king = position.board().king_of(color)?;
                board.rights |= 1 << bit;
                board.rooks[bit] = u32::from(rook) as u8;
                for square in [king, rook] {
                    board.men[usize::from(square)] |= 1 << RIGHTS << bit;
                }
            }
        }
        if let Some(square) = position.en_passant() {
            board.passed = u32::from(square) as u8;
        }
        if let Some(file) = position.legal_en_passant().map(Square::file) {
            board.passing_key = board.numbers.en_passant[usize::from(file)];
        }
        board.turn = u8::from(position.turn().is_black());
        board.checks = position.remaining_checks();
        board.mode = position.castling_mode();
        board.key = PositionKey::of(position).as_u64();
        Some(board)
    }

    fn empty() -> ReplayBoard {
        ReplayBoard {
            men: [NOTHING; 64],
            roster: [GONE; 64],
            key: 0,
            passing_key: 0,
            material: Material::default(),
            numbers: key::numbers(),
            turn: 0,
            rights: 0,
            passed: NOWHERE,
            rooks: [0; 4],
            checks: None,
            mode: CastlingMode::Standard,
        }
    }

    /// Returns the key of the position, the same as [`PositionKey::of`].
    #[inline]
    #[must_use]
    pub const fn key(&self) -> PositionKey {
        PositionKey::from_u64(self.key)
    }

    /// Returns the key of the position in Polyglot's opening books, the same as
    /// [`polyglot_key`](crate::rules::polyglot_key) in standard chess. In other variants it is
    /// combined with the number of the variant, as [`ReplayBoard::key`] is.
    #[must_use]
    pub fn polyglot_key(&self) -> u64 {
        let Some(passed) = self.en_passant() else { return self.key };
        let counted = self.has_pawn_beside(usize::from(self.passed));
        let number = self.numbers.en_passant[usize::from(passed.file())];
        self.key ^ self.passing_key ^ if counted { number } else { 0 }
    }

    /// Returns the number of the pieces on the board, the same as
    /// [`PieceTracker::of`](crate::rules::pieces::PieceTracker::of) in standard chess.
    #[inline]
    #[must_use]
    pub const fn placement(&self) -> PieceKey {
        let Numbers { castling, turn, .. } = self.numbers;
        let turn = if self.turn == 0 { *turn } else { 0 };
        PieceKey(self.key ^ castling[(self.rights & 15) as usize] ^ self.passing_key ^ turn)
    }

    /// Returns the side to move.
    #[inline]
    #[must_use]
    pub const fn turn(&self) -> Color {
        if self.turn == 0 { Color::White } else { Color::Black }
    }

    /// Returns the numbers of pieces of each kind.
    #[inline]
    #[must_use]
    pub const fn material(&self) -> Material {
        self.material
    }

    /// Returns the [kind] of the piece on a square, or
    /// [`EMPTY`].
    #[inline]
    #[must_use]
    pub fn kind_at(&self, square: Square) -> usize {
        usize::from(self.men[usize::from(square)] >> KIND & 15)
    }

    /// Returns the piece on a square.
    #[inline]
    #[must_use]
    pub fn piece_at(&self, square: Square) -> Option<Piece> {
        let kind = self.kind_at(square);
        let color = if kind < 6 { Color::White } else { Color::Black };
        played::ROLES[kind & 15].map(|role| Piece { color, role })
    }

    /// Returns the pieces with their squares: first White's, by their numbers.
    pub fn pieces(&self) -> impl Iterator<Item = (Square, Piece)> + '_ {
        self.roster[..32].iter().filter_map(|entry| {
            let square = Square::new(u32::from(entry & 63));
            (*entry != GONE).then(|| self.piece_at(square)).flatten().map(|piece| (square, piece))
        })
    }

    /// Returns the square that a pawn has just passed over, whether a capture is possible or not.
    #[must_use]
    pub fn en_passant(&self) -> Option<Square> {
        Square::try_from(self.passed).ok()
    }

    /// Returns how the king castles: see [`ReplayMove::packed`].
    #[inline]
    #[must_use]
    pub const fn castling_mode(&self) -> CastlingMode {
        self.mode
    }

    /// Plays a legal ply and appends its code.
    ///
    /// Returns `None` and changes nothing if no piece moves in that way, for example if it is
    /// dropped.
    #[inline]
    pub fn encode(&mut self, ply: Ply, out: &mut Vec<u8>) -> Option<()> {
        if let Ply::Move(Move::Normal { role, from, capture, to, promotion: None }) = ply
            && let Some(code) = self.encode_step(role, from, capture, to)
        {
            out.push(code);
            return Some(());
        }
        self.encode_special(ply, out)
    }

    /// Plays a simple move and returns its code. `None` if it is not simple, or no piece moves like
    /// that.
    #[inline]
    fn encode_step(
        &mut self,
        role: Role,
        from: Square,
        capture: Option<Role>,
        to: Square,
    ) -> Option<u8> {
        let us = self.turn();
        let target = code::simple_target(us, role, from, to)?;
        let (man, met) = (self.men[usize::from(from)], self.men[usize::from(to)]);
        let place = man & KIND_MASK | u32::from(from) as u16;
        let step = STEPS[usize::from(place & 1023)][usize::from(target & 15)];
        let condition = u16::from(step >> 6) * 4 + (met >> 4 & 3);
        let captured = capture.map_or(EMPTY, |role| kind(!us, role));
        let moves_so = usize::from(man >> KIND & 15) == kind(us, role)
            && usize::from(met >> KIND & 15) == captured
            && u32::from(step & 63) == u32::from(to)
            && ALLOWED[usize::from(self.turn & 1)] >> condition & 1 == 1;
        if !moves_so {
            return None;
        }
        self.shift(place, step & 63);
        if self.checks.is_some() {
            self.count_check();
        }
        Some((man as u8 & 15) << 4 | target)
    }

    fn encode_special(&mut self, ply: Ply, out: &mut Vec<u8>) -> Option<()> {
        let (code, length) = self.code_of(ply)?;
        let code = &code[..length];
        self.decode(&mut &*code)?;
        out.extend_from_slice(code);
        Some(())
    }

    /// Returns the one to three bytes of a ply.
    fn code_of(&self, ply: Ply) -> Option<([u8; 3], usize)> {
        let m = match ply {
            Ply::Null => return Some(([code::NULL, 0, 0], 1)),
            Ply::Illegal(m) => {
                let [low, high] = code::of_illegal(m)?.to_le_bytes();
                return Some(([code::ILLEGAL, low, high], 3));
            }
            Ply::Move(m) => m,
        };
        let us = self.turn();
        let from = m.from()?;
        let man = self.men[usize::from(from)];
        let kinds = |square: Square, color, role: Option<Role>| {
            self.kind_at(square) == role.map_or(EMPTY, |role| kind(color, role))
        };
        if man & 16 != u16::from(self.turn) << 4 || !kinds(from, us, Some(m.role())) {
            return None;
        }
        let (target, second) = match m {
            Move::Castle { king, rook } => {
                let (target, side) = if king < rook {
                    (code::CASTLE_RIGHT, CastlingSide::KingSide)
                } else {
                    (code::CASTLE_LEFT, CastlingSide::QueenSide)
                };
                let expected = self.rooks[special::right_of(us, side)];
                (usize::from(rook) == usize::from(expected)).then_some((target, None))?
            }
            Move::EnPassant { from, to } => code::target(us, Role::Pawn, from, to, None)?,
            Move::Normal { role, from, capture, to, promotion } => {
                if !kinds(to, !us, capture) {
                    return None;
                }
                code::target(us, role, from, to, promotion)?
            }
            Move::Put { .. } => return None,
        };
        let number = (man as u8 & 15) << 4;
        let second_byte = number | second.unwrap_or(0);
        Some(([number | target, second_byte, 0], 1 + usize::from(second.is_some())))
    }

    /// Decodes the next move, plays it, and removes its bytes from the code.
    ///
    /// Returns `None` and changes nothing at the end of the code, and if no piece moves in the
    /// encoded way; in the latter case `code` is not empty.
    #[inline]
    pub fn decode(&mut self, code: &mut &[u8]) -> Option<ReplayMove> {
        let (byte, rest) = code.split_first()?;
        let id = u16::from(byte >> 4) | u16::from(self.turn & 1) << 4;
        let place = self.roster[usize::from(id & 63)];
        let step = STEPS[usize::from(place & 1023)][usize::from(byte & 15)];
        let met = self.men[usize::from(step & 63)];
        let condition = u16::from(step >> 6) * 4 + (met >> 4 & 3);
        if ALLOWED[usize::from(self.turn & 1)] >> condition & 1 == 0 {
            return self.decode_special(code);
        }
        *code = rest;
        let played = self.step(place, step & 63);
        if self.checks.is_some() {
            self.count_check();
        }
        Some(played)
    }

    /// Moves a piece to a square that is empty or has an enemy.
    #[inline]
    fn step(&mut self, place: u16, to: u8) -> ReplayMove {
        let met = self.shift(place, to);
        ReplayMove {
            from: Square::new(u32::from(place & 63)),
            to: Square::new(u32::from(to & 63)),
            role: played::role_of(place >> KIND),
            promotion: None,
            captured: played::ROLES[usize::from(met >> KIND & 15)],
            kind: ReplayKind::Normal,
        }
    }

    /// Moves a piece, as [`step`](ReplayBoard::step) does, and returns the previous content of the
    /// square.
    #[inline]
    fn shift(&mut self, place: u16, to: u8) -> Man {
        let from = usize::from(place & 63);
        let man = self.men[from];
        let to = usize::from(to & 63);
        let met = self.men[to];
        let arrived = place & KIND_MASK | to as u16;
        let piece_key = |place: u16| self.numbers.pieces[usize::from(place & 1023)];
        self.key ^= piece_key(place)
            ^ piece_key(arrived)
            ^ piece_key(met & KIND_MASK | to as u16)
            ^ self.passing_key
            ^ self.numbers.turn;
        self.men[from] = NOTHING;
        self.men[to] = man;
        self.roster[usize::from(met & 63)] = GONE;
        self.roster[usize::from(man & 63)] = arrived;
        self.material.remove(usize::from(met >> KIND & 15));
        self.passing_key = 0;
        self.passed = NOWHERE;
        self.turn ^= 1;
        self.lose_rights(man | met);
        met
    }

    /// Ends the castling rights of pieces that moved or were captured.
    #[inline]
    fn lose_rights(&mut self, men: Man) {
        let rights = self.rights & !(men >> RIGHTS) as u8;
        if rights != self.rights {
            let castling = &self.numbers.castling;
            self.key ^=
                castling[usize::from(self.rights & 15)] ^ castling[usize::from(rights & 15)];
            self.rights = rights;
        }
    }

    /// Puts a piece on an empty square, not counting it.
    #[inline]
    fn put(&mut self, square: usize, man: Man) {
        self.men[square & 63] = man;
        self.roster[usize::from(man & 63)] = man & KIND_MASK | square as u16 & 63;
    }
}

/// The castling rights in the order of their bits.
const RIGHT_OF_BIT: [(Color, CastlingSide); 4] = [
    (Color::White, CastlingSide::KingSide),
    (Color::White, CastlingSide::QueenSide),
    (Color::Black, CastlingSide::KingSide),
    (Color::Black, CastlingSide::QueenSide),
];
