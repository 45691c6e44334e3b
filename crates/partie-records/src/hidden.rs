//! Games in PGN, or lines of moves, among the lines of other texts.

use std::ops::Range;

use partie_pgn::token;

/// Returns true if a line begins a game: a tag pair, or the first move with its number and the next.
pub(crate) fn begins_game(line: &str) -> bool {
    let line = line.trim_start_matches('\u{feff}').trim();
    let moves = || {
        let rest = line.strip_prefix('1')?.trim_start().strip_prefix('.')?;
        let mut words = rest.trim_start_matches(['.', ' ']).split_whitespace();
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
    let mut found: Vec<Range<usize>> = Vec::new();
    let (mut at, mut open) = (0, false);
    for line in text.split_inclusive(|b| *b == b'\n') {
        let end = at + line.len();
        let line = partie_formats::decode::lossy(line);
        if line.trim().is_empty() {
            // A game may go on after an empty line.
        } else if begins_game(&line) && !open {
            found.push(at..end);
            open = true;
        } else if open && continues_game(&line) {
            if let Some(last) = found.last_mut() {
                last.end = end;
            }
        } else {
            open = false;
        }
        at = end;
    }
    found
}
