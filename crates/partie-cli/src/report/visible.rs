//! Text from a record for messages: decoded, shortened, with the name of its game.

use partie_core::{Boards, Color, Position};
use partie_formats::{Diagnostic, Record};

pub(crate) use crate::visible::visible;

/// The beginning of a text, with an ellipsis where it is cut.
pub(crate) fn shortened(text: &str, characters: usize) -> String {
    match text.char_indices().nth(characters) {
        None => text.to_owned(),
        Some((end, _)) => format!("{}…", &text[..end]),
    }
}

/// Describes the game as a player would: number, names, move.
pub(crate) fn game_label(record: &Record, diagnostic: &Diagnostic) -> String {
    name_label(record) + &at_move(record, diagnostic.ply)
}

/// Returns the label of a game: its number and names.
pub(crate) fn name_label(record: &Record) -> String {
    let mut label = record.number.to_string();
    let tags = &record.game().tags;
    let name = |tag| tags.get(tag).filter(|n| !n.is_empty() && *n != "?").map(visible);
    match (name("White"), name("Black")) {
        (None, None) => {}
        (white, black) => {
            let or_unknown =
                |name: Option<String>| name.map_or("?".to_owned(), |n| shortened(&n, 40));
            label += &format!(", {} - {}", or_unknown(white), or_unknown(black));
        }
    }
    label
}

/// Describes the game and the move without names: `3, move 14.`.
pub(crate) fn move_label(record: &Record, ply: Option<u32>) -> String {
    record.number.to_string() + &at_move(record, ply)
}

fn at_move(record: &Record, ply: Option<u32>) -> String {
    match ply {
        None => String::new(),
        Some(ply) => match &record.game().start {
            Boards::One(start) => format!(", move {}", move_number(start, ply)),
            // Each board of bughouse counts its own moves.
            Boards::Two(_) => format!(", ply {ply}"),
        },
    }
}

/// `14.` or `14...` for a ply of the main line, counted from the game's start position.
fn move_number(start: &Position, ply: u32) -> String {
    let half_moves = u64::from(ply.saturating_sub(1)) + u64::from(start.turn() == Color::Black);
    let number = u64::from(start.fullmoves()) + half_moves / 2;
    let dots = if half_moves % 2 == 0 { "." } else { "..." };
    format!("{number}{dots}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_texts_are_cut_between_characters() {
        assert_eq!(shortened("Jiří", 4), "Jiří");
        assert_eq!(shortened("Jiří", 3), "Jiř…");
    }
}
