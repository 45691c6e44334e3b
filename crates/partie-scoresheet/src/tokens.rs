//! Words, numbers and remarks of a text.

use std::{cell::LazyCell, ops::Range};

use partie_core::{Nag, Outcome, moves::is_dash};

use partie_formats::{glued::last_result, result};

/// A piece of a text.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Token {
    pub(super) kind: TokenKind,
    /// The place in bytes of the text.
    pub(super) span: Range<usize>,
}

#[derive(Clone, Debug, PartialEq)]
pub(super) enum TokenKind {
    /// A move number and its dots.
    Number(u32, u8),
    /// A word, without punctuation around it.
    Word,
    /// A result of the game.
    Result(Outcome),
    /// A sign for a NAG, right after a move or alone, or `$n`.
    Nag(Nag),
    /// The time of a clock, `0:39` or `1:05:30`.
    Clock,
    /// `{...}`, `(...)`, `[...]` with spaces inside, or `;` to the end of the line.
    Remark,
    /// A line's end.
    Line,
}

pub(super) fn tokens(text: &str) -> Vec<Token> {
    let mut list = Vec::new();
    let brackets = LazyCell::new(|| Brackets::of(text));
    let braces = LazyCell::new(|| braces(text));
    let mut at = 0;
    while let Some(c) = text[at..].chars().next() {
        partie_formats::steps::add(1);
        if c == '\n' || c == '\r' {
            list.push(Token { kind: TokenKind::Line, span: at..at + 1 });
            at += 1;
        } else if c.is_whitespace() || is_invisible(c) {
            at += c.len_utf8();
        } else if c == ';' && parts_moves(text, at) {
            at += 1;
        } else if c == ';' {
            let end = text[at..].find(['\n', '\r']).map_or(text.len(), |i| at + i);
            list.push(Token { kind: TokenKind::Remark, span: at..end });
            at = end;
        } else if let Some((end, outcome)) = bracketed_result(text, at, c) {
            list.push(Token { kind: TokenKind::Result(outcome), span: at..end });
            at = end;
        } else if let Some(end) = match c {
            c if OPENING.contains(&c) => brackets.end(at),
            '{' => end_of(&braces, at),
            '<' => {
                let end = text[at..].char_indices().take(64).find(|(_, c)| *c == '>');
                end.map(|(length, _)| at + length + 1)
            }
            _ => None,
        } {
            list.push(Token { kind: TokenKind::Remark, span: at..end });
            at = end;
        } else if let Some((end, outcome)) = spaced_result(text, at) {
            list.push(Token { kind: TokenKind::Result(outcome), span: at..end });
            at = end;
        } else {
            at = word(text, at, &mut list);
        }
    }
    join_figurines(text, &mut list);
    // `8. – e6`, `8. ... e6` and `8 ... e6` are Black's moves.
    for token in &mut list {
        if let TokenKind::Number(_, dots) = &mut token.kind {
            let rest = text[token.span.end..].trim_start_matches([' ', '\t', '\u{a0}']);
            let dash = rest.strip_prefix(is_dash).is_some_and(|r| r.starts_with([' ', '\t']));
            if dash && *dots > 0 || rest.starts_with("..") || rest.starts_with('…') {
                *dots = 3;
            }
        }
    }
    list
}

/// Returns true for the figure of a piece.
pub(super) fn is_figurine(c: char) -> bool {
    matches!(c, '\u{2654}'..='\u{265f}')
}

/// Joins a figurine and the move that follows it after a space or on the next line: `♘ f3`.
fn join_figurines(text: &str, list: &mut Vec<Token>) {
    let mut joined: Vec<Token> = Vec::with_capacity(list.len());
    for token in list.drain(..) {
        let word = &text[token.span.clone()];
        let follows = token.kind == TokenKind::Word
            && word
                .starts_with(|c: char| matches!(c, 'a'..='h' | '1'..='8' | 'x' | '×' | ':' | '-'));
        let figurine = joined.iter().rposition(|t| t.kind != TokenKind::Line).filter(|at| {
            let Token { kind, span } = &joined[*at];
            let space = &text[span.end..token.span.start];
            // With the other selector it is a picture.
            let figure = text[span.clone()].trim_end_matches('\u{fe0e}');
            follows
                && *kind == TokenKind::Word
                && figure.starts_with(is_figurine)
                && figure.chars().count() == 1
                && space.chars().all(char::is_whitespace)
                && space.matches('\n').count() < 2
        });
        match figurine {
            Some(at) => {
                joined.truncate(at + 1);
                joined[at].span.end = token.span.end;
            }
            None => joined.push(token),
        }
    }
    *list = joined;
}

