//! Opening books in Polyglot's format.
//!
//! A book has an entry for each move of each known position: sixteen bytes, numbers big-endian.
//!
//! | bytes | |
//! |---|---|
//! | 0-7 | key of the position ([`polyglot_key`](partie_core::rules::polyglot_key)) |
//! | 8-9 | the move ([`BookMove`]) |
//! | 10-11 | weight: how often to play it, compared with the others of the position |
//! | 12-15 | what a program has learnt of it; books made here have 0 |
//!
//! The entries are sorted by key, which programs rely on, and within a position by weight, highest
//! first. A book holds neither positions nor games, so it is not a format of games:
//! [`Book::probe`] looks up a position.
//!
//! [`Book::read`] reads as much as it can: it reports entries out of order and bytes that are no
//! entry as [`BookProblem`]s, and only refuses files that are not books.
//!
//! ```
//! use partie_core::Position;
//! use partie_db::book::{Book, BookCounter, BookOptions, GameTallies};
//! use partie_formats::ReadOptions;
//!
//! let text = "1. e4 e5 1-0\n\n1. e4 c5 1/2-1/2\n\n1. d4 d5 1-0\n\n1. c4 0-1\n";
//! let options = BookOptions::default().min_games(1);
//! let mut counter = BookCounter::new();
//! for record in partie_pgn::read(text.as_bytes(), &ReadOptions::default()).flatten() {
//!     counter.add(&GameTallies::of(record.game(), options));
//! }
//! let book = counter.into_book(options);
//! let (book, problems) = Book::read(&book.to_bytes())?;
//! assert!(problems.is_empty());
//! let probed = book.probe(&Position::default());
//! let moves: Vec<_> = probed.moves.iter().map(|m| (m.san.as_str(), m.entry.weight)).collect();
//! // A win counts 2, a draw 1; a move that only lost is left out.
//! assert_eq!(moves, [("e4", 3), ("d4", 2)]);
//! # Ok::<(), partie_db::book::NotABook>(())
//! ```

mod counter;
mod entry;
mod file;
mod probe;
mod weights;

pub use counter::{BookCounter, BookMaker, BookOptions, GameTallies, Tally, TallySink};
pub use entry::{BookEntry, BookMove, ENTRY_LENGTH};
pub use file::{Book, BookProblem, NotABook};
pub use probe::{Probed, ProbedMove};
pub use weights::merge;
