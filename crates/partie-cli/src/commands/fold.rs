//! Work on all games of a source, done by the threads that read.

use std::{borrow::Cow, cell::OnceCell, sync::Arc};

use partie_core::{Game, Outcome};
use partie_db::{
    library::StoredView,
    query::{Clocks, Query, Subject, Text},
};
use partie_formats::{Diagnostic, GameView as _, Record};
use partie_pgn::{GameSink, LentGame};

use super::lazy_game::{GameLocation, LazyGame, Origin};

/// Parts of a game that a fold needs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Needs {
    /// Tags, and seldom more.
    Tags,
    /// The game, but not its moves one by one.
    Game,
    /// The moves.
    Moves,
}

impl Needs {
    /// Returns what conditions look at.
    pub(super) fn of(query: &Query) -> Needs {
        match query.is_about_games() {
            false => Needs::Tags,
            true if query.is_about_extents() => Needs::Game,
            true => Needs::Moves,
        }
    }
}

/// Work on games one after the other. Each thread that reads has a state of its own, and merges come in
/// the order of the games.
pub(super) struct Fold<F> {
    /// Parts of games that it looks at.
    pub(super) needs: Needs,
    /// The tag without which it looks at the moves, though it needs only tags.
    pub(super) tag_before_moves: Option<&'static str>,
    /// True if a game may wait for later ones.
    pub(super) patient: bool,
    /// Adds a game to a state.
    pub(super) add: F,
}

impl<F> Fold<F> {
    /// Adds games, of which it looks at some parts, to a state.
    pub(super) fn new<S>(needs: Needs, add: F) -> Fold<F>
    where
        F: Fn(AskedGame<'_>, &mut S) + Send + Sync + 'static,
    {
        Fold { needs, tag_before_moves: None, patient: true, add }
    }
}

/// A game that is asked about.
#[expect(clippy::large_enum_variant, reason = "games are asked one at a time, on the stack")]
pub(super) enum AskedGame<'a> {
    /// A game lent by the reading threads.
    Lent(Lent<'a>),
    /// A game that was cut out of its file or read, and can be kept.
    Own(LazyGame),
    /// A game of a library.
    Stored(&'a StoredView<'a>),
}

/// A game lent by the reading threads.
pub(super) struct Lent<'a> {
    pub(super) game: &'a LentGame<'a>,
    pub(super) origin: &'a Arc<Origin>,
    whole: OnceCell<Cow<'a, Game>>,
}

impl<'a> Lent<'a> {
    pub(super) fn new(game: &'a LentGame<'a>, origin: &'a Arc<Origin>) -> Lent<'a> {
        Lent { game, origin, whole: OnceCell::new() }
    }
}

impl Subject for Lent<'_> {
    fn file(&self) -> &str {
        &self.origin.file
    }

    fn tags(&self) -> impl Iterator<Item = (&str, &str)> {
        self.game.view.tags()
    }

    fn tag(&self, name: &str) -> Option<&str> {
        self.game.view.tag(name)
    }

    fn outcome(&self) -> Outcome {
        self.game.outcome()
    }

    fn text(&self) -> &[u8] {
        self.game.text
    }

    fn game(&self) -> &Game {
        self.whole.get_or_init(|| self.game.view.to_game())
    }

    fn view<S: GameSink>(&self, sink: &S) -> S::Made {
        self.game.view.give(sink, &mut Vec::new())
    }
}

impl AskedGame<'_> {
    /// Returns its place, in which lines are counted from somewhere in the file. The place of a
    /// library's game is its number.
    pub(super) fn place(&self) -> GameLocation {
        match self {
            AskedGame::Lent(Lent { game, origin, .. }) => {
                let LentGame { text, number, byte, line, .. } = **game;
                let (input, length) = (origin.input as u32, text.len() as u64);
                GameLocation { input, number, line, byte, length }
            }
            AskedGame::Own(game) => game.place(),
            AskedGame::Stored(game) => {
                let number = game.id().unwrap_or(0);
                GameLocation { input: 0, number, line: number, byte: 0, length: 0 }
            }
        }
    }

    /// Returns true if it can be read again where it stands.
    pub(super) fn is_in_place(&self) -> bool {
        match self {
            AskedGame::Lent(lent) => lent.origin.plain.is_some(),
            AskedGame::Own(game) => game.is_in_place(),
            AskedGame::Stored(_) => false,
        }
    }

    /// Returns the diagnostics; a library keeps none.
    pub(super) fn diagnostics(&self) -> &[Diagnostic] {
        match self {
            AskedGame::Lent(lent) => lent.game.diagnostics,
            AskedGame::Own(game) => &game.record().parsed.diagnostics,
            AskedGame::Stored(_) => &[],
        }
    }

    /// Keeps the game.
    pub(super) fn keep(self) -> LazyGame {
        match self {
            AskedGame::Lent(Lent { game, origin, .. }) => {
                LazyGame::raw(game.to_raw(), Some(game.format), origin.clone())
            }
            AskedGame::Own(game) => game,
            AskedGame::Stored(game) => {
                let record = Record::of_game(game.game().clone(), game.id().unwrap_or(0));
                LazyGame::read(record, Arc::default())
            }
        }
    }
}

/// Calls a method of a game, of either type.
macro_rules! of_game {
    ($asked:ident, $game:ident => $call:expr) => {
        match $asked {
            AskedGame::Lent($game) => $call,
            AskedGame::Own($game) => $call,
            AskedGame::Stored($game) => $call,
        }
    };
}

impl Subject for AskedGame<'_> {
    fn file(&self) -> &str {
        of_game!(self, game => game.file())
    }

    fn id(&self) -> Option<u64> {
        of_game!(self, game => game.id())
    }

    fn tags(&self) -> impl Iterator<Item = (&str, &str)> {
        let tags: Box<dyn Iterator<Item = _>> = of_game!(self, game => Box::new(game.tags()));
        tags
    }

    fn tag(&self, name: &str) -> Option<&str> {
        of_game!(self, game => game.tag(name))
    }

    fn outcome(&self) -> Outcome {
        of_game!(self, game => game.outcome())
    }

    fn text(&self) -> &[u8] {
        of_game!(self, game => game.text())
    }

    fn game(&self) -> &Game {
        of_game!(self, game => game.game())
    }

    fn view<S: GameSink>(&self, sink: &S) -> S::Made {
        of_game!(self, game => game.view(sink))
    }

    fn number(&self, tag: &str) -> Option<i64> {
        of_game!(self, game => game.number(tag))
    }

    fn clocks(&self) -> Clocks {
        of_game!(self, game => game.clocks())
    }

    fn has_comment(&self, text: &Text) -> bool {
        of_game!(self, game => game.has_comment(text))
    }
}
