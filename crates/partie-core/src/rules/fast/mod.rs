//! Orthodox chess at speed: a board that plays moves as PGN's export format writes them.
//!
//! [`FastBoard`] supports only standard chess, and reads only the exact spellings that
//! [`san::write`](crate::moves::san::write) makes. It returns `None` for anything else, and the
//! caller falls back to [`Position`](crate::Position). Tests compare the two.
//!
//! No moves are generated. The pieces that could reach a square are found along their lines
//! from it, and a move is legal if it does not leave the king attacked.

mod board;
mod evasion;
mod occupant;
mod parsed_san;
mod play;
mod special_moves;
mod tables;
mod write;

pub use board::{FastBoard, FastMove, FastReader, FastState};
pub use parsed_san::{ParsedSan, SanId};
