//! Speeds of games as lichess names them.

use partie_core::UnknownName;
use strum::{Display, EnumString, IntoStaticStr, VariantArray};

use super::time_class::{Time, time_of};

/// Speed of a game: by the time that a player has for 40 moves, with lichess' limits.
/// [`TimeClass`](super::TimeClass) has other limits, and a class for longer games.
#[derive(
    Clone,
    Copy,
    Debug,
    PartialEq,
    Eq,
    PartialOrd,
    Ord,
    Hash,
    Display,
    EnumString,
    IntoStaticStr,
    VariantArray,
)]
#[strum(serialize_all = "camelCase", parse_err_ty = UnknownName, parse_err_fn = unknown)]
pub enum Speed {
    /// Less than 30 seconds.
    UltraBullet,
    /// Less than 3 minutes.
    Bullet,
    /// Less than 8 minutes.
    Blitz,
    /// Less than 25 minutes.
    Rapid,
    /// 25 minutes or more.
    Classical,
    /// A day or more for a move, or no clock.
    Correspondence,
}

impl Speed {
    /// All speeds, the fastest first.
    pub const ALL: &[Speed] = Self::VARIANTS;

    /// Returns the speed of a `TimeControl` tag, if known.
    #[must_use]
    pub fn of(tag: &str) -> Option<Speed> {
        Some(match time_of(tag)? {
            Time::Days => Speed::Correspondence,
            Time::ForFortyMoves(milliseconds) => match milliseconds / 1000 {
                ..30 => Speed::UltraBullet,
                30..180 => Speed::Bullet,
                180..480 => Speed::Blitz,
                480..1500 => Speed::Rapid,
                _ => Speed::Classical,
            },
        })
    }

    /// Returns its name.
    #[must_use]
    pub fn name(self) -> &'static str {
        self.into()
    }
}

fn unknown(name: &str) -> UnknownName {
    UnknownName::new("a speed", name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn speeds() {
        for (control, speed) in [
            ("15+0", Speed::UltraBullet),
            ("60+0", Speed::Bullet),
            ("120+1", Speed::Bullet),
            ("180+0", Speed::Blitz),
            ("300+3", Speed::Blitz),
            ("600+0", Speed::Rapid),
            ("1500+0", Speed::Classical),
            ("40/7200:3600", Speed::Classical),
            ("-", Speed::Correspondence),
            ("1/86400", Speed::Correspondence),
        ] {
            assert_eq!(Speed::of(control), Some(speed), "{control}");
            assert_eq!(speed.name().parse(), Ok(speed));
        }
        assert_eq!(Speed::of("?"), None);
    }
}
