//! Work on views of games, and writing them as PGN.

use partie_core::{Language, Notation};
use partie_formats::{GameView, Loss, WriteOptions};

use crate::write;

/// Appends the game of one board in PGN's export format, and an empty line after it. Returns what PGN
/// cannot carry.
pub fn append_pgn(game: &impl GameView, options: &WriteOptions, out: &mut Vec<u8>) -> Vec<Loss> {
    let copied = game.copy_pgn(options, out);
    copied.unwrap_or_else(|| write::append_with_losses(&*game.to_game(), options, out))
}

/// Appends a game as [`append_pgn`] does, from the parts of its movetext and without its tree. Makes
/// [`GameView::copy_pgn`] of games whose parts take less time than a tree.
pub fn append_parts(game: &impl GameView, options: &WriteOptions, out: &mut Vec<u8>) -> Vec<Loss> {
    write::append_with_losses(game, options, out)
}

/// Appends a game whose movetext was written before with default options, as [`append_pgn`] would.
/// Appends nothing and returns `None` if the options ask for another movetext.
pub fn append_movetext(
    game: &impl GameView,
    movetext: &str,
    options: &WriteOptions,
    out: &mut Vec<u8>,
) -> Option<Vec<Loss>> {
    write::append_with_movetext(game, movetext, options, out)
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
    fn make(&self, game: &impl GameView, text: &mut Vec<u8>) -> Self::Made;
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

    fn make(&self, game: &impl GameView, text: &mut Vec<u8>) -> Vec<Loss> {
        append_pgn(game, &self.options, text)
    }
}
