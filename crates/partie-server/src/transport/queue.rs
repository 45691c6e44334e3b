//! The bytes that wait for one connection: bounded, and taken all at once.

use std::sync::{Mutex, MutexGuard, PoisonError};

use tokio::sync::Notify;

use crate::connection::Why;

/// Takes as many bytes as go without waiting, and says how many.
pub(crate) type AtOnce = Box<dyn Fn(&[u8]) -> usize + Send + Sync>;

/// Bytes on their way to one connection. The hub pushes and never waits; one writing task takes
/// everything that waits and sends it in one write. Where nothing waits, the hub may send what
/// goes without waiting itself: that spares the change of tasks, and keeps the order between
/// connections.
pub(crate) struct Queue {
    state: Mutex<State>,
    /// Something can be taken, or the queue was closed.
    work: Notify,
    /// The connection is to end at once.
    cut: Notify,
    /// The most bytes that may wait, those of the write under way included.
    limit: usize,
    at_once: Option<AtOnce>,
}

impl std::fmt::Debug for Queue {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Queue").field("state", &self.state).finish_non_exhaustive()
    }
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
    pub(crate) fn new(limit: usize, at_once: Option<AtOnce>) -> Self {
        Self { state: Mutex::default(), work: Notify::new(), cut: Notify::new(), limit, at_once }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        // No code that holds the lock can panic half-way through a change.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Adds bytes. Over the limit the connection is cut, and nothing of `bytes` is sent.
    /// After a close or a cut bytes go nowhere.
    pub(crate) fn push(&self, bytes: &[u8]) -> Result<(), TooSlow> {
        self.add(bytes, None)
    }

    /// As [`Self::push`], but what goes without waiting is sent before this returns, if nothing
    /// of before is still on its way.
    pub(crate) fn push_at_once(&self, bytes: &[u8]) -> Result<(), TooSlow> {
        self.add(bytes, self.at_once.as_ref())
    }

    fn add(&self, mut bytes: &[u8], at_once: Option<&AtOnce>) -> Result<(), TooSlow> {
        let mut state = self.state();
        if state.closing.is_some() || state.cut.is_some() || bytes.is_empty() {
            return Ok(());
        }
        if state.waiting.len() + state.taken + bytes.len() > self.limit {
            drop(state);
            self.cut(Why::TooSlow);
            return Err(TooSlow);
        }
        if let Some(send) = at_once.filter(|_| state.waiting.is_empty() && state.taken == 0) {
            bytes = &bytes[send(bytes)..];
            if bytes.is_empty() {
                return Ok(());
            }
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
        let queue = Queue::new(100, None);
        queue.push(b"<12> ...\n\r").expect("room");
        queue.push(b"fics% ").expect("room");
        assert_eq!(queue.take().await.as_deref(), Some(&b"<12> ...\n\rfics% "[..]));
    }

    #[tokio::test]
    async fn the_write_under_way_counts_too() {
        let queue = Queue::new(10, None);
        queue.push(b"12345678").expect("room");
        let _under_way = queue.take().await;
        assert_eq!(queue.push(b"123"), Err(TooSlow));
        assert_eq!(queue.until_cut().await, Why::TooSlow);
        assert_eq!(queue.take().await, None);
        assert_eq!(queue.push(b"more"), Ok(()), "what is cut swallows the rest");
    }

    #[tokio::test]
    async fn what_goes_at_once_keeps_the_order() {
        let sent = std::sync::Arc::new(Mutex::new(Vec::new()));
        let socket = std::sync::Arc::clone(&sent);
        // A socket that takes four bytes at a time.
        let queue = Queue::new(
            100,
            Some(Box::new(move |bytes| {
                let bytes = &bytes[..bytes.len().min(4)];
                socket.lock().expect("one thread").extend_from_slice(bytes);
                bytes.len()
            })),
        );
        let sent = || String::from_utf8(sent.lock().expect("one thread").clone()).expect("text");
        queue.push_at_once(b"one ").expect("room");
        assert_eq!(sent(), "one ");
        queue.push_at_once(b"two three ").expect("room");
        assert_eq!(sent(), "one two ");
        queue.push_at_once(b"4 ").expect("room");
        assert_eq!(sent(), "one two ", "the rest of before goes first");
        assert_eq!(queue.take().await.as_deref(), Some(&b"three 4 "[..]));
        queue.push_at_once(b"5 ").expect("room");
        assert_eq!(sent(), "one two ", "a write is under way");
        assert_eq!(queue.take().await.as_deref(), Some(&b"5 "[..]));
        queue.close(Why::Asked);
        assert_eq!(queue.take().await, None);
        queue.push_at_once(b"6 ").expect("swallowed");
        assert_eq!(sent(), "one two ");
    }

    #[tokio::test]
    async fn a_full_queue_takes_exactly_its_limit() {
        let queue = Queue::new(4, None);
        assert_eq!(queue.push(b"1234"), Ok(()));
        assert_eq!(queue.push(b"5"), Err(TooSlow));
    }

    #[tokio::test]
    async fn closing_sends_what_waits_first() {
        let queue = Queue::new(100, None);
        queue.push(b"Logging you out.\n\r").expect("room");
        queue.close(Why::Asked);
        queue.push(b"too late").expect("swallowed");
        assert_eq!(queue.take().await.as_deref(), Some(&b"Logging you out.\n\r"[..]));
        assert_eq!(queue.take().await, None);
        assert_eq!(queue.closing(), Some(Why::Asked));
    }
}
