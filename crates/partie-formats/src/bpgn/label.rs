//! Numbers with their boards, by which a game is known as BPGN.

use std::ops::Range;

use partie_core::{BoardId, Color};

/// How much of a game is looked at to tell what it is, in bytes.
const HEAD: usize = 64 << 10;

/// The tags of the players, in the order in which they are written.
pub(super) const PLAYERS: [&str; 4] = ["WhiteA", "BlackA", "WhiteB", "BlackB"];

/// A number with its board, as `12a.`.
#[derive(Clone, Debug)]
pub(super) struct Label {
    pub(super) number: Option<u32>,
    pub(super) board: BoardId,
    pub(super) color: Color,
    pub(super) span: Range<usize>,
}

/// The letter of a board and a side.
pub(super) const fn letter(board: BoardId, color: Color) -> char {
    match (board, color) {
        (BoardId::A, Color::White) => 'A',
        (BoardId::A, Color::Black) => 'a',
        (BoardId::B, Color::White) => 'B',
        (BoardId::B, Color::Black) => 'b',
    }
}

/// A number with a board letter at the start of a word, and its length. Without dots it
/// must be the whole word.
pub(super) fn label(word: &str) -> Option<(Label, usize)> {
    let digits = word.bytes().take_while(u8::is_ascii_digit).count();
    if digits == 0 || digits > 6 {
        return None;
    }
    let (board, color) = match word.as_bytes().get(digits)? {
        b'A' => (BoardId::A, Color::White),
        b'a' => (BoardId::A, Color::Black),
        b'B' => (BoardId::B, Color::White),
        b'b' => (BoardId::B, Color::Black),
        _ => return None,
    };
    let dots = word[digits + 1..].bytes().take_while(|b| *b == b'.').count();
    if dots == 0 && word.len() > digits + 1 {
        return None;
    }
    let number = word[..digits].parse().ok();
    Some((Label { number, board, color, span: 0..0 }, digits + 1 + dots))
}

/// Whether a game's text is BPGN: it names the players of two boards, or its first move
/// is numbered by board.
#[must_use]
pub fn is_bpgn(text: &[u8]) -> bool {
    let head = &text[..text.len().min(HEAD)];
    let mut rest = head;
    loop {
        rest = rest.trim_ascii_start();
        let (first, end) = match rest.first() {
            None => return false,
            Some(b'[') => {
                let name = rest[1..].trim_ascii_start();
                if PLAYERS.iter().any(|p| name.starts_with(p.as_bytes())) {
                    return true;
                }
                (b"\"]".as_slice(), b'\n')
            }
            Some(b'{') => (b"}".as_slice(), 0),
            Some(b';' | b'%') => (b"\n".as_slice(), b'\n'),
            Some(_) => break,
        };
        let close = memchr::memmem::find(rest, first).map(|i| i + first.len());
        let line = (end != 0).then(|| memchr::memchr(end, rest)).flatten();
        rest = match (close, line) {
            (Some(close), Some(line)) => &rest[close.min(line + 1)..],
            (Some(place), None) => &rest[place..],
            (None, Some(line)) => &rest[line + 1..],
            (None, None) => return false,
        };
    }
    let length = rest
        .iter()
        .position(|b| b.is_ascii_whitespace() || matches!(b, b'{' | b'[' | b'('))
        .unwrap_or(rest.len());
    let word = std::str::from_utf8(&rest[..length]).unwrap_or_default();
    if label(word).is_some() {
        return true;
    }
    // Words may stand before the first move, but not a number without its board.
    let prose = !word.starts_with(|c: char| c.is_ascii_digit());
    prose
        && memchr::memmem::find_iter(head, b"1A.").any(|i| {
            i == 0 || head[i - 1].is_ascii_whitespace() || matches!(head[i - 1], b']' | b'}')
        })
}
