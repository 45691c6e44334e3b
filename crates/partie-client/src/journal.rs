//! The latest news of a session, for a window that was away.

use std::collections::VecDeque;

use crate::protocol::{Change, News};

/// Number of news that are kept.
const KEPT: usize = 256;
/// The most bytes of the news that are kept, about.
const BYTES: usize = 64 << 10;

/// Numbers news and keeps the latest.
#[derive(Debug, Default)]
pub(crate) struct Journal {
    /// Number of the last news.
    last: u32,
    kept: VecDeque<News>,
    bytes: usize,
}

impl Journal {
    /// Numbers and keeps a piece of news.
    pub(crate) fn add(
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
    pub(crate) fn now(&self) -> u32 {
        self.kept.back().map_or(0, |news| news.at)
    }

    /// Returns the news after a number; `None` if some of them are not kept any more, or the
    /// number is of another session.
    pub(crate) fn after(&self, seen: u32) -> Option<impl Iterator<Item = &News>> {
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
