//! Lending the games of a stream to a [`Question`].

use std::{io, sync::Arc};

use super::{Begin, Reader, read, read_on};
use crate::question::{LentGame, Question};
use partie_formats::{Format, ReadOptions};

/// Reads games and asks each a question; a text without a game has no answer. Canonical games are
/// neither made into records nor copied.
#[derive(Debug)]
pub(crate) struct Lender<R, Q> {
    pub(crate) reader: Reader<R>,
    question: Arc<Q>,
}

/// Reads the games of a stream for a question.
pub(crate) fn lender<R: io::Read, Q>(
    source: R,
    options: &ReadOptions,
    question: Arc<Q>,
) -> Lender<R, Q> {
    Lender { reader: read(source, options), question }
}

/// Lends games like [`lender`], from the middle of a stream that is UTF-8 already.
pub(crate) fn lender_on<R: io::Read, Q>(
    source: R,
    options: &ReadOptions,
    question: Arc<Q>,
    from: Begin,
) -> Lender<R, Q> {
    Lender { reader: read_on(source, options, from), question }
}

impl<R: io::Read, Q: Question> Lender<R, Q> {
    /// Asks the next game. `answers` lends the answers so far, once the whole game is available.
    pub(crate) fn next_into(
        &mut self,
        answers: impl Fn(&mut dyn FnMut(&mut Vec<Q::Answer>)),
    ) -> Option<io::Result<()>> {
        let Lender { reader: Reader { cut, options, fast }, question } = self;
        cut.begin();
        cut.count_lines(0);
        let (number, byte, line) = (cut.number + 1, cut.byte, cut.line);
        let decoding = cut.source.decoding();
        if let Some(fast) = fast
            && let Some(found) = cut.by_items(|text, last| {
                let moves = question.needs_moves();
                fast.read_game(text, last, options, moves, |view, length, diagnostics| {
                    let game = LentGame {
                        view,
                        text: &text[..length],
                        format: Format::Pgn,
                        number,
                        byte,
                        line,
                        diagnostics: &diagnostics,
                        left_out: 0,
                        decoding,
                    };
                    answers(&mut |answers| question.ask(&game, answers));
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
                    view: record.game(),
                    text: &record.text,
                    format: record.format,
                    number: record.number,
                    byte: record.byte,
                    line: record.line,
                    diagnostics: &record.parsed.diagnostics,
                    left_out,
                    decoding,
                };
                answers(&mut |answers| question.ask(&game, answers));
            }
        }))
    }
}
