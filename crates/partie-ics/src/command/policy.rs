//! The server policy: filtered addresses, the quota of shouts, the number of players.

use partie_wire::notice::admin::AdminNotice;

use crate::{change::Change, output::Output, state::State, time::Span};

/// The longest text that is taken for an address.
const LONGEST_ADDRESS: usize = 64;

/// Returns true if a text can be an address, or the beginning of one before `*`.
fn is_address(text: &str) -> bool {
    let begin = text.strip_suffix('*').unwrap_or(text);
    let good = |c: char| c.is_ascii_hexdigit() || ".:%[]".contains(c);
    (!begin.is_empty() || text == "*")
        && text.len() <= LONGEST_ADDRESS
        && begin.chars().all(good)
        && (begin.contains(['.', ':']) || text == "*")
}

/// Stores the server policy after a change.
fn store_policy(state: &mut State) {
    let policy = Box::new(state.admin.policy.clone());
    state.out.emit(Output::Store(Change::Policy(policy)));
}

/// `filter`: guests from an address are kept out, or let in again.
pub(crate) fn filter(state: &mut State, address: Option<String>) {
    let filters = &mut state.admin.policy.filters;
    let Some(address) = address else {
        let addresses: Vec<&str> = filters.iter().map(String::as_str).collect();
        let notice = if addresses.is_empty() {
            AdminNotice::NoFilters
        } else {
            AdminNotice::Filters { addresses: addresses.join(" ") }
        };
        return state.out.reply(notice);
    };
    if !is_address(&address) {
        return state.out.refuse(AdminNotice::BadAddress { address });
    }
    let notice = if filters.remove(&address) {
        AdminNotice::Unfiltered { address }
    } else {
        filters.insert(address.clone());
        AdminNotice::Filtered { address }
    };
    store_policy(state);
    state.out.reply(notice);
}

/// `quota`: the time in which one may shout twice.
pub(crate) fn quota(state: &mut State, seconds: Option<u32>) {
    if let Some(seconds) = seconds {
        state.admin.policy.quota = Span::seconds(i64::from(seconds));
        store_policy(state);
    }
    let seconds = state.admin.policy.quota.whole_seconds() as u32;
    state.out.reply(if seconds == 0 {
        AdminNotice::NoQuota
    } else {
        AdminNotice::Quota { seconds }
    });
}

/// `asetmaxplayer`.
pub(crate) fn max_players(state: &mut State, number: Option<u32>) {
    if let Some(number) = number {
        state.admin.policy.most_players = (number > 0).then_some(number);
        store_policy(state);
    }
    state.out.reply(match state.admin.policy.most_players {
        Some(number) => AdminNotice::MaxPlayers { number },
        None => AdminNotice::NoMaxPlayers,
    });
}
