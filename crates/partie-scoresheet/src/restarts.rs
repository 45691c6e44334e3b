//! Games that begin within a line, without a result before them: number 1 after moves.

use std::ops::Range;

use partie_core::{Position, Variant, moves::is_dash};

use super::{
    blocks,
    evidence::after_move,
    header::facts,
    numbers::is_in_sentence,
    reading::{candidates, moves},
    tokens::{Token, TokenKind, tokens},
};
use partie_formats::ReadOptions;

/// Plies that must be legal from the start position for number 1 to begin another game.
const LEGAL_OPENING: usize = 4;

/// Words of a line that are read to find these plies.
const MOST_WORDS: usize = 24;

/// Longest text between a game's last move and number 1 of the next one, in bytes.
const LONGEST_LEAD: usize = 250;

/// Returns the places at which games begin within lines, with the names before their moves.
pub(super) fn restarts(text: &str) -> Vec<usize> {
    let mut found = Vec::new();
    if !has_restart(text) {
        return found;
    }
    let tokens = tokens(text);
    let beside = blocks::rows(text, &tokens);
    let (mut last, mut words, mut end, mut next) = (0, 0, 0, 0);
    for (at, token) in tokens.iter().enumerate() {
        partie_formats::steps::add(1);
        if at < next {
            continue;
        }
        match token.kind {
            TokenKind::Number(1, 0 | 1)
                if last > 0
                    && words > 1
                    && token.span.start - end <= LONGEST_LEAD
                    && !text[end..token.span.start].contains(['\n', '\r'])
                    && !beside.iter().any(|rows| rows.contains(&token.span.start))
                    && follows_a_game(text, &tokens, at, end)
                    && !goes_on(&tokens[at + 1..], last)
                    && opens_game(text, &tokens, at) =>
            {
                found.push(begin(text, end, token.span.start));
                (last, words) = (1, 0);
            }
            TokenKind::Number(n, _) => last = n,
            TokenKind::Word if let Some(after) = after_move(text, &tokens, at) => {
                words += 1;
                next = after;
                end = tokens[after - 1].span.end;
            }
            // Text after a result is cut elsewhere.
            TokenKind::Result(_) => (last, words) = (0, 0),
            TokenKind::Nag(_) | TokenKind::Remark | TokenKind::Clock => end = token.span.end,
            _ => {}
        }
    }
    found
}

/// Returns true if a number 1 stands within a line, before a letter.
fn has_restart(text: &str) -> bool {
    text.match_indices('1').any(|(at, _)| {
        let before = &text[..at];
        let rest = text[at + 1..].trim_start_matches(['.', ')', ' ']);
        before.ends_with([' ', '\t'])
            && before.trim_end_matches([' ', '\t']).ends_with(|c| c != '\n' && c != '\r')
            && text[at + 1..].starts_with(['.', ')', ' '])
            && rest.starts_with(|c: char| c.is_alphanumeric() || !c.is_ascii())
    })
}

/// Returns true if a number stands right after moves, or after the names of players.
fn follows_a_game(text: &str, tokens: &[Token], at: usize, end: usize) -> bool {
    let between = &text[end..tokens[at].span.start];
    let between = between.trim_matches(|c: char| c.is_whitespace() || ".;,:".contains(c));
    !is_in_sentence(text, tokens, at) || facts(between).is_some_and(|facts| facts.is_pairing)
}

/// Returns the start of the words that belong to the game whose number 1 is at `number`: its
/// players' names, or a lead-in with a colon.
fn begin(text: &str, end: usize, number: usize) -> usize {
    let between = &text[end..number];
    let is_mark = |c: char| !c.is_alphanumeric() && !"([{\"“„".contains(c);
    let lead = between.trim_start_matches(is_mark);
    let words = lead.trim_end();
    let leads = words.ends_with(':') || words.contains(|c: char| is_dash(c));
    if leads { number - lead.len() } else { number }
}

/// Returns true if the game whose last number was `last` continues after another line of moves that
/// begins with number 1, or if that line's numbers recur.
fn goes_on(tokens: &[Token], last: u32) -> bool {
    let mut own = 1;
    for token in tokens {
        let TokenKind::Number(n, dots) = token.kind else { continue };
        if n == 1 && dots < 2 {
            return false;
        } else if n == own + 1 {
            own = n;
        } else if n == own && dots < 2 {
            return own > 1;
        } else if n == last || n == last + 1 {
            return true;
        }
    }
    false
}

/// Returns true if the moves after a number can open a game.
fn opens_game(text: &str, tokens: &[Token], at: usize) -> bool {
    let is_restart = |t: &&Token| !matches!(t.kind, TokenKind::Number(1, _));
    let opening = tokens[at + 1..].iter().take(MOST_WORDS).take_while(is_restart);
    let end = opening.last().map_or(tokens[at].span.end, |t| t.span.end);
    let Range { start, .. } = tokens[at].span;
    let position = Position::start(Variant::Standard);
    let candidates = candidates(&text[start..end], &ReadOptions::default());
    moves(&text[start..end], &position, &candidates)
        .is_some_and(|line| line.plies.len() >= LEGAL_OPENING)
}
