//! Informal time controls.

use super::{ClockTime, Period, TimeControl, control::count};

/// The longest text that is looked at, in bytes.
const LONGEST: usize = 200;
/// The most periods.
const MOST_PERIODS: usize = 16;

impl TimeControl {
    /// Reads informal time controls as well as the standard's grammar. `None` if the
    /// meaning is unclear.
    ///
    /// | written | meant |
    /// |---|---|
    /// | `90'+30''`, `90 min + 30 sec`, `1h30+30s` | `5400+30` |
    /// | `40/2h, 20/1h, 30min` | `40/7200:20/3600:1800` |
    /// | `40 moves in 120 minutes` | `40/7200` |
    /// | `5400+30/move` | `5400+30` |
    /// | `G/60`, `SD/60`, `game in 60` | `3600` |
    /// | `15 10` (servers' minutes and seconds), <code>15&#124;10</code> | `900+10` |
    /// | `inf`, `untimed`, `none` | `-` |
    ///
    /// A delay (`G/60;d5`) is no increment and is not read.
    ///
    /// ```
    /// use partie_core::time::TimeControl;
    /// let control = TimeControl::guess("90 min + 30 s").expect("a usual way to write it");
    /// assert_eq!(control.to_string(), "5400+30");
    /// ```
    #[must_use]
    pub fn guess(text: &str) -> Option<TimeControl> {
        TimeControl::parse(text.trim()).or_else(|| guess(text))
    }
}

fn guess(text: &str) -> Option<TimeControl> {
    if text.len() > LONGEST {
        return None;
    }
    let text = fold(text);
    match text.trim() {
        "" | "unknown" => return Some(TimeControl::Unknown),
        "inf" | "infinite" | "untimed" | "unlimited" | "none" | "no" => {
            return Some(TimeControl::Untimed);
        }
        _ => {}
    }
    // A colon between digits may separate hours from minutes, so it does not separate periods.
    let parts: Vec<&str> = text.split([',', ';', '&']).filter(|p| !p.trim().is_empty()).collect();
    if parts.is_empty() || parts.len() > MOST_PERIODS {
        return None;
    }
    parts.into_iter().map(|p| period(p.trim())).collect::<Option<_>>().map(TimeControl::Periods)
}

/// Lower case, one sign for all quotes.
fn fold(text: &str) -> String {
    let mut folded = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '\u{2018}' | '\u{2019}' | '\u{2032}' | '\u{b4}' | '`' => folded.push('\''),
            '\u{201c}' | '\u{201d}' | '\u{2033}' | '"' => folded.push_str("''"),
            '\u{a0}' | '\t' => folded.push(' '),
            c => folded.extend(c.to_lowercase()),
        }
    }
    folded
}

/// `[moves] time [increment]`.
fn period(text: &str) -> Option<Period> {
    let (moves, rest, mut minutes) = moves(text)?;
    let (time, increment) = match rest.split_once(['+', '|']) {
        Some((time, increment)) => {
            minutes |= rest.contains('|');
            (time, Some(increment))
        }
        None => two_numbers(rest).map_or((rest, None), |(time, increment)| {
            minutes = true;
            (time, Some(increment))
        }),
    };
    let time = duration(time.trim(), if minutes { 60_000 } else { 1000 })?;
    let increment = match increment {
        Some(text) => Some(duration(per_move(text.trim()), 1000)?),
        None => None,
    };
    Some(Period::of(moves, time, increment))
}

/// Returns the number of moves, the text after it, and whether bare numbers are minutes.
fn moves(text: &str) -> Option<(Option<u32>, &str, bool)> {
    for start in ["game in", "game/", "g/", "sd/", "sd ", "g "] {
        if let Some(rest) = text.strip_prefix(start) {
            return Some((None, rest.trim(), true));
        }
    }
    if let Some((number, rest)) = text.split_once('/')
        && !rest.trim().starts_with("move")
    {
        return Some((Some(count(number.trim())?), rest.trim(), false));
    }
    for between in ["moves in", "moves /", "moves/", "moves"] {
        if let Some((number, rest)) = text.split_once(between) {
            return Some((Some(count(number.trim())?), rest.trim(), false));
        }
    }
    Some((None, text, false))
}

/// `15 10`: two bare numbers.
fn two_numbers(text: &str) -> Option<(&str, &str)> {
    let (first, second) = text.trim().split_once(' ')?;
    let second = second.trim();
    (count(first).is_some() && second.bytes().all(|b| b.is_ascii_digit()))
        .then_some((first, second))
}

