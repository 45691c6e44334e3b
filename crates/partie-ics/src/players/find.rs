//! Finding the players named in commands; if there is none, the answer says why.

use partie_wire::notice::{admin::AdminNotice, players::Names, session::SessionNotice};

use crate::{ids::PlayerId, lists::List, players::NameMatch, state::State};

/// A name that may mean several players.
pub(crate) fn ambiguous(name: &str, names: &[String]) -> SessionNotice {
    SessionNotice::AmbiguousName {
        name: name.to_owned(),
        count: Names(names.len()),
        names: names.join(" "),
    }
}

/// Returns true if a handle may begin so.
pub(crate) fn is_begun_handle(text: &str) -> bool {
    (1..=17).contains(&text.len()) && text.bytes().all(|b| b.is_ascii_alphabetic())
}

/// The player online whom a name or its beginning means; else reports that there is none.
pub(crate) fn find_online(state: &mut State, asker: PlayerId, name: &str) -> Option<PlayerId> {
    let notice = match state.players.match_online(name) {
        NameMatch::One(id) => return Some(id),
        NameMatch::Many(names) => ambiguous(name, &names),
        NameMatch::Nobody if is_begun_handle(name) => {
            SessionNotice::NotOnline { name: name.into() }
        }
        NameMatch::Nobody => SessionNotice::NotAHandle { name: name.to_owned() },
    };
    state.out.refused = true;
    state.out.send(asker, notice);
    None
}

/// Finds another player online on whom an administrator may act; else reports why not.
pub(crate) fn find_ruled(state: &mut State, name: &str) -> Option<PlayerId> {
    let who = state.out.who;
    let id = find_online(state, who, name)?;
    if id == who {
        state.out.refuse(AdminNotice::NotYourself);
        return None;
    }
    may_rule(state, id).then_some(id)
}

/// Returns true if `who` may act on `other`: by a higher level, or on themselves. Else reports
/// why not.
pub(crate) fn may_rule(state: &mut State, other: PlayerId) -> bool {
    let who = state.out.who;
    let may = who == other || state.players.level(who) > state.players.level(other);
    if !may {
        state.out.refuse(AdminNotice::TooHigh { name: state.players.name(other).into() });
    }
    may
}

/// Returns true if the player is muzzled everywhere, and reports it.
pub(crate) fn is_gagged(state: &mut State) -> bool {
    let gagged = state.players.get(state.out.who).is_some_and(|p| p.is(List::Gmuzzle));
    if gagged {
        state.out.reply(AdminNotice::Gagged);
    }
    gagged
}

/// The player whom a name or its beginning means, on or not; no name: the asker.
pub(crate) fn find_known(state: &mut State, name: Option<&str>) -> Option<PlayerId> {
    let Some(name) = name else { return Some(state.out.who) };
    let online = state.players.match_online(name);
    let known = state.players.match_name(name, |_| true);
    // A whole name means that player; a beginning prefers players online.
    let meant = match (&known, &online) {
        (NameMatch::One(id), _) if state.players.name(*id).eq_ignore_ascii_case(name) => known,
        (_, NameMatch::Nobody) => known,
        _ => online,
    };
    let notice = match meant {
        NameMatch::One(id) => return Some(id),
        NameMatch::Many(names) => ambiguous(name, &names),
        NameMatch::Nobody if !is_begun_handle(name) => {
            SessionNotice::NotAHandle { name: name.to_owned() }
        }
        NameMatch::Nobody => SessionNotice::NoSuchPlayer { name: name.to_owned() },
    };
    state.out.refuse(notice);
    None
}
