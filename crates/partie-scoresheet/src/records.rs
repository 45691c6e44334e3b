//! Cuts a text into games, and joins the text around a game to it.

use std::{io, ops::Range, sync::Arc};

use partie_core::{Comment, Game, NodeId, Outcome};

use super::{
    account::UnclaimedWords,
    build, codes,
    cut::{self, Section},
    evidence::Slot,
    free, header,
    misread::Mended,
    segment::Segment,
    tokens::tokens,
};
use partie_formats::{
    Diagnostic, Format, Parsed, ReadOptions, Record,
    decode::{self, Decoded},
    message,
};

/// Greatest size of the text that is read, in games.
const TEXT_FACTOR: usize = 4;

/// The games of a text, in order; made by [`read`](super::read) and
/// [`cgp::read`](super::cgp::read).
#[derive(Debug)]
pub struct Records<R> {
    source: Option<R>,
    options: ReadOptions,
    format: Format,
    ready: std::vec::IntoIter<Record>,
}

impl<R: io::Read> Records<R> {
    /// Reads the games of a text in one of its formats.
    pub(super) fn of(source: R, options: &ReadOptions, format: Format) -> Records<R> {
        Records {
            source: Some(source),
            options: options.clone(),
            format,
            ready: Vec::new().into_iter(),
        }
    }

    fn load(&mut self, source: R) -> io::Result<()> {
        let limit = self.options.limits.game_bytes.saturating_mul(TEXT_FACTOR);
        let mut bytes = Vec::new();
        let mut stream = io::Read::take(decode::Utf8Stream::new(source), limit as u64 + 1);
        io::Read::read_to_end(&mut stream, &mut bytes)?;
        let encoding = stream.get_ref().decoding();
        let cut = bytes.len() > limit;
        bytes.truncate(limit);
        let decoded = decode::decode(&bytes, self.options.encoding.as_deref());
        // Decisions for the whole text hold for all of its sections.
        let options = self.options.clone().encoding(Some(decoded.label().to_owned()));
        let mut sections = cut::sections(&Mended::of(&decoded.text).text);
        for section in &mut sections {
            let Range { start, end } = section.text;
            section.bytes = decoded.byte_offset(start)..decoded.byte_offset(end);
        }
        let parse = |segment: &Segment| segment.parse(self.format, &bytes, &options);
        let mut found = games(sections, &decoded, parse);
        if !found.iter().any(|found| found.is_evident(&decoded.text))
            && !bytes.trim_ascii().is_empty()
        {
            let text = 0..decoded.text.len();
            let section = Section { bytes: 0..bytes.len(), text, line: 1, columns: None };
            let segment = Segment::of(&section, &decoded);
            let (parsed, kept) = parse(&segment);
            let mut whole = SectionGame { section, segments: vec![segment], parsed, kept };
            if !whole.is_evident(&decoded.text) {
                (whole.parsed, whole.kept) = (free::nothing(&decoded), UnclaimedWords::default());
            }
            found = vec![whole];
        }
        let mut records = Vec::new();
        for SectionGame { section, mut segments, mut parsed, kept } in found {
            let text = &bytes[section.bytes.clone()];
            for segment in &mut segments {
                let Range { start, end } = segment.bytes;
                segment.bytes = start - section.bytes.start..end - section.bytes.start;
            }
            let of_text = decode::decode(text, options.encoding.as_deref());
            let is_foreign = !of_text.text.is_ascii();
            if let Some(note) =
                is_foreign.then(|| decode::eight_bit(text, &of_text, &codes::EIGHT_BIT)).flatten()
            {
                parsed.diagnostics.push(note);
                partie_formats::diagnostic::sort(&mut parsed.diagnostics);
            }
            let report = kept.diagnostic();
            let at = report.as_ref().map_or(0, |d| d.span.start);
            let place = parsed.diagnostics.partition_point(|d| d.span.start <= at);
            parsed.diagnostics.splice(place..place, report);
            if cut && section.bytes.end == bytes.len() {
                let end = text.len();
                let message =
                    message!("the text is longer than {limit} bytes; the rest was left out", limit);
                parsed.diagnostics.push(Diagnostic::new(&codes::TOO_LONG, end..end, message));
            }
            records.push(Record {
                number: records.len() as u64 + 1,
                format: self.format,
                byte: section.bytes.start as u64,
                line: section.line,
                encoding: encoding.unwrap_or(of_text.encoding),
                text: text.to_vec(),
                origins: Vec::new(),
                segments: segments.into_iter().map(|segment| Arc::new(segment) as _).collect(),
                parsed,
            });
        }
        self.ready = records.into_iter();
        Ok(())
    }
}

