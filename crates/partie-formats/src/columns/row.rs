//! One game, made ready for its columns.

use partie_core::{Boards, Game, Outcome, Tags, Variant};

use super::{
    moves,
    notes::{self, Notes},
};
use crate::{Loss, Record, WriteOptions, fen, ndjson, options::EnPassant, parallel::Placed};

/// What the columns hold of one game. It is made of a [`Record`], which may be done by
/// many threads, and put into a [`Batch`](super::Batch) by [`push`](super::Batch::push).
#[derive(Clone, Debug)]
pub struct Row {
    /// The number of the game in its file, from 1.
    pub number: u64,
    /// The line on which it begins, from 1.
    pub line: u64,
    /// The byte with which it begins, from 0.
    pub byte: u64,
    /// What no column holds.
    pub lost: Vec<Loss>,
    pub(super) tags: Tags,
    pub(super) variant: Variant,
    pub(super) start: Option<String>,
    pub(super) outcome: Outcome,
    pub(super) reason: Option<String>,
    pub(super) plies: usize,
    /// ASCII, with a blank before each move.
    pub(super) uci: Vec<u8>,
    pub(super) binary: Vec<u8>,
    pub(super) notes: Notes,
    pub(super) unread: Option<String>,
}

impl Row {
    /// The row of a record. Of the options those count that leave out parts of games
    /// ([`Strip`](crate::Strip)).
    #[must_use]
    pub fn of(record: Record, options: &WriteOptions) -> Row {
        let Record { number, line, byte, parsed, .. } = record;
        let mut game = parsed.value;
        let plies = game.ply_count();
        let (notes, lost) = notes::of(&game, plies, options.strip);
        let (mut uci, mut binary) = (Vec::with_capacity(plies * 5), Vec::with_capacity(plies * 2));
        let writer = moves::Writer::new(&game.start);
        for (board, ply) in game.plies() {
            writer.push(board, ply, &mut uci, &mut binary);
        }
        let mut tags = std::mem::take(&mut game.tags);
        if options.strip.tags {
            tags = tags.iter().filter(|(name, _)| is_needed(name)).collect();
        }
        Row {
            number,
            line,
            byte,
            lost,
            tags,
            variant: game.variant,
            start: start(&game),
            outcome: game.outcome,
            reason: game.termination.as_ref().map(ndjson::termination_name),
            plies,
            uci,
            binary,
            notes,
            unread: game.unread,
        }
    }

    /// The variant of the game.
    #[must_use]
    pub const fn variant(&self) -> Variant {
        self.variant
    }
}

impl Placed for Row {
    fn move_behind(&mut self, records: u64, lines: u64) {
        self.number += records;
        self.line += lines;
    }
}

/// Whether a tag stays where only the roster is wanted.
fn is_needed(name: &str) -> bool {
    partie_core::tags::ROSTER.contains(&name) || matches!(name, "FEN" | "SetUp" | "Variant")
}

/// The start position, if it is not that of the variant.
fn start(game: &Game) -> Option<String> {
    if game.start == Boards::start(game.variant) {
        return None;
    }
    let usual = fen::boards(&game.start, &WriteOptions::default());
    if fen::parse_boards(&usual, Some(game.variant)).value == game.start {
        return Some(usual);
    }
    // With an en passant square that nobody can take on.
    let exact = WriteOptions { en_passant: EnPassant::Always, ..WriteOptions::default() };
    Some(fen::boards(&game.start, &exact))
}
