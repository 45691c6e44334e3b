//! Games that are over, as their players keep them: plain data, so that an account can be
//! stored and a game looked at again.

use std::sync::Arc;

use partie_core::{ByColor, Color, Outcome, Position, moves::san};
use partie_formats::{WriteOptions, fen};
use partie_wire::{
    notice::ending::Ending,
    style12::{ListedMove, MoveList, Rating, Style12, Taken},
};
use serde::{Deserialize, Serialize};

use crate::{
    game::{
        line::Played,
        model::{Game, Side, Terms},
    },
    openings,
    time::{Span, Tick, Zone},
};

/// Number of games in the history.
pub(crate) const HISTORY: usize = 10;

/// A game as its players keep it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RecordedGame {
    /// Terms of the game.
    pub terms: Terms,
    /// The names, as they were on the board.
    #[serde(with = "partie_core::serialize::sides")]
    pub names: ByColor<String>,
    /// The ratings at the start.
    #[serde(with = "partie_core::serialize::sides")]
    pub ratings: ByColor<Rating>,
    /// The start position as FEN; none where it is the usual one of the variant.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub start: Option<String>,
    /// The moves.
    pub moves: Vec<RecordedMove>,
    /// The code of the opening, as lists show it; [`NO_ECO`] if there is none.
    #[serde(default = "no_eco")]
    pub eco: String,
    /// Start time.
    pub since: Tick,
    /// End time.
    pub until: Tick,
    /// The result.
    pub outcome: Outcome,
    /// Reason for its end.
    #[serde(with = "partie_core::serialize::text")]
    pub ending: Ending,
}

fn no_eco() -> String {
    NO_ECO.to_owned()
}

/// A half-move of a kept game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "(String, Span)", into = "(String, Span)")]
pub struct RecordedMove {
    /// The half-move in SAN.
    pub san: String,
    /// The time it took.
    pub took: Span,
}

/// A game in a player's history.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct HistoryGame {
    /// Its number, 0 to 99; then 0 again.
    pub number: u32,
    /// The player's side.
    #[serde(rename = "white", with = "partie_core::serialize::is_white")]
    pub color: Color,
    /// The game. Both players have the same one.
    pub game: Arc<RecordedGame>,
}

/// Adds a game to a history; the oldest goes where there are [`HISTORY`].
pub(crate) fn add(history: &mut Vec<HistoryGame>, color: Color, game: Arc<RecordedGame>) {
    let number = history.last().map_or(0, |last| (last.number + 1) % 100);
    history.push(HistoryGame { number, color, game });
    if history.len() > HISTORY {
        history.remove(0);
    }
}

/// Placeholder for a missing opening code.
pub const NO_ECO: &str = "---";

/// The code of a game's opening, as lists show it; [`NO_ECO`] if there is none.
pub(crate) fn eco(start: &Position, line: &[Played]) -> &'static str {
    openings::of_line(start, line).map_or(NO_ECO, |(opening, _)| opening.code)
}

impl RecordedGame {
    /// A game that has just ended.
    pub(crate) fn new(game: &Game, until: Tick, outcome: Outcome, ending: Ending) -> RecordedGame {
        let Game { terms, sides, start, line, since, .. } = game;
        RecordedGame::of((terms, sides), (start, line), (*since, until), outcome, ending)
    }

    /// Collects the record of a game.
    pub(crate) fn of(
        (terms, sides): (&Terms, &ByColor<Side>),
        (start, line): (&Position, &[Played]),
        (since, until): (Tick, Tick),
        outcome: Outcome,
        ending: Ending,
    ) -> RecordedGame {
        let array = Position::start(terms.variant());
        let text = |position: &Position| fen::position(position, &WriteOptions::default());
        let eco = eco(start, line).to_owned();
        let start = text(start);
        RecordedGame {
            terms: terms.clone(),
            names: sides.as_ref().map(|side| side.name.clone()),
            ratings: sides.as_ref().map(|side| side.rating),
            start: (start != text(&array)).then_some(start),
            moves: line.iter().map(|p| RecordedMove { san: p.san.clone(), took: p.took }).collect(),
            eco,
            since,
            until,
            outcome,
            ending,
        }
    }

