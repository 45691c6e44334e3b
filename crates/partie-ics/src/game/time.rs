//! Flags: whose time is over, and what that means.

use partie_core::{Outcome, Termination};
use partie_wire::{
    notice::{ending::Ending, game::GameNotice},
    variables::Variable,
};

use super::{Game, GameNumber};
use crate::{Ics, Span, Tick, claims, clock::Flag, people::PersonId};

/// How long an opponent's fallen flag waits for `flag` when nobody has asked the server
/// to look (`set autoflag 0` on both sides).
const PATIENCE: Span = Span::seconds(30);

impl Game {
    /// What a fallen flag means at a tick: the result, and why.
    #[must_use]
    pub fn fallen(&self, now: Tick) -> Option<(Outcome, Ending)> {
        let flag = self.clock.flag(now);
        let (outcome, termination) = claims::on_time(self.position(), flag)?;
        let Flag::One(loser) = flag else { return Some((outcome, Ending::BothOutOfTime)) };
        let (loser, other) = (self.name(loser), self.name(!loser));
        Some((
            outcome,
            match termination {
                Termination::TimeForfeitWithoutMaterial => {
                    Ending::OutOfTimeNoMaterial { loser, other }
                }
                _ => Ending::OnTime { loser },
            },
        ))
    }
}

impl Ics {
    /// A player says that his opponent's time is over.
    pub(crate) fn flag(&mut self, player: PersonId, number: GameNumber) {
        let now = self.now;
        let Some(game) = self.games.get(number) else { return };
        let Some(color) = game.color_of(player) else { return };
        if game.clock.left(!color, now) > Span::ZERO || game.clock.is_untimed() {
            self.tell(player, GameNotice::NotOutOfTime);
            return;
        }
        if let Some((outcome, ending)) = game.fallen(now) {
            self.end(number, outcome, ending);
        }
    }

    /// When the server itself looks at the clock of a game.
    pub(crate) fn looks_at(&self, game: &Game) -> Option<Tick> {
        let falls = game.clock.next_flag()?;
        let watched = game.players().any(|id| self.autoflag(id));
        Some(if watched { falls } else { falls + PATIENCE })
    }

    /// Whether a player lets the server look at the clocks.
    fn autoflag(&self, player: PersonId) -> bool {
        self.wants(player, Variable::Autoflag)
    }

    /// Ends the games whose flags have fallen.
    pub(crate) fn flags(&mut self) {
        let fallen: Vec<(GameNumber, Outcome, Ending)> = self
            .games
            .iter()
            .filter(|g| g.is_played() && self.looks_at(g).is_some_and(|t| t <= self.now))
            .filter_map(|g| g.fallen(self.now).map(|(outcome, ending)| (g.number, outcome, ending)))
            .collect();
        for (number, outcome, ending) in fallen {
            self.end(number, outcome, ending);
        }
    }

    /// When the next flag falls.
    pub(crate) fn next_flag(&self) -> Option<Tick> {
        self.games.iter().filter(|g| g.is_played()).filter_map(|g| self.looks_at(g)).min()
    }
}
