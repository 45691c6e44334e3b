//! Move numbers in which optical recognition read digits as letters: `l.` for `1.`, `lO.` for
//! `10.`.

use std::{borrow::Cow, ops::Range};

use super::{
    codes,
    evidence::{is_chess_word, resembles_move},
    heading::begins_with_move,
};
use partie_formats::{Diagnostic, message, misread::looks_like};

/// Most digits of a move number.
const MOST_FIGURES: usize = 3;

/// Bytes after a number within which its move must stand.
const LONGEST: usize = 60;

/// A text whose move numbers are digits again; places refer to the original.
pub(super) struct Mended<'a> {
    pub(super) text: Cow<'a, str>,
    /// Places of misread numbers.
    numbers: Vec<Range<usize>>,
}

impl Mended<'_> {
    /// Finds the misread numbers of a text, each before a move.
    pub(super) fn of(text: &str) -> Mended<'_> {
        let numbers: Vec<Range<usize>> = text
            .match_indices(['.', ')'])
            .filter_map(|(end, _)| {
                let start = misread(&text[..end])?;
                let after = &text[end..text.floor_char_boundary(end + LONGEST)];
                let after = after.trim_start_matches(['.', ')']).trim_start();
                let word = after.split_whitespace().next().unwrap_or_default();
                let word = word.trim_end_matches(['.', ',', ';', ':', '!', '?', '+', '#']);
                let is_move = is_chess_word(word) || begins_with_move(&format!("1.{after}"));
                (is_move || resembles_move(word)).then_some(start..end)
            })
            .collect();
        if numbers.is_empty() {
            return Mended { text: Cow::Borrowed(text), numbers };
        }
        let (mut mended, mut at) = (String::with_capacity(text.len()), 0);
        for number in &numbers {
            mended.push_str(&text[at..number.start]);
            mended.extend(text[number.clone()].chars().map(figure));
            at = number.end;
        }
        mended.push_str(&text[at..]);
        Mended { text: Cow::Owned(mended), numbers }
    }

    /// Reports the misread numbers, once for all of them.
    pub(super) fn diagnostic(&self, text: &str) -> Option<Diagnostic> {
        let first = self.numbers.first()?;
        let (word, figures) = (&text[first.clone()], &self.text[first.clone()]);
        let message = match self.numbers.len() {
            1 => message!("`{word}.` was read as number {number}", word, number = figures),
            count => message!(
                "`{word}.` was read as number {number}; {count} numbers were misread",
                word,
                number = figures,
                count
            ),
        };
        Some(Diagnostic::new(&codes::MISREAD_NUMBER, first.clone(), message))
    }
}

/// Returns the start of the misread number that ends here.
fn misread(before: &str) -> Option<usize> {
    let is_figure = |c: char| c.is_ascii_digit() || "lI|Oo".contains(c);
    let start = before.trim_end_matches(is_figure).len();
    let word = &before[start..];
    let begins = before[..start].chars().next_back().is_none_or(|c| !c.is_alphanumeric());
    let is_number = word.chars().any(|c| !c.is_ascii_digit())
        && word.len() <= MOST_FIGURES
        && !word.starts_with(['0', 'O', 'o'])
        // The edge of a table, and Roman numerals.
        && (word == "|" || !word.starts_with('|') && !word.contains("|1"))
        && (word == "I" || word.contains(|c| c != 'I'));
    (begins && is_number).then_some(start)
}

fn figure(c: char) -> char {
    if looks_like(c, '0') {
        '0'
    } else if looks_like(c, '1') {
        '1'
    } else {
        c
    }
}
