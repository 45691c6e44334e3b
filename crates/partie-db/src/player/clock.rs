//! Use of time, from the clocks in comments.

use partie_core::{Color, Date, Outcome, time::TimeControl};

use super::PlayerGame;
use crate::query::{MoveTime, Subject};

/// Moves of a band.
const BAND: usize = 10;

/// Bands: moves 1 to 10 and so on, and all from 41.
const BANDS: usize = 5;

/// Times that a player took for the moves of a game.
#[derive(Clone, Debug, Default)]
pub(super) struct Thinking {
    /// Numbers of moves, from 1, with the milliseconds taken.
    taken: Vec<(usize, i64)>,
    /// Moves with a known clock before them, and of these, moves made in time trouble.
    judged: u64,
    short: u64,
    /// Clocks that show more time than there can be.
    impossible: u64,
}

impl Thinking {
    /// Returns the times of a player. The first move is left out, as its clock often starts late.
    pub(super) fn of(game: &impl Subject, color: Color, control: &str) -> Thinking {
        let clocks = game.clocks();
        let control = TimeControl::guess(control);
        let start = control.as_ref().and_then(TimeControl::start);
        let mut thinking = Thinking::default();
        let mut before = None;
        for (at, MoveTime { left, taken }) in clocks.of(Some(color)).enumerate() {
            let number = at + 1;
            let [left, taken] = [left, taken].map(|time| time.map(i64::from));
            if let (Some(before), Some((time, _))) = (before, start) {
                thinking.judged += 1;
                thinking.short += u64::from(before * 10 < time.0);
            }
            let added = control.as_ref().map_or(0, |control| control.added(number).0);
            let difference = before.zip(left).map(|(before, left)| before - left + added);
            before = left;
            let Some(taken) = taken.or(difference).filter(|_| number > 1) else { continue };
            if taken < 0 {
                thinking.impossible += 1;
            } else {
                thinking.taken.push((number, taken));
            }
        }
        thinking
    }
}

/// Times of the moves of a band.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TimeBand {
    /// First move, from 1.
    pub first: usize,
    /// Last move; `None` if all after the first belong to it.
    pub last: Option<usize>,
    /// Number of moves with a known time.
    pub moves: u64,
    /// Sum of the times in milliseconds.
    pub milliseconds: i64,
}

/// The longest thought.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Think {
    /// Milliseconds.
    pub milliseconds: i64,
    /// Number of the move, from 1.
    pub number: usize,
    /// Side of the player.
    pub color: Color,
    /// Opponent.
    pub opponent: String,
    /// Event; empty if it is not known.
    pub event: String,
    /// Date.
    pub date: Option<Date>,
}

impl Think {
    /// Returns opponent, event and date.
    pub fn game(&self, written: impl Fn(Date) -> String) -> String {
        let parts = [self.opponent.clone(), self.event.clone()].into_iter();
        let parts = parts.filter(|part| !part.is_empty()).chain(self.date.map(written));
        parts.collect::<Vec<_>>().join(", ")
    }
}

/// Use of time of a player.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TimeUse {
    /// Games with times of moves.
    pub games: u64,
    /// Games lost on time.
    pub lost_on_time: u64,
    /// Games won on time.
    pub won_on_time: u64,
    /// Longest thought.
    pub longest: Option<Think>,
    /// Moves with a known clock before them.
    pub judged: u64,
    /// Moves of them made with less than a tenth of the time of the start.
    pub short: u64,
    /// Clocks that show more time than there can be, which are not counted.
    pub impossible: u64,
    bands: [(u64, i64); BANDS],
}

impl TimeUse {
    pub(super) fn add(&mut self, game: &PlayerGame) {
        let PlayerGame { thinking, color, .. } = game;
        if game.time_forfeit
            && let Outcome::Win(winner) = game.outcome
        {
            let own = if winner == *color { &mut self.won_on_time } else { &mut self.lost_on_time };
            *own += 1;
        }
        self.games += u64::from(!thinking.taken.is_empty());
        self.judged += thinking.judged;
        self.short += thinking.short;
        self.impossible += thinking.impossible;
        for &(number, milliseconds) in &thinking.taken {
            let band = &mut self.bands[((number - 1) / BAND).min(BANDS - 1)];
            band.0 += 1;
            band.1 += milliseconds;
            if self.longest.as_ref().is_none_or(|longest| milliseconds > longest.milliseconds) {
                self.longest = Some(Think {
                    milliseconds,
                    number,
                    color: *color,
                    opponent: game.opponent.clone(),
                    event: game.event.clone(),
                    date: game.date,
                });
            }
        }
    }

    /// Returns the bands of moves, by tens.
    pub fn bands(&self) -> impl Iterator<Item = TimeBand> + '_ {
        self.bands.iter().enumerate().map(|(at, (moves, milliseconds))| TimeBand {
            first: at * BAND + 1,
            last: (at + 1 < BANDS).then_some((at + 1) * BAND),
            moves: *moves,
            milliseconds: *milliseconds,
        })
    }

    /// Returns all moves as one band.
    #[must_use]
    pub fn all(&self) -> TimeBand {
        let (moves, milliseconds) =
            self.bands.iter().fold((0, 0), |sum, band| (sum.0 + band.0, sum.1 + band.1));
        TimeBand { first: 1, last: None, moves, milliseconds }
    }
}
