//! Questions of commands about each game, answered by the threads that read.

use std::{borrow::Cow, cell::OnceCell, sync::Arc};

use partie_core::{Game, Outcome};
use partie_db::query::{Query, Subject};
use partie_formats::{Diagnostic, GameView};
use partie_pgn::{GameSink, LentGame, Question, parallel::Relocate};

use super::lazy_game::{GameLocation, LazyGame, Origin};

/// Parts of a game that a question needs.
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

/// A question about each game.
pub(super) trait GameQuestion: Send + Sync + 'static {
    /// Answer for a game, or for some games together.
    type Answer: Relocate + Send + 'static;

    /// Returns what it looks at.
    fn needs(&self) -> Needs;

    /// Returns the tag without which it looks at the moves, though it needs only tags.
    fn tag_before_moves(&self) -> Option<&'static str> {
        None
    }

    /// Returns true if an answer may wait for those of the games after it.
    fn is_patient(&self) -> bool {
        true
    }

    /// Adds its answer for a game to those for some games before it, which may be changed.
    fn ask(&self, game: impl QueriedGame, answers: &mut Vec<Self::Answer>);

    /// Returns the number of games that an answer is about.
    fn games(_: &Self::Answer) -> u64 {
        1
    }
}

/// A game that is asked about.
pub(super) trait QueriedGame: Subject {
    /// Returns its place; the threads that read count lines from somewhere in the file.
    fn place(&self) -> GameLocation;

    /// Returns true if it can be read again where it stands.
    fn is_in_place(&self) -> bool;

    /// Returns the diagnostics.
    fn diagnostics(&self) -> &[Diagnostic];

    /// Keeps the game.
    fn into_lazy_game(self) -> LazyGame;
}

/// A question to games that are lent by those who read them.
pub(super) struct QuestionAdapter<A> {
    pub(super) ask: Arc<A>,
    pub(super) origin: Arc<Origin>,
    /// Parts of these games that it needs.
    pub(super) needs: Needs,
}

impl<A: GameQuestion> Question for QuestionAdapter<A> {
    type Answer = A::Answer;

    fn needs_moves(&self) -> bool {
        self.needs == Needs::Moves
    }

    fn is_patient(&self) -> bool {
        self.ask.is_patient()
    }

    fn ask(&self, game: &LentGame<'_, impl GameView>, answers: &mut Vec<A::Answer>) {
        let whole = OnceCell::new();
        self.ask.ask(Lent { game, origin: &self.origin, whole }, answers);
    }
}

/// A game that is lent by those who read it.
struct Lent<'a, V> {
    game: &'a LentGame<'a, V>,
    origin: &'a Arc<Origin>,
    whole: OnceCell<Cow<'a, Game>>,
}

impl<V: GameView> Subject for Lent<'_, V> {
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
        sink.make(self.game.view, &mut Vec::new())
    }
}

impl<V: GameView> QueriedGame for Lent<'_, V> {
    fn place(&self) -> GameLocation {
        let LentGame { text, number, byte, line, .. } = *self.game;
        let (input, length) = (self.origin.input as u32, text.len() as u64);
        GameLocation { input, number, line, byte, length }
    }

    fn is_in_place(&self) -> bool {
        self.origin.plain.is_some()
    }

    fn diagnostics(&self) -> &[Diagnostic] {
        self.game.diagnostics
    }

    fn into_lazy_game(self) -> LazyGame {
        LazyGame::raw(self.game.to_raw(), Some(self.game.format), self.origin.clone())
    }
}

impl QueriedGame for LazyGame {
    fn place(&self) -> GameLocation {
        LazyGame::place(self)
    }

    fn is_in_place(&self) -> bool {
        LazyGame::is_in_place(self)
    }

    fn diagnostics(&self) -> &[Diagnostic] {
        &self.record().parsed.diagnostics
    }

    fn into_lazy_game(self) -> LazyGame {
        self
    }
}
