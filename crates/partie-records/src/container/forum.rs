//! Records in posts of forums, with the marks of `BBCode`: `[b]1. e4[/b] e5`.
//!
//! The marks are left out; `[pgn]` and `[code]` stand on lines of their own, and `[fen]` is a tag.
//! The address of a link and the author of a quotation are remarks.

use std::ops::Range;

use super::unpacked::Unpacking;
use crate::detect;

/// Marks, in lower case.
const MARKS: [&[u8]; 21] = [
    b"b", b"i", b"u", b"s", b"url", b"color", b"size", b"font", b"center", b"quote", b"code",
    b"pgn", b"fen", b"spoiler", b"list", b"img", b"sub", b"sup", b"diagram", b"chess", b"board",
];

/// Returns true if marks are closed in a text. On a line of its own `[/pgn]` stands in files of PGN.
pub(super) fn is_post(text: &[u8]) -> bool {
    memchr::memmem::find_iter(text, b"[/").any(|at| {
        let is_glued = !matches!(text[..at].last(), None | Some(b'\n' | b' '));
        mark(&text[at..]).is_some_and(|mark| mark.name != b"pgn" || is_glued)
    })
}

/// Adds the text of a post.
pub(super) fn unpack(source: &[u8], out: &mut Unpacking<'_>) {
    let mut at = 0;
    while let Some(next) = memchr::memchr(b'[', &source[at..]) {
        out.copy(at..at + next);
        at += next;
        let Some(mark) = mark(&source[at..]) else {
            out.copy(at..at + 1);
            at += 1;
            continue;
        };
        let start = at;
        at += mark.length;
        let is_block = matches!(&mark.name[..], b"pgn" | b"code" | b"quote" | b"center" | b"chess");
        let is_diagram = matches!(&mark.name[..], b"fen" | b"diagram" | b"board");
        if is_block {
            out.end_line(start);
            out.put(b"\n", start);
        }
        let says = matches!(&mark.name[..], b"url" | b"quote" | b"img" | b"spoiler");
        if let Some(value) = mark.value.filter(|_| says) {
            remark(source, start + value.start..start + value.end, out);
        }
        if is_block {
        } else if is_diagram && !mark.closes {
            out.end_line(start);
            let end = memchr::memchr(b'[', &source[at..]).map_or(source.len(), |i| at + i);
            let is_board = |fen: &str| detect::is_board(fen.trim());
            if str::from_utf8(&source[at..end]).is_ok_and(is_board) {
                out.put(b"\n[FEN \"", start);
                out.copy(at..end);
                out.put(b"\"]\n\n", end);
                at = end;
            }
        }
    }
    out.copy(at..source.len());
}

/// Adds the value of a mark as a comment, or as words of the comment around it.
fn remark(source: &[u8], value: Range<usize>, out: &mut Unpacking<'_>) {
    let before = out.since(0);
    let is_open = memchr::memrchr(b'{', before) > memchr::memrchr(b'}', before);
    let (open, close): (&[u8], &[u8]) = if is_open { (b" ", b" ") } else { (b" {", b"} ") };
    let end = value.end;
    out.put(open, value.start);
    for at in value {
        let byte = source[at];
        out.put(&[if byte == b'}' { b')' } else { byte }], at);
    }
    out.put(close, end);
}

/// `[name]`, `[name=value]` or `[/name]`.
struct Mark {
    name: Vec<u8>,
    closes: bool,
    /// Place of its value, without quotes.
    value: Option<Range<usize>>,
    length: usize,
}

/// Reads the mark at the beginning of a text.
fn mark(text: &[u8]) -> Option<Mark> {
    let rest = text.strip_prefix(b"[")?;
    let name = rest.strip_prefix(b"/");
    let (closes, name) = (name.is_some(), name.unwrap_or(rest));
    let length = name.iter().take_while(|b| b.is_ascii_alphabetic()).count();
    let (name, rest) = name.split_at(length);
    let name = name.to_ascii_lowercase();
    let close = match rest.first()? {
        b']' => 0,
        // `[FEN "..."]` is a tag.
        b' ' if !rest[1..].first().is_some_and(u8::is_ascii_alphabetic) => return None,
        b'=' | b' ' if !closes => {
            memchr::memchr2(b']', b'\n', rest).filter(|i| rest[*i] == b']')?
        }
        _ => return None,
    };
    let start = text.len() - rest.len();
    let length = start + close + 1;
    let is_around = |b: &u8| b.is_ascii_whitespace() || matches!(b, b'"' | b'\'' | b'=');
    let value = &rest[..close];
    let leading = value.iter().take_while(|b| is_around(b)).count();
    let trailing = value[leading..].iter().rev().take_while(|b| is_around(b)).count();
    let value = (value.starts_with(b"=") && leading < close)
        .then(|| start + leading..start + close - trailing);
    MARKS.contains(&&name[..]).then_some(Mark { name, closes, value, length })
}
