//! Lines with which the moves of a game begin.

use super::{
    evidence::{is_chess_word, resembles_move},
    facts::Facts,
    header::{facts, is_single_tag, undecorated},
    heading::{begins_with_move, first_move, heading},
    pairing::is_game_number,
    table,
    tokens::{TokenKind, tokens},
};
use partie_formats::result;

/// Way in which a line begins a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum FirstMove {
    /// Number 1 and a move, at most after a heading.
    Certain,
    /// Number 1 and a move, after words that are not a sentence.
    AfterWords,
    /// Number 1 and some word.
    Number,
    /// Two moves and then number 2.
    BeforeTwo,
    /// Only moves without numbers.
    Bare,
}

/// Returns the way in which a line begins a game, if it does.
pub(super) fn first_move_of(words: &str) -> Option<FirstMove> {
    if is_single_tag(words) {
        return None;
    }
    let (_, bare) = undecorated(words);
    if begins_with_move_one(bare) {
        let known = (begins_with_move(bare) || begins_with_misread_move(bare))
            && (bare.starts_with("1.") || bare.starts_with("1)"))
            || begins_with_number_and_move(bare);
        // `1. Partie`, `1. Brett: Adams - Short`.
        if !known && (is_game_number(bare) || facts(words).is_some()) {
            return None;
        }
        let at_start = if known { FirstMove::Certain } else { FirstMove::Number };
        return (!words.starts_with("# ") || known).then_some(at_start);
    }
    if table::row(words, None).is_some() {
        return Some(FirstMove::Certain);
    }
    // `# Open Game, 1. e4 e5` may be the heading of a game that follows.
    if heading(words).is_some() {
        return None;
    }
    if let Some(bare) = bare_moves(bare) {
        return Some(bare);
    }
    let at = moves_at(words)?;
    let before = words[..at].trim_end();
    let result = || result::from_spelling(before.trim_matches(['(', ')', '[', ']'])).is_some();
    if is_game_number(undecorated(before).1) || facts(before).is_some() || result() {
        return Some(FirstMove::Certain);
    }
    let is_sentence = before.ends_with(char::is_lowercase) || before.ends_with(['(', ',', '.']);
    (!is_sentence).then_some(FirstMove::AfterWords)
}

/// Returns the place of number 1 and its move in a line.
pub(super) fn moves_at(words: &str) -> Option<usize> {
    let at = first_move(words).filter(|_| !is_single_tag(words))?;
    (begins_with_move_one(&words[at..]) && begins_with_move(&words[at..])).then_some(at)
}

/// Returns the place of the moves after a board's number, as in `Board 2: 7. Nf3`.
pub(super) fn labelled_moves(words: &str) -> Option<usize> {
    let at = first_move(words).filter(|at| *at > 0)?;
    let is_board = |facts: Facts| facts.tags.iter().any(|(tag, _)| *tag == "Board");
    facts(&words[..at]).is_some_and(is_board).then_some(at)
}

/// Recognises a line of moves without number 1: `e4 e5 2. Nf3 Nc6 1-0`, `e2e4 e7e5`.
fn bare_moves(words: &str) -> Option<FirstMove> {
    let first = words.split_whitespace().next()?;
    if !is_chess_word(first.trim_end_matches(['!', '?', '+', ','])) {
        return None;
    }
    let mut numbers = Vec::new();
    let tokens = tokens(words);
    for (at, token) in tokens.iter().enumerate() {
        let word = &words[token.span.clone()];
        match token.kind {
            TokenKind::Number(n, _) => numbers.push((at, n)),
            TokenKind::Word if !is_chess_word(word) && !resembles_move(word) => return None,
            _ => {}
        }
    }
    let moves = tokens.iter().take_while(|t| t.kind == TokenKind::Word).count();
    match numbers.first() {
        Some((2, 2)) => Some(FirstMove::BeforeTwo),
        None if moves >= 2 => Some(FirstMove::Bare),
        _ => None,
    }
}

/// Returns true for `1. dA`, with a misread move.
fn begins_with_misread_move(words: &str) -> bool {
    let rest = words.trim_start_matches(|c: char| c.is_ascii_digit() || ".) ".contains(c));
    let word = rest.split_whitespace().next().unwrap_or_default();
    resembles_move(word) && !word.starts_with(char::is_uppercase)
        || resembles_move(word) && word.len() > 2
}

/// Returns true for `1 e4`, a number without a full stop.
fn begins_with_number_and_move(words: &str) -> bool {
    words.strip_prefix("1 ").is_some_and(|rest| begins_with_move(&format!("1.{}", rest.trim())))
}

/// `1. e4`, `1.e4`, `1 e4`, and `# 1. e4`; not `1...` and not `1.5`.
pub(super) fn begins_with_move_one(line: &str) -> bool {
    let line = line.as_bytes();
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
