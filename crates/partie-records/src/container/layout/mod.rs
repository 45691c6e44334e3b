//! Texts of moves in layouts that no reader knows as they stand: `1.e4+e5+2.Nf3`, `I. e4 e5`,
//! `White: e4, Black: e5`, piece letters of fonts and of other languages, tables with other columns.
//!
//! Each layout says what is put in place of what. A text is read in a layout only if more moves can
//! be read that way than from the text as it stands.

mod edit;
mod json;
mod letters;
mod separators;
mod tables;
mod words;

use std::ops::Range;

use partie_pgn::token;

use super::unpacked::Unpacking;
use edit::Edit;

/// A layout of moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Layout {
    /// Other marks than spaces stand between the moves.
    Separators,
    /// The names of the sides stand before the moves.
    Sides,
    /// Roman numbers stand before the moves.
    RomanNumbers,
    /// Squares stand without any spaces: `e2e4e7e5`.
    Squares,
    /// Pieces have the signs of a font, or the letters of a language that has no other use here.
    Letters(letters::Alphabet),
    /// Notes of a page stand at the moves.
    Footnotes,
    /// Moves as they are spoken: `knight foxtrot three`.
    Spoken,
    /// Times of a recording stand between the lines.
    Times,
    /// A table with other columns besides those of the moves, or with Black's first.
    Columns,
    /// A row of a table for each game, with the players, the result and the moves.
    Rows,
    /// Spanish descriptive notation: `C3AR`.
    SpanishDescriptive,
    /// The head of a printed sheet, in capitals: `EVENT Club Ch  ROUND 2`.
    CapitalHeads,
    /// JSON in which each move is an object.
    JsonMoves,
    /// The number of each line stands before it: `12 | [Event "Club"]`.
    NumberedLines,
}

impl Layout {
    /// All layouts, apart from those of letters and of numbered lines.
    const OTHERS: [Layout; 12] = [
        Layout::Separators,
        Layout::Sides,
        Layout::RomanNumbers,
        Layout::Squares,
        Layout::Footnotes,
        Layout::Spoken,
        Layout::Times,
        Layout::Columns,
        Layout::Rows,
        Layout::SpanishDescriptive,
        Layout::CapitalHeads,
        Layout::JsonMoves,
    ];

    /// Returns what is read instead of what, in the order of the text. Tags stay as they are.
    fn edits(self, text: &str) -> Vec<Edit> {
        let mut edits = self.edits_anywhere(text);
        if self == Layout::NumberedLines {
            return edits;
        }
        let tags = tags_of(text);
        let mut tags = tags.iter().peekable();
        edits.retain(|(place, _)| {
            while tags.next_if(|tag| tag.end <= place.start).is_some() {}
            // The escape of a space or a line end is one everywhere.
            text[place.clone()].starts_with(['\\', '%'])
                || tags.peek().is_none_or(|tag| place.start <= tag.start)
        });
        edits
    }

    fn edits_anywhere(self, text: &str) -> Vec<Edit> {
        match self {
            Layout::Separators => separators::between_moves(text),
            Layout::Sides => words::sides(text),
            Layout::RomanNumbers => words::roman_numbers(text),
            Layout::Squares => separators::squares(text),
            Layout::Letters(alphabet) => alphabet.edits(text),
            Layout::Footnotes => separators::footnotes(text),
            Layout::Spoken => words::spoken(text),
            Layout::Times => words::times(text),
            Layout::Columns => tables::columns(text),
            Layout::Rows => tables::rows(text),
            Layout::SpanishDescriptive => letters::spanish_descriptive(text),
            Layout::CapitalHeads => words::capital_heads(text),
            Layout::JsonMoves => json::moves(text),
            Layout::NumberedLines => words::line_numbers(text).unwrap_or_default(),
        }
    }
}

/// Returns true if each line of a text has its number before it.
pub(super) fn has_numbered_lines(text: &[u8]) -> bool {
    let text = text.utf8_chunks().next().map_or("", |chunk| chunk.valid());
    words::line_numbers(text).is_some()
}

/// Returns the places of the tags in a text.
fn tags_of(text: &str) -> Vec<Range<usize>> {
    let mut tags = Vec::new();
    let mut at = 0;
    while let Some(start) = memchr::memchr(b'[', &text.as_bytes()[at..]).map(|i| at + i) {
        at = start + 1;
        let name = token::tag_name(&text.as_bytes()[start..]);
        if name.is_none() {
            continue;
        }
        let Some(end) = text[start..].find(']') else { break };
        at = start + end + 1;
        tags.push(start..at);
    }
    tags
}

/// Returns a text as it is read in each layout that changes it.
pub(super) fn respelled(text: &str) -> impl Iterator<Item = (Layout, Vec<u8>)> {
    let alphabets = letters::Alphabet::ALL.into_iter().map(Layout::Letters);
    let layouts = Layout::OTHERS.into_iter().chain(alphabets);
    layouts.filter_map(move |layout| {
        let edits = layout.edits(text);
        let mut out = Unpacking::new(text.as_bytes());
        apply(text, &edits, &mut out);
        (!edits.is_empty()).then(|| (layout, out.finished().text))
    })
}

/// Adds a text in a layout.
pub(super) fn unpack(layout: Layout, source: &[u8], out: &mut Unpacking<'_>) {
    match str::from_utf8(source) {
        Ok(text) => apply(text, &layout.edits(text), out),
        Err(_) => out.copy(0..source.len()),
    }
}

fn apply(text: &str, edits: &[Edit], out: &mut Unpacking<'_>) {
    let mut at = 0;
    for (range, replacement) in edits {
        out.copy(at..range.start.max(at));
        out.put(replacement.as_bytes(), range.start);
        at = range.end;
    }
    out.copy(at..text.len());
}
