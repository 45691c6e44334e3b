//! Ads for games: posting, visibility and matching.
//!
//! An ad is shown to players who may answer it. Players see no ads while they play; when the game
//! is over, programs that follow the ads get all of them anew.

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::Arc,
};

use partie_wire::{
    ivars::Ivar,
    notice::{
        Notice,
        seek::SeekNotice,
        seek_ads::{Ad, AdNotice, SoughtAd},
    },
    variables::Variable,
};

use crate::{
    category::GameKind,
    challenge::Challenge,
    ids::PlayerId,
    match_filter,
    outbox::Outbox,
    players::{Players, player::Activity},
    time::Tick,
};

/// Maximum number of ads per player.
pub(crate) const MOST_SEEKS: usize = 3;

/// An ad for a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Seek {
    /// Its number. Numbers are used again.
    pub(crate) index: u32,
    /// The seeker.
    pub(crate) from: PlayerId,
    /// The game sought.
    pub(crate) challenge: Challenge,
    /// The ratings that may answer, both ends included.
    pub(crate) range: (u32, u32),
    /// Set if the seeker confirms each answer.
    pub(crate) manual: bool,
    /// Set if the seeker's formula applies.
    pub(crate) formula: bool,
    /// The players to whom it was shown.
    pub(crate) seen: BTreeSet<PlayerId>,
}

/// All seek ads.
#[derive(Clone, Debug, Default)]
pub(crate) struct Seeks {
    all: BTreeMap<u32, Seek>,
}

impl Seeks {
    /// An ad by its number.
    pub(crate) fn get(&self, index: u32) -> Option<&Seek> {
        self.all.get(&index)
    }

    /// All in the order of their numbers.
    pub(crate) fn iter(&self) -> impl Iterator<Item = &Seek> {
        self.all.values()
    }

    /// The ads of a player.
    pub(crate) fn of(&self, who: PlayerId) -> impl Iterator<Item = &Seek> {
        self.iter().filter(move |s| s.from == who)
    }

    pub(crate) fn get_mut(&mut self, index: u32) -> Option<&mut Seek> {
        self.all.get_mut(&index)
    }

    /// The least number that is free.
    pub(crate) fn free_index(&self) -> u32 {
        let taken = self.all.keys().copied();
        (1..).zip(taken.chain([u32::MAX])).find(|(n, t)| n != t).map_or(1, |(n, _)| n)
    }

    pub(crate) fn insert(&mut self, seek: Seek) {
        self.all.insert(seek.index, seek);
    }

    pub(crate) fn remove(&mut self, index: u32) -> Option<Seek> {
        self.all.remove(&index)
    }

    /// The first ad of another that fits the player's own, so that both can begin at once.
    pub(crate) fn fitting(&self, players: &Players, now: Tick, seek: &Seek) -> Option<u32> {
        let fits = |other: &&Seek| {
            !other.manual
                && seek.challenge.meets(&other.challenge)
                && may_answer(players, now, seek.from, other).is_ok()
                && may_answer(players, now, other.from, seek).is_ok()
        };
        if seek.manual { None } else { self.iter().find(fits).map(|other| other.index) }
    }

    /// Shows a new or changed ad to the players who may answer it, and returns their number.
    pub(crate) fn announce(&mut self, players: &Players, out: &mut Outbox, index: u32) -> usize {
        let Some(seek) = self.get(index) else { return 0 };
        let (ad, owner) = (ad(players, out.now, seek), seek.from);
        let viewers: Vec<PlayerId> = players
            .online()
            .map(|p| p.id)
            .filter(|id| {
                players.follows_seeks(*id) && may_answer(players, out.now, *id, seek).is_ok()
            })
            .collect();
        let own = if players.wants(owner, Variable::Showownseek) {
            AdNotice::Posted(ad.clone())
        } else {
            AdNotice::Own(ad.clone())
        };
        out.send(owner, own);
        let sentence: Arc<[Notice]> = [AdNotice::Posted(ad.clone()).into()].into();
        let line: Arc<[Notice]> = [AdNotice::Listed(ad).into()].into();
        for id in &viewers {
            let wants_sentence = players.wants(*id, Variable::Seek);
            out.share(*id, if wants_sentence { &sentence } else { &line });
        }
        let owner_sees = players.sees_own_seeks(owner).then_some(owner);
        let count = viewers.len();
        if let Some(seek) = self.get_mut(index) {
            seek.seen.extend(viewers.into_iter().chain(owner_sees));
        }
        count
    }

