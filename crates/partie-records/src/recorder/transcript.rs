//! Lines of the stream that belong to a game, kept as its record's text.

use std::ops::Range;

use super::transport::ServerLine;
use partie_formats::{Diagnostic, Place, diagnostic, lines};
use partie_wire::style12::{Style12, codes};

/// A text put together from lines of a stream, and where each of them stood there.
#[derive(Clone, Debug, Default)]
pub(super) struct Transcript {
    pub(super) text: Vec<u8>,
    /// Lines of the text: for each its offset, and its place in the stream.
    pub(super) origins: Vec<(usize, Place)>,
    pub(super) diagnostics: Vec<Diagnostic>,
    /// Text of lists of moves that was not read.
    unread: Option<String>,
    /// Most diagnostics that are kept.
    pub(super) limit: usize,
    /// Diagnostics beyond the limit.
    unsaid: usize,
}

impl Transcript {
    /// Makes an empty text for up to `limit` diagnostics.
    pub(super) fn new(limit: usize) -> Transcript {
        Transcript { limit, ..Transcript::default() }
    }

    /// Adds a line; its place in the text.
    pub(super) fn push(&mut self, line: &ServerLine) -> Range<usize> {
        let start = self.text.len();
        self.origins.push((start, line.place));
        self.text.extend_from_slice(&line.bytes);
        let end = self.text.len();
        self.text.push(b'\n');
        start..end
    }

    /// Adds the lines of a list of moves, with what there is to say about the board among them; their
    /// places in the text.
    pub(super) fn push_list(&mut self, lines: &[ServerLine]) -> Vec<Range<usize>> {
        let mut places = Vec::new();
        for line in lines {
            let place = self.push(line);
            if let Some(board) = Style12::parse(&line.bytes) {
                for words in unread_words(&board.diagnostics) {
                    self.keep(&words);
                }
                self.note_all_at(place.start, board.diagnostics);
            }
            places.push(place);
        }
        places
    }

    /// Returns the place of the last line in the text.
    pub(super) fn last_line(&self) -> Range<usize> {
        let start = self.origins.last().map_or(0, |(start, _)| *start);
        start..self.text.len().saturating_sub(1).max(start)
    }

    /// Adds a diagnostic about the text.
    pub(super) fn note(&mut self, diagnostic: Diagnostic) {
        if self.diagnostics.len() < self.limit {
            self.diagnostics.push(diagnostic);
        } else {
            self.unsaid += 1;
        }
    }

    /// Says what there is to say about a line that stands at an offset of the text.
    pub(super) fn note_all_at(&mut self, offset: usize, mut diagnostics: Vec<Diagnostic>) {
        lines::shift(&mut diagnostics, offset);
        for diagnostic in diagnostics {
            self.note(diagnostic);
        }
    }

    /// Keeps words that were not read.
    pub(super) fn keep(&mut self, words: &str) {
        let unread = self.unread.get_or_insert_default();
        if !unread.is_empty() {
            unread.push('\n');
        }
        unread.push_str(words);
    }

    /// Takes the words that were not read.
    pub(super) const fn take_unread(&mut self) -> Option<String> {
        self.unread.take()
    }

    /// Puts another text after this one.
    pub(super) fn append(&mut self, other: Transcript) {
        if let Some(words) = &other.unread {
            self.keep(words);
        }
        let offset = self.text.len();
        self.text.extend_from_slice(&other.text);
        self.origins.extend(other.origins.into_iter().map(|(at, place)| (at + offset, place)));
        self.note_all_at(offset, other.diagnostics);
        self.unsaid += other.unsaid;
    }

    /// Returns the parts; the diagnostics are in the order of the text, with a note if some were
    /// left out.
    pub(super) fn into_parts(self) -> (Vec<u8>, Vec<(usize, Place)>, Vec<Diagnostic>) {
        let mut diagnostics = self.diagnostics;
        partie_formats::diagnostic::sort(&mut diagnostics);
        if self.unsaid > 0 {
            let end = self.text.len();
            diagnostics.push(diagnostic!(
                &codes::MORE_DIAGNOSTICS,
                end..end,
                "{unsaid} more diagnostics in this game were left out",
                unsaid = self.unsaid
            ));
        }
        (self.text, self.origins, diagnostics)
    }
}

/// Returns the texts of the fields that cannot be read.
pub(super) fn unread_words(diagnostics: &[Diagnostic]) -> Vec<String> {
    let kept = [codes::BAD_FIELD.id, codes::FURTHER_WORDS.id];
    let bad = diagnostics.iter().filter(|d| kept.contains(&d.code.id));
    bad.filter_map(|d| d.found.clone()).collect()
}
