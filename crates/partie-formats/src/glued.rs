//! Words in which a move, signs, full stops and results are written without spaces, as
//! `exd4...1/2-1/2` and `Nc6∞½-½`.

use std::ops::Range;

use partie_core::{
    Language, Nag, Outcome,
    moves::{is_dash, san::San},
};

use super::result;

/// A word taken apart.
#[derive(Clone, Debug)]
pub struct Glued<'a> {
    /// The word's beginning.
    pub stem: &'a str,
    /// The move that the stem names; none if the stem is empty.
    pub san: Option<San>,
    /// Parts after the stem, in order, with their places in the word.
    pub parts: Vec<(Range<usize>, GluedPart)>,
}

/// A part of a word after its move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GluedPart {
    /// A sign for a NAG.
    Sign(Nag),
    /// Full stops, as after a sentence.
    FullStop,
    /// A dash between other parts.
    Dash,
    /// A result in any spelling.
    Result(Outcome),
}

/// Most parts that one word may have after its move.
const MOST_PARTS: usize = 8;

impl Glued<'_> {
    /// Returns true if a result is among the parts.
    #[must_use]
    pub fn has_result(&self) -> bool {
        self.parts.iter().any(|(_, part)| matches!(part, GluedPart::Result(_)))
    }

    /// Returns true if a full stop is among the parts.
    #[must_use]
    pub fn has_full_stop(&self) -> bool {
        self.parts.iter().any(|(_, part)| matches!(part, GluedPart::FullStop))
    }
}

/// Removes known parts from the end of a word until a move or nothing remains. Returns `None` if
/// any other text remains.
///
/// Looking ahead for a move and playing it must both use this function, so that the two agree.
pub fn unglue(word: &str, language: Language) -> Option<Glued<'_>> {
    // A row of stars replaces a word or is a horizontal rule.
    if word.len() > 1 && word.bytes().all(|b| b == b'*') {
        return None;
    }
    let mut stem = word;
    let mut parts: Vec<(Range<usize>, GluedPart)> = Vec::new();
    loop {
        let san = San::parse(stem, language);
        // A null move followed by dashes is a horizontal rule.
        let dash = parts.iter().any(|(_, part)| *part == GluedPart::Dash);
        if dash && san.is_some() && stem.chars().all(is_dash) {
            return None;
        }
        if san.is_some() || stem.is_empty() {
            parts.reverse();
            return Some(Glued { stem, san, parts });
        }
        if parts.len() == MOST_PARTS {
            return None;
        }
        let (start, part) = last_part(stem)?;
        parts.push((start..stem.len(), part));
        stem = &stem[..start];
    }
}

/// Returns the last part of a word, and where it begins.
fn last_part(word: &str) -> Option<(usize, GluedPart)> {
    if let Some((start, outcome)) = last_result(word) {
        return Some((start, GluedPart::Result(outcome)));
    }
    if let Some((start, nag)) = last_sign(word) {
        return Some((start, GluedPart::Sign(nag)));
    }
    let sentence = word.trim_end_matches(['.', '…']);
    if sentence.len() < word.len() {
        return Some((sentence.len(), GluedPart::FullStop));
    }
    let bare = word.strip_suffix(['-', '‐', '‑', '‒', '–', '—', '−'])?;
    Some((bare.len(), GluedPart::Dash))
}

/// Returns a result at the end of a word, as in `R8xg20-1`, and its offset. A result that begins
/// with a sign, such as `+--`, is not recognised.
#[must_use]
pub fn last_result(word: &str) -> Option<(usize, Outcome)> {
    tails(word, 16)
        .filter(|(_, tail)| tail.starts_with(['0', '1', '½', '*']))
        .find_map(|(start, tail)| Some((start, result::from_spelling(tail)?)))
}

/// Returns a sign at the end of a word, as in `Kh1+-`. The end of `=/+-` is none, but a dash.
fn last_sign(word: &str) -> Option<(usize, Nag)> {
    tails(word, 6)
        .filter(|(start, _)| !word[..*start].ends_with('/'))
        .find_map(|(start, tail)| Some((start, Nag::from_glyph(tail)?)))
}

/// Returns the endings of a word of at most `most` bytes, longest first.
fn tails(word: &str, most: usize) -> impl Iterator<Item = (usize, &str)> {
    let first = word.ceil_char_boundary(word.len().saturating_sub(most));
    word[first..].char_indices().map(move |(i, _)| (first + i, &word[first + i..]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_taken_apart() {
        for (word, parts) in [
            ("e4", "e4"),
            ("exd4...1/2-1/2", "exd4 ... 1/2-1/2"),
            ("Nc6…1/2-1/2", "Nc6 … 1/2-1/2"),
            ("Nc6∞½-½", "Nc6 ∞ ½-½"),
            ("Nc6+/-1/2-1/2", "Nc6 +/- 1/2-1/2"),
            ("Nc6+/-=1:0", "Nc6 +/- = 1:0"),
            ("R8xg20-1", "R8xg2 0-1"),
            ("0-0-01-0", "0-0-0 1-0"),
            ("0-00-1", "0-0 0-1"),
            ("Kf10.5-0.5", "Kf1 0.5-0.5"),
            ("Kf1N1-0", "Kf1 N 1-0"),
            ("Kf1-1-0", "Kf1 - 1-0"),
            ("Kf1–*", "Kf1 – *"),
            ("Kf1:*", "Kf1: *"),
            ("Kf1—", "Kf1 —"),
            ("Kf1=/+-1-0", "Kf1 =/+ - 1-0"),
            ("Kf1+/-—1-0", "Kf1 +/- — 1-0"),
            ("e4+1-0", "e4+ 1-0"),
            ("e41-01-0", "e4 1-0 1-0"),
            ("±1-0", " ± 1-0"),
            ("1-0…", " 1-0 …"),
        ] {
            let glued = unglue(word, Language::English).unwrap_or_else(|| panic!("{word}"));
            let mut found = glued.stem.to_owned();
            for (span, _) in glued.parts {
                found.push(' ');
                found.push_str(&word[span]);
            }
            assert_eq!(found, parts, "{word}");
        }
        for word in [
            "wins",
            "wins1-0",
            "***",
            "e4/",
            "+--x",
            "1-",
            "------",
            "-----",
            "——-",
            &"1-0".repeat(9),
        ] {
            assert!(unglue(word, Language::English).is_none(), "{word}");
        }
    }
}