/// Returns true if a semicolon ends a clause, right after a word and before a space. With a space
/// before it, or none after it, it begins a comment.
fn parts_moves(text: &str, at: usize) -> bool {
    let glued = text[..at].ends_with(|c: char| c.is_alphanumeric() || "+#!?.)".contains(c));
    glued && text[at + 1..].chars().next().is_none_or(char::is_whitespace)
}

/// Reads a result with spaces around its mark, such as `1 - 0` or `1/2 : 1/2`.
fn spaced_result(text: &str, at: usize) -> Option<(usize, Outcome)> {
    const POINTS: [&str; 8] = ["1/2", "½", "0,5", "0.5", "1", "0", "O", "o"];
    let before = text[..at].chars().next_back();
    if before.is_some_and(|c| c.is_alphanumeric() || matches!(c, '.' | '-' | '/')) {
        return None;
    }
    let points = |text: &str| POINTS.iter().find(|p| text.starts_with(**p)).map(|p| p.len());
    let first = points(&text[at..])?;
    let rest = text[at + first..].trim_start_matches([' ', '\t', '\u{a0}']);
    let mark = rest.chars().next().filter(|c| *c == ':' || is_dash(*c))?;
    let rest = rest[mark.len_utf8()..].trim_start_matches([' ', '\t', '\u{a0}']);
    let end = text.len() - rest.len() + points(rest)?;
    let after = text[end..].chars().next();
    if after.is_some_and(|c| c.is_alphanumeric() || matches!(c, '/' | ':') || is_dash(c)) {
        return None;
    }
    let word: String = text[at..end].split_whitespace().collect();
    Some((end, result::from_spelling(&word)?))
}

/// Reads a result alone in parentheses or brackets: `(1-0)`.
fn bracketed_result(text: &str, at: usize, c: char) -> Option<(usize, Outcome)> {
    const LONGEST: usize = 16;
    let close = match c {
        '(' => ')',
        '[' => ']',
        _ => return None,
    };
    let rest = &text[at + 1..text.floor_char_boundary(at + LONGEST)];
    let inner = &rest[..rest.find(close)?];
    let word: String = inner.split_whitespace().collect();
    // `(+-)` judges a position, and `(1/2)` may be a fraction.
    let both = word.contains('½') || word.matches(['0', '1']).count() >= 2;
    let outcome = result::from_spelling(&word).filter(|_| both && word != "1/2")?;
    Some((at + inner.len() + 2, outcome))
}

/// Returns true for `0:39`, `12:05` or `1:05:30`, which is not a result.
fn is_clock(word: &str) -> bool {
    let mut parts = word.split(':');
    let hours = parts.next().unwrap_or_default();
    let is_number = |part: &str| part.bytes().all(|b| b.is_ascii_digit());
    let rest: Vec<&str> = parts.collect();
    (1..=3).contains(&hours.len())
        && is_number(hours)
        && matches!(rest.len(), 1 | 2)
        && rest.iter().all(|part| part.len() == 2 && is_number(part))
}

/// Finds a sign for a NAG at the end of a word; letters do not count here.
fn last_sign(word: &str) -> Option<(usize, Nag)> {
    let signs = |c: char| !c.is_alphanumeric() && c != ')' && c != ']';
    let first = word.len()
        - word.chars().rev().take_while(|c| signs(*c)).map(char::len_utf8).sum::<usize>();
    word[first..]
        .char_indices()
        .map(|(i, _)| first + i)
        .filter(|at| !word[..*at].ends_with('/'))
        .find_map(|at| Some((at, Nag::from_glyph(&word[at..])?)))
}

fn is_invisible(c: char) -> bool {
    matches!(c, '\u{200b}'..='\u{200f}' | '\u{2060}' | '\u{feff}' | '\u{ad}')
}

/// Opening parentheses and brackets, including Chinese and Japanese ones.
pub(super) const OPENING: [char; 4] = ['(', '[', '（', '［'];

/// Returns the words inside parentheses or brackets.
pub(super) fn inside(text: &str, span: &Range<usize>) -> Option<Range<usize>> {
    let mut words = text.get(span.clone())?.chars();
    let start = span.start + words.next().filter(|c| OPENING.contains(c))?.len_utf8();
    words.next_back()?;
    Some(start..start + words.as_str().len())
}

/// Returns true if words begin with a move number and its dots.
pub(super) fn begins_with_number(words: &str) -> bool {
    let words = words.trim_start_matches([' ', '\t']);
    let after = words.trim_start_matches(|c: char| c.is_ascii_digit());
    (1..=3).contains(&(words.len() - after.len())) && after.starts_with(['.', '…'])
}

