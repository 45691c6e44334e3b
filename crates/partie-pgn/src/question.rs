//! Questions about each game of a stream, and the games as they are lent to them.

use partie_core::Outcome;
use partie_formats::{Diagnostic, Format, GameView};

use crate::{
    raw::{RawRecord, stated_outcome},
    relocate::Relocate,
};

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

    /// Returns the result as the text states it; if it states two, the moves decide between them.
    #[must_use]
    pub fn outcome(&self) -> Outcome {
        let stated = stated_outcome(self.view.tag("Result"), self.text);
        stated.unwrap_or_else(|| self.view.outcome())
    }
}

/// A question about each game of a stream.
pub trait Question: Send + Sync + 'static {
    /// Answer for a game, or for some games together.
    type Answer: Relocate + Send + 'static;

    /// Returns true if it looks at the moves themselves.
    fn needs_moves(&self) -> bool;

    /// Returns true if an answer may wait for the answers of later games.
    fn is_patient(&self) -> bool;

    /// Adds its answer for a game to the answers for earlier games, which may be changed.
    fn ask(&self, game: &LentGame<'_, impl GameView>, answers: &mut Vec<Self::Answer>);
}
