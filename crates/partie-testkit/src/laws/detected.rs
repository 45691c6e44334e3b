//! A text is read the same whether its format is named or detected.

use partie_formats::Format;

use super::telling::{in_short, opened_as};

/// Holds a free text to the law of detection: its games are the same as those of a scoresheet.
///
/// # Errors
///
/// A description of the difference.
pub fn detected(text: &[u8], name: Option<&str>) -> Result<(), String> {
    let read = |format| opened_as(text, name, format).unwrap_or((Format::Pgn.into(), Vec::new()));
    let ((layers, found), (_, named)) = (read(None), read(Some(Format::Scoresheet)));
    let (found, named) = (in_short(&found), in_short(&named));
    if found == named {
        return Ok(());
    }
    let at = found.iter().zip(&named).take_while(|(a, b)| a == b).count();
    Err(format!(
        "{} games as {layers:?}, {} as text; game {}: {:?}, as text {:?}",
        found.len(),
        named.len(),
        at + 1,
        found.get(at),
        named.get(at)
    ))
}
