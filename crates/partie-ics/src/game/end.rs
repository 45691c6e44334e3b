//! How games end, in FICS's words.

use partie_core::{Color, Outcome, Termination};
use partie_formats::style12::GameEnd;
use partie_wire::notice::game::GameNotice;

use super::{Finished, GameNumber};
use crate::{
    Change, Ics, Output,
    people::{PersonId, Place},
};

impl Ics {
    /// The rules of the game ended it.
    pub(crate) fn end_by_rules(
        &mut self,
        number: GameNumber,
        outcome: Outcome,
        termination: &Termination,
    ) {
        let Some(game) = self.games.get(number) else { return };
        let name = |color| game.sides.get(color).name.clone();
        let reason = match (termination, outcome) {
            (Termination::Checkmate, Outcome::Win(winner)) => {
                format!("{} checkmated", name(!winner))
            }
            (Termination::Stalemate, Outcome::Draw) => "Game drawn by stalemate".to_owned(),
            (Termination::Stalemate, Outcome::Win(winner)) => {
                format!("{} wins by stalemate", name(winner))
            }
            (Termination::InsufficientMaterial, _) => {
                "Neither player has mating material".to_owned()
            }
            (_, Outcome::Win(winner)) => format!("{} wins by losing all material", name(winner)),
            (_, _) => "Game drawn".to_owned(),
        };
        self.end(number, outcome, reason);
    }

    /// A player gave up.
    pub(crate) fn resign(&mut self, player: PersonId, number: GameNumber) {
        let Some(game) = self.games.get(number) else { return };
        let Some(color) = game.color_of(player) else { return };
        let reason = format!("{} resigns", game.sides.get(color).name);
        self.end(number, Outcome::Win(!color), reason);
    }

    /// A game is over: all who see it are told, its players are free.
    pub(crate) fn end(&mut self, number: GameNumber, outcome: Outcome, reason: String) {
        let Some(game) = self.games.remove(number) else { return };
        let ended = GameNotice::Ended {
            game: GameEnd {
                game: number.0,
                white: game.sides.get(Color::White).name.clone(),
                black: game.sides.get(Color::Black).name.clone(),
                reason: reason.clone(),
                outcome,
            },
        };
        let players: Vec<PersonId> = game.players().collect();
        for id in &players {
            self.tell(*id, ended.clone());
        }
        for id in &game.observers {
            self.tell(*id, ended.clone());
            if let Some(presence) = self.presence_mut(*id) {
                presence.observing.retain(|n| *n != number);
            }
        }
        for id in &players {
            if let Some(presence) = self.presence_mut(*id) {
                presence.place = Place::Free;
            }
            self.tell(*id, GameNotice::NoRatings);
        }
        self.put(Output::Store(Change::Finished(Box::new(Finished {
            terms: game.terms,
            sides: game.sides,
            start: game.start,
            line: game.line,
            since: game.since,
            until: self.now,
            outcome,
            reason,
        }))));
    }
}
