//! Flags: players out of time, and the consequences.

use partie_core::{Color, Outcome, Termination};
use partie_wire::{
    notice::{ending::Ending, game::GameNotice},
    variables::Variable,
};

use crate::{
    clock::Flag,
    draw_claims,
    game::{end, model::Game},
    ids::{GameNumber, PlayerId, SessionId},
    players::{Players, player::Activity},
    session::Stage,
    state::State,
    time::{Span, Tick},
};

/// Time for which a fallen flag waits for `flag` when the opponent has not asked the server to
/// look (`set autoflag 0`): the players may play on that long, and no game stands forever.
const PATIENCE: Span = Span::minutes(5);

impl Game {
    /// The result of a fallen flag at a tick, and its reason.
    pub(crate) fn fallen(&self, now: Tick) -> Option<(Outcome, Ending)> {
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

/// Time at which the flag falls in the game of a connection's player.
pub(crate) fn own_flag(state: &State, session: SessionId) -> Option<Tick> {
    let Stage::On(id) = state.sessions.get(session)?.stage else { return None };
    let Activity::Playing(number) = state.players.activity(id) else { return None };
    looks_at(state, state.games.get(number)?)
}

/// `flag`: a player claims that the opponent's time is over.
pub(crate) fn flag(state: &mut State, player: PlayerId, number: GameNumber) {
    let Some(game) = state.games.get(number) else { return };
    let Some(color) = game.color_of(player) else { return };
    if !game.clock.is_ticking() && !game.clock.is_untimed() {
        return state.out.send(player, GameNotice::NotTicking);
    }
    if game.clock.left(!color, state.out.now) > Span::ZERO || game.clock.is_untimed() {
        return state.out.send(player, GameNotice::NotOutOfTime);
    }
    let on_its_way = game.clock.turn() != color
        && game
            .clock
            .next_flag()
            .is_some_and(|falls| state.out.now < falls + allowance(state, game));
    if on_its_way {
        return state.out.send(player, GameNotice::WaitForAutoflag);
    }
    if let Some((outcome, ending)) = game.fallen(state.out.now) {
        end::end(state, number, outcome, ending);
    }
}

/// Time at which the server itself checks the clock of a game.
fn looks_at(state: &State, game: &Game) -> Option<Tick> {
    let falls = game.clock.next_flag()?;
    let falls = falls + allowance(state, game);
    Some(if is_watched(&state.players, game) { falls } else { falls + PATIENCE })
}

/// Time after the fall of a flag in which a move may arrive that was made before it: the lag
/// given back to the side to move.
fn allowance(state: &State, game: &Game) -> Span {
    let mover = game.sides.get(game.clock.turn()).player;
    let session = mover.and_then(|id| state.players.online_state(id)?.session);
    let seal = session.and_then(|s| state.sessions.get(s)?.seal.as_ref());
    seal.map_or(Span::ZERO, |(_, meter)| {
        Span(state.config.lag.per_move.min(meter.remaining()) as i64)
    })
}

/// Returns true if the server checks the clock of the side to move, as its opponent wants.
pub(crate) fn is_watched(players: &Players, game: &Game) -> bool {
    let opponent = game.sides.get(!game.clock.turn()).player;
    opponent.is_some_and(|id| players.wants(id, Variable::Autoflag))
}

/// Ends the games whose flags have fallen.
pub(crate) fn flags(state: &mut State) {
    let fallen: Vec<(GameNumber, Outcome, Ending)> = state
        .games
        .iter()
        .filter(|g| g.is_played() && looks_at(state, g).is_some_and(|t| t <= state.out.now))
        .filter_map(|g| {
            g.fallen(state.out.now).map(|(outcome, ending)| (g.number, outcome, ending))
        })
        .collect();
    for (number, outcome, ending) in fallen {
        end::end(state, number, outcome, ending);
    }
}

/// Time at which the next flag falls.
pub(crate) fn next_flag(state: &State) -> Option<Tick> {
    state.games.iter().filter(|g| g.is_played()).filter_map(|g| looks_at(state, g)).min()
}
