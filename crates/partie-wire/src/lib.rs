//! One connection of an Internet Chess Server, as bytes and typed messages, in either role,
//! without sockets.
//!
//! A part of the library `partie`, which programs name: it re-exports what they need. What else is
//! public here is for the other parts, and may change with any version.
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
//! With the feature `serde`, commands, notices and lines of Style 12 can be serialized.

pub mod block;
pub mod char_escapes;
pub mod client;
pub mod command;
pub mod display;
pub mod fields;
pub mod follower;
mod found;
pub mod ivars;
pub mod line;
pub mod login;
pub mod notice;
pub mod notice_reader;
pub mod prompt;
pub mod proposal;
#[cfg(feature = "serde")]
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
