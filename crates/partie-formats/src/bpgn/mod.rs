//! BPGN, the notation of bughouse games (bughousedb.com; the BPGN standard by the
//! players of FICS, 2000).
//!
//! # What is read
//!
//! Tags as in PGN, often two on a line; `WhiteA BlackA WhiteB BlackB` name the players.
//! A move is `12A. Nf3{295.10}`: the letter names board and side (`A`, `B` White; `a`,
//! `b` Black), the number counts per board, the order in the file is that of playing,
//! and the comment is the mover's clock in seconds. `{C: ...}` is information,
//! `{R: ...}` a request, the last comment the reason of the result.
//!
//! # What is forgiven
//!
//! `@f6` for `P@f6`, `+` for mate, games without tags, games without moves, Latin-1, CR LF.
//!
//! # What it cannot carry
//!
//! Variations, and any game that is not bughouse. `Lag` and other tags are kept.

pub mod codes;

pub(crate) mod parse;
mod reason;
mod write;

use std::io;

use partie_core::Comment;

pub use parse::{is_bpgn, parse};
pub use reason::termination;
pub use write::{losses, write};

use crate::{ReadOptions, games};

/// Reads games from a stream; games of plain PGN among them are read as PGN.
pub fn read<R: io::Read>(source: R, options: &ReadOptions) -> games::Reader<R> {
    games::read(source, options)
}

/// The clock that a comment behind a move says, in milliseconds: BPGN's seconds alone,
/// or a `[%clk]` command.
///
/// ```
/// use partie_core::Comment;
/// assert_eq!(partie_formats::bpgn::clock(&Comment::after("295.10")), Some(295_100));
/// assert_eq!(partie_formats::bpgn::clock(&Comment::after("nice")), None);
/// ```
#[must_use]
pub fn clock(comment: &Comment) -> Option<i64> {
    let bare = comment.text.trim();
    if !bare.is_empty() && bare.bytes().all(|b| b.is_ascii_digit() || matches!(b, b'.' | b'-')) {
        return partie_core::time::clock_milliseconds(bare);
    }
    comment
        .commands()
        .iter()
        .find(|c| c.name == "clk")
        .and_then(partie_core::annotation::Command::milliseconds)
}
