//! Classes of time controls.

use partie_core::time::{Period, TimeControl};
use strum::{Display, EnumString, VariantArray};

use super::ParseError;

/// Class of a time control, by the time that a player has for 40 moves: the initial time and 40
/// increments. The first two limits follow servers, the third the Laws of Chess.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Display, EnumString, VariantArray)]
#[strum(serialize_all = "lowercase", parse_err_ty = ParseError, parse_err_fn = unknown)]
pub enum TimeClass {
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

impl TimeClass {
    /// All classes, the fastest first.
    pub const ALL: &[TimeClass] = Self::VARIANTS;

    /// Returns the class of a `TimeControl` tag, if known.
    pub(crate) fn of(tag: &str) -> Option<TimeClass> {
        Some(match time_of(tag)? {
            Time::Days => TimeClass::Correspondence,
            Time::ForFortyMoves(milliseconds) => match milliseconds / 60_000 {
                ..3 => TimeClass::Bullet,
                3..8 => TimeClass::Blitz,
                8..60 => TimeClass::Rapid,
                _ => TimeClass::Classical,
            },
        })
    }
}

/// Time that a player has.
pub(crate) enum Time {
    /// A day or more for a move, or no clock at all.
    Days,
    /// Milliseconds for 40 moves: the initial time and 40 increments.
    ForFortyMoves(i64),
}

/// Returns the time that a `TimeControl` tag gives a player, if known.
pub(crate) fn time_of(tag: &str) -> Option<Time> {
    let control = TimeControl::guess(tag)?;
    if control == TimeControl::Untimed {
        return Some(Time::Days);
    }
    let (time, increment) = control.start()?;
    let moves = match control.periods().first()? {
        Period::Moves { moves, .. } => *moves,
        _ => 40,
    };
    if time.0 / i64::from(moves.max(1)) >= DAY || increment.0 >= DAY {
        return Some(Time::Days);
    }
    // The time for a few moves is extrapolated to 40.
    let whole = time.0 * 40 / i64::from(moves.clamp(1, 40)) + 40 * increment.0;
    Some(Time::ForFortyMoves(whole))
}

fn unknown(_: &str) -> ParseError {
    "expected bullet, blitz, rapid, classical or correspondence".into()
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
            assert_eq!(TimeClass::of(control), speed.parse().ok(), "{control}");
        }
        for control in ["?", "", "fast"] {
            assert_eq!(TimeClass::of(control), None, "{control}");
        }
    }
}
