//! News of games for those who asked for it with `set gin 1`.

use partie_wire::{notice::game::GameNotice, variables::Variable};

use super::GameNumber;
use crate::{Ics, people::PersonId};

impl Ics {
    /// A game has begun or goes on: all who want to know are told. Its players know.
    pub(crate) fn tell_begun(&mut self, number: GameNumber, continuing: bool) {
        let Some(game) = self.games.get(number) else { return };
        let players: Vec<PersonId> = game.players().collect();
        let notice = GameNotice::Created { game: game.created(continuing) };
        self.tell_news(&notice, &players);
    }

    /// Tells news of a game to all who want it, but not to those who see the game anyway.
    pub(crate) fn tell_news(&mut self, notice: &GameNotice, but: &[PersonId]) {
        let all: Vec<PersonId> = self
            .people
            .online()
            .filter(|p| p.variables().on(Variable::Gin) && !but.contains(&p.id))
            .map(|p| p.id)
            .collect();
        for id in all {
            self.tell(id, notice.clone());
        }
    }
}
