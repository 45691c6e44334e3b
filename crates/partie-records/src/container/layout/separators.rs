//! Other marks than spaces between moves.

use std::collections::BTreeMap;

use partie_core::moves::san::San;
use partie_formats::result;

use super::edit::{Edit, lines_of, words_of};

/// Spellings of a space or a line end in strings and addresses.
const ESCAPED: [(&str, &str); 5] =
    [("\\n", "\n"), ("\\r", " "), ("\\t", " "), ("%20", " "), ("%0A", "\n")];

/// Length of the longest two moves without a space, with the marks after them, in bytes.
const LONGEST_MOVES: usize = 24;

/// Length of the longest board of a FEN, in bytes.
const LONGEST_POSITION: usize = 80;

/// Returns the text before the first space, at most `longest` bytes of it.
fn first_word(text: &str, longest: usize) -> &str {
    text[..text.floor_char_boundary(longest)].split(char::is_whitespace).next().unwrap_or_default()
}

/// Returns true if a move or a number may end with a character.
const fn ends_move(c: char) -> bool {
    matches!(c, '1'..='8' | 'O' | '0' | '#' | '!' | '?' | 'Q' | 'R' | 'B' | 'N' | '.')
}

/// Returns true if a move or a number may begin with a character.
fn begins_move(c: char) -> bool {
    matches!(c, 'a'..='h' | '1'..='9' | 'O' | '0') || c.is_uppercase()
}

/// Puts spaces in place of marks between moves, and removes the front of an address.
pub(super) fn between_moves(text: &str) -> Vec<Edit> {
    let mut edits: Vec<Edit> = Vec::new();
    if let Some(end) = front_of_address(text) {
        edits.push((0..end, "".into()));
    }
    let mut at = edits.last().map_or(0, |(range, _)| range.end);
    while let Some(c) = text[at..].chars().next() {
        let rest = &text[at..];
        if let Some((mark, space)) = ESCAPED.iter().find(|(mark, _)| rest.starts_with(mark)) {
            edits.push((at..at + mark.len(), (*space).into()));
            at += mark.len();
            continue;
        }
        let before = text[..at].chars().next_back();
        let begins = before.is_none_or(char::is_whitespace);
        if let Some(length) = if begins { glued_number(rest) } else { None } {
            edits.push((at + length..at + length, ". ".into()));
            at += length;
            continue;
        }
        let follows_dot =
            before == Some('.') && text[..at - 1].ends_with(|c: char| c.is_ascii_digit());
        if let Some(first) = if follows_dot { two_plies(rest) } else { None } {
            edits.push((at + first..at + first, " ".into()));
            at += first;
            continue;
        }
        // Results and positions have marks of their own.
        let word = if begins { first_word(rest, LONGEST_POSITION) } else { "" };
        let is_position = || word.matches('/').count() >= 7;
        if !word.is_empty()
            && (result::from_spelling(word.trim_end_matches([',', ';'])).is_some() || is_position())
        {
            at += word.len();
            continue;
        }
        let next = at + c.len_utf8();
        let after = text[next..].chars().next();
        // `1.- e4` has a mark after its number.
        let follows_number = c == '-' && before == Some('.');
        // `1-0` and `1/2` are results, and `O-O` castles.
        let is_inner = |side: Option<char>| {
            side.is_some_and(|side| side.is_ascii_digit() || side == 'O' && c == '-')
        };
        let is_result = matches!(c, '-' | '/') && is_inner(before) && is_inner(after);
        let parts = matches!(c, ',' | ';' | '+' | '-' | '_' | '/' | '|')
            && !is_result
            && before.is_some_and(|c| ends_move(c) || c == '+')
            && after.is_some_and(begins_move);
        let ends_line = after.is_none_or(char::is_whitespace);
        let ends_pair =
            (matches!(c, ';' | ',') || c == '/' && ends_line) && before.is_some_and(ends_move);
        if parts || follows_number || ends_pair {
            edits.push((at..next, " ".into()));
        }
        at = next;
    }
    edits
}

