//! The account of a record's text: which part of it became what.
//!
//! A reader promises that nothing of its input is lost without a word. [`Record::account`]
//! shows that it keeps the promise: it reads the record's text once more and says of every
//! byte what it became. The [`Span`]s of an [`Account`] lie end to end, from the first byte
//! of the text to the last. What no reader claimed is [`Part::Unaccounted`]; a test reads all
//! test data and allows none of it.
//!
//! Nothing is gathered while games are read at speed: an account is made on demand.
//!
//! ```
//! use partie_formats::{ReadOptions, ledger::Part, pgn};
//! let text = "1. e4 {best} e5 and now 2. Nf3 *";
//! let record = pgn::read(text.as_bytes(), &ReadOptions::default()).next().unwrap().unwrap();
//! let account = record.account(&ReadOptions::default());
//! let kept: Vec<_> = account.spans.iter().filter(|span| span.part == Part::Kept).collect();
//! assert_eq!(&text[kept[0].bytes.clone()], "and now");
//! assert_eq!(kept[0].code.unwrap().id, "PGN073");
//! assert_eq!(account.words_kept(&record.text), 2);
//! ```

mod claims;

use std::ops::Range;

use partie_core::{Game, NodeId};

use crate::{Code, Diagnostic, Format, ReadOptions, Record, Severity};

pub(crate) use claims::Claims;

/// What a part of a record's text became.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Part {
    /// A tag pair, or words above the moves that say as much.
    Tag,
    /// A move number with its dots.
    Number,
    /// A move; each is one node of the game's tree.
    Move,
    /// A sign of the move before it that is no NAG: `e.p.`, `ch`, a capture's mark.
    Mark,
    /// A NAG, or a sign for one.
    Nag,
    /// A parenthesis that begins or ends a variation.
    Variation,
    /// A comment with what encloses it, or words that a format has for remarks.
    Comment,
    /// A result.
    Result,
    /// Data of a position, an operation, a server's line or a JSON object.
    Field,
    /// What is known to carry nothing of the game: marks of quoted mail, HTML, stray
    /// punctuation, bytes that end old files.
    Decoration,
    /// Whitespace, and characters that show nothing.
    Whitespace,
    /// Words that were not understood and are kept as text, in a comment or in
    /// [`Game::unread`](partie_core::Game::unread); a diagnostic covers them.
    Kept,
    /// What no reader has claimed: a fault of the reader.
    Unaccounted,
}

impl Part {
    /// All parts, in the order in which a legend lists them.
    pub const ALL: [Part; 13] = [
        Part::Tag,
        Part::Number,
        Part::Move,
        Part::Mark,
        Part::Nag,
        Part::Variation,
        Part::Comment,
        Part::Result,
        Part::Field,
        Part::Decoration,
        Part::Whitespace,
        Part::Kept,
        Part::Unaccounted,
    ];

    /// A name for programs, such as `move` or `variation`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Part::Tag => "tag",
            Part::Number => "number",
            Part::Move => "move",
            Part::Mark => "mark",
            Part::Nag => "nag",
            Part::Variation => "variation",
            Part::Comment => "comment",
            Part::Result => "result",
            Part::Field => "field",
            Part::Decoration => "decoration",
            Part::Whitespace => "whitespace",
            Part::Kept => "kept",
            Part::Unaccounted => "unaccounted",
        }
    }

    /// Whether the reader has understood it.
    #[must_use]
    pub const fn is_understood(self) -> bool {
        !matches!(self, Part::Kept | Part::Unaccounted)
    }
}

/// A part of a record's text, and what it became.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Span {
    /// Where it stands, in bytes of the text.
    pub bytes: Range<usize>,
    /// What it became.
    pub part: Part,
    /// The diagnostic that says why words were not understood.
    pub code: Option<&'static Code>,
}

/// What became of each byte of a record's text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Account {
    /// The parts of the text, end to end from its first byte to its last.
    pub spans: Vec<Span>,
    /// Parts that were claimed twice: a fault of the reader.
    pub overlaps: Vec<Span>,
}

impl Account {
    /// How many words were kept as text since nobody understood them.
    #[must_use]
    pub fn words_kept(&self, text: &[u8]) -> usize {
        let kept = self.spans.iter().filter(|span| !span.part.is_understood());
        kept.map(|span| words(&text[span.bytes.clone()])).sum()
    }
}

