//! Dates in the many ways in which they are written.

use super::vocabulary::month;

/// Reads a whole text as a date, and writes it as PGN does. Returns `None` if day and month
/// could be exchanged.
pub(crate) fn date(text: &str) -> Option<String> {
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
