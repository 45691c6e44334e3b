//! Unwrapping of lines that a server or terminal wrapped.

use super::transport::Line;
use partie_wire::style12::{self, Style12};

/// Puts wrapped lines together: those that begin with a backslash and three spaces,
/// and board lines that a terminal broke at its width.
#[derive(Clone, Debug, Default)]
pub(super) struct LineUnwrapper {
    /// A line that may go on.
    held: Option<Line>,
    /// Number of lines that were joined to it without a mark.
    joined: u8,
}

/// A line put together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Unwrapped {
    pub(super) line: Line,
    /// True if it is a board line that was broken without a mark.
    pub(super) was_broken: bool,
}

/// Returns true if it is a board line with fields missing at its end.
fn unfinished(line: &[u8]) -> bool {
    style12::find_tag(line)
        .is_some_and(|(tag, _)| style12::count_fields(&line[tag.start..]) < style12::FIELDS)
}

/// No terminal is so narrow that a board line fills more of its lines.
const MOST_PIECES: u8 = 8;

impl LineUnwrapper {
    /// Returns true if it holds a line that may continue.
    pub(super) const fn holds(&self) -> bool {
        self.held.is_some()
    }

    /// Takes a line, and gives the one before it if that is complete.
    pub(super) fn take(&mut self, line: Line, limit: usize) -> Option<Unwrapped> {
        if let Some(held) = &mut self.held {
            if let Some(rest) = line.bytes.strip_prefix(b"\\   ")
                && held.bytes.len() + rest.len() < limit
            {
                let length = held.bytes.trim_ascii_end().len();
                held.bytes.truncate(length);
                held.bytes.push(b' ');
                held.bytes.extend_from_slice(rest);
                return None;
            }
            if let Some(joined) = self.continued(&line) {
                self.held = Some(joined);
                self.joined += 1;
                return None;
            }
        }
        let complete = self.release();
        if !line.bytes.trim_ascii().is_empty() {
            self.held = Some(line);
        }
        complete
    }

    /// Returns the held line with a line after it, if it is an unfinished board line and the two
    /// together are a better one.
    fn continued(&self, line: &Line) -> Option<Line> {
        let held = self.held.as_ref()?;
        // Most lines after a board line begin another, which the first byte shows.
        if matches!(line.bytes.first(), None | Some(b'<' | b'{' | b'\x15'))
            || line.bytes.len() > 400
            || self.joined >= MOST_PIECES
            || !unfinished(&held.bytes)
        {
            return None;
        }
        let rest = style12::trimmed(&line.bytes);
        if matches!(rest.first(), None | Some(b'<' | b'{' | b'&' | b'\x15')) {
            return None;
        }
        let mut bytes = style12::trimmed(&held.bytes).to_vec();
        bytes.push(b' ');
        bytes.extend_from_slice(rest);
        let bad = |line| Style12::parse(line).map(|board| board.value.unread.bad_fields());
        (bad(&bytes)? <= bad(&held.bytes).unwrap_or(0)).then_some(Line {
            bytes,
            byte: held.byte,
            number: held.number,
        })
    }

    /// Gives the held line if nothing can follow it: the next one begins with `first`.
    pub(super) fn peek(&mut self, first: u8) -> Option<Unwrapped> {
        // An unfinished board line waits for the whole of the next line.
        let waits = self.held.as_ref().is_some_and(|l| unfinished(&l.bytes));
        if first != b'\\' && !waits { self.release() } else { None }
    }

    /// Gives the held line.
    pub(super) fn release(&mut self) -> Option<Unwrapped> {
        let was_broken = self.joined > 0;
        self.joined = 0;
        self.held.take().map(|line| Unwrapped { line, was_broken })
    }
}
