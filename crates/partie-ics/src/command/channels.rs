//! Channels: members and messages.

use std::collections::BTreeSet;

use partie_wire::{
    fields,
    notice::{
        lists::{ChannelPage, ChannelsOf, ListNotice},
        talk::{Channel, TalkNotice},
    },
    variables::Variable,
};

use crate::{
    channel::{CHANNELS, OF_GUESTS, channel},
    ids::PlayerId,
    lists::List,
    players::{Players, find},
    state::State,
};

/// The number of a channel that a player may hear; else reports why not.
pub(crate) fn channel_number(state: &mut State, text: &str) -> Option<u16> {
    use partie_wire::notice::talk::TalkNotice;
    let number = text.parse().ok().filter(|n| *n < CHANNELS);
    let refusal = match number {
        None => TalkNotice::NoSuchChannel { most: u32::from(CHANNELS) - 1 },
        Some(0) if !state.players.is_admin(state.out.who) => {
            TalkNotice::ChannelOfAdmins { channel: 0 }
        }
        Some(_) => return number,
    };
    state.out.reply(refusal);
    None
}

/// Speaks in a channel.
pub(crate) fn tell_channel(state: &mut State, number: u32, text: &str) {
    let who = state.out.who;
    let Some(number) = channel_number(state, &number.to_string()) else { return };
    let Some(player) = state.players.get(who) else { return };
    let (from, guest) = (player.titled(), !player.registered);
    let refusal = if guest && !OF_GUESTS.contains(&number) {
        let [first @ .., last] = OF_GUESTS.map(|n| n.to_string());
        let channels = format!("{} and {last}", first.join(", "));
        Some(TalkNotice::ChannelOfRegistered { channels })
    } else if player.is(List::Muzzle) {
        Some(TalkNotice::Muzzled)
    } else if !state.players.is_in(who, number) {
        Some(TalkNotice::NotInChannel { channel: u32::from(number) })
    } else {
        None
    };
    if let Some(refusal) = refusal {
        return state.out.reply(refusal);
    }
    state.players.change_online(who, |online| online.last_channel = Some(number));
    let said = TalkNotice::InChannel { from, channel: u32::from(number), text: text.to_owned() };
    let count = send_to_channel(state, Some(who), number, guest, &said);
    if state.players.wants(who, Variable::Echo) {
        state.out.reply(said);
    }
    let channel = channel(number);
    state.out.reply(TalkNotice::ToldChannel { players: fields::Players(count), channel });
}

/// Returns all others in a channel who want to hear its messages.
pub(crate) fn hearers(
    players: &Players,
    from: Option<PlayerId>,
    number: u16,
    guest: bool,
) -> impl Iterator<Item = PlayerId> {
    players
        .online()
        .map(|p| p.id)
        .filter(move |id| Some(*id) != from && players.is_in(*id, number))
        .filter(|id| !players.wants(*id, Variable::Chanoff) && !players.in_silence(*id))
        .filter(move |id| !guest || players.wants(*id, Variable::Ctell))
        .filter(move |id| from.is_none_or(|from| !players.censors(*id, from)))
}

/// Sends a notice to all others in a channel who want to hear it; returns their number.
pub(crate) fn send_to_channel(
    state: &mut State,
    from: Option<PlayerId>,
    number: u16,
    guest: bool,
    said: &TalkNotice,
) -> usize {
    state.out.send_all(hearers(&state.players, from, number, guest), said.clone())
}

/// `inchannel`.
pub(crate) fn in_channel(state: &mut State, which: Option<&str>) {
    match which {
        None => {
            let used: BTreeSet<u16> =
                state.players.online().flat_map(|p| p.account.channels.iter().copied()).collect();
            let busy: Vec<ChannelPage> =
                used.into_iter().map(|n| channel_page(&state.players, n)).collect();
            if busy.is_empty() {
                state.out.reply(ListNotice::EmptyChannels);
            }
            for page in busy {
                state.out.reply(page);
            }
        }
        Some(number) if number.starts_with(|c: char| c.is_ascii_digit()) => {
            let number = number.parse().ok().filter(|n| *n < CHANNELS);
            let Some(number) = number else {
                let most = u32::from(CHANNELS) - 1;
                return state.out.reply(TalkNotice::NoSuchChannel { most });
            };
            let page = channel_page(&state.players, number);
            if page.players.is_empty() {
                state.out.reply(ListNotice::EmptyChannel { channel: u32::from(number) });
            } else {
                state.out.reply(page);
            }
        }
        Some(name) => {
            let Some(id) = find::find_known(state, Some(name)) else { return };
            let name = state.players.name(id);
            let channels = state.players.get(id).map(|p| &p.account.channels);
            let channels: Vec<u16> = channels.into_iter().flatten().copied().collect();
            if channels.is_empty() {
                state.out.reply(ListNotice::NoChannels { name: name.into() });
            } else {
                state.out.reply(ChannelsOf { name, channels });
            }
        }
    }
}

fn channel_page(players: &Players, number: u16) -> ChannelPage {
    let names = players
        .online()
        .filter(|p| players.is_in(p.id, number))
        .map(|p| {
            let titled = p.titled();
            format!("{}{}", titled.name, titled.titles)
        })
        .collect();
    // Programs accept only one word for a channel's topic.
    let Channel { number, about } = channel(number);
    let about = about.filter(|about| about.bytes().all(|b| b.is_ascii_alphanumeric()));
    ChannelPage { channel: Channel { number, about }, players: names }
}
