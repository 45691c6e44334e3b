//! The move at the start of a longer text, whose letters may stand apart.

use super::{fit, parse};
use crate::{
    Position,
    moves::{NotRead, Quirks, Reading, is_dash},
};

/// Length in bytes within which a move must end: `Q Kt - Q 2`, `Kt (K B 3) x P (K 5) dis. ch`,
/// `Queen's Knight takes King's Bishop's Pawn, check`.
const LONGEST: usize = 64;

/// Reads the move with which a text begins and returns its length in bytes, or `None` if the
/// text does not begin with a move. Letters, signs and digits may stand apart, as books print
/// them: `Q Kt - Q 2`.
///
/// If the move can end at several places, the furthest at which it is legal is taken. A place
/// before a sign is taken only if there is no other: in `Q x Q P x Q` the pawn belongs to the
/// second move. Two spaces end a complete move.
///
/// # Errors
///
/// The result holds [`NotRead::Illegal`] or [`NotRead::Ambiguous`].
///
/// ```
/// use partie_core::{Position, moves::descriptive};
/// let text = "P - Q 4  P - Q 4";
/// let (length, reading) = descriptive::read_first(&Position::default(), text).expect("a move");
/// assert_eq!(&text[..length], "P - Q 4");
/// assert!(reading.is_ok());
/// ```
#[must_use]
pub fn read_first(position: &Position, text: &str) -> Option<(usize, Result<Reading, NotRead>)> {
    if !may_begin(text) {
        return None;
    }
    let ends = ends(text);
    let mut ambiguous = None;
    for end in likeliest(&ends) {
        match fit::resolve(position, &end.text) {
            Ok(reading) => return Some((end.at, Ok(reading))),
            Err(NotRead::Ambiguous(moves)) if ambiguous.is_none() => {
                ambiguous = Some((end.at, Err(NotRead::Ambiguous(moves))));
            }
            Err(_) => {}
        }
    }
    ambiguous.or_else(|| Some((likeliest(&ends).next()?.at, Err(NotRead::Illegal))))
}

/// Returns the length in bytes of the move with which a text begins, legal or not.
///
/// ```
/// use partie_core::moves::descriptive;
/// assert_eq!(descriptive::length_of_first("Kt takes P   P to K 4"), Some(10));
/// assert_eq!(descriptive::length_of_first("Knights are stronger"), None);
/// ```
#[must_use]
pub fn length_of_first(text: &str) -> Option<usize> {
    if !may_begin(text) {
        return None;
    }
    likeliest(&ends(text)).next().map(|end| end.at)
}

/// Lists the places where a move can end, the furthest first, and those before a sign last.
fn likeliest(ends: &[MoveEnd]) -> impl Iterator<Item = &MoveEnd> {
    let of = |before_sign| ends.iter().rev().filter(move |end| end.before_sign == before_sign);
    of(false).chain(of(true))
}

/// Returns false for most words of prose: a move begins with a piece, in letters or words, and a
/// sign, a word for one, a place or a square follows.
fn may_begin(text: &str) -> bool {
    const PIECES: [&str; 16] = [
        "KNIGHTS", "KNIGHT", "KINGS", "KING", "K", "QUEENS", "QUEEN", "Q", "ROOKS", "ROOK", "R",
        "BISHOPS", "BISHOP", "B", "N", "P",
    ];
    if !text.starts_with(|c: char| "KQRBNPCO0kqrbnpco".contains(c)) {
        return false;
    }
    let is_left_out = |c: &char| matches!(c, ' ' | '\t' | '.' | ',' | '\'' | '\u{2019}' | '\u{a0}');
    let sign = |c| match c {
        '×' | ':' => 'X',
        '[' | '{' => '(',
        c if is_dash(c) => '-',
        c => c.to_ascii_uppercase(),
    };
    let text = &text[..text.floor_char_boundary(LONGEST)];
    let plain: String = text.chars().filter(|c| !is_left_out(c)).map(sign).collect();
    if let Some(rest) = plain.strip_prefix(['O', '0']) {
        return rest.starts_with(['O', '0', '-', '_', '~']);
    }
    let mut rest = &*plain;
    while let Some(after) = PIECES.iter().find_map(|piece| rest.strip_prefix(piece)) {
        // `PAWN` is the letter and the rest of the word.
        rest = after.strip_prefix("AWN").unwrap_or(after);
    }
    // `Kts P`
    let rest = rest.strip_prefix("SP").unwrap_or(rest);
    rest.starts_with(|c| "-X(/T12345678".contains(c))
        || rest.starts_with("CA")
        || rest.starts_with("ON")
        || rest.starts_with(parse::INTERPOSES)
}

