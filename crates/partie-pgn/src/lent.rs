//! Games lent by the reading threads.

use std::{borrow::Cow, ops::Range};

use partie_core::{BoardId, Boards, Game, Outcome, Ply, Termination, Tree, Variant};
use partie_formats::{
    Diagnostic, Format, GameView, Loss, WriteOptions,
    view::{Event, Extras, Note, PlayedMove},
};

use crate::{
    codes,
    fast::TextGame,
    raw::{RawRecord, stated_outcome},
    view::GameSink,
};

/// A game that is lent while it is read, with its text and its place in the stream. Several threads
/// count games and lines from the start of a segment (see [`Relocate`](crate::parallel::Relocate)).
#[derive(Debug)]
pub struct LentGame<'a> {
    /// View of the game.
    pub view: ViewedGame<'a>,
    /// Bytes of the game.
    pub text: &'a [u8],
    /// Format it was read as.
    pub format: Format,
    /// Number in the stream, from 1.
    pub number: u64,
    /// Byte offset of its text in the stream, from 0.
    pub byte: u64,
    /// Line on which its text begins, from 1.
    pub line: u64,
    /// Diagnostics of the severities that are kept.
    pub diagnostics: &'a [Diagnostic],
    pub(crate) left_out: u64,
    pub(crate) decoding: Option<&'static str>,
}

impl LentGame<'_> {
    /// Copies the text, to be read later.
    #[must_use]
    pub fn to_raw(&self) -> RawRecord {
        let LentGame { text, number, byte, line, left_out, decoding, .. } = *self;
        RawRecord { number, byte, line, text: text.to_vec(), left_out, decoding }
    }

    /// Returns true if the text holds a game, as [`Record::holds_game`](partie_formats::Record::holds_game)
    /// does.
    pub(crate) fn holds_game(&self) -> bool {
        self.diagnostics.iter().all(|d| d.code.name != codes::NO_GAME.name)
    }

    /// Returns the result as the text states it; if it states two, the moves decide between them.
    #[must_use]
    pub fn outcome(&self) -> Outcome {
        let stated = stated_outcome(self.view.tag("Result"), self.text);
        stated.unwrap_or_else(|| self.view.outcome())
    }
}

/// A game that is lent by a stream: as it stands in its text where it can be read there, else in
/// memory. [`GameView`] has its methods.
#[derive(Debug)]
pub struct ViewedGame<'a>(Place<'a>);

#[derive(Debug)]
enum Place<'a> {
    Text(&'a TextGame<'a>),
    Game(&'a Game),
}

/// Calls a method of the game, of either type.
macro_rules! of_game {
    ($viewed:ident, $game:ident => $call:expr) => {
        match $viewed.0 {
            Place::Text($game) => $call,
            Place::Game($game) => $call,
        }
    };
    ($viewed:ident, each $game:ident => $call:expr) => {
        match $viewed.0 {
            Place::Text($game) => Either::Text($call),
            Place::Game($game) => Either::Game($call),
        }
    };
}

impl ViewedGame<'_> {
    /// Gives the game to a sink, which takes less time than many calls of the methods.
    pub fn give<S: GameSink>(&self, sink: &S, text: &mut Vec<u8>) -> S::Made {
        of_game!(self, game => sink.make(game, text))
    }
}

impl<'a> From<&'a TextGame<'a>> for ViewedGame<'a> {
    fn from(game: &'a TextGame<'a>) -> ViewedGame<'a> {
        ViewedGame(Place::Text(game))
    }
}

impl<'a> From<&'a Game> for ViewedGame<'a> {
    fn from(game: &'a Game) -> ViewedGame<'a> {
        ViewedGame(Place::Game(game))
    }
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
