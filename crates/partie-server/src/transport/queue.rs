//! The bytes that wait for one connection: bounded, and taken all at once.

use std::{
    sync::{
        Mutex, MutexGuard, PoisonError,
        atomic::{AtomicUsize, Ordering},
    },
    task::{Context, Poll, Waker},
};

use crate::connection::CloseReason;

/// Number of bytes that the hub keeps for a connection in any case.
const KEPT: usize = 4 << 20;

/// Sends as many bytes as possible without waiting, and returns their number.
pub(crate) type AtOnce = Box<dyn Fn(&[u8]) -> usize + Send + Sync>;

/// Bytes on their way to one connection. The hub pushes and never waits; the connection's task
/// takes the whole queue and sends it in one write. If the queue is empty, the hub may send bytes
/// itself as far as this does not block: that saves a task switch, and keeps the order between
/// connections.
pub(crate) struct Queue {
    state: Mutex<QueueState>,
    /// Maximum number of queued bytes, including the write under way.
    limit: usize,
    at_once: Option<AtOnce>,
    /// Number of pieces sent to the hub and not yet processed.
    unheard: AtomicUsize,
}

/// Maximum number of pieces waiting for the hub: a client that sends more has to wait, so
/// that no client fills the hub's channel alone.
const UNHEARD: usize = 4;

impl std::fmt::Debug for Queue {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Queue").field("state", &self.state).finish_non_exhaustive()
    }
}

#[derive(Debug, Default)]
struct QueueState {
    waiting: Vec<u8>,
    /// Bytes of the write under way.
    taken: usize,
    /// Bytes that may wait beyond the limit: the hub had kept them from a reader who may be fast.
    excused: usize,
    /// Set when nothing more may be pushed; queued bytes are still sent.
    closing: Option<CloseReason>,
    /// Set when nothing more is sent.
    cut: Option<CloseReason>,
    /// The connection's task, when it sleeps.
    task: Option<Waker>,
}

/// A slow reader: its queue is over the limit, and the connection was cut.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct TooSlow;

/// The next action of the connection's task.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Next {
    /// Send these bytes.
    Send(Vec<u8>),
    /// Say farewell: all was sent.
    Farewell,
    /// End at once.
    Cut(CloseReason),
}

impl Queue {
    pub(crate) fn new(limit: usize, at_once: Option<AtOnce>) -> Self {
        Self { state: Mutex::default(), limit, at_once, unheard: AtomicUsize::new(0) }
    }

    fn state(&self) -> MutexGuard<'_, QueueState> {
        // No code that holds the lock can panic half-way through a change.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Adds bytes. Over the limit the connection is cut, and none of `bytes` is sent. After a close
    /// or a cut, bytes are dropped.
    pub(crate) fn push(&self, bytes: &[u8]) -> Result<(), TooSlow> {
        self.add(bytes, None, 0)
    }

    /// Like [`Self::push`], but first sends what it can without waiting, if no earlier bytes are
    /// under way.
    pub(crate) fn push_at_once(&self, bytes: &[u8]) -> Result<(), TooSlow> {
        self.add(bytes, self.at_once.as_ref(), 0)
    }

    /// Returns the number of bytes that the hub may keep for the connection.
    pub(crate) fn most_kept(&self) -> usize {
        self.limit.max(KEPT)
    }

    /// Adds bytes that the hub has kept: up to [`Self::most_kept`] of them do not make a slow reader.
    pub(crate) fn push_kept(&self, bytes: &[u8], at_once: bool) {
        // A slow reader was cut by this; its task says so with `Closed`.
        let _ = self.add(bytes, self.at_once.as_ref().filter(|_| at_once), bytes.len());
    }

    fn add(
        &self,
        mut bytes: &[u8],
        at_once: Option<&AtOnce>,
        excused: usize,
    ) -> Result<(), TooSlow> {
        let mut state = self.state();
        if state.closing.is_some() || state.cut.is_some() || bytes.is_empty() {
            return Ok(());
        }
        let waiting = state.waiting.len() + state.taken;
        state.excused = (state.excused.min(waiting) + excused).min(self.most_kept());
        if waiting + bytes.len() > self.limit + state.excused {
            drop(state);
            self.cut(CloseReason::TooSlow);
            return Err(TooSlow);
        }
        if let Some(send) = at_once.filter(|_| state.waiting.is_empty() && state.taken == 0) {
            bytes = &bytes[send(bytes)..];
            if bytes.is_empty() {
                return Ok(());
            }
        }
        state.waiting.extend_from_slice(bytes);
        // A task with a write under way returns here by itself.
        let task = if state.taken == 0 { state.task.take() } else { None };
        drop(state);
        wake(task);
        Ok(())
    }

