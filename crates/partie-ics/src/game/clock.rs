//! Two clocks, of which at most one runs.
//!
//! FICS's rule: the first move of each side costs no time and brings no increment; then
//! time is charged, and the increment is added behind each own move. Lag is given back up
//! to a limit.

use partie_core::{ByColor, Color};

use crate::tick::{Span, Tick};

/// The clocks of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Clock {
    left: ByColor<Span>,
    increment: ByColor<Span>,
    /// Whose clock is meant, since when, and whether it runs.
    turn: Color,
    since: Tick,
    running: bool,
    paused: bool,
    /// Whether there is any limit of time.
    timed: bool,
}

/// What a move cost.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Cost {
    /// The time charged, lag taken off.
    pub took: Span,
    /// The lag that was given back.
    pub lag: Span,
}

impl Clock {
    /// Clocks that stand. With no time and no increment the game is untimed.
    #[must_use]
    pub fn new(initial: Span, increment: Span, now: Tick) -> Clock {
        let both = |span| ByColor { white: span, black: span };
        Clock {
            left: both(initial),
            increment: both(increment),
            turn: Color::White,
            since: now,
            running: false,
            paused: false,
            timed: initial.0 > 0 || increment.0 > 0,
        }
    }

    /// What is left for a side; negative behind the fall of the flag.
    #[must_use]
    pub fn left(&self, color: Color, now: Tick) -> Span {
        let left = *self.left.get(color);
        if self.ticking() && color == self.turn { left - (now - self.since) } else { left }
    }

    /// Whether a clock runs.
    #[must_use]
    pub const fn ticking(&self) -> bool {
        self.timed && self.running && !self.paused
    }

    /// How long the side to move has been thinking.
    #[must_use]
    pub fn elapsed(&self, now: Tick) -> Span {
        if self.running { now - self.since } else { Span(0) }
    }

    /// A move was made by the side whose turn it was, as move number `nth` of that side
    /// (from 1); the lag is not charged.
    pub fn moved(&mut self, now: Tick, nth: usize, lag: Span) -> Cost {
        let elapsed = self.elapsed(now);
        let took = if nth > 1 { elapsed - lag } else { Span(0) };
        if self.timed && nth > 1 {
            let side = self.left.get_mut(self.turn);
            *side -= took;
            *side += *self.increment.get(self.turn);
        }
        self.turn = !self.turn;
        self.since = now;
        // Both have moved once: now the clocks run.
        self.running = self.running || (nth == 1 && self.turn == Color::White);
        Cost { took, lag }
    }

    /// Lets the clock run from the start, as in bughouse.
    pub fn start(&mut self, now: Tick) {
        self.running = true;
        self.since = now;
    }

    /// Stops the clock that runs.
    pub fn pause(&mut self, now: Tick) {
        if self.ticking() {
            *self.left.get_mut(self.turn) -= now - self.since;
        }
        self.since = now;
        self.paused = true;
    }

    /// Lets it run again.
    pub fn resume(&mut self, now: Tick) {
        self.since = now;
        self.paused = false;
    }

    /// Whether the clocks were stopped by the players.
    #[must_use]
    pub const fn is_paused(&self) -> bool {
        self.paused
    }

    /// Gives a side time.
    pub fn add(&mut self, color: Color, span: Span) {
        *self.left.get_mut(color) += span;
    }

    /// Back to what was left at an earlier point of the game.
    pub fn restore(&mut self, left: ByColor<Span>, turn: Color, plies: usize, now: Tick) {
        self.left = left;
        self.turn = turn;
        self.since = now;
        self.running = plies >= 2;
    }

    /// Whether a side has no time left.
    #[must_use]
    pub fn is_out(&self, color: Color, now: Tick) -> bool {
        self.timed && self.left(color, now).0 <= 0
    }

    /// When the flag of the running clock falls.
    #[must_use]
    pub fn falls(&self) -> Option<Tick> {
        self.ticking().then(|| self.since + *self.left.get(self.turn))
    }
}
