//! The bytes that wait for one connection: bounded, and taken all at once.

use std::sync::{Mutex, MutexGuard, PoisonError};

use tokio::sync::Notify;

use crate::connection::Why;

/// Bytes on their way to one connection. The hub pushes and never waits; one writing task takes
/// everything that waits and sends it in one write.
#[derive(Debug)]
pub(crate) struct Queue {
    state: Mutex<State>,
    /// Something can be taken, or the queue was closed.
    work: Notify,
    /// The connection is to end at once.
    cut: Notify,
    /// The most bytes that may wait, those of the write under way included.
    limit: usize,
}

#[derive(Debug, Default)]
struct State {
    waiting: Vec<u8>,
    /// Bytes of the write under way.
    taken: usize,
    /// Nothing more comes; what waits is still sent.
    closing: Option<Why>,
    /// Nothing more is sent.
    cut: Option<Why>,
}

/// A slow reader: its queue is over the limit, and the connection was cut.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct TooSlow;

impl Queue {
    pub(crate) fn new(limit: usize) -> Self {
        Self { state: Mutex::default(), work: Notify::new(), cut: Notify::new(), limit }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        // No code that holds the lock can panic half-way through a change.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Adds bytes. Over the limit the connection is cut, and nothing of `bytes` is sent.
    /// After a close or a cut bytes go nowhere.
    pub(crate) fn push(&self, bytes: &[u8]) -> Result<(), TooSlow> {
        let mut state = self.state();
        if state.closing.is_some() || state.cut.is_some() || bytes.is_empty() {
            return Ok(());
        }
        if state.waiting.len() + state.taken + bytes.len() > self.limit {
            drop(state);
            self.cut(Why::TooSlow);
            return Err(TooSlow);
        }
        state.waiting.extend_from_slice(bytes);
        drop(state);
        self.work.notify_one();
        Ok(())
    }

    /// Ends the connection after what waits was sent.
    pub(crate) fn close(&self, why: Why) {
        self.state().closing.get_or_insert(why);
        self.work.notify_one();
    }

    /// Ends the connection now; the first reason counts.
    pub(crate) fn cut(&self, why: Why) {
        let mut state = self.state();
        state.cut.get_or_insert(why);
        state.waiting = Vec::new();
        drop(state);
        self.cut.notify_waiters();
        self.work.notify_one();
    }

    /// All that waits, as soon as there is something; `None` when nothing more comes.
    pub(crate) async fn take(&self) -> Option<Vec<u8>> {
        loop {
            {
                let mut state = self.state();
                state.taken = 0;
                if state.cut.is_some() {
                    return None;
                }
                if !state.waiting.is_empty() {
                    let bytes = std::mem::take(&mut state.waiting);
                    state.taken = bytes.len();
                    return Some(bytes);
                }
                if state.closing.is_some() {
                    return None;
                }
            }
            self.work.notified().await;
        }
    }

    /// Waits until the connection is cut.
    pub(crate) async fn until_cut(&self) -> Why {
        loop {
            let waiting = self.cut.notified();
            if let Some(why) = self.state().cut {
                return why;
            }
            waiting.await;
        }
    }

    /// Why it is closing, when it is.
    pub(crate) fn closing(&self) -> Option<Why> {
        let state = self.state();
        state.cut.or(state.closing)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn everything_that_waits_is_taken_at_once() {
        let queue = Queue::new(100);
        queue.push(b"<12> ...\n\r").expect("room");
        queue.push(b"fics% ").expect("room");
        assert_eq!(queue.take().await.as_deref(), Some(&b"<12> ...\n\rfics% "[..]));
    }

    #[tokio::test]
    async fn the_write_under_way_counts_too() {
        let queue = Queue::new(10);
        queue.push(b"12345678").expect("room");
        let _under_way = queue.take().await;
        assert_eq!(queue.push(b"123"), Err(TooSlow));
        assert_eq!(queue.until_cut().await, Why::TooSlow);
        assert_eq!(queue.take().await, None);
        assert_eq!(queue.push(b"more"), Ok(()), "what is cut swallows the rest");
    }

    #[tokio::test]
    async fn a_full_queue_takes_exactly_its_limit() {
        let queue = Queue::new(4);
        assert_eq!(queue.push(b"1234"), Ok(()));
        assert_eq!(queue.push(b"5"), Err(TooSlow));
    }

    #[tokio::test]
    async fn closing_sends_what_waits_first() {
        let queue = Queue::new(100);
        queue.push(b"Logging you out.\n\r").expect("room");
        queue.close(Why::Asked);
        queue.push(b"too late").expect("swallowed");
        assert_eq!(queue.take().await.as_deref(), Some(&b"Logging you out.\n\r"[..]));
        assert_eq!(queue.take().await, None);
        assert_eq!(queue.closing(), Some(Why::Asked));
    }
}
