//! Running games as they are stored: a server that was killed finds them adjourned when it starts
//! again.

use partie_core::moves::uci;
use partie_wire::notice::ending::Ending;

use crate::{
    change::{Change, Moved},
    game::{
        adjourn,
        adjourned::Adjourned,
        model::{Game, Games},
        stored::StoredGame,
    },
    ids::{AdjournedId, GameNumber},
    output::Output,
    state::State,
    time::Tick,
};

impl Game {
    /// The game as the next server would find it; none if it would not.
    pub(crate) fn as_stored(&self) -> Option<Adjourned> {
        let StoredGame { id, at, .. } = self.stored.as_ref()?;
        Some(Adjourned::of(self, *id, self.clock.save_turn(), *at, Ending::ShutdownAdjourned))
    }
}

/// Stores the changes of one input on the boards: a move alone, any other change with the whole
/// game.
pub(crate) fn store_changes(state: &mut State) {
    while let Some(number) = state.games.next_changed() {
        store_change(state, number);
    }
}

fn store_change(state: &mut State, number: GameNumber) {
    let lasts = adjourn::can_adjourn(state, number);
    let State { games, adjourned, .. } = state;
    let Some(game) = games.unchanged_mut(number) else { return };
    if !lasts || !game.is_played() {
        if let Some(stored) = game.stored.take() {
            state.out.emit(Output::Store(Change::Dropped { id: stored.id }));
        }
        return;
    }
    let id = game.stored.as_ref().map_or_else(|| adjourned.next_id(), |stored| stored.id);
    let now = StoredGame {
        id,
        plies: Some(game.line.len()),
        white: game.sides.white.player,
        left: game.clock.left_at_turn(),
        at: state.out.now,
    };
    let before = game.stored.as_ref().and_then(|s| Some((s.plies?, s.white, s.left)));
    let moved = match before {
        Some(before) if before == (game.line.len(), now.white, now.left) => return,
        Some((plies, white, _)) if plies + 1 == game.line.len() && white == now.white => {
            last_move(game, id, state.out.now)
        }
        _ => None,
    };
    game.stored = Some(now);
    let change = match moved {
        Some(moved) => Change::Moved(moved),
        None => match game.as_stored() {
            Some(game) => Change::Running(Box::new(game)),
            None => return,
        },
    };
    state.out.emit(Output::Store(change));
}

fn last_move(game: &Game, id: AdjournedId, now: Tick) -> Option<Moved> {
    let (before, played) = game.last()?;
    let uci = uci::write(before, played.ply);
    Some(Moved { id, uci, left: played.left, time: game.clock.last_move()?, at: now })
}

impl Games {
    /// The running games that are stored.
    pub(crate) fn stored(&self) -> impl Iterator<Item = Adjourned> {
        self.iter().filter_map(Game::as_stored)
    }
}
