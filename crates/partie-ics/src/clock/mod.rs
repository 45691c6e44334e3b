//! The clocks of a game, in milliseconds.
//!
//! FICS's rule: the first move of each side costs nothing and earns no increment; from the third
//! ply on the time is charged, and the increment is added after the own move. In bughouse the
//! clocks run at once (and the first moves count like all others). The clock itself ends no game:
//! it reports that time has run out, and players or the server act on it. So a clock may go below
//! zero.
//!
//! A clock is a value, and time is an argument.
//!
//! ```
//! use partie_core::{ByColor, Color};
//! use partie_ics::{category::Control, clock::Clock, time::{Span, Tick}};
//! let blitz = Control::fics(3, 2);
//! let mut clock = Clock::new(ByColor { white: blitz, black: blitz }, Color::White, Tick(0));
//! clock.moved(Tick(5_000), Span::ZERO);
//! clock.moved(Tick(9_000), Span::ZERO);
//! assert_eq!(clock.left(Color::White, Tick(9_000)), Span::minutes(3));
//! clock.moved(Tick(19_000), Span::ZERO);
//! assert_eq!(clock.left(Color::White, Tick(19_000)), Span::seconds(172));
//! ```

use partie_core::{ByColor, Color};
use serde::{Deserialize, Serialize};

use crate::{
    category::Control,
    time::{Span, Tick},
};

/// The most that one `moretime` adds.
pub(crate) const MOST_MORETIME: Span = Span::seconds(600);
/// Default maximum of the lag credited for one move.
pub(crate) const MOST_LAG: Span = Span::seconds(10);
/// Least cost of a move, with the variable `minmovetime`.
pub(crate) const LEAST_MOVE_TIME: Span = Span(100);

/// Cost of a move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "(Span, Span, Span, Span)", into = "(Span, Span, Span, Span)")]
pub struct MoveTime {
    /// The player's thinking time: the time between the moves less the credit for lag.
    pub thought: Span,
    /// Time charged to the clock; zero for a first move.
    pub charged: Span,
    /// The time that was added after the move.
    pub added: Span,
    /// The lag that was credited.
    pub lag: Span,
}

/// The side that has run out of time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Flag {
    /// No flag has fallen.
    None,
    /// The flag of one player has fallen.
    One(Color),
    /// Both: the game is drawn if a player calls the flag.
    Both,
}

/// The two clocks of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Clock {
    controls: ByColor<Control>,
    /// The time left when the turn began.
    left: ByColor<Span>,
    turn: Color,
    /// Costs of all moves, except for moves taken back.
    taken: Vec<MoveTime>,
    /// Time at which the turn began or went on after a pause; `None` while paused.
    since: Option<Tick>,
    /// The part of the turn before the last pause.
    thought: Span,
    /// Set if even first moves are charged.
    at_once: bool,
    least_move_time: Span,
}

/// All that must be stored of an adjourned game's clocks.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Saved {
    /// The times at the start.
    #[serde(with = "partie_core::serialize::sides")]
    pub controls: ByColor<Control>,
    /// The times left.
    #[serde(with = "partie_core::serialize::sides")]
    pub left: ByColor<Span>,
    /// The side to move.
    #[serde(rename = "white", with = "partie_core::serialize::is_white")]
    pub turn: Color,
    /// Costs of all moves.
    pub taken: Vec<MoveTime>,
    /// Set if even first moves are charged.
    pub at_once: bool,
}

impl Clock {
    /// The clocks of a game that begins; the times of the players may differ.
    #[must_use]
    pub fn new(controls: ByColor<Control>, turn: Color, now: Tick) -> Clock {
        let left = ByColor { white: controls.white.initial, black: controls.black.initial };
        Clock {
            controls,
            left,
            turn,
            taken: Vec::new(),
            since: Some(now),
            thought: Span::ZERO,
            at_once: false,
            least_move_time: Span::ZERO,
        }
    }

    /// The clocks of a bughouse board, which run at once.
    pub(crate) fn bughouse(controls: ByColor<Control>, turn: Color, now: Tick) -> Clock {
        Clock { at_once: true, ..Clock::new(controls, turn, now) }
    }

    /// The same with a least cost of a move ([`LEAST_MOVE_TIME`] for `minmovetime`).
    pub(crate) fn with_least_move_time(self, span: Span) -> Clock {
        Clock { least_move_time: span.max(Span::ZERO), ..self }
    }

    /// Clocks as they were stored; they stand still until [`Clock::unpause`].
    pub(crate) fn restore(saved: Saved) -> Clock {
        let Saved { controls, left, turn, taken, at_once } = saved;
        let fresh = Clock::new(controls, turn, Tick(0));
        Clock { left, taken, at_once, since: None, ..fresh }
    }

    /// The clocks as they stand, to be stored. The time of the running turn is charged.
    pub(crate) fn save(&self, now: Tick) -> Saved {
        Saved {
            controls: self.controls,
            left: ByColor {
                white: self.left(Color::White, now),
                black: self.left(Color::Black, now),
            },
            turn: self.turn,
            taken: self.taken.clone(),
            at_once: self.at_once,
        }
    }

    /// The clocks as they stood when the turn began or the last pause did.
    pub(crate) fn save_turn(&self) -> Saved {
        Saved {
            controls: self.controls,
            left: self.left_at_turn(),
            turn: self.turn,
            taken: self.taken.clone(),
            at_once: self.at_once,
        }
    }

