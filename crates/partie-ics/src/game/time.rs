//! Flags: whose time is over, and what that means.

use partie_core::{Color, Outcome};
use partie_wire::notice::{ending::Ending, game::GameNotice};

use super::{Game, GameNumber};
use crate::{Ics, Span, Tick, people::PersonId};

/// How long an opponent's fallen flag waits for `flag` when nobody has asked the server
/// to look (`set autoflag 0` on both sides).
const PATIENCE: Span = Span::seconds(30);

impl Game {
    /// What a fallen flag means at a tick: the side that ran out, and the end.
    #[must_use]
    pub fn fallen(&self, now: Tick) -> Option<(Outcome, Ending)> {
        let out = |color| self.clock.is_out(color, now);
        match (out(Color::White), out(Color::Black)) {
            (false, false) => None,
            (true, true) => Some((Outcome::Draw, Ending::BothOutOfTime)),
            (white, _) => {
                let loser = if white { Color::White } else { Color::Black };
                let other = !loser;
                // In bughouse pieces may always come.
                if self.partner.is_none() && self.position().has_insufficient_material(other) {
                    let ending = Ending::OutOfTimeNoMaterial {
                        loser: self.name(loser),
                        other: self.name(other),
                    };
                    return Some((Outcome::Draw, ending));
                }
                Some((Outcome::Win(other), Ending::OnTime { loser: self.name(loser) }))
            }
        }
    }
}

impl Ics {
    /// A player says that his opponent's time is over.
    pub(crate) fn flag(&mut self, player: PersonId, number: GameNumber) {
        let now = self.now;
        let Some(game) = self.games.get(number) else { return };
        let Some(color) = game.color_of(player) else { return };
        if !game.clock.is_out(!color, now) {
            self.tell(player, GameNotice::NotOutOfTime);
            return;
        }
        if let Some((outcome, ending)) = game.fallen(now) {
            self.end(number, outcome, ending);
        }
    }

    /// When the server itself looks at the clock of a game.
    fn looks_at(&self, game: &Game) -> Option<Tick> {
        let falls = game.clock.falls()?;
        let watched = game.players().any(|id| self.autoflag(id));
        Some(if watched { falls } else { falls + PATIENCE })
    }

    /// Whether a player lets the server look at the clocks.
    fn autoflag(&self, _player: PersonId) -> bool {
        true
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
