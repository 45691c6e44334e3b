//! Games as questions see them.

use std::borrow::Cow;

use partie_core::{Boards, Color, Date, Game, Outcome, Variant, openings::Opening};
use partie_formats::{
    GameView, Record,
    view::{Event, Note},
};
use partie_pgn::view::GameSink;

use super::text::Text;
use crate::{
    columns,
    identity::{date_by, said},
};

/// A game that can be queried.
pub trait Subject {
    /// Returns the name of the file it stands in; empty if it is of no file.
    fn file(&self) -> &str;

    /// Returns its number in a library; `None` if it is of no library.
    fn id(&self) -> Option<u64> {
        None
    }

    /// Returns its tags, in the order of the record.
    fn tags(&self) -> impl Iterator<Item = (&str, &str)>;

    /// Returns the value of a tag.
    fn tag(&self, name: &str) -> Option<&str>;

    /// Returns its result, as recorded.
    fn outcome(&self) -> Outcome;

    /// Returns its text.
    fn text(&self) -> &[u8];

    /// Returns the game with its moves, which takes the longest.
    fn game(&self) -> &Game;

    /// Passes the game to a sink. This is faster than building the game, of which nothing is kept.
    fn view<S: GameSink>(&self, sink: &S) -> S::Made {
        sink.make(self.game(), &mut Vec::new())
    }

    /// Returns the trimmed value of a tag, unless it is an unknown value.
    fn known(&self, name: &str) -> Option<&str> {
        self.tag(name).and_then(said)
    }

    /// Returns the date of the game, or else of the event.
    fn date(&self) -> Option<Date> {
        date_by(|name| self.tag(name))
    }

    /// Returns the opening of the moves.
    fn opening_of_moves(&self) -> Option<Opening> {
        self.view(&OpeningSink)
    }

    /// Returns the clocks of the main line.
    fn clocks(&self) -> Clocks {
        self.view(&ClockSink)
    }

    /// Returns true if a text is anywhere in its text.
    fn has_text(&self, text: &Text) -> bool {
        text.is_in(&String::from_utf8_lossy(self.text()))
    }

    /// Returns true if a text is in a comment, of the main line or of a variation.
    fn has_comment(&self, text: &Text) -> bool {
        self.view(&CommentSink(text.clone()))
    }

    /// Returns the opening code: the tag's, or else the one of the moves.
    fn eco(&self) -> Option<&str> {
        self.known("ECO").or_else(|| Some(self.opening_of_moves()?.code))
    }

    /// Returns the opening name with its variation: the tags', or else the one of the moves.
    fn opening(&self) -> Option<Cow<'_, str>> {
        match (self.known("Opening"), self.known("Variation")) {
            (Some(family), Some(variation)) => Some(format!("{family}: {variation}").into()),
            (Some(name), None) => Some(name.into()),
            (None, _) => Some(self.opening_of_moves()?.name.into()),
        }
    }

    /// Returns the value of a tag if it is a whole number.
    fn number(&self, tag: &str) -> Option<i64> {
        self.known(tag)?.parse().ok()
    }

    /// Returns the rating of a player, of a tag such as `WhiteElo`.
    fn elo(&self, tag: &str) -> Option<u32> {
        self.number(tag).and_then(|elo| elo.try_into().ok()).filter(|elo| *elo > 0)
    }
}

/// A record that was read. It knows no file.
impl Subject for Record {
    fn file(&self) -> &'static str {
        ""
    }

    fn tags(&self) -> impl Iterator<Item = (&str, &str)> {
        self.game().tags.iter()
    }

    fn tag(&self, name: &str) -> Option<&str> {
        self.game().tags.get(name)
    }

    fn outcome(&self) -> Outcome {
        self.game().outcome
    }

    fn text(&self) -> &[u8] {
        &self.text
    }

    fn game(&self) -> &Game {
        Record::game(self)
    }
}

