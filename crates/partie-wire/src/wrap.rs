//! Wraps lines at a player's width, and splits long texts at their height.
//!
//! A line longer than `set width` is cut after a space; its continuation begins with a backslash
//! and three spaces. Words are never cut: an address stays whole, and text without spaces stays
//! long. Lines of the protocol (`<12> …`, styles 8 and 11) are never wrapped, nor anything for an
//! interface with `iset nowrap 1`. Escape codes, such as style 3's, take no columns.
//!
//! A client removes the wrapping: with [`unwrap`] from a text, with [`Unwrapper`] line by line.
//! Text wrapped by [`wrap`] is restored, unless one of its own lines begins with the continuation
//! mark.
//!
//! ```
//! use partie_wire::wrap;
//!
//! let text = "Ambiguous command. Matches: mailhelp mailmess mailmoves\n";
//! let wrapped = wrap::wrap(text, 40);
//! assert_eq!(wrapped, "Ambiguous command. Matches: mailhelp \n\\   mailmess mailmoves\n");
//! assert_eq!(wrap::unwrap(&wrapped), text);
//! ```

use std::borrow::Cow;

use crate::{
    block,
    style12::{self, Style12},
};

/// The start of a continuation.
pub const CONTINUATION: &str = "\\   ";
/// The line below a page that is not the last one.
pub const MORE: &str = "Type [next] to see next page.\n";

/// The text, whose lines end with `\n`, with no line longer than `width` characters as far as there
/// are spaces to cut at.
#[must_use]
pub fn wrap(text: &str, width: usize) -> Cow<'_, str> {
    let fits = |line: &str| line.len() <= width || columns(line) <= width;
    if text.split('\n').all(fits) {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len() + 16);
    for line in text.split_inclusive('\n') {
        if is_protocol(line) {
            out.push_str(line);
        } else {
            wrap_line(line, width, &mut out);
        }
    }
    Cow::Owned(out)
}

fn wrap_line(line: &str, width: usize, out: &mut String) {
    let mut rest = line;
    let mut room = width;
    while let Some(cut) = cut(rest, room) {
        out.push_str(&rest[..cut]);
        out.push('\n');
        out.push_str(CONTINUATION);
        rest = &rest[cut..];
        room = width.saturating_sub(CONTINUATION.len());
    }
    out.push_str(rest);
}

/// Returns the place to cut a line: after the last space that fits, else after the first one that
/// does not. `None` if the whole line fits, or if one side would be whitespace.
fn cut(line: &str, room: usize) -> Option<usize> {
    let end = line.trim_end().len();
    let start = line.len() - line.trim_start().len();
    if columns(&line[..end]) <= room {
        return None;
    }
    let mut best = None;
    for (column, (i, c)) in shown(&line[..end]).enumerate().skip_while(|(_, (i, _))| *i < start) {
        if c == ' ' {
            if column < room || best.is_none() {
                best = Some(i + 1);
            } else {
                break;
            }
        }
    }
    best
}

/// Number of columns that a line takes on a terminal.
fn columns(line: &str) -> usize {
    shown(line).count()
}

/// The characters that take a column, with their places: not the escape codes
/// (`ESC [` to a letter).
fn shown(line: &str) -> impl Iterator<Item = (usize, char)> {
    let mut in_code = false;
    line.char_indices().filter(move |(at, c)| {
        let hidden = in_code || line[*at..].starts_with("\x1b[");
        in_code = hidden && (*c == '\x1b' || !c.is_ascii_alphabetic());
        !hidden
    })
}

/// Returns true if a line belongs to the protocol: one or two small letters or digits in angle
/// brackets at its start (`<12>`, `<b1>`, `<s>`, `<pt>`), then a space or the line's end; or a
/// board of style 8 or 11 (`#@#001…`).
#[must_use]
pub fn is_protocol(line: &str) -> bool {
    // A bell may stand before a board.
    let line = line.trim_start_matches('\x07');
    if line.starts_with("#@#") {
        return true;
    }
    let Some((tag, rest)) = line.strip_prefix('<').and_then(|l| l.split_once('>')) else {
        return false;
    };
    matches!(tag.len(), 1 | 2)
        && tag.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit())
        && matches!(rest.bytes().next(), None | Some(b' ' | b'\n' | b'\r'))
}