/// A place where a move can end.
struct MoveEnd {
    at: usize,
    text: parse::DescriptiveText,
    /// True if a dash or a cross follows, so that the last letters belong to another move.
    before_sign: bool,
}

fn ends(text: &str) -> Vec<MoveEnd> {
    let limit = text.floor_char_boundary(LONGEST);
    let mut open = false;
    let is_end = |c: char| {
        open = open && c != ')' || c == '(';
        matches!(c, '\n' | '\r' | ';') || matches!(c, '!' | '?') && !open
    };
    let line = text[..limit].find(is_end).unwrap_or(limit);
    let mut ends = Vec::new();
    for (i, c) in text[..line].char_indices() {
        let at = i + c.len_utf8();
        let rest = &text[at..];
        if !ends.is_empty() && (c == '\t' || text[..at].ends_with("  "))
            || ends_with_algebraic_square(&text.as_bytes()[..at])
        {
            break;
        }
        let may_end = c.is_ascii_alphanumeric() || matches!(c, ')' | ']' | '}' | '+' | '#');
        if !may_end || rest.starts_with(char::is_alphanumeric) {
            continue;
        }
        let parsed = parse::parse(&text[..at]).or_else(|| without_dash(&text[..at]));
        if let Some(text) = parsed {
            ends.push(MoveEnd { at, text, before_sign: begins_with_sign(rest) });
        }
    }
    ends
}

/// Returns true if a text ends with a square that no descriptive move names: `f3`, but not `b3`,
/// the bishop's file, nor `take3` or `4th3`.
fn ends_with_algebraic_square(text: &[u8]) -> bool {
    let [before @ .., file, b'1'..=b'8'] = text else { return false };
    let last = before.last().map(u8::to_ascii_uppercase);
    match file.to_ascii_uppercase() {
        b'A' | b'C' | b'F' | b'G' => true,
        // TAKE, SQUARE
        b'E' => !matches!(last, Some(b'K' | b'R')),
        // SECOND, THIRD, 2D, 3D
        b'D' => !matches!(last, Some(b'N' | b'R' | b'2' | b'3')),
        // FOURTH, 4TH
        b'H' => last != Some(b'T'),
        _ => false,
    }
}

/// A move whose dash was forgotten: `P K 4`.
fn without_dash(text: &str) -> Option<parse::DescriptiveText> {
    let (piece, square) = text.split_once(' ')?;
    let square = square.trim_start();
    let is_rank = square.ends_with(|c: char| c.is_ascii_digit());
    let mut text = parse::parse(&format!("{piece}-{square}")).filter(|_| is_rank)?;
    text.quirks.insert(Quirks::MISSING_DASH);
    Some(text)
}

fn begins_with_sign(rest: &str) -> bool {
    let rest = rest.trim_start_matches([' ', '\t', '\u{a0}']);
    let word = rest.split(char::is_whitespace).next().unwrap_or_default();
    rest.starts_with(|c: char| is_dash(c) || c == '×')
        || word.starts_with(['x', 'X'])
        || matches!(word, "takes" | "take" | "to" | "captures" | "one" | "two")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// No text that is given up for its algebraic square is a move.
    #[test]
    fn algebraic_squares_end_the_search() {
        let beginnings = [
            "",
            "K",
            "Kt-",
            "P x ",
            "P-K4 ",
            "Kt takes ",
            "R (",
            "P to K",
            "B square",
            "P 2",
            "Castles ",
        ];
        for beginning in beginnings {
            for file in "abcdefghABCDEFGH".chars() {
                for rank in 1..=8 {
                    let text = format!("{beginning}{file}{rank}");
                    if ends_with_algebraic_square(text.as_bytes()) {
                        assert!(parse::parse(&text).is_none(), "{text}");
                        assert!(without_dash(&text).is_none(), "{text}");
                    }
                }
            }
        }
        for text in ["P-QB3", "R take4", "P to K square4", "P to Queen's 4th4", "P to K 2d2"] {
            assert!(!ends_with_algebraic_square(text.as_bytes()), "{text}");
        }
    }
}
