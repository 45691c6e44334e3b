//! Ads for games: posted, changed, removed, answered.

use std::collections::BTreeSet;

use partie_wire::{
    command::{matching::Wanted, seek::SeekCommand},
    fields,
    notice::seek::SeekNotice,
};

use crate::{
    challenge::Challenge,
    command::matching,
    game::begin_match,
    players::{find, player::Activity},
    seek::{self, MOST_SEEKS, Seek},
    state::State,
};

/// Every rating.
const ANY: (u32, u32) = (0, 9999);

pub(crate) fn seek_command(state: &mut State, command: SeekCommand) {
    let who = state.out.who;
    match command {
        SeekCommand::Seek(wanted) => seek(state, &wanted),
        SeekCommand::Getgame(wanted) => getgame(state, &wanted),
        SeekCommand::Unseek(index) => unseek(state, index),
        SeekCommand::Sought { all } => state.seeks.show(&state.players, &mut state.out, who, all),
        SeekCommand::Play(ad) => play_seek(state, &ad),
    }
}

/// Returns true if a player may seek now; else reports why not.
fn may_seek(state: &mut State) -> bool {
    let refusal = match state.players.activity(state.out.who) {
        Activity::Playing(_) => SeekNotice::WhilePlaying,
        Activity::Examining(_) => SeekNotice::WhileExamining,
        Activity::Free => return true,
    };
    state.out.reply(refusal);
    false
}

/// `seek`.
fn seek(state: &mut State, wanted: &Wanted) {
    let who = state.out.who;
    if !may_seek(state) {
        return;
    }
    let Some(challenge) = matching::challenge_of(state, who, wanted) else { return };
    if let Some(refusal) = seek::cannot_be_sought(challenge.kind) {
        return state.out.reply(refusal);
    }
    let seek = Seek {
        index: state.seeks.free_index(),
        from: who,
        challenge,
        range: wanted.range.unwrap_or(ANY),
        manual: wanted.manual.unwrap_or(false),
        formula: wanted.formula,
        seen: BTreeSet::new(),
    };
    if let Some(index) = state.seeks.fitting(&state.players, state.out.now, &seek) {
        return meet(state, index);
    }
    let before = state.seeks.of(who).find(|s| s.challenge == seek.challenge).cloned();
    if let Some(before) = before {
        return update_seek(state, &before, seek);
    }
    if state.seeks.of(who).count() >= MOST_SEEKS {
        return state.out.reply(SeekNotice::TooMany { most: MOST_SEEKS as u32 });
    }
    let index = seek.index;
    state.seeks.insert(seek);
    let seen = state.seeks.announce(&state.players, &mut state.out, index);
    state.out.reply(SeekNotice::Posted { index });
    state.out.reply(SeekNotice::SeenBy { players: fields::Players(seen) });
}

/// `getgame`: answers the matching ad whose player is nearest in strength; if there is none, posts
/// the player's own.
fn getgame(state: &mut State, wanted: &Wanted) {
    let who = state.out.who;
    if !may_seek(state) {
        return;
    }
    let Some(challenge) = matching::challenge_of(state, who, wanted) else { return };
    let fits = |seek: &&Seek| {
        let theirs = &seek.challenge;
        let timed = wanted.minutes.is_none() || theirs.controls == challenge.controls;
        let color = challenge.color.is_none_or(|c| theirs.color != Some(c));
        let strength = state.players.rating_number(state.out.now, seek.from, theirs.category());
        let (low, high) = wanted.range.unwrap_or(ANY);
        !seek.manual
            && theirs.kind == challenge.kind
            && timed
            && color
            && wanted.rated.is_none_or(|rated| rated == theirs.rated)
            && (low..=high).contains(&strength)
            && seek::may_answer(&state.players, state.out.now, who, seek).is_ok()
    };
    let distance = |seek: &&Seek| {
        let category = seek.challenge.category();
        let (mine, theirs) = (
            state.players.rating_number(state.out.now, who, category),
            state.players.rating_number(state.out.now, seek.from, category),
        );
        (mine.abs_diff(theirs), seek.index)
    };
    let Some(seek) = state.seeks.iter().filter(fits).min_by_key(distance).cloned() else {
        return seek(state, wanted);
    };
    let (mine, theirs) = (state.players.name(who).into(), state.players.name(seek.from).into());
    state.out.reply(SeekNotice::Got { whose: theirs });
    state.out.send(seek.from, SeekNotice::Qualifies { whose: mine });
    let color = seek.challenge.color.or(challenge.color.map(|c| !c));
    begin_match::begin_match(state, seek.from, who, &Challenge { color, ..seek.challenge });
}

