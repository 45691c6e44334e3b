//! News for the window, numbered; the latest are kept for a window that was away.

use std::collections::VecDeque;

use partie_wire::{char_escapes, prompt::KNOWN};

use crate::protocol::{Change, Message, News};

/// Number of news that are kept.
const KEPT: usize = 256;
/// The most bytes of the news that are kept, about.
const BYTES: usize = 64 << 10;
/// Number of texts that a window gets again which has lost its state, and their bytes.
const TEXTS: usize = 100;
const TEXT_BYTES: usize = 32 << 10;
/// The most bytes of one text.
const TEXT: usize = 16 << 10;

/// The window of a session, there or away.
#[derive(Debug, Default)]
pub(crate) struct Window {
    journal: Journal,
    texts: VecDeque<String>,
    text_bytes: usize,
    /// The time of what happens now, in milliseconds of the session.
    pub(crate) now: u32,
    /// Number of the command whose answer is taken now.
    pub(crate) answering: Option<u32>,
    /// Number of the last request that was taken.
    pub(crate) taken: u32,
    is_attached: bool,
    messages: Vec<Message>,
}

impl Window {
    /// Takes the messages for the window.
    pub(crate) fn take_messages(&mut self) -> Vec<Message> {
        std::mem::take(&mut self.messages)
    }

    /// Sends a message that is no news.
    pub(crate) fn send(&mut self, message: Message) {
        self.messages.push(message);
    }

    /// Takes a window that has seen the news up to a number. False if it is to get the whole
    /// state: some of the news since are not kept.
    pub(crate) fn attach(&mut self, seen: u32) -> bool {
        self.is_attached = true;
        self.messages.clear();
        let missed = self.journal.after(seen);
        let is_known = missed.is_some();
        self.messages.extend(missed.into_iter().flatten().cloned().map(Message::News));
        is_known
    }

    /// Lets the window go. Later news are kept for it.
    pub(crate) fn detach(&mut self) {
        self.is_attached = false;
        self.messages.clear();
    }

    /// Resends the whole state, at the time of the last news.
    pub(crate) fn reset(&mut self) {
        self.now = self.journal.now();
        self.change(Change::Reset);
    }

    /// Shows the latest texts again.
    pub(crate) fn repeat_texts(&mut self) {
        self.text_bytes = 0;
        for text in std::mem::take(&mut self.texts) {
            self.text(Some(text));
        }
    }

    /// Shows the text of an answer to a command of the window.
    pub(crate) fn answer(&mut self, id: u32, text: String) {
        self.answering = Some(id);
        self.text(Some(text));
        self.answering = None;
    }

    /// Shows a text, if there is one.
    pub(crate) fn text(&mut self, text: Option<String>) {
        self.news(text, None);
    }

    /// Reports a change.
    pub(crate) fn change(&mut self, change: Change) {
        self.news(None, Some(change));
    }

    /// Reports a change that happened at another time.
    pub(crate) fn change_at(&mut self, at: u32, change: Change) {
        let now = std::mem::replace(&mut self.now, at);
        self.change(change);
        self.now = now;
    }

    /// Shows a text and reports the change that it is about.
    pub(crate) fn news(&mut self, text: Option<String>, change: Option<Change>) {
        let text = text.map(|text| shortened(&text));
        let text = text.filter(|text| !text.is_empty());
        if text.is_none() && change.is_none() {
            return;
        }
        if let Some(text) = &text {
            self.texts.push_back(text.clone());
            self.text_bytes += text.len();
            while self.texts.len() > TEXTS || self.text_bytes > TEXT_BYTES {
                let Some(oldest) = self.texts.pop_front() else { break };
                self.text_bytes -= oldest.len();
            }
        }
        let answers = self.answering.filter(|_| text.is_some());
        let news = self.journal.add(self.now, text, answers, change);
        if self.is_attached {
            self.messages.push(Message::News(news));
        }
    }
}

