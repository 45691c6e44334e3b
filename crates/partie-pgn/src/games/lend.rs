//! Lending the games of a stream with their text and place.

use std::{io, sync::Arc};

use super::{Begin, Reader, read, read_on};
use crate::lent::LentGame;
use partie_formats::{Format, ReadOptions};

/// Reads games and lends each to a function; a text without a game is left out. Canonical games are
/// neither made into records nor copied.
#[derive(Debug)]
pub(crate) struct Lender<R, F> {
    pub(crate) reader: Reader<R>,
    needs_moves: bool,
    add: Arc<F>,
}

/// Reads the games of a stream for a function, which may look at the moves themselves.
pub(crate) fn lender<R: io::Read, F>(
    source: R,
    options: &ReadOptions,
    needs_moves: bool,
    add: Arc<F>,
) -> Lender<R, F> {
    Lender { reader: read(source, options), needs_moves, add }
}

/// Lends games like [`lender`], from the middle of a stream that is UTF-8 already.
pub(crate) fn lender_on<R: io::Read, F>(
    source: R,
    (options, needs_moves): (&ReadOptions, bool),
    add: Arc<F>,
    from: Begin,
) -> Lender<R, F> {
    Lender { reader: read_on(source, options, from), needs_moves, add }
}

impl<R: io::Read, F> Lender<R, F> {
    /// Lends the next game. `answers` lends the answers so far, once the whole game is available.
    pub(crate) fn next_into<A>(
        &mut self,
        answers: impl Fn(&mut dyn FnMut(&mut Vec<A>)),
    ) -> Option<io::Result<()>>
    where
        F: Fn(&LentGame<'_>, &mut Vec<A>),
    {
        let Lender { reader: Reader { cut, options, fast }, needs_moves, add } = self;
        cut.begin();
        cut.count_lines(0);
        let (number, byte, line) = (cut.number + 1, cut.byte, cut.line);
        let decoding = cut.source.decoding();
        if let Some(fast) = fast
            && let Some(found) = cut.by_items(|text, last| {
                fast.read_game(text, last, options, *needs_moves, |view, length, diagnostics| {
                    let game = LentGame {
                        view: view.into(),
                        text: &text[..length],
                        format: Format::Pgn,
                        number,
                        byte,
                        line,
                        diagnostics: &diagnostics,
                        left_out: 0,
                        decoding,
                    };
                    answers(&mut |answers| add(&game, answers));
                })
            })
        {
            return Some(found.map(|_| ()));
        }
        Some(cut.next()?.map(|raw| {
            let left_out = raw.left_out;
            let record = raw.read(options);
            if record.holds_game() {
                let game = LentGame {
                    view: record.game().into(),
                    text: &record.text,
                    format: record.format,
                    number: record.number,
                    byte: record.byte,
                    line: record.line,
                    diagnostics: &record.parsed.diagnostics,
                    left_out,
                    decoding,
                };
                answers(&mut |answers| add(&game, answers));
            }
        }))
    }
}