impl<R: io::Read> Iterator for Records<R> {
    type Item = io::Result<Record>;

    fn next(&mut self) -> Option<io::Result<Record>> {
        if let Some(source) = self.source.take()
            && let Err(error) = self.load(source)
        {
            return Some(Err(error));
        }
        self.ready.next().map(Ok)
    }
}

/// A game of a text, its section with the text around it, and how that section is read.
struct SectionGame {
    section: Section,
    /// Segments, in bytes of the whole text.
    segments: Vec<Segment>,
    parsed: Parsed<Game>,
    /// Kept words; places are in bytes of the section.
    kept: UnclaimedWords,
}

impl SectionGame {
    /// Returns true if this is certainly a game of chess: it has moves, readable or not, or a
    /// position, or players named by their colours. Two names and a score may be of
    /// any game.
    fn is_evident(&self, text: &str) -> bool {
        let game = &self.parsed.value;
        let nothing = self.parsed.diagnostics.iter().any(|d| d.code.id == codes::NO_GAME.id);
        let words = &text[self.section.text.clone()];
        let keyed = |tag: &str| {
            let mut keys = words.lines().flat_map(header::keys);
            keys.any(|(_, name, _)| name == tag)
        };
        !nothing
            && (!game.tree.is_empty()
                || game.tags.get("FEN").is_some() && !game.start.is_unread()
                || game.unread.is_some() && Slot::first_two(words, &tokens(words))
                || keyed("White") && keyed("Black"))
    }
}

/// Reads the games of sections. A section without a game belongs to the game before it, or to
/// the first one; its text becomes a comment there.
fn games(
    sections: Vec<Section>,
    text: &Decoded<'_>,
    parse: impl Fn(&Segment) -> (Parsed<Game>, UnclaimedWords),
) -> Vec<SectionGame> {
    let mut games: Vec<SectionGame> = Vec::new();
    let mut before: Vec<Segment> = Vec::new();
    let mut first: Option<Section> = None;
    for mut section in sections {
        let mut segment = Segment::of(&section, text);
        let (mut parsed, mut kept) = parse(&segment);
        let words = &text.text[section.text.clone()];
        if is_no_game(&parsed) {
            segment.is_game = false;
            if let Some(last) = games.last_mut() {
                let start = section.bytes.start - last.section.bytes.start;
                last.kept.join(&UnclaimedWords::all(words, section.bytes.len()), start);
                last.section.bytes.end = section.bytes.end;
                last.section.text.end = section.text.end;
                last.segments.push(segment);
                add_text(&mut last.parsed.value, build::remark_words(words));
            } else {
                before.push(segment);
                let first = first.get_or_insert_with(|| section.clone());
                first.bytes.end = section.bytes.end;
                first.text.end = section.text.end;
            }
            continue;
        }
        let mut segments = std::mem::take(&mut before);
        segments.push(segment);
        if let Some(first) = first.take() {
            let words = &text.text[first.text.clone()];
            let comments = &mut parsed.value.tree.annotations_mut(NodeId::ROOT).comments;
            comments.insert(0, Comment::after(build::remark_words(words)));
            let by = section.bytes.start - first.bytes.start;
            for d in &mut parsed.diagnostics {
                d.span = d.span.start + by..d.span.end + by;
                if let Some(fix) = &mut d.fix {
                    fix.span = fix.span.start + by..fix.span.end + by;
                }
            }
            let after = std::mem::replace(&mut kept, UnclaimedWords::all(words, first.bytes.len()));
            kept.join(&after, by);
            section.bytes.start = first.bytes.start;
            section.text.start = first.text.start;
            section.line = first.line;
        }
        games.push(SectionGame { section, segments, parsed, kept });
    }
    games
}

/// Adds text after a game: to its unread text, or as a comment.
fn add_text(game: &mut Game, words: String) {
    if let Some(unread) = &mut game.unread {
        unread.push_str("\n\n");
        unread.push_str(&words);
    } else {
        let end = game.tree.mainline_end();
        game.tree.annotations_mut(end).comments.push(Comment::after(words));
    }
}

/// Returns true if neither a result nor moves, readable or not, were found.
fn is_no_game(parsed: &Parsed<Game>) -> bool {
    let game = &parsed.value;
    let found = parsed.diagnostics.iter().all(|d| d.code.id != codes::NO_GAME.id);
    let unread = game.unread.is_some() && found;
    let reported = game.outcome != Outcome::Unknown || game.unread.is_some();
    game.tree.is_empty() && !unread && (game.tags.is_empty() || !reported)
}
