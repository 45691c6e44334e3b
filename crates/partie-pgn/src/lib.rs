//! PGN, Portable Game Notation (Steven J. Edwards, 1994), as found in the wild.
//!
//! A part of the library `partie`, which re-exports the items that programs need. All other public
//! items serve its other parts, and may change with any version.
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
//! [`parse()`] reads one game, [`read`] a stream of games, [`write()`] writes one; [`check`] reads
//! a stream for its diagnostics alone; [`convert`] reads a stream and writes it again, faster than
//! the two separately; [`view()`] lends the games of a stream to a sink, [`view_each`] to a
//! function; [`token::scan`] gives tokens that together are the text itself.
//!
//! # What is forgiven
//!
//! Everything in the standard's list "accept on import" and much more; each deviation has a code of
//! [`codes`]. A broken game keeps its legal moves; the text after them is in [`Game::unread`] and
//! is written back as a comment. A broken game never affects other games.
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
//!
//! # How a game is read
//!
//! Most PGN is orthodox, legal and close to the export format. `partie_pgn::fast` reads such games from the bytes
//! of the stream to the next game, and each byte once:
//!
//! ```text
//! tags ─> lex (move_pairs, comment, number) ─> movetext::run ─> tags, result, final position
//! ```
//!
//! `lex` divides movetext into items: moves, glyphs and comments. Pairs of moves with their
//! numbers, and clocks in comments, are left to `move_pairs`: spaces are found 32 bytes at a time,
//! and each SAN token is looked up in a cache. Its decoded form (24 bytes) is stored inline, so
//! replay causes no cache misses. The player (`movetext::Player`) plays runs of items on
//! `rules::fast::FastBoard`, which generates no move lists: it finds the only piece that could
//! reach a square, then checks once that the king is safe (`movetext/run`). A nonstandard word,
//! number or glyph is a separate item, which the player resolves by the full rules (`Position`).
//!
//! Everything else needs the words around it: variants, other piece letters, prose among the moves,
//! a main line that stops. Such a game is cut out of the stream (`split`), decoded, freed of
//! markup, and cut into tokens (`token`), which the same player reads (`word`, `numbering`, `doubt`,
//! `reread`, `variation`). A game is read by one of the two alone: where most games have something
//! that needs tokens, lexing their other moves costs more than it gains.
//!
//! `laws.rs` checks that items and tokens agree: on all test games and on damaged ones they give
//! the same game and the same diagnostics.
//! Results are decided in one place (`outcome`), as are start and rules (`start`). A text whose
//! encoding is named is read by tokens, so the law in `tests/it/pgn_named_encoding.rs` (naming it
//! changes nothing) proves the rest.
//!
//! A caller that only wants diagnostics (`Retained::Diagnostics` for `check`, `Retained::Text` for `fix`) gets no tree: NAGs
//! and comments are not kept, and `parallel::check_batches` gives the location of a game without diagnostics
//! instead of a record. `fix` copies such a game unchanged.
//!
//! Games in 8-bit encodings are decoded first. A board is fast as long as its moves are orthodox and hands the position
//! over to `Position` at a nonstandard word (`board`).
//!
//! Writers of games, and questions about them, get a `GameView`: tags, moves with their SAN, comments and
//! results, all borrowed. `Game` implements it, and so does `TextGame` (`fast/view`): the tags, items and played
//! moves of the text, from which a tree is built only on demand (`fast/build`). A `GameSink` is the work on each
//! game: `FormatSink` (`dispatch`) writes all formats, `partie_db::columns::RowSink` makes rows, `partie_db::query`
//! hashes moves and searches for positions. `parallel::view` gives the games of a stream to a sink on all threads,
//! `partie_pgn::view` to a caller's own, and `partie_pgn::view_each` to a closure. `parallel::ask` lends them with their text and location
//! to a function that adds to its answers for the games before.
//!
//! PGN is formatted in one place, `write`: `movetext` receives moves, NAGs, comments and the starts
//! and ends of variations in order and knows the options, numbers and notations; `tags` puts tags
//! in order. Their input is the events of a tree or, for canonical games, the items of the text
//! (`fast/write`): SAN is copied, and other notations are derived from its letters without a board.
//! If the text's order differs from the tree's (a comment between two variations, a NAG after a
//! comment), the tree is built. `FastBoard::write` restores the SAN of a move if it is unknown
//! (`replay`).
//!
//! Callers that need no moves only split: `partie_pgn::split` finds where a game ends. Its
//! `GameSplitter` is a state machine that skips lines of tags and movetext 64 bytes at a time where
//! a bitmask shows that nothing in them matters (`split/blocks`). `count` copies nothing, and tags
//! in export format are read without tokens. `split/boundary` is stateless: it recognises the tag
//! after a result, where `fast` ends a game as well, and guesses boundaries for `parallel`.
//!
//! `parallel` reads one stream with several threads. They take turns at the source, a piece at a
//! time, straight into reused memory, and guess the last boundary in the piece (`split/boundary`);
//! the text after it is carried over into the next piece. The segment between two boundaries is
//! read in place by one worker, exactly as a single thread would read it (`window`). A segment only
//! counts if the one before it ends exactly where it begins, so a wrong guess costs time but
//! changes nothing. Workers also run a command's work, and hand over results for many games at a
//! time (`Batch`, whose memory is returned). Numbers and lines become absolute when the batches are
//! put in order (`Relocate`). Memory is bounded by a few segments per thread. The program
//! decompresses files on other threads (`compression/parallel`).
//!
//! Wide comparisons go through the crate `wide` (`bitmask`). There is no `unsafe` code.
//!
//! A line of Style 12 is read in one pass (`partie_wire::style12::parse`). A nonstandard field is
//! read, reported and marked by `lenient`, and the pass continues after it; the recorder examines
//! the marks (`Unread`).
//!
//! `bench/` is a workspace of its own: `partie-bench` runs Partie and other readers in turns, or counts
//! instructions. Only it may depend on pgn-reader.

pub mod bpgn;
pub mod codes;
pub mod games;
mod lent;
pub mod parallel;
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
pub mod tags;
mod text;
mod write;

#[cfg(test)]
mod laws;

use partie_core::Game;
use partie_formats::{Parsed, ReadOptions};

pub use games::{
    Checked, Checker, Converter, Cut, Reader, ViewEach, Views, check, convert, cut, read, view,
    view_each,
};
pub use lent::{LentGame, ViewedGame};
pub use parse::account;
pub use raw::RawRecord;
pub use split::likely_start;
pub use tags::TagPlaces;
pub use view::{GameSink, append_pgn};
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
