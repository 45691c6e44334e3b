//! One JSON object a line for each game: Partie's own form for other programs.
//!
//! The fields, always in this order; `docs/ndjson.md` says it with examples:
//!
//! | field | what it is |
//! |---|---|
//! | `file` | the name of the file |
//! | `game` | the number of the game in the file, from 1 |
//! | `format`, `encoding` | what it was read as |
//! | `line`, `byte` | where the game begins: line from 1, byte from 0 |
//! | `tags` | an object, in the order of the record |
//! | `variant` | the rules by which it was read |
//! | `start_fen` | the start (of bughouse: `fen | fen`) |
//! | `boards` | only in bughouse: for each move `A` or `B` |
//! | `moves` | the main line in UCI (Chess960: king takes rook; null move `0000`) |
//! | `san` | the main line in SAN |
//! | `result` | `1-0`, `0-1`, `1/2-1/2`, `*` |
//! | `termination` | why it ended, or null |
//! | `final_fen` | the position after the main line, en passant only when legal |
//! | `plies` | how many moves the main line has |
//! | `nodes` | only with comments, NAGs or variations: the whole tree |
//! | `unread` | only if something could not be read: that text |
//! | `diagnostics` | objects with code, severity, line, column, byte, ply, message |
//!
//! A node is `{"parent", "board", "move", "nags", "comments"}`; the first is the start
//! position, with no move; `parent` is an index into the list. Nothing of a game is lost.

pub mod codes;

mod read;
mod write;

pub use read::{parse, read};
pub use write::{game, write, write_game};
