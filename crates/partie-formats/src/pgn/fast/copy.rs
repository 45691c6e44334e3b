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
    /// Where the run begins, with the blank before it; none is there if it ends there, too.
    from: usize,
    /// The end of what was taken, or written otherwise.
    to: usize,
    /// The next line feed.
    line_feed: usize,
    /// There are comments in the run.
    comments: bool,
    /// The whole movetext is ASCII.
    ascii: bool,
}

impl Copy<'_> {
    /// Copies movetext that is cut into items and begins after so many half-moves.
    pub(super) fn new<'a>(text: &'a [u8], items: &[Item], plies: u32) -> Copy<'a> {
        // A blank line stands before the first number or brace.
        let number = NUMBERS.get(plies as usize / 2 + 1).map_or(0, |number| length_of(*number));
        let lead = match items.first().map(Item::word) {
            Some(Ok(_)) => number + 1 + if plies & 1 == 0 { 0 } else { 2 },
            _ => 2,
        };
        let start = items.first().map_or(text.len(), |item| item.span().start);
        let to = start.saturating_sub(lead);
        let ascii = items.last().is_none_or(|item| text[start..item.end()].is_ascii());
        Copy { text, from: to, to, line_feed: to, comments: false, ascii }
    }

    /// Takes moves of a line, so many at most, each with what stands behind it, up to one
    /// of which something is to be written otherwise. Says how many items and moves.
    #[inline]
    pub(super) fn moves(
        &mut self,
        items: &[Item],
        line: &mut Line,
        opens: bool,
        most: usize,
        filler: &mut Filler<'_>,
    ) -> (usize, usize) {
        let (mut at, mut moves) = (0, 0);
        let mut numbered = line.number;
        let mut to = self.to;
        'moves: while moves < most
            && let Some(item) = items.get(at)
            && item.word().is_ok()
        {
            let Range { start, end } = item.span();
            let plies = line.plies + moves as u32;
            let glued = if numbered || plies & 1 == 0 {
                match self.number(to..start, plies, opens && moves == 0) {
                    Some(lead) => lead == Lead::Glued,
                    None => break,
                }
            } else if start == to + 1 {
                // What is between two words is a blank or a line feed.
                false
            } else {
                break;
            };
            let mut end = end;
            let mut next = at + 1;
            let mut commented = false;
            while let Some(item) = items.get(next) {
                let annotation = match item.word() {
                    Err(Sign::Comment) => {
                        commented = true;
                        self.comment_from(end, item.span(), false)
                    }
                    // Only the first one is certain to be written here.
                    Err(Sign::Nag(_)) if next > at + 1 => None,
                    Err(Sign::Nag(_)) => self.nag_from(end, item.span()),
                    _ => break,
                };
                let Some(longer) = annotation else { break 'moves };
                end = longer;
                next += 1;
            }
            if glued {
                filler.copy(self.text, self.from..start, self.comments);
                filler.blank();
                self.from = start;
            }
            (at, to, numbered) = (next, end, commented);
            self.comments |= commented;
            moves += 1;
        }
        if moves > 0 {
            self.to = to;
            *line = line.behind(moves as u32, numbered);
        }
        (at, moves)
    }

    /// Takes a comment that stands by itself; false if it is to be written otherwise.
    pub(super) fn comment(&mut self, inner: Range<usize>, opens: bool) -> bool {
        let to = self.comment_from(self.to, inner, opens);
        if let Some(to) = to {
            self.to = to;
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
            filler.copy(self.text, self.from..self.to, self.comments);
        }
        self.skip(self.to);
    }

    /// Goes on behind what was written otherwise.
    pub(super) fn skip(&mut self, to: usize) {
        (self.from, self.to, self.comments) = (to, to, false);
    }

    /// The end of a comment behind some other end, if it is to be written as it stands.
    #[inline]
    fn comment_from(&mut self, to: usize, inner: Range<usize>, opens: bool) -> Option<usize> {
        if self.line_feed < inner.start {
            self.find_line_feed(inner.start);
        }
        // Between two words is a blank or a line feed.
        let stands = if opens {
            matches!(self.text.get(to..inner.start)?, [b' ' | b'\n', b'(', b'{'])
        } else {
            inner.start == to + 2
        };
        let whole = stands
            && self.line_feed >= inner.end
            && (self.ascii || self.text[inner.clone()].is_ascii())
            && (inner.len() + 3 <= UNBROKEN || self.has_no_command(&inner));
        whole.then_some(inner.end + 1)
    }

    #[cold]
    fn find_line_feed(&mut self, from: usize) {
        let next = memchr::memchr(b'\n', &self.text[from..]);
        self.line_feed = next.map_or(usize::MAX, |next| from + next);
    }

    /// Where lines may end in a long comment with commands depends on where they begin.
    fn has_no_command(&self, comment: &Range<usize>) -> bool {
        memchr::memchr(b'[', &self.text[comment.clone()]).is_none()
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

    /// How a part of the text is the number of a move, behind a blank or the parenthesis
    /// that opens.
    #[inline]
    fn number(&self, part: Range<usize>, plies: u32, opens: bool) -> Option<Lead> {
        let number = NUMBERS.get(plies as usize / 2 + 1)?;
        let mut length = length_of(*number);
        let mut wanted = *number;
        if plies & 1 != 0 {
            wanted |= 0x2e2e << (8 * length);
            length += 2;
        }
        let Range { start: mut from, end } = part;
        if opens {
            from += 1;
            wanted ^= u64::from(b' ' ^ b'(');
        }
        let bytes = self.text.get(from..)?.first_chunk::<8>()?;
        let unused = 64 - 8 * length as u32;
        let different = (u64::from_le_bytes(*bytes) ^ wanted) << unused;
        // Before it and behind it a line may end.
        let blank = |at: usize| matches!(self.text[at], b' ' | b'\n');
        let stands = (different == 0 || different == u64::from(b' ' ^ b'\n') << unused && !opens)
            && (!opens || blank(from - 1));
        match end.checked_sub(from + length)? {
            0 if stands => Some(Lead::Glued),
            1 if stands && blank(end - 1) => Some(Lead::Whole),
            _ => None,
        }
    }
}

/// What stands before a move.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Lead {
    /// A number and a blank.
    Whole,
    /// A number without a blank behind it.
    Glued,
}
