//! Move numbers with their boards, by which BPGN is recognised.

use std::ops::Range;

use partie_core::{BoardId, Color, Language, Variant, moves::san::San};

use crate::token::{self, TokenKind};
use partie_formats::decode;

/// Number of bytes of a game examined to detect its format.
const HEAD: usize = 64 << 10;

/// The tags of the players, in the order in which they are written.
pub(crate) const PLAYERS: [&str; 4] = ["WhiteA", "BlackA", "WhiteB", "BlackB"];

/// A number with its board, as `12a.`.
#[derive(Clone, Debug)]
pub(super) struct Label {
    pub(super) number: Option<u32>,
    pub(super) board: BoardId,
    pub(super) color: Color,
    pub(super) span: Range<usize>,
}

/// Returns the letter of a board and a side.
pub(super) const fn letter(board: BoardId, color: Color) -> char {
    match (board, color) {
        (BoardId::A, Color::White) => 'A',
        (BoardId::A, Color::Black) => 'a',
        (BoardId::B, Color::White) => 'B',
        (BoardId::B, Color::Black) => 'b',
    }
}

/// Returns a number with a board letter at the start of a word, and its length. Without dots it
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

/// Returns true if a game's text is BPGN: its moves are numbered by board, or there are none and
/// its tags name players of bughouse and no other variant.
///
/// Comments and the values of other tags do not count.
#[must_use]
pub fn is_bpgn(text: &[u8]) -> bool {
    let head = &text[..text.len().min(HEAD)];
    if begins_as_pgn(head) {
        return false;
    }
    let head = decode::lossy(head);
    let (mut players, mut moves, mut begun) = (false, false, false);
    let mut other_rules = false;
    let mut decided = None;
    // A label, whose move must follow.
    let mut labelled = false;
    token::scan_until(&head, |token| {
        let word = &head[token.span.clone()];
        if let TokenKind::Tag(tag) = &token.kind
            && head[tag.name.clone()].eq_ignore_ascii_case("Variant")
            && head[tag.value.clone()]
                .parse::<Variant>()
                .ok()
                .is_some_and(|variant| variant != Variant::Bughouse)
        {
            other_rules = true;
        }
        match &token.kind {
            TokenKind::Tag(tag) => players |= PLAYERS.contains(&&head[tag.name.clone()]),
            TokenKind::Bracket | TokenKind::Stray => {
                // In HTML quotes are entities, and a tag is no tag yet.
                let rest = &head[token.span.start..];
                let name = token::tag_name(rest.as_bytes()).map(|name| &rest[name]);
                players |= name.is_some_and(|name| PLAYERS.contains(&name));
            }
            TokenKind::Number { dots: 1.., .. } if !players => decided = Some(false),
            TokenKind::Number { dots: 1.., .. } => moves = true,
            TokenKind::Open => begun = true,
            TokenKind::Word => {
                // The end of an HTML tag may be glued to it.
                let word = word.rsplit('>').next().unwrap_or(word);
                // A number without its dot only counts if the game begins with it.
                let first = !std::mem::replace(&mut begun, true);
                let trusted = players || first;
                let label = label(word).filter(|(_, n)| trusted || word[..*n].ends_with('.'));
                // Black does not begin a game: `1a. e4 1b. e5` are the moves of one board.
                if first && !players && label.as_ref().is_some_and(|(l, _)| l.color == Color::Black)
                {
                    decided = Some(false);
                }
                let label = label.map(|(_, length)| &word[length..]);
                let played = label.unwrap_or(word);
                if labelled || label.is_some_and(|rest| !rest.is_empty()) {
                    labelled = false;
                    if San::parse(played, Language::English).is_some() {
                        decided = Some(true);
                    }
                } else if label.is_some() {
                    labelled = true;
                } else if is_plain_move(word) {
                    // Words may stand before the first move, but no move without its board.
                    if players {
                        moves = true;
                    } else {
                        decided = Some(false);
                    }
                }
            }
            _ => {}
        }
        decided.is_some()
    });
    decided.unwrap_or(labelled || players && !moves && !other_rules)
}

/// Returns true if a text begins with lines of tags, none of them a player of bughouse, followed by
/// move 1.
fn begins_as_pgn(text: &[u8]) -> bool {
    let lines = text.split(|b| *b == b'\n').map(<[u8]>::trim_ascii);
    for line in lines.filter(|line| !line.is_empty()) {
        let names_player = || {
            let mut boards = memchr::memchr2_iter(b'A', b'B', line);
            boards.any(|i| line[..i].ends_with(b"White") || line[..i].ends_with(b"Black"))
        };
        match line {
            [b'[', .., b']'] if memchr::memchr2(b'{', b';', line).is_none() => {
                if names_player() {
                    return false;
                }
            }
            _ => return matches!(line, [b'1', b'.', b' ' | b'a'..=b'h' | b'N', ..]),
        }
    }
    false
}

/// Returns true if a word is a move as PGN writes it. Words of prose can be nonstandard moves, such
/// as `ed`.
fn is_plain_move(word: &str) -> bool {
    San::parse(word, Language::English).is_some_and(|san| san.quirks.is_empty())
}
