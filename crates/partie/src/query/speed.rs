//! How fast a game was played.

use std::fmt;

use partie_core::time::{Period, TimeControl};

/// The class of a time control, by the time that a player has for 40 moves: what stood
/// on the clock at the start and 40 increments. Servers draw the first two borders, the
/// Laws of Chess the third.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Speed {
    /// Less than 3 minutes.
    Bullet,
    /// 3 to less than 8 minutes.
    Blitz,
    /// 8 to less than 60 minutes.
    Rapid,
    /// An hour or more.
    Classical,
    /// A day or more for a move, or no clock at all.
    Correspondence,
}

/// A day in milliseconds.
const DAY: i64 = 86_400_000;

impl Speed {
    /// All classes, the fastest first.
    pub(crate) const ALL: [Speed; 5] =
        [Speed::Bullet, Speed::Blitz, Speed::Rapid, Speed::Classical, Speed::Correspondence];

    /// The class of a `TimeControl` tag, if it can be told.
    pub(crate) fn of(tag: &str) -> Option<Speed> {
        let control = TimeControl::guess(tag)?;
        if control == TimeControl::Untimed {
            return Some(Speed::Correspondence);
        }
        let (time, increment) = control.start()?;
        let moves = match control.periods().first()? {
            Period::Moves { moves, .. } => *moves,
            _ => 40,
        };
        if time.0 / i64::from(moves.max(1)) >= DAY || increment.0 >= DAY {
            return Some(Speed::Correspondence);
        }
        // A few moves in a time stand for as much time again behind them.
        let whole = time.0 * 40 / i64::from(moves.clamp(1, 40)) + 40 * increment.0;
        Some(match whole / 60_000 {
            ..3 => Speed::Bullet,
            3..8 => Speed::Blitz,
            8..60 => Speed::Rapid,
            _ => Speed::Classical,
        })
    }

    /// Its name.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Speed::Bullet => "bullet",
            Speed::Blitz => "blitz",
            Speed::Rapid => "rapid",
            Speed::Classical => "classical",
            Speed::Correspondence => "correspondence",
        }
    }
}

impl fmt::Display for Speed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn classes() {
        for (control, speed) in [
            ("60+0", "bullet"),
            ("120+1", "bullet"),
            ("180+0", "blitz"),
            ("180+2", "blitz"),
            ("300+0", "blitz"),
            ("600+0", "rapid"),
            ("900+10", "rapid"),
            ("1500+10", "rapid"),
            ("40/7200:3600", "classical"),
            ("40/9000", "classical"),
            ("5400+30", "classical"),
            ("10/60", "blitz"),
            ("1/86400", "correspondence"),
            ("10/2592000", "correspondence"),
            ("-", "correspondence"),
            ("90 min + 30 sec", "classical"),
        ] {
            assert_eq!(Speed::of(control).map(Speed::name), Some(speed), "{control}");
        }
        for control in ["?", "", "fast"] {
            assert_eq!(Speed::of(control), None, "{control}");
        }
    }
}