/// The text with its continuations joined to the lines they continue. Line ends are `\n`.
#[must_use]
pub fn unwrap(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for line in text.split_inclusive('\n') {
        match line.strip_prefix(CONTINUATION) {
            Some(rest) if out.ends_with('\n') => {
                out.pop();
                if !out.ends_with(' ') && !out.is_empty() {
                    out.push(' ');
                }
                out.push_str(rest);
            }
            _ => out.push_str(line),
        }
    }
    out
}

/// FICS leaves the space at the end of the line that is cut; some servers drop it.
fn join(line: &mut Vec<u8>, rest: &[u8]) {
    if !matches!(line.last(), None | Some(b' ')) {
        line.push(b' ');
    }
    line.extend_from_slice(rest);
}

/// The longest line that an [`Unwrapper`] joins, in bytes.
pub const LIMIT: usize = 64 * 1024;

/// No terminal is so narrow that a board fills more of its lines.
const MOST_PIECES: u8 = 8;

/// A line, put together if it was cut.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Joined<P> {
    /// The line without its end.
    pub bytes: Vec<u8>,
    /// The place of its first piece.
    pub place: P,
    /// Number of pieces that followed without a mark: a terminal broke a board at its width.
    pub broken: u8,
}

/// Joins continuations line by line, and boards of style 12 that a terminal broke at its
/// width. A line is complete when the next one begins, or when the server shows its prompt.
///
/// ```
/// use partie_wire::wrap::Unwrapper;
///
/// let mut lines = Unwrapper::default();
/// assert_eq!(lines.line(b"Anna tells you: how are ".to_vec(), 1), None);
/// assert_eq!(lines.line(b"\\   you?".to_vec(), 2), None);
/// let joined = lines.end().expect("a line");
/// assert_eq!((&joined.bytes[..], joined.place), (&b"Anna tells you: how are you?"[..], 1));
/// ```
#[derive(Clone, Debug)]
pub struct Unwrapper<P> {
    limit: usize,
    held: Option<Joined<P>>,
}

impl<P> Default for Unwrapper<P> {
    fn default() -> Unwrapper<P> {
        Unwrapper::new(LIMIT)
    }
}

impl<P> Unwrapper<P> {
    /// Joins lines of at most `limit` bytes.
    #[must_use]
    pub const fn new(limit: usize) -> Unwrapper<P> {
        Unwrapper { limit, held: None }
    }

    /// Returns true if it holds a line that may go on.
    #[must_use]
    pub const fn holds(&self) -> bool {
        self.held.is_some()
    }

    /// Takes a line without its end; gives the one before it, if that is complete. A line
    /// grown to the limit is complete, too.
    pub fn line(&mut self, bytes: Vec<u8>, place: P) -> Option<Joined<P>> {
        if let Some(held) = &mut self.held {
            if let Some(rest) = bytes.strip_prefix(CONTINUATION.as_bytes())
                && held.bytes.len() + rest.len() < self.limit
            {
                join(&mut held.bytes, rest);
                return None;
            }
            if held.goes_on_in(&bytes) {
                return None;
            }
        }
        self.held.replace(Joined { bytes, place, broken: 0 })
    }

    /// Returns the held line if the next one, which begins with this byte, cannot continue it.
    pub fn before(&mut self, first: u8) -> Option<Joined<P>> {
        // An unfinished board waits for the whole of the next line.
        let waits = self.held.as_ref().is_some_and(|held| is_unfinished(&held.bytes));
        if first != CONTINUATION.as_bytes()[0] && !waits { self.end() } else { None }
    }

    /// A prompt came, or the stream ended: gives the line that was held.
    pub fn end(&mut self) -> Option<Joined<P>> {
        self.held.take()
    }
}

