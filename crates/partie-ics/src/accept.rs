//! Accepted offers take effect.

use partie_core::Outcome;
use partie_wire::{
    notice::{
        Notice, ending::Ending, game::GameNotice, offer::OfferNotice, partner::PartnerNotice,
    },
    proposal::OfferKind,
};

use crate::{
    category::GameKind,
    challenge::Challenge,
    game::{adjourn, begin_match, board, end, model::Game, own, partner},
    ids::{GameNumber, PlayerId},
    offer::{Offer, OfferContent},
    players::player::Activity,
    state::State,
    time::Tick,
};

/// Accepts an offer in the name of its receiver.
pub(crate) fn accept(state: &mut State, index: u32) {
    let Some(Offer { from, to, content, .. }) = state.offers.get(index).cloned() else { return };
    let kind = content.kind();
    if kind == OfferKind::Match && !are_free(state, from, to) {
        return;
    }
    let (offerer, accepter) = (state.players.name(from).into(), state.players.name(to).into());
    state.out.send(to, OfferNotice::YouAccept { what: kind, from: offerer });
    state.out.send(from, OfferNotice::Accepts { who: accepter, what: kind });
    state.offers.discard(&mut state.out, index);
    match content {
        OfferContent::Match(challenge) => accept_match(state, from, to, &challenge),
        OfferContent::Simul { giver, challenge } => {
            begin_match::begin_simul(state, from, to, giver, &challenge);
        }
        OfferContent::Takeback(plies) => take_back(state, from, to, plies),
        OfferContent::Plain(OfferKind::Partner) => partner::become_partners(state, from, to),
        OfferContent::Plain(kind) => agree(state, from, to, kind),
    }
}

/// Returns true if two players can begin a game that one of them proposed; else reports to the
/// other why not. The proposal waits.
fn are_free(state: &mut State, from: PlayerId, to: PlayerId) -> bool {
    let who = state.players.name(from).into();
    let refusal = match (state.players.activity(to), state.players.activity(from)) {
        (Activity::Free, Activity::Free) => return true,
        (Activity::Free, Activity::Playing(_)) => OfferNotice::IsPlaying { who },
        (Activity::Free, Activity::Examining(_)) => OfferNotice::IsExamining { who },
        (Activity::Playing(_), _) => OfferNotice::WhilePlaying,
        (Activity::Examining(_), _) => OfferNotice::WhileExamining,
    };
    state.out.send(to, refusal);
    false
}

/// A challenge was accepted; for bughouse the partners have to be free, too.
fn accept_match(state: &mut State, from: PlayerId, to: PlayerId, challenge: &Challenge) {
    if challenge.kind == GameKind::Bughouse {
        if !partner::can_play_bughouse(state, to, from) {
            return;
        }
        let accepted = PartnerNotice::Accepted { by: state.players.name(to).into() };
        let accepts = PartnerNotice::Accepts { from: state.players.name(from).into() };
        partner::send_to_partners(state, from, to, accepted, accepts);
    }
    begin_match::begin_match(state, from, to, challenge);
}

/// Both want it: what was asked for without parameters is done.
fn agree(state: &mut State, from: PlayerId, to: PlayerId, kind: OfferKind) {
    let Some(number) = state.games.common_game(&state.players, from, to) else { return };
    let game = number.0;
    match kind {
        OfferKind::Draw => end::end(state, number, Outcome::Draw, Ending::Agreed),
        OfferKind::Abort => end::end(state, number, Outcome::Unknown, Ending::Aborted),
        OfferKind::Adjourn => adjourn::adjourn(state, number, Ending::Adjourned),
        OfferKind::Switch => {
            change_game(state, number, switch_sides, OfferNotice::Switched { game });
        }
        OfferKind::Pause => change_game(state, number, pause, GameNotice::Paused { game }),
        OfferKind::Unpause => change_game(state, number, unpause, GameNotice::Resumed { game }),
        OfferKind::Takeback | OfferKind::Match | OfferKind::Partner | OfferKind::Simul => {}
    }
}

/// Both want moves back.
fn take_back(state: &mut State, from: PlayerId, to: PlayerId, plies: u32) {
    let Some(number) = state.games.common_game(&state.players, from, to) else { return };
    let Some(game) = state.games.get_mut(number) else { return };
    let plies = (plies as usize).min(game.line.len());
    game.clock.take_back(plies, state.out.now);
    game.forget(plies);
    board::show_all(state, number, true);
}

/// Changes a game, and reports the change and the board to all who are there.
fn change_game(
    state: &mut State,
    number: GameNumber,
    change: fn(&mut Game, Tick),
    notice: impl Into<Notice>,
) {
    let Some(game) = state.games.get_mut(number) else { return };
    change(game, state.out.now);
    own::send_to_game(state, number, &notice.into());
    board::show_all(state, number, true);
}

fn switch_sides(game: &mut Game, now: Tick) {
    let (sides, controls) = (&mut game.sides, &mut game.terms.controls);
    std::mem::swap(&mut sides.white, &mut sides.black);
    std::mem::swap(&mut controls.white, &mut controls.black);
    game.clock.exchange(now);
}

fn pause(game: &mut Game, now: Tick) {
    game.clock.pause(now);
}

fn unpause(game: &mut Game, now: Tick) {
    game.clock.unpause(now);
}
