//! Channels: numbered rooms whose messages go to everyone who listens.

use std::collections::BTreeSet;

use partie_wire::{
    fields::Players,
    notice::{
        lists::{ChannelPage, ChannelsOf, ListNotice},
        talk::{Channel, TalkNotice},
    },
    variables::Variable,
};

use crate::{
    Ics,
    lists::List,
    players::{Activity, PlayerId},
};

/// Number of channels, from 0.
pub const CHANNELS: u16 = 256;

/// The channels in which guests may say something.
const OF_GUESTS: [u16; 3] = [4, 7, 53];

/// The initial channels of guests and new players.
pub(crate) const FIRST: [u16; 2] = [4, 53];

/// The topics of the channels.
pub const ABOUT: &[(u16, &str)] = &[
    (0, "Admins"),
    (1, "Help"),
    (2, "About the server"),
    (3, "Programming"),
    (4, "Help (Guests)"),
    (5, "Service representatives"),
    (6, "Help (Interfaces)"),
    (7, "Online tours"),
    (23, "Simultaneous exhibitions"),
    (24, "Bughouse"),
    (31, "Computer chess"),
    (36, "Teaching"),
    (37, "Books and openings"),
    (39, "Middlegame"),
    (40, "Endgame"),
    (48, "Tournaments: managers"),
    (49, "Tournaments"),
    (50, "Chess"),
    (53, "Guests"),
    (55, "Chess (serious)"),
    (60, "Crazyhouse"),
    (61, "Suicide and losers"),
    (62, "Atomic"),
    (63, "Fischer Random"),
    (64, "Wild chess"),
    (70, "Francophone"),
    (71, "Espanol"),
    (72, "Deutsch"),
    (73, "Italiano"),
    (74, "Nederlands"),
    (75, "Polski"),
    (76, "Russkij"),
    (77, "Portugues"),
    (90, "The lounge"),
];

/// A channel with what it is for.
fn channel(number: u16) -> Channel {
    let about = ABOUT.iter().find(|(n, _)| *n == number).map(|(_, about)| (*about).to_owned());
    Channel { number: u32::from(number), about }
}

impl Ics {
    /// Returns true if a player listens to a channel.
    pub(crate) fn is_in(&self, who: PlayerId, number: u16) -> bool {
        self.player(who).is_some_and(|p| p.account.channels.contains(&number))
    }

    /// Something is said in a channel.
    pub(crate) fn tell_channel(&mut self, who: PlayerId, number: u32, text: &str) {
        let Some(number) = self.channel_number(who, &number.to_string()) else { return };
        let Some(player) = self.player(who) else { return };
        let (from, guest) = (player.titled(), !player.registered);
        let refusal = if guest && !OF_GUESTS.contains(&number) {
            let [first @ .., last] = OF_GUESTS.map(|n| n.to_string());
            let channels = format!("{} and {last}", first.join(", "));
            Some(TalkNotice::ChannelOfRegistered { channels })
        } else if player.is(List::Muzzle) {
            Some(TalkNotice::Muzzled)
        } else if !self.is_in(who, number) {
            Some(TalkNotice::NotInChannel { channel: u32::from(number) })
        } else {
            None
        };
        if let Some(refusal) = refusal {
            return self.out.send(who, refusal);
        }
        if let Some(online) = self.online_mut(who) {
            online.last_channel = Some(number);
        }
        let said =
            TalkNotice::InChannel { from, channel: u32::from(number), text: text.to_owned() };
        let players = self.send_to_channel(Some(who), number, guest, &said);
        if self.wants(who, Variable::Echo) {
            self.out.send(who, said);
        }
        let channel = channel(number);
        self.out.send(who, TalkNotice::ToldChannel { players: Players(players), channel });
    }

    /// Tells all others in a channel who want to hear it; how many they are.
    pub(crate) fn send_to_channel(
        &mut self,
        from: Option<PlayerId>,
        number: u16,
        guest: bool,
        said: &TalkNotice,
    ) -> usize {
        let hearers: Vec<PlayerId> = self
            .players
            .online()
            .map(|p| p.id)
            .filter(|id| Some(*id) != from && self.is_in(*id, number))
            .filter(|id| !self.wants(*id, Variable::Chanoff) && !self.in_silence(*id))
            .filter(|id| !guest || self.wants(*id, Variable::Ctell))
            .filter(|id| from.is_none_or(|from| !self.censors(*id, from)))
            .collect();
        for id in &hearers {
            self.out.send(*id, said.clone());
        }
        hearers.len()
    }

    /// Returns true if a player is playing and wants silence.
    pub(crate) fn in_silence(&self, who: PlayerId) -> bool {
        matches!(self.activity(who), Activity::Playing(_)) && self.wants(who, Variable::Silence)
    }

    /// `inchannel`.
    pub(crate) fn in_channel(&mut self, who: PlayerId, which: Option<&str>) {
        match which {
            None => {
                let used: BTreeSet<u16> = self
                    .players
                    .online()
                    .flat_map(|p| p.account.channels.iter().copied())
                    .collect();
                let busy: Vec<ChannelPage> =
                    used.into_iter().map(|n| self.channel_page(n)).collect();
                if busy.is_empty() {
                    self.out.send(who, ListNotice::EmptyChannels);
                }
                for page in busy {
                    self.out.send(who, page);
                }
            }
            Some(number) if number.starts_with(|c: char| c.is_ascii_digit()) => {
                let number = number.parse().ok().filter(|n| *n < CHANNELS);
                let Some(number) = number else {
                    let most = u32::from(CHANNELS) - 1;
                    return self.out.send(who, TalkNotice::NoSuchChannel { most });
                };
                let page = self.channel_page(number);
                if page.players.is_empty() {
                    self.out.send(who, ListNotice::EmptyChannel { channel: u32::from(number) });
                } else {
                    self.out.send(who, page);
                }
            }
            Some(name) => {
                let Some(id) = self.find_known(who, Some(name)) else { return };
                let name = self.name(id);
                let channels = self.player(id).map(|p| &p.account.channels);
                let channels: Vec<u16> = channels.into_iter().flatten().copied().collect();
                if channels.is_empty() {
                    self.out.send(who, ListNotice::NoChannels { name: name.into() });
                } else {
                    self.out.send(who, ChannelsOf { name, channels });
                }
            }
        }
    }

    fn channel_page(&self, number: u16) -> ChannelPage {
        let players = self
            .players
            .online()
            .filter(|p| self.is_in(p.id, number))
            .map(|p| {
                let titled = p.titled();
                format!("{}{}", titled.name, titled.titles)
            })
            .collect();
        // Programs take only one word for what a channel is for.
        let Channel { number, about } = channel(number);
        let about = about.filter(|about| about.bytes().all(|b| b.is_ascii_alphanumeric()));
        ChannelPage { channel: Channel { number, about }, players }
    }
}
