//! Messages that players leave for each other, and the server's news.

use partie_wire::notice::{
    players::{Day, Messages, PlayersNotice},
    talk::TalkNotice,
};

use crate::{Ics, players::PlayerId, time::Tick};

/// Maximum number of messages kept for a player.
pub(crate) const MOST_MESSAGES: usize = 40;

/// A message left for a player.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Message {
    /// The sender.
    pub from: String,
    /// Time at which it was sent.
    pub at: Tick,
    /// The text.
    pub text: String,
    /// Set once its receiver has seen it.
    pub read: bool,
}

/// A piece of news.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct News {
    /// Number of the item.
    pub number: u32,
    /// Time at which it was posted.
    pub at: Tick,
    /// The title.
    pub title: String,
    /// The text.
    pub text: String,
}

/// Numbers from 1: `3`, `2-5`, `2-`.
fn range(text: &str) -> Option<std::ops::RangeInclusive<usize>> {
    let (from, to) = text.split_once('-').unwrap_or((text, text));
    let from = from.parse().ok()?;
    let to = if to.is_empty() { usize::MAX } else { to.parse().ok()? };
    (from >= 1 && from <= to).then_some(from..=to)
}

impl Ics {
    /// `messages`: all, those of some numbers, or those from a player.
    pub(crate) fn messages(&mut self, who: PlayerId, which: Option<&str>) {
        let Some(player) = self.player(who) else { return };
        if !player.registered {
            return self.out.send(who, PlayersNotice::MessagesOfGuest);
        }
        let all = &player.account.messages;
        if all.is_empty() {
            return self.out.send(who, PlayersNotice::NoMessages);
        }
        let numbers = which.and_then(range);
        let fits = |number: usize, message: &Message| match (&numbers, which) {
            (Some(numbers), _) => numbers.contains(&number),
            (None, Some("u")) => !message.read,
            (None, Some(name)) => message.from.eq_ignore_ascii_case(name),
            (None, None) => true,
        };
        let shown: Vec<usize> = (0..all.len()).filter(|i| fits(i + 1, &all[*i])).collect();
        if shown.is_empty() {
            let notice = match which {
                Some(name) if numbers.is_none() => {
                    PlayersNotice::NoMessagesWith { name: name.into() }
                }
                _ => PlayersNotice::NoSuchMessage,
            };
            return self.out.send(who, notice);
        }
        let lines: Vec<PlayersNotice> = shown
            .iter()
            .map(|i| PlayersNotice::Message {
                number: *i as u32 + 1,
                from: all[*i].from.as_str().into(),
                at: self.date_for(who, all[*i].at),
                text: all[*i].text.clone(),
            })
            .collect();
        let head = match (&numbers, which) {
            (None, Some("u")) => PlayersNotice::UnreadHead,
            (None, Some(_)) => {
                let from = shown.first().map_or("", |i| all[*i].from.as_str());
                PlayersNotice::MessagesOf { from: from.into() }
            }
            _ => PlayersNotice::MessagesHead,
        };
        self.out.send(who, head);
        for line in lines {
            self.out.send(who, line);
        }
        if let Some(player) = self.players.get_mut(who) {
            for index in shown {
                player.account.messages[index].read = true;
            }
        }
        self.store_account(who);
    }

    /// `messages player text`.
    pub(crate) fn send_message(&mut self, who: PlayerId, to: &str, text: String) {
        let Some(player) = self.player(who) else { return };
        if !player.registered {
            return self.out.send(who, PlayersNotice::MessagesOfGuest);
        }
        let from = player.name().to_owned();
        let Some(id) = self.find_known(who, Some(to)) else { return };
        self.leave_message(who, id, &from, text);
    }

