//! Positions given as words of the command line: moves from the initial position, or a FEN.

use std::io;

use anyhow::bail;
use partie_core::{Boards, Ply, Position, Variant};
use partie_db::query::likely_position;
use partie_formats::{Format, ReadOptions, Record, Severity};
use partie_records::{detect::detect, dispatch};

use super::show::source;
use crate::visible::visible;

/// A position, and the legal moves that were made from there on.
#[derive(Clone, Debug)]
pub(super) struct PositionLine {
    pub(super) start: Position,
    pub(super) plies: Vec<Ply>,
}

impl PositionLine {
    /// Returns the position after the moves.
    pub(super) fn position(&self) -> Position {
        let mut position = self.start.clone();
        for ply in &self.plies {
            if position.play(*ply).is_err() {
                break;
            }
        }
        position
    }
}

/// Reads moves from the initial position, or a FEN.
pub(super) fn line(words: &[String]) -> anyhow::Result<PositionLine> {
    let text = words.join(" ");
    let nothing = |start| PositionLine { start, plies: Vec::new() };
    if text.trim().is_empty() {
        return Ok(nothing(Boards::start(Variant::Standard).first().clone()));
    }
    let options = ReadOptions::default();
    if source::is_fen(&text) {
        if text.split_whitespace().count() < 3 {
            return Ok(nothing(likely_position(&text)?));
        }
        let position = source::readable(&text, &options)?.game().start.first().clone();
        if let Some(problem) = position.problem() {
            bail!("invalid FEN: {}", visible(&problem.to_string()));
        }
        return Ok(nothing(position));
    }
    let record = moves(text, None, &options)?.filter(Record::holds_game);
    let Some(record) = record else { bail!("expected moves such as e4 e5, or a FEN") };
    let mut diagnostics = record.parsed.diagnostics.iter();
    if let Some(error) = diagnostics.find(|d| d.severity >= Severity::Warning) {
        bail!("{} ({})", visible(&error.message.to_string()), error.code.id);
    }
    let game = record.game();
    let plies = game.plies().map(|(_, ply)| ply).collect();
    Ok(PositionLine { start: game.start.first().clone(), plies })
}

/// Reads moves in any notation, with numbers or without them.
pub(super) fn moves(
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