/// Prepares a text for display: without bare prompts, and not too long.
fn shortened(text: &str) -> String {
    let is_prompt = |line: &&str| KNOWN.contains(&line.trim());
    let text = char_escapes::decode(text);
    let kept: Vec<&str> = text.split('\n').filter(|line| !is_prompt(line)).collect();
    let text = kept.join("\n");
    let text = text.trim_matches('\n');
    let end = text.floor_char_boundary(TEXT);
    let cut = if end < text.len() { " …" } else { "" };
    format!("{}{cut}", &text[..end])
}

/// Numbers news and keeps the latest.
#[derive(Debug, Default)]
struct Journal {
    /// Number of the last news.
    last: u32,
    kept: VecDeque<News>,
    bytes: usize,
}

impl Journal {
    /// Numbers and keeps a piece of news.
    fn add(
        &mut self,
        at: u32,
        text: Option<String>,
        answers: Option<u32>,
        change: Option<Change>,
    ) -> News {
        self.last = self.last.saturating_add(1);
        let news = News { number: self.last, at, text, answers, change };
        self.bytes += weight(&news);
        self.kept.push_back(news.clone());
        while self.kept.len() > KEPT || self.bytes > BYTES && self.kept.len() > 1 {
            if let Some(oldest) = self.kept.pop_front() {
                self.bytes -= weight(&oldest);
            }
        }
        news
    }

    /// Returns the time of the last news.
    fn now(&self) -> u32 {
        self.kept.back().map_or(0, |news| news.at)
    }

    /// Returns the news after a number; `None` if some of them are not kept any more, or the
    /// number is of another session.
    fn after(&self, seen: u32) -> Option<impl Iterator<Item = &News>> {
        let first = self.kept.front().map_or(self.last + 1, |news| news.number);
        (seen + 1 >= first && seen <= self.last)
            .then(|| self.kept.iter().filter(move |news| news.number > seen))
    }
}

/// The bytes of news as JSON, about.
fn weight(news: &News) -> usize {
    const MOVE: usize = 200;
    const ROW: usize = 180;
    let change = match &news.change {
        Some(Change::Moves { moves, .. }) => moves.len() * MOVE,
        Some(Change::Games { rows }) => rows.len() * ROW,
        Some(Change::Players { rows }) => rows.len() * ROW / 2,
        Some(Change::Page { text, .. }) => text.len(),
        Some(Change::Said(said)) => said.text.len(),
        Some(Change::Board(board)) => 4 * MOVE + 8 * board.moves.len(),
        _ => 0,
    };
    100 + news.text.as_ref().map_or(0, String::len) + change
}

#[cfg(test)]
mod tests {
    use super::*;

    fn after(journal: &Journal, seen: u32) -> Option<Vec<u32>> {
        journal.after(seen).map(|news| news.map(|news| news.number).collect())
    }

    #[test]
    fn a_window_gets_what_it_has_not_seen() {
        let mut journal = Journal::default();
        assert_eq!(after(&journal, 0), Some(vec![]));
        assert_eq!(after(&journal, 7), None, "of another session");
        for _ in 0..3 {
            journal.add(0, None, None, None);
        }
        assert_eq!(after(&journal, 0), Some(vec![1, 2, 3]));
        assert_eq!(after(&journal, 2), Some(vec![3]));
        assert_eq!(after(&journal, 3), Some(vec![]));
        assert_eq!(after(&journal, 4), None);
    }

    #[test]
    fn what_is_kept_is_bounded() {
        let mut journal = Journal::default();
        for _ in 0..KEPT + 10 {
            journal.add(0, None, None, None);
        }
        assert_eq!(after(&journal, 9), None);
        assert_eq!(after(&journal, 10).map(|kept| kept.len()), Some(KEPT));
        for _ in 0..3 {
            journal.add(0, Some("x".repeat(BYTES - 200)), None, None);
        }
        assert_eq!(journal.kept.len(), 1, "the newest, however long");
    }
}
