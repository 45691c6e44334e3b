//! Repair of the tags.

use partie_scoresheet::dates::is_date;
use std::{
    borrow::Cow,
    collections::{HashMap, HashSet},
    ops::Range,
};

use partie_core::{Outcome, tags::ROSTER};

use super::{edit::Edit, moves::numbers_of_fen, reading::Reading};
use crate::{
    codes,
    names::canonical,
    tags::{escape, mend_date},
    token::{TagToken, Token, TokenKind},
};
use partie_formats::{Code, Confidence, WriteOptions, fen};
use partie_scoresheet::vocabulary::month;

/// A tag pair of the text.
struct Pair<'a> {
    name: &'a str,
    /// The whole pair.
    span: Range<usize>,
    token: &'a TagToken,
}

/// Returns the changes that the tags call for.
pub(super) fn edits(now: &Reading, tokens: &[Token]) -> Vec<Edit> {
    let pairs: Vec<Pair<'_>> = tokens
        .iter()
        .filter_map(|t| match &t.kind {
            TokenKind::Tag(token) => {
                let name = &now.text[token.name.clone()];
                let name = canonical(name).unwrap_or(name);
                Some(Pair { name, span: t.span.clone(), token })
            }
            _ => None,
        })
        .collect();
    let mut edits = Vec::new();
    if now.diagnostics().iter().any(|d| d.code == &codes::TAG_NOT_CLOSED) {
        // Other additions must wait, or they would be inside the tag.
        return edits;
    }
    let places: Vec<_> = pairs.iter().map(|p| (p.name, p.span.clone())).collect();
    roster(&now.text, now.game().outcome, &places, &mut edits);
    if !pairs.is_empty() {
        start(now, &pairs, &mut edits);
        variant(now, &pairs, &mut edits);
        names(now, &pairs, &mut edits);
        dates(now, &pairs, &mut edits);
    }
    edits
}

fn line(name: &str, value: &str) -> String {
    format!("[{name} \"{}\"]", escape(value))
}

/// Adds the missing tags of the seven-tag roster at their places among the given tags, each a name
/// and the place of the whole pair.
pub(super) fn roster(
    text: &str,
    outcome: Outcome,
    pairs: &[(&str, Range<usize>)],
    edits: &mut Vec<Edit>,
) {
    let result = outcome.as_pgn();
    let value = |name: &str| match name {
        "Date" => "????.??.??",
        "Result" => result,
        _ => "?",
    };
    let code = &codes::MISSING_ROSTER;
    if pairs.is_empty() {
        let bare = text.trim_start_matches(|c: char| c.is_whitespace() || c == '\u{feff}');
        let at = text.len() - bare.len();
        let lines: String = ROSTER.iter().map(|n| line(n, value(n)) + "\n").collect();
        edits.push(Edit::new(code, at..at, lines + "\n", Confidence::Safe));
        return;
    }
    let mut place: Option<usize> = None;
    let mut run = String::new();
    let mut flush = |place: Option<usize>, run: &mut String| {
        if !run.is_empty() {
            let lines = std::mem::take(run);
            edits.push(if let Some(end) = place {
                Edit::new(code, end..end, format!("\n{}", lines.trim_end()), Confidence::Safe)
            } else {
                let at = pairs[0].1.start;
                Edit::new(code, at..at, lines, Confidence::Safe)
            });
        }
    };
    for name in ROSTER {
        if let Some((_, pair)) = pairs.iter().find(|(known, _)| *known == name) {
            flush(place, &mut run);
            place = Some(pair.end);
        } else {
            run.push_str(&line(name, value(name)));
            run.push('\n');
        }
    }
    flush(place, &mut run);
}

