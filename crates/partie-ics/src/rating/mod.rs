//! Ratings as FICS computes them: Glicko, game by game, one rating a category.
//!
//! A rating estimates an unknown playing strength; its deviation RD measures the uncertainty: the
//! strength lies within one RD with a probability of 0.67, within two of 0.95. RD falls with every
//! game and grows in between.
//!
//! Rules of FICS: a newcomer counts as 1720 with RD 350 (the 1720 is not
//! shown); after a time without games `RD' = √(RD² + c² ln(1 + minutes))`; the factor K
//! is never below 16, so that equals can always win or lose 8 points; a rating is
//! *active* (established) while RD is at most 80; one that has never been is
//! *provisional*, one that was is *estimated*. Sources: FICS `help glicko` (1995),
//! `help rating_changes` (1997), `help ratings`, `help assess` with its table, `help
//! iv_seekinfo`;
//! c = 3.25 as in the open servers of its family (FICS has not published its own).
//!
//! The arithmetic gives the same bits on every machine, as a replayed log must end in the same
//! ratings. IEEE 754 prescribes additions, multiplications, divisions and square roots to the last
//! bit; logarithms and exponentials, whose last bits differ between platforms, are computed from
//! these by libm.

use std::f64::consts::{LN_10, PI};

use partie_wire::style12::Rating;

use crate::{
    category::Category,
    time::{Span, Tick},
};

/// The rating that a newcomer is thought to have.
pub(crate) const NEWCOMER: i32 = 1720;
/// The deviation of a newcomer, and the largest there is.
pub(crate) const LARGEST_RD: f64 = 350.0;
/// The largest deviation of an active rating.
pub(crate) const ACTIVE_RD: f64 = 80.0;
/// The smallest factor by which a result changes a rating.
pub(crate) const SMALLEST_K: f64 = 16.0;
/// Growth of RD: the square is multiplied by the logarithm of the minutes.
const C: f64 = 3.25;
/// ln 10 / 400.
const Q: f64 = LN_10 / 400.0;

/// A result, from the side of the player whose rating it changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Score {
    /// The player won.
    Win,
    /// The game was drawn.
    Draw,
    /// The player lost.
    Loss,
}

impl Score {
    /// All scores, the best first.
    pub const ALL: [Score; 3] = [Score::Win, Score::Draw, Score::Loss];

    /// The points of the score.
    pub(crate) const fn points(self) -> f64 {
        match self {
            Score::Win => 1.0,
            Score::Draw => 0.5,
            Score::Loss => 0.0,
        }
    }

    /// The score of the opponent.
    pub(crate) const fn reversed(self) -> Score {
        match self {
            Score::Win => Score::Loss,
            Score::Draw => Score::Draw,
            Score::Loss => Score::Win,
        }
    }
}

/// The estimated strength of a player before a game.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Strength {
    /// The rating.
    pub rating: i32,
    /// The ratings deviation.
    pub rd: f64,
}

impl Strength {
    /// The strength after a game.
    ///
    /// ```
    /// use partie_ics::rating::{Score, Strength};
    /// let (mine, theirs) =
    ///     (Strength { rating: 1596, rd: 33.1 }, Strength { rating: 1629, rd: 78.8 });
    /// assert_eq!(mine.after(theirs, Score::Win).rating, 1605);
    /// ```
    #[must_use]
    pub fn after(self, opponent: Strength, score: Score) -> Strength {
        let f = attenuation(opponent.rd);
        let expected = expectation(self.rating, opponent.rating, f);
        let information = 1.0 / (self.rd * self.rd) + Q * Q * f * f * expected * (1.0 - expected);
        let k = (Q * f / information).max(SMALLEST_K);
        let rating = f64::from(self.rating) + k * (score.points() - expected);
        Strength { rating: rating.round() as i32, rd: (1.0 / information).sqrt().min(LARGEST_RD) }
    }

    /// The strength after a time without games: only RD grows.
    pub(crate) fn after_rest(self, rest: Span) -> Strength {
        let minutes = rest.0.max(0) as f64 / 60_000.0;
        let rd = (self.rd * self.rd + C * C * libm::log(1.0 + minutes)).sqrt();
        Strength { rd: rd.min(LARGEST_RD), ..self }
    }

    /// The strength of two partners together: the mean rating, and how well it is known.
    pub(crate) fn team(self, partner: Strength) -> Strength {
        let sum = f64::from(self.rating) + f64::from(partner.rating);
        Strength {
            rating: (sum / 2.0).round() as i32,
            rd: (self.rd * self.rd + partner.rd * partner.rd).sqrt() / 2.0,
        }
    }

    /// Returns the strength after a game of bughouse: the expected result is the teams'
    /// ([`Strength::team`]), and the change depends on the player's own RD. Partners with the same
    /// RD win or lose the same, whichever board ended first.
    pub(crate) fn after_beside(
        self,
        partner: Strength,
        opponents: Strength,
        score: Score,
    ) -> Strength {
        let side = Strength { rating: self.team(partner).rating, rd: self.rd };
        let after = side.after(opponents, score);
        Strength { rating: self.rating.saturating_add(after.rating - side.rating), ..after }
    }
}

/// Weight of a result against an opponent whose rating is uncertain: 1 to 0.
fn attenuation(rd: f64) -> f64 {
    1.0 / (1.0 + 3.0 * Q * Q * rd * rd / (PI * PI)).sqrt()
}

/// The points to be expected against an opponent.
fn expectation(rating: i32, opponent: i32, f: f64) -> f64 {
    let difference = f64::from(rating.saturating_sub(opponent));
    1.0 / (1.0 + libm::exp(-difference * f * Q))
}

