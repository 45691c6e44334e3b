//! Interrupted games that go on.

use partie_wire::{notice::game::GameNotice, variables::Variable};

use crate::{
    clock::Clock,
    game::{
        board,
        line::{self, Point},
        model::Game,
        observe, simul,
        stored::StoredGame,
    },
    ids::{AdjournedId, GameNumber, PlayerId},
    state::State,
};

/// An adjourned game as it stood, its clocks standing; it is kept as a running one.
pub(crate) fn reopen(state: &mut State, id: AdjournedId) -> Option<Game> {
    let State { players, games, adjourned, .. } = state;
    let game = adjourned.get(id)?;
    let ids = [&game.keys.white, &game.keys.black].map(|key| players.named(key).map(|p| p.id));
    let [Some(white), Some(black)] = ids else { return None };
    let game = adjourned.remove(id)?;
    let mut sides = game.sides;
    sides.white.player = Some(white);
    sides.black.player = Some(black);
    let history = line::history(&game.start, &game.line);
    let point = Point::after(&game.start, &game.line);
    let least = players.least_move_time([white, black]);
    let clock = Clock::restore(game.clock).with_least_move_time(least);
    Some(Game {
        at: game.line.len(),
        line: game.line,
        history,
        point,
        stored: Some(StoredGame::resumed(id, state.out.now)),
        noescape: players.want_both([white, black], Variable::Noescape),
        ..Game::new(games.free_number(), sides, game.terms, game.start, clock, game.since)
    })
}

/// Lets an adjourned game go on; both players are free and on.
pub(crate) fn resume(state: &mut State, id: AdjournedId) -> Option<GameNumber> {
    let mut game = reopen(state, id)?;
    game.clock.unpause(state.out.now);
    let number = game.number;
    let ids: Vec<PlayerId> = game.players().collect();
    state.games.insert(game);
    for id in ids {
        simul::sit_down(state, id, number);
        send_resumed_game(state, id, number);
    }
    observe::game_began(state, number);
    Some(number)
}

/// Tells a player that a game goes on: players and terms, then the board.
pub(crate) fn send_resumed_game(state: &mut State, who: PlayerId, number: GameNumber) {
    let Some(game) = state.games.get(number) else { return };
    let creating = GameNotice::Creating { players: game.as_match() };
    let created = GameNotice::Created { game: game.created(true) };
    state.out.send(who, creating);
    state.out.send(who, created);
    observe::send_game_info(state, who, number);
    board::show_board(state, number, who, true);
}
