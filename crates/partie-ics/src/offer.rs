//! Offers that are not answered yet.
//!
//! An offer is between two players, and each of them knows it by its number. It ends when
//! it is answered, taken back, or can no longer be: when one of the two leaves, begins
//! another game, or the game in which it was made goes on or ends.

use std::collections::{BTreeMap, BTreeSet};

use partie_core::Color;
use partie_wire::{
    command::matching::OfferChoice,
    fields::Name,
    notice::{
        offer::OfferNotice,
        partner::PartnerNotice,
        pending::{PendInfo, PendingList, PendingOffer},
    },
    proposal::{OfferKind, Offered},
};

use crate::{
    Ics, Span, Tick,
    category::Kind,
    challenge::Challenge,
    players::{Activity, NameMatch, PlayerId},
};

/// Time for which a number is not used again.
const REST: Span = Span::seconds(60);

/// An offer from one player to another.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Offer {
    /// Its number, used again only after a minute.
    pub index: u32,
    /// The player who offers.
    pub from: PlayerId,
    /// The player who is asked.
    pub to: PlayerId,
    /// The offer itself.
    pub content: OfferContent,
}

impl Offer {
    /// Fixes the side of the player who offers the game.
    pub(crate) fn ask_color(&mut self, color: Color) {
        if let OfferContent::Match(challenge) = &mut self.content {
            challenge.color = Some(color);
        }
    }
}

/// The content of an offer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OfferContent {
    /// A game.
    Match(Box<Challenge>),
    /// A game of a simultaneous exhibition.
    Simul {
        /// The giver.
        giver: PlayerId,
        /// The game.
        challenge: Box<Challenge>,
    },
    /// So many half-moves back.
    Takeback(u32),
    /// Anything that needs no parameter.
    Plain(OfferKind),
}

impl OfferContent {
    /// The kind of offer.
    #[must_use]
    pub const fn kind(&self) -> OfferKind {
        match self {
            OfferContent::Match(_) => OfferKind::Match,
            OfferContent::Simul { .. } => OfferKind::Simul,
            OfferContent::Takeback(_) => OfferKind::Takeback,
            OfferContent::Plain(kind) => *kind,
        }
    }
}

/// Returns true if offers of a kind are about the game that the two play.
const fn is_in_game(kind: OfferKind) -> bool {
    !matches!(kind, OfferKind::Match | OfferKind::Partner | OfferKind::Simul)
}

/// All pending offers.
#[derive(Clone, Debug, Default)]
pub struct Offers {
    all: BTreeMap<u32, Offer>,
    /// The numbers of each player's offers, made and got.
    of: BTreeMap<PlayerId, BTreeSet<u32>>,
    /// Numbers that rest, and since when.
    resting: BTreeMap<u32, Tick>,
}

impl Offers {
    /// An offer by its number.
    #[must_use]
    pub fn get(&self, index: u32) -> Option<&Offer> {
        self.all.get(&index)
    }

    /// The offers that a player made or got, in the order of their numbers.
    pub fn of(&self, who: PlayerId) -> impl Iterator<Item = &Offer> {
        self.of.get(&who).into_iter().flatten().filter_map(|index| self.all.get(index))
    }

    pub(crate) fn get_mut(&mut self, index: u32) -> Option<&mut Offer> {
        self.all.get_mut(&index)
    }

    /// The offer of a kind from one player to another.
    #[must_use]
    pub fn between(&self, from: PlayerId, to: PlayerId, kind: OfferKind) -> Option<&Offer> {
        self.of(from).find(|o| o.from == from && o.to == to && o.content.kind() == kind)
    }

    fn add(&mut self, now: Tick, from: PlayerId, to: PlayerId, content: OfferContent) -> &Offer {
        self.resting.retain(|_, since| *since + REST > now);
        let mut index = 1;
        while self.all.contains_key(&index) || self.resting.contains_key(&index) {
            index += 1;
        }
        for who in [from, to] {
            self.of.entry(who).or_default().insert(index);
        }
        self.all.entry(index).or_insert(Offer { index, from, to, content })
    }

    fn remove(&mut self, now: Tick, index: u32) -> Option<Offer> {
        let offer = self.all.remove(&index)?;
        for who in [offer.from, offer.to] {
            if let Some(own) = self.of.get_mut(&who) {
                own.remove(&index);
                if own.is_empty() {
                    self.of.remove(&who);
                }
            }
        }
        self.resting.insert(index, now);
        Some(offer)
    }
}

/// An answer to an offer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Answer {
    /// By the one to whom it was made.
    Accept,
    /// By the one to whom it was made.
    Decline,
    /// By the one who made it.
    Withdraw,
}

impl Answer {
    const fn verb(self) -> &'static str {
        match self {
            Answer::Accept => "accept",
            Answer::Decline => "decline",
            Answer::Withdraw => "withdraw",
        }
    }
}

