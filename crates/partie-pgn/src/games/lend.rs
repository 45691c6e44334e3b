//! Lending the games of a stream to functions and sinks.

use std::io;

use super::{Cut, ItemGame, Reader, read};
use crate::{
    codes::EIGHT_BIT,
    fast::{Detail, TextGame},
    lent::{LentGame, ViewedGame},
    view::{GameSink, PgnSink},
};
use partie_formats::{Converted, Diagnostic, Format, ReadOptions, Record, Retained, WriteOptions};

/// Requirements for a game that is lent.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Lend {
    /// Diagnostics whose games are built whole, in their records.
    pub(crate) shown: Retained,
    /// True if the moves themselves are looked at, and not only their words.
    pub(crate) moves: bool,
    /// True if only the view is looked at, so that it may be one of a text that was decoded.
    pub(crate) only_view: bool,
}

impl<R: io::Read> Reader<R> {
    /// Lends the next game to a function. Returns its value with the game's record, which holds the
    /// game itself only if `shown` asks for it or it had to be built.
    pub(crate) fn lend<T>(
        &mut self,
        Lend { shown, moves, only_view }: Lend,
        each: impl FnOnce(&LentGame<'_>) -> T,
    ) -> Option<io::Result<(Record, T)>> {
        let Reader { cut, options, fast } = self;
        cut.begin();
        cut.count_lines(0);
        let Cut { number, byte, line, .. } = *cut;
        let decoding = cut.source.decoding();
        let mut each = Some(each);
        let mut lend = |game: &TextGame<'_>, text: &[u8], found: Vec<Diagnostic>, shown| {
            let lent = LentGame {
                view: game.into(),
                text,
                format: Format::Pgn,
                number: number + 1,
                byte,
                line,
                diagnostics: &found,
                left_out: 0,
                decoding,
            };
            let made = each.take()?(&lent);
            Some((Detail::of(game, found, shown), made))
        };
        if let Some(fast) = fast {
            let look = |text: &[u8], last| {
                fast.read_game(text, last, options, moves, |game, length, found| {
                    lend(game, &text[..length], found, shown)
                })
            };
            match cut.by_items(look) {
                Some(Ok(ItemGame { wanted, byte, text })) => {
                    let (wanted, made) = wanted?;
                    let record = cut.record(ItemGame { wanted, byte, text }, options.keep);
                    return Some(Ok((record, made)));
                }
                Some(Err(error)) => return Some(Err(error)),
                None => {}
            }
        }
        let raw = match cut.next()? {
            Ok(raw) => raw,
            Err(error) => return Some(Err(error)),
        };
        let left_out = raw.left_out;
        let mut made = None;
        let record = raw.read_plain(options, |text| {
            let fast = fast.as_mut()?;
            if !only_view {
                let game = fast.game(text, true, options).whole(text.len())?;
                return Some(Detail::Game(Box::new(game)));
            }
            // That the text was decoded is a diagnostic, too.
            let shown = if shown.shows(EIGHT_BIT.severity) { Retained::Everything } else { shown };
            let look = fast.read_game(text, true, options, moves, |game, length, found| {
                // More text may stand after the game.
                if length < text.len() { None } else { lend(game, text, found, shown) }
            });
            let (wanted, value) = look.whole(text.len())??;
            made = Some(value);
            Some(wanted)
        });
        let made = match made {
            Some(made) => made,
            None => each.take()?(&LentGame {
                view: record.game().into(),
                text: &record.text,
                format: record.format,
                number: record.number,
                byte: record.byte,
                line: record.line,
                diagnostics: &record.parsed.diagnostics,
                left_out,
                decoding,
            }),
        };
        Some(Ok((record, made)))
    }
}

