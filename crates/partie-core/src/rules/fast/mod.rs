//! Orthodox chess at speed: a board that plays moves as PGN's export format writes them.
//!
//! [`FastBoard`] knows nothing but the standard game, and reads nothing but the exact
//! words that [`san::write`](crate::moves::san::write) makes. For anything else it says
//! `None`, and [`Position`](crate::Position) is asked. The tests hold the two equal.
//!
//! No moves are generated: the pieces that could come to a square are found by their
//! lines from that square, and a move is legal if the king is not attacked behind it.

mod board;
mod evasion;
mod play;
mod rare;
mod tables;
mod word;
mod write;

pub use board::{FastBoard, FastMove, FastReader, FastState};
pub use word::{FastStep, FastWord};
