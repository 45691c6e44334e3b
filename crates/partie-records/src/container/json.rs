//! Games in one JSON document, as opposed to one object a line.

use std::ops::Range;

use super::unpacked::Unpacking;
use crate::hidden;

/// Returns true if a text begins as JSON, and the first object with moves is a member or an
/// element of another value, or has several lines.
pub(super) fn is_document(text: &[u8]) -> bool {
    if !text.starts_with(b"{") && !text.starts_with(b"[") {
        return false;
    }
    let Some(game) = objects(text, 1).pop() else { return false };
    let opening = &text[1..];
    let is_json = match opening.trim_ascii_start().first() {
        Some(b'"') => text[0] == b'{' || game.start > 0,
        Some(b'{' | b'[') => text[0] == b'[',
        _ => false,
    };
    let before = text[..game.start].trim_ascii_end();
    // The lines of a torn object may be objects of their own.
    let lines = || {
        let game = &text[game.clone()];
        game.contains(&b'\n') && memchr::memmem::find(game, b"\n{").is_none()
    };
    is_json
        && (before.ends_with(b":")
            || before.ends_with(b"[")
            || before.ends_with(b",")
            || before.is_empty() && lines())
}

/// Adds the objects with moves, one a line.
pub(super) fn unpack(source: &[u8], out: &mut Unpacking<'_>) {
    for object in objects(source, usize::MAX) {
        let mut at = object.start;
        // Strings have no line ends.
        for line in source[object].split_inclusive(|b| *b == b'\n') {
            out.put(line.trim_ascii_end(), at);
            out.put(b" ", at + line.trim_ascii_end().len());
            at += line.len();
        }
        out.end_line(at - 1);
    }
}

/// An object or a list that is open.
struct OpenValue {
    start: usize,
    has_moves: bool,
}

/// Finds the outermost objects with a member `moves` or `nodes`, at most a number of them. The last
/// may be torn.
fn objects(text: &[u8], most: usize) -> Vec<Range<usize>> {
    let mut found: Vec<Range<usize>> = Vec::new();
    let mut open: Vec<OpenValue> = Vec::new();
    let mut at = 0;
    while let Some(next) = text[at..].iter().position(|b| b"\"{}[]\n".contains(b)) {
        partie_formats::steps::add(next + 1);
        at += next;
        let start = at;
        at += 1;
        match text[start] {
            b'"' => {
                at = end_of_string(text, at);
                let name = &text[start..at];
                let is_member = || text[at..].trim_ascii_start().starts_with(b":");
                if matches!(name, b"\"moves\"" | b"\"nodes\"")
                    && is_member()
                    && let Some(object) = open.last_mut()
                {
                    object.has_moves = true;
                }
            }
            b'{' | b'[' => open.push(OpenValue { start, has_moves: false }),
            b'}' | b']' => {
                let Some(closed) = open.pop() else { continue };
                if closed.has_moves && !open.iter().any(|outer| outer.has_moves) {
                    found.push(closed.start..at);
                    if found.len() == most {
                        return found;
                    }
                }
            }
            _ => {}
        }
    }
    if let Some(torn) = open.iter().find(|object| object.has_moves) {
        // A game in another format below it is none of its members.
        let rest = &text[torn.start..];
        let below = hidden::games(rest).first().map_or(rest.len(), |game| game.start);
        found.push(torn.start..torn.start + below);
    }
    found
}

/// Returns the first byte after a string, or after a torn one, which its line ends.
fn end_of_string(text: &[u8], mut at: usize) -> usize {
    while let Some(next) = memchr::memchr3(b'"', b'\\', b'\n', &text[at.min(text.len())..]) {
        at += next + 1;
        match text[at - 1] {
            b'"' => return at,
            b'\n' => return at - 1,
            _ => at += 1,
        }
    }
    text.len()
}
