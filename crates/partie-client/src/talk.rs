//! Words of players, to this one and from this one to others.

use std::collections::BTreeMap;

use partie_wire::{
    command::{
        self, Command,
        talk::{Recipient, TalkCommand},
    },
    fields::{Name, Titled},
    notice::talk::TalkNotice,
};

use crate::protocol::{Said, Way};

/// Number of commands whose words may be unconfirmed.
const UNCONFIRMED: usize = 500;

/// Words of the player that the server has not confirmed, by the numbers of their commands.
#[derive(Debug, Default)]
pub(crate) struct Talk {
    sent: BTreeMap<u32, OwnWords>,
}

impl Talk {
    /// Takes a command of the player. Others than words to one player are left out.
    pub(crate) fn send(&mut self, number: u32, line: &str) {
        if let Some(words) = own_words(line) {
            self.sent.insert(number, words);
        }
        while self.sent.len() > UNCONFIRMED {
            self.sent.pop_first();
        }
    }

    /// Returns true if a command has words that may still be confirmed.
    pub(crate) fn is_sent(&self, number: u32) -> bool {
        self.sent.contains_key(&number)
    }

    /// Takes the words of a command.
    pub(crate) fn take(&mut self, number: u32) -> Option<OwnWords> {
        self.sent.remove(&number)
    }

    /// Takes the words that reached a player of this name: the oldest that may be meant. Older ones are
    /// forgotten, since the server answers in order.
    pub(crate) fn take_to(&mut self, name: &Name) -> Option<OwnWords> {
        let is_meant = |words: &OwnWords| {
            words.to.as_ref().is_none_or(|to| {
                let beginning = name.0.get(..to.len());
                beginning.is_some_and(|beginning| beginning.eq_ignore_ascii_case(to))
            })
        };
        let number = *self.sent.iter().find(|(_, words)| is_meant(words))?.0;
        self.sent = self.sent.split_off(&number);
        self.sent.remove(&number)
    }
}

/// Words of the player to one other.
#[derive(Clone, Debug)]
pub(crate) struct OwnWords {
    way: Way,
    /// The receiver's name or its beginning, if the command has one.
    to: Option<String>,
    text: String,
}

impl OwnWords {
    /// Returns the words as the player said them to another one.
    pub(crate) fn said(&self, from: &str, to: &Name) -> Said {
        Said { to: Some(to.0.clone()), ..say(self.way, from, "", None, &self.text) }
    }
}

/// Reads a command with which the player talks to one other.
fn own_words(line: &str) -> Option<OwnWords> {
    let Ok((Command::Talk(talk), _)) = command::read(line.trim_start_matches(['$', '@'])) else {
        return None;
    };
    let (way, to, text) = match talk {
        TalkCommand::Tell { to: Recipient::Player(to), text } | TalkCommand::Xtell { to, text } => {
            (Way::Tell, Some(to), text)
        }
        TalkCommand::Tell { to: Recipient::LastPlayer, text } | TalkCommand::Reply(text) => {
            (Way::Tell, None, text)
        }
        TalkCommand::Say(text) => (Way::Say, None, text),
        TalkCommand::Ptell(text) => (Way::Partner, None, text),
        _ => return None,
    };
    Some(OwnWords { way, to, text })
}

fn say(way: Way, from: &str, titles: &str, place: Option<u32>, text: &str) -> Said {
    let (from, titles, text) = (from.to_owned(), titles.to_owned(), text.to_owned());
    Said { way, from, titles, place, to: None, text }
}

/// Reads a message of another player; `None` for reports to the speaker.
pub(crate) fn said(notice: &TalkNotice) -> Option<Said> {
    let by = |way, from: &Titled, place: Option<u32>, text: &str| {
        say(way, &from.name, &from.titles, place, text)
    };
    Some(match notice {
        TalkNotice::Tells { from, text } => by(Way::Tell, from, None, text),
        TalkNotice::PartnerTells { from, text } => by(Way::Partner, from, None, text),
        TalkNotice::Says { from, text } => by(Way::Say, from, None, text),
        TalkNotice::SaysAt { from, game, text } => by(Way::Say, from, Some(*game), text),
        TalkNotice::InChannel { from, channel, text } => {
            by(Way::Channel, from, Some(*channel), text)
        }
        TalkNotice::Kibitzes { from, text } => by(Way::Kibitz, &from.player, from.game, text),
        TalkNotice::Whispers { from, text } => by(Way::Whisper, &from.player, from.game, text),
        TalkNotice::Shouts { from, text }
        | TalkNotice::Cshouts { from, text }
        | TalkNotice::It { from, text } => by(Way::Shout, from, None, text),
        TalkNotice::Its { from, text } => by(Way::Shout, from, None, &format!("'{text}")),
        TalkNotice::Announcement { from, text } => say(Way::Announcement, &from.0, "", None, text),
        _ => return None,
    })
}