impl Account {
    /// The same, with stretches that were taken off the text before it was read.
    pub(crate) fn with_decoration(self, decoration: &[Range<usize>]) -> Account {
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
                // A stretch inside of a word stays a part of it.
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

/// Whether a diagnostic can say that words are kept as text.
fn keeps_words(diagnostic: &Diagnostic) -> bool {
    const MILD: [&str; 7] = ["PGN079", "PGN080", "PGN082", "PGN084", "PGN099", "TXT021", "JSN007"];
    // A null move, a wrong mark of check, numbers that jump: these say nothing of words.
    const OF_MOVES: [&str; 3] = ["PGN033", "PGN064", "PGN069"];
    let id = diagnostic.code.id;
    diagnostic.severity >= Severity::Warning && !OF_MOVES.contains(&id) || MILD.contains(&id)
}

/// Whether some text has neither words nor pictures in it, as emoji are.
pub(crate) fn is_sign(text: &str) -> bool {
    let is_picture = |c: char| matches!(c, '\u{2300}'..='\u{23ff}' | '\u{2600}'..='\u{27bf}' | '\u{2b00}'..='\u{2bff}' | '\u{1f000}'..='\u{1faff}');
    !text.contains(|c: char| c.is_alphanumeric() || is_picture(c))
}

/// How many words some bytes hold.
fn words(bytes: &[u8]) -> usize {
    bytes.split(u8::is_ascii_whitespace).filter(|word| !word.is_empty()).count()
}

/// What stands between the records of a stream, before the first and after the last, in
/// bytes of the stream. Records of a transcript are made of lines that lie apart; nothing is
/// said about it.
#[must_use]
pub fn between(format: Format, stream: &[u8], records: &[Record]) -> Vec<Span> {
    let mut gaps = Vec::new();
    let mut at = 0;
    let ends = records.iter().map(|r| (r.byte, r.text.len()));
    for (byte, length) in ends.chain([(stream.len() as u64, 0)]) {
        let start = usize::try_from(byte).unwrap_or(usize::MAX).min(stream.len());
        if at < start {
            let nothing = is_nothing(format, &stream[at..start]);
            let part = if nothing { Part::Decoration } else { Part::Unaccounted };
            gaps.push(Span { bytes: at..start, part, code: None });
        }
        at = at.max(start.saturating_add(length).min(stream.len()));
    }
    gaps
}

/// The texts of a game's comments.
pub(crate) fn comments(game: &Game) -> impl Iterator<Item = &str> {
    let tree = &game.tree;
    let mut nodes = vec![NodeId::ROOT];
    let each = std::iter::from_fn(move || {
        let node = nodes.pop()?;
        nodes.extend(tree.children(node));
        Some(node)
    });
    each.flat_map(move |node| tree.annotations(node).comments.iter().map(|c| c.text.as_str()))
}

/// Whether a stretch between records holds nothing of a game.
fn is_nothing(format: Format, bytes: &[u8]) -> bool {
    match format {
        Format::Pgn | Format::Bpgn => crate::games::is_nothing(bytes),
        // A file of remarks alone has no record that could keep them.
        Format::Fen | Format::Epd => crate::lines::is_remarks(bytes),
        _ => bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes).trim_ascii().is_empty(),
    }
}

impl Record {
    /// How many words were kept as text since nobody understood them. Costs nothing where
    /// no diagnostic can say so.
    #[must_use]
    pub fn words_kept(&self, options: &ReadOptions) -> usize {
        if self.parsed.diagnostics.iter().any(keeps_words) {
            self.account(options).words_kept(&self.text)
        } else {
            0
        }
    }

    /// Says what became of each byte of the text, which is read again for that. The options
    /// are those that the record was read with.
    #[must_use]
    pub fn account(&self, options: &ReadOptions) -> Account {
        let text = &self.text;
        match self.format {
            Format::Pgn => crate::pgn::account(text, options),
            Format::Bpgn => crate::bpgn::account(text, options),
            Format::Fen => crate::fen::account(text, options),
            Format::Epd => crate::epd::account(text, options),
            Format::Style12 => crate::style12::account(self),
            Format::Ndjson => crate::ndjson::account(text, options),
            Format::Scoresheet | Format::ChessGamePlayer => {
                crate::scoresheet::account(self, options)
            }
        }
    }
}
