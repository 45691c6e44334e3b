//! Moves as words of JSON.

use partie_core::{
    Language, Move, Outcome, Ply, Position,
    moves::{
        NotRead,
        san::{self, San},
        uci,
    },
};

/// Reads a move in UCI, as Partie writes it, or in SAN, as other programs do.
pub(super) fn read_move(position: &Position, text: &str) -> Result<Ply, NotRead> {
    let read =
        uci::read(position, text).or_else(|error| match San::parse(text, Language::English) {
            Some(_) => san::read(position, text),
            None => Err(error),
        });
    read.map(|reading| reading.ply)
}

/// Returns the illegal move of a text in UCI or SAN, if it can be made.
pub(super) fn as_written(position: &Position, text: &str) -> Option<Move> {
    match uci::read_as_written(position, text) {
        Ok(reading) => reading.ply.any_move(),
        Err(_) => San::parse(text, Language::English)?.as_written(position),
    }
}

/// Returns the moves of a line, without their numbers and the result.
pub(super) fn words_of(line: &str) -> impl Iterator<Item = &str> {
    let bare = |word: &'_ str| -> usize {
        let rest = word.trim_start_matches(|c: char| c.is_ascii_digit());
        let after = rest.trim_start_matches('.');
        if after.len() < rest.len() { word.len() - after.len() } else { 0 }
    };
    line.split_whitespace()
        .map(move |word| &word[bare(word)..])
        .filter(|word| !word.is_empty() && Outcome::from_pgn(word).is_none())
}
