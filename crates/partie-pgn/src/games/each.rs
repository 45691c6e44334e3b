//! Lending the games of a stream to a function.

use std::{borrow::Cow, io, ops::Range};

use partie_core::{BoardId, Boards, Game, Outcome, Ply, Termination, Tree, Variant};
use partie_formats::{
    GameView, Loss, ReadOptions, Record, Retained, WriteOptions,
    view::{Event, Extras, Note, PlayedMove},
};

use super::{Found, Reader, read};
use crate::fast::TextGame;

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
                Some(Ok(Found { wanted: (wanted, made), byte, text })) => {
                    let record = cut.record(Found { wanted, byte, text }, options.keep);
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

/// A game that is lent by a stream: as it stands in its text where it can be read there, else in
/// memory. [`GameView`] has its methods.
#[derive(Debug)]
pub struct ViewedGame<'a>(Lent<'a>);

#[derive(Debug)]
enum Lent<'a> {
    Text(&'a TextGame<'a>),
    Game(&'a Game),
}

impl<'a> From<&'a TextGame<'a>> for ViewedGame<'a> {
    fn from(game: &'a TextGame<'a>) -> ViewedGame<'a> {
        ViewedGame(Lent::Text(game))
    }
}

impl<'a> From<&'a Game> for ViewedGame<'a> {
    fn from(game: &'a Game) -> ViewedGame<'a> {
        ViewedGame(Lent::Game(game))
    }
}

/// Calls a method of the game, of either type.
macro_rules! of_game {
    ($viewed:ident, $game:ident => $call:expr) => {
        match $viewed.0 {
            Lent::Text($game) => $call,
            Lent::Game($game) => $call,
        }
    };
    ($viewed:ident, each $game:ident => $call:expr) => {
        match $viewed.0 {
            Lent::Text($game) => Either::Text($call),
            Lent::Game($game) => Either::Game($call),
        }
    };
}

impl GameView for ViewedGame<'_> {
    fn tags(&self) -> impl Iterator<Item = (&str, &str)> {
        of_game!(self, each game => game.tags())
    }

    fn tag(&self, name: &str) -> Option<&str> {
        of_game!(self, game => game.tag(name))
    }

    fn variant(&self) -> Variant {
        of_game!(self, game => game.variant())
    }

    fn start(&self) -> Option<&Boards> {
        of_game!(self, game => game.start())
    }

    fn mainline(&self) -> impl Iterator<Item = PlayedMove> {
        of_game!(self, each game => GameView::mainline(game))
    }

    fn main_plies(&self) -> impl Iterator<Item = (BoardId, Ply)> {
        of_game!(self, each game => game.main_plies())
    }

    fn ply_count(&self) -> usize {
        of_game!(self, game => GameView::ply_count(game))
    }

    fn placed_events(&self) -> impl Iterator<Item = (Event<'_>, Option<Range<usize>>)> {
        of_game!(self, each game => game.placed_events())
    }

    fn notes(&self) -> impl Iterator<Item = (usize, Note<'_>)> {
        of_game!(self, each game => game.notes())
    }

    fn extras(&self) -> Extras {
        of_game!(self, game => game.extras())
    }

    fn end(&self) -> Boards {
        of_game!(self, game => game.end())
    }

    fn outcome(&self) -> Outcome {
        of_game!(self, game => game.outcome())
    }

    fn termination(&self) -> Option<Cow<'_, Termination>> {
        of_game!(self, game => game.termination())
    }

    fn unread(&self) -> Option<&str> {
        of_game!(self, game => game.unread())
    }

    fn to_tree(&self) -> Cow<'_, Tree> {
        of_game!(self, game => game.to_tree())
    }

    fn to_game(&self) -> Cow<'_, Game> {
        of_game!(self, game => game.to_game())
    }

    fn copy_pgn(&self, options: &WriteOptions, out: &mut Vec<u8>) -> Option<Vec<Loss>> {
        of_game!(self, game => game.copy_pgn(options, out))
    }
}

/// One of two iterators over the same items.
enum Either<A, B> {
    Text(A),
    Game(B),
}

impl<T, A: Iterator<Item = T>, B: Iterator<Item = T>> Iterator for Either<A, B> {
    type Item = T;

    fn next(&mut self) -> Option<T> {
        match self {
            Either::Text(items) => items.next(),
            Either::Game(items) => items.next(),
        }
    }
}
