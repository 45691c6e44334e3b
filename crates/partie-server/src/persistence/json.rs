//! The parts of JSON that several kinds of rows share, and how rows are read.
//!
//! Every text of JSON has a `version`. A newer version, or a field that this one does not know,
//! is refused: to write the row back would lose what it says. A field that an older version did
//! not have has its default.

use partie_core::{Position, Variant, moves::uci};
use partie_formats::{WriteOptions, fen};
use serde::{Deserialize, Serialize, de::DeserializeOwned};

/// Description of the error in a stored text.
pub(super) type Problem = String;

#[derive(Deserialize)]
struct Head {
    version: u32,
}

/// Reads the JSON of a row, whose newest version is `newest`.
pub(super) fn read<T: DeserializeOwned>(text: &str, newest: u32) -> Result<T, Problem> {
    let wrong = |fault: serde_json::Error| fault.to_string();
    let Head { version } = serde_json::from_str(text).map_err(wrong)?;
    if version > newest {
        return Err(format!(
            "expected version {newest} or an older one, but found version {version}: a newer \
             Partie has stored it"
        ));
    }
    serde_json::from_str(text).map_err(wrong)
}

/// The JSON of a row.
pub(super) fn write(row: &impl Serialize) -> String {
    // Maps have texts for keys, and numbers are finite, so this cannot fail.
    serde_json::to_string(row).unwrap_or_default()
}

/// Returns a position as a FEN, or `None` for the variant's start.
pub(super) fn write_start(start: &Position, variant: Variant) -> Option<String> {
    let usual = *start == Position::start(variant);
    (!usual).then(|| fen::position(start, &WriteOptions::default()))
}

pub(super) fn read_start(text: Option<&str>, variant: Variant) -> Result<Position, Problem> {
    let Some(text) = text else { return Ok(Position::start(variant)) };
    let position = fen::parse_position(text, Some(variant)).value;
    // Randomly drawn starts may have unusual pieces; only the position must be the same.
    if !position.is_unread() && fen::position(&position, &WriteOptions::default()) == text {
        Ok(position)
    } else {
        Err(format!("unknown position \"{text}\""))
    }
}

/// A move, in UCI.
pub(super) fn read_move(position: &Position, text: &str) -> Result<partie_core::Ply, Problem> {
    let wrong = || {
        let at = fen::position(position, &WriteOptions::default());
        format!("the move {text} cannot be played at {at}")
    };
    uci::read(position, text).map(|reading| reading.ply).map_err(|_| wrong())
}
