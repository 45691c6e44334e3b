//! Ads for games: posted, changed, removed, answered.

use std::collections::BTreeSet;

use partie_wire::{
    command::{matching::Wanted, seek::SeekCommand},
    fields::Players,
    notice::seek::SeekNotice,
};

use crate::{
    Ics,
    challenge::Challenge,
    players::{Activity, PlayerId},
    seek::{MOST_SEEKS, Seek},
};

/// Every rating.
const ANY: (u32, u32) = (0, 9999);

impl Ics {
    pub(super) fn seek_command(&mut self, who: PlayerId, command: SeekCommand) {
        match command {
            SeekCommand::Seek { wanted } => self.seek(who, &wanted),
            SeekCommand::Getgame { wanted } => self.getgame(who, &wanted),
            SeekCommand::Unseek { index } => self.unseek(who, index),
            SeekCommand::Sought { all } => self.show_sought(who, all),
            SeekCommand::Play { ad } => self.play_seek(who, &ad),
        }
    }

    /// Returns true if a player may seek now; else reports why not.
    fn may_seek(&mut self, who: PlayerId) -> bool {
        let refusal = match self.activity(who) {
            Activity::Playing(_) => SeekNotice::WhilePlaying,
            Activity::Examining(_) => SeekNotice::WhileExamining,
            Activity::Free => return true,
        };
        self.out.send(who, refusal);
        false
    }

    /// `seek`.
    fn seek(&mut self, who: PlayerId, wanted: &Wanted) {
        if !self.may_seek(who) {
            return;
        }
        let Some(challenge) = self.challenge_of(who, wanted) else { return };
        if let Some(refusal) = Ics::cannot_be_sought(challenge.kind) {
            self.out.send(who, refusal);
            return;
        }
        let seek = Seek {
            index: self.seeks.free_index(),
            from: who,
            challenge,
            range: wanted.range.unwrap_or(ANY),
            manual: wanted.manual.unwrap_or(false),
            formula: wanted.formula,
            seen: BTreeSet::new(),
        };
        if let Some(index) = self.fitting_seek(&seek) {
            self.meet(who, index);
            return;
        }
        let before = self.seeks.of(who).find(|s| s.challenge == seek.challenge).cloned();
        if let Some(before) = before {
            self.update_seek(&before, seek);
            return;
        }
        if self.seeks.of(who).count() >= MOST_SEEKS {
            self.out.send(who, SeekNotice::TooMany { most: MOST_SEEKS as u32 });
            return;
        }
        let index = seek.index;
        self.seeks.insert(seek);
        let seen = self.announce_seek(index);
        self.out.send(who, SeekNotice::Posted { index });
        self.out.send(who, SeekNotice::SeenBy { players: Players(seen) });
    }

    /// `getgame`: the ad whose player is nearest in strength, among those that are as
    /// wanted; where there is none, the player's own is posted.
    fn getgame(&mut self, who: PlayerId, wanted: &Wanted) {
        if !self.may_seek(who) {
            return;
        }
        let Some(challenge) = self.challenge_of(who, wanted) else { return };
        let fits = |seek: &&Seek| {
            let theirs = &seek.challenge;
            let timed = wanted.minutes.is_none() || theirs.controls == challenge.controls;
            let color = challenge.color.is_none_or(|c| theirs.color != Some(c));
            let strength = self.rating_number(seek.from, theirs.category());
            let (low, high) = wanted.range.unwrap_or(ANY);
            !seek.manual
                && theirs.kind == challenge.kind
                && timed
                && color
                && wanted.rated.is_none_or(|rated| rated == theirs.rated)
                && (low..=high).contains(&strength)
                && self.may_answer(who, seek).is_ok()
        };
        let distance = |seek: &&Seek| {
            let category = seek.challenge.category();
            let (mine, theirs) =
                (self.rating_number(who, category), self.rating_number(seek.from, category));
            (mine.abs_diff(theirs), seek.index)
        };
        let Some(seek) = self.seeks.iter().filter(fits).min_by_key(distance).cloned() else {
            return self.seek(who, wanted);
        };
        let (mine, theirs) = (self.name(who).into(), self.name(seek.from).into());
        self.out.send(who, SeekNotice::Got { whose: theirs });
        self.out.send(seek.from, SeekNotice::Qualifies { whose: mine });
        let color = seek.challenge.color.or(challenge.color.map(|c| !c));
        self.begin_match(seek.from, who, &Challenge { color, ..seek.challenge });
    }

