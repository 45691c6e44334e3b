//! Squares, marks, castlings and remarks of a text.

use std::ops::Range;

use partie_core::{
    CastlingSide, Language, Role, Square,
    moves::{Quirks, is_dash, san::San},
};

use crate::{
    codes,
    heading::heading,
    squares::{is_letter, is_mark, square_at},
    tokens::bracket_end,
};
use partie_formats::{Diagnostic, message, result};

/// Part of a text that may belong to a move.
pub(super) enum Item {
    Square(NamedSquare),
    /// A sign that may stand between two squares.
    Mark {
        /// True if letters stand on both sides, as in `so-called` and `next`.
        in_word: bool,
    },
    Castle {
        side: CastlingSide,
        span: Range<usize>,
        /// Letters glued after it.
        tail: Range<usize>,
    },
    /// Castling with spaces in it, which the rules forbid.
    SpacedCastle(CastlingSide, Range<usize>),
    Remark(Range<usize>),
}

impl Item {
    /// Returns the place at which the move of this item begins, if it may be one.
    pub(super) fn move_start(&self) -> Option<usize> {
        match self {
            Item::Square(place) => Some(place.span.start),
            Item::Castle { span, .. } => Some(span.start),
            Item::Mark { .. } | Item::SpacedCastle(..) | Item::Remark(_) => None,
        }
    }
}

/// A square in the text, with the letters and digits around it.
pub(super) struct NamedSquare {
    pub(super) square: Square,
    pub(super) span: Range<usize>,
    /// True if more than a piece letter is joined to its front.
    pub(super) in_word: bool,
    /// Letters and digits glued after it, other than `x`, `ep` and words for check.
    pub(super) tail: Range<usize>,
}

impl NamedSquare {
    /// Returns true if the square stands alone, except for a piece letter.
    pub(super) fn is_alone(&self) -> bool {
        !self.in_word && self.tail.is_empty()
    }
}

/// Finds the items of a text. Heading lines count as text if `headings` says so.
pub(super) fn items(text: &str, headings: bool, out: &mut Vec<Diagnostic>) -> Vec<Item> {
    let bytes = text.as_bytes();
    let line_end = |at: usize| text[at..].find(['\n', '\r']).map_or(bytes.len(), |i| at + i);
    let mut items = Vec::new();
    let mut line_start = 0;
    let mut at = 0;
    while let Some(c) = text[at..].chars().next() {
        partie_formats::steps::add(1);
        match c {
            '\n' | '\r' => {
                at += 1;
                line_start = at;
            }
            '#' if !headings
                && at == line_start
                && heading(text[at..line_end(at)].trim_end()).is_some() =>
            {
                at = line_end(at);
            }
            ';' => {
                items.push(Item::Remark(at..line_end(at)));
                at = line_end(at);
            }
            '{' if !is_promotion_bracket(bytes, at) => {
                let close = text[at..].find('}').map(|i| at + i + 1);
                if close.is_none() {
                    out.push(Diagnostic::new(
                        &codes::OPEN_COMMENT,
                        at..at + 1,
                        message!("expected a closing brace, but the text ends inside this remark"),
                    ));
                }
                let end = close.unwrap_or(bytes.len());
                items.push(Item::Remark(at..end));
                at = end;
            }
            '(' if items.iter().any(|item| matches!(item, Item::Square(_))) => {
                let end = sideline(text, at);
                items.extend(end.map(|end| Item::Remark(at..end)));
                at = end.unwrap_or(at + 1);
            }
            _ => {
                if let Some((item, end)) = castling(text, at) {
                    items.push(item);
                    at = end;
                } else if let Some(place) = place(text, at) {
                    at = place.span.end;
                    items.push(Item::Square(place));
                } else {
                    let end = at + c.len_utf8();
                    if is_mark(c) {
                        let before = text[..at].chars().next_back();
                        let after = text[end..].chars().next();
                        let in_word = [before, after].iter().all(|c| c.is_some_and(is_letter));
                        items.push(Item::Mark { in_word });
                    }
                    at = end;
                }
            }
        }
    }
    items
}

/// Returns the end of a parenthesis that begins with a move number: a sideline.
fn sideline(text: &str, at: usize) -> Option<usize> {
    let inner = text[at + 1..].trim_start();
    let rest = inner.trim_start_matches(|c: char| c.is_ascii_digit());
    let numbered = (1..=3).contains(&(inner.len() - rest.len())) && rest.starts_with(['.', '…']);
    if numbered { bracket_end(text, at) } else { None }
}

/// `e8{Q}`: a brace that is a promotion's bracket and opens no remark.
fn is_promotion_bracket(bytes: &[u8], at: usize) -> bool {
    at >= 2
        && matches!(bytes[at - 1], b'1' | b'8')
        && matches!(bytes[at - 2], b'a'..=b'h' | b'A'..=b'H')
        && bytes.get(at + 1).is_some_and(u8::is_ascii_alphabetic)
        && bytes.get(at + 2) == Some(&b'}')
}

fn place(text: &str, at: usize) -> Option<NamedSquare> {
    let square = square_at(text.as_bytes(), at)?;
    let span = at..at + 2;
    let tail = tail(text, &span);
    Some(NamedSquare { square, in_word: is_in_word(&text[..at]), span, tail })
}