/// Greatest length of a remark in parentheses or brackets, in bytes.
const LONGEST_REMARK: usize = 1024;

/// Returns the end of the remark whose parenthesis or bracket stands at a place.
pub(super) fn bracket_end(text: &str, at: usize) -> Option<usize> {
    let longest = text.floor_char_boundary(at + LONGEST_REMARK + 1);
    Some(at + Brackets::of(&text[at..longest]).end(0)?)
}

/// Returns the remarks in braces of a text, each with its start and its end; ascending. A brace that is
/// never closed begins no remark: the moves after it would be lost.
fn braces(text: &str) -> Vec<(usize, usize)> {
    let (mut found, mut open) = (Vec::new(), Vec::new());
    for (at, brace) in text.match_indices(['{', '}']) {
        if brace == "{" {
            open.push(at);
        } else if let Some(start) = open.pop() {
            found.push((start, at + 1));
        }
    }
    found.sort_unstable();
    found
}

/// Returns the end of the remark that begins at a place, among remarks in the order of their starts.
fn end_of(remarks: &[(usize, usize)], at: usize) -> Option<usize> {
    let found = remarks.binary_search_by_key(&at, |(start, _)| *start).ok()?;
    Some(remarks[found].1)
}

/// Remarks in parentheses and square brackets of a text, each with its start and its end;
/// ascending. Only sidelines may be long.
struct Brackets(Vec<(usize, usize)>);

impl Brackets {
    fn of(text: &str) -> Brackets {
        let mut found: Vec<(usize, Option<usize>)> = Vec::new();
        let mut open: [Vec<usize>; 2] = [Vec::new(), Vec::new()];
        for (i, c) in text.char_indices() {
            let kind = usize::from(matches!(c, '[' | ']' | '［' | '］'));
            match c {
                '(' | '[' | '（' | '［' => {
                    open[kind].push(found.len());
                    found.push((i, None));
                }
                ')' | ']' | '）' | '］' => {
                    if let Some(at) = open[kind].pop() {
                        let (start, end) = (found[at].0, i + c.len_utf8());
                        let is_sideline =
                            || begins_with_number(text[start..].trim_start_matches(OPENING));
                        let is_short = end - start <= LONGEST_REMARK + 1;
                        found[at].1 = Some(end).filter(|_| is_short || is_sideline());
                    }
                }
                // A parenthesis that is never closed swallows no more than its paragraph.
                '\n' | '\r'
                    if ["\n\n", "\r\n\r\n"].iter().any(|end| text[i..].starts_with(end)) =>
                {
                    open.iter_mut().for_each(Vec::clear);
                }
                _ => {}
            }
        }
        Brackets(found.into_iter().filter_map(|(start, end)| Some((start, end?))).collect())
    }

    /// Returns the end of the remark that begins at a place.
    fn end(&self, at: usize) -> Option<usize> {
        end_of(&self.0, at)
    }
}

