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
    outbox::Outbox,
    players::{Players, player::Activity},
    state::State,
    time::Tick,
};

/// Accepts an offer in the name of its receiver.
pub(crate) fn accept(state: &mut State, out: &mut Outbox, index: u32) {
    let Some(Offer { from, to, content, .. }) = state.offers.get(index).cloned() else { return };
    let kind = content.kind();
    if kind == OfferKind::Match && !are_free(&state.players, out, from, to) {
        return;
    }
    let (offerer, accepter) = (state.players.name(from).into(), state.players.name(to).into());
    out.send(to, OfferNotice::YouAccept { what: kind, from: offerer });
    out.send(from, OfferNotice::Accepts { who: accepter, what: kind });
    state.offers.discard(out, index);
    match content {
        OfferContent::Match(challenge) => accept_match(state, out, from, to, &challenge),
        OfferContent::Simul { giver, challenge } => {
            begin_match::begin_simul(state, out, from, to, giver, &challenge);
        }
        OfferContent::Takeback(plies) => {
            take_back(state, out, from, to, plies);
        }
        OfferContent::Plain(OfferKind::Partner) => partner::become_partners(state, out, from, to),
        OfferContent::Plain(kind) => agree(state, out, from, to, kind),
    }
}

/// Returns true if two players can begin a game that one of them proposed; else reports to the
/// other why not. The proposal waits.
fn are_free(players: &Players, out: &mut Outbox, from: PlayerId, to: PlayerId) -> bool {
    let who = players.name(from).into();
    let refusal = match (players.activity(to), players.activity(from)) {
        (Activity::Free, Activity::Free) => return true,
        (Activity::Free, Activity::Playing(_)) => OfferNotice::IsPlaying { who },
        (Activity::Free, Activity::Examining(_)) => OfferNotice::IsExamining { who },
        (Activity::Playing(_), _) => OfferNotice::WhilePlaying,
        (Activity::Examining(_), _) => OfferNotice::WhileExamining,
    };
    out.send(to, refusal);
    false
}

/// A challenge was accepted; for bughouse the partners have to be free, too.
fn accept_match(
    state: &mut State,
    out: &mut Outbox,
    from: PlayerId,
    to: PlayerId,
    challenge: &Challenge,
) {
    if challenge.kind == GameKind::Bughouse {
        if !partner::can_play_bughouse(&state.players, out, to, from) {
            return;
        }
        let accepted = PartnerNotice::Accepted { by: state.players.name(to).into() };
        let accepts = PartnerNotice::Accepts { from: state.players.name(from).into() };
        partner::send_to_partners(&state.players, out, from, to, accepted, accepts);
    }
    begin_match::begin_match(state, out, from, to, challenge);
}

/// Both want it: what was asked for without parameters is done.
fn agree(state: &mut State, out: &mut Outbox, from: PlayerId, to: PlayerId, kind: OfferKind) {
    let Some(number) = state.games.common_game(&state.players, from, to) else { return };
    let game = number.0;
    match kind {
        OfferKind::Draw => end::end(state, out, number, Outcome::Draw, Ending::Agreed),
        OfferKind::Abort => end::end(state, out, number, Outcome::Unknown, Ending::Aborted),
        OfferKind::Adjourn => adjourn::adjourn(state, out, number, Ending::Adjourned),
        OfferKind::Switch => {
            change_game(state, out, number, switch_sides, OfferNotice::Switched { game });
        }
        OfferKind::Pause => change_game(state, out, number, pause, GameNotice::Paused { game }),
        OfferKind::Unpause => {
            change_game(state, out, number, unpause, GameNotice::Resumed { game });
        }
        OfferKind::Takeback | OfferKind::Match | OfferKind::Partner | OfferKind::Simul => {}
    }
}

/// Both want moves back.
fn take_back(state: &mut State, out: &mut Outbox, from: PlayerId, to: PlayerId, plies: u32) {
    let Some(number) = state.games.common_game(&state.players, from, to) else { return };
    let Some(game) = state.games.get_mut(number) else { return };
    let plies = (plies as usize).min(game.line.len());
    game.clock.take_back(plies, out.now);
    game.forget(plies);
    board::show_all(state, out, number, true);
}

/// Changes a game, and reports the change and the board to all who are there.
fn change_game(
    state: &mut State,
    out: &mut Outbox,
    number: GameNumber,
    change: fn(&mut Game, Tick),
    notice: impl Into<Notice>,
) {
    let Some(game) = state.games.get_mut(number) else { return };
    change(game, out.now);
    own::send_to_game(&state.games, out, number, &notice.into());
    board::show_all(state, out, number, true);
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
