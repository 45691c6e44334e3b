//! Seeks, offers, partners in bughouse and arrivals: all that goes on around games.

use std::collections::BTreeMap;

use partie_wire::{
    command,
    fields::Name,
    notice::{
        offer::OfferNotice,
        partner::PartnerNotice,
        pending::{PendInfo, PendingOffer},
        seek_ads::AdNotice,
    },
    proposal::{OfferKind, Offered},
};

use crate::{
    changes,
    protocol::{Change, Offer, Seek},
    window::Window,
};

/// Number of seeks and offers that are kept; a server may send any number.
const SEEKS: usize = 1000;
const OFFERS: usize = 300;
/// Commands to which an offer's number is given.
const ANSWERS: [&str; 3] = ["accept", "decline", "withdraw"];

/// Seeks, offers and the partner.
#[derive(Debug, Default)]
pub(crate) struct Lobby {
    seeks: BTreeMap<u32, Seek>,
    offers: BTreeMap<u32, Offer>,
    /// Number of the last offer, of a server that does not number them.
    last_offer: u32,
    partner: Option<String>,
    /// Openness for bughouse, once it is known.
    bugopen: Option<bool>,
    /// True if the player wants to read of arrivals and departures.
    pub(crate) shows_arrivals: bool,
}

impl Lobby {
    /// Returns true if a player of this name seeks.
    pub(crate) fn has_seek_of(&self, name: Option<&str>) -> bool {
        self.seeks.values().any(|seek| Some(seek.name.as_str()) == name)
    }

    /// Takes a seek, or the end of some.
    pub(crate) fn ad(&mut self, ad: &AdNotice, text: Option<String>, window: &mut Window) {
        match ad {
            AdNotice::Own(ad) | AdNotice::Listed(ad) | AdNotice::Posted(ad) => {
                let seek = changes::seek(ad);
                if self.seeks.len() >= SEEKS && !self.seeks.contains_key(&seek.index) {
                    return window.text(text);
                }
                if self.seeks.insert(seek.index, seek.clone()).as_ref() != Some(&seek) {
                    window.change(Change::Seek(seek));
                }
            }
            AdNotice::Removed(indexes) => {
                let indexes: Vec<u32> =
                    indexes.iter().copied().filter(|i| self.seeks.remove(i).is_some()).collect();
                if !indexes.is_empty() {
                    window.change(Change::SeeksRemoved { indexes });
                }
            }
            AdNotice::Cleared => {
                self.seeks.clear();
                window.change(Change::SeeksCleared);
            }
            AdNotice::Sought(_) => window.text(text),
        }
    }

    /// Takes an offer that the server numbers, or the end of one.
    pub(crate) fn pending(&mut self, info: &PendInfo, text: Option<String>, window: &mut Window) {
        match info {
            PendInfo::To(pending) => self.offer(changes::offer(pending, true), text, window),
            PendInfo::From(pending) => self.offer(changes::offer(pending, false), text, window),
            PendInfo::Removed(index) => self.remove_offer(*index, window),
        }
    }

    fn offer(&mut self, offer: Offer, text: Option<String>, window: &mut Window) {
        if self.offers.len() >= OFFERS && !self.offers.contains_key(&offer.index) {
            return window.text(text);
        }
        self.offers.insert(offer.index, offer.clone());
        window.change(Change::Offer(offer));
    }

    fn remove_offer(&mut self, index: u32, window: &mut Window) {
        if self.offers.remove(&index).is_some() {
            window.change(Change::OfferRemoved { index });
        }
    }

    /// Takes news about the partner.
    pub(crate) fn partner(&mut self, notice: &PartnerNotice, window: &mut Window) {
        let name = match notice {
            PartnerNotice::YouAgree { with } => Some(with.0.clone()),
            PartnerNotice::Agrees { who } => Some(who.0.clone()),
            PartnerNotice::YouEnd { .. }
            | PartnerNotice::Ends { .. }
            | PartnerNotice::NoLonger
            | PartnerNotice::Left { .. } => None,
            PartnerNotice::OpensYou => return self.open_for_bughouse(true, window),
            _ => return,
        };
        self.partner.clone_from(&name);
        window.change(Change::Partner { name });
    }

    /// Takes the player's openness for bughouse.
    pub(crate) fn open_for_bughouse(&mut self, open: bool, window: &mut Window) {
        if self.bugopen.replace(open) != Some(open) {
            window.change(Change::Bugopen { open });
        }
    }

