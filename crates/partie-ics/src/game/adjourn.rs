//! Interrupting games, and ending interrupted ones that do not go on.

use partie_core::Outcome;
use partie_wire::notice::ending::Ending;

use crate::{
    change::Change,
    game::{adjourned::Adjourned, end, resume},
    ids::{AdjournedId, GameNumber},
    output::Output,
    state::State,
};

/// Returns true if a game can be adjourned: both have accounts, and it is not bughouse.
pub(crate) fn can_adjourn(state: &State, number: GameNumber) -> bool {
    state.games.get(number).is_some_and(|game| {
        game.partner.is_none() && game.players().all(|id| state.players.is_registered(id))
    })
}

/// Interrupts a game; it is kept.
pub(crate) fn adjourn(state: &mut State, number: GameNumber, ending: Ending) {
    let State { games, adjourned, .. } = state;
    let Some(game) = games.get_mut(number) else { return };
    let id = game.stored.take().map_or_else(|| adjourned.next_id(), |stored| stored.id);
    let clock = game.clock.save(state.out.now);
    let adjourned = Adjourned::of(game, id, clock, state.out.now, ending.clone());
    state.adjourned.insert(adjourned.clone());
    state.out.emit(Output::Store(Change::Adjourned(Box::new(adjourned))));
    end::end(state, number, Outcome::Unknown, ending);
}

/// An adjourned game ends without going on.
pub(crate) fn end_interrupted(
    state: &mut State,
    id: AdjournedId,
    outcome: Outcome,
    ending: Ending,
) {
    if let Some(game) = resume::reopen(state, id) {
        let number = game.number;
        state.games.insert(game);
        end::end(state, number, outcome, ending);
    }
}