    /// The times left when the turn began or the last pause did.
    pub(crate) fn left_at_turn(&self) -> ByColor<Span> {
        let mut left = self.left;
        if self.counts() {
            *left.get_mut(self.turn) -= self.thought;
        }
        left
    }

    /// The cost of the last move.
    pub(crate) fn last_move(&self) -> Option<MoveTime> {
        self.taken.last().copied()
    }

    /// The side to move.
    #[must_use]
    pub const fn turn(&self) -> Color {
        self.turn
    }

    /// Returns true if the game is played without clocks.
    pub(crate) fn is_untimed(&self) -> bool {
        self.controls.iter().all(|c| c.is_untimed())
    }

    /// Returns true if the clocks are paused.
    pub(crate) const fn is_paused(&self) -> bool {
        self.since.is_none()
    }

    /// Returns true if the clock of the side to move is running, as `<12>` reports it.
    pub(crate) fn is_ticking(&self) -> bool {
        !self.is_paused() && self.counts()
    }

    /// Returns true if this turn is charged.
    fn counts(&self) -> bool {
        !self.is_untimed() && (self.at_once || self.taken.len() >= 2)
    }

    /// Time that the side to move has been thinking, without pauses.
    pub(crate) fn thinking(&self, now: Tick) -> Span {
        self.thought + self.since.map_or(Span::ZERO, |since| (now - since).max(Span::ZERO))
    }

    /// The time left to a player; below zero once it has run out.
    #[must_use]
    pub fn left(&self, color: Color, now: Tick) -> Span {
        let left = *self.left.get(color);
        if color == self.turn && self.counts() { left - self.thinking(now) } else { left }
    }

    /// The side to move has moved. `lag` is the move's transmission time, as measured by the
    /// caller; the credit is at most the limit, and at most the time that passed. A move while the
    /// clocks are paused costs the time before the pause.
    pub fn moved(&mut self, now: Tick, lag: Span) -> MoveTime {
        let passed = self.thinking(now);
        let lag = lag.max(Span::ZERO).min(MOST_LAG).min(passed);
        let thought = passed - lag;
        let mut taken = MoveTime { thought, lag, ..MoveTime::default() };
        if self.counts() {
            taken.charged = thought.max(self.least_move_time);
            taken.added = self.controls.get(self.turn).increment;
        }
        *self.left.get_mut(self.turn) += taken.added - taken.charged;
        self.taken.push(taken);
        self.turn = !self.turn;
        self.thought = Span::ZERO;
        self.since = self.since.map(|_| now);
        taken
    }

    /// Stops the clocks; `false` if they stood already.
    pub(crate) fn pause(&mut self, now: Tick) -> bool {
        let thought = self.thinking(now);
        let ran = self.since.take().is_some();
        self.thought = thought;
        ran
    }

    /// Lets the clocks go on; `false` if they ran already.
    pub(crate) fn unpause(&mut self, now: Tick) -> bool {
        let paused = self.is_paused();
        if paused {
            self.since = Some(now);
        }
        paused
    }

    /// Gives a player more time, at most [`MOST_MORETIME`], and returns the amount; zero in an
    /// untimed game.
    pub(crate) fn give(&mut self, color: Color, span: Span) -> Span {
        if self.is_untimed() {
            return Span::ZERO;
        }
        let span = span.max(Span::ZERO).min(MOST_MORETIME);
        *self.left.get_mut(color) += span;
        span
    }

    /// Exchanges the players' sides (`switch`): each takes their time and increment along. The
    /// running turn is charged to the player who thought, and begins anew. Moves that are taken
    /// back later give their time to the colour that made them.
    pub(crate) fn exchange(&mut self, now: Tick) {
        let left = [Color::Black, Color::White].map(|color| self.left(color, now));
        self.left = ByColor { white: left[0], black: left[1] };
        self.controls = ByColor { white: self.controls.black, black: self.controls.white };
        self.thought = Span::ZERO;
        self.since = self.since.map(|_| now);
    }

    /// Takes back at most `plies` moves and returns their number. Both players get back the cost of
    /// the moves and lose their increments; the turn begins now, and the time of the interrupted
    /// turn is forgotten.
    pub(crate) fn take_back(&mut self, plies: usize, now: Tick) -> usize {
        let mut count = 0;
        while count < plies
            && let Some(taken) = self.taken.pop()
        {
            self.turn = !self.turn;
            *self.left.get_mut(self.turn) += taken.charged - taken.added;
            count += 1;
        }
        if count > 0 {
            self.thought = Span::ZERO;
            self.since = self.since.map(|_| now);
        }
        count
    }

    /// The side that has no time left.
    pub(crate) fn flag(&self, now: Tick) -> Flag {
        let out = |color| !self.is_untimed() && self.left(color, now) <= Span::ZERO;
        match (out(Color::White), out(Color::Black)) {
            (false, false) => Flag::None,
            (true, false) => Flag::One(Color::White),
            (false, true) => Flag::One(Color::Black),
            (true, true) => Flag::Both,
        }
    }

    /// Time at which the side to move will run out of time; `None` while its clock is stopped. A
    /// time in the past means that it has run out.
    pub(crate) fn next_flag(&self) -> Option<Tick> {
        let since = self.since.filter(|_| self.counts())?;
        Some(since + (*self.left.get(self.turn) - self.thought))
    }
}

#[cfg(test)]
mod tests;
