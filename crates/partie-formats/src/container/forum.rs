//! Records in posts of forums, with the marks of `BBCode`: `[b]1. e4[/b] e5`.
//!
//! The marks are left out; `[pgn]` and `[code]` stand on lines of their own, and `[fen]` is a tag.

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

/// `[name]`, `[name=value]` or `[/name]`.
struct Mark {
    name: Vec<u8>,
    closes: bool,
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
    let length = text.len() - rest.len() + close + 1;
    MARKS.contains(&&name[..]).then_some(Mark { name, closes, length })
}
