//! What a reader claims of its text, sorted into an account.

use std::ops::Range;

use super::{Account, Part, Span};
use crate::{Code, decode::Decoded, pgn::token::is_blank};

/// What a reader says of the parts of its text, in bytes of the decoded text. It gathers
/// only if somebody asks.
#[derive(Debug, Default)]
pub(crate) struct Claims {
    wanted: bool,
    spans: Vec<Span>,
    /// What is said of all that nobody else claims in a range.
    rest: Vec<Span>,
}

impl Claims {
    /// Gathers, or does not.
    pub(crate) const fn new(wanted: bool) -> Claims {
        Claims { wanted, spans: Vec::new(), rest: Vec::new() }
    }

    /// Whether somebody asks.
    pub(crate) const fn wanted(&self) -> bool {
        self.wanted
    }

    /// Says what a range of the text became.
    #[inline]
    pub(crate) fn add(&mut self, bytes: Range<usize>, part: Part) {
        if self.wanted {
            self.spans.push(Span { bytes, part, code: None });
        }
    }

    /// Says what a range of the text became, and which diagnostic says so, too.
    pub(crate) fn reported(&mut self, bytes: Range<usize>, part: Part, code: &'static Code) {
        if self.wanted {
            self.spans.push(Span { bytes, part, code: Some(code) });
        }
    }

    /// Says that words are kept as text, and which diagnostic says so.
    pub(crate) fn keep(&mut self, bytes: Range<usize>, code: &'static Code) {
        self.reported(bytes, Part::Kept, code);
    }

    /// Says what became of all that nobody else claims in a range; the first to say so of
    /// a place counts.
    pub(crate) fn rest(&mut self, bytes: Range<usize>, part: Part, code: Option<&'static Code>) {
        if self.wanted {
            self.rest.push(Span { bytes, part, code });
        }
    }

    /// The account of a text of so many bytes, from which `decoded` was made.
    pub(crate) fn account(mut self, decoded: &Decoded<'_>, length: usize) -> Account {
        let text = &*decoded.text;
        self.spans.sort_by_key(|span| span.bytes.start);
        let mut made = Account::default();
        let mut at = 0;
        for mut span in self.spans {
            let end = span.bytes.end.min(text.len());
            if span.bytes.start < at.min(end) {
                made.overlaps.push(Span { bytes: span.bytes.start..end.min(at), ..span.clone() });
            }
            span.bytes = span.bytes.start.max(at)..end;
            if span.bytes.is_empty() {
                continue;
            }
            fill(text, at..span.bytes.start, &self.rest, &mut made.spans);
            at = end;
            made.spans.push(span);
        }
        fill(text, at..text.len(), &self.rest, &mut made.spans);
        in_bytes(made, decoded, length)
    }
}

/// Adds what became of a range that nobody claimed.
fn fill(text: &str, range: Range<usize>, rest: &[Span], spans: &mut Vec<Span>) {
    let mut at = range.start;
    while at < range.end {
        // The first rest that covers this place; it ends where an earlier one begins.
        let holds = |span: &&Span| span.bytes.contains(&at);
        let found = rest.iter().position(|span| holds(&span));
        let before = &rest[..found.unwrap_or(rest.len())];
        let starts = before.iter().map(|span| span.bytes.start).filter(|start| *start > at);
        let end = starts.min().unwrap_or(range.end).min(range.end);
        let end = found.map_or(end, |i| end.min(rest[i].bytes.end));
        let (part, code) =
            found.map_or((Part::Unaccounted, None), |i| (rest[i].part, rest[i].code));
        words_and_whitespace(text, at..end, part, code, spans);
        at = end;
    }
}

/// Adds a range without the whitespace around it. What nobody claimed is added word by word.
fn words_and_whitespace(
    text: &str,
    range: Range<usize>,
    part: Part,
    code: Option<&'static Code>,
    spans: &mut Vec<Span>,
) {
    let mut add = |bytes: Range<usize>, part, code| {
        if !bytes.is_empty() {
            spans.push(Span { bytes, part, code });
        }
    };
    let mut at = range.start;
    while at < range.end {
        let here = &text[at..range.end];
        let start = at + here.find(|c| !is_blank(c)).unwrap_or(here.len());
        add(at..start, Part::Whitespace, None);
        let here = &text[start..range.end];
        let length = match part {
            Part::Unaccounted => here.find(is_blank).unwrap_or(here.len()),
            _ => here.trim_end_matches(is_blank).len(),
        };
        add(start..start + length, part, code);
        at = start + length;
    }
}

/// Spans of the decoded text as spans of the bytes that it was decoded from.
fn in_bytes(mut account: Account, decoded: &Decoded<'_>, length: usize) -> Account {
    let place = |at: usize| match at {
        0 => 0,
        at if at == decoded.text.len() => length,
        at => decoded.byte_offset(at).min(length),
    };
    for span in account.spans.iter_mut().chain(&mut account.overlaps) {
        span.bytes = place(span.bytes.start)..place(span.bytes.end);
    }
    // Nothing but what was taken off the text is left if all of it was.
    if account.spans.is_empty() && length > 0 {
        account.spans.push(Span { bytes: 0..length, part: Part::Decoration, code: None });
    }
    account.spans.retain(|span| !span.bytes.is_empty());
    account
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{decode, pgn::codes};

    #[test]
    fn claims_are_sorted_and_gaps_are_filled() {
        let text = "1. e4 x y {c} lost z";
        let mut claims = Claims::new(true);
        claims.add(3..5, Part::Move);
        claims.add(0..2, Part::Number);
        claims.add(10..13, Part::Comment);
        claims.rest(6..13, Part::Kept, Some(&codes::PROSE));
        claims.add(19..20, Part::Move);
        claims.add(19..20, Part::Result);
        let account = claims.account(&decode::decode(text.as_bytes(), None), text.len());
        let parts: Vec<_> = account
            .spans
            .iter()
            .filter(|span| span.part != Part::Whitespace)
            .map(|span| (&text[span.bytes.clone()], span.part))
            .collect();
        assert_eq!(
            parts,
            [
                ("1.", Part::Number),
                ("e4", Part::Move),
                ("x y", Part::Kept),
                ("{c}", Part::Comment),
                ("lost", Part::Unaccounted),
                ("z", Part::Move),
            ]
        );
        assert_eq!(account.overlaps.len(), 1);
        assert!(account.spans.windows(2).all(|two| two[0].bytes.end == two[1].bytes.start));
    }
}
