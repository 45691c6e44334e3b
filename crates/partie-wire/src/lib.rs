//! One connection of an Internet Chess Server, as bytes and typed messages, in either role,
//! without sockets.
//!
//! * Bytes: [`telnet`], [`line`](mod@line), [`timeseal`], [`block`], [`char_escapes`].
//! * Text as shown to a player: [`prompt`], [`wrap`]; before the session: [`login`].
//! * Messages of a client: [`command`], [`ivars`], [`variables`].
//! * Messages of a server: [`notice`], by a [`template`] of [`fields`], written as
//!   [`display`] says.
//! * Whole connections: [`server_reader`] and [`server_writer`] for a server, [`client`] and
//!   [`notice_reader`] for a client.
//!
//! With the feature `serde`, commands, notices and lines of Style 12 can be serialized.

pub mod block;
pub mod char_escapes;
pub mod client;
pub mod command;
pub mod display;
pub mod fields;
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
pub mod style12;
pub mod telnet;
pub mod template;
pub mod timeseal;
pub mod variables;
pub mod wrap;
