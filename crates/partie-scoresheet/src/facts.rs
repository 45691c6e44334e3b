//! Facts about a game in one line of a text.

use std::ops::Range;

use partie_core::Outcome;

/// Facts in a line above a game.
#[derive(Debug, Default, PartialEq)]
pub(super) struct Facts {
    /// Tags and their values.
    pub(super) tags: Vec<(&'static str, String)>,
    pub(super) outcome: Option<Outcome>,
    /// Place of the result.
    pub(super) outcome_at: Range<usize>,
    /// Parts of the line that hold the facts; all else is text.
    pub(super) consumed: Vec<Range<usize>>,
    /// Parts that are text and no moves, as other cells of a table.
    pub(super) kept: Vec<Range<usize>>,
    /// Place of the first number, and the number and dots that it stands for.
    pub(super) number: Option<(usize, (u32, u8))>,
    /// True if the line names the players without keys.
    pub(super) is_pairing: bool,
}

impl Facts {
    /// Adds a tag that a part of the line names.
    pub(super) fn add(&mut self, tag: &'static str, value: &str, span: Range<usize>) {
        self.tags.push((tag, value.to_owned()));
        self.consumed.push(span);
    }

    /// Moves the places by `by` bytes.
    pub(super) fn shifted(mut self, by: usize) -> Facts {
        let spans = self.consumed.iter_mut().chain(&mut self.kept);
        for span in spans.chain([&mut self.outcome_at]) {
            *span = span.start + by..span.end + by;
        }
        self.number = self.number.map(|(at, number)| (at + by, number));
        self
    }
}

/// Reads a code of the Encyclopaedia of Chess Openings, with or without brackets.
pub(super) fn eco(words: &str) -> Option<&str> {
    let words = words.trim_matches(|c: char| "[]() ".contains(c));
    let code = words.strip_prefix("ECO").unwrap_or(words).trim();
    matches!(code.as_bytes(), [b'A'..=b'E', b'0'..=b'9', b'0'..=b'9']).then_some(code)
}

/// Removes the spaces in a result.
pub(super) fn squeezed(words: &str) -> String {
    words.split_whitespace().collect()
}
