//! One connection of an Internet Chess Server, as bytes and typed messages, in either role,
//! without sockets.
//!
//! A part of the library `partie`, which re-exports the items that programs need. All other public
//! items serve its other parts, and may change with any version.
//!
//! ```
//! use partie_core::{Color, File};
//! use partie_wire::style12::Style12;
//!
//! let line = "<12> rnbqkbnr pppppppp -------- -------- ----P--- -------- PPPP-PPP RNBQKBNR B 4 1 1 1 1 0 \
//!             7 Anna Boris -1 3 0 39 39 178000 180000 1 P/e2-e4 (0:02.000) e4 0 1 0";
//! let board = Style12::parse(line.as_bytes()).expect("a line of Style 12").value;
//! assert_eq!((board.turn, board.double_push), (Color::Black, Some(File::E)));
//! ```
//!
//! * Bytes: [`telnet`], [`line`](mod@line), [`timeseal`], [`block`], [`char_escapes`].
//! * Text as shown to a player: [`prompt`], [`wrap`]; before the session: [`login`].
//! * Messages of a client: [`command`], [`ivars`], [`variables`].
//! * Messages of a server: [`notice`], by a [`template`] of [`fields`], written as
//!   [`display`] says.
//! * Whole connections: [`server_reader`] and [`server_writer`] for a server, [`client`] and
//!   [`notice_reader`] for a client, whose boards a [`follower`] joins by moves.
//!
//! Commands, notices and lines of Style 12 can be serialized with serde.
//!
//! # Modules
//!
//! `partie-wire`: `server_reader` (a client's bytes to lines) and `client` (a server's bytes to
//! messages) build on `telnet`, `line`, `timeseal`, `block` and `char_escapes`. `command` parses a
//! line into a typed command: one file per family, an enum with the name, the block-mode number and
//! the arguments at each variant (`commands!`). `notice` holds all messages of a server: a family
//! of one-line notices is an enum with the wording at each variant (`template`), and the same
//! wording writes and reads it; boards, lists and tables have a file each. `display` (style,
//! interface variables, width) sets a notice's form for a player. `server_writer` turns all notices
//! for a client into one write. `notice_reader` follows `client`: it joins lines into complete
//! replies and tables, which are notices again (`notice/parse_all`). No received text is lost.
//!
//! The recorder of `partie-records` reads transcripts with `telnet`, `wrap` (wrapped lines),
//! `prompt::lead`, `Notice::of_line` (all wordings) and `GameRow`. It splits lines itself
//! (`transport`) instead of using a `client`: a game keeps the place of each line, and a transcript
//! may be a log, end lines with a lone CR and lack the prompts for which a `notice_reader` would
//! wait. It reads boards and their companions (`<b1>`, `<d1>`, `<g1>`) with `style12`, because each
//! nonstandard field is a diagnostic. `follower` joins boards by moves, for the recorder, which
//! searches over gaps, and for `partie-client`, which asks the server instead.

pub mod block;
pub mod char_escapes;
pub mod client;
pub mod command;
pub mod display;
pub mod fields;
pub mod follower;
pub mod ivars;
pub mod line;
pub mod login;
mod name_lookup;
pub mod notice;
pub mod notice_reader;
pub mod prompt;
pub mod proposal;
mod serialize;
pub mod server_reader;
pub mod server_writer;
mod style;
pub mod style12;
pub mod telnet;
pub mod template;
pub mod timeseal;
pub mod variables;
pub mod wrap;