    fn leave_message(&mut self, who: PlayerId, to: PlayerId, from: &str, text: String) {
        let name: partie_wire::fields::Name = self.name(to).into();
        let censored = self.censors(to, who);
        let now = self.out.now;
        let Some(receiver) = self.players.get_mut(to) else { return };
        let refusal = if !receiver.registered {
            Some(PlayersNotice::MessagesOfGuest)
        } else if receiver.account.messages.len() >= MOST_MESSAGES {
            Some(PlayersNotice::MessageBoxFull { name: name.clone() })
        } else {
            None
        };
        if censored {
            return self.out.send(who, TalkNotice::Censored { name });
        }
        if let Some(refusal) = refusal {
            return self.out.send(who, refusal);
        }
        let message = Message { from: from.to_owned(), at: now, text: text.clone(), read: false };
        receiver.account.messages.push(message);
        self.store_account(to);
        let at = self.date_for(to, now);
        self.out
            .send(to, PlayersNotice::MessageReceived { from: from.into(), at, text: text.clone() });
        let at = self.date_for(who, now);
        self.out.send(who, PlayersNotice::MessageSent { to: name, from: from.into(), at, text });
    }

    /// `fmessage`.
    pub(crate) fn forward_message(&mut self, who: PlayerId, recipient: &str, number: usize) {
        let Some(player) = self.player(who) else { return };
        if !player.registered {
            return self.out.send(who, PlayersNotice::MessagesOfGuest);
        }
        let name = player.name().to_owned();
        let message = number.checked_sub(1).and_then(|i| player.account.messages.get(i));
        let Some(message) = message.cloned() else {
            return self.out.send(who, PlayersNotice::NoSuchMessage);
        };
        let Some(id) = self.find_known(who, Some(recipient)) else { return };
        let at = self.date_for(id, message.at).0;
        let text = format!("[from {}, {at}] {}", message.from, message.text);
        self.leave_message(who, id, &name, text);
    }

    /// `clearmessages`.
    pub(crate) fn clear_messages(&mut self, who: PlayerId, which: &str) {
        let Some(player) = self.players.get_mut(who) else { return };
        if !player.registered {
            return self.out.send(who, PlayersNotice::MessagesOfGuest);
        }
        let messages = &mut player.account.messages;
        let before = messages.len();
        let numbers = range(which);
        let mut number = 0;
        messages.retain(|message| {
            number += 1;
            match &numbers {
                Some(numbers) => !numbers.contains(&number),
                None => which != "*" && !message.from.eq_ignore_ascii_case(which),
            }
        });
        if messages.len() == before {
            let notice =
                if before == 0 { PlayersNotice::NoMessages } else { PlayersNotice::NoSuchMessage };
            return self.out.send(who, notice);
        }
        self.store_account(who);
        self.out.send(who, PlayersNotice::MessagesCleared);
    }

    /// At login: what waits.
    pub(crate) fn announce_messages(&mut self, who: PlayerId) {
        let Some(player) = self.player(who) else { return };
        let all = &player.account.messages;
        if !all.is_empty() {
            let unread = all.iter().filter(|m| !m.read).count() as u32;
            let all = Messages(all.len());
            self.out.send(who, PlayersNotice::MessagesWait { all, unread });
        }
    }

    /// A day as the news have it.
    fn day_for(&self, who: PlayerId, at: Tick) -> Day {
        let at = at.civil(self.zone(who));
        Day(format!("{}, {} {:2}", at.weekday_letters(), at.month_letters(), at.day))
    }

    /// `news`: the last ten, all, or some in full.
    pub(crate) fn news(&mut self, who: PlayerId, which: Option<&str>) {
        let news = self.config.news.clone();
        if news.is_empty() {
            return self.out.send(who, PlayersNotice::NoNews);
        }
        if let Some(numbers) = which.and_then(range) {
            let some: Vec<&News> =
                news.iter().filter(|n| numbers.contains(&(n.number as usize))).collect();
            if some.is_empty() {
                let number = *numbers.start() as u32;
                return self.out.send(who, PlayersNotice::NoSuchNews { number });
            }
            for item in some {
                let News { number, title, text, at } = item.clone();
                let day = self.day_for(who, at);
                let text = text.into();
                self.out.send(who, PlayersNotice::NewsItem { number, day, title, text });
            }
            return;
        }
        let from = if which == Some("all") { 0 } else { news.len().saturating_sub(10) };
        self.out.send(who, PlayersNotice::NewsHead);
        for item in &news[from..] {
            let (day, title) = (self.day_for(who, item.at), item.title.clone());
            self.out.send(who, PlayersNotice::NewsLine { number: item.number, day, title });
        }
    }
}
