//! Partners in bughouse, and the matches of four.

use std::collections::BTreeSet;

use partie_core::{ByColor, Color};
use partie_wire::{
    fields::Name, notice::partner::PartnerNotice, proposal::OfferKind, variables::Variable,
};

use crate::{
    Ics,
    game::{GameNumber, Terms},
    offer::OfferContent,
    players::{Activity, PlayerId},
};

impl Ics {
    /// A player's partner, if both are on.
    pub(crate) fn partner_of(&self, who: PlayerId) -> Option<PlayerId> {
        self.online(who)?.partner.filter(|p| self.online(*p).is_some())
    }

    /// `partner` with a name: an offer, or the answer to one.
    pub(crate) fn ask_for_partnership(&mut self, who: PlayerId, player: &str) {
        let Some(other) = self.find_online(who, player) else { return };
        let (name, other_name): (Name, Name) = (self.name(who).into(), self.name(other).into());
        if let Some(partner) = self.partner_of(who) {
            let who_is = self.name(partner).into();
            return self.out.send(who, PartnerNotice::HaveOne { who: who_is });
        }
        if let Some(refusal) = self.refuses(who, other) {
            return self.report_refusal(who, other, refusal);
        }
        let kind = OfferKind::Partner;
        if let Some(index) = self.offers.between(other, who, kind).map(|o| o.index) {
            return self.accept(index);
        }
        let refusal = if other == who {
            Some(PartnerNotice::Yourself)
        } else if self.partner_of(other).is_some() {
            Some(PartnerNotice::HasOne { who: other_name.clone() })
        } else if !self.wants(other, Variable::Bugopen) {
            Some(PartnerNotice::NotOpen { who: other_name.clone() })
        } else if self.offers.between(who, other, kind).is_some() {
            Some(PartnerNotice::Already { who: other_name.clone() })
        } else {
            None
        };
        if let Some(notice) = refusal {
            return self.out.send(who, notice);
        }
        self.open_for_bughouse(who);
        self.out.send(who, PartnerNotice::Offering { to: other_name });
        self.out.send(other, PartnerNotice::Offered { from: name });
        self.offer(who, other, OfferContent::Plain(kind));
    }

    /// A player who looks for a partner is open for bughouse.
    fn open_for_bughouse(&mut self, who: PlayerId) {
        if !self.wants(who, Variable::Bugopen) {
            self.out.send(who, PartnerNotice::OpensYou);
            if let Some(online) = self.online_mut(who) {
                online.variables.switch(Variable::Bugopen, true);
            }
        }
    }

    /// Two have agreed to be partners; what they offered to others is off.
    pub(crate) fn become_partners(&mut self, from: PlayerId, to: PlayerId) {
        let (offerer, accepter) = (self.name(from).into(), self.name(to).into());
        if self.partner_of(from).is_some() {
            return self.out.send(to, PartnerNotice::HasOne { who: offerer });
        }
        for (one, other) in [(from, to), (to, from)] {
            self.open_for_bughouse(one);
            if let Some(online) = self.online_mut(one) {
                online.partner = Some(other);
            }
        }
        self.out.send(to, PartnerNotice::YouAgree { with: offerer });
        self.out.send(from, PartnerNotice::Agrees { who: accepter });
        let others: BTreeSet<u32> = [from, to]
            .iter()
            .flat_map(|id| self.offers.of(*id))
            .filter(|o| o.content.kind() == OfferKind::Partner)
            .map(|o| o.index)
            .collect();
        for index in others {
            self.remove_offer(index);
        }
    }

    /// `partner` without a name.
    pub(crate) fn end_partnership(&mut self, who: PlayerId) {
        let Some(partner) = self.partner_of(who) else {
            return self.out.send(who, PartnerNotice::None);
        };
        let (name, partners) = (self.name(who).into(), self.name(partner).into());
        self.part(who, partner);
        self.out.send(who, PartnerNotice::YouEnd { with: partners });
        self.out.send(partner, PartnerNotice::Ends { who: name });
    }

    /// Ends the partnership of a player who leaves.
    pub(crate) fn leave_partner(&mut self, who: PlayerId) {
        if let Some(partner) = self.partner_of(who) {
            let name = self.name(who).into();
            self.part(who, partner);
            self.out.send(partner, PartnerNotice::Left { who: name });
        }
    }

    fn part(&mut self, one: PlayerId, other: PlayerId) {
        for id in [one, other] {
            if let Some(online) = self.online_mut(id) {
                online.partner = None;
            }
        }
    }

    /// Returns true if two players and their partners can play bughouse; else reports why not.
    pub(crate) fn can_play_bughouse(&mut self, who: PlayerId, other: PlayerId) -> bool {
        use partie_wire::notice::offer::OfferNotice;
        let name = self.name(other).into();
        let Some(mine) = self.partner_of(who) else {
            self.out.send(who, OfferNotice::NoPartner);
            return false;
        };
        let Some(theirs) = self.partner_of(other) else {
            self.out.send(who, OfferNotice::HasNoPartner);
            return false;
        };
        let refusal = if mine == other {
            PartnerNotice::AgainstPartner
        } else if self.activity(mine) != Activity::Free {
            PartnerNotice::PartnerBusy
        } else if self.activity(theirs) != Activity::Free {
            PartnerNotice::PartnerOfBusy { who: name }
        } else {
            return true;
        };
        self.out.send(who, refusal);
        false
    }

    /// The four begin on two boards: the two who agreed on the first, on the second their
    /// partners with the other colours.
    pub(crate) fn begin_match_of_four(
        &mut self,
        first: ByColor<PlayerId>,
        terms: &Terms,
    ) -> Option<GameNumber> {
        let second =
            ByColor { white: self.partner_of(first.black)?, black: self.partner_of(first.white)? };
        self.before_game(first.white, first.black);
        self.before_game(second.white, second.black);
        self.begin_bughouse([first, second], terms).first().copied()
    }

    /// The partners of two players hear what is between these.
    pub(crate) fn send_to_partners(
        &mut self,
        from: PlayerId,
        to: PlayerId,
        to_mine: PartnerNotice,
        to_theirs: PartnerNotice,
    ) {
        if let Some(partner) = self.partner_of(from) {
            self.out.send(partner, to_mine);
        }
        if let Some(partner) = self.partner_of(to) {
            self.out.send(partner, to_theirs);
        }
    }
}

/// Two players by the colours that they have.
pub(crate) const fn by_color(one: PlayerId, color: Color, other: PlayerId) -> ByColor<PlayerId> {
    match color {
        Color::White => ByColor { white: one, black: other },
        Color::Black => ByColor { white: other, black: one },
    }
}
