//! Flags: whose time is over, and what that means.

use partie_core::{Color, Outcome, Termination};
use partie_wire::{
    notice::{ending::Ending, game::GameNotice},
    variables::Variable,
};

use super::{Game, GameNumber};
use crate::{Ics, Span, Tick, clock::Flag, draw_claims, players::PlayerId};

/// Time for which a fallen flag waits for `flag` when the opponent has not asked the server to
/// look (`set autoflag 0`): the players may play on that long, and no game stands forever.
const PATIENCE: Span = Span::minutes(5);

impl Game {
    /// The result of a fallen flag at a tick, and its reason.
    #[must_use]
    pub fn fallen(&self, now: Tick) -> Option<(Outcome, Ending)> {
        self.flagged(self.clock.flag(now))
    }

    /// A player's move came too late.
    pub(crate) fn loses_on_time(&self, loser: Color) -> (Outcome, Ending) {
        let both = (Outcome::Draw, Ending::BothOutOfTime);
        self.flagged(Flag::One(loser)).unwrap_or(both)
    }

    fn flagged(&self, flag: Flag) -> Option<(Outcome, Ending)> {
        let (outcome, termination) = draw_claims::on_time(self.position(), flag)?;
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
    /// `flag`: a player claims that the opponent's time is over.
    pub(crate) fn flag(&mut self, player: PlayerId, number: GameNumber) {
        let now = self.out.now;
        let Some(game) = self.games.get(number) else { return };
        let Some(color) = game.color_of(player) else { return };
        if !game.clock.is_ticking() && !game.clock.is_untimed() {
            self.out.send(player, GameNotice::NotTicking);
            return;
        }
        if game.clock.left(!color, now) > Span::ZERO || game.clock.is_untimed() {
            self.out.send(player, GameNotice::NotOutOfTime);
            return;
        }
        let on_its_way = game.clock.turn() != color
            && game.clock.next_flag().is_some_and(|falls| now < falls + self.allowance(game));
        if on_its_way {
            self.out.send(player, GameNotice::WaitForAutoflag);
            return;
        }
        if let Some((outcome, ending)) = game.fallen(now) {
            self.end(number, outcome, ending);
        }
    }

    /// Time at which the server itself checks the clock of a game.
    pub(crate) fn looks_at(&self, game: &Game) -> Option<Tick> {
        let falls = game.clock.next_flag()?;
        let falls = falls + self.allowance(game);
        Some(if self.is_watched(game) { falls } else { falls + PATIENCE })
    }

    /// Time after the fall of a flag in which a move may arrive that was made before it: the lag
    /// given back to the side to move.
    fn allowance(&self, game: &Game) -> Span {
        let mover = game.sides.get(game.clock.turn()).player;
        let session = mover.and_then(|id| self.online(id)?.session);
        let seal = session.and_then(|s| self.sessions.get(s)?.seal.as_ref());
        seal.map_or(Span::ZERO, |(_, meter)| {
            Span(self.config.lag.per_move.min(meter.remaining()) as i64)
        })
    }

    /// Returns true if the server checks the clock of the side to move, as its opponent wants.
    pub(crate) fn is_watched(&self, game: &Game) -> bool {
        let opponent = game.sides.get(!game.clock.turn()).player;
        opponent.is_some_and(|id| self.wants(id, Variable::Autoflag))
    }

    /// Ends the games whose flags have fallen.
    pub(crate) fn flags(&mut self) {
        let fallen: Vec<(GameNumber, Outcome, Ending)> = self
            .games
            .iter()
            .filter(|g| g.is_played() && self.looks_at(g).is_some_and(|t| t <= self.out.now))
            .filter_map(|g| {
                g.fallen(self.out.now).map(|(outcome, ending)| (g.number, outcome, ending))
            })
            .collect();
        for (number, outcome, ending) in fallen {
            self.end(number, outcome, ending);
        }
    }

    /// Time at which the next flag falls.
    pub(crate) fn next_flag(&self) -> Option<Tick> {
        self.games.iter().filter(|g| g.is_played()).filter_map(|g| self.looks_at(g)).min()
    }
}
