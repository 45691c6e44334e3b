//! Partners in bughouse.

use std::collections::BTreeSet;

use partie_wire::{notice::partner::PartnerNotice, proposal::OfferKind, variables::Variable};

use crate::{ids::PlayerId, players::player::Activity, state::State};

/// A player who looks for a partner is open for bughouse.
pub(crate) fn open_for_bughouse(state: &mut State, who: PlayerId) {
    if !state.players.wants(who, Variable::Bugopen) {
        state.out.send(who, PartnerNotice::OpensYou);
        state.players.change_online(who, |online| online.variables.switch(Variable::Bugopen, true));
    }
}

/// Two have agreed to be partners; what they offered to others is off.
pub(crate) fn become_partners(state: &mut State, from: PlayerId, to: PlayerId) {
    let (offerer, accepter) = (state.players.name(from).into(), state.players.name(to).into());
    if state.players.partner_of(from).is_some() {
        return state.out.send(to, PartnerNotice::HasOne { who: offerer });
    }
    for (one, other) in [(from, to), (to, from)] {
        open_for_bughouse(state, one);
        state.players.change_online(one, |online| online.partner = Some(other));
    }
    state.out.send(to, PartnerNotice::YouAgree { with: offerer });
    state.out.send(from, PartnerNotice::Agrees { who: accepter });
    let others: BTreeSet<u32> = [from, to]
        .iter()
        .flat_map(|id| state.offers.of(*id))
        .filter(|o| o.content.kind() == OfferKind::Partner)
        .map(|o| o.index)
        .collect();
    for index in others {
        state.offers.discard(&mut state.out, index);
    }
}

/// Ends the partnership of a player who leaves.
pub(crate) fn leave_partner(state: &mut State, who: PlayerId) {
    if let Some(partner) = state.players.partner_of(who) {
        let name = state.players.name(who).into();
        state.players.part(who, partner);
        state.out.send(partner, PartnerNotice::Left { who: name });
    }
}

/// Returns true if two players and their partners can play bughouse; else reports why not.
pub(crate) fn can_play_bughouse(state: &mut State, who: PlayerId, other: PlayerId) -> bool {
    use partie_wire::notice::offer::OfferNotice;
    let name = state.players.name(other).into();
    let Some(mine) = state.players.partner_of(who) else {
        state.out.send(who, OfferNotice::NoPartner);
        return false;
    };
    let Some(theirs) = state.players.partner_of(other) else {
        state.out.send(who, OfferNotice::HasNoPartner);
        return false;
    };
    let refusal = if mine == other {
        PartnerNotice::AgainstPartner
    } else if state.players.activity(mine) != Activity::Free {
        PartnerNotice::PartnerBusy
    } else if state.players.activity(theirs) != Activity::Free {
        PartnerNotice::PartnerOfBusy { who: name }
    } else {
        return true;
    };
    state.out.send(who, refusal);
    false
}

/// Sends the notices between two players to their partners.
pub(crate) fn send_to_partners(
    state: &mut State,
    from: PlayerId,
    to: PlayerId,
    to_mine: PartnerNotice,
    to_theirs: PartnerNotice,
) {
    if let Some(partner) = state.players.partner_of(from) {
        state.out.send(partner, to_mine);
    }
    if let Some(partner) = state.players.partner_of(to) {
        state.out.send(partner, to_theirs);
    }
}
