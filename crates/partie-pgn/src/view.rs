//! Views of games that can be written as PGN, and the work on them.

use partie_core::{Game, Language, Notation};
use partie_formats::{GameView, Loss, WriteOptions};

use crate::write;

/// A game that can be written as PGN without owning it.
pub trait PgnView: GameView {
    /// Appends the game of one board in PGN's export format, and an empty line after it. Returns
    /// what PGN cannot carry.
    fn write_pgn(&self, options: &WriteOptions, out: &mut Vec<u8>) -> Vec<Loss>;
}

impl PgnView for Game {
    fn write_pgn(&self, options: &WriteOptions, out: &mut Vec<u8>) -> Vec<Loss> {
        write::append_with_losses(self, options, out)
    }
}

/// Work on games as they are read.
pub trait GameSink: Send + Sync + 'static {
    /// Result of the work on a game.
    type Made: Send + 'static;

    /// Returns true if it looks at the moves themselves, and not only at their words.
    fn needs_moves(&self) -> bool {
        true
    }

    /// Works on a game. Text that is written of it goes after `text`.
    fn make(&self, game: &impl PgnView, text: &mut Vec<u8>) -> Self::Made;
}

/// Writes games as PGN.
#[derive(Clone, Debug)]
pub struct PgnSink {
    /// Options of writing.
    pub options: WriteOptions,
}

impl GameSink for PgnSink {
    type Made = Vec<Loss>;

    fn needs_moves(&self) -> bool {
        self.options.notation != Notation::San(Language::English)
    }

    fn make(&self, game: &impl PgnView, text: &mut Vec<u8>) -> Vec<Loss> {
        game.write_pgn(&self.options, text)
    }
}
