//! Games in PGN, or lines of moves, among the lines of other texts.

use std::ops::Range;

use partie_core::{Outcome, Position, moves::san};
use partie_formats::decode::lossy;
use partie_pgn::token;

/// Returns true if a line begins a game: a tag pair, or the first move with its number and the next.
pub(crate) fn begins_game(line: &str) -> bool {
    let line = line.trim_start_matches('\u{feff}').trim();
    let moves = || {
        let rest = line.strip_prefix('1')?.trim_start().strip_prefix('.')?;
        // A string of a program ends lines with `\n`.
        let ends_word = |c: char| c.is_whitespace() || matches!(c, '\\' | '\'' | '"' | '`');
        let rest = rest.trim_start_matches(['.', ' ']);
        let mut words = rest.split(ends_word).filter(|word| !word.is_empty());
        let [first, second] = [words.next()?, words.next()?];
        Some([first, second].into_iter().all(partie_scoresheet::is_of_moves))
    };
    token::tag_name(line.as_bytes()).is_some() && line.ends_with(']') || moves() == Some(true)
}

/// Returns true if a line that is no beginning of a game has a part of one: a tag pair, or a number of
/// a move or a result in front and a result anywhere. A time in brackets may stand before it.
pub(crate) fn tells_of_game(line: &str) -> bool {
    let line = line.trim();
    let time = line.strip_prefix(['[', '(']).and_then(|rest| rest.split_once([']', ')']));
    let line = match time {
        Some((time, rest)) if time.contains(':') && !time.contains('"') => rest.trim(),
        _ => line,
    };
    let first = line.split_whitespace().next().unwrap_or_default();
    let is_number = first.starts_with(|c: char| c.is_ascii_digit()) && first.contains('.');
    (is_number || line.starts_with('[') || is_result(first))
        && part_of_game(line.as_bytes()).is_some()
}

/// Returns the lines of a text from the first to the last that have a part of a game: a tag pair, a
/// result, or the first two moves.
pub(crate) fn part_of_game(text: &[u8]) -> Option<Range<usize>> {
    let last_bracket = memchr::memrchr(b']', text).unwrap_or(0);
    let tags = memchr::memchr_iter(b'[', &text[..last_bracket]);
    let tags = tags.filter(|at| token::tag_name(&text[*at..]).is_some());
    let words = text.split(|b| b.is_ascii_whitespace() || b"<>|\",;".contains(b));
    let mut before = [&text[..0]; 2];
    let others = words.filter(|word| {
        let [number, first] = before;
        before = [first, word];
        let is_first = number.ends_with(b"1.") && !number.ends_with(b"11.");
        is_result(&lossy(word))
            || first.starts_with(b"1.") && first.len() > 2 && begin([&first[2..], word])
            || is_first && begin([first, word])
    });
    let starts = others.map(|word| word.as_ptr().addr() - text.as_ptr().addr());
    let (first, last) =
        tags.chain(starts).fold((usize::MAX, 0), |(first, last), at| (first.min(at), last.max(at)));
    let start = memchr::memrchr(b'\n', text.get(..first)?).map_or(0, |end| end + 1);
    let end = memchr::memchr(b'\n', &text[last..]).map_or(text.len(), |length| last + length);
    Some(start..end)
}

/// Returns true if two words are legal moves from the start of a game.
fn begin(words: [&[u8]; 2]) -> bool {
    let mut position = Position::default();
    words.into_iter().all(|word| {
        let word = lossy(word);
        let word = word.trim_start_matches(['.', ' ']).trim_end_matches([',', ';', '!', '?', ')']);
        san::read(&position, word).is_ok_and(|reading| position.play(reading.ply).is_ok())
    })
}

/// Returns true if a word is the result of a game that was finished.
fn is_result(word: &str) -> bool {
    let bare = word.trim_end_matches(['.', ',', ';', ')', ']', '}']);
    Outcome::from_pgn(bare).is_some_and(Outcome::is_known)
}

/// Returns true if a line goes on with a game that has begun.
pub(crate) fn continues_game(line: &str) -> bool {
    let line = line.trim();
    line.starts_with(['{', '(', ';']) || begins_game(line) || partie_scoresheet::is_of_moves(line)
}

/// Returns the parts of a text that are games as they stand, with whole lines.
pub(crate) fn games(text: &[u8]) -> Vec<Range<usize>> {
    found(text, |line| begins_game(&lossy(line)).then_some(0))
}

/// Returns the parts of a text that are games; the first line of each may begin after other words.
pub(crate) fn games_in_lines(text: &[u8]) -> Vec<Range<usize>> {
    found(text, |line| {
        if begins_game(&lossy(line)) {
            return Some(0);
        }
        let is_number = |at: &usize| {
            let before = at.checked_sub(1).map(|before| line[before]);
            !before.is_some_and(|b| b.is_ascii_alphanumeric() || matches!(b, b'.' | b'-' | b'_'))
        };
        let mut numbers = memchr::memmem::find_iter(line, b"1.").filter(is_number);
        numbers.find(|at| begins_game(&lossy(&line[*at..])))
    })
}

/// Returns the parts of a text that are games, given the place in a line where one begins.
fn found(text: &[u8], beginning: impl Fn(&[u8]) -> Option<usize>) -> Vec<Range<usize>> {
    let mut found: Vec<Range<usize>> = Vec::new();
    let (mut at, mut open) = (0, false);
    for line in text.split_inclusive(|b| *b == b'\n') {
        let end = at + line.len();
        if line.trim_ascii().is_empty() {
            // A game may go on after an empty line.
        } else if open && continues_game(&lossy(line)) {
            if let Some(last) = found.last_mut() {
                last.end = end;
            }
        } else if let Some(start) = beginning(line) {
            found.push(at + start..end);
            open = true;
        } else {
            open = false;
        }
        at = end;
    }
    found
}