    /// The position from which it began.
    pub(crate) fn start(&self) -> Position {
        match &self.start {
            Some(text) => fen::parse_position(text, Some(self.terms.variant())).value,
            None => Position::start(self.terms.variant()),
        }
    }

    /// The moves played again, as far as they can be: in bughouse a piece may have come
    /// from the other board.
    pub(crate) fn replay(&self) -> (Position, Vec<Played>) {
        let start = self.start();
        let mut position = start.clone();
        let mut left = self.terms.controls.map(|control| control.initial);
        let mut line = Vec::with_capacity(self.moves.len());
        for (index, kept) in self.moves.iter().enumerate() {
            let Ok(reading) = san::read(&position, &kept.san) else { break };
            if index >= 2 {
                let side = left.get_mut(position.turn());
                *side = *side - kept.took + self.terms.controls.get(position.turn()).increment;
            }
            let Some(played) = Played::on(&mut position, reading.ply, kept.took, Span::ZERO, left)
            else {
                break;
            };
            line.push(played);
        }
        (start, line)
    }

    /// The list of moves.
    pub(crate) fn list(&self) -> MoveList {
        let reason = self.ending.of_sides(&self.names.white).to_string();
        let moves = self.moves.iter().map(|m| (m.san.as_str(), m.took));
        let list = list(&self.terms, &self.names, self.ratings, self.since, &self.start(), moves);
        MoveList { reason, outcome: self.outcome, ..list }
    }
}

/// The list of moves of any game, still in progress.
fn list<'m>(
    terms: &Terms,
    names: &ByColor<String>,
    ratings: ByColor<Rating>,
    since: Tick,
    start: &Position,
    moves: impl Iterator<Item = (&'m str, Span)>,
) -> MoveList {
    let usual = start.board() == Position::start(terms.variant()).board()
        && start.turn().is_white()
        && start.fullmoves() == 1;
    let board = (!usual).then(|| {
        let mut line = Style12::from_position(start);
        line.white = names.white.clone().into();
        line.black = names.black.clone().into();
        line.initial = terms.minutes();
        line.increment = terms.increment();
        line.clock = terms.controls.map(|control| control.initial.0);
        line.extra = "0 0".into();
        line
    });
    MoveList {
        game: None,
        white: names.white.clone(),
        black: names.black.clone(),
        ratings: ratings.map(listed),
        date: since.ics(Zone::SERVER),
        rated: terms.rated,
        kind: terms.name().to_owned(),
        minutes: terms.minutes(),
        increment: terms.increment(),
        start: board,
        moves: moves
            .map(|(san, took)| ListedMove {
                san: san.to_owned(),
                taken: Some(Taken { milliseconds: took.0, precise: true }),
            })
            .collect(),
        first_number: start.fullmoves(),
        black_first: start.turn() == Color::Black,
        reason: "Still in progress".to_owned(),
        outcome: Outcome::Unknown,
    }
}

/// Formats a rating for the head of a list: a bare number, or `UNR` for none, since programs read
/// nothing else there.
fn listed(rating: Rating) -> Rating {
    match rating {
        Rating::None | Rating::Unrated | Rating::Guest | Rating::Unregistered => {
            Rating::Unregistered
        }
        Rating::Settled(n) | Rating::Estimated(n) | Rating::Provisional(n) => Rating::Settled(n),
    }
}

impl Game {
    /// Returns the list of moves up to the position on the board. A game on a board counts as in
    /// progress, even at the end of an examined game, because programs read up to these words.
    pub(crate) fn list(&self) -> MoveList {
        let names = self.sides.as_ref().map(|side| side.name.clone());
        let ratings = self.sides.as_ref().map(|side| side.rating);
        let moves = self.line[..self.at].iter().map(|p| (p.san.as_str(), p.took));
        let mut list = list(&self.terms, &names, ratings, self.since, &self.start, moves);
        list.game = Some(self.number.0.into());
        if let Some(line) = &mut list.start {
            line.game = self.number.0.into();
        }
        list
    }
}