    /// Shows the whole state.
    pub(crate) fn show(&self, window: &mut Window) {
        let mut changes: Vec<Change> = self.seeks.values().cloned().map(Change::Seek).collect();
        changes.extend(self.offers.values().cloned().map(Change::Offer));
        changes.extend(self.partner.clone().map(|name| Change::Partner { name: Some(name) }));
        changes.extend(self.bugopen.map(|open| Change::Bugopen { open }));
        for change in changes {
            window.change(change);
        }
    }

    /// Returns a command with the other player's name in place of an offer's number, for servers
    /// that do not number offers.
    pub(crate) fn by_name(&self, text: &str) -> String {
        let (first, rest) = command::split(text);
        let offer = rest.trim().parse().ok().and_then(|index: u32| self.offers.get(&index));
        match offer.filter(|_| ANSWERS.contains(&first)) {
            Some(offer) => format!("{first} {}", offer.with),
            None => text.to_owned(),
        }
    }

    /// Follows the offers of a server that does not number them.
    pub(crate) fn follow(&mut self, notice: &OfferNotice, window: &mut Window) {
        let plain = |kind| Offered::Plain(kind);
        let (from, what) = match notice {
            OfferNotice::Challenge { proposal } => {
                (&proposal.from, Offered::Match(Box::new(proposal.clone())))
            }
            OfferNotice::Issuing { proposal } => {
                let what = Offered::Match(Box::new(proposal.clone()));
                return self.add_offer(true, &proposal.to, what, window);
            }
            OfferNotice::TakebackWanted { from, plies } => (from, Offered::Takeback(*plies)),
            OfferNotice::DrawOffered { from } => (from, plain(OfferKind::Draw)),
            OfferNotice::AbortWanted { from } => (from, plain(OfferKind::Abort)),
            OfferNotice::AdjournWanted { from } => (from, plain(OfferKind::Adjourn)),
            OfferNotice::SwitchWanted { from } => (from, plain(OfferKind::Switch)),
            OfferNotice::PauseWanted { from } => (from, plain(OfferKind::Pause)),
            OfferNotice::YouAccept { from: with, .. }
            | OfferNotice::YouDecline { from: with, .. }
            | OfferNotice::Withdraws { who: with, .. }
            | OfferNotice::Counteroffer { from: with }
            | OfferNotice::ChallengeRemoved { from: with }
            | OfferNotice::ChallengerJoined { who: with, .. }
            | OfferNotice::ChallengerLeft { who: with } => {
                return self.end_offers(window, |offer| !offer.own && offer.with == with.0);
            }
            OfferNotice::Accepts { who: with, .. }
            | OfferNotice::Declines { who: with, .. }
            | OfferNotice::YouWithdraw { to: with, .. }
            | OfferNotice::Countered { who: with }
            | OfferNotice::ChallengeWithdrawn { to: with }
            | OfferNotice::ChallengedJoined { who: with, .. }
            | OfferNotice::ChallengedLeft { who: with } => {
                return self.end_offers(window, |offer| offer.own && offer.with == with.0);
            }
            _ => return,
        };
        self.add_offer(false, from, what, window);
    }

    /// Adds an offer in place of an earlier one of the same kind.
    fn add_offer(&mut self, own: bool, with: &Name, what: Offered, window: &mut Window) {
        self.last_offer += 1;
        let pending = PendingOffer { index: self.last_offer, with: with.clone(), what };
        let new = changes::offer(&pending, own);
        self.end_offers(window, |offer| {
            (offer.own, &offer.with, &offer.what) == (own, &new.with, &new.what)
        });
        self.offer(new, None, window);
    }

    /// Ends the challenges: a game of the player begins.
    pub(crate) fn end_challenges(&mut self, window: &mut Window) {
        self.end_offers(window, |offer| offer.what == OfferKind::Match.name());
    }

    /// Ends the offers within a game: a move was made in it, or it is over.
    pub(crate) fn end_game_offers(&mut self, window: &mut Window) {
        self.end_offers(window, |offer| offer.what != OfferKind::Match.name());
    }

    fn end_offers(&mut self, window: &mut Window, is_over: impl Fn(&Offer) -> bool) {
        let over: Vec<u32> =
            self.offers.values().filter(|offer| is_over(offer)).map(|offer| offer.index).collect();
        for index in over {
            self.remove_offer(index, window);
        }
    }
}
