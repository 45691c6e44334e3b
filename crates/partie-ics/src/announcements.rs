//! Arrivals and departures, announced to all who want to hear of logins. Where thousands listen and
//! thousands go at the same moment, they hear of many at once.

use std::{
    collections::{BTreeSet, VecDeque},
    sync::Arc,
};

use partie_wire::{
    ivars::Ivar,
    notice::{Notice, lists::ListNotice, who::PinNotice},
    variables::Variable,
};

use crate::{
    audience::News,
    outbox::Outbox,
    players::Players,
    time::{Span, Tick},
};

/// Number of listeners up to which each arrival and departure is announced at once.
const FEW: usize = 100;
/// Time between announcements to more of them.
const PAUSE: Span = Span(100);
/// Maximum number of arrivals and departures in one announcement.
const AT_ONCE: usize = 200;

/// Arrivals and departures that are announced soon.
#[derive(Debug, Default)]
pub(crate) struct Announcements {
    waiting: VecDeque<Announcement>,
    /// Time of the last announcement.
    last: Option<Tick>,
}

#[derive(Debug)]
struct Announcement {
    /// The player who comes or goes. Guests have another number when they come again.
    name: String,
    line: Notice,
    words: Notice,
}

impl Announcements {
    /// Adds an arrival or departure, which all others hear of, each in the form they asked for.
    pub(crate) fn add(
        &mut self,
        players: &Players,
        out: &mut Outbox,
        name: String,
        line: PinNotice,
        words: ListNotice,
    ) {
        self.waiting.push_back(Announcement { name, line: line.into(), words: words.into() });
        self.announce(players, out);
    }

    /// Returns the time at which the next ones are due.
    pub(crate) fn due(&self) -> Option<Tick> {
        let last = self.last.filter(|_| !self.waiting.is_empty());
        last.map(|last| last + PAUSE)
    }

    /// Announces what waits, if it is due.
    pub(crate) fn announce(&mut self, players: &Players, out: &mut Outbox) {
        let is_early = self.due().is_some_and(|due| due > out.now);
        if is_early && players.audience().count(News::Logins) > FEW {
            return;
        }
        self.last = Some(out.now);
        let count = self.waiting.len().min(AT_ONCE);
        let news: Vec<Announcement> = self.waiting.drain(..count).collect();
        let names: BTreeSet<&str> = news.iter().map(|news| news.name.as_str()).collect();
        let lines: Arc<[Notice]> = news.iter().map(|news| news.line.clone()).collect();
        let words: Arc<[Notice]> = news.iter().map(|news| news.words.clone()).collect();
        for id in players.audience().of(News::Logins) {
            let Some(player) = players.get(id) else { continue };
            let Some(online) = &player.online else { continue };
            if out.speaker.is_some() && online.session == out.speaker {
                // It is no part of the answer.
                out.end_answer(id);
            }
            let wants_lines = online.display.ivars.has(Ivar::Pin);
            let wants_words = online.variables.on(Variable::Pin);
            if names.contains(player.name()) {
                // Nobody hears of themselves.
                for news in news.iter().filter(|news| news.name != player.name()) {
                    let line = wants_lines.then(|| news.line.clone());
                    let words = wants_words.then(|| news.words.clone());
                    line.into_iter().chain(words).for_each(|notice| out.send(id, notice));
                }
                continue;
            }
            if wants_lines {
                out.share(id, &lines);
            }
            if wants_words {
                out.share(id, &words);
            }
        }
    }
}