    /// Ends the connection after what waits was sent; the first reason counts.
    pub(crate) fn close(&self, reason: CloseReason) {
        let mut state = self.state();
        state.closing.get_or_insert(reason);
        let task = state.task.take();
        drop(state);
        wake(task);
    }

    /// Ends the connection now; the first reason counts.
    pub(crate) fn cut(&self, reason: CloseReason) {
        let mut state = self.state();
        state.cut.get_or_insert(reason);
        state.waiting = Vec::new();
        let task = state.task.take();
        drop(state);
        wake(task);
    }

    /// The next action of the connection's task. While a write of it is under way it hears only
    /// that it is to end, and goes on writing until the farewell.
    pub(crate) fn poll(&self, context: &mut Context<'_>, writing: bool) -> Poll<Next> {
        let mut state = self.state();
        if let Some(reason) = state.cut {
            return Poll::Ready(Next::Cut(reason));
        }
        // Also wakes a task with a write under way, which must learn of a cut.
        match &mut state.task {
            Some(task) => task.clone_from(context.waker()),
            task => *task = Some(context.waker().clone()),
        }
        if !writing {
            state.taken = 0;
            if !state.waiting.is_empty() {
                let bytes = std::mem::take(&mut state.waiting);
                state.taken = bytes.len();
                return Poll::Ready(Next::Send(bytes));
            }
        }
        if state.closing.is_some() { Poll::Ready(Next::Farewell) } else { Poll::Pending }
    }

    /// Notes that input of the connection is on its way to the hub.
    pub(crate) fn said(&self) {
        self.unheard.fetch_add(1, Ordering::SeqCst);
    }

    /// The hub has heard a piece.
    pub(crate) fn heard(&self) {
        if self.unheard.fetch_sub(1, Ordering::SeqCst) == UNHEARD {
            let task = self.state().task.take();
            wake(task);
        }
    }

    /// Returns true if the connection may send more now; else its task is woken when it may. Call
    /// it after [`Self::poll`] by the same task.
    pub(crate) fn may_say_more(&self) -> bool {
        self.unheard.load(Ordering::SeqCst) < UNHEARD
    }

    /// Returns the reason why it is closing, if it is.
    pub(crate) fn closing(&self) -> Option<CloseReason> {
        let state = self.state();
        state.cut.or(state.closing)
    }
}

fn wake(task: Option<Waker>) {
    if let Some(task) = task {
        task.wake();
    }
}

