//! Offers that are not answered yet.
//!
//! An offer is between two players, and each of them knows it by its number. It ends when
//! it is answered, taken back, or can no longer be: when one of the two leaves, begins
//! another game, or the game in which it was made goes on or ends.

use std::collections::{BTreeMap, BTreeSet};

use partie_core::{ByColor, Color};
use partie_wire::{
    fields::Name,
    notice::{
        offer::OfferNotice,
        pending::{PendInfo, PendingList, PendingOffer},
    },
    proposal::{OfferKind, Offered, Proposal},
};

use crate::{
    category::{Category, Control, GameKind},
    challenge::Challenge,
    ids::PlayerId,
    outbox::Outbox,
    players::Players,
    time::{Span, Tick},
};

/// Time for which a number is not used again.
const REST: Span = Span::seconds(60);

/// An offer from one player to another.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Offer {
    /// Its number, used again only after a minute.
    pub(crate) index: u32,
    /// The player who offers.
    pub(crate) from: PlayerId,
    /// The player who receives the offer.
    pub(crate) to: PlayerId,
    /// The offer itself.
    pub(crate) content: OfferContent,
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
pub(crate) enum OfferContent {
    /// A game.
    Match(Box<Challenge>),
    /// A game of a simultaneous exhibition.
    Simul {
        /// The giver.
        giver: PlayerId,
        /// The game.
        challenge: Box<Challenge>,
    },
    /// Number of plies to take back.
    Takeback(u32),
    /// An offer without parameters.
    Plain(OfferKind),
}

impl OfferContent {
    /// The kind of offer.
    pub(crate) const fn kind(&self) -> OfferKind {
        match self {
            OfferContent::Match(_) => OfferKind::Match,
            OfferContent::Simul { .. } => OfferKind::Simul,
            OfferContent::Takeback(_) => OfferKind::Takeback,
            OfferContent::Plain(kind) => *kind,
        }
    }
}

/// All pending offers.
#[derive(Clone, Debug, Default)]
pub(crate) struct Offers {
    all: BTreeMap<u32, Offer>,
    /// The numbers of each player's offers, made and got.
    of: BTreeMap<PlayerId, BTreeSet<u32>>,
    /// Numbers that rest, and since when.
    resting: BTreeMap<u32, Tick>,
}

impl Offers {
    /// An offer by its number.
    pub(crate) fn get(&self, index: u32) -> Option<&Offer> {
        self.all.get(&index)
    }

    /// The offers that a player made or got, in the order of their numbers.
    pub(crate) fn of(&self, who: PlayerId) -> impl Iterator<Item = &Offer> {
        self.of.get(&who).into_iter().flatten().filter_map(|index| self.all.get(index))
    }

    pub(crate) fn get_mut(&mut self, index: u32) -> Option<&mut Offer> {
        self.all.get_mut(&index)
    }

