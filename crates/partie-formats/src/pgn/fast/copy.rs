//! Moves that stand in a text as they are to be written: they are copied in runs, in
//! which only the ends of lines may be others.

use std::ops::Range;

use super::{
    export::Line,
    items::{Item, Sign},
};
use crate::pgn::fill::{Filler, NUMBERS, UNBROKEN, length_of};

/// The run that is being copied.
pub(super) struct Copy<'a> {
    text: &'a [u8],
    /// Where the run begins; none is there if it ends there, too.
    from: usize,
    /// The end of what was taken, or written otherwise.
    to: usize,
    /// The next line feed.
    line_feed: usize,
    /// There are comments in the run.
    comments: bool,
}

impl Copy<'_> {
    /// Copies movetext that is cut into items.
    pub(super) fn new<'a>(text: &'a [u8], items: &[Item]) -> Copy<'a> {
        // A blank line stands before the first number or brace.
        let lead = match items.first().map(Item::word) {
            Some(Ok(_)) => 4,
            _ => 2,
        };
        let start = items.first().map_or(text.len(), |item| item.span().start);
        let to = start.saturating_sub(lead);
        Copy { text, from: to, to, line_feed: to, comments: false }
    }

    /// Takes a move that is not behind a parenthesis, with what stands behind it, unless
    /// something of it is to be written otherwise. Says how many items these are, and
    /// whether there were comments.
    #[inline]
    pub(super) fn group(
        &mut self,
        items: &[Item],
        line: &Line,
        opens: bool,
    ) -> Option<(usize, bool)> {
        let (first, rest) = items.split_first()?;
        let Range { start, end } = first.span();
        if line.numbered() {
            let lead = self.text.get(self.to..start)?;
            if !is_number(lead, line, opens) {
                return None;
            }
        } else if start != self.to + 1 {
            // What is between two words is a blank or a line feed.
            return None;
        }
        let mut to = end;
        let mut length = 1;
        let mut comments = false;
        for item in rest {
            match item.word() {
                Err(Sign::Comment) => to = self.comment_from(to, item.span(), false)?,
                Err(Sign::Nag(_)) if length == 1 => to = self.nag_from(to, item.span())?,
                // Only the first one is certain to be written here.
                Err(Sign::Nag(_)) => return None,
                _ => break,
            }
            comments |= matches!(item.word(), Err(Sign::Comment));
            length += 1;
        }
        self.take(to);
        self.comments |= comments;
        Some((length, comments))
    }

    /// Takes a comment that stands by itself; false if it is to be written otherwise.
    pub(super) fn comment(&mut self, inner: Range<usize>, opens: bool) -> bool {
        let to = self.comment_from(self.to, inner, opens);
        if let Some(to) = to {
            self.take(to);
            self.comments = true;
        }
        to.is_some()
    }

    /// Takes a closing parenthesis, which may stand behind the run or without one.
    pub(super) fn close(&mut self, at: usize, filler: &mut Filler<'_>) {
        if self.from < self.to && at == self.to {
            self.to += 1;
        } else {
            self.finish(filler);
            filler.close();
            self.skip(at + 1);
        }
    }

    /// Writes the run; what comes next is written otherwise.
    pub(super) fn finish(&mut self, filler: &mut Filler<'_>) {
        if self.from < self.to {
            filler.run(&self.text[self.from..self.to], self.comments);
        }
        self.skip(self.to);
    }

    /// Goes on behind what was written otherwise.
    pub(super) fn skip(&mut self, to: usize) {
        (self.from, self.to, self.comments) = (to, to, false);
    }

    /// Makes the run longer; the blank before it does not belong to it.
    #[inline]
    fn take(&mut self, to: usize) {
        if self.from == self.to {
            self.from += 1;
        }
        self.to = to;
    }

    /// The end of a comment behind some other end, if it is to be written as it stands.
    #[inline]
    fn comment_from(&mut self, to: usize, inner: Range<usize>, opens: bool) -> Option<usize> {
        let before = self.text.get(to..inner.start)?;
        let fits = match before {
            [b' ' | b'\n', b'{'] => !opens,
            [b' ' | b'\n', b'(', b'{'] => opens,
            _ => false,
        };
        if self.line_feed < inner.start {
            let next = memchr::memchr(b'\n', &self.text[inner.start..]);
            self.line_feed = next.map_or(usize::MAX, |next| inner.start + next);
        }
        let simple = inner.len() + 3 <= UNBROKEN || {
            // Where lines may end in it depends on where they begin.
            memchr::memchr(b'[', &self.text[inner.clone()]).is_none()
        };
        let whole = fits && simple && self.line_feed >= inner.end;
        (whole && is_ascii(self.text, &inner)).then_some(inner.end + 1)
    }

    /// The same for a NAG.
    #[inline]
    fn nag_from(&self, to: usize, span: Range<usize>) -> Option<usize> {
        let whole = match &self.text[span.clone()] {
            [b'$', _] => true,
            [b'$', first, ..] => *first != b'0',
            _ => false,
        };
        (whole && span.start == to + 1).then_some(span.end)
    }
}

/// Whether a part of a text is ASCII.
#[inline]
fn is_ascii(text: &[u8], part: &Range<usize>) -> bool {
    let mut all = 0;
    let mut at = part.start;
    while at < part.end {
        let Some(block) = text.get(at..).and_then(<[u8]>::first_chunk::<8>) else {
            return text[part.clone()].is_ascii();
        };
        let over = (at + 8).saturating_sub(part.end) as u32;
        all |= u64::from_le_bytes(*block) << (8 * over);
        at += 8;
    }
    all & 0x8080_8080_8080_8080 == 0
}

/// Whether a text is the number of a line's next move, between two blanks, or the first of
/// them and a parenthesis that opens.
#[inline]
fn is_number(text: &[u8], line: &Line, opens: bool) -> bool {
    let Some(number) = NUMBERS.get(line.number_of_move() as usize) else { return false };
    let text = match text {
        [b' ' | b'\n', b'(', ..] if opens => &text[1..],
        [b' ' | b'\n', ..] if !opens => text,
        _ => return false,
    };
    let [_, rest @ .., b' ' | b'\n'] = text else { return false };
    let digits = number >> 8;
    let length = length_of(digits);
    let rest = if line.is_white() {
        rest
    } else {
        let Some(rest) = rest.strip_suffix(b"..") else { return false };
        rest
    };
    rest.len() == length && rest.iter().rev().fold(0, |all, b| all << 8 | u64::from(*b)) == digits
}
