//! Positions given as words: moves from the initial position, or a FEN.

use std::io;

use partie_core::{Boards, Ply, Position, Variant};
use partie_formats::{Format, ReadOptions, Record, Severity, fen, text::visible};
use partie_records::{detect::detect, dispatch};

use super::{ParseError, likely_position};

/// A position, and the legal moves that were made from there on.
#[derive(Clone, Debug)]
pub struct PositionLine {
    /// The first position.
    pub start: Position,
    /// The moves.
    pub plies: Vec<Ply>,
}

impl PositionLine {
    /// Reads moves from the initial position, or a FEN.
    ///
    /// # Errors
    ///
    /// If the text is neither, or not legal.
    pub fn read(text: &str) -> Result<PositionLine, ParseError> {
        let nothing = |start| PositionLine { start, plies: Vec::new() };
        if text.trim().is_empty() {
            return Ok(nothing(Boards::start(Variant::Standard).first().clone()));
        }
        let options = ReadOptions::default();
        if is_fen(text) {
            if text.split_whitespace().count() < 3 {
                return Ok(nothing(likely_position(text)?));
            }
            let position = game_of_fen(text, &options)?.game().start.first().clone();
            if let Some(problem) = position.problem() {
                return Err(format!("invalid FEN: {}", visible(&problem.to_string())).into());
            }
            return Ok(nothing(position));
        }
        // Memory does not fail.
        let record = game_of_moves(text.to_owned(), None, &options).ok().flatten();
        let Some(record) = record.filter(Record::holds_game) else {
            let found = visible(text.split_whitespace().next().unwrap_or_default());
            return Err(format!("expected moves such as e4 e5, or a FEN, but found {found}").into());
        };
        let mut diagnostics = record.parsed.diagnostics.iter();
        if let Some(error) = diagnostics.find(|d| d.severity >= Severity::Warning) {
            let message = visible(&error.message.to_string());
            return Err(format!("{message} ({})", error.code.id).into());
        }
        let game = record.game();
        let plies = game.plies().map(|(_, ply)| ply).collect();
        Ok(PositionLine { start: game.start.first().clone(), plies })
    }

    /// Returns the position after the moves.
    #[must_use]
    pub fn position(&self) -> Position {
        let mut position = self.start.clone();
        for ply in &self.plies {
            if position.play(*ply).is_err() {
                break;
            }
        }
        position
    }
}

/// Reads moves in any notation, with numbers or without them.
///
/// # Errors
///
/// None: the text is in memory.
pub fn game_of_moves(
    mut text: String,
    from: Option<Format>,
    options: &ReadOptions,
) -> io::Result<Option<Record>> {
    // A number before the first word says that it is a move.
    if text.starts_with(char::is_alphabetic) {
        text.insert_str(0, "1. ");
    }
    let format = from.unwrap_or_else(|| detect(text.as_bytes(), None));
    let source = Box::new(io::Cursor::new(text.into_bytes()));
    dispatch::games(format, source, options).next().transpose()
}

/// Returns true if words look like a FEN: eight ranks with pieces and numbers.
#[must_use]
pub fn is_fen(text: &str) -> bool {
    let board = text.trim_start().split([' ', '_']).next().unwrap_or_default();
    board.matches('/').count() >= 7
        && board.chars().all(|c| "KQRBNPkqrbnp12345678/~[]-".contains(c))
}

/// Returns a game of no moves from a position.
///
/// # Errors
///
/// If there is no board in the text.
pub fn game_of_fen(text: &str, options: &ReadOptions) -> Result<Record, ParseError> {
    let record = record_of_fen(text, options);
    if record.game().start.is_unread() {
        let mut diagnostics = record.parsed.diagnostics.iter();
        let why = diagnostics.find(|d| fen::is_doubtful(std::slice::from_ref(d)));
        let why = why.map_or(String::new(), |d| d.message.to_string());
        return Err(format!("invalid FEN: {}", visible(&why)).into());
    }
    Ok(record)
}

/// Returns a record of a game of no moves from a position, also if there is no board in the text.
#[must_use]
pub fn record_of_fen(text: &str, options: &ReadOptions) -> Record {
    let parsed = fen::parse(text.as_bytes(), options);
    let mut record = Record::of_game(parsed.value, 1);
    record.format = Format::Fen;
    record.text = text.as_bytes().to_vec();
    record.parsed.diagnostics = parsed.diagnostics;
    record
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_a_fen() {
        for text in [
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
            "8/8/8/8/8/8/8/K1k5",
            "r1b1k3/8/8/8/8/8/8/4K3[Qn]_w_-_-",
        ] {
            assert!(is_fen(text), "{text}");
        }
        for text in ["games.pgn", "a/b/c/d/e/f/g/h/games.pgn", "/home/me/1/2/3/4/5/6.pgn"] {
            assert!(!is_fen(text), "{text}");
        }
    }
}
