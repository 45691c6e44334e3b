//! A text is read the same whether its format is named or detected.

use partie_formats::Format;

use super::telling::{InShort, in_short, opened_as};

/// Holds a text to the law of detection: each game that it holds as a scoresheet is read. A format
/// that is detected may read more of it: names, positions, games inside a container.
///
/// # Errors
///
/// A description of the difference.
pub fn detected(text: &[u8], name: Option<&str>) -> Result<(), String> {
    let read = |format| opened_as(text, name, format).unwrap_or((Format::Pgn.into(), Vec::new()));
    let ((layers, found), (_, named)) = (read(None), read(Some(Format::Scoresheet)));
    let (found, named) = (in_short(&found), in_short(&named));
    let mut left = found.iter();
    for (i, game) in named.iter().enumerate() {
        if game.moves.is_empty() && layers.format != Format::Scoresheet {
            continue;
        }
        if !left.any(|found| says_as_much(found, game)) {
            return Err(format!("read as {layers:?}, {found:?} lacks game {}: {game:?}", i + 1));
        }
    }
    Ok(())
}

/// Returns true if `found` is `game`, perhaps with names that `game` lacks.
fn says_as_much(found: &InShort, game: &InShort) -> bool {
    let names = found.players.iter().zip(&game.players);
    found.start == game.start
        && found.moves == game.moves
        && found.outcome == game.outcome
        && names.into_iter().all(|(found, name)| name.is_none() || found == name)
}
