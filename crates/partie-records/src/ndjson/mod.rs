//! One JSON object a line for each game: Partie's own form for other programs.
//!
//! The fields, always in this order; `docs/ndjson.md` shows them in examples:
//!
//! | field | what it is |
//! |---|---|
//! | `file` | the name of the file |
//! | `game` | the number of the game in the file, from 1 |
//! | `format`, `encoding` | what it was read as |
//! | `line`, `byte` | where the game begins: line from 1, byte from 0 |
//! | `tags` | an object, in the order of the record |
//! | `variant` | the rules by which it was read |
//! | `start_fen` | the start, en passant only when legal (of bughouse: `fen \| fen`) |
//! | `start_fen_exact` | only if the start has an en passant square that `start_fen` leaves out |
//! | `boards` | only in bughouse: for each move `A` or `B` |
//! | `moves` | the main line in UCI (Chess960: king takes rook; null move `0000`) |
//! | `san` | the main line in SAN |
//! | `result` | `1-0`, `0-1`, `1/2-1/2`, `*` |
//! | `termination` | why it ended, or null |
//! | `final_fen` | the position after the main line, en passant only when legal |
//! | `plies` | how many moves the main line has |
//! | `clocks` | only if there are any: the mover's clock after each move, milliseconds or null |
//! | `nodes` | only with comments, NAGs or variations: the whole tree |
//! | `unread` | only if something could not be read: that text |
//! | `diagnostics` | objects with code, severity, line, column, byte, ply, message |
//!
//! A node is `{"parent", "board", "move", "nags", "comments"}`; the first is the start
//! position, with no move; `parent` is an index into the list. A node stands after its
//! parent, and the line of a position before its variations. A comment is
//! `{"place", "text"}` with place `before`, `after` or `last`.
//!
//! Only parts that the options strip are lost: reading the object gives the same game.
//!
//! Reading trusts the start and the moves. Fields derived from them are compared, fields for the
//! game's place are ignored, other programs' fields for players and tags (`white`, `black_elo`)
//! become tags, and unknown fields are noted.

pub mod codes;

pub(crate) mod place;
mod read;
mod words;
mod write;

pub(crate) use read::account;
pub use read::termination;
pub use read::{parse, read};
pub use write::termination_name;
pub(crate) use write::{append_fields, append_record};
pub use write::{game, write, write_game};
