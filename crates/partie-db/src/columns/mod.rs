//! Games as columns, for Parquet and other columnar formats.
//!
//! A [`Batch`] is a table of some games: one [`Column`] for each [`Field`] of [`FIELDS`],
//! as plain vectors of numbers or as offsets and bytes, as Arrow lays them out. Nothing
//! here knows a library of tables; `partie-db` writes batches to Parquet files.
//! `docs/parquet.md` shows the columns with examples.
//!
//! | column | type | what it is |
//! |---|---|---|
//! | `file` | text | the name of the file |
//! | `game` | int64 | the number of the game in the file, from 1 |
//! | `line`, `byte` | int64 | where the game begins: line from 1, byte from 0 |
//! | `event`, `site`, `round`, `white`, `black` | text or null | tags, as the record has them |
//! | `date` | date or null | the tag, if it is a day: `2024.01.31` |
//! | `year`, `month`, `day` | int16 or null | what of the date is known |
//! | `result` | text | `1-0`, `0-1`, `1/2-1/2`, `*` |
//! | `white_elo`, `black_elo` | int32 or null | ratings |
//! | `white_rating_diff`, `black_rating_diff` | int32 or null | what the game did to them |
//! | `white_title`, `black_title`, `white_fide_id`, `black_fide_id` | text, int32 or null | tags |
//! | `white_team`, `black_team`, `utc_time` | text or null | tags |
//! | `event_date`, `utc_date` | date or null | tags, if they are days |
//! | `eco`, `opening`, `variation`, `time_control`, `termination`, `annotator` | text or null | tags |
//! | `variant` | text | the rules by which the game was read: `Standard`, `Chess960`, ... |
//! | `fen` | text or null | the start position, if it is not that of the variant |
//! | `reason` | text or null | why the game ended, in the words of Partie's ndjson |
//! | `plies` | int32 | how many moves the main line has |
//! | `moves` | text | the main line in UCI, parted by spaces |
//! | `moves_binary` | bytes | the main line, two bytes a move, see [`moves`] |
//! | `clocks`, `move_times` | list of int32 or null | for each move the mover's clock (`clk`) and the time taken (`emt`) in milliseconds, or null |
//! | `evals` | list of int32 or null | for each move the engine's judgement, in hundredths of a pawn from White's side, or null |
//! | `mates` | list of int32 or null | for each move the moves until mate, negative if White is mated, or null |
//! | `tags` | pairs of texts | all tags that no other column gives back as they stood |
//! | `unread` | text or null | what of the record could not be read |
//! | `eco_moves`, `opening_moves` | text or null | ECO code and name of the opening of the moves: of the last position of the main line that has a name |
//! | `speed` | text or null | the speed by the time control, as [`Speed`](crate::query::Speed) has it: `blitz` |
//!
//! A list is null if no move has a value, and otherwise as long as the main line. The column of a
//! missing tag is null; `?`, PGN's unknown value, stays as it is. A rating such as `2851?` is not a
//! number: its column is null, and the tag is kept in `tags`. The same holds for a date such as
//! `2024.01.??`.
//!
//! ```
//! use partie_db::columns::{Batch, Row};
//! use partie_formats::{ReadOptions, WriteOptions};
//!
//! let text = "[White \"Adams, Michael\"]\n\n1. e4 e5 1-0";
//! let mut batch = Batch::new();
//! for game in partie_pgn::read(text.as_bytes(), &ReadOptions::default()).flatten() {
//!     batch.push("games.pgn", &Row::of(&game, &WriteOptions::default()));
//! }
//! let text = |name| batch.column(name).and_then(|column| column.text(0));
//! assert_eq!((text("white"), text("moves")), (Some("Adams, Michael"), Some("e2e4 e7e5")));
//! ```
//!
//! [`Batch::game`] is the way back. It gives the same tags (in another order), start,
//! moves, clocks and result.
//!
//! # What it cannot carry
//!
//! Comments in words, NAGs and variations; commands in comments other than `clk`, `emt`
//! and `eval`, and the depths of evaluations. [`Row::lost`] says what a game loses. A game
//! whose tags lack `Result` comes back with it, and so does one without `SetUp`.

mod back;
mod batch;
mod coded;
mod complete;
mod digest;
mod field;
pub mod moves;
mod notes;
mod row;
mod tag_texts;

pub(crate) use back::{replayed, variant_of};
pub(crate) use batch::PositionRow;
pub use batch::{Batch, Bytes, Column, Values};
pub(crate) use coded::{code_of, read_start, start};
pub(crate) use field::date;
pub(crate) use field::{
    COLUMNS, is_of_tags, number_column, place_of, tag_column, tag_columns, tag_names,
};
pub use field::{FIELDS, Field, Table, ValueKind};
pub(crate) use notes::times;
pub(crate) use notes::{CommentStyle, CommentTexts, MoveComments, OF_COMMENTS};
pub(crate) use row::reason;
pub use row::{Row, RowParts, RowSink};
pub(crate) use tag_texts::TagTexts;