/// Times of a move in milliseconds, as comments have them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct MoveTime {
    /// Time left after the move.
    pub left: Option<i32>,
    /// Time taken for it.
    pub taken: Option<i32>,
}

/// Clocks of a game.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Clocks {
    /// Player of the first move; `None` if the game has two boards, each with its own clocks.
    first: Option<Color>,
    /// Times of the moves of the main line; there are none if comments have none.
    times: Vec<MoveTime>,
}

impl Clocks {
    /// Makes clocks of the lists of times left and times taken.
    pub(crate) fn new(start: Option<&Boards>, lists: [&[Option<i32>]; 2]) -> Clocks {
        let first = match start {
            None => Some(Color::White),
            Some(Boards::One(position)) => Some(position.turn()),
            Some(Boards::Two(_)) => None,
        };
        let plies = lists[0].len().max(lists[1].len());
        if plies == 0 {
            return Clocks::default();
        }
        let times = (0..plies).map(|ply| {
            let [left, taken] = lists.map(|list| list.get(ply).copied().flatten());
            MoveTime { left, taken }
        });
        Clocks { first, times: times.collect() }
    }

    /// Returns the times of the moves of a player, or of both. With two boards, times of one player
    /// are unknown.
    pub fn of(&self, color: Option<Color>) -> impl Iterator<Item = MoveTime> {
        let (skip, step) = match color {
            None => (0, 1),
            Some(_) if self.first.is_none() => (self.times.len(), 1),
            Some(_) => (usize::from(color != self.first), 2),
        };
        self.times.iter().skip(skip).step_by(step).copied()
    }
}

/// Finds the clocks of games.
struct ClockSink;

impl GameSink for ClockSink {
    type Made = Clocks;

    fn make(&self, game: &impl GameView, _: &mut Vec<u8>) -> Clocks {
        if !game.extras().comments {
            return Clocks::default();
        }
        let [left, taken] = columns::times(game);
        Clocks::new(game.start(), [&left, &taken])
    }
}

/// Finds a text in comments.
struct CommentSink(Text);

impl GameSink for CommentSink {
    type Made = bool;

    fn make(&self, game: &impl GameView, _: &mut Vec<u8>) -> bool {
        game.extras().comments
            && game.events().any(|event| match event {
                Event::Note(Note::Comment(comment, _)) => self.0.is_in(&comment),
                _ => false,
            })
    }
}

/// Length and variant of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Extent {
    /// Length of the main line in plies.
    pub plies: u32,
    /// The rules by which it was read.
    pub variant: Variant,
}

impl Extent {
    /// Returns the extent of a game.
    pub(crate) fn of(game: &impl Subject) -> Extent {
        game.view(&ExtentSink)
    }
}

/// Finds the extents of games.
struct ExtentSink;

impl GameSink for ExtentSink {
    type Made = Extent;

    fn needs_moves(&self) -> bool {
        false
    }

    fn make(&self, game: &impl GameView, _: &mut Vec<u8>) -> Extent {
        Extent { plies: game.ply_count() as u32, variant: game.variant() }
    }
}

/// Finds a part of games, as columns have it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Detail {
    /// The start position, unless it is the variant's.
    Start,
    /// The reason for the end.
    Reason,
    /// Text from which no move could be read.
    Unread,
}

impl GameSink for Detail {
    type Made = Option<String>;

    fn make(&self, game: &impl GameView, _: &mut Vec<u8>) -> Option<String> {
        match self {
            Detail::Start => columns::start(game),
            Detail::Reason => columns::reason(game),
            Detail::Unread => game.unread().map(str::to_owned),
        }
    }
}

/// Finds the openings of games by their moves.
pub(crate) struct OpeningSink;

impl GameSink for OpeningSink {
    type Made = Option<Opening>;

    fn make(&self, game: &impl GameView, _: &mut Vec<u8>) -> Option<Opening> {
        game.opening().map(|(opening, _)| opening)
    }
}
