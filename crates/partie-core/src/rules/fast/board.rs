//! The board and its moves.

use std::num::NonZeroU16;

use super::{
    tables::{A1, A8, AROUND, BEHIND, FROM, H1, H8, RIGHTS, between},
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
    /// The kind of piece on each square; 0 on empty ones.
    men: [u8; 64],
    /// 0: White is to move; 1: Black.
    pub(super) turn: usize,
    /// The squares of the rooks that may castle.
    castling: u64,
    /// The square that a pawn has just passed over.
    pub(super) en_passant: u64,
    halfmoves: u32,
    fullmoves: u32,
    /// The side to move is in check.
    pub(super) checked: bool,
}

/// What changes with every move, while moves are played one after the other.
#[derive(Clone, Copy)]
struct Hand {
    /// The squares of the side to move, and of the other one.
    own: u64,
    other: u64,
    /// The squares of their kings, below 64.
    king: usize,
    other_king: usize,
    turn: usize,
    /// The squares that moves began and ended on.
    touched: u64,
    /// The source of the last move, if a pawn made it, and its target.
    pawn: u64,
    target: u64,
    halfmoves: u32,
    /// How many moves were played.
    plies: u32,
    checked: bool,
}

/// What a move changes besides the pieces; needed to take it back.
#[derive(Clone, Copy, Debug)]
pub struct FastState {
    castling: u64,
    en_passant: u64,
    halfmoves: u32,
    checked: bool,
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

    /// Forgets words if too many were read; to be called now and then where none is
    /// waiting to be played.
    #[inline]
    pub fn make_room(&mut self) {
        self.0.make_room();
    }

    /// Takes a word apart, without looking at a board. `word` holds the bytes of its text,
    /// the first one lowest, and zeros behind them.
    ///
    /// `None` if moves are not written so in the export format of PGN, or if too many words
    /// were read since room was made.
    #[inline]
    pub fn read(&mut self, word: u64) -> Option<FastWord> {
        self.0.number(word).map(FastWord)
    }

    /// Reads a word and plays it: [`FastReader::read`] and [`FastBoard::play`].
    #[inline]
    pub fn play(&mut self, board: &mut FastBoard, word: u64) -> Option<FastMove> {
        self.make_room();
        let word = self.read(word)?;
        board.play(self, word)
    }
}

/// A move as it is written, taken apart; known to the reader that read it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FastWord(NonZeroU16);

impl Default for FastBoard {
    fn default() -> FastBoard {
        FastBoard::new()
    }
}

