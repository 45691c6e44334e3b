//! Games in PGN, or lines of moves, among the lines of other texts.

use std::ops::Range;

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
