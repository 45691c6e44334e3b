//! Openings by the numbers of their positions.

use std::sync::OnceLock;

use super::{Opening, lines};
use crate::{
    Board, Color, Position,
    rules::{
        fast::{FastBoard, FastReader},
        pieces::{PieceKey, PieceTracker as _},
    },
};

/// Number of places: more than twice the number of openings, so that few positions share one.
const PLACES: usize = 2048;

/// The openings, found by their positions.
pub(super) struct Table {
    /// The initial position.
    pub(super) start: PieceKey,
    /// Number of plies in which a game may come to the position of any line: it may take longer
    /// than the line does.
    pub(super) longest: usize,
    /// Each opening with the number of its position, at the place that its last bits name or at
    /// the next free one.
    places: Vec<Option<(u64, Opening)>>,
}

/// Returns the table, which is made when it is first asked for.
pub(super) fn table() -> &'static Table {
    static TABLE: OnceLock<Table> = OnceLock::new();
    TABLE.get_or_init(Table::new)
}

impl Table {
    fn new() -> Table {
        let start = PieceKey::of(&Board::default());
        let mut table = Table { start, longest: 0, places: vec![None; PLACES] };
        let mut reader = FastReader::new();
        for line in lines() {
            let Some(position) = played(&mut reader, line.moves) else { continue };
            let key = PieceKey::of(position.board()).with_turn(position.turn());
            if let Some(free) = probes(key).find(|place| table.places[*place].is_none()) {
                table.places[free] = Some((key, line.opening));
            }
            table.longest = table.longest.max(line.moves.split(' ').count() + 8);
        }
        table
    }

    /// Returns the opening that a position bears the name of.
    #[inline]
    pub(super) fn at(&self, pieces: PieceKey, turn: Color) -> Option<Opening> {
        let key = pieces.with_turn(turn);
        let found = probes(key).map_while(|place| self.places[place]).find(|(own, _)| *own == key);
        found.map(|(_, opening)| opening)
    }
}

/// The places at which a position may stand, in the order of the search.
#[inline]
fn probes(key: u64) -> impl Iterator<Item = usize> {
    let first = key as usize;
    (0..PLACES).map(move |step| first.wrapping_add(step) % PLACES)
}

/// Returns the position after some moves.
pub(super) fn played(reader: &mut FastReader, moves: &str) -> Option<Position> {
    let mut board = FastBoard::new();
    for word in moves.split(' ') {
        let mut bytes = [0; 8];
        bytes.get_mut(..word.len())?.copy_from_slice(word.as_bytes());
        reader.play(&mut board, u64::from_le_bytes(bytes))?;
    }
    Some(board.to_position())
}