/// Two ads fit each other: their players begin.
fn meet(state: &mut State, index: u32) {
    let who = state.out.who;
    let Some(seek) = state.seeks.get(index).cloned() else { return };
    let (mine, theirs) = (state.players.name(who).into(), state.players.name(seek.from).into());
    state.out.reply(SeekNotice::Matches { whose: theirs });
    state.out.send(seek.from, SeekNotice::Matched { who: mine });
    begin_match::begin_match(state, seek.from, who, &seek.challenge);
}

/// The same game with other conditions.
fn update_seek(state: &mut State, before: &Seek, after: Seek) {
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
        return state.out.send(who, SeekNotice::AlreadyPosted { index });
    }
    state.seeks.withdraw(&state.players, &mut state.out, &[index]);
    state.seeks.insert(Seek { index, ..after });
    let seen = state.seeks.announce(&state.players, &mut state.out, index);
    state.out.send(who, SeekNotice::Updating { index, changes: changes.join(", ") });
    state.out.send(who, SeekNotice::SeenBy { players: fields::Players(seen) });
}

/// `unseek`.
fn unseek(state: &mut State, index: Option<u32>) {
    let own: Vec<u32> = state.seeks.of(state.out.who).map(|s| s.index).collect();
    let (gone, notice) = match index {
        None if own.is_empty() => (own, SeekNotice::NoSeeks),
        None => (own, SeekNotice::AllRemoved),
        Some(index) if own.contains(&index) => (vec![index], SeekNotice::Removed { index }),
        Some(index) => (Vec::new(), SeekNotice::NotYours { index }),
    };
    state.seeks.withdraw(&state.players, &mut state.out, &gone);
    state.out.reply(notice);
}

/// `play`.
fn play_seek(state: &mut State, ad: &str) {
    let who = state.out.who;
    if !may_seek(state) {
        return;
    }
    let Some(index) = meant_seek(state, ad) else { return };
    let Some(seek) = state.seeks.get(index).cloned() else {
        return state.out.reply(SeekNotice::NotAvailable);
    };
    if let Err(refusal) = seek::may_answer(&state.players, state.out.now, who, &seek) {
        return state.out.reply(refusal);
    }
    if seek.manual {
        state.out.reply(SeekNotice::Manual);
        matching::challenge(state, who, seek.from, seek.challenge.for_the_other_side());
    } else {
        let name = state.players.name(who).into();
        state.out.send(seek.from, SeekNotice::Accepts { who: name });
        begin_match::begin_match(state, seek.from, who, &seek.challenge);
    }
}

/// The ad of a number or a player; else reports that there is none.
fn meant_seek(state: &mut State, ad: &str) -> Option<u32> {
    let who = state.out.who;
    if ad.bytes().all(|b| b.is_ascii_digit()) {
        return Some(ad.parse().unwrap_or(u32::MAX));
    }
    let player = find::find_online(state, who, ad)?;
    let all: Vec<u32> = state.seeks.of(player).map(|s| s.index).collect();
    let name = state.players.name(player).into();
    match all[..] {
        [one] => return Some(one),
        [] => state.out.reply(SeekNotice::HasNone { who: name }),
        _ => state.out.reply(SeekNotice::Several { who: name }),
    }
    None
}