/// Certainty of a rating, as `provshow` shows it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Standing {
    /// Known well: no letter.
    Active,
    /// Was known well once, but that is long ago: `E`.
    Estimated,
    /// Was never known well: `P`.
    Provisional,
}

/// The best established rating, and when it was reached.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Best {
    /// The rating.
    pub rating: i32,
    /// Time at which it was reached.
    pub at: Tick,
}

/// The record of a player in one category.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Record {
    /// The rating, once a rated game was played or an administrator set one.
    pub rating: Option<i32>,
    /// RD right after the last game; `Record::strength` has it for a moment.
    pub rd: f64,
    /// The end of the last rated game.
    pub last: Option<Tick>,
    /// Games won.
    pub wins: u32,
    /// Games lost.
    pub losses: u32,
    /// Games drawn.
    pub draws: u32,
    /// The best rating.
    pub best: Option<Best>,
    /// Set if the rating has ever been active.
    pub was_active: bool,
}

impl Default for Record {
    fn default() -> Record {
        Record {
            rating: None,
            rd: LARGEST_RD,
            last: None,
            wins: 0,
            losses: 0,
            draws: 0,
            best: None,
            was_active: false,
        }
    }
}

impl Record {
    /// A rating that an administrator sets.
    pub(crate) fn set(rating: i32, rd: f64, at: Tick) -> Record {
        let rd = rd.clamp(1.0, LARGEST_RD);
        let was_active = rd <= ACTIVE_RD;
        Record { rating: Some(rating), rd, last: Some(at), was_active, ..Record::default() }
    }

    /// The strength at a moment, with which a game is computed. Who has no rating yet
    /// counts as a newcomer.
    pub(crate) fn strength(&self, now: Tick) -> Strength {
        let stored = Strength { rating: self.rating.unwrap_or(NEWCOMER), rd: self.rd };
        self.last.map_or(stored, |last| stored.after_rest(now - last))
    }

    /// Certainty of the rating at a moment.
    pub(crate) fn standing(&self, now: Tick) -> Standing {
        if self.is_active(now) {
            Standing::Active
        } else if self.was_active {
            Standing::Estimated
        } else {
            Standing::Provisional
        }
    }

    /// Returns true if the rating is active at a moment: RD is at most 80. Only active ratings
    /// are in the lists `best` and `rank`.
    pub(crate) fn is_active(&self, now: Tick) -> bool {
        self.rating.is_some() && self.strength(now).rd <= ACTIVE_RD
    }

    /// The rating as it is shown to others.
    #[must_use]
    pub fn shown(&self, now: Tick) -> Rating {
        let Some(rating) = self.rating else { return Rating::Unrated };
        let rating = u16::try_from(rating).unwrap_or_default();
        match self.standing(now) {
            Standing::Active => Rating::Settled(rating),
            Standing::Estimated => Rating::Estimated(rating),
            Standing::Provisional => Rating::Provisional(rating),
        }
    }

    /// The record after a rated game that ended at a moment and led to a strength; a
    /// best rating is noted once the rating is active.
    pub(crate) fn played(&self, strength: Strength, score: Score, now: Tick) -> Record {
        let mut record =
            Record { rating: Some(strength.rating), rd: strength.rd, last: Some(now), ..*self };
        let count = match score {
            Score::Win => &mut record.wins,
            Score::Draw => &mut record.draws,
            Score::Loss => &mut record.losses,
        };
        *count = count.saturating_add(1);
        if record.is_active(now) {
            record.was_active = true;
            if record.best.is_none_or(|best| strength.rating > best.rating) {
                record.best = Some(Best { rating: strength.rating, at: now });
            }
        }
        record
    }
}

/// The records of a player in all rated categories.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Records([Record; 9]);

impl Records {
    /// Returns the record of a category; `None` for unrated ones.
    pub(crate) fn of(&self, category: Category) -> Option<&Record> {
        category.place().map(|place| &self.0[place])
    }

    /// The record of a category, to be changed.
    pub fn of_mut(&mut self, category: Category) -> Option<&mut Record> {
        category.place().map(|place| &mut self.0[place])
    }

    /// All, in the order of [`Category::RATED`].
    pub fn iter(&self) -> impl Iterator<Item = (Category, &Record)> {
        Category::RATED.into_iter().zip(&self.0)
    }
}

/// The possible effects of a game on a rating.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Assessment {
    /// RD before the game.
    pub(crate) rd: f64,
    /// The rating before the game; `None` for a newcomer.
    pub(crate) rating: Option<i32>,
    /// Change after a win. For a newcomer it is the whole new rating, as in FICS's table.
    pub(crate) win: i32,
    /// Change after a draw.
    pub(crate) draw: i32,
    /// Change after a loss.
    pub(crate) loss: i32,
    /// RD after the game, however it ends.
    pub(crate) new_rd: f64,
}

/// The possible effects of a game at a moment on the rating of a player.
pub(crate) fn assess(player: &Record, opponent: &Record, now: Tick) -> Assessment {
    let (mine, theirs) = (player.strength(now), opponent.strength(now));
    let change =
        |score| mine.after(theirs, score).rating - player.rating.map_or(0, |_| mine.rating);
    Assessment {
        rd: mine.rd,
        rating: player.rating,
        win: change(Score::Win),
        draw: change(Score::Draw),
        loss: change(Score::Loss),
        new_rd: mine.after(theirs, Score::Win).rd,
    }
}

#[cfg(test)]
mod tests;