/// Reads games from a stream and writes each as PGN. What is written is what
/// [`pgn::write()`](crate::write()) writes of the games that [`read`] gives; but where
/// it can be written straight from its text, which takes less time, it is.
///
/// ```
/// use partie_formats::{ReadOptions, WriteOptions};
/// use partie_pgn as pgn;
/// let text = "[White \"A\"]\n\n1. e4 e5 *\n";
/// let mut games = pgn::convert(text.as_bytes(), &ReadOptions::default(), &WriteOptions::default());
/// let game = games.next().unwrap().expect("memory does not fail");
/// assert!(game.text.ends_with(b"[Result \"*\"]\n\n1. e4 e5 *\n\n"));
/// ```
pub fn convert<R: io::Read>(
    source: R,
    options: &ReadOptions,
    writing: &WriteOptions,
) -> Converter<R> {
    let sink = PgnSink { options: writing.clone() };
    Converter { reader: read(source, options), sink, length: 0 }
}

/// An iterator that writes the games of a stream; made by [`convert`].
#[derive(Debug)]
pub struct Converter<R> {
    reader: Reader<R>,
    sink: PgnSink,
    /// Length of the last game in bytes, as an estimate for the next one.
    length: usize,
}

impl<R: io::Read> Iterator for Converter<R> {
    type Item = io::Result<Converted>;

    fn next(&mut self) -> Option<io::Result<Converted>> {
        let Converter { reader, sink, length } = self;
        let mut text = Vec::with_capacity((*length + *length / 4).max(1000));
        let lend = Lend { shown: reader.options.keep, moves: sink.needs_moves(), only_view: true };
        let written = reader.lend(lend, |game| game.view.give(sink, &mut text))?;
        *length = text.len();
        Some(written.map(|(record, lost)| Converted { record, text, lost }))
    }
}

/// Reads games and passes each to a sink, which sees validated moves, tags and comments without a
/// tree. Each item has the sink's value and the game's record with its place and diagnostics; the
/// record's game is empty unless one had to be built.
///
/// ```
/// use partie_formats::{GameView, ReadOptions};
/// use partie_pgn as pgn;
/// use partie_pgn::view::{GameSink, PgnSink};
///
/// /// Counts captures.
/// struct Captures;
///
/// impl GameSink for Captures {
///     type Made = usize;
///
///     fn make(&self, game: &impl GameView, _: &mut Vec<u8>) -> usize {
///         let captures = |played| matches!(played, partie_core::Ply::Move(m) if m.is_capture());
///         game.mainline().filter(|played| captures(played.ply)).count()
///     }
/// }
///
/// let text = "[White \"A\"]\n\n1. e4 d5 2. exd5 Qxd5 *\n";
/// let mut games = pgn::view(text.as_bytes(), &ReadOptions::default(), Captures);
/// let (record, captures) = games.next().unwrap().expect("memory does not fail");
/// assert_eq!((record.line, captures), (1, 2));
/// ```
///
/// [`GameView::positions`](partie_formats::GameView::positions) plays the moves, and
/// [`GameView::placed_events`](partie_formats::GameView::placed_events) also yields variations and
/// comments, each with its place.
pub fn view<R: io::Read, S: GameSink>(source: R, options: &ReadOptions, sink: S) -> Views<R, S> {
    Views { reader: read(source, options), sink }
}

/// An iterator over a sink's results for the games of a stream; made by [`view`].
#[derive(Debug)]
pub struct Views<R, S> {
    reader: Reader<R>,
    sink: S,
}

impl<R: io::Read, S: GameSink> Iterator for Views<R, S> {
    type Item = io::Result<(Record, S::Made)>;

    fn next(&mut self) -> Option<Self::Item> {
        let Views { reader, sink } = self;
        let shown = Retained::OnlyDiagnostics;
        let lend = Lend { shown, moves: sink.needs_moves(), only_view: true };
        reader.lend(lend, |game| game.view.give(sink, &mut Vec::new()))
    }
}

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
        let lend = Lend { shown: Retained::OnlyDiagnostics, moves: true, only_view: false };
        reader.lend(lend, |game| each(&game.view))
    }
}
