//! Claims of a reader on its text, sorted into an account.

use std::ops::Range;

use super::{Account, Part, Span};
use crate::text::is_whitespace;
use crate::{Code, decode::Decoded};

/// Claims of a reader on parts of its text, in bytes of the decoded text. They are only gathered
/// for an account.
#[derive(Clone, Debug, Default)]
pub struct Claims {
    wanted: bool,
    spans: Vec<Span>,
    /// Claims on the otherwise unclaimed bytes of a range.
    rest: Vec<Span>,
    /// True if unclaimed signs without letters and digits are decoration.
    signs_are_decoration: bool,
}

impl Claims {
    /// Makes claims that are gathered only if `wanted`.
    #[must_use]
    pub const fn new(wanted: bool) -> Claims {
        Claims { wanted, spans: Vec::new(), rest: Vec::new(), signs_are_decoration: false }
    }

    /// Returns the same claims for a text in which signs alone have no meaning.
    #[must_use]
    pub fn of_words(self) -> Claims {
        Claims { signs_are_decoration: true, ..self }
    }

    /// Returns true if claims are gathered.
    #[must_use]
    pub const fn wanted(&self) -> bool {
        self.wanted
    }

    /// Claims a range of the text.
    #[inline]
    pub fn add(&mut self, bytes: Range<usize>, part: Part) {
        if self.wanted {
            self.spans.push(Span { bytes, part, code: None });
        }
    }

    /// Claims a range of the text, with the diagnostic that reports it.
    pub fn reported(&mut self, bytes: Range<usize>, part: Part, code: &'static Code) {
        if self.wanted {
            self.spans.push(Span { bytes, part, code: Some(code) });
        }
    }

    /// Claims words that are kept as text, with the diagnostic that reports them.
    pub fn keep(&mut self, bytes: Range<usize>, code: &'static Code) {
        self.reported(bytes, Part::Kept, code);
    }

    /// Claims all otherwise unclaimed bytes of a range; the first such claim on a byte counts.
    pub fn rest(&mut self, bytes: Range<usize>, part: Part, code: Option<&'static Code>) {
        if self.wanted {
            self.rest.push(Span { bytes, part, code });
        }
    }

    /// Makes the account of a text of `length` bytes, from which `decoded` was made.
    #[must_use]
    pub fn account(self, decoded: &Decoded<'_>, length: usize) -> Account {
        in_bytes(self.settle(&decoded.text), decoded, length)
    }

    /// Adds the claims on a part of the text, which begins at an offset.
    pub fn append(&mut self, part: Claims, offset: usize) {
        let shifted = |mut span: Span| {
            span.bytes = span.bytes.start + offset..span.bytes.end + offset;
            span
        };
        self.spans.extend(part.spans.into_iter().map(shifted));
        self.rest.extend(part.rest.into_iter().map(shifted));
    }

    /// Makes the account of a decoded text, in bytes of it.
    #[must_use]
    pub fn settle(mut self, text: &str) -> Account {
        self.spans.sort_by_key(|span| span.bytes.start);
        let owners = painted(text.len(), &self.rest);
        let mut made = Account::default();
        let mut at = 0;
        for mut span in std::mem::take(&mut self.spans) {
            let end = span.bytes.end.min(text.len());
            if span.bytes.start < at.min(end) {
                made.overlaps.push(Span { bytes: span.bytes.start..end.min(at), ..span.clone() });
            }
            span.bytes = span.bytes.start.max(at)..end;
            if span.bytes.is_empty() {
                continue;
            }
            self.fill(text, at..span.bytes.start, &owners, &mut made.spans);
            at = end;
            made.spans.push(span);
        }
        self.fill(text, at..text.len(), &owners, &mut made.spans);
        made
    }
}

/// Returns the first claim of `rest` on each byte, counted from 1; 0 where there is none.
fn painted(length: usize, rest: &[Span]) -> Vec<u32> {
    let mut owners = vec![0; if rest.is_empty() { 0 } else { length }];
    for (i, span) in rest.iter().enumerate().rev() {
        let end = span.bytes.end.min(length);
        owners[span.bytes.start.min(end)..end].fill(u32::try_from(i + 1).unwrap_or(0));
    }
    owners
}

impl Claims {
    /// Adds the spans of a range without a claim of its own.
    fn fill(&self, text: &str, range: Range<usize>, owners: &[u32], spans: &mut Vec<Span>) {
        let mut at = range.start;
        while at < range.end {
            let owner = owners.get(at).copied().unwrap_or(0);
            let here = owners.get(at..range.end).unwrap_or_default();
            let end = at + here.iter().take_while(|o| **o == owner).count();
            let end = if owners.is_empty() { range.end } else { end };
            let said = self.rest.get((owner as usize).wrapping_sub(1));
            let (part, code) = said.map_or((Part::Unaccounted, None), |s| (s.part, s.code));
            self.words_and_whitespace(text, at..end, part, code, spans);
            at = end;
        }
    }

    /// Adds a range without the whitespace around it. Unclaimed text is added word by word.
    fn words_and_whitespace(
        &self,
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
            let start = at + here.find(|c| !is_whitespace(c)).unwrap_or(here.len());
            add(at..start, Part::Whitespace, None);
            let here = &text[start..range.end];
            let length = match part {
                Part::Unaccounted => here.find(is_whitespace).unwrap_or(here.len()),
                _ => here.trim_end_matches(is_whitespace).len(),
            };
            at = start + length;
            let sign = self.signs_are_decoration && super::is_sign(&text[start..at]);
            match part {
                Part::Unaccounted if sign => add(start..at, Part::Decoration, None),
                part => add(start..at, part, code),
            }
        }
    }
}

/// Converts spans of the decoded text to spans of the original bytes.
fn in_bytes(mut account: Account, decoded: &Decoded<'_>, length: usize) -> Account {
    let place = |at: usize| match at {
        0 => 0,
        at if at == decoded.text.len() => length,
        at => decoded.byte_offset(at).min(length),
    };
    for span in account.spans.iter_mut().chain(&mut account.overlaps) {
        span.bytes = place(span.bytes.start)..place(span.bytes.end);
    }
    // All of the text was removed before it was read.
    if account.spans.is_empty() && length > 0 {
        account.spans.push(Span { bytes: 0..length, part: Part::Decoration, code: None });
    }
    account.spans.retain(|span| !span.bytes.is_empty());
    account
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::decode;
    use crate::fen::codes;

    #[test]
    fn claims_are_sorted_and_gaps_are_filled() {
        let text = "1. e4 x y {c} lost z";
        let mut claims = Claims::new(true);
        claims.add(3..5, Part::Move);
        claims.add(0..2, Part::Number);
        claims.add(10..13, Part::Comment);
        claims.rest(6..13, Part::Kept, Some(&codes::NO_POSITION));
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