/// An increment without the words that it is one.
fn per_move(text: &str) -> &str {
    let mut text = text;
    for tail in ["/move", "per move", "/ move", "a move", "increment", "inc", "/m"] {
        text = text.strip_suffix(tail).map_or(text, str::trim_end);
    }
    text
}

/// Parses `1h30`, `90 min`, `90'`, `5400`: numbers with units. Only the last may lack its
/// unit; alone it has the default unit, after another one the next smaller.
fn duration(text: &str, usual: i64) -> Option<ClockTime> {
    let mut rest = text;
    let mut sum: i64 = 0;
    let mut last = i64::MAX;
    if rest.is_empty() {
        return None;
    }
    while !rest.is_empty() {
        let digits = rest.bytes().take_while(|b| b.is_ascii_digit() || *b == b'.').count();
        let (number, tail) = rest.split_at(digits);
        let tail = tail.trim_start();
        let letters = tail.find(|c: char| c.is_ascii_digit() || c == ' ').unwrap_or(tail.len());
        let (unit, tail) = tail.split_at(letters);
        let unit = match unit.trim_end_matches('.') {
            "h" | "hr" | "hrs" | "hour" | "hours" => 3_600_000,
            "m" | "min" | "mins" | "minute" | "minutes" | "'" => 60_000,
            "s" | "sec" | "secs" | "second" | "seconds" | "''" => 1000,
            "" if last == i64::MAX => usual,
            "" => last / 60,
            _ => return None,
        };
        // Hours before minutes before seconds.
        if unit >= last || unit < 1000 {
            return None;
        }
        last = unit;
        sum = sum.checked_add(thousandths(number)?.checked_mul(unit)? / 1000)?;
        rest = tail.trim_start();
    }
    // As many as the standard's grammar can carry.
    (sum < 1_000_000_000_000).then_some(ClockTime(sum))
}

/// A decimal number in thousandths.
fn thousandths(number: &str) -> Option<i64> {
    (number.len() <= 10).then(|| super::clock_milliseconds(number)).flatten()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn whatever_is_read_prints_in_the_standard(
            text in "[0-9hmins'+/:,; G.*|°é-]{0,20}|\\PC{0,20}",
        ) {
            if let Some(control) = TimeControl::guess(&text) {
                prop_assert_eq!(TimeControl::parse(&control.to_string()), Some(control));
            }
        }
    }

    /// Informal text and standard form.
    #[test]
    fn usual_ways_to_write_it() {
        for (text, meant) in [
            ("90'+30''", "5400+30"),
            ("90'+30\"", "5400+30"),
            ("90′ + 30″", "5400+30"),
            ("90 min + 30 sec", "5400+30"),
            ("90min+30sec/move", "5400+30"),
            ("90 Minutes + 30 Seconds per move", "5400+30"),
            ("10 min + 5 s", "600+5"),
            ("10m+5s", "600+5"),
            ("1h30+30s", "5400+30"),
            ("1 h 30 min + 30 s", "5400+30"),
            ("2h", "7200"),
            ("2.5h", "9000"),
            ("5400+30/move", "5400+30"),
            ("180 + 2", "180+2"),
            (" 180+2 ", "180+2"),
            ("G/60", "3600"),
            ("G/5+3", "300+3"),
            ("SD/30", "1800"),
            ("game in 60", "3600"),
            ("40/2h, 20/1h, 30min", "40/7200:20/3600:1800"),
            ("40/2h; SD/30", "40/7200:1800"),
            ("40 moves in 120 minutes", "40/7200"),
            ("40/120'+30''", "40/7200+30"),
            ("40/90 min + 30 s, 30 min + 30 s", "40/5400+30:1800+30"),
            ("15 10", "900+10"),
            ("3 0", "180+0"),
            ("15|10", "900+10"),
            ("inf", "-"),
            ("Untimed", "-"),
            ("", "?"),
            ("?", "?"),
            ("40/9000", "40/9000"),
        ] {
            let control = TimeControl::guess(text).unwrap_or_else(|| panic!("{text}"));
            assert_eq!(control.to_string(), meant, "{text}");
        }
    }

    #[test]
    fn what_stays_open() {
        for text in [
            "blitz",
            "G/60;d5",
            "5 d3",
            "90'+",
            "+30",
            "min",
            "30s 2h",
            "1h 2h",
            "1h30m20s10",
            "40/",
            "0/60",
            "x/60",
            "9999999999h",
            "1..5h",
            "5 days",
            "''",
            ",,,",
        ] {
            assert_eq!(TimeControl::guess(text), None, "{text}");
        }
        assert_eq!(TimeControl::guess(&"5m,".repeat(500)), None);
    }
}