    /// Removes ads, and notifies everyone who has seen them.
    pub(crate) fn withdraw(&mut self, players: &Players, out: &mut Outbox, indexes: &[u32]) {
        let mut gone: BTreeMap<PlayerId, Vec<u32>> = BTreeMap::new();
        for index in indexes {
            if let Some(seek) = self.remove(*index) {
                for viewer in seek.seen {
                    gone.entry(viewer).or_default().push(*index);
                }
            }
        }
        let mut notices: BTreeMap<Vec<u32>, Arc<[Notice]>> = BTreeMap::new();
        for (viewer, indexes) in gone {
            let shown =
                players.wants(viewer, Variable::Seek) || players.has_ivar(viewer, Ivar::Seekremove);
            if shown && players.follows_seeks(viewer) {
                let notice = notices.entry(indexes).or_insert_with_key(|indexes| {
                    [AdNotice::Removed(indexes.clone()).into()].into()
                });
                out.share(viewer, notice);
            }
        }
    }

    /// Removes all ads of some players.
    pub(crate) fn withdraw_all_of(
        &mut self,
        players: &Players,
        out: &mut Outbox,
        ids: &[PlayerId],
    ) {
        let all: Vec<u32> =
            self.iter().filter(|s| ids.contains(&s.from)).map(|s| s.index).collect();
        self.withdraw(players, out, &all);
    }

    /// Sends a program that follows the ads all of them; its own are `<sn>` here too, which
    /// is how a program learns of an ad that it posted before.
    pub(crate) fn list(&mut self, players: &Players, out: &mut Outbox, who: PlayerId) {
        if !players.has_ivar(who, Ivar::Seekinfo) || !players.follows_seeks(who) {
            return;
        }
        out.send(who, AdNotice::Cleared);
        for seek in self.all.values_mut() {
            if seek.from != who && may_answer(players, out.now, who, seek).is_ok() {
                out.send(who, AdNotice::Listed(ad(players, out.now, seek)));
                seek.seen.insert(who);
            }
        }
        self.list_own(players, out, who);
    }

    /// Sends a program that follows the ads its own, where it wants them.
    pub(crate) fn list_own(&mut self, players: &Players, out: &mut Outbox, who: PlayerId) {
        let wanted =
            players.has_ivar(who, Ivar::Seekinfo) && players.has_ivar(who, Ivar::Showownseek);
        if !wanted || !players.follows_seeks(who) {
            return;
        }
        for seek in self.all.values_mut().filter(|seek| seek.from == who) {
            out.send(who, AdNotice::Own(ad(players, out.now, seek)));
            seek.seen.insert(who);
        }
    }

    /// The answer to `sought`: the ads that a player may answer and their own, or all.
    pub(crate) fn show(&self, players: &Players, out: &mut Outbox, who: PlayerId, all: bool) {
        let ads = self
            .iter()
            .filter(|s| players.activity(s.from) == Activity::Free)
            .filter(|s| all || s.from == who || may_answer(players, out.now, who, s).is_ok())
            .map(|s| SoughtAd {
                ad: ad(players, out.now, s),
                titles: players.get(s.from).map(|p| p.titled().titles).unwrap_or_default(),
            })
            .collect();
        out.send(who, AdNotice::Sought(ads));
    }
}

/// An ad as it is shown.
fn ad(players: &Players, now: Tick, seek: &Seek) -> Ad {
    let Challenge { kind, controls, rated, color, .. } = &seek.challenge;
    Ad {
        index: seek.index,
        name: players.name(seek.from).into(),
        titles: players.titles(seek.from).bits(),
        rating: players.shown_rating(now, seek.from, seek.challenge.category()),
        minutes: controls.white.whole_minutes() as u32,
        increment: controls.white.increment.whole_seconds() as u32,
        rated: *rated,
        kind: kind.type_name(*controls).to_owned(),
        color: *color,
        range: seek.range,
        manual: seek.manual,
        formula: seek.formula,
    }
}