/// Adds the tokens of one word; gives the place after it.
fn word(text: &str, at: usize, list: &mut Vec<Token>) -> usize {
    let rest = &text[at..];
    let mut length = 0;
    let mut open = 0_usize;
    for (i, c) in rest.char_indices() {
        // Brackets inside a word belong to it: `Kt(KKt1)-B3`, `e8(Q)`.
        match c {
            '(' | '[' if i > 0 => open += 1,
            ')' | ']' if open > 0 => open -= 1,
            _ if c.is_whitespace() && open == 0 => break,
            '{' | '}' | '<' | ';' | '\n' | '\r' => break,
            _ if c.is_whitespace() => break,
            _ => {}
        }
        length = i + c.len_utf8();
    }
    if length == 0 {
        // A lone brace or bracket.
        return at + rest.chars().next().map_or(1, char::len_utf8);
    }
    let end = at + length;
    let mut start = at;
    let mut stop = end;
    let soft =
        |c: char| matches!(c, ',' | ':' | '"' | '\'' | '*' | '_' | '“' | '”' | '„' | '|' | '`');
    while let Some(c) = text[start..stop]
        .chars()
        .next()
        .filter(|c| soft(*c) && text[start..stop].len() > 1 && !is_unread_sign(text, start, stop))
    {
        start += c.len_utf8();
    }
    if let Some(outcome) = result::from_spelling(&text[start..stop]) {
        list.push(Token { kind: TokenKind::Result(outcome), span: start..stop });
        return end;
    }
    let digits = text[start..stop].bytes().take_while(u8::is_ascii_digit).count();
    // Four digits alone may be a move of correspondence chess.
    let dotted = text.as_bytes()[start..stop].get(digits) == Some(&b'.');
    if digits > 0 && digits <= 3 + usize::from(dotted) {
        let tail = &text[start + digits..stop];
        let dots = tail.chars().take_while(|c| matches!(c, '.' | '…' | ')')).count();
        let dot_bytes: usize = tail.chars().take(dots).map(char::len_utf8).sum();
        let rest = &tail[dot_bytes..];
        let number = text[start..start + digits].parse().unwrap_or(0);
        let count = if tail.contains('…') { 3 } else { u8::try_from(dots).unwrap_or(3) };
        if rest.is_empty() {
            list.push(Token { kind: TokenKind::Number(number, count), span: start..stop });
            return end;
        }
        if dots > 0
            && (!rest.starts_with(|c: char| c.is_ascii_digit())
                || rest.starts_with('0')
                || iccf_pair(rest).is_some())
        {
            list.push(Token {
                kind: TokenKind::Number(number, count),
                span: start..start + digits + dot_bytes,
            });
            start += digits + dot_bytes;
        }
    }
    // Full stops, then signs: `e4!?.` and `"Nf3!"`.
    let mut signs = Vec::new();
    loop {
        let shown = &text[start..stop];
        if shown.ends_with("e.p.") || shown.ends_with("ch.") {
            break;
        }
        if let Some(c) = shown.chars().next_back().filter(|c| soft(*c) || matches!(c, '.' | '…'))
        {
            stop -= c.len_utf8();
        } else if let Some((at, nag)) =
            last_sign(shown).filter(|_| result::from_spelling(shown).is_none())
        {
            signs.push(Token { kind: TokenKind::Nag(nag), span: start + at..stop });
            stop = start + at;
        } else if let Some((at, nag)) = shown
            .rfind('$')
            .filter(|at| *at > 0)
            .and_then(|at| Some((at, numeric_nag(&shown[at..])?)))
        {
            signs.push(Token { kind: TokenKind::Nag(nag), span: start + at..stop });
            stop = start + at;
        } else {
            break;
        }
    }
    if let Some(first) = iccf_pair(&text[start..stop]) {
        list.push(Token { kind: TokenKind::Word, span: start..start + first });
        if start + first + 1 < stop {
            list.push(Token { kind: TokenKind::Word, span: start + first + 1..stop });
        }
    } else if start < stop {
        if let Some(outcome) = result::from_spelling(&text[start..stop]) {
            list.push(Token { kind: TokenKind::Result(outcome), span: start..stop });
        } else if let Some((front, outcome)) =
            last_result(&text[start..stop]).filter(|(f, _)| *f >= 2)
        {
            list.push(Token { kind: TokenKind::Word, span: start..start + front });
            list.push(Token { kind: TokenKind::Result(outcome), span: start + front..stop });
        } else if let Some(nag) = numeric_nag(&text[start..stop]) {
            list.push(Token { kind: TokenKind::Nag(nag), span: start..stop });
        } else if is_clock(&text[start..stop]) {
            list.push(Token { kind: TokenKind::Clock, span: start..stop });
        } else {
            list.push(Token { kind: TokenKind::Word, span: start..stop });
        }
    }
    list.extend(signs.into_iter().rev());
    end
}

/// Returns true if a star right before a square replaces an unread sign, as in `*g3`: no second
/// star closes it, as in `*e4*`.
fn is_unread_sign(text: &str, start: usize, end: usize) -> bool {
    let word = &text[start..end];
    let Some(square) = word.strip_prefix(['*', '_']) else { return false };
    if !matches!(square.as_bytes(), [b'a'..=b'h', b'1'..=b'8', ..]) {
        return false;
    }
    let paragraph = &text[start + 1..text.floor_char_boundary(start + LONGEST_REMARK)];
    let paragraph = &paragraph[..paragraph.find("\n\n").unwrap_or(paragraph.len())];
    let closes = |(at, _): (usize, &str)| !paragraph[..at].ends_with(char::is_whitespace);
    !paragraph.match_indices(&word[..1]).any(closes)
}

/// Returns the length of the first of two ICCF moves joined by a dash, `5254-5755`; the second may
/// be missing.
fn iccf_pair(word: &str) -> Option<usize> {
    let is_move =
        |word: &str| matches!(word.len(), 4 | 5) && word.bytes().all(|b| matches!(b, b'1'..=b'8'));
    let (first, second) = word.split_once('-')?;
    (is_move(first) && (second.is_empty() || is_move(second))).then_some(first.len())
}

fn numeric_nag(word: &str) -> Option<Nag> {
    word.strip_prefix('$')?.parse().ok().map(Nag)
}