/// Returns true if a text ends with more than a piece letter. Russian kings have two letters.
fn is_in_word(before: &str) -> bool {
    let mut chars = before.chars().rev();
    let (last, second, third) = (chars.next(), chars.next(), chars.next());
    let letter = |c: Option<char>| c.is_some_and(is_letter);
    let king = matches!((second, last), (Some('К' | 'к'), Some('р' | 'Р')));
    letter(last) && letter(second) && (!king || letter(third))
}

/// Number of characters after a square that are examined.
const LONGEST_TAIL: usize = 32;

/// Returns the letters and digits glued after a square, unless they belong to the move.
fn tail(text: &str, square: &Range<usize>) -> Range<usize> {
    let rest = &text[square.end..];
    let rest = rest.char_indices().nth(LONGEST_TAIL).map_or(rest, |(i, _)| &rest[..i]);
    let none = square.end..square.end;
    let end = rest.find(|c: char| !c.is_alphanumeric()).unwrap_or(rest.len());
    let run = &rest[..end];
    if run.is_empty() {
        return none;
    }
    // The mark and the next square.
    if let Some(target) = run.strip_prefix(['x', 'X']) {
        let letters = target.char_indices().take(3).map(|(i, _)| i);
        let square = letters.into_iter().any(|i| square_at(target.as_bytes(), i).is_some());
        if target.is_empty() || square {
            return none;
        }
    }
    let end_of_word = rest.find(|c: char| c.is_whitespace() || "()[]{}<>,;".contains(c));
    let word = rest[..end_of_word.unwrap_or(rest.len())].trim_end_matches(['!', '?']);
    let marks = Quirks::EN_PASSANT_MARK | Quirks::NONSTANDARD_CHECK_MARK;
    let is_marked = word.len() <= 12
        && San::parse(&format!("e4{word}"), Language::English)
            .is_some_and(|san| san.quirks.without(marks).is_empty());
    let promotes = is_bare_promotion(rest, square, text);
    if is_marked || promotes || result::from_spelling(word).is_some() {
        return none;
    }
    square.end..square.end + end
}

/// `e8Q`: a letter right after a square of the last ranks, and nothing after it.
fn is_bare_promotion(rest: &str, square: &Range<usize>, text: &str) -> bool {
    let mut chars = rest.chars();
    text[square.clone()].ends_with(['1', '8'])
        && chars.next().is_some_and(|c| role(c).is_some())
        && !chars.next().is_some_and(char::is_alphanumeric)
}

/// Returns the piece of a letter, English or Czech.
pub(super) fn role(letter: char) -> Option<Role> {
    Some(match letter.to_ascii_uppercase() {
        'Q' | 'D' => Role::Queen,
        'R' | 'V' => Role::Rook,
        'B' | 'S' => Role::Bishop,
        'N' | 'J' | 'K' => Role::Knight,
        _ => return None,
    })
}

/// Castling that stands alone or with letters after it, and its end.
fn castling(text: &str, at: usize) -> Option<(Item, usize)> {
    let first = text[at..].chars().next().filter(|c| is_castling_sign(*c))?;
    let before = text[..at].chars().next_back();
    if before.is_some_and(|c| c.is_alphanumeric() || is_dash(c)) {
        return None;
    }
    let (mut end, mut signs) = castling_signs(text, at, false);
    let spaced = signs == 1;
    if spaced {
        (end, signs) = castling_signs(text, at, true);
    }
    let side = match signs {
        2 => CastlingSide::KingSide,
        3 => CastlingSide::QueenSide,
        _ => return None,
    };
    let span = at..end;
    let rest = &text[end..];
    let length = rest.find(|c: char| !c.is_alphanumeric()).unwrap_or(rest.len());
    if rest.starts_with(is_dash) {
        return None;
    }
    if spaced {
        return (length == 0).then_some((Item::SpacedCastle(side, span), end));
    }
    let castle = |tail| Some((Item::Castle { side, span, tail }, end));
    let near = &rest[..rest.floor_char_boundary(LONGEST_TAIL)];
    let word = near.split(char::is_whitespace).next().unwrap_or_default();
    if length == 0 || result::from_spelling(word).is_some() {
        return castle(end..end);
    }
    // A figure after it is a score; small letters before letters are a word.
    if rest.starts_with(|c: char| c.is_ascii_digit()) || matches!(first, 'o' | 'о') {
        return None;
    }
    castle(end..end + length)
}

/// Returns the end and number of the signs of castling.
fn castling_signs(text: &str, at: usize, spaces: bool) -> (usize, u32) {
    let next = |from: usize| {
        let dash = text[from..].trim_start_matches(' ');
        let sign = dash.strip_prefix(is_dash)?.trim_start_matches(' ');
        let end = text.len() - sign.strip_prefix(is_castling_sign)?.len();
        (spaces || !text[from..end].contains(' ')).then_some(end)
    };
    let (mut end, mut signs) = (at + text[at..].chars().next().map_or(0, char::len_utf8), 1);
    while let Some(after) = next(end).filter(|_| signs < 3) {
        end = after;
        signs += 1;
    }
    (end, signs)
}

fn is_castling_sign(c: char) -> bool {
    matches!(c, '0' | 'o' | 'O' | 'О' | 'о')
}
