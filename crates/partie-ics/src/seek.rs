//! Ads for games: who posts them, who sees them, which two fit each other.
//!
//! An ad is shown to those who may answer it. Players see no ads while they play; when
//! the game is over, programs that follow the ads get all of them anew.

use std::collections::{BTreeMap, BTreeSet};

use partie_wire::{
    ivars::Ivar,
    notice::{
        seek::SeekNotice,
        seek_ads::{Ad, AdNotice, SoughtAd},
    },
    variables::Variable,
};

use crate::{
    Ics,
    category::Kind,
    challenge::Challenge,
    players::{Activity, PlayerId},
};

/// Maximum number of ads per player.
pub const MOST_SEEKS: usize = 3;

/// An ad for a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Seek {
    /// Its number. Numbers are used again.
    pub index: u32,
    /// The seeker.
    pub from: PlayerId,
    /// The game sought.
    pub challenge: Challenge,
    /// The ratings that may answer, both ends included.
    pub range: (u32, u32),
    /// Set if the seeker confirms each answer.
    pub manual: bool,
    /// Set if the seeker's formula applies.
    pub formula: bool,
    /// The players to whom it was shown.
    pub(crate) seen: BTreeSet<PlayerId>,
}

/// All seek ads.
#[derive(Clone, Debug, Default)]
pub struct Seeks {
    all: BTreeMap<u32, Seek>,
}

impl Seeks {
    /// An ad by its number.
    #[must_use]
    pub fn get(&self, index: u32) -> Option<&Seek> {
        self.all.get(&index)
    }

    /// All in the order of their numbers.
    pub fn iter(&self) -> impl Iterator<Item = &Seek> {
        self.all.values()
    }

