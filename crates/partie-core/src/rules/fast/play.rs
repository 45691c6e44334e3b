//! Playing moves, one after the other.
//!
//! Nearly all moves are made by the only piece that can reach the square, and affect neither king:
//! these take a path with few branches.

use std::{hint::cold_path, num::NonZeroU64};

use super::{
    board::{FastBoard, FastMove, MoveKind, Sliders, squares},
    occupant::{BISHOP, KING, Occupant, PAWN, QUEEN, ROOK},
    parsed_san::ParsedSan,
    tables::{AROUND, KingView, SEEN, WAYS},
};

/// State that changes with every move and is kept outside the board during a run.
#[derive(Clone, Copy)]
struct RunState {
    occupied: u64,
    /// The board as the king of the side to move sees it, and the other one.
    king: &'static KingView,
    other_king: &'static KingView,
}

impl FastBoard {
    /// Plays a move.
    ///
    /// `None` if the move is illegal or not in the export format of PGN (a missing check
    /// mark is allowed and reported). The board must not be used afterwards.
    #[inline]
    pub fn play(&mut self, step: &ParsedSan) -> Option<FastMove> {
        let mut played = None;
        self.play_all([step], |m| played = Some(m))?;
        played
    }

    /// Plays moves in order, and passes each one to the callback.
    ///
    /// Returns `None` at the first move for which [`FastBoard::play`] would.
    #[inline]
    pub fn play_all<'s>(
        &mut self,
        steps: impl IntoIterator<Item = &'s ParsedSan>,
        mut each: impl FnMut(FastMove),
    ) -> Option<()> {
        let (mut halfmoves, fullmoves) = (self.halfmoves, self.fullmoves);
        let mut plies = self.turn & 1;
        self.play_steps::<false, _>(steps.into_iter(), |_, m| {
            halfmoves = if m.is_irreversible() { 0 } else { halfmoves + 1 };
            plies += 1;
            each(m);
        })?;
        self.halfmoves = halfmoves;
        self.fullmoves = fullmoves + (plies / 2) as u32;
        Some(())
    }

    /// Plays the moves of a line, and reports the index, from 0, of each unmarked check or
    /// mate.
    ///
    /// `None` as soon as [`FastBoard::play`] would return it; a mate marked as check before another
    /// move may be missed. Faster than [`FastBoard::play_all`], which also returns the moves.
    #[inline]
    pub fn play_line(
        &mut self,
        steps: &[ParsedSan],
        mut unmarked: impl FnMut(usize),
    ) -> Option<()> {
        let (halfmoves, fullmoves) = (self.halfmoves, self.fullmoves);
        let plies = (self.turn & 1) + steps.len();
        let mut reported = None;
        self.play_steps::<true, _>(steps.iter(), |rest, m| {
            if m.unmarked {
                cold_path();
                let number = steps.len() - 1 - rest.len();
                reported = Some(number);
                unmarked(number);
            }
        })?;
        if self.checkers != 0
            && let Some(last) = steps.len().checked_sub(1)
            && reported != Some(last)
            && !steps[last].marks_mate()
            && !self.has_legal_move()
        {
            unmarked(last);
        }
        // It is counted only now: what cannot be taken back is mostly found at once.
        let quiet = steps.iter().rev().position(ParsedSan::is_irreversible);
        self.halfmoves = quiet.map_or(halfmoves + steps.len() as u32, |moves| moves as u32);
        self.fullmoves = fullmoves + (plies / 2) as u32;
        Some(())
    }

    /// Plays moves without counting them. `each` sees the steps that are left, too.
    ///
    /// With `LINE`, checks are not tested for mate: no move is legal after mate, so only
    /// the last move can be a mate marked as check.
    #[inline]
    fn play_steps<'w, const LINE: bool, I: Iterator<Item = &'w ParsedSan>>(
        &mut self,
        mut steps: I,
        mut each: impl FnMut(&I, FastMove),
    ) -> Option<()> {
        let mut hand = self.hand();
        let mut black_first = self.turn & 1 == 1;
        // Called in two places only, so that `each` is inlined into the loop.
        let us = loop {
            if !std::mem::take(&mut black_first) {
                let Some(step) = steps.next() else { break 0 };
                let m = self.step::<0, LINE>(&mut hand, step)?;
                each(&steps, m);
            }
            let Some(step) = steps.next() else { break 1 };
            let m = self.step::<1, LINE>(&mut hand, step)?;
            each(&steps, m);
        };
        self.settle(&hand, us);
        Some(())
    }

    /// Plays a move of a side.
    #[inline(always)]
    #[allow(clippy::inline_always, reason = "for each side by itself it is shorter")]
    fn step<const US: usize, const LINE: bool>(
        &mut self,
        hand: &mut RunState,
        step: &ParsedSan,
    ) -> Option<FastMove> {
        let (to, target) = (usize::from(step.to), step.target());
        let man = step.men[US];
        let met = self.men[to];
        // Not 0 if the move needs a closer look in any case.
        let mut careful = self.checkers;
        let source = 'found: {
            let pieces = NonZeroU64::new(self.sets[man as usize] & step.from[US]);
            // The token's flags are known long before the contents of the board.
            if step.is_calm() {
                if let Some(one) = pieces
                    && is_one(one)
                    && step.is_usual::<US>(met)
                {
                    break 'found one;
                }
            } else if let Some(one) = pieces
                && is_one(one)
                && step.is_common::<US>(met)
            {
                careful = 1;
                break 'found one;
            }
            cold_path();
            self.settle(hand, US);
            if !step.is_step::<US>(met) {
                let played = self.play_special(step);
                *hand = self.hand();
                return played;
            }
            careful |= u64::from(step.is_marked());
            self.choose::<US>(step)?
        };
        let from = source.trailing_zeros() as usize;
        if WAYS[usize::from(step.way) & 127][from & 63] & hand.occupied != 0 {
            cold_path();
            return None;
        }
        let RunState { king, other_king, .. } = *hand;
        // Only a piece with another one behind it, seen from a king, can be pinned or discover a
        // check. The kinds of these pieces, and the squares between, are only examined if both
        // exist. King moves are always examined.
        // All reads come before the first write to the board: reading just-written memory stalls.
        let pinned = king.behind[from] & self.sliders(US ^ 1);
        let discovers = other_king.behind[from] & self.sliders(US);
        // Another piece stands between the king and a piece that could discover check.
        let hidden = other_king.between[to] & (hand.occupied ^ source.get()) != 0;
        let direct = other_king.checks[man as usize] & target & u64::from(hidden).wrapping_sub(1);
        let near = pinned | discovers | direct | careful;
        let both = source.get() | target;
        self.sets[met as usize] ^= target;
        self.sets[man as usize] ^= both;
        self.men[from] = Occupant::Nothing;
        self.men[to] = man;
        self.moved |= both;
        self.last = both;
        let occupied = hand.occupied ^ source.get() | target;
        *hand = RunState { occupied, king: other_king, other_king: king };
        let mut unmarked = false;
        if near != 0 {
            unmarked = if man == Occupant::new(KING, US) {
                hand.other_king = &SEEN[to];
                self.look_at_king::<US, LINE>(step, occupied, other_king)?
            } else {
                self.look::<US, LINE>(step, occupied, king, other_king)?
            };
        }
        Some(FastMove {
            from: from as u8,
            to: u8::from(step.to),
            role: step.role(),
            promotion: 0,
            captured: met.role(),
            kind: MoveKind::Usual,
            unmarked,
        })
    }

    /// Looks at a step that was just made, but not by the king, and says whether a mark is
    /// missing. The squares that are occupied now, and the board as the kings see it, are given.
    ///
    /// `None` if the own king is attacked, or if a mark is not true.
    #[inline(never)]
    fn look<const US: usize, const LINE: bool>(
        &mut self,
        step: &ParsedSan,
        occupied: u64,
        king: &KingView,
        other_king: &KingView,
    ) -> Option<bool> {
        let source = NonZeroU64::new(self.last ^ step.target())?;
        let from = source.trailing_zeros() as usize;
        let exposed = if self.checkers == 0 {
            self.opened(US ^ 1, king, source, king.behind[from], occupied)
        } else {
            self.attackers(self.king(US), US ^ 1, occupied)
        };
        if exposed != 0 {
            return None;
        }
        let mut checkers = self.opened(US, other_king, source, other_king.behind[from], occupied);
        if other_king.checks[step.men[US] as usize] & step.target() != 0
            && other_king.between[usize::from(step.to)] & occupied == 0
        {
            checkers |= step.target();
        }
        self.tell::<US, LINE>(step, occupied, checkers)
    }

    /// Checks the position after a king move.
    #[inline(never)]
    fn look_at_king<const US: usize, const LINE: bool>(
        &mut self,
        step: &ParsedSan,
        occupied: u64,
        other_king: &KingView,
    ) -> Option<bool> {
        let source = NonZeroU64::new(self.last ^ step.target())?;
        let from = source.trailing_zeros() as usize;
        let to = usize::from(step.to);
        let around = &AROUND[to];
        let near = around.king & self.set(KING, US ^ 1) | around.pawn[US] & self.set(PAWN, US ^ 1);
        if near != 0 || Sliders::of(self, US ^ 1).attack(to, occupied) {
            return None;
        }
        let checkers = self.opened(US, other_king, source, other_king.behind[from], occupied);
        self.tell::<US, LINE>(step, occupied, checkers)
    }

    /// Compares the checking pieces after a move with its mark.
    #[inline(always)]
    #[allow(clippy::inline_always, reason = "mostly there is nothing to tell")]
    fn tell<const US: usize, const LINE: bool>(
        &mut self,
        step: &ParsedSan,
        occupied: u64,
        checkers: u64,
    ) -> Option<bool> {
        self.checkers = 0;
        if checkers == 0 {
            return (!step.is_marked()).then_some(false);
        }
        self.occupied = occupied;
        self.turn = US ^ 1;
        if LINE && step.marks_check() {
            self.checkers = checkers;
            return Some(false);
        }
        self.check_marks::<US>(step, checkers)
    }

    /// Returns the piece of a side that attacks a king along the line that another piece
    /// has left.
    #[inline(always)]
    #[allow(clippy::inline_always, reason = "the side is known where it is called")]
    fn opened(
        &self,
        side: usize,
        king: &KingView,
        left: NonZeroU64,
        behind: u64,
        occupied: u64,
    ) -> u64 {
        let is_straight = king.straight & left.get() != 0;
        let lines = self.set(if is_straight { ROOK } else { BISHOP }, side) | self.set(QUEEN, side);
        squares(behind & lines)
            .find(|square| king.between[*square] & occupied == 0)
            .map_or(0, |square| 1 << square)
    }

    /// Takes up the board to play on.
    #[inline]
    fn hand(&self) -> RunState {
        let us = self.turn & 1;
        RunState {
            occupied: self.occupied,
            king: &SEEN[self.king(us)],
            other_king: &SEEN[self.king(us ^ 1)],
        }
    }

    /// Puts it down, with this side to move.
    #[inline]
    fn settle(&mut self, hand: &RunState, us: usize) {
        self.occupied = hand.occupied;
        self.turn = us & 1;
    }
}

/// Returns true if a set has one square.
#[inline]
#[allow(clippy::manual_is_power_of_two, reason = "it is known not to be 0, so this is shorter")]
const fn is_one(squares: NonZeroU64) -> bool {
    squares.get() & (squares.get() - 1) == 0
}