/// Returns the length of the number before a move that is glued to it: `2Nf3`, `12O-O`.
fn glued_number(text: &str) -> Option<usize> {
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    let word = first_word(&text[digits..], LONGEST_MOVES);
    let is_glued = (1..=3).contains(&digits)
        && word.starts_with(|c: char| c.is_alphabetic())
        && San::is_move(word.trim_end_matches(['!', '?', ',', ';']));
    is_glued.then_some(digits)
}

/// Returns the length of the first of two plies that are run together: `e4e5`, `O-OBe7`.
fn two_plies(text: &str) -> Option<usize> {
    let word = first_word(text, LONGEST_MOVES).trim_end_matches(['!', '?', ',', ';']);
    let is_two = |at: &usize| {
        let (first, second) = word.split_at(*at);
        // Only pawns promote: `Bc1Ne8` is no `Bc1=N`.
        let promotes = first.ends_with(['Q', 'R', 'B', 'N']);
        let is_move =
            San::is_move(first) && (!promotes || first.starts_with(|c| matches!(c, 'a'..='h')));
        first.ends_with(ends_move) && is_move && San::is_move(second)
    };
    (2..word.len().min(8)).rev().filter(|at| word.is_char_boundary(*at)).find(is_two)
}

/// Returns the length of the front of an address whose last part holds moves.
fn front_of_address(text: &str) -> Option<usize> {
    let word = text.split_whitespace().next().filter(|word| text.starts_with(word))?;
    let slash = word.rfind('/').filter(|_| word.contains("://"))?;
    word[slash..].contains('_').then_some(slash + 1)
}

/// Puts spaces between moves of four letters that stand without any.
pub(super) fn squares(text: &str) -> Vec<Edit> {
    /// Fewest moves in a word.
    const LEAST: usize = 4;
    let mut edits = Vec::new();
    for (place, word) in words_of(text) {
        let mut ends = Vec::new();
        let mut rest = word.as_bytes();
        while let [b'a'..=b'h', b'1'..=b'8', b'a'..=b'h', b'1'..=b'8', after @ ..] = rest {
            let promotes = matches!(after, [b'q' | b'r' | b'n', ..])
                || matches!(after, [b'b', next, ..] if !next.is_ascii_digit());
            rest = &after[usize::from(promotes)..];
            ends.push(place.end - rest.len());
        }
        if rest.is_empty() && ends.len() >= LEAST {
            edits.extend(ends.into_iter().map(|end| (end..end, " ".into())));
        }
    }
    edits
}

/// Puts the notes of a page where their marks stand, `[^1]`, and removes small raised digits.
pub(super) fn footnotes(text: &str) -> Vec<Edit> {
    let mark = |at: usize| {
        let near = &text[at..text.floor_char_boundary(at + 8)];
        let close = near.find(']').filter(|_| near.starts_with("[^"));
        close.map(|close| &near[..=close])
    };
    let notes: BTreeMap<&str, &str> = lines_of(text)
        .filter(|(_, line)| line.starts_with("[^"))
        .filter_map(|(_, line)| Some(line.split_at(line.find("]:")? + 1)))
        .collect();
    let note = |mark: &str| {
        let note = notes.get(mark)?.trim_start_matches(':').trim();
        Some(note.replace(['{', '}'], "'"))
    };
    let mut edits: Vec<Edit> = Vec::new();
    let mut at = 0;
    while let Some(c) = text[at..].chars().next() {
        let mut end = at + c.len_utf8();
        if let Some(mark) = mark(at) {
            end = at + mark.len();
            if text[end..].starts_with(':') {
                // The note itself stands on a line of its own.
                end = text[end..].find('\n').map_or(text.len(), |i| end + i);
                edits.push((at..end, "".into()));
            } else if let Some(note) = note(mark) {
                edits.push((at..end, format!(" {{{note}}}").into()));
            }
        } else if matches!(c, '¹' | '²' | '³' | '⁰' | '⁴'..='⁹') {
            edits.push((at..end, "".into()));
        }
        at = end;
    }
    edits
}