/// Returns `Ok` if a player may answer an ad; else the notice that says why not.
pub(crate) fn may_answer(
    players: &Players,
    now: Tick,
    who: PlayerId,
    seek: &Seek,
) -> Result<(), SeekNotice> {
    if seek.from == who {
        return Err(SeekNotice::YourOwn);
    }
    if players.activity(seek.from) != Activity::Free
        || match_filter::refuses(players, who, seek.from).is_some()
    {
        return Err(SeekNotice::NotAvailable);
    }
    if seek.challenge.rated && !players.is_registered(who) {
        return Err(SeekNotice::OnlyRegistered);
    }
    let (low, high) = seek.range;
    if !(low..=high).contains(&players.rating_number(now, who, seek.challenge.category())) {
        return Err(SeekNotice::OutOfRange { low, high });
    }
    let as_asked = seek.challenge.for_the_other_side();
    if seek.formula && !match_filter::fits_formula(players, now, seek.from, who, &as_asked) {
        return Err(SeekNotice::NotAvailable);
    }
    Ok(())
}

/// Returns the reason why a game of this kind cannot be sought; `None` if it can.
pub(crate) fn cannot_be_sought(kind: GameKind) -> Option<SeekNotice> {
    match kind {
        GameKind::Bughouse => Some(SeekNotice::NotBughouse),
        GameKind::Board(board) => Some(SeekNotice::NotFromBoard { board: board.name().to_owned() }),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use partie_core::{ByColor, Color};
    use partie_wire::notice::Notice;

    use super::*;
    use crate::{category::Control, test_club};

    fn seek(index: u32, from: PlayerId, color: Option<Color>) -> Seek {
        let control = Control::fics(5, 0);
        let controls = ByColor { white: control, black: control };
        let kind = GameKind::Chess;
        let challenge = Challenge { kind, controls, rated: false, color, adjourned: None };
        let seen = BTreeSet::new();
        Seek { index, from, challenge, range: (0, 9999), manual: false, formula: false, seen }
    }

    #[test]
    fn the_least_free_number_is_given() {
        let (_, _, [anna]) = test_club::online(["Anna"]);
        let mut seeks = Seeks::default();
        for index in [1, 2, 4] {
            seeks.insert(seek(index, anna, None));
        }
        assert_eq!(seeks.free_index(), 3);
        seeks.remove(1);
        assert_eq!(seeks.free_index(), 1);
    }

    #[test]
    fn two_who_want_the_same_side_do_not_meet() {
        let (players, _, [anna, boris]) = test_club::online(["Anna", "Boris"]);
        let mut seeks = Seeks::default();
        seeks.insert(seek(1, anna, Some(Color::White)));
        let fitting = |color, from| seeks.fitting(&players, Tick(0), &seek(2, from, color));
        assert_eq!(fitting(Some(Color::White), boris), None);
        assert_eq!(fitting(Some(Color::Black), boris), Some(1));
        assert_eq!(fitting(None, boris), Some(1));
        assert_eq!(fitting(None, anna), None, "their own");
    }

    #[test]
    fn only_those_who_saw_an_ad_hear_that_it_is_gone() {
        let (mut players, mut out, [anna, boris, cecil]) =
            test_club::online(["Anna", "Boris", "Cecil"]);
        players.change_online(boris, |online| online.variables.switch(Variable::Seek, true));
        players.change_online(cecil, |online| online.variables.switch(Variable::Seek, false));
        let mut seeks = Seeks::default();
        seeks.insert(seek(1, anna, None));
        assert_eq!(seeks.announce(&players, &mut out, 1), 1);
        out.take_notices();
        seeks.withdraw_all_of(&players, &mut out, &[anna]);
        let removed = Notice::Ad(AdNotice::Removed(vec![1]));
        let told: Vec<u64> = out
            .take_notices()
            .into_iter()
            .filter(|(_, notice)| *notice == removed)
            .map(|(to, _)| to)
            .collect();
        assert!(told.contains(&1) && !told.contains(&2), "{told:?}");
        assert_eq!(seeks.iter().count(), 0);
    }
}
