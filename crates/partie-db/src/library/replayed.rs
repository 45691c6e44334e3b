//! Replaying games as they are stored.

use partie_core::{
    Bitboard, Boards, CastlingMode, Color, Ply, Position, Rank, Variant,
    moves::code::{may_have_illegal, split_start},
    rules::{PositionKey, replay::ReplayBoard},
};
use partie_formats::fen;

use crate::columns::{Batch, moves, variant_of};

/// Returns the start position of a game by its columns `variant` and `fen`; `None` for standard
/// chess.
pub(super) fn start_of(variant: Variant, fen: Option<&str>) -> Option<Boards> {
    match fen {
        Some(fen) => Some(fen::parse_boards(fen, Some(variant)).value),
        None if variant == Variant::Standard => None,
        None => Some(Boards::start(variant)),
    }
}

impl Batch {
    /// Returns the rules of the game in a row.
    pub(super) fn variant(&self, row: usize) -> Variant {
        variant_of(self.column("variant").and_then(|column| column.text(row)))
    }
}

/// Returns the start position of a game of a batch; `None` for standard chess.
pub(super) fn start_in(batch: &Batch, row: usize) -> Option<Boards> {
    let text = |name| batch.column(name).and_then(|column| column.text(row));
    start_of(variant_of(text("variant")), text("fen"))
}

/// Returns the positions of a game of a batch, which has the columns `variant`, `fen`, `code` and
/// `wide`: keys, and the moves that were made in them, packed as [`moves`] says. The last one has
/// no move. There are none of games of two boards.
pub(super) fn visits_of(batch: &Batch, row: usize) -> Vec<(PositionKey, Option<u16>)> {
    let mut visits = Vec::new();
    replay(batch, row, start_in(batch, row).as_ref(), |key, played| {
        visits.push((key, played.map(|(packed, _)| packed)));
    });
    visits
}

/// Columns by which a game is replayed.
pub(super) const PLAYED: [&str; 4] = ["variant", "fen", "code", "wide"];

/// Returns true if the game of a row has a code, without an initial position before it.
pub(super) fn begins_as_usual(batch: &Batch, row: usize) -> bool {
    let code = batch.column("code").and_then(|column| column.bytes(row));
    code.is_some_and(|code| split_start(code).0.is_none())
}

/// A position that is looked for in games.
#[derive(Clone, Copy, Debug)]
pub struct Sought {
    pub(super) key: PositionKey,
    /// Squares of the pawns that have not moved, a bit for each: no other piece ever stood there.
    unmoved_pawns: u64,
    /// Number of its pieces, or less.
    pieces: usize,
}

impl From<&Position> for Sought {
    fn from(position: &Position) -> Sought {
        let board = position.board();
        let [white, black] = [(Color::White, Rank::Second), (Color::Black, Rank::Seventh)]
            .map(|(color, rank)| u64::from(board.by_piece(color.pawn()) & Bitboard::from(rank)));
        let pieces = board.occupied().count();
        Sought { key: PositionKey::of(position), unmoved_pawns: white | black, pieces }
    }
}

impl From<PositionKey> for Sought {
    /// Looks for a position of which only the key is known; this takes longer.
    fn from(key: PositionKey) -> Sought {
        Sought { key, unmoved_pawns: 0, pieces: 0 }
    }
}

/// Returns the number of moves before the last visit of a game to a position in which it made a
/// move, else before its end there, and the move. `None` if it never came to the position.
pub(super) fn last_visit(batch: &Batch, row: usize, sought: Sought) -> Option<(u32, Option<u16>)> {
    let start = start_in(batch, row);
    let code = batch.column("code").and_then(|column| column.bytes(row));
    // Illegal moves may bring pawns back.
    if let Some(code) = code.filter(|code| !may_have_illegal(code)) {
        return last_visit_in_code(start.as_ref(), code, sought);
    }
    let (mut ply, mut found) = (0, None);
    replay(batch, row, start.as_ref(), |key, played| {
        if key == sought.key && (played.is_some() || found.is_none()) {
            found = Some((ply, played.map(|(packed, _)| packed)));
        }
        ply += 1;
    });
    found
}

/// Does what [`last_visit`] does with a game of legal moves, as far as it can still come to the position.
fn last_visit_in_code(
    start: Option<&Boards>,
    code: &[u8],
    sought: Sought,
) -> Option<(u32, Option<u16>)> {
    let mode = start.map_or(CastlingMode::Standard, |s| s.first().castling_mode());
    let mut board = ReplayBoard::of_start(start)?;
    let mut pieces = start.map_or(32, |_| board.pieces().count());
    let (_, mut code) = split_start(code);
    let (mut ply, mut found) = (0, None);
    while !code.is_empty() {
        let key = board.key();
        let Some(played) = board.decode(&mut code) else { break };
        if key == sought.key {
            found = Some((ply, Some(played.packed(mode))));
        }
        ply += 1;
        pieces -= usize::from(played.captured.is_some());
        let squares = 1 << u32::from(played.from) | 1 << u32::from(played.to);
        if sought.unmoved_pawns & squares != 0 || pieces < sought.pieces {
            return found;
        }
    }
    found.or_else(|| (board.key() == sought.key).then_some((ply, None)))
}

/// Replays a game of a batch from its start, and gives the key of each position to a function, with
/// the move that was made in it: packed, and as a ply.
pub(super) fn replay(
    batch: &Batch,
    row: usize,
    start: Option<&Boards>,
    each: impl FnMut(PositionKey, Option<(u16, Ply)>),
) {
    let bytes = |name| batch.column(name).and_then(|column| column.bytes(row));
    match (bytes("code"), bytes("wide"), start) {
        (_, _, Some(Boards::Two(_))) => {}
        (Some(code), _, start) => by_code(start, code, each),
        (None, wide, start) => by_rules(start, wide.unwrap_or_default(), each),
    }
}

fn by_code(
    start: Option<&Boards>,
    code: &[u8],
    mut each: impl FnMut(PositionKey, Option<(u16, Ply)>),
) {
    let mode = start.map_or(CastlingMode::Standard, |s| s.first().castling_mode());
    let Some(mut board) = ReplayBoard::of_start(start) else { return };
    let (_, mut code) = split_start(code);
    while !code.is_empty() {
        let key = board.key();
        let Some(played) = board.decode(&mut code) else { break };
        each(key, Some((played.packed(mode), played.to_ply())));
    }
    each(board.key(), None);
}

fn by_rules(
    start: Option<&Boards>,
    wide: &[u8],
    mut each: impl FnMut(PositionKey, Option<(u16, Ply)>),
) {
    let mut position = first_position(start);
    for packed in wide.as_chunks().0 {
        let played = moves::uci(*packed).and_then(|(_, uci)| moves::read(&position, &uci));
        let Some(played) = played else { break };
        each(PositionKey::of(&position), Some((u16::from_le_bytes(*packed), played)));
        if position.play(played).is_err() {
            return;
        }
    }
    each(PositionKey::of(&position), None);
}

/// Returns the first position of a game of one board.
pub(super) fn first_position(start: Option<&Boards>) -> Position {
    match start {
        None => Position::start(Variant::Standard),
        Some(start) => start.first().clone(),
    }
}