/// What stands where at first.
const fn initial() -> [u8; 64] {
    use super::word::{BISHOP, KNIGHT};
    const FIRST: [u8; 8] = [ROOK, KNIGHT, BISHOP, QUEEN, KING, BISHOP, KNIGHT, ROOK];
    let mut men = [0; 64];
    let mut file = 0;
    while file < 8 {
        men[file] = FIRST[file];
        men[8 + file] = PAWN;
        men[48 + file] = PAWN;
        men[56 + file] = FIRST[file];
        file += 1;
    }
    men
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
            men: initial(),
            turn: 0,
            castling: A1 | H1 | A8 | H8,
            en_passant: 0,
            halfmoves: 0,
            fullmoves: 1,
            checked: false,
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
            checked: self.checked,
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
            (self.men[king], self.men[rook]) = (0, 0);
            (self.men[from], self.men[to]) = (KING, ROOK);
        } else {
            let became = if m.promotion == 0 { m.role } else { m.promotion };
            self.roles[usize::from(became) & 7] ^= target;
            self.roles[usize::from(m.role) & 7] ^= source;
            self.sides[us] ^= source | target;
            self.men[to] = 0;
            self.men[from] = m.role;
            let (taken, role) = match m.kind {
                Kind::EnPassant if us == 0 => (to.wrapping_sub(8) & 63, PAWN),
                Kind::EnPassant => ((to + 8) & 63, PAWN),
                _ => (to, m.captured),
            };
            if role != 0 {
                self.roles[usize::from(role) & 7] |= 1 << taken;
                self.sides[us ^ 1] |= 1 << taken;
                self.men[taken] = role;
            }
        }
        FastState {
            castling: self.castling,
            en_passant: self.en_passant,
            halfmoves: self.halfmoves,
            checked: self.checked,
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
        self.king_of(self.sides[side & 1])
    }

    /// The king among these pieces.
    #[inline]
    const fn king_of(&self, side: u64) -> usize {
        (self.roles[KING as usize] & side).trailing_zeros() as usize & 63
    }

    /// The pieces of a side that attack a square, if these squares are occupied.
    #[inline]
    pub(super) fn attackers(&self, square: usize, by: usize, occupied: u64) -> u64 {
        self.attackers_of(self.sides[by & 1], square, by, occupied)
    }

    /// The same, if the pieces of the side stand on these squares.
    #[inline]
    fn attackers_of(&self, side: u64, square: usize, by: usize, occupied: u64) -> u64 {
        let around = &AROUND[square & 63];
        let roles = &self.roles;
        let queens = roles[usize::from(QUEEN)];
        let mut found = around.knight & roles[usize::from(super::word::KNIGHT)]
            | around.pawn[(by ^ 1) & 1] & roles[usize::from(PAWN)]
            | around.king & roles[usize::from(KING)];
        let mut lines = side
            & (around.rook & (roles[usize::from(ROOK)] | queens)
                | around.bishop & (roles[usize::from(super::word::BISHOP)] | queens));
        while lines != 0 {
            let from = lines.trailing_zeros() as usize & 63;
            if between(square, from) & occupied == 0 {
                found |= 1 << from;
            }
            lines &= lines - 1;
        }
        found & side
    }

    /// Whether pieces of a side, standing on these squares, attack a square.
    #[inline(never)]
    fn is_attacked(&self, side: u64, square: usize, by: usize, occupied: u64) -> bool {
        self.attackers_of(side, square, by, occupied) != 0
    }

    /// Whether the king of the side to move is attacked.
    #[must_use]
    pub const fn is_check(&self) -> bool {
        self.checked
    }

    /// What stands on a square, by its number; 0 if nothing does.
    #[inline]
    pub(super) const fn role_on(&self, square: usize) -> u8 {
        self.men[square & 63]
    }

    /// The pieces that move along lines, of both sides.
    #[inline]
    const fn sliders(&self) -> u64 {
        self.roles[super::word::BISHOP as usize]
            | self.roles[ROOK as usize]
            | self.roles[QUEEN as usize]
    }

    /// Plays a move.
    ///
    /// `None` if the move is not legal, or not written as the export format of PGN says
    /// (a missing check mark is allowed, and told). Then the board is of no more use.
    #[inline]
    pub fn play(&mut self, reader: &FastReader, word: FastWord) -> Option<FastMove> {
        let mut played = None;
        self.play_all(reader, [word], |m| played = Some(m))?;
        played
    }

    /// Plays moves, one after the other, and hands on each that was played.
    ///
    /// `None` as soon as [`FastBoard::play`] would say so.
    #[inline]
    pub fn play_all(
        &mut self,
        reader: &FastReader,
        words: impl IntoIterator<Item = FastWord>,
        mut each: impl FnMut(FastMove),
    ) -> Option<()> {
        let mut words = words.into_iter().map(|FastWord(number)| reader.0.word(number));
        let mut hand = self.hand();
        if hand.turn == 1 {
            let Some(word) = words.next() else { return Some(()) };
            each(self.step::<1>(&mut hand, word)?);
        }
        while let Some(word) = words.next() {
            each(self.step::<0>(&mut hand, word)?);
            let Some(word) = words.next() else { break };
            each(self.step::<1>(&mut hand, word)?);
        }
        self.put_back(&hand);
        Some(())
    }

    /// Plays a move of a side.
    ///
    /// Nearly all moves are steps of the only piece that could come: these are played with
    /// as few questions as possible, and from the hand: what changes with every move is not
    /// in the board meanwhile.
    #[inline(always)]
    #[allow(clippy::inline_always, reason = "for each side by itself it is shorter")]
    #[allow(clippy::needless_bitwise_bool, reason = "a sum of answers is quicker than guesses")]
    fn step<const US: usize>(&mut self, hand: &mut Hand, word: &Word) -> Option<FastMove> {
        let to = usize::from(word.to) & 63;
        let target = 1_u64 << to;
        let pieces = self.roles[usize::from(word.role) & 7] & hand.own & word.from[US];
        let captured = self.men[to];
        // A capture of nothing, or none of something, is rare, too.
        let strange = word.says ^ u8::from(captured != 0);
        if strange & (says::RARE | says::CAPTURE) != 0 || pieces & pieces.wrapping_sub(1) != 0 {
            self.put_back(hand);
            let played = self.play_rare(word);
            *hand = Hand { turn: US ^ 1, ..self.hand() };
            return played;
        }
        let from = pieces.trailing_zeros() as usize & 63;
        let source = 1_u64 << from;
        let both = source | target;
        let blocked = between(from, to) & (hand.own | hand.other) | hand.own & target;
        if pieces == 0 || blocked != 0 {
            return None;
        }
        // Only a piece that has another one behind it, seen from a king, can be pinned or
        // discover a check. What kinds they are is asked if they are there.
        let sliders = self.sliders();
        let pinned = BEHIND[hand.king & 63][from] & sliders & hand.other;
        let discovers = BEHIND[hand.other_king & 63][from] & sliders & hand.own;

        let is_king = word.role == KING;
        let risky = (pinned != 0) | hand.checked | is_king;
        let king = if is_king { to } else { hand.king };
        self.roles[usize::from(captured) & 7] &= !target;
        self.roles[usize::from(word.role) & 7] ^= both;
        self.men[from] = 0;
        self.men[to] = word.role;
        let (own, other) = (hand.own ^ both, hand.other & !target);
        let occupied = own | other;
        if risky && self.is_attacked(other, king, US ^ 1, occupied) {
            return None;
        }
        let pawn = word.role == PAWN;
        *hand = Hand {
            own: other,
            other: own,
            king: hand.other_king,
            other_king: king,
            turn: US ^ 1,
            touched: hand.touched | both,
            pawn: if pawn { source } else { 0 },
            target,
            halfmoves: if pawn | (captured != 0) { 0 } else { hand.halfmoves + 1 },
            plies: hand.plies + 1,
            checked: false,
        };

        let direct = (FROM[US][hand.king & 63][usize::from(word.role) & 7] & target != 0)
            & (between(hand.king, to) & occupied == 0);
        let marked = word.says & (says::CHECK | says::MATE) != 0;
        let mut unmarked = false;
        if direct | (discovers != 0) | marked {
            self.put_back(hand);
            unmarked = self.marks(word)?;
            *hand = Hand { turn: US ^ 1, ..self.hand() };
        }
        Some(FastMove {
            from: from as u8,
            to: word.to,
            role: word.role,
            promotion: 0,
            captured,
            kind: Kind::Usual,
            unmarked,
        })
    }

    #[inline]
    fn hand(&self) -> Hand {
        let us = self.turn & 1;
        Hand {
            own: self.sides[us],
            other: self.sides[us ^ 1],
            king: self.king(us),
            other_king: self.king(us ^ 1),
            turn: us,
            touched: 0,
            pawn: 0,
            target: 0,
            halfmoves: self.halfmoves,
            plies: 0,
            checked: self.checked,
        }
    }

    #[inline]
    fn put_back(&mut self, hand: &Hand) {
        let us = hand.turn & 1;
        self.sides[us] = hand.own;
        self.sides[us ^ 1] = hand.other;
        // Where something left or came, there are no rights any more.
        let kings = [(1 << 4, A1 | H1), (1 << 60, A8 | H8)];
        let gone = kings.map(|(king, rooks)| if hand.touched & king != 0 { rooks } else { 0 });
        self.castling &= !(hand.touched | gone[0] | gone[1]);
        if hand.plies > 0 {
            // What a pawn passed over lies before its source and behind its target.
            self.en_passant = hand.pawn << 8 & hand.target >> 8 | hand.pawn >> 8 & hand.target << 8;
        }
        self.halfmoves = hand.halfmoves;
        // Black's moves among the plies: all of every pair, and the odd one that began.
        self.fullmoves += u32::midpoint(hand.plies, u32::from(us == 0));
        self.turn = us;
        self.checked = hand.checked;
    }

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
        let from = self.choose(word, pieces)?;
        let captured = if captures { self.role_on(to) } else { 0 };
        // It does not leave the own king attacked, or it would not have been chosen.
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
        self.men[to] = becomes;
        if kind == Kind::EnPassant {
            let taken = if us == 0 { to.wrapping_sub(8) } else { to + 8 } & 63;
            self.roles[usize::from(PAWN)] &= !(1 << taken);
            self.sides[us ^ 1] &= !(1 << taken);
            self.men[taken] = 0;
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
    #[inline(never)]
    fn marks(&mut self, word: &Word) -> Option<bool> {
        let them = self.turn & 1;
        let checkers = self.attackers(self.king(them), them ^ 1, self.occupied());
        let marked = word.says & (says::CHECK | says::MATE) != 0;
        self.checked = checkers != 0;
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
        // All that could come here, whatever the word says of the source; pawns that take
        // are always named by their file.
        let us = self.turn & 1;
        let lines = match word.role {
            PAWN => word.from[us],
            role => FROM[us][to][usize::from(role) & 7],
        };
        let all = self.roles[usize::from(word.role) & 7] & self.sides[us] & lines;
        let mut legal = 0_u64;
        for from in squares(all) {
            if between(from, to) & self.occupied() == 0
                && (!self.may_be_bound(from, word) || self.is_safe(from, word))
            {
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

    /// Whether the own king could be attacked after a piece has left its square: it is so
    /// now, or the piece may be pinned, or it is the king, or takes en passant.
    fn may_be_bound(&self, from: usize, word: &Word) -> bool {
        let us = self.turn & 1;
        let king = self.king(us);
        self.checked
            || word.role == KING
            || word.role == PAWN && word.says & says::CAPTURE != 0
            || BEHIND[king][from & 63] & self.sliders() & self.sides[us ^ 1] != 0
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
        if self.castling & 1 << rook == 0 || between(king, rook) & occupied != 0 {
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
        self.men[rook_to] = ROOK;
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
        let roles = [0, pawn, knight, bishop, rook, queen, king, 0];
        let mut men = [0; 64];
        for (role, bits) in roles.into_iter().enumerate() {
            squares(bits).for_each(|square| men[square] = role as u8);
        }
        Some(FastBoard {
            roles,
            men,
            checked: position.is_check(),
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
