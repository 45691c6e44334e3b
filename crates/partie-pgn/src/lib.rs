//! PGN, Portable Game Notation (Steven J. Edwards, 1994), as it is found in the wild.
//!
//! A part of the library `partie`, which programs name: it re-exports what they need. What else is
//! public here is for the other parts, and may change with any version.
//!
//! ```
//! use partie_formats::ReadOptions;
//!
//! let text = "[White \"Morphy\"]\n\n1. e4 e5 2. Nf3 d6 3. d4 Bg4 {weak} 4. dxe5 1-0";
//! for record in partie_pgn::read(text.as_bytes(), &ReadOptions::default()) {
//!     let record = record?;
//!     assert_eq!(record.game().tags.get("White"), Some("Morphy"));
//!     assert_eq!(record.game().ply_count(), 7);
//!     // The tags that an archived game has are missing.
//!     assert_eq!(record.parsed.diagnostics[0].code.id, "PGN015");
//! }
//! # Ok::<(), std::io::Error>(())
//! ```
//!
//! # Shape
//!
//! [`parse()`] reads one game, [`read`] a stream of games, [`write()`] writes one;
//! [`check`] reads a stream for its diagnostics alone;
//! [`convert`] reads a stream and writes it anew, in less time than both one by one;
//! [`view()`] lends the games of a stream to a sink, [`view_each`] to a function;
//! [`scan`] gives the raw game, whose tokens are the text itself.
//!
//! # What is forgiven
//!
//! Everything in the list "accept on import" of the standard and much more; each with
//! a code of [`codes`]. A broken game keeps its legal moves; what follows is in
//! [`Game::unread`] and is written back as a comment. A game never costs another game.
//!
//! # What it cannot carry
//!
//! Bughouse (that is BPGN), and boards: only moves. Lines escaped by `%` are left out.
//!
//! # Order of comments
//!
//! A comment belongs to the move before it; first in a variation, or after the
//! variations of the move before, to the move that follows ([`CommentPlace`]).
//!
//! [`CommentPlace`]: partie_core::CommentPlace

pub mod bpgn;
pub mod codes;
pub mod games;
pub mod parallel;
mod question;
mod raw;
mod relocate;
pub mod repair;
pub mod token;
pub mod view;
mod window;

mod bitmask;
mod board;
mod examine;
pub(crate) mod fast;
pub(crate) mod fix;
pub(crate) mod infer_variant;
pub(crate) mod layout;
mod lex;
pub(crate) mod movetext;
pub mod names;
pub(crate) mod nonstandard_tags;
pub(crate) mod notation;
mod outcome;
pub(crate) mod parse;
mod plies;
pub(crate) mod split;
mod start;
pub mod strip_markup;
mod tag_places;
pub mod tags;
mod text;
pub(crate) mod token_stats;
mod write;

#[cfg(test)]
mod laws;

use partie_core::Game;
use partie_formats::{Parsed, ReadOptions};

pub use games::{
    Checked, Checker, Converter, Cut, Reader, ViewEach, ViewedGame, Views, check, convert, cut,
    read, view, view_each,
};
pub use parse::account;
pub use question::{LentGame, Question};
pub use raw::RawRecord;
pub use split::likely_start;
pub use tag_places::TagPlaces;
pub use view::{GameSink, PgnView};
pub use write::stripped;
pub use write::{losses, write};

/// Reads one game. Spans are in bytes of `text`.
///
/// ```
/// use partie_formats::ReadOptions;
/// use partie_pgn as pgn;
/// let parsed = pgn::parse(b"1. e4 e5 2. Ke3 Nf6 *", &ReadOptions::default());
/// assert_eq!(parsed.value.ply_count(), 2);
/// assert_eq!(parsed.value.unread.as_deref(), Some("2. Ke3 Nf6"));
/// assert_eq!(parsed.diagnostics[0].code.id, "PGN030");
/// ```
#[must_use]
pub fn parse(text: &[u8], options: &ReadOptions) -> Parsed<Game> {
    parse::parse(text, options).0
}

/// A game as it stands: tokens that lie end to end, from the first byte to the last.
#[derive(Clone, Debug)]
pub struct RawGame<'a> {
    /// The bytes it was read from.
    pub bytes: &'a [u8],
    /// The text, decoded.
    pub text: std::borrow::Cow<'a, str>,
    /// The tokens of the text.
    pub tokens: Vec<token::Token>,
}

impl std::fmt::Display for RawGame<'_> {
    /// Writes the tokens, which together are the text.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        for token in &self.tokens {
            f.write_str(&self.text[token.span.clone()])?;
        }
        Ok(())
    }
}

/// Cuts one game's text into tokens, without looking at what they mean.
#[must_use]
pub fn scan<'a>(text: &'a [u8], options: &ReadOptions) -> RawGame<'a> {
    let decoded = partie_formats::decode::decode(text, options.encoding.as_deref());
    let tokens = token::scan(&decoded.text);
    RawGame { bytes: text, text: decoded.text, tokens }
}