#[cfg(test)]
mod tests {
    use std::sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    };

    use super::*;

    /// The next action of a task that is not writing.
    fn next(queue: &Queue) -> Option<Next> {
        match queue.poll(&mut Context::from_waker(Waker::noop()), false) {
            Poll::Ready(next) => Some(next),
            Poll::Pending => None,
        }
    }

    fn send(text: &str) -> Next {
        Next::Send(text.as_bytes().to_vec())
    }

    #[test]
    fn everything_that_waits_is_taken_at_once() {
        let queue = Queue::new(100, None);
        assert_eq!(next(&queue), None);
        queue.push(b"<12> ...\n\r").expect("room");
        queue.push(b"fics% ").expect("room");
        assert_eq!(next(&queue), Some(send("<12> ...\n\rfics% ")));
        assert_eq!(next(&queue), None);
    }

    #[test]
    fn the_write_under_way_counts_too() {
        let queue = Queue::new(10, None);
        queue.push(b"12345678").expect("room");
        assert_eq!(next(&queue), Some(send("12345678")));
        assert_eq!(queue.push(b"123"), Err(TooSlow));
        assert_eq!(next(&queue), Some(Next::Cut(CloseReason::TooSlow)));
        assert_eq!(queue.push(b"more"), Ok(()), "what is cut swallows the rest");
    }

    #[test]
    fn what_goes_at_once_keeps_the_order() {
        let sent = Arc::new(Mutex::new(Vec::new()));
        let socket = Arc::clone(&sent);
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
        assert_eq!(next(&queue), Some(send("three 4 ")));
        queue.push_at_once(b"5 ").expect("room");
        assert_eq!(sent(), "one two ", "a write is under way");
        assert_eq!(next(&queue), Some(send("5 ")));
        queue.close(CloseReason::Asked);
        assert_eq!(next(&queue), Some(Next::Farewell));
        queue.push_at_once(b"6 ").expect("swallowed");
        assert_eq!(sent(), "one two ");
    }

    #[test]
    fn a_full_queue_takes_exactly_its_limit() {
        let queue = Queue::new(4, None);
        assert_eq!(queue.push(b"1234"), Ok(()));
        assert_eq!(queue.push(b"5"), Err(TooSlow));
    }

    #[test]
    fn what_the_hub_has_kept_makes_no_slow_reader() {
        let queue = Queue::new(4, None);
        queue.push_kept(b"12345678", true);
        assert_eq!(queue.push(b"abcd"), Ok(()));
        assert_eq!(next(&queue), Some(send("12345678abcd")));
        assert_eq!(queue.push(b"e"), Err(TooSlow), "it is still being written");
        // Only while it waits.
        let queue = Queue::new(4, None);
        queue.push_kept(b"12345678", true);
        assert!(next(&queue).is_some() && next(&queue).is_none());
        assert_eq!(queue.push(b"abcd"), Ok(()));
        assert_eq!(queue.push(b"e"), Err(TooSlow));
        // Bytes sent at once still count.
        let queue = Queue::new(4, Some(Box::new(<[u8]>::len)));
        queue.push_kept(b"12345678", true);
        let slow = Queue::new(4, Some(Box::new(|_| 0)));
        slow.push_kept(b"12345678", true);
        assert_eq!(slow.push(b"abcd"), Ok(()));
        assert_eq!(queue.push_at_once(b"abcde"), Err(TooSlow));
        // One who never reads is slow, too.
        let never = Queue::new(4, None);
        let much = vec![b'x'; never.most_kept()];
        never.push_kept(&much, false);
        assert_eq!(never.closing(), None);
        never.push_kept(&much, false);
        assert_eq!(never.closing(), Some(CloseReason::TooSlow));
    }

    #[test]
    fn closing_sends_what_waits_first() {
        let queue = Queue::new(100, None);
        queue.push(b"Logging you out.\n\r").expect("room");
        queue.close(CloseReason::Asked);
        queue.push(b"too late").expect("swallowed");
        assert_eq!(next(&queue), Some(send("Logging you out.\n\r")));
        assert_eq!(next(&queue), Some(Next::Farewell));
        queue.close(CloseReason::Left);
        assert_eq!(queue.closing(), Some(CloseReason::Asked));
    }

    #[test]
    fn the_task_is_woken_when_there_is_something_to_do_for_it() {
        struct Count(AtomicUsize);
        impl std::task::Wake for Count {
            fn wake(self: Arc<Self>) {
                self.0.fetch_add(1, Ordering::Relaxed);
            }
        }
        let count = Arc::new(Count(AtomicUsize::new(0)));
        let waker = Waker::from(Arc::clone(&count));
        let mut context = Context::from_waker(&waker);
        let woken = || count.0.load(Ordering::Relaxed);
        let queue = Queue::new(100, None);
        assert_eq!(queue.poll(&mut context, false), Poll::Pending);
        queue.push(b"a").expect("room");
        queue.push(b"b").expect("room");
        assert_eq!(woken(), 1, "once for all that waits");
        assert_eq!(queue.poll(&mut context, false), Poll::Ready(Next::Send(b"ab".to_vec())));
        queue.push(b"c").expect("room");
        assert_eq!(woken(), 1, "it writes and comes back by itself");
        queue.close(CloseReason::Asked);
        assert_eq!(woken(), 2, "its time is limited now");
        assert_eq!(queue.poll(&mut context, true), Poll::Ready(Next::Farewell));
        queue.cut(CloseReason::Broken);
        assert_eq!(woken(), 3);
    }

    #[test]
    fn who_says_much_waits_until_it_was_heard() {
        let queue = Queue::new(100, None);
        for _ in 0..UNHEARD {
            assert!(queue.may_say_more());
            queue.said();
        }
        assert!(!queue.may_say_more());
        queue.heard();
        assert!(queue.may_say_more());
    }
}