impl Ics {
    /// Makes an offer; the line for programs follows the words for players.
    pub(crate) fn offer(&mut self, from: PlayerId, to: PlayerId, content: OfferContent) {
        let offer = self.offers.add(self.out.now, from, to, content).clone();
        let sent = self.as_pending(&offer, to);
        let got = self.as_pending(&offer, from);
        self.out.send(from, PendInfo::To(sent));
        self.out.send(to, PendInfo::From(got));
    }

    /// An offer as one of the two sees it.
    fn as_pending(&self, offer: &Offer, with: PlayerId) -> PendingOffer {
        let what = match &offer.content {
            OfferContent::Match(challenge) => {
                let proposal = self.proposal(offer.from, offer.to, challenge);
                Offered::Match(Box::new(proposal))
            }
            OfferContent::Simul { .. } => Offered::Plain(OfferKind::Simul),
            OfferContent::Takeback(plies) => Offered::Takeback(*plies),
            OfferContent::Plain(kind) => Offered::Plain(*kind),
        };
        PendingOffer { index: offer.index, with: self.name(with).into(), what }
    }

    /// Removes an offer and notifies programs.
    pub(crate) fn remove_offer(&mut self, index: u32) -> Option<Offer> {
        let offer = self.offers.remove(self.out.now, index)?;
        self.out.send(offer.from, PendInfo::Removed(index));
        self.out.send(offer.to, PendInfo::Removed(index));
        Some(offer)
    }

    /// The answer to `pending`.
    pub(crate) fn show_pending(&mut self, who: PlayerId) {
        let mut list = PendingList::default();
        for offer in self.offers.of(who) {
            if offer.from == who {
                list.to.push(self.as_pending(offer, offer.to));
            } else {
                list.from.push(self.as_pending(offer, offer.from));
            }
        }
        self.out.send(who, list);
    }

    /// `accept`, `decline`, `withdraw`.
    pub(crate) fn answer(&mut self, who: PlayerId, answer: Answer, pick: &OfferChoice) {
        let mine = |o: &&Offer| match answer {
            Answer::Withdraw => o.from == who,
            Answer::Accept | Answer::Decline => o.to == who,
        };
        let other = |o: &Offer| if answer == Answer::Withdraw { o.to } else { o.from };
        let all: Vec<&Offer> = self.offers.of(who).filter(mine).collect();
        let verb = Name::from(answer.verb());
        let mut meant_name = None;
        let picked: Vec<u32> = match pick {
            OfferChoice::Only | OfferChoice::All => all.iter().map(|o| o.index).collect(),
            OfferChoice::Index(index) => {
                all.iter().filter(|o| o.index == *index).map(|o| o.index).collect()
            }
            OfferChoice::Kind(kind) => {
                all.iter().filter(|o| o.content.kind() == *kind).map(|o| o.index).collect()
            }
            OfferChoice::Player(name) => match self.players.match_online(name) {
                NameMatch::One(id) => {
                    meant_name = Some(self.name(id));
                    all.iter().filter(|o| other(o) == id).map(|o| o.index).collect()
                }
                NameMatch::Many(_) | NameMatch::Nobody => {
                    self.find_online(who, name);
                    return;
                }
            },
        };
        let many = picked.len() > 1 && *pick != OfferChoice::All;
        // One cannot agree to everything.
        if many || (picked.len() > 1 && answer == Answer::Accept) {
            self.out.send(who, OfferNotice::WhichOffer { verb });
            return;
        }
        if picked.is_empty() {
            let notice = match pick {
                OfferChoice::Only | OfferChoice::All => OfferNotice::NoOffers { verb },
                OfferChoice::Index(index) => OfferNotice::NoOfferNumber { index: *index, verb },
                OfferChoice::Kind(kind) => {
                    OfferNotice::NoOffersOf { kind: kind.name().into(), verb }
                }
                OfferChoice::Player(_) => {
                    let who = meant_name.unwrap_or_default().into();
                    match answer {
                        Answer::Withdraw => OfferNotice::NoOffersTo { who, verb },
                        Answer::Accept | Answer::Decline => OfferNotice::NoOffersFrom { who, verb },
                    }
                }
            };
            self.out.send(who, notice);
            return;
        }
        for index in picked {
            match answer {
                Answer::Accept => self.accept(index),
                Answer::Decline => self.decline(index),
                Answer::Withdraw => self.withdraw(index),
            }
        }
    }

    /// Accepts an offer in the name of its receiver.
    pub(crate) fn accept(&mut self, index: u32) {
        let Some(Offer { from, to, content, .. }) = self.offers.get(index).cloned() else { return };
        let kind = content.kind();
        if kind == OfferKind::Match && !self.are_free(from, to) {
            return;
        }
        let (offerer, accepter) = (self.name(from).into(), self.name(to).into());
        self.out.send(to, OfferNotice::YouAccept { what: kind, from: offerer });
        self.out.send(from, OfferNotice::Accepts { who: accepter, what: kind });
        self.remove_offer(index);
        match content {
            OfferContent::Match(challenge) => self.accept_match(from, to, &challenge),
            OfferContent::Simul { giver, challenge } => {
                self.begin_simul(from, to, giver, &challenge);
            }
            OfferContent::Takeback(plies) => self.take_back(from, to, plies),
            OfferContent::Plain(OfferKind::Partner) => self.become_partners(from, to),
            OfferContent::Plain(kind) => self.agree(from, to, kind),
        }
    }