/// FEN and `SetUp`.
fn start(now: &Reading, pairs: &[Pair<'_>], edits: &mut Vec<Edit>) {
    let Some(fen) = pairs.iter().find(|p| p.name.eq_ignore_ascii_case("FEN")) else { return };
    let has = |code: &'static Code| now.diagnostics().iter().any(|d| d.code == code);
    if has(&codes::MISSING_SETUP) {
        let at = fen.span.start;
        let setup = format!("{}\n", line("SetUp", "1"));
        edits.push(Edit::new(&codes::MISSING_SETUP, at..at, setup, Confidence::Safe));
    }
    let written = &now.text[fen.token.value.clone()];
    let boards = now.game().start.first();
    let (code, mended) = if has(&codes::MENDED_FEN) && boards.problem().is_none() {
        (&codes::MENDED_FEN, fen::position(boards, &WriteOptions::default()))
    } else if let Some(shift) = numbers_of_fen(now) {
        let number = i64::from(boards.fullmoves()) + shift;
        let Some((front, _)) = written.trim_end().rsplit_once(' ') else { return };
        (&codes::WRONG_NUMBER, format!("{front} {number}"))
    } else {
        return;
    };
    edits.push(Edit::new(code, fen.token.value.clone(), mended, Confidence::Likely));
    if code == &codes::MENDED_FEN && !pairs.iter().any(|p| p.name == "FENWritten") {
        let kept = format!("\n[FENWritten \"{written}\"]");
        let at = fen.span.end;
        edits.push(Edit::new(code, at..at, kept, Confidence::Likely));
    }
}

/// The variant that the moves or the event showed.
fn variant(now: &Reading, pairs: &[Pair<'_>], edits: &mut Vec<Edit>) {
    let inferred = now.diagnostics().iter().any(|d| d.code == &codes::INFERRED_VARIANT);
    let named = pairs.iter().any(|p| p.name.eq_ignore_ascii_case("Variant"));
    if let (true, false, Some(last)) = (inferred, named, pairs.last()) {
        let at = last.span.end;
        let tag = format!("\n{}", line("Variant", now.game().variant.name()));
        edits.push(Edit::new(&codes::INFERRED_VARIANT, at..at, tag, Confidence::Likely));
    }
}

/// Names that are no names, and names given twice with different values.
fn names(now: &Reading, pairs: &[Pair<'_>], edits: &mut Vec<Edit>) {
    let mut taken: HashSet<Cow<'_, str>> = pairs.iter().map(|p| p.name.into()).collect();
    let mut first: HashMap<&str, &Pair<'_>> = HashMap::new();
    // The next number of a name that is given again.
    let mut numbers: HashMap<&str, u32> = HashMap::new();
    let value = |p: &Pair<'_>| &now.text[p.token.value.clone()];
    for pair in pairs {
        let plain: String =
            pair.name.chars().filter(|c| c.is_ascii_alphanumeric() || *c == '_').collect();
        if plain != pair.name && !plain.is_empty() && !taken.contains(plain.as_str()) {
            let name = pair.token.name.clone();
            taken.insert(plain.clone().into());
            edits.push(Edit::new(&codes::INVALID_TAG_NAME, name, plain, Confidence::Likely));
        }
        let first = *first.entry(pair.name).or_insert(pair);
        if value(first) != value(pair) {
            let number = numbers.entry(pair.name).or_insert(1);
            let other = loop {
                let other = match *number {
                    1 => format!("{}Other", pair.name),
                    n => format!("{}Other{n}", pair.name),
                };
                *number += 1;
                if !taken.contains(other.as_str()) {
                    break other;
                }
            };
            let name = pair.token.name.clone();
            taken.insert(other.clone().into());
            edits.push(Edit::new(&codes::DUPLICATE_TAG, name, other, Confidence::Likely));
        }
    }
}

/// Dates with the year last, where the order is certain (a number above 12) or common
/// (day, month and year parted by dots).
fn dates(now: &Reading, pairs: &[Pair<'_>], edits: &mut Vec<Edit>) {
    for pair in pairs.iter().filter(|p| ["Date", "EventDate", "UTCDate"].contains(&p.name)) {
        let value = now.text[pair.token.value.clone()].trim();
        let place = pair.token.value.clone();
        if mend_date(value).is_some() {
            // Reading says so already.
            continue;
        }
        let year_last = year_last(value).filter(|(date, _)| is_date(date.as_bytes()));
        if let Some((date, confidence)) = year_last {
            edits.push(Edit::new(&codes::NONSTANDARD_DATE, place, date, confidence));
        } else if let Some(date) = date_with_time(value) {
            edits.push(Edit::new(&codes::NONSTANDARD_DATE, place, date, Confidence::Likely));
            let kept = format!("\n{}", line(&format!("{}Written", pair.name), value));
            let end = pair.span.end;
            edits.push(Edit::new(&codes::NONSTANDARD_DATE, end..end, kept, Confidence::Likely));
        }
    }
}

fn year_last(value: &str) -> Option<(String, Confidence)> {
    let sign = ['.', '/', '-'].into_iter().find(|c| value.contains(*c))?;
    let parts: Vec<&str> = value.split(sign).map(str::trim).collect();
    let [a, b, year] = parts.as_slice() else { return None };
    let number = |s: &str| (s.len() <= 2).then(|| s.parse::<u32>().ok()).flatten();
    let (a, b) = (number(a)?, number(b)?);
    if year.len() != 4 || !year.bytes().all(|c| c.is_ascii_digit()) {
        return None;
    }
    let (day, month, confidence) = match (a, b) {
        (13..=31, 1..=12) => (a, b, Confidence::Safe),
        (1..=12, 13..=31) => (b, a, Confidence::Safe),
        (1..=12, 1..=12) if a == b => (a, b, Confidence::Safe),
        (1..=12, 1..=12) if sign == '.' => (a, b, Confidence::Likely),
        _ => return None,
    };
    Some((format!("{year}.{month:02}.{day:02}"), confidence))
}

/// Reads a date with a time of day after it, or with the month in letters.
fn date_with_time(value: &str) -> Option<String> {
    let words: Vec<&str> = value.split([' ', ',', 'T']).filter(|w| !w.is_empty()).collect();
    let (first, rest) = words.split_first()?;
    if rest.iter().any(|w| w.contains(':')) {
        if let Some((date, _)) = year_last(first) {
            return Some(date);
        }
        if let Some(date) = mend_date(first).filter(|_| first.len() > 4) {
            return Some(date);
        }
    }
    let words: Vec<&str> = value.split([' ', ',', '-', '.']).filter(|w| !w.is_empty()).collect();
    let number = |w: &&str| w.trim_end_matches(char::is_alphabetic).parse::<u32>().ok();
    let (at, month) = words.iter().enumerate().find_map(|(i, word)| Some((i, month(word)?)))?;
    // `17 March 2021` or `Mar 17, 2021`.
    let before = at.checked_sub(1).and_then(|i| number(&words[i]));
    let (day, year) = match (before, words.get(at + 1), words.get(at + 2)) {
        (Some(day), Some(year), _) => (day, number(year)?),
        (None, Some(day), Some(year)) => (number(day)?, number(year)?),
        _ => return None,
    };
    ((1..=31).contains(&day) && (1000..=2999).contains(&year))
        .then(|| format!("{year}.{month:02}.{day:02}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_with_more_than_a_date() {
        for (value, date) in [
            ("04/29/2014 02:27PM", Some("2014.04.29")),
            ("2014-04-29T02:27:11", Some("2014.04.29")),
            ("Wed Mar 17 2021 18:30:14 GMT+0000", Some("2021.03.17")),
            ("17 March 2021", Some("2021.03.17")),
            ("Mi 17. März 2021 18:30", Some("2021.03.17")),
            ("March 17th, 2021", Some("2021.03.17")),
            ("3/10/2018, 2:39:21 PM", None),
            ("summer 1924", None),
            ("1924", None),
        ] {
            assert_eq!(date_with_time(value).as_deref(), date, "{value}");
        }
    }

    #[test]
    fn dates_with_the_year_last() {
        for (value, date) in [
            ("24.12.1998", Some(("1998.12.24", Confidence::Safe))),
            ("12/24/1998", Some(("1998.12.24", Confidence::Safe))),
            ("8.11.2000", Some(("2000.11.08", Confidence::Likely))),
            ("8/11/2000", None),
            ("7/7/2000", Some(("2000.07.07", Confidence::Safe))),
            ("1998.12.24", None),
            ("32.12.1998", None),
            ("24.12.98", None),
        ] {
            let found = year_last(value);
            let found = found.as_ref().map(|(date, c)| (date.as_str(), *c));
            assert_eq!(found, date, "{value}");
        }
    }
}