    /// The offer of a kind from one player to another.
    pub(crate) fn between(&self, from: PlayerId, to: PlayerId, kind: OfferKind) -> Option<&Offer> {
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

    /// Makes an offer; the line for programs follows the words for players.
    pub(crate) fn make(
        &mut self,
        players: &Players,
        out: &mut Outbox,
        from: PlayerId,
        to: PlayerId,
        content: OfferContent,
    ) {
        let offer = self.add(out.now, from, to, content).clone();
        let sent = as_pending(players, out.now, &offer, to);
        let got = as_pending(players, out.now, &offer, from);
        out.send(from, PendInfo::To(sent));
        out.send(to, PendInfo::From(got));
    }

    /// Removes an offer and notifies programs.
    pub(crate) fn discard(&mut self, out: &mut Outbox, index: u32) -> Option<Offer> {
        let offer = self.remove(out.now, index)?;
        out.send(offer.from, PendInfo::Removed(index));
        out.send(offer.to, PendInfo::Removed(index));
        Some(offer)
    }

    /// The answer to `pending`.
    pub(crate) fn show(&self, players: &Players, out: &mut Outbox, who: PlayerId) {
        let mut list = PendingList::default();
        for offer in self.of(who) {
            if offer.from == who {
                list.to.push(as_pending(players, out.now, offer, offer.to));
            } else {
                list.from.push(as_pending(players, out.now, offer, offer.from));
            }
        }
        out.send(who, list);
    }

    /// Declines an offer in the name of its receiver.
    pub(crate) fn decline(&mut self, players: &Players, out: &mut Outbox, index: u32) {
        let Some(Offer { from, to, content, .. }) = self.get(index).cloned() else { return };
        let what = content.kind();
        let (offerer, decliner) = (players.name(from).into(), players.name(to).into());
        out.send(to, OfferNotice::YouDecline { what, from: offerer });
        out.send(from, OfferNotice::Declines { who: decliner, what });
        self.discard(out, index);
    }

    /// Withdraws an offer in the name of its maker.
    pub(crate) fn withdraw(&mut self, players: &Players, out: &mut Outbox, index: u32) {
        let Some(Offer { from, to, content, .. }) = self.get(index).cloned() else { return };
        let what = content.kind();
        let (offerer, other) = (players.name(from).into(), players.name(to).into());
        out.send(from, OfferNotice::YouWithdraw { what, to: other });
        out.send(to, OfferNotice::Withdraws { who: offerer, what });
        self.discard(out, index);
    }

    /// Declines the opponent's offers when a player moves.
    pub(crate) fn decline_by_move(
        &mut self,
        players: &Players,
        out: &mut Outbox,
        mover: PlayerId,
        opponent: PlayerId,
    ) {
        let all: Vec<u32> = self
            .of(mover)
            .filter(|o| o.from == opponent && o.to == mover && is_in_game(o.content.kind()))
            .map(|o| o.index)
            .collect();
        for index in all {
            self.decline(players, out, index);
        }
    }

    /// Drops the offers of the players' finished game.
    pub(crate) fn drop_requests(&mut self, out: &mut Outbox, players: &[PlayerId]) {
        let all: BTreeSet<u32> = players
            .iter()
            .flat_map(|id| self.of(*id))
            .filter(|o| players.contains(&o.from) && players.contains(&o.to))
            .filter(|o| is_in_game(o.content.kind()))
            .map(|o| o.index)
            .collect();
        for index in all {
            self.discard(out, index);
        }
    }

    /// Two players begin a game: their challenges from and to others are off.
    pub(crate) fn drop_challenges(
        &mut self,
        players: &Players,
        out: &mut Outbox,
        one: PlayerId,
        other: PlayerId,
    ) {
        for (who, opponent) in [(one, other), (other, one)] {
            let all: Vec<Offer> =
                self.of(who).filter(|o| o.content.kind() == OfferKind::Match).cloned().collect();
            for offer in all {
                let third = if offer.from == who { offer.to } else { offer.from };
                if third != opponent {
                    let (name, with) =
                        (Name::from(players.name(who)), players.name(opponent).into());
                    let third_name = players.name(third).into();
                    if offer.from == who {
                        out.send(third, OfferNotice::ChallengerJoined { who: name, with });
                        out.send(who, OfferNotice::ChallengeWithdrawn { to: third_name });
                    } else {
                        out.send(third, OfferNotice::ChallengedJoined { who: name, with });
                        out.send(who, OfferNotice::ChallengeRemoved { from: third_name });
                    }
                }
                self.discard(out, offer.index);
            }
        }
    }

    /// Drops all offers to and from a player who leaves.
    pub(crate) fn drop_all_of(&mut self, players: &Players, out: &mut Outbox, gone: PlayerId) {
        let all: Vec<Offer> = self.of(gone).cloned().collect();
        for offer in all {
            if offer.content.kind() == OfferKind::Match {
                let who = players.name(gone).into();
                if offer.from == gone {
                    out.send(offer.to, OfferNotice::ChallengerLeft { who });
                } else {
                    out.send(offer.from, OfferNotice::ChallengedLeft { who });
                }
            }
            self.discard(out, offer.index);
        }
    }
}

/// Returns true if offers of a kind are about the game that the two play.
const fn is_in_game(kind: OfferKind) -> bool {
    !matches!(kind, OfferKind::Match | OfferKind::Partner | OfferKind::Simul)
}

/// Returns an offer as one of the two players sees it.
fn as_pending(players: &Players, now: Tick, offer: &Offer, with: PlayerId) -> PendingOffer {
    let what = match &offer.content {
        OfferContent::Match(challenge) => {
            let proposal = proposal(players, now, offer.from, offer.to, challenge);
            Offered::Match(Box::new(proposal))
        }
        OfferContent::Simul { .. } => Offered::Plain(OfferKind::Simul),
        OfferContent::Takeback(plies) => Offered::Takeback(*plies),
        OfferContent::Plain(kind) => Offered::Plain(*kind),
    };
    PendingOffer { index: offer.index, with: players.name(with).into(), what }
}

/// A challenge in the words in which both players see it.
pub(crate) fn proposal(
    players: &Players,
    now: Tick,
    from: PlayerId,
    to: PlayerId,
    what: &Challenge,
) -> Proposal {
    let category = what.category();
    let clock = |control: Control| {
        (control.whole_minutes() as u32, control.increment.whole_seconds() as u32)
    };
    let ByColor { white, black } = what.controls;
    let board =
        matches!(what.kind, GameKind::Wild(_) | GameKind::FischerRandom | GameKind::Board(_))
            .then(|| what.kind.type_name(what.controls).to_owned());
    Proposal {
        from: players.name(from).into(),
        from_rating: players.shown_rating(now, from, category),
        color: what.color,
        to: players.name(to).into(),
        to_rating: players.shown_rating(now, to, category),
        rated: what.rated,
        category: category.to_string(),
        time: (category != Category::Untimed).then(|| clock(white)),
        odds: (white != black).then(|| clock(black)),
        board,
        adjourned: what.adjourned.is_some(),
    }
}

#[cfg(test)]
mod tests {
    use partie_wire::notice::Notice;

