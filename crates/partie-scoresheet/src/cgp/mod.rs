//! The text import of "Chess Game Player": its twelve rules, and Partie's answers where they are
//! silent.
//!
//! A move is two squares with `-`, `x` or `X` between them, in any surroundings; castling is `0-0`,
//! `o-o`, `0-0-0`, `o-o-o`; a promotion's piece stands in any bracket right after the square, in
//! English or Czech letters; `++` right after a square is mate and ends reading; text in braces and
//! after `;` is no part of the game. Source: the import format of the program, in Czech, twelve
//! numbered rules.
//!
//! Left open by the rules: a pair counts only if it is legal. An illegal pair with only a
//! mark, a piece letter and punctuation between its squares ends the game; one with words
//! between them is passed over and reported. Any dash and `×` are marks, too. Letters glued
//! to a legal pair, `e7e5` without a mark and `e8=Q` without brackets are read and reported.
//! `0-0` is not taken out of `0-0-0` or `10-0`. Signs after a move are NAGs. A parenthesis after
//! moves that begins with a number holds a sideline, and is a remark. Move numbers are evidence:
//! one that jumps ahead of the moves ends the game, and so does a misread move such as `a7-aG`.

mod items;
pub(super) mod reader;
mod sheet;

use std::io;

use partie_core::Game;

use super::{records::Records, write::write_cgp};
use partie_formats::{Format, Lossy, Parsed, ReadOptions, WriteOptions};

/// Reads the games of a text.
pub fn read<R: io::Read>(source: R, options: &ReadOptions) -> Records<R> {
    Records::of(source, options, Format::ChessGamePlayer)
}

/// Reads one game. Spans are in bytes of `text`.
///
/// ```
/// use partie_formats::ReadOptions;
/// use partie_scoresheet::cgp;
/// let text = "…d2…….-….d4…….D7…-d5 … {lepší e2-e4} c2 x … C4";
/// let game = cgp::parse(text.as_bytes(), &ReadOptions::default()).value;
/// assert_eq!(game.ply_count(), 3);
/// ```
#[must_use]
pub fn parse(text: &[u8], options: &ReadOptions) -> Parsed<Game> {
    let (mut parsed, kept) = reader::parse_bytes(text, options);
    parsed.diagnostics.extend(kept.diagnostic());
    partie_formats::diagnostic::sort(&mut parsed.diagnostics);
    parsed
}

/// Writes a game in this form; see the module's rules.
///
/// # Errors
///
/// When the output fails.
pub fn write(
    game: &Game,
    options: &WriteOptions,
    out: &mut impl io::Write,
) -> io::Result<Lossy<()>> {
    write_cgp(game, options, out)
}
