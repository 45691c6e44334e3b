//! Games that come out of a stream.

use partie_core::Color;
use partie_formats::Record;

/// Role of the receiver of the stream in a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum View {
    /// They played, with this colour.
    Played(Color),
    /// They observed it.
    Observed,
    /// They examined it, or others did.
    Examined,
    /// They asked for its moves.
    Listed,
    /// They asked for one position.
    Isolated,
}

/// A game out of a stream.
#[derive(Clone, Debug)]
pub struct Recorded {
    /// The game with its text and its diagnostics.
    pub record: Record,
    /// The game's number on the server; in bughouse, board A's.
    pub number: u64,
    /// The number of board B in bughouse.
    pub second_number: Option<u64>,
    /// Role of the receiver in it.
    pub view: View,
}
