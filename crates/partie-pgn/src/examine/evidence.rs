//! Signs that a text is a game.

use partie_core::{Language, Ply, Tree, moves::san::San};

use crate::{
    codes,
    movetext::Played,
    names,
    tags::TagSection,
    token::{Token, TokenKind},
};
use partie_formats::Code;

/// Returns true if a text holds a game: moves, a tag that chess programs write, or any other whole
/// tag or a single result without words around it.
pub(super) fn is_evidence(
    text: &str,
    tokens: &[Token],
    section: &TagSection,
    (played, tree): (&Played, &Tree),
) -> bool {
    let diagnostics = &played.diagnostics;
    let found = |code: &Code| diagnostics.iter().any(|d| d.code == code);
    let prose = played.unread.is_some() || found(&codes::PROSE);
    // A bullet before a link, or before a remark.
    let words = prose || found(&codes::BRACKET_TEXT) || found(&codes::PROSE_VARIATION);
    let tagged = !section.tags.is_empty();
    let tags = || {
        tokens.iter().filter_map(|token| match &token.kind {
            TokenKind::Tag(tag) => Some(tag),
            _ => None,
        })
    };
    // Two dashes among words are punctuation.
    let mut moves = tree.mainline().filter(|node| !prose || tree.ply(*node) != Some(Ply::Null));
    let moved = match (moves.next(), moves.next()) {
        (Some(_), None) => !prose || tagged || begins_or_follows_number(text, tokens),
        (first, _) => first.is_some(),
    };
    let result = played.result.is_some() && !words && (tagged || !found(&codes::SECOND_RESULT));
    moved
        || result
        || tagged
            && (!prose && tags().any(|tag| tag.bracket_closed && tag.quote_closed)
                || has_known_tag(text, tokens)
                || is_first_move(text, tokens, played.stop))
}

/// Returns true if a tag that chess programs write begins a line, or follows another tag there.
fn has_known_tag(text: &str, tokens: &[Token]) -> bool {
    let mut begins = true;
    tokens.iter().any(|token| {
        let words = &text[token.span.clone()];
        match &token.kind {
            TokenKind::Tag(tag) => return begins && names::is_known(&text[tag.name.clone()]),
            TokenKind::Whitespace => begins |= words.contains(['\n', '\r']),
            _ => begins = words.ends_with('\n'),
        }
        false
    })
}

/// Returns true if a text begins with a move, or a word follows a number directly.
fn begins_or_follows_number(text: &str, tokens: &[Token]) -> bool {
    let first = tokens.iter().find(|token| token.kind != TokenKind::Whitespace);
    let word =
        first.filter(|token| token.kind == TokenKind::Word).map(|token| &text[token.span.clone()]);
    if word.is_some_and(|word| San::parse(word, Language::English).is_some()) {
        return true;
    }
    let mut after_number = false;
    tokens.iter().filter(|token| token.kind != TokenKind::Whitespace).any(|token| {
        let before =
            std::mem::replace(&mut after_number, matches!(token.kind, TokenKind::Number { .. }));
        before && token.kind == TokenKind::Word
    })
}

/// Returns the number before the token at which reading stopped.
fn number_before(tokens: &[Token], stop: Option<usize>) -> Option<&TokenKind> {
    let before = tokens[..stop?].iter().rev().find(|token| token.kind != TokenKind::Whitespace)?;
    Some(&before.kind).filter(|kind| matches!(kind, TokenKind::Number { .. }))
}

/// Returns true if number 1 stands before the token at which reading stopped, which may be a move.
fn is_first_move(text: &str, tokens: &[Token], stop: Option<usize>) -> bool {
    matches!(number_before(tokens, stop), Some(TokenKind::Number { number: Some(1), .. }))
        && resembles_move(text, tokens, stop)
}

/// Returns true if the move after the first number cannot be played.
pub(super) fn illegal_start(text: &str, tokens: &[Token], played: &Played) -> bool {
    let codes = [&codes::ILLEGAL_MOVE, &codes::AMBIGUOUS, &codes::MISSING_MOVE];
    matches!(
        number_before(tokens, played.stop),
        Some(
            TokenKind::Number { number: Some(1), .. }
                | TokenKind::Number { number: Some(1..), dots: 1.. }
        )
    ) && resembles_move(text, tokens, played.stop)
        && played.diagnostics.iter().any(|d| codes.contains(&d.code))
}

/// Returns true if the token at which reading stopped has a square, or castles; a step of a list may
/// begin with `cd` or two dashes.
fn resembles_move(text: &str, tokens: &[Token], stop: Option<usize>) -> bool {
    /// Length of the longest move that cannot be played.
    const LONGEST: usize = 10;
    let Some(token) = stop.map(|stop| &tokens[stop]) else { return false };
    let word = text[token.span.clone()].trim_end_matches(['!', '?']);
    let is_part = |c: char| c.is_alphanumeric() || "x-=+#:()".contains(c) || !c.is_ascii();
    token.kind == TokenKind::Word
        && word.len() <= LONGEST
        && word.chars().all(is_part)
        && (word.contains(char::is_alphabetic) && word.contains(|c: char| matches!(c, '1'..='8'))
            || ["O-O", "0-0", "o-o"].iter().any(|castling| word.starts_with(castling)))
}
