//! Replaying games as they are stored.

use partie_core::{
    Boards, CastlingMode, Position, Variant,
    rules::{PositionKey, replay::ReplayBoard},
};
use partie_formats::fen;

use crate::columns::{Batch, moves};

/// Returns the start position of a game by its columns `variant` and `fen`; `None` if it is that of
/// standard chess.
pub(super) fn start_of(variant: Variant, fen: Option<&str>) -> Option<Boards> {
    match fen {
        Some(fen) => Some(fen::parse_boards(fen, Some(variant)).value),
        None if variant == Variant::Standard => None,
        None => Some(Boards::start(variant)),
    }
}

/// Returns the rules of a game by its column `variant`.
pub(super) fn variant_of(name: Option<&str>) -> Variant {
    name.and_then(|name| name.parse().ok()).unwrap_or_default()
}

/// Returns the positions of a game of a batch, which has the columns `variant`, `fen`, `code` and
/// `wide`: keys, and the moves that were made in them, packed as [`moves`] says. The last one has
/// no move. There are none of games of two boards.
pub(super) fn visits_of(batch: &Batch, row: usize) -> Vec<(PositionKey, Option<u16>)> {
    let bytes = |name| batch.column(name).and_then(|column| column.bytes(row));
    let text = |name| batch.column(name).and_then(|column| column.text(row));
    let start = start_of(variant_of(text("variant")), text("fen"));
    match (bytes("code"), bytes("wide"), start) {
        (_, _, Some(Boards::Two(_))) => Vec::new(),
        (Some(code), _, start) => by_code(start.as_ref(), code),
        (None, wide, start) => by_rules(start.as_ref(), wide.unwrap_or_default()),
    }
}

fn by_code(start: Option<&Boards>, mut code: &[u8]) -> Vec<(PositionKey, Option<u16>)> {
    let mode = start.map_or(CastlingMode::Standard, |s| s.first().castling_mode());
    let Some(mut board) = ReplayBoard::of_start(start) else { return Vec::new() };
    let mut visits = Vec::with_capacity(code.len() + 1);
    while !code.is_empty() {
        let key = board.key();
        let Some(played) = board.decode(&mut code) else { break };
        visits.push((key, Some(played.packed(mode))));
    }
    visits.push((board.key(), None));
    visits
}

fn by_rules(start: Option<&Boards>, wide: &[u8]) -> Vec<(PositionKey, Option<u16>)> {
    let mut position = match start {
        None => Position::start(Variant::Standard),
        Some(start) => start.first().clone(),
    };
    let mut visits = Vec::with_capacity(wide.len() / 2 + 1);
    for packed in wide.as_chunks().0 {
        let played = moves::uci(*packed).and_then(|(_, uci)| moves::read(&position, &uci));
        let Some(played) = played else { break };
        visits.push((PositionKey::of(&position), Some(u16::from_le_bytes(*packed))));
        if position.play(played).is_err() {
            return visits;
        }
    }
    visits.push((PositionKey::of(&position), None));
    visits
}