    /// Two ads fit each other: their players begin.
    fn meet(&mut self, who: PlayerId, index: u32) {
        let Some(seek) = self.seeks.get(index).cloned() else { return };
        let (mine, theirs) = (self.name(who).into(), self.name(seek.from).into());
        self.out.send(who, SeekNotice::Matches { whose: theirs });
        self.out.send(seek.from, SeekNotice::Matched { who: mine });
        self.begin_match(seek.from, who, &seek.challenge);
    }

    /// The same game with other conditions.
    fn update_seek(&mut self, before: &Seek, after: Seek) {
        let (who, index) = (before.from, before.index);
        let mut changes: Vec<String> = Vec::new();
        if after.range != before.range {
            changes.push(format!("rating range now {}-{}", after.range.0, after.range.1));
        }
        if after.manual != before.manual {
            changes.push(if after.manual { "manual now" } else { "automatic now" }.to_owned());
        }
        if after.formula != before.formula {
            let words = if after.formula { "formula checked now" } else { "formula ignored now" };
            changes.push(words.to_owned());
        }
        if changes.is_empty() {
            self.out.send(who, SeekNotice::AlreadyPosted { index });
            return;
        }
        self.remove_seeks(&[index]);
        self.seeks.insert(Seek { index, ..after });
        let seen = self.announce_seek(index);
        self.out.send(who, SeekNotice::Updating { index, changes: changes.join(", ") });
        self.out.send(who, SeekNotice::SeenBy { players: Players(seen) });
    }

    /// `unseek`.
    fn unseek(&mut self, who: PlayerId, index: Option<u32>) {
        let own: Vec<u32> = self.seeks.of(who).map(|s| s.index).collect();
        let (gone, notice) = match index {
            None if own.is_empty() => (own, SeekNotice::NoSeeks),
            None => (own, SeekNotice::AllRemoved),
            Some(index) if own.contains(&index) => (vec![index], SeekNotice::Removed { index }),
            Some(index) => (Vec::new(), SeekNotice::NotYours { index }),
        };
        self.remove_seeks(&gone);
        self.out.send(who, notice);
    }

    /// `play`.
    fn play_seek(&mut self, who: PlayerId, ad: &str) {
        if !self.may_seek(who) {
            return;
        }
        let Some(index) = self.meant_seek(who, ad) else { return };
        let Some(seek) = self.seeks.get(index).cloned() else {
            self.out.send(who, SeekNotice::NotAvailable);
            return;
        };
        if let Err(refusal) = self.may_answer(who, &seek) {
            self.out.send(who, refusal);
            return;
        }
        if seek.manual {
            self.out.send(who, SeekNotice::Manual);
            self.challenge(who, seek.from, seek.challenge.from_the_other_side());
        } else {
            let name = self.name(who).into();
            self.out.send(seek.from, SeekNotice::Accepts { who: name });
            self.begin_match(seek.from, who, &seek.challenge);
        }
    }

    /// The ad of a number or a player; else reports that there is none.
    fn meant_seek(&mut self, who: PlayerId, ad: &str) -> Option<u32> {
        if ad.bytes().all(|b| b.is_ascii_digit()) {
            return Some(ad.parse().unwrap_or(u32::MAX));
        }
        let player = self.find_online(who, ad)?;
        let all: Vec<u32> = self.seeks.of(player).map(|s| s.index).collect();
        let name = self.name(player).into();
        match all[..] {
            [one] => return Some(one),
            [] => self.out.send(who, SeekNotice::HasNone { who: name }),
            _ => self.out.send(who, SeekNotice::Several { who: name }),
        }
        None
    }
}