impl<P> Joined<P> {
    /// Adds a line if this is an unfinished board and the two together are a better one.
    fn goes_on_in(&mut self, line: &[u8]) -> bool {
        // Most lines after a board begin another, which the first byte shows.
        if matches!(line.first(), None | Some(b'<' | b'{' | &block::START))
            || line.len() > 400
            || self.broken >= MOST_PIECES
            || !is_unfinished(&self.bytes)
        {
            return false;
        }
        let rest = style12::trimmed(line);
        if matches!(rest.first(), None | Some(b'<' | b'{' | b'&' | &block::START)) {
            return false;
        }
        let mut bytes = style12::trimmed(&self.bytes).to_vec();
        bytes.push(b' ');
        bytes.extend_from_slice(rest);
        let bad = |line| Style12::parse(line).map(|board| board.value.unread.bad_fields());
        let is_better = bad(&bytes).is_some_and(|now| now <= bad(&self.bytes).unwrap_or(0));
        if is_better {
            self.bytes = bytes;
            self.broken += 1;
        }
        is_better
    }
}

/// Returns true if a line is a board with fields missing at its end.
fn is_unfinished(line: &[u8]) -> bool {
    style12::find_tag(line)
        .is_some_and(|(tag, _)| style12::count_fields(&line[tag.start..]) < style12::FIELDS)
}