    /// Returns true if two players can begin a game that one of them proposed; else reports to the
    /// other why not. The proposal waits.
    fn are_free(&mut self, from: PlayerId, to: PlayerId) -> bool {
        let who = self.name(from).into();
        let refusal = match (self.activity(to), self.activity(from)) {
            (Activity::Free, Activity::Free) => return true,
            (Activity::Free, Activity::Playing(_)) => OfferNotice::IsPlaying { who },
            (Activity::Free, Activity::Examining(_)) => OfferNotice::IsExamining { who },
            (Activity::Playing(_), _) => OfferNotice::WhilePlaying,
            (Activity::Examining(_), _) => OfferNotice::WhileExamining,
        };
        self.out.send(to, refusal);
        false
    }

    /// A challenge was accepted; for bughouse the partners have to be free, too.
    fn accept_match(&mut self, from: PlayerId, to: PlayerId, challenge: &Challenge) {
        if challenge.kind == Kind::Bughouse {
            if !self.can_play_bughouse(to, from) {
                return;
            }
            let accepted = PartnerNotice::Accepted { by: self.name(to).into() };
            let accepts = PartnerNotice::Accepts { from: self.name(from).into() };
            self.send_to_partners(from, to, accepted, accepts);
        }
        self.begin_match(from, to, challenge);
    }

    /// Declines an offer in the name of its receiver.
    pub(crate) fn decline(&mut self, index: u32) {
        let Some(Offer { from, to, content, .. }) = self.offers.get(index).cloned() else { return };
        let what = content.kind();
        let (offerer, decliner) = (self.name(from).into(), self.name(to).into());
        self.out.send(to, OfferNotice::YouDecline { what, from: offerer });
        self.out.send(from, OfferNotice::Declines { who: decliner, what });
        self.remove_offer(index);
    }

    /// Withdraws an offer in the name of its maker.
    pub(crate) fn withdraw(&mut self, index: u32) {
        let Some(Offer { from, to, content, .. }) = self.offers.get(index).cloned() else { return };
        let what = content.kind();
        let (offerer, other) = (self.name(from).into(), self.name(to).into());
        self.out.send(from, OfferNotice::YouWithdraw { what, to: other });
        self.out.send(to, OfferNotice::Withdraws { who: offerer, what });
        self.remove_offer(index);
    }

    /// A player has moved: what the opponent asked for is declined.
    pub(crate) fn decline_by_move(&mut self, mover: PlayerId, opponent: PlayerId) {
        let all: Vec<u32> = self
            .offers
            .of(mover)
            .filter(|o| o.from == opponent && o.to == mover && is_in_game(o.content.kind()))
            .map(|o| o.index)
            .collect();
        for index in all {
            self.decline(index);
        }
    }

    /// The players' game is over: what was asked for in it is, too.
    pub(crate) fn drop_requests(&mut self, players: &[PlayerId]) {
        let all: BTreeSet<u32> = players
            .iter()
            .flat_map(|id| self.offers.of(*id))
            .filter(|o| players.contains(&o.from) && players.contains(&o.to))
            .filter(|o| is_in_game(o.content.kind()))
            .map(|o| o.index)
            .collect();
        for index in all {
            self.remove_offer(index);
        }
    }

    /// Two players begin a game: their challenges from and to others are off.
    pub(crate) fn drop_challenges(&mut self, one: PlayerId, other: PlayerId) {
        for (who, opponent) in [(one, other), (other, one)] {
            let all: Vec<Offer> = self
                .offers
                .of(who)
                .filter(|o| o.content.kind() == OfferKind::Match)
                .cloned()
                .collect();
            for offer in all {
                let third = if offer.from == who { offer.to } else { offer.from };
                if third != opponent {
                    let (name, with) = (Name::from(self.name(who)), self.name(opponent).into());
                    let third_name = self.name(third).into();
                    if offer.from == who {
                        self.out.send(third, OfferNotice::ChallengerJoined { who: name, with });
                        self.out.send(who, OfferNotice::ChallengeWithdrawn { to: third_name });
                    } else {
                        self.out.send(third, OfferNotice::ChallengedJoined { who: name, with });
                        self.out.send(who, OfferNotice::ChallengeRemoved { from: third_name });
                    }
                }
                self.remove_offer(offer.index);
            }
        }
    }

    /// Drops all offers to and from a player who leaves.
    pub(crate) fn drop_offers_of(&mut self, gone: PlayerId) {
        let all: Vec<Offer> = self.offers.of(gone).cloned().collect();
        for offer in all {
            if offer.content.kind() == OfferKind::Match {
                let who = self.name(gone).into();
                if offer.from == gone {
                    self.out.send(offer.to, OfferNotice::ChallengerLeft { who });
                } else {
                    self.out.send(offer.from, OfferNotice::ChallengedLeft { who });
                }
            }
            self.remove_offer(offer.index);
        }
    }
}
