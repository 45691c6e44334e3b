//! Words of pages for values of `partie-db`.

use partie_core::time::{Period, TimeControl};
use partie_db::query::TimeClass;
use partie_page::Words;

/// Returns the word for a class of time controls.
pub(crate) fn speed(class: TimeClass, words: &Words) -> &str {
    match class {
        TimeClass::Bullet => &words.bullet,
        TimeClass::Blitz => &words.blitz,
        TimeClass::Rapid => &words.rapid,
        TimeClass::Classical => &words.classical,
        TimeClass::Correspondence => &words.correspondence,
    }
}

/// Returns a time control of a record as players name it: `180+2` is `3+2`. Others than of whole minutes
/// stay as they are.
pub(crate) fn time_control(written: &str) -> String {
    let control = TimeControl::parse(written);
    let (time, increment) = match control.as_ref().map(TimeControl::periods) {
        Some([Period::SuddenDeath { time }]) => (time.0, 0),
        Some([Period::Incremental { time, increment }]) => (time.0, increment.0),
        _ => return written.to_owned(),
    };
    if time == 0 || time % 60_000 != 0 || increment % 1000 != 0 {
        return written.to_owned();
    }
    format!("{}+{}", time / 60_000, increment / 1000)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn time_controls_are_those_of_players() {
        for (written, expected) in [
            ("180+2", "3+2"),
            ("600", "10+0"),
            ("5400+30", "90+30"),
            ("30", "30"),
            ("0+1", "0+1"),
            ("60+0.5", "60+0.5"),
            ("40/7200:3600", "40/7200:3600"),
            ("1/86400", "1/86400"),
            ("-", "-"),
            ("fast", "fast"),
        ] {
            assert_eq!(time_control(written), expected, "{written}");
        }
    }
}
