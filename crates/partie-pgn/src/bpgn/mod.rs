//! BPGN, the notation of bughouse games (bughousedb.com; the BPGN standard by the
//! players of FICS, 2000).
//!
//! # What is read
//!
//! Tags as in PGN, often two on a line; `WhiteA BlackA WhiteB BlackB` name the players. A move is
//! `12A. Nf3{295.10}`: the letter names board and side (`A`, `B` White; `a`, `b` Black), the number
//! counts per board, the moves are in the order of play, and the comment is the mover's clock in
//! seconds. `{C: ...}` is information, `{R: ...}` a request, the last comment the reason of the
//! result.
//!
//! # What is forgiven
//!
//! `@f6` for `P@f6`, `+` for mate, `1A` for `1A.`, games without tags, games without
//! moves, Latin-1, CR LF. NAGs and signs such as `!?` are read, and so is a start position
//! in a `FEN` tag that names both boards; the archives have neither. A variation is kept
//! as a comment.
//!
//! # What it cannot carry
//!
//! Variations, and any game that is not bughouse. `Lag` and other tags are kept.

pub mod codes;

pub(crate) mod label;
mod moves;
pub(crate) mod parse;
mod reason;
mod write;

use std::io;

pub use label::is_bpgn;
pub use parse::account;
pub use parse::parse;
pub use reason::termination;
pub use write::{losses, write};

use crate::games;
use partie_formats::ReadOptions;

/// Reads games from a stream; games of plain PGN among them are read as PGN.
pub fn read<R: io::Read>(source: R, options: &ReadOptions) -> games::Reader<R> {
    games::read(source, options)
}
