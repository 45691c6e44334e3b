//! Where one game of a text ends and the next begins.

use std::ops::Range;

/// A stretch of text that may hold a game.
#[derive(Debug)]
pub(super) struct Section {
    pub(super) bytes: Range<usize>,
    /// From 1.
    pub(super) line: u64,
}

/// Cuts a text at headings (`# 3 Anderssen - Kieseritzky`), and where an empty line is
/// followed by move 1 although moves stood before.
pub(super) fn sections(text: &[u8]) -> Vec<Section> {
    let mut sections = vec![Section { bytes: 0..0, line: 1 }];
    let (mut at, mut number) = (0, 0);
    let (mut empty_before, mut moves, mut headed) = (true, false, false);
    for line in text.split_inclusive(|b| *b == b'\n') {
        number += 1;
        let words = line.trim_ascii();
        let heading = is_heading(words) || names_white(words);
        let first_move = begins_with_move_one(words);
        let begins = heading && (moves || headed)
            || first_move && moves && empty_before && !headed_only(heading);
        if begins && at > 0 {
            if let Some(last) = sections.last_mut() {
                last.bytes.end = at;
            }
            sections.push(Section { bytes: at..at, line: number });
            moves = false;
            headed = false;
        }
        headed |= heading;
        moves |= first_move || has_squares(words) && !heading;
        empty_before = words.is_empty();
        at += line.len();
    }
    if let Some(last) = sections.last_mut() {
        last.bytes.end = text.len();
    }
    sections.retain(|s| !text[s.bytes.clone()].trim_ascii().is_empty());
    sections
}

const fn headed_only(heading: bool) -> bool {
    heading
}

/// `White: Anderssen`: the first of the players.
fn names_white(line: &[u8]) -> bool {
    line.len() < 200
        && std::str::from_utf8(line)
            .is_ok_and(|l| matches!(super::header::header(l), Some(("White", _))))
}

/// A line of Markdown's or of a game list's heading.
pub(super) fn is_heading(line: &[u8]) -> bool {
    line.starts_with(b"# ") || line.starts_with(b"## ") || line.starts_with(b"### ")
}

/// `1. e4`, `1.e4`, `1 e4`; not `1...` and not `1.5`.
fn begins_with_move_one(line: &[u8]) -> bool {
    let line = line.strip_prefix(b"**").unwrap_or(line);
    let Some(rest) = line.strip_prefix(b"1") else { return false };
    let rest = match rest {
        [b'.', b'.', ..] => return false,
        [b'.' | b')' | b' ' | b'\t', rest @ ..] => rest,
        _ => return false,
    };
    rest.trim_ascii_start()
        .first()
        .is_some_and(|b| !b.is_ascii_digit() || rest.trim_ascii_start().len() >= 4)
}

fn has_squares(line: &[u8]) -> bool {
    line.windows(2).any(|w| matches!(w, [b'a'..=b'h' | b'A'..=b'H', b'1'..=b'8']))
}
