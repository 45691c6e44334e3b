//! Form in which most players' names of a collection are written.

use std::collections::HashSet;

use super::{
    Census, Confidence,
    compare::ParsedName,
    player_name::{PlayerName, unadorned},
};
use crate::query::folded;

/// Form in which most players' names of a collection are written.
#[derive(Debug)]
pub(super) struct CommonForm<'a> {
    /// True if the family name comes first, with a comma after it.
    comma: bool,
    /// True if a space comes after the comma.
    space: bool,
    /// Family names of players written with a comma.
    families: HashSet<&'a str>,
}

impl<'a> CommonForm<'a> {
    pub(super) fn of(census: &Census, forms: &'a [ParsedName]) -> CommonForm<'a> {
        let (mut commas, mut spaces, mut others) = (0, 0, 0);
        let mut families = HashSet::new();
        for (spelling, form) in census.spellings.iter().zip(forms) {
            match form {
                ParsedName::PlayerName(name) if name.comma => {
                    commas += spelling.games;
                    spaces += if spelling.text.contains(", ") { spelling.games } else { 0 };
                    families.extend(name.readings.iter().map(|reading| reading.family.as_str()));
                }
                ParsedName::PlayerName(name) if !name.is_bare() => others += spelling.games,
                _ => {}
            }
        }
        CommonForm { comma: commas > others, space: spaces >= commas - spaces, families }
    }

    /// Returns a name without its title in this form, as far as its parts are certain.
    pub(super) fn written(&self, text: &str, name: &PlayerName) -> (String, Confidence) {
        let text = tidy(&unadorned(text), self.space);
        let words: Vec<_> = text.split(' ').collect();
        let (true, false, [one, other]) = (self.comma, name.comma, &words[..]) else {
            return (text, Confidence::Certain);
        };
        // An initial says which is the family name; otherwise another player's name does.
        let mut readings = name.readings.iter().filter(|reading| {
            !reading.given.is_empty()
                && (name.readings.len() == 1 || self.families.contains(reading.family.as_str()))
        });
        let (Some(reading), None) = (readings.next(), readings.next()) else {
            return (text, Confidence::Certain);
        };
        let is_family = |word: &str| folded(word).trim_end_matches('.') == reading.family;
        let comma = if self.space { ", " } else { "," };
        match (is_family(one), is_family(other)) {
            (true, false) => (format!("{one}{comma}{other}"), Confidence::Likely),
            (false, true) => (format!("{other}{comma}{one}"), Confidence::Likely),
            _ => (text, Confidence::Certain),
        }
    }
}

/// Normalises spaces: one between words, and after each comma one or none.
pub(super) fn tidy(text: &str, space: bool) -> String {
    let words: Vec<_> = text.split_whitespace().collect();
    let text = words.join(" ").replace(" ,", ",");
    let mut out = String::with_capacity(text.len() + 1);
    let mut rest = text.chars().peekable();
    while let Some(c) = rest.next() {
        out.push(c);
        if c != ',' {
            continue;
        }
        if !space {
            rest.next_if_eq(&' ');
        } else if rest.peek().is_some_and(|next| next.is_alphabetic()) {
            out.push(' ');
        }
    }
    out
}