    use super::*;
    use crate::test_club;

    const DRAW: OfferContent = OfferContent::Plain(OfferKind::Draw);
    const PARTNER: OfferContent = OfferContent::Plain(OfferKind::Partner);

    /// The numbers of the connections that get a notice of the end of an offer.
    fn told_of_the_end(out: &mut Outbox, index: u32) -> Vec<u64> {
        let removed = Notice::PendInfo(PendInfo::Removed(index));
        let notices = out.take_notices().into_iter();
        notices.filter(|(_, notice)| *notice == removed).map(|(to, _)| to).collect()
    }

    #[test]
    fn both_players_know_an_offer_until_it_is_declined() {
        let (players, mut out, [anna, boris]) = test_club::online(["Anna", "Boris"]);
        let mut offers = Offers::default();
        offers.make(&players, &mut out, anna, boris, DRAW);
        assert!(offers.between(anna, boris, OfferKind::Draw).is_some());
        assert_eq!(offers.of(anna).chain(offers.of(boris)).count(), 2);
        assert_eq!(out.take_notices().len(), 2);
        offers.decline(&players, &mut out, 1);
        assert_eq!(told_of_the_end(&mut out, 1), [0, 1]);
        assert_eq!(offers.of(anna).chain(offers.of(boris)).count(), 0);
    }

    #[test]
    fn a_number_rests_for_a_minute() {
        let (players, mut out, [anna, boris]) = test_club::online(["Anna", "Boris"]);
        let mut offers = Offers::default();
        let mut indexes = Vec::new();
        for seconds in [0, 59, 60] {
            out.begin(Tick(0) + Span::seconds(seconds));
            offers.make(&players, &mut out, anna, boris, DRAW);
            let index = offers.of(anna).next().map(|o| o.index).expect("an offer");
            offers.withdraw(&players, &mut out, index);
            indexes.push(index);
        }
        assert_eq!(indexes, [1, 2, 1]);
    }

    #[test]
    fn a_move_declines_what_the_opponent_asked_for_in_the_game() {
        let (players, mut out, [anna, boris]) = test_club::online(["Anna", "Boris"]);
        let mut offers = Offers::default();
        offers.make(&players, &mut out, anna, boris, DRAW);
        offers.make(&players, &mut out, anna, boris, PARTNER);
        offers.make(&players, &mut out, boris, anna, DRAW);
        offers.decline_by_move(&players, &mut out, boris, anna);
        let left: Vec<u32> = offers.of(boris).map(|o| o.index).collect();
        assert_eq!(left, [2, 3]);
    }

    #[test]
    fn the_end_of_a_game_ends_the_requests_in_it() {
        let (players, mut out, [anna, boris, cecil]) =
            test_club::online(["Anna", "Boris", "Cecil"]);
        let mut offers = Offers::default();
        offers.make(&players, &mut out, anna, boris, DRAW);
        offers.make(&players, &mut out, boris, cecil, DRAW);
        offers.make(&players, &mut out, anna, boris, PARTNER);
        offers.drop_requests(&mut out, &[anna, boris]);
        let left: Vec<u32> = offers.of(boris).map(|o| o.index).collect();
        assert_eq!(left, [2, 3]);
        offers.drop_all_of(&players, &mut out, boris);
        assert_eq!(offers.of(anna).chain(offers.of(cecil)).count(), 0);
    }
}
