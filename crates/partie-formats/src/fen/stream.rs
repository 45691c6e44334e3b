//! FENs one a line: as games of no moves, and games as their last position.

use std::io;

use partie_core::{Boards, Game, Variant};

use super::{boards, parse_boards};
use crate::{
    Format, Loss, Lossy, Parsed, ReadOptions, WriteOptions, decode,
    lines::{self, Records},
};

/// Reads one line as a game of no moves from that position.
#[must_use]
pub fn parse(line: &[u8], options: &ReadOptions) -> Parsed<Game> {
    let decoded = decode::decode(line, options.encoding.as_deref());
    let Parsed { value, mut diagnostics } = parse_boards(&decoded.text, options.variant);
    for d in &mut diagnostics {
        d.span = decoded.byte_offset(d.span.start)..decoded.byte_offset(d.span.end);
        if let Some(fix) = &mut d.fix {
            fix.span = decoded.byte_offset(fix.span.start)..decoded.byte_offset(fix.span.end);
        }
    }
    Parsed { value: game(value), diagnostics }
}

/// A game of no moves from a position.
#[must_use]
pub(crate) fn game(start: Boards) -> Game {
    let variant = match start.first().variant() {
        Variant::Standard if start != Boards::start(Variant::Standard) => Variant::FromPosition,
        variant => variant,
    };
    let start = match start {
        Boards::One(position) => Boards::One(position.with_variant(variant)),
        two @ Boards::Two(_) => two,
    };
    Game::from_boards(variant, start)
}

/// Reads a stream of FENs, one a line. Empty lines and lines that begin with `#` or
/// `%` are passed over.
pub fn read<R: io::Read>(source: R, options: &ReadOptions) -> Records<R> {
    lines::records(source, Format::Fen, options, lines::is_empty_or_remark, parse)
}

/// Writes the last position of a game's main line.
///
/// # Errors
///
/// When the output fails. The moves and everything else of the game are lost.
pub fn write(
    game: &Game,
    options: &WriteOptions,
    out: &mut impl io::Write,
) -> io::Result<Lossy<()>> {
    writeln!(out, "{}", boards(&game.final_boards(), options))?;
    let mut lost = Vec::new();
    if !game.tree.is_empty() {
        lost.push(Loss::new("the moves (a FEN is one position: the last)"));
    }
    if !game.tags.is_empty() {
        lost.push(Loss::new("the tags"));
    }
    Ok(Lossy { value: (), lost })
}
