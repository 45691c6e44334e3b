//! Playing moves, one after the other.
//!
//! Nearly all moves are steps of the only piece that could come, and neither king has
//! anything to do with them: these are played with as few questions as possible.

use std::hint::cold_path;

use super::{
    board::{FastBoard, FastMove, FastReader, FastWord, Kind, squares},
    tables::{SEEN, Seen, between},
    word::{BISHOP, KING, QUEEN, ROLE, ROOK, Word, man, says},
};

/// What changes with every move, and is not in the board while moves are played.
#[derive(Clone, Copy)]
struct Hand {
    /// The squares of the side to move, and of the other one.
    own: u64,
    other: u64,
    /// The board as their kings see it.
    king: &'static Seen,
    other_king: &'static Seen,
}

impl FastBoard {
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
        let (mut halfmoves, fullmoves) = (self.halfmoves, self.fullmoves);
        let mut plies = self.turn & 1;
        let words = words.into_iter().map(|FastWord(number)| reader.0.word(number));
        self.play_words(words, |_, m| {
            halfmoves = if m.is_irreversible() { 0 } else { halfmoves + 1 };
            plies += 1;
            each(m);
        })?;
        self.halfmoves = halfmoves;
        self.fullmoves = fullmoves + (plies / 2) as u32;
        Some(())
    }

    /// Plays the moves of a line, and tells the number, from 0, of each that gives a check
    /// or mate that is not marked.
    ///
    /// `None` as soon as [`FastBoard::play`] would say so. It is quicker than
    /// [`FastBoard::play_all`], which tells what the moves are.
    #[inline]
    pub fn play_line(
        &mut self,
        reader: &FastReader,
        words: &[FastWord],
        mut unmarked: impl FnMut(usize),
    ) -> Option<()> {
        let (halfmoves, fullmoves) = (self.halfmoves, self.fullmoves);
        let plies = (self.turn & 1) + words.len();
        let all = words.iter().map(|FastWord(number)| reader.0.word(*number));
        self.play_words(all.clone(), |rest, m| {
            if m.unmarked {
                cold_path();
                unmarked(words.len() - 1 - rest.len());
            }
        })?;
        // It is counted only now: what cannot be taken back is mostly found at once.
        let quiet = all.rev().position(Word::is_irreversible);
        self.halfmoves = quiet.map_or(halfmoves + words.len() as u32, |moves| moves as u32);
        self.fullmoves = fullmoves + (plies / 2) as u32;
        Some(())
    }

    /// Plays moves without counting them. `each` sees the words that are left, too.
    #[inline]
    fn play_words<'w, I: Iterator<Item = &'w Word>>(
        &mut self,
        mut words: I,
        mut each: impl FnMut(&I, FastMove),
    ) -> Option<()> {
        let mut hand = self.hand();
        if self.turn & 1 == 1 {
            let Some(word) = words.next() else { return Some(()) };
            let m = self.step::<1>(&mut hand, word)?;
            each(&words, m);
        }
        loop {
            let Some(word) = words.next() else {
                self.settle(&hand, 0);
                return Some(());
            };
            let m = self.step::<0>(&mut hand, word)?;
            each(&words, m);
            let Some(word) = words.next() else {
                self.settle(&hand, 1);
                return Some(());
            };
            let m = self.step::<1>(&mut hand, word)?;
            each(&words, m);
        }
    }

    /// Plays a move of a side.
    #[inline(always)]
    #[allow(clippy::inline_always, reason = "for each side by itself it is shorter")]
    fn step<const US: usize>(&mut self, hand: &mut Hand, word: &Word) -> Option<FastMove> {
        let to = usize::from(word.to) & 63;
        let target = 1_u64 << to;
        let met = self.men[to];
        let mut source = self.roles[usize::from(word.role) & 7] & hand.own & word.from[US];
        if !word.is_usual::<US>(met) || !source.is_power_of_two() {
            cold_path();
            self.settle(hand, US);
            if word.is_special() || !word.fits::<US>(met) {
                let played = self.play_rare(word);
                *hand = self.hand();
                return played;
            }
            source = self.choose(word)?;
        }
        let from = source.trailing_zeros() as usize & 63;
        let both = source | target;
        if between(from, to) & (hand.own | hand.other) != 0 {
            cold_path();
            return None;
        }
        let captured = usize::from(met & ROLE);
        let taken = target & hand.other;
        self.roles[captured] ^= taken;
        self.roles[usize::from(word.role) & 7] ^= both;
        self.men[from] = 0;
        self.men[to] = man(word.role, US);
        self.moved |= both;
        self.last = both;
        let Hand { king, other_king, .. } = *hand;
        let (own, other) = (hand.own ^ both, hand.other ^ taken);
        // Only a piece that has another one behind it, seen from a king, can be pinned or
        // discover a check. What kinds they are, and whether there is something between,
        // is asked if they are there.
        let pinned = king.behind[from] & other;
        let discovers = other_king.behind[from] & own;
        let direct = other_king.checks[US][usize::from(word.role) & 7] & target;
        let near = (pinned | discovers) & self.sliders() | direct | self.checkers;
        let marked = word.says & (says::CHECK | says::MATE);
        *hand = Hand { own: other, other: own, king: other_king, other_king: king };
        let mut unmarked = false;
        if near | u64::from(marked) != 0 {
            let occupied = own | other;
            let is_king = word.role == KING;
            if is_king {
                hand.other_king = &SEEN[to];
            }
            // The piece that moved gives the check, or one behind it does.
            let checks = direct != 0 && !is_king && other_king.between[to] & occupied == 0
                || self.opens(other_king, source, discovers, occupied);
            let exposed = if is_king || self.checkers != 0 {
                self.checkers = 0;
                let square = if is_king { to } else { self.king_of(own) };
                self.is_attacked(other, square, US ^ 1, occupied)
            } else {
                self.opens(king, source, pinned, occupied)
            };
            if exposed || !checks && marked != 0 {
                cold_path();
                return None;
            }
            if checks {
                cold_path();
                self.settle(hand, US ^ 1);
                unmarked = self.marks(word)?;
            }
        }
        Some(FastMove {
            from: from as u8,
            to: word.to,
            role: word.role,
            promotion: 0,
            captured: captured as u8,
            kind: Kind::Usual,
            unmarked,
        })
    }

    /// Whether one of these pieces attacks a king along the line that another one has left.
    #[inline]
    fn opens(&self, king: &Seen, left: u64, pieces: u64, occupied: u64) -> bool {
        let straight = if king.straight & left != 0 { ROOK } else { BISHOP };
        let lines = self.roles[usize::from(straight)] | self.roles[usize::from(QUEEN)];
        squares(pieces & lines).any(|square| king.between[square] & occupied == 0)
    }

    /// Whether pieces of a side, standing on these squares, attack a square.
    #[inline(never)]
    fn is_attacked(&self, side: u64, square: usize, by: usize, occupied: u64) -> bool {
        self.attackers_of(side, square, by, occupied) != 0
    }

    /// Takes up the board to play on.
    #[inline]
    fn hand(&self) -> Hand {
        let us = self.turn & 1;
        Hand {
            own: self.sides[us],
            other: self.sides[us ^ 1],
            king: &SEEN[self.king(us)],
            other_king: &SEEN[self.king(us ^ 1)],
        }
    }

    /// Puts it down, with this side to move.
    #[inline(always)]
    #[allow(clippy::inline_always, reason = "the side is known where it is called")]
    fn settle(&mut self, hand: &Hand, us: usize) {
        self.sides[us & 1] = hand.own;
        self.sides[us & 1 ^ 1] = hand.other;
        self.turn = us & 1;
    }
}