    /// The ads of a player.
    pub fn of(&self, who: PlayerId) -> impl Iterator<Item = &Seek> {
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
}

impl Ics {
    /// An ad as it is shown.
    pub(crate) fn ad(&self, seek: &Seek) -> Ad {
        let Challenge { kind, controls, rated, color, .. } = &seek.challenge;
        Ad {
            index: seek.index,
            name: self.name(seek.from).into(),
            titles: self.titles(seek.from).bits(),
            rating: self.shown_rating(seek.from, seek.challenge.category()),
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
    pub(crate) fn may_answer(&self, who: PlayerId, seek: &Seek) -> Result<(), SeekNotice> {
        if seek.from == who {
            return Err(SeekNotice::YourOwn);
        }
        if self.activity(seek.from) != Activity::Free || self.refuses(who, seek.from).is_some() {
            return Err(SeekNotice::NotAvailable);
        }
        if seek.challenge.rated && !self.is_registered(who) {
            return Err(SeekNotice::OnlyRegistered);
        }
        let (low, high) = seek.range;
        if !(low..=high).contains(&self.rating_number(who, seek.challenge.category())) {
            return Err(SeekNotice::OutOfRange { low, high });
        }
        let as_asked = seek.challenge.from_the_other_side();
        if seek.formula && !self.fits_formula(seek.from, who, &as_asked) {
            return Err(SeekNotice::NotAvailable);
        }
        Ok(())
    }

    /// The first ad of another that fits the player's own, so that both can begin at once.
    pub(crate) fn fitting_seek(&self, seek: &Seek) -> Option<u32> {
        let fits = |other: &&Seek| {
            !other.manual
                && seek.challenge.meets(&other.challenge)
                && self.may_answer(seek.from, other).is_ok()
                && self.may_answer(other.from, seek).is_ok()
        };
        if seek.manual { None } else { self.seeks.iter().find(fits).map(|other| other.index) }
    }

    /// Shows a new or changed ad to those who may answer it, and returns their number.
    pub(crate) fn announce_seek(&mut self, index: u32) -> usize {
        let Some(seek) = self.seeks.get(index) else { return 0 };
        let (ad, owner) = (self.ad(seek), seek.from);
        let viewers: Vec<PlayerId> = self
            .players
            .online()
            .map(|p| p.id)
            .filter(|id| self.follows_seeks(*id) && self.may_answer(*id, seek).is_ok())
            .collect();
        let own = if self.wants(owner, Variable::Showownseek) {
            AdNotice::Posted(ad.clone())
        } else {
            AdNotice::Own(ad.clone())
        };
        self.out.send(owner, own);
        for id in &viewers {
            let ad = ad.clone();
            let sentence = self.wants(*id, Variable::Seek);
            self.out.send(*id, if sentence { AdNotice::Posted(ad) } else { AdNotice::Listed(ad) });
        }
        let owner_sees = self.sees_own_seeks(owner).then_some(owner);
        let count = viewers.len();
        if let Some(seek) = self.seeks.get_mut(index) {
            seek.seen.extend(viewers.into_iter().chain(owner_sees));
        }
        count
    }

    /// Returns true if ads are shown to a player now: as sentences (`set seek 1`), or to their
    /// program (`iset seekinfo 1`). A program may want the lines without the sentences.
    fn follows_seeks(&self, who: PlayerId) -> bool {
        (self.wants(who, Variable::Seek) || self.has_ivar(who, Ivar::Seekinfo))
            && !matches!(self.activity(who), Activity::Playing(_))
    }

    fn has_ivar(&self, who: PlayerId, ivar: Ivar) -> bool {
        self.online(who).is_some_and(|p| p.display.ivars.has(ivar))
    }

    /// Returns true if a player sees their own ads.
    fn sees_own_seeks(&self, who: PlayerId) -> bool {
        self.wants(who, Variable::Showownseek)
            || (self.has_ivar(who, Ivar::Seekinfo) && self.has_ivar(who, Ivar::Showownseek))
    }

    /// Removes ads, and notifies everyone who has seen them.
    pub(crate) fn remove_seeks(&mut self, indexes: &[u32]) {
        let mut gone: BTreeMap<PlayerId, Vec<u32>> = BTreeMap::new();
        for index in indexes {
            if let Some(seek) = self.seeks.remove(*index) {
                for viewer in seek.seen {
                    gone.entry(viewer).or_default().push(*index);
                }
            }
        }
        for (viewer, indexes) in gone {
            let shown =
                self.wants(viewer, Variable::Seek) || self.has_ivar(viewer, Ivar::Seekremove);
            if shown && self.follows_seeks(viewer) {
                self.out.send(viewer, AdNotice::Removed(indexes));
            }
        }
    }

    /// Removes all ads of some players.
    pub(crate) fn remove_seeks_of(&mut self, players: &[PlayerId]) {
        let all: Vec<u32> =
            self.seeks.iter().filter(|s| players.contains(&s.from)).map(|s| s.index).collect();
        self.remove_seeks(&all);
    }

    /// Sends a program that follows the ads all of them; its own are `<sn>` here too, which
    /// is how a program learns of an ad that it posted before.
    pub(crate) fn list_seeks(&mut self, who: PlayerId) {
        if !self.has_ivar(who, Ivar::Seekinfo) || !self.follows_seeks(who) {
            return;
        }
        let all: Vec<(u32, Ad)> = self
            .seeks
            .iter()
            .filter(|seek| seek.from != who && self.may_answer(who, seek).is_ok())
            .map(|seek| (seek.index, self.ad(seek)))
            .collect();
        self.out.send(who, AdNotice::Cleared);
        for (index, ad) in all {
            self.out.send(who, AdNotice::Listed(ad));
            if let Some(seek) = self.seeks.get_mut(index) {
                seek.seen.insert(who);
            }
        }
        self.list_own_seeks(who);
    }

    /// Sends a program that follows the ads its own, where it wants them.
    pub(crate) fn list_own_seeks(&mut self, who: PlayerId) {
        let wanted = self.has_ivar(who, Ivar::Seekinfo) && self.has_ivar(who, Ivar::Showownseek);
        if !wanted || !self.follows_seeks(who) {
            return;
        }
        let own: Vec<(u32, Ad)> = self
            .seeks
            .iter()
            .filter(|seek| seek.from == who)
            .map(|seek| (seek.index, self.ad(seek)))
            .collect();
        for (index, ad) in own {
            self.out.send(who, AdNotice::Own(ad));
            if let Some(seek) = self.seeks.get_mut(index) {
                seek.seen.insert(who);
            }
        }
    }

    /// The answer to `sought`: the ads that a player may answer and their own, or all.
    pub(crate) fn show_sought(&mut self, who: PlayerId, all: bool) {
        let ads = self
            .seeks
            .iter()
            .filter(|s| self.activity(s.from) == Activity::Free)
            .filter(|s| all || s.from == who || self.may_answer(who, s).is_ok())
            .map(|s| SoughtAd {
                ad: self.ad(s),
                titles: self.player(s.from).map(|p| p.titled().titles).unwrap_or_default(),
            })
            .collect();
        self.out.send(who, AdNotice::Sought(ads));
    }

    /// Why a game of this kind cannot be sought; `None` if it can.
    pub(crate) fn cannot_be_sought(kind: Kind) -> Option<SeekNotice> {
        match kind {
            Kind::Bughouse => Some(SeekNotice::NotBughouse),
            Kind::Board(board) => Some(SeekNotice::NotFromBoard { board: board.name().to_owned() }),
            _ => None,
        }
    }
}
