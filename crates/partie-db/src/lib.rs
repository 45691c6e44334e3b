//! Collections of chess games: queries, statistics, games as columns, and opening books.
//!
//! A part of the library `partie`, which re-exports the items that programs need. All other public
//! items serve its other parts, and may change with any version.
//!
//! - [`query`] filters, groups, sorts and compares games.
//! - [`name_matching`] groups the spellings of one name.
//! - [`statistics`] counts a collection.
//! - [`player`] counts the games of one player.
//! - [`tournament`] makes crosstables of its events, with ranks and tie-breaks.
//! - [`book`] makes, reads and merges opening books in Polyglot's format.
//! - [`stored_moves`] answers questions from stored main lines, without their games.
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
//!
//! # Modules
//!
//! | module | contents |
//! |---|---|
//! | `query` | `Subject` (a game that reads only the parts that are used); `Query` and its `Condition`s with their values (`text`, `tag`, `range`, `date`, `time_class`, `board_pattern`, `material`, `move_pattern`); `grouping`, `order`, `difference` |
//! | `identity`, `folding` | records of the same game, by digests of moves and tags; texts without what spellings differ in |
//! | `name_matching` | spellings of one name: counted (`census`), taken apart (`player_name`, `title`), compared (`compare`, `phonetics`), put together (`cluster`), kept in files (`map`), looked up in lists of players (`player_list`) |
//! | `statistics` | counts of a collection, divided into sections of rows |
//! | `book` | opening books (`docs/books.md`): `entry` (sixteen bytes), `file` (bytes of books and their defects), `probe`, `counter` (games to books), `weights` (merging, scaling) |
//! | `columns` | games as columns: `field` (their list), `row` (one game, made on the threads that read), `batch`, `back` (columns to games), `moves`, `notes` |
//! | `stored_moves` | queries on the codes of main lines: key, plies, SAN, positions and patterns |
//! | `writer` | batches to Parquet files: `schema`, `encode` (pages, with their checksums), `lanes` (threads) |
//! | `reader` | runs of rows of some columns of a Parquet file, from any row on: `file`, `scan` (batches) |
//! | `tournament` | crosstables (`docs/reports.md`): `events` (games by event), `roster` (players by their names), `rounds`, `kind`, `scores` (values of tie-breaks), `standings` (ranks) |
//! | `player` | games of one player in numbers; `clock` (use of time), `preparation` (lines by colour, compared with ratings and with a `repertoire`) |
//! | `performance` | FIDE's tables of ratings and scores |
//! | `library` | folders of games (`docs/library.md`): `manifest` (the list of valid files), `segment` (some games and their index), `visits` and `index` (positions: collected, in a file beyond a limit, sorted, written), `digests` and `stored_records` (games that are known again), `players` (games by names; `word_key`), `rollup` (counts of popular positions), `writer` (appending, merging), `edit` (games that are removed, restored, changed), `in_order` and `numbering` (games with gaps between their numbers), `rebuilt_manifest`, `libraries` (several, asked as one), `disk` (all changes of files go through it, so that tests can fail and lose them), `checksum`, `check`; `position_report` (games of a position, replayed and counted: `lines`, `endings`) and `novelties`; `explore` and `explorer_api` (lichess' shapes, without sockets), `find` and `found` (search by callback or iterator), `lanes` (columns read lazily), `stored` (games of a library, read by `StoredGame::read`) and `positions` (a table of them); `known`, `source_checksum` and `source_import` (imported sources) |
//!
//! A game of a library is kept once, by column: its main line in one byte a move, its clocks and
//! evaluations as lists. The movetext is only kept for games that these columns do not restore
//! letter by letter. The index lists positions that several games of a segment share; the tail of a
//! game, which no other game shares, is indexed by some bits of the key, and a game found by these
//! is replayed. The index of each segment is exact, so merging segments changes no answer. Counts
//! of positions that thousands of games of a segment reached are stored; queries with a filter
//! count again.

pub mod book;
pub mod columns;
mod folding;
mod identity;
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
mod word_key;
mod writer;

pub use reader::ParquetGames;
pub use writer::{Writer, Written};
