//! Positions given as words of the command line.

use anyhow::bail;
use partie_core::{Boards, Position, Variant};
use partie_formats::{ReadOptions, Severity, fen};

use crate::visible::visible;

/// Reads moves from the initial position, or a FEN.
pub(super) fn read(words: &[String]) -> anyhow::Result<Position> {
    let text = words.join(" ");
    let start = Boards::start(Variant::Standard);
    if text.trim().is_empty() {
        return Ok(start.first().clone());
    }
    if text.contains('/') {
        let read = fen::parse_boards(&text, None);
        let position = read.value.first().clone();
        if let Some(problem) = position.problem() {
            bail!("invalid FEN: {}", visible(&problem.to_string()));
        }
        return Ok(position);
    }
    let record = partie_pgn::read(text.as_bytes(), &ReadOptions::default()).next().transpose()?;
    let Some(record) = record else { bail!("expected moves such as e4 e5, or a FEN") };
    if let Some(error) = record.parsed.diagnostics.iter().find(|d| d.severity == Severity::Error) {
        bail!("{} ({})", visible(&error.message.to_string()), error.code.id);
    }
    Ok(record.game().final_boards().first().clone())
}
