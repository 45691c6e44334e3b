//! Views of games, lent while a stream is read.

use partie_core::{Boards, Game, Language, Notation, Outcome};
use partie_formats::{Diagnostic, Format, GameView, Loss, WriteOptions};

use crate::{RawRecord, append, losses, parallel::Relocate, raw};

/// A game that can be written as PGN without owning it.
pub trait PgnView: GameView {
    /// Appends the game of one board in PGN's export format, and an empty line after it. Returns
    /// what PGN cannot carry.
    fn write_pgn(&self, options: &WriteOptions, out: &mut Vec<u8>) -> Vec<Loss>;
}

impl PgnView for Game {
    fn write_pgn(&self, options: &WriteOptions, out: &mut Vec<u8>) -> Vec<Loss> {
        let lost = losses(self, options);
        if matches!(self.start, Boards::One(_)) {
            append(self, options, out);
        }
        lost
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

/// A game that is lent while it is read, with its text and its place in the stream. Several threads
/// count games and lines from the start of a segment (see [`Relocate`]).
#[derive(Debug)]
pub struct LentGame<'a, V> {
    /// View of the game.
    pub view: &'a V,
    /// Bytes of the game.
    pub text: &'a [u8],
    /// Format it was read as.
    pub format: Format,
    /// Number in the stream, from 1.
    pub number: u64,
    /// Byte offset of its text in the stream, from 0.
    pub byte: u64,
    /// Line on which its text begins, from 1.
    pub line: u64,
    /// Diagnostics of the severities that are kept.
    pub diagnostics: &'a [Diagnostic],
    pub(crate) left_out: u64,
    pub(crate) decoding: Option<&'static str>,
}

impl<V: GameView> LentGame<'_, V> {
    /// Copies the text, to be read later.
    #[must_use]
    pub fn to_raw(&self) -> RawRecord {
        let LentGame { text, number, byte, line, left_out, decoding, .. } = *self;
        RawRecord { number, byte, line, text: text.to_vec(), left_out, decoding }
    }

    /// Returns the result as the text states it, without a look at the moves.
    #[must_use]
    pub fn outcome(&self) -> Outcome {
        raw::stated_outcome(self.view.tag("Result"), self.text)
    }
}

/// A question about each game of a stream.
pub trait Question: Send + Sync + 'static {
    /// Answer for a game, or for some games together.
    type Answer: Relocate + Send + 'static;

    /// Returns true if it looks at the moves themselves.
    fn needs_moves(&self) -> bool;

    /// Returns true if an answer may wait for those of the games after it.
    fn is_patient(&self) -> bool;

    /// Adds its answer for a game to those for some games before it, which may be changed.
    fn ask(&self, game: &LentGame<'_, impl PgnView>, answers: &mut Vec<Self::Answer>);
}
