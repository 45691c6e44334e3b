//! Diagnostics of databases of other programs.
//!
//! The games of a database are handed on as PGN. A problem of a game travels in that text, before its
//! moves: a line that begins with `%` (which PGN leaves to private use, standard, section 6), the code,
//! and words that name the file and the byte. Readers of PGN turn the line into a [`Diagnostic`]
//! again, so that a problem is reported with its game whoever reads the text.

use std::ops::Range;

use crate::{Code, Diagnostic, message};

pub mod codes;

/// Beginning of a line with a problem.
pub const MARK: &str = "%DBS";

/// Appends the line of a problem. Characters that would end or hide it are replaced by spaces.
///
/// ```
/// use partie_formats::database::{append_line, codes, reported};
/// let mut text = Vec::new();
/// append_line(&codes::DELETED, "club.si4, game 3: marked as deleted", &mut text);
/// assert_eq!(text, b"%DBS010 club.si4, game 3: marked as deleted\n");
/// let line = str::from_utf8(&text).expect("ASCII").trim_end();
/// let diagnostic = reported(line, 0..line.len()).expect("a problem");
/// assert_eq!(diagnostic.code.name, "deleted-game");
/// ```
pub fn append_line(code: &Code, words: &str, out: &mut Vec<u8>) {
    out.extend_from_slice(b"%");
    out.extend_from_slice(code.id.as_bytes());
    out.push(b' ');
    let plain = words.chars().map(|c| if c.is_control() { ' ' } else { c });
    let mut buffer = [0; 4];
    for c in plain {
        out.extend_from_slice(c.encode_utf8(&mut buffer).as_bytes());
    }
    out.push(b'\n');
}

/// Reads the line of a problem, without its end, that stands at a place of a record's text.
#[must_use]
pub fn reported(line: &str, span: Range<usize>) -> Option<Diagnostic> {
    let (id, words) = line.trim_end().strip_prefix('%')?.split_once(' ')?;
    let code = codes::ALL.iter().find(|code| code.id == id)?;
    Some(Diagnostic::new(code, span, message!("{words}", words)))
}
