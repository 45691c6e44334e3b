//! Where one game of a text ends and the next begins.

use std::ops::Range;

use super::{header::header, heading::heading};

/// A stretch of text that may hold a game.
#[derive(Debug)]
pub(super) struct Section {
    pub(super) bytes: Range<usize>,
    /// From 1.
    pub(super) line: u64,
}

/// Cuts a text at headings (`# 3 Anderssen - Kieseritzky`), at lines such as `White: X`
/// above the next game, and where an empty line is followed by move 1 although moves stood
/// before.
pub(super) fn sections(text: &[u8]) -> Vec<Section> {
    let mut sections = vec![Section { bytes: 0..0, line: 1 }];
    let lines: Vec<&[u8]> = text.split_inclusive(|b| *b == b'\n').collect();
    let (mut at, mut empty_before, mut moves) = (0, true, false);
    // What the lines above this game have told; and whether this line goes on with them.
    let mut told: Vec<Head> = Vec::new();
    let mut in_head = false;
    for (i, line) in lines.iter().enumerate() {
        let words = line.trim_ascii();
        let head = head(words);
        let first_move = head.is_none() && begins_with_move_one(words);
        let begins = match head {
            Some(head) if in_head => told.contains(&head),
            Some(_) => begins_game(&lines[i..], &told, moves),
            None => first_move && moves && empty_before,
        };
        if begins && at > 0 {
            if let Some(last) = sections.last_mut() {
                last.bytes.end = at;
            }
            sections.push(Section { bytes: at..at, line: i as u64 + 1 });
            moves = false;
            told.clear();
        }
        in_head = head.is_some() || in_head && words.is_empty();
        moves |= first_move || has_squares(words) && head.is_none();
        told.extend(head.filter(|head| !told.contains(head)));
        empty_before = words.is_empty();
        at += line.len();
    }
    if let Some(last) = sections.last_mut() {
        last.bytes.end = text.len();
    }
    sections.retain(|s| !text[s.bytes.clone()].trim_ascii().is_empty());
    sections
}

/// What a line above a game tells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Head {
    /// A line of Markdown's or of a game list's heading.
    Heading,
    /// A line such as `White: X`, by its tag.
    Tag(&'static str),
}

fn head(line: &[u8]) -> Option<Head> {
    if line.starts_with(b"#") {
        return heading(&String::from_utf8_lossy(line)).map(|_| Head::Heading);
    }
    let line = std::str::from_utf8(line).ok().filter(|line| line.len() < 250)?;
    header(line).map(|(tag, _)| Head::Tag(tag))
}

/// Whether lines at the start of a text are those above the next game, given what was told
/// of the last one, and whether it has moves. What stands below a game may belong to it.
fn begins_game(lines: &[&[u8]], told: &[Head], moves: bool) -> bool {
    lines
        .iter()
        .map(|line| line.trim_ascii())
        .take_while(|line| line.is_empty() || head(line).is_some())
        .filter_map(head)
        .any(|head| {
            let names = matches!(head, Head::Heading | Head::Tag("White" | "Black"));
            told.contains(&head) || moves && names
        })
}

/// `1. e4`, `1.e4`, `1 e4`, and `# 1. e4`; not `1...` and not `1.5`.
fn begins_with_move_one(line: &[u8]) -> bool {
    let hashes = line.iter().take_while(|b| **b == b'#').count();
    let line = line[hashes..].trim_ascii_start();
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
