//! Words of a text that belong together: results in words, descriptive moves, sentences.

use std::{borrow::Cow, ops::Range};

use partie_core::{
    Color, Language, Nag, Outcome, Position,
    moves::{NotRead, Reading, descriptive, is_dash, san::San},
};

use crate::{
    ladder::begins_line,
    tokens::{Token, TokenKind, is_figurine},
    vocabulary::{moves::is_mark, verdict},
};

/// Extends a segment of prose by the punctuation around it.
pub(super) fn with_punctuation(text: &str, range: Range<usize>) -> Range<usize> {
    let is_mark = |c: char| !c.is_alphanumeric() && !c.is_whitespace() && !"([{<;".contains(c);
    let before = text[..range.start].trim_end_matches(['"', '“', '„', '\'', '«']);
    let after = text[range.end..].trim_start_matches(is_mark);
    before.len()..text.len() - after.len()
}

pub(super) fn is_stray(word: &str) -> bool {
    word.chars().all(|c| !c.is_alphanumeric())
}

pub(super) fn is_mark_or_stray(word: &str) -> bool {
    is_mark(word) || is_stray(word)
}

/// Returns the result that a sign after the last move means.
pub(crate) fn winning(nag: Nag) -> Option<Outcome> {
    match nag.0 {
        18 => Some(Outcome::Win(Color::White)),
        19 => Some(Outcome::Win(Color::Black)),
        _ => None,
    }
}

/// Reads a result in words, such as `White resigns.`; returns its end and the result.
pub(crate) fn verdict_at(
    text: &str,
    body: &[Token],
    at: usize,
    turn: Color,
) -> Option<(usize, Outcome)> {
    const MOST_WORDS: usize = 6;
    let mut words = Vec::new();
    let mut end = body[at].span.start;
    for token in body[at..].iter().take_while(|t| t.kind == TokenKind::Word) {
        words.push(&text[token.span.clone()]);
        end = token.span.end;
        if words.len() > MOST_WORDS || text[end..].starts_with(['.', '!', ',', ';']) {
            break;
        }
    }
    let score = body.get(at + words.len());
    let outcome = verdict(words.into_iter(), turn)?;
    // A written score counts more than the words before it.
    match score {
        Some(Token { kind: TokenKind::Result(score), span })
            if text[end..span.start].trim_matches([' ', ',', ';', '.']).is_empty() =>
        {
            Some((span.end, *score))
        }
        _ => Some((end, outcome)),
    }
}

/// Returns true if a sentence ends with words such as `Black resigned` that name the side and state
/// a fact, not a possibility.
pub(super) fn ends_story(text: &str, body: &[Token], at: usize, end: usize) -> bool {
    let start = body[at].span.start;
    let sentence = text[..start].rfind(['.', '!', '?']).map_or(0, |i| i + 1);
    let verdict = |color| verdict_at(text, body, at, color);
    let conditional = ["if", "would", "could", "might", "should", "had"];
    text[end..].starts_with('.')
        && verdict(Color::White) == verdict(Color::Black)
        && !text[sentence..start]
            .split_whitespace()
            .any(|word| conditional.contains(&word.to_lowercase().as_str()))
}

/// Returns true if a new line or sentence begins here.
pub(super) fn begins_sentence(text: &str, at: usize) -> bool {
    let before = text[..at].trim_end_matches([' ', '\t']);
    before.is_empty() || before.ends_with(['.', '!', '?', '\n', '\r', ')', '}'])
}

/// Returns true if a sign that is no punctuation stands right before a square, perhaps in place of
/// a piece: `*g3`.
pub(super) fn begins_with_sign(word: &str) -> bool {
    let Some(sign) = word.chars().next() else { return false };
    let is_punctuation = "\"'`“”„«»‘’([{<>.,:;…|".contains(sign) || is_dash(sign);
    let square = &word.as_bytes()[sign.len_utf8()..];
    let is_known = sign.is_alphabetic() || sign.is_ascii_digit() || is_figurine(sign);
    !is_known && !is_punctuation && matches!(square, [b'a'..=b'h', b'1'..=b'8', ..])
}

/// Returns a word without the space after its figurine: `♘ f3`.
pub(super) fn joined_word(word: &str) -> Cow<'_, str> {
    let is_joined = word.starts_with(is_figurine) && word.contains(char::is_whitespace);
    if is_joined { word.split_whitespace().collect::<String>().into() } else { word.into() }
}

/// Reads a descriptive move of one word or several, `P - Q B 4`. Returns its end, the token after
/// it, and the move.
pub(super) fn joined(
    text: &str,
    body: &[Token],
    at: usize,
    position: &Position,
) -> Option<(usize, usize, Result<Reading, NotRead>)> {
    let start = body[at].span.start;
    let (length, reading) = descriptive::read_first(position, &text[start..])?;
    let end = start + length;
    let next = body[at..].iter().position(|t| t.span.start >= end);
    Some((end, next.map_or(body.len(), |i| at + i), reading))
}

/// Reads a move whose piece or file stands apart from its square: `N f3`, `Nb d7`, `e x d5`, `a 6`.
/// Returns the token after it. `None` unless the first part is no move and exactly one legal move comes
/// out.
pub(super) fn apart(
    text: &str,
    body: &[Token],
    at: usize,
    (position, language): (&Position, Language),
) -> Option<(usize, Reading)> {
    /// Most parts after the first one.
    const MOST: usize = 3;
    let is_part = |word: &str| {
        let bare = word.trim_end_matches(['x', ':', '-']);
        let mut letters = bare.chars();
        let first = letters.next().is_some_and(char::is_alphabetic);
        let rest = letters.as_str();
        first && rest.len() < 2 && rest.bytes().all(|b| matches!(b, b'a'..=b'h' | b'1'..=b'8'))
    };
    let first = &body[at];
    let mut word = text[first.span.clone()].to_owned();
    let is_move = |word: &str| {
        let san = San::parse(word, language)?;
        san.resolve(position).ok()
    };
    if first.kind != TokenKind::Word || !is_part(&word) || is_move(&word).is_some() {
        return None;
    }
    let mut end = first.span.end;
    let mut found: Option<(usize, Reading)> = None;
    for (i, token) in body.iter().enumerate().skip(at + 1).take(MOST) {
        let is_near = matches!(token.kind, TokenKind::Word | TokenKind::Number(_, 0))
            && !text[end..token.span.start].contains('\n');
        if !is_near {
            break;
        }
        word.push_str(&text[token.span.clone()]);
        end = token.span.end;
        if let Some(reading) = is_move(word.trim_end_matches(['!', '?', '.', ',', ';']))
            && !reading.quirks.are_doubtful()
        {
            if found.is_some_and(|(_, other)| other.ply != reading.ply) {
                return None;
            }
            found = Some((i + 1, reading));
        }
    }
    found
}

/// Returns true if an empty line precedes a token.
pub(super) fn begins_paragraph(text: &str, body: &[Token], at: usize) -> bool {
    let before = body[..at].iter().rfind(|t| t.kind != TokenKind::Line).map_or(0, |t| t.span.end);
    text[before..body[at].span.start].bytes().filter(|b| *b == b'\n').count() > 1
}

/// Returns true if a number begins a lettered sideline, such as `a) 6. Bg5`.
pub(super) fn is_lettered(text: &str, body: &[Token], at: usize) -> bool {
    at.checked_sub(1).is_some_and(|before| {
        let word = &text[body[before].span.clone()];
        begins_line(body, before) && matches!(word.as_bytes(), [b'a'..=b'z' | b'A'..=b'Z', b')'])
    })
}