/// Splits a text, whose lines end with `\n`, after `height` lines: the page to show, and the rest,
/// announced by [`MORE`] below the page. A height of 0 splits nothing.
///
/// ```
/// use partie_wire::wrap;
///
/// let (page, rest) = wrap::page("1\n2\n3\n", 2);
/// assert_eq!((page, rest), ("1\n2\n", Some("3\n")));
/// ```
#[must_use]
pub fn page(text: &str, height: usize) -> (&str, Option<&str>) {
    if height == 0 {
        return (text, None);
    }
    match text.match_indices('\n').nth(height - 1) {
        Some((end, _)) if end + 1 < text.len() => {
            let (page, rest) = text.split_at(end + 1);
            (page, Some(rest))
        }
        _ => (text, None),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn where_lines_are_cut() {
        for (text, width, wrapped) in [
            ("short\n", 79, "short\n"),
            ("one two three\n", 13, "one two three\n"),
            ("one two three\n", 12, "one two \n\\   three\n"),
            ("one two three\n", 8, "one two \n\\   three\n"),
            // The space belongs to the line, as on FICS.
            ("one two three\n", 7, "one \n\\   two \n\\   three\n"),
            ("one two three", 7, "one \n\\   two \n\\   three"),
            // No word is cut.
            (
                "see http://partie.example/a/long/address now\n",
                12,
                "see \n\\   http://partie.example/a/long/address \n\\   now\n",
            ),
            ("http://partie.example/address\n", 10, "http://partie.example/address\n"),
            // Several lines, spaces at the end, an indented line.
            ("a\n\none two three\nb\n", 8, "a\n\none two \n\\   three\nb\n"),
            ("one two      \n", 8, "one two      \n"),
            ("          indented far\n", 12, "          indented \n\\   far\n"),
            // Characters count, not bytes.
            ("♘♘♘♘ ♘♘♘♘\n", 9, "♘♘♘♘ ♘♘♘♘\n"),
            ("♘♘♘♘ ♘♘♘♘\n", 8, "♘♘♘♘ \n\\   ♘♘♘♘\n"),
            // The protocol is left alone.
            ("<12> rnbqkbnr pppppppp\n", 8, "<12> rnbqkbnr pppppppp\n"),
            (
                "<s> 8 w=visar ti=02\nmore text here\n",
                10,
                "<s> 8 w=visar ti=02\nmore text \n\\   here\n",
            ),
            (
                "#@#001Adam            Boris           :\n",
                8,
                "#@#001Adam            Boris           :\n",
            ),
            // Escape codes take no columns: three squares of style 3, and a remark.
            (
                "\x1b[1;37;46m R \x1b[0;30;44m * \x1b[0m     Move\n",
                16,
                "\x1b[1;37;46m R \x1b[0;30;44m * \x1b[0m     Move\n",
            ),
            (
                "\x1b[1;37;46m R \x1b[0;30;44m * \x1b[0m     Move\n",
                14,
                "\x1b[1;37;46m R \x1b[0;30;44m * \x1b[0m     \n\\   Move\n",
            ),
            ("", 8, ""),
            ("a b c", 0, "a \n\\   b \n\\   c"),
        ] {
            assert_eq!(wrap(text, width), wrapped, "{text:?} at {width}");
            assert_eq!(unwrap(&wrap(text, width)), text);
        }
    }

    #[test]
    fn as_fics_wraps() {
        let text =
            "Issuing: Anna (++++) [white] Bert (++++) unrated wild 3 0 Loaded from crazyhouse/0.\n";
        let (first, rest) = text.split_at(text.find("crazy").expect("there"));
        assert_eq!(wrap(text, 79), format!("{first}\n\\   {rest}"));
    }

    #[test]
    fn a_dropped_space_is_put_back() {
        let text = "Matches: mailhelp mailmess\n\\   mailmoves match\n";
        assert_eq!(unwrap(text), "Matches: mailhelp mailmess mailmoves match\n");
        assert_eq!(unwrap("\\   first line\n"), "\\   first line\n");
    }

    #[test]
    fn lines_of_the_protocol() {
        for (line, yes) in [
            ("<12> rnbq", true),
            ("<b1> game 1", true),
            ("<sc>", true),
            ("<s> 8", true),
            ("<sr> 8 10\n\r", true),
            ("#@#001Adam", true),
            ("\x07#@#001Adam", true),
            ("<--- here", false),
            ("<123> x", false),
            ("<WG> x", false),
            ("<s>8", false),
            ("<> x", false),
            ("--> Anna waves", false),
        ] {
            assert_eq!(is_protocol(line), yes, "{line}");
        }
    }

    #[test]
    fn pages() {
        for (text, height, page, rest) in [
            ("1\n2\n3\n", 0, "1\n2\n3\n", None),
            ("1\n2\n3\n", 1, "1\n", Some("2\n3\n")),
            ("1\n2\n3\n", 2, "1\n2\n", Some("3\n")),
            ("1\n2\n3\n", 3, "1\n2\n3\n", None),
            ("1\n2\n3", 2, "1\n2\n", Some("3")),
            ("", 2, "", None),
        ] {
            assert_eq!(super::page(text, height), (page, rest), "{text:?} at {height}");
        }
    }

    fn lines() -> impl Strategy<Value = String> {
        let word = prop_oneof![4 => "[a-z♘]{1,9}", 2 => " {1,4}", 1 => Just("\n".to_owned()), 1 => "<12> |\\\\"];
        prop::collection::vec((word, "[ ]?"), 0..40).prop_map(|words| {
            words.into_iter().map(|(a, b)| a + &b).collect::<String>().replace("\\ ", "\\x")
        })
    }

    proptest! {
        #[test]
        fn unwrapping_gives_the_text_back(text in lines(), width in 0usize..40) {
            let wrapped = wrap(&text, width).into_owned();
            prop_assert_eq!(unwrap(&wrapped), text.clone());
            // A line by chance may be a board with fields missing, which the next line completes.
            if text.split('\n').any(|line| Style12::parse(line.as_bytes()).is_some()) {
                return Ok(());
            }
            let mut by_line = Unwrapper::default();
            let mut joined: Vec<Joined<usize>> = Vec::new();
            for (place, line) in wrapped.split('\n').enumerate() {
                joined.extend(by_line.line(line.into(), place));
            }
            joined.extend(by_line.end());
            let joined: Vec<Vec<u8>> = joined.into_iter().map(|line| line.bytes).collect();
            prop_assert_eq!(String::from_utf8(joined.join(&b'\n')).expect("text"), text);
        }

        #[test]
        fn no_line_is_longer_than_it_must_be(text in lines(), width in 5usize..40) {
            for line in wrap(&text, width).split('\n').filter(|l| !is_protocol(l)) {
                let shown = line.strip_prefix(CONTINUATION).unwrap_or(line);
                let words = shown.split_whitespace().count();
                prop_assert!(line.trim_end().chars().count() <= width || words <= 1, "{:?}", line);
            }
        }

        #[test]
        fn pages_are_the_whole_text(text in "[ab\n]{0,40}", height in 1usize..5) {
            let (mut rest, mut read) = (Some(&text[..]), String::new());
            while let Some(text) = rest {
                let (page, more) = super::page(text, height);
                prop_assert!(page.matches('\n').count() <= height);
                read.push_str(page);
                rest = more;
            }
            prop_assert_eq!(read, text);
        }
    }
}
