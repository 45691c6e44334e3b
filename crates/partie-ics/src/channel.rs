//! Channels: rooms by number in which all who listen are told what is said.

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
    people::{PersonId, Place},
};

/// How many channels there are, from 0.
pub const CHANNELS: u16 = 256;

/// The channels in which guests may say something.
const OF_GUESTS: [u16; 3] = [4, 7, 53];

/// The channels in which a guest is when he comes, and a new player.
pub(crate) const FIRST: [u16; 2] = [4, 53];

/// What channels are for.
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
    /// Whether somebody listens to a channel.
    pub(crate) fn is_in(&self, who: PersonId, number: u16) -> bool {
        self.person(who).is_some_and(|p| p.account.channels.contains(&number))
    }

    /// Something is said in a channel.
    pub(crate) fn tell_channel(&mut self, who: PersonId, number: u32, text: &str) {
        let Some(number) = self.channel_number(who, &number.to_string()) else { return };
        let Some(person) = self.person(who) else { return };
        let (from, guest) = (person.titled(), !person.registered);
        let refusal = if guest && !OF_GUESTS.contains(&number) {
            let [first @ .., last] = OF_GUESTS.map(|n| n.to_string());
            let channels = format!("{} and {last}", first.join(", "));
            Some(TalkNotice::ChannelOfRegistered { channels })
        } else if person.is(List::Muzzle) {
            Some(TalkNotice::Muzzled)
        } else if !self.is_in(who, number) {
            Some(TalkNotice::NotInChannel { channel: u32::from(number) })
        } else {
            None
        };
        if let Some(refusal) = refusal {
            return self.tell(who, refusal);
        }
        if let Some(presence) = self.presence_mut(who) {
            presence.last_channel = Some(number);
        }
        let said =
            TalkNotice::InChannel { from, channel: u32::from(number), text: text.to_owned() };
        let players = self.tell_in_channel(Some(who), number, guest, &said);
        if self.wants(who, Variable::Echo) {
            self.tell(who, said);
        }
        let channel = channel(number);
        self.tell(who, TalkNotice::ToldChannel { players: Players(players), channel });
    }

    /// Tells all others in a channel who want to hear it; how many they are.
    pub(crate) fn tell_in_channel(
        &mut self,
        from: Option<PersonId>,
        number: u16,
        guest: bool,
        said: &TalkNotice,
    ) -> usize {
        let hearers: Vec<PersonId> = self
            .people
            .online()
            .map(|p| p.id)
            .filter(|id| Some(*id) != from && self.is_in(*id, number))
            .filter(|id| !self.wants(*id, Variable::Chanoff) && !self.in_silence(*id))
            .filter(|id| !guest || self.wants(*id, Variable::Ctell))
            .filter(|id| from.is_none_or(|from| !self.censors(*id, from)))
            .collect();
        for id in &hearers {
            self.tell(*id, said.clone());
        }
        hearers.len()
    }

    /// Whether somebody plays and wants silence.
    pub(crate) fn in_silence(&self, who: PersonId) -> bool {
        matches!(self.place(who), Place::Playing(_)) && self.wants(who, Variable::Silence)
    }

    /// `inchannel`.
    pub(crate) fn in_channel(&mut self, who: PersonId, which: Option<&str>) {
        match which {
            None => {
                let used: BTreeSet<u16> =
                    self.people.online().flat_map(|p| p.account.channels.iter().copied()).collect();
                let busy: Vec<ChannelPage> =
                    used.into_iter().map(|n| self.channel_page(n)).collect();
                if busy.is_empty() {
                    self.tell(who, ListNotice::EmptyChannels);
                }
                for page in busy {
                    self.tell(who, page);
                }
            }
            Some(number) if number.starts_with(|c: char| c.is_ascii_digit()) => {
                let number = number.parse().ok().filter(|n| *n < CHANNELS);
                let Some(number) = number else {
                    let most = u32::from(CHANNELS) - 1;
                    return self.tell(who, TalkNotice::NoSuchChannel { most });
                };
                let page = self.channel_page(number);
                if page.players.is_empty() {
                    self.tell(who, ListNotice::EmptyChannel { channel: u32::from(number) });
                } else {
                    self.tell(who, page);
                }
            }
            Some(name) => {
                let Some(id) = self.find_known(who, Some(name)) else { return };
                let name = self.name(id);
                let channels = self.person(id).map(|p| &p.account.channels);
                let channels: Vec<u16> = channels.into_iter().flatten().copied().collect();
                if channels.is_empty() {
                    self.tell(who, ListNotice::NoChannels { name: name.into() });
                } else {
                    self.tell(who, ChannelsOf { name, channels });
                }
            }
        }
    }

    fn channel_page(&self, number: u16) -> ChannelPage {
        let players = self
            .people
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
