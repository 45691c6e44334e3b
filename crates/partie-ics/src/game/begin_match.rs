//! Agreed challenges become games: of two, of four, and of a simultaneous exhibition.

use partie_core::{ByColor, Color};
use partie_wire::{notice::simul::SimulNotice, variables::Variable};

use crate::{
    category::GameKind,
    challenge::Challenge,
    game::{
        bughouse,
        model::{Simul, Terms},
        resume, start,
    },
    ids::{GameNumber, PlayerId},
    start_positions,
    state::State,
};

/// Two players by the colours that they have.
pub(crate) const fn by_color(one: PlayerId, color: Color, other: PlayerId) -> ByColor<PlayerId> {
    match color {
        Color::White => ByColor { white: one, black: other },
        Color::Black => ByColor { white: other, black: one },
    }
}

/// A challenge has become a game.
pub(crate) fn begin_match(
    state: &mut State,
    from: PlayerId,
    to: PlayerId,
    what: &Challenge,
) -> Option<GameNumber> {
    if let Some(adjourned) = what.adjourned {
        start::before_game(state, from, to);
        return resume::resume(state, adjourned);
    }
    let color = match what.color {
        Some(color) => color,
        None => fair_color(state, from, to),
    };
    let players = by_color(from, color, to);
    let ByColor { white, black } = players;
    for (id, opponent, color) in [(white, black, Color::White), (black, white, Color::Black)] {
        let name = state.players.name(opponent);
        if let Some(player) = state.players.get_mut(id) {
            player.account.colors.count(color);
            if let Some(online) = &mut player.online {
                // The player who gave odds gives them again.
                let side = what.kind.proposers_side().map(|_| color);
                let again = Challenge { color: side, ..what.clone() };
                online.last_match = Some((name, again));
            }
        }
        state.players.store_account(&mut state.out, id);
    }
    let private = [white, black].iter().any(|id| state.players.wants(*id, Variable::Private));
    if what.kind == GameKind::Bughouse {
        return begin_match_of_four(state, players, &what.terms(private));
    }
    let boards = start_positions::start(what.kind, &mut state.rng);
    start::before_game(state, white, black);
    Some(start::begin(state, players, what.terms(private), boards.first().clone()))
}

/// The proposer's side where neither asked for one: White for the player who had it less, else
/// for the one who had Black last, else random.
fn fair_color(state: &mut State, one: PlayerId, other: PlayerId) -> Color {
    let colors = |id| state.players.get(id).map(|p| p.account.colors).unwrap_or_default();
    let (mine, theirs) = (colors(one), colors(other));
    if mine.balance != theirs.balance {
        return if mine.balance < theirs.balance { Color::White } else { Color::Black };
    }
    if mine.last != theirs.last {
        return match (mine.last, theirs.last) {
            (Some(color), _) => !color,
            (None, Some(color)) => color,
            (None, None) => Color::White,
        };
    }
    if state.rng.coin() { Color::White } else { Color::Black }
}

/// The four begin on two boards: the two who agreed on the first, on the second their
/// partners with the other colours.
fn begin_match_of_four(
    state: &mut State,
    first: ByColor<PlayerId>,
    terms: &Terms,
) -> Option<GameNumber> {
    let second = ByColor {
        white: state.players.partner_of(first.black)?,
        black: state.players.partner_of(first.white)?,
    };
    start::before_game(state, first.white, first.black);
    start::before_game(state, second.white, second.black);
    bughouse::begin_bughouse(state, [first, second], terms).first().copied()
}

/// An offer of a simul game was accepted.
pub(crate) fn begin_simul(
    state: &mut State,
    from: PlayerId,
    to: PlayerId,
    giver: PlayerId,
    what: &Challenge,
) {
    for who in [from, to] {
        if !state.players.is_free_for_simul(who, giver) {
            let busy = SimulNotice::TooLate { who: state.players.name(who).into() };
            state.out.send(to, busy.clone());
            return state.out.send(from, busy);
        }
    }
    let ByColor { white, black } = by_color(from, what.color.unwrap_or(Color::White), to);
    let private = [white, black].iter().any(|id| state.players.wants(*id, Variable::Private));
    let boards = start_positions::start(what.kind, &mut state.rng);
    start::before_game(state, white, black);
    let ids = ByColor { white, black };
    let number = start::begin(state, ids, what.terms(private), boards.first().clone());
    if let Some(game) = state.games.get_mut(number) {
        game.simul = Some(Simul { giver, passes: 0 });
    }
    if let Some(online) = state.players.online_state_mut(giver)
        && !online.simul.contains(&number)
    {
        online.simul.push(number);
    }
}
