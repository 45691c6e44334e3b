//! Collections of chess games: questions to them, games as columns, and opening books.
//!
//! A part of the library `partie`, which programs name: it re-exports what they need. What else is
//! public here is for the other parts, and may change with any version.
//!
//! - [`query`] asks a game what a chess player wants to know: conditions, kinds, orders, identity.
//! - [`name_matching`] groups the spellings of one name.
//! - [`statistics`] counts a collection.
//! - [`player`] counts the games of one player.
//! - [`tournament`] makes crosstables of its events, with ranks and tie-breaks.
//! - [`book`] makes, reads and merges opening books in Polyglot's format.
//! - [`stored_moves`] asks main lines questions without their games.
//! - [`columns`] holds games as columns, and [`Writer`] writes them to Parquet files.
//!
//! ```
//! use partie_db::query::{Condition, Name, Query};
//! use partie_formats::ReadOptions;
//!
//! let text = "[White \"Steinitz, W.\"]\n\n1. e4 e5 2. f4 1-0\n\n[White \"Blackburne\"]\n\n1. d4 0-1";
//! let query = Query::new(vec![Condition::White(Name::new("Wilhelm Steinitz", false)?)]);
//! let games = partie_pgn::read(text.as_bytes(), &ReadOptions::default()).flatten();
//! assert_eq!(games.filter(|game| query.answers(game)).count(), 1);
//! # Ok::<(), partie_db::query::ParseError>(())
//! ```
//!
//! A [`Writer`] takes batches of games ([`columns`]) and encodes them, on several threads if asked;
//! many batches make a row group; [`ParquetGames`] reads them back. The files are plain Parquet: `DuckDB`, pandas, polars, Spark and
//! every other reader can read them. `docs/parquet.md` shows the columns.

pub mod book;
pub mod columns;
pub mod library;
pub mod name_matching;
mod performance;
mod phonetics;
pub mod player;
pub mod query;
mod reader;
pub mod statistics;
pub mod stored_moves;
pub mod tournament;
mod writer;

pub use reader::ParquetGames;
pub use writer::{Writer, Written};
