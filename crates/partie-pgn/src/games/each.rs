//! Lending the games of a stream to a function.

use std::io;

use partie_formats::{ReadOptions, Record, Retained};

use super::{ItemGame, Reader, read};
use crate::lent::ViewedGame;

/// Reads games and lends each to a function, which may change captured state. Each item has the
/// function's value and the game's record with its place and diagnostics; the record's game is
/// empty unless one had to be built.
///
/// ```
/// use partie_formats::{GameView, ReadOptions};
/// let text = "[White \"A\"]\n\n1. e4 d5 *\n\n[White \"B\"]\n\n1. d4 *\n";
/// let mut longest = 0;
/// let games = partie_pgn::view_each(text.as_bytes(), &ReadOptions::default(), |game| {
///     longest = longest.max(game.ply_count());
/// });
/// assert_eq!(games.count(), 2);
/// assert_eq!(longest, 2);
/// ```
///
/// To use several threads, implement a [`GameSink`](crate::GameSink).
pub fn view_each<R, T, F>(source: R, options: &ReadOptions, each: F) -> ViewEach<R, F>
where
    R: io::Read,
    F: FnMut(&ViewedGame<'_>) -> T,
{
    // A game that does not stand in its text is needed whole.
    let options = options.clone().keep(Retained::Everything);
    ViewEach { reader: read(source, &options), each }
}

/// An iterator over a function's results for the games of a stream; made by [`view_each`].
pub struct ViewEach<R, F> {
    reader: Reader<R>,
    each: F,
}

impl<R: std::fmt::Debug, F> std::fmt::Debug for ViewEach<R, F> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("ViewEach").field("reader", &self.reader).finish_non_exhaustive()
    }
}

impl<R: io::Read, T, F: FnMut(&ViewedGame<'_>) -> T> Iterator for ViewEach<R, F> {
    type Item = io::Result<(Record, T)>;

    fn next(&mut self) -> Option<Self::Item> {
        let ViewEach { reader, each } = self;
        if let Reader { cut, options, fast: Some(fast) } = reader {
            let shown = Retained::OnlyDiagnostics;
            let look = |text: &[u8], last| {
                fast.view(text, last, options, shown, true, |game| each(&ViewedGame::from(game)))
            };
            match cut.by_items(look) {
                Some(Ok(ItemGame { wanted: (wanted, made), byte, text })) => {
                    let record = cut.record(ItemGame { wanted, byte, text }, options.keep);
                    return Some(Ok((record, made)));
                }
                Some(Err(error)) => return Some(Err(error)),
                None => {}
            }
        }
        // A decoded game may have to be read again, but is lent only once.
        let read = reader.by_tokens()?;
        Some(read.map(|record| {
            let made = each(&ViewedGame::from(record.game()));
            (record, made)
        }))
    }
}
