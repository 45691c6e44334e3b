//! Accounts of records: what each part of a text became.
//!
//! A reader loses nothing of its input silently. `partie_records::account` shows it: it reads the
//! record's text once more and accounts for every byte. The [`Span`]s of an [`Account`] lie end
//! to end, from the first byte of the text to the last. Text that the reader did not claim is
//! [`Part::Unaccounted`]; a test reads all test data and allows none of it.
//!
//! Fast reading gathers no claims: an account is made on demand.

mod claims;

use std::ops::Range;

use partie_core::{Game, NodeId, variants};

use crate::Code;

pub use claims::Claims;

variants! {
    /// Meaning of a part of a record's text.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
    pub enum Part {
        /// A tag pair, or words around the moves that became one.
        Tag = "tag",
        /// A move number with its dots.
        Number = "number",
        /// A move; each is one node of the game's tree.
        Move = "move",
        /// A sign that belongs to a move and is not a NAG: `e.p.`, `ch`, the mark of a capture.
        Mark = "mark",
        /// A NAG, or a sign for one.
        Nag = "nag",
        /// A parenthesis that begins or ends a variation.
        Variation = "variation",
        /// A comment with its delimiters, or a remark of the format.
        Comment = "comment",
        /// A result of a game.
        Result = "result",
        /// Data of a position, an operation, a server's line or a JSON object.
        Field = "field",
        /// Text known to carry nothing of the game: marks of quoted mail, HTML, stray punctuation,
        /// bytes that end old files.
        Decoration = "decoration",
        /// Lines of a transcript that belong to no game: talk, prompts, announcements. They are in
        /// no record; `partie_records::Outside` finds them.
        Outside = "outside",
        /// Whitespace, and characters that show nothing.
        Whitespace = "whitespace",
        /// Words that were not understood and are kept as text, in a comment or in
        /// [`Game::unread`](partie_core::Game::unread); a diagnostic covers them.
        Kept = "kept",
        /// Text that the reader has not claimed: a fault of the reader.
        Unaccounted = "unaccounted",
    }
    /// All parts, in the order in which a legend lists them.
    ALL
    /// Returns a name for programs, such as `move` or `variation`.
    name
}

impl Part {
    /// Returns true if the reader has understood it.
    pub(crate) const fn is_understood(self) -> bool {
        !matches!(self, Part::Kept | Part::Unaccounted)
    }
}

/// A range of a record's text with its meaning.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Span {
    /// Place in bytes of the text.
    pub bytes: Range<usize>,
    /// Meaning of the range.
    pub part: Part,
    /// Diagnostic that says why words were not understood.
    pub code: Option<&'static Code>,
}

/// An account of each byte of a record's text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Account {
    /// Spans of the text, end to end from its first byte to its last.
    pub spans: Vec<Span>,
    /// Spans that were claimed twice: a fault of the reader.
    pub overlaps: Vec<Span>,
}

impl Account {
    /// Counts the words that were not understood and were kept as text.
    #[must_use]
    pub fn words_kept(&self, text: &[u8]) -> usize {
        let kept = self.spans.iter().filter(|span| !span.part.is_understood());
        kept.map(|span| words(&text[span.bytes.clone()])).sum()
    }
}

impl Account {
    /// Adds segments that were removed from the text before it was read.
    #[must_use]
    pub fn with_decoration(self, decoration: &[Range<usize>]) -> Account {
        let mut spans = Vec::with_capacity(self.spans.len() + decoration.len());
        let mut stretches = decoration.iter().peekable();
        for span in self.spans {
            let Range { start: mut at, end } = span.bytes;
            let push = |spans: &mut Vec<Span>, bytes: Range<usize>| {
                if !bytes.is_empty() {
                    spans.push(Span { bytes, ..span.clone() });
                }
            };
            while let Some(stretch) = stretches.peek().filter(|s| s.start < end) {
                // A segment inside a word stays a part of it.
                let inside = at < stretch.start && stretch.end < end && span.part == Part::Move;
                let bytes = stretch.start.max(at)..stretch.end.min(end);
                if !inside && !bytes.is_empty() {
                    push(&mut spans, at..bytes.start);
                    at = bytes.end;
                    spans.push(Span { bytes, part: Part::Decoration, code: None });
                }
                if stretch.end > end {
                    break;
                }
                stretches.next();
            }
            push(&mut spans, at..end);
        }
        Account { spans, ..self }
    }
}

/// Returns true if a text has neither words nor pictures such as emoji.
#[must_use]
pub fn is_sign(text: &str) -> bool {
    let is_picture = |c: char| matches!(c, '\u{2300}'..='\u{23ff}' | '\u{2600}'..='\u{27bf}' | '\u{2b00}'..='\u{2bff}' | '\u{1f000}'..='\u{1faff}');
    !text.contains(|c: char| c.is_alphanumeric() || is_picture(c))
}

/// Counts the words in bytes.
fn words(bytes: &[u8]) -> usize {
    bytes.split(u8::is_ascii_whitespace).filter(|word| !word.is_empty()).count()
}

/// Returns the texts of a game's comments.
pub fn comments(game: &Game) -> impl Iterator<Item = &str> {
    let tree = &game.tree;
    let mut nodes = vec![NodeId::ROOT];
    let each = std::iter::from_fn(move || {
        let node = nodes.pop()?;
        nodes.extend(tree.children(node));
        Some(node)
    });
    each.flat_map(move |node| tree.annotations(node).comments.iter().map(|c| c.text.as_str()))
}
