//! Records in Markdown, between fences (`CommonMark` 0.31, section 4.5) and in the text around
//! them.
//!
//! The text becomes comments up to the paragraph in which a game begins: moves and braces in prose
//! do not belong to a game.

use std::ops::Range;

use super::{moves, unpacked::Unpacking};
use partie_pgn::token;

/// Returns true if a fenced block holds a tag.
pub(super) fn has_fenced_game(text: &[u8]) -> bool {
    fenced(text).iter().any(|fence| is_record(&text[fence.clone()]))
}

/// Returns true if a brace is open at the end of a paragraph before a game: it would begin a comment
/// that holds the game.
pub(super) fn has_open_brace(text: &[u8]) -> bool {
    let count = |text: &[u8], brace| memchr::memchr_iter(brace, text).count();
    let mut is_open = false;
    let (mut start, mut at) = (0, 0);
    text.split_inclusive(|b| *b == b'\n').any(|line| {
        at += line.len();
        if !line.trim_ascii().is_empty() && at < text.len() {
            return false;
        }
        let paragraph = &text[start..at];
        start = at;
        let begins =
            is_record(paragraph) || str::from_utf8(paragraph).is_ok_and(moves::hold_a_beginning);
        is_open |= !begins && count(paragraph, b'{') != count(paragraph, b'}');
        begins && is_open
    })
}

/// Adds the text, and the fenced blocks that hold a record. Lines of fences and blocks of other
/// code are left out.
pub(super) fn unpack(source: &[u8], out: &mut Unpacking<'_>) {
    let mut at = 0;
    for fence in fenced(source) {
        let opening = source[..fence.start].trim_ascii_end();
        let opening = memchr::memrchr(b'\n', opening).map_or(0, |i| i + 1);
        prose(source, at..opening.max(at), out);
        let block = &source[fence.clone()];
        at = fence.end
            + memchr::memchr(b'\n', &source[fence.end..])
                .map_or(source.len() - fence.end, |i| i + 1);
        if is_record(block) || str::from_utf8(block).is_ok_and(partie_scoresheet::is_of_moves) {
            // A block is a record of its own.
            out.end_line(fence.start);
            out.put(b"\n", fence.start);
            out.copy(fence.clone());
            out.end_line(fence.end);
            out.put(b"\n", fence.end);
        }
    }
    prose(source, at..source.len(), out);
}

/// Adds text between fences: as a comment, up to the paragraph in which a game begins.
fn prose(source: &[u8], range: Range<usize>, out: &mut Unpacking<'_>) {
    let mut game = range.end;
    let (mut start, mut at) = (range.start, range.start);
    for line in source[range.clone()].split_inclusive(|b| *b == b'\n') {
        at += line.len();
        if line.trim_ascii().is_empty() || at == range.end {
            let paragraph = &source[start..at];
            if is_record(paragraph) || str::from_utf8(paragraph).is_ok_and(moves::hold_a_beginning)
            {
                game = start;
                break;
            }
            start = at;
        }
    }
    let words = source[range.start..game].trim_ascii();
    if !words.is_empty() {
        let start = range.start + source[range.start..].len()
            - source[range.start..].trim_ascii_start().len();
        out.put(b"{", start);
        let mut at = start;
        for part in words.split_inclusive(|b| *b == b'}') {
            let text = part.strip_suffix(b"}").unwrap_or(part);
            out.copy(at..at + text.len());
            at += part.len();
            if text.len() < part.len() {
                // A brace would end the comment.
                out.put(b")", at - 1);
            }
        }
        out.put(b"}\n\n", at);
    }
    out.copy(game..range.end);
}

/// Returns true if a line begins with a tag.
pub(super) fn is_record(text: &[u8]) -> bool {
    text.split(|b| *b == b'\n').any(|line| token::tag_name(line.trim_ascii_start()).is_some())
}

/// Finds the content of fenced blocks.
fn fenced(text: &[u8]) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    if memchr::memmem::find(text, b"```").or_else(|| memchr::memmem::find(text, b"~~~")).is_none() {
        return found;
    }
    // The character and length of the open fence, and the start of its content.
    let mut open: Option<(u8, usize, usize)> = None;
    let mut at = 0;
    for line in text.split_inclusive(|b| *b == b'\n') {
        let start = at;
        at += line.len();
        let line = line.trim_ascii();
        let Some(sign @ (b'`' | b'~')) = line.first().copied() else { continue };
        let length = line.iter().take_while(|b| **b == sign).count();
        match open {
            None if length >= 3 => open = Some((sign, length, at)),
            Some((s, l, from)) if s == sign && length >= l && length == line.len() => {
                found.push(from..start);
                open = None;
            }
            _ => {}
        }
    }
    found.extend(open.map(|(.., from)| from..text.len()));
    found
}
