//! Transcripts of games in Style 12, the boards that an Internet Chess Server sends
//! ([`partie_wire::style12`] reads and writes one line).
//!
//! # Shape
//!
//! [`parse`] and [`read`] take whole transcripts to games, through the
//! [`crate::recorder`]; [`write()`] writes a game as the lines an observer would see.
//!
//! # What it cannot carry
//!
//! Comments, variations, NAGs, tags other than names, ratings and time control; null
//! moves; names with spaces; which pieces of a start position are promoted ones.
//! [`losses`] says what a game would lose.

mod first_board;
mod reader;
mod write;

pub use reader::{Reader, parse, read};
pub use write::{losses, write};

pub(crate) use first_board::tags as first_board_tags;
