//! Partners in bughouse.

use std::collections::BTreeSet;

use partie_wire::{notice::partner::PartnerNotice, proposal::OfferKind, variables::Variable};

use crate::{
    ids::PlayerId,
    outbox::Outbox,
    players::{Players, player::Activity},
    state::State,
};

/// A player who looks for a partner is open for bughouse.
pub(crate) fn open_for_bughouse(players: &mut Players, out: &mut Outbox, who: PlayerId) {
    if !players.wants(who, Variable::Bugopen) {
        out.send(who, PartnerNotice::OpensYou);
        players.change_online(who, |online| online.variables.switch(Variable::Bugopen, true));
    }
}

/// Two have agreed to be partners; what they offered to others is off.
pub(crate) fn become_partners(state: &mut State, out: &mut Outbox, from: PlayerId, to: PlayerId) {
    let (offerer, accepter) = (state.players.name(from).into(), state.players.name(to).into());
    if state.players.partner_of(from).is_some() {
        return out.send(to, PartnerNotice::HasOne { who: offerer });
    }
    for (one, other) in [(from, to), (to, from)] {
        open_for_bughouse(&mut state.players, out, one);
        state.players.change_online(one, |online| online.partner = Some(other));
    }
    out.send(to, PartnerNotice::YouAgree { with: offerer });
    out.send(from, PartnerNotice::Agrees { who: accepter });
    let others: BTreeSet<u32> = [from, to]
        .iter()
        .flat_map(|id| state.offers.of(*id))
        .filter(|o| o.content.kind() == OfferKind::Partner)
        .map(|o| o.index)
        .collect();
    for index in others {
        state.offers.discard(out, index);
    }
}

/// Ends the partnership of a player who leaves.
pub(crate) fn leave_partner(players: &mut Players, out: &mut Outbox, who: PlayerId) {
    if let Some(partner) = players.partner_of(who) {
        let name = players.name(who).into();
        players.part(who, partner);
        out.send(partner, PartnerNotice::Left { who: name });
    }
}

/// Returns true if two players and their partners can play bughouse; else reports why not.
pub(crate) fn can_play_bughouse(
    players: &Players,
    out: &mut Outbox,
    who: PlayerId,
    other: PlayerId,
) -> bool {
    use partie_wire::notice::offer::OfferNotice;
    let name = players.name(other).into();
    let Some(mine) = players.partner_of(who) else {
        out.send(who, OfferNotice::NoPartner);
        return false;
    };
    let Some(theirs) = players.partner_of(other) else {
        out.send(who, OfferNotice::HasNoPartner);
        return false;
    };
    let refusal = if mine == other {
        PartnerNotice::AgainstPartner
    } else if players.activity(mine) != Activity::Free {
        PartnerNotice::PartnerBusy
    } else if players.activity(theirs) != Activity::Free {
        PartnerNotice::PartnerOfBusy { who: name }
    } else {
        return true;
    };
    out.send(who, refusal);
    false
}

/// The partners of two players hear what is between these.
pub(crate) fn send_to_partners(
    players: &Players,
    out: &mut Outbox,
    from: PlayerId,
    to: PlayerId,
    to_mine: PartnerNotice,
    to_theirs: PartnerNotice,
) {
    if let Some(partner) = players.partner_of(from) {
        out.send(partner, to_mine);
    }
    if let Some(partner) = players.partner_of(to) {
        out.send(partner, to_theirs);
    }
}
