//! Dates in the many ways in which they are written.

use std::ops::Range;

use super::vocabulary::month;

/// Reads a whole text as a date, and writes it as PGN does. Returns `None` if day and month
/// could be exchanged.
pub fn date(text: &str) -> Option<String> {
    // A year has four digits, and a day one or two.
    if text.bytes().filter(u8::is_ascii_digit).count() < 5 {
        return None;
    }
    let text = text.trim().trim_end_matches('.');
    let words: Vec<&str> =
        text.split([' ', '.', '/', '-', ',', '\u{a0}']).filter(|word| !word.is_empty()).collect();
    let [a, b, c] = words[..] else { return None };
    let number = |word: &str| -> Option<u32> {
        let ordinal = ["st", "nd", "rd", "th", "er"].iter().find_map(|s| word.strip_suffix(s));
        let digits = ordinal.unwrap_or(word);
        (digits.len() <= 4 && digits.bytes().all(|b| b.is_ascii_digit()))
            .then(|| digits.parse().ok())?
    };
    let year = |word: &str| number(word).filter(|y| word.len() == 4 && (1400..2200).contains(y));
    let named = |word: &str| month(word).map(u32::from);
    let (y, m, d) = if let (Some(y), Some(m), Some(d)) = (year(a), number(b), number(c)) {
        (y, m, d)
    } else if let (Some(d), Some(m), Some(y)) = (number(a), named(b), year(c)) {
        (y, m, d)
    } else if let (Some(m), Some(d), Some(y)) = (named(a), number(b), year(c)) {
        (y, m, d)
    } else {
        let (first, second, y) = (number(a)?, number(b)?, year(c)?);
        // With dots the day is first; with slashes it may be second.
        match (text.contains('.'), first > 12, second > 12) {
            (true, _, false) | (false, true, false) => (y, second, first),
            (false, false, true) => (y, first, second),
            _ if first == second => (y, second, first),
            _ => return None,
        }
    };
    ((1..=12).contains(&m) && (1..=31).contains(&d)).then(|| format!("{y:04}.{m:02}.{d:02}"))
}

/// `YYYY.MM.DD` with question marks, or zeros, for unknown parts.
#[inline]
#[must_use]
pub fn is_date(date: &[u8]) -> bool {
    let Ok(date) = <&[u8; 10]>::try_from(date) else { return false };
    let figure = |at: usize| date[at].is_ascii_digit() || date[at] == b'?';
    let figures = [0, 1, 2, 3, 5, 6, 8, 9].into_iter().all(figure);
    let [_, _, _, _, first, m0, m1, second, d0, d1] = *date;
    // Two figures of ASCII are in the order of the numbers that they spell.
    let at_most =
        |part: [u8; 2], last: &[u8; 2]| u16::from_be_bytes(part) <= u16::from_be_bytes(*last);
    let may_be = |part: [u8; 2], last| at_most(part, last) || part.contains(&b'?');
    (first, second) == (b'.', b'.')
        && figures
        && may_be([m0, m1], b"12")
        && may_be([d0, d1], b"31")
        && (at_most([d0, d1], b"28") || date.contains(&b'?') || is_in_calendar(date))
}

/// Returns true if the month has the day.
fn is_in_calendar(date: &[u8; 10]) -> bool {
    let number = |place: Range<usize>| {
        date[place].iter().fold(0, |sum: u32, b| sum * 10 + u32::from(b.wrapping_sub(b'0')))
    };
    let (year, day) = (number(0..4), number(8..10));
    let leap = year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400));
    let last = match number(5..7) {
        4 | 6 | 9 | 11 => 30,
        // An unknown year may be a leap year.
        2 => 28 + u32::from(leap || year == 0),
        _ => 31,
    };
    day <= last
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates() {
        for (text, wanted) in [
            ("14.03.2024", "2024.03.14"),
            ("1. 2. 2024", "2024.02.01"),
            ("2024-03-14", "2024.03.14"),
            ("14 March 2024", "2024.03.14"),
            ("March 14th, 2024", "2024.03.14"),
            ("14. März 2024", "2024.03.14"),
            ("14. března 2024", "2024.03.14"),
            ("3/14/2024", "2024.03.14"),
            ("14/3/2024", "2024.03.14"),
            ("3/4/2024", ""),
            ("14.13.2024", ""),
            ("round 3 2024", ""),
            ("2024", ""),
        ] {
            assert_eq!(date(text).unwrap_or_default(), wanted, "{text}");
        }
    }
}
