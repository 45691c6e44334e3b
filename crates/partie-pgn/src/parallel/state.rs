//! State that the threads share: the text that is being read, and the results.

use std::{
    collections::{BTreeMap, VecDeque},
    io,
    sync::{Arc, Mutex, MutexGuard},
    thread,
};

use super::{
    batch::AnyBatch,
    jobs::Jobs,
    notify::{Notify, lock},
    source::{AnySource, Chunk, Piece, Source},
};
use crate::games::{Begin, Reached};

/// Number of buffers that are kept for reuse.
const SPARE: usize = 64;

/// Reason why the work on a segment ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum End {
    /// A game begins at a boundary: there the next segment counts.
    Boundary,
    /// The stream ends.
    Last,
    /// The source failed.
    Failed,
    /// The result is no longer wanted.
    Unwanted,
}

/// Next item for the consumer of a segment.
pub(super) enum Fetched {
    /// Some results.
    Batch(Box<dyn AnyBatch>),
    /// The end of the segment; the next one begins here.
    Next(Reached),
    /// The stream ends, perhaps by an error.
    End(Option<io::Error>),
}

/// A segment to work on.
pub(super) struct Task {
    pub(super) begin: Begin,
    /// Byte offset up to which its text is available.
    pub(super) end: u64,
    /// The boundary in that text, if there is one.
    pub(super) boundary: Option<u64>,
}

/// One segment and its results.
struct Segment {
    /// Its text, or the first of it, once it was read and as long as no worker has it.
    text: Option<Piece>,
    /// A worker has it.
    taken: bool,
    /// Byte offset up to which its text has been used.
    at: u64,
    /// Batches that were not fetched yet, each with the length of its text.
    made: VecDeque<(Box<dyn AnyBatch>, u64)>,
    /// Length of the text whose results were not fetched.
    waiting: u64,
    end: Option<(End, Reached)>,
}

impl Segment {
    const fn new(at: u64) -> Segment {
        Segment { text: None, taken: false, at, made: VecDeque::new(), waiting: 0, end: None }
    }
}

struct Inner {
    /// The source of the stream, unless a thread is reading it.
    source: Option<Box<Source>>,
    /// The text that may still be needed, by where it ends.
    pieces: VecDeque<Piece>,
    /// Number of bytes read from the source.
    read: u64,
    ended: bool,
    error: Option<io::Error>,
    decoding: Option<&'static str>,
    /// Segments by their first byte. The first one is being fetched; only there is it certain that
    /// a game begins.
    segments: BTreeMap<u64, Segment>,
    /// Memory of pieces that can be used again.
    spare: Vec<Vec<u8>>,
    /// Fully used batches.
    used: Vec<Box<dyn AnyBatch>>,
    /// The consumer is gone.
    closed: bool,
    /// A thread has panicked.
    lost: bool,
}

impl Inner {
    fn front(&self) -> Option<(u64, &Segment)> {
        self.segments.first_key_value().map(|(start, segment)| (*start, segment))
    }

    fn is_front(&self, segment: u64) -> bool {
        self.front().is_some_and(|(front, _)| front == segment)
    }

    /// Returns the number of bytes that were read ahead of what is being fetched.
    fn ahead(&self) -> u64 {
        let used = self.front().map_or(0, |(start, front)| {
            // What waits to be fetched is held, too.
            if front.end.is_some() { start } else { front.at - front.waiting.min(front.at) }
        });
        self.read.saturating_sub(used)
    }

    /// Drops text that is no longer needed.
    fn release(&mut self) {
        let worked_on = self.segments.values().filter(|s| s.end.is_none());
        let needed = worked_on.map(|s| s.at).min().unwrap_or(self.read);
        while let Some(piece) = self.pieces.pop_front_if(|piece| piece.end() <= needed) {
            self.reuse(piece.memory);
        }
    }

    /// Keeps a buffer for reuse, unless it is still shared.
    fn reuse(&mut self, memory: Arc<Vec<u8>>) {
        if self.spare.len() < SPARE
            && let Ok(memory) = Arc::try_unwrap(memory)
        {
            self.spare.push(memory);
        }
    }

    /// Takes results of a segment, with the length of their text. Returns false if they are not wanted.
    fn put(&mut self, segment: u64, batch: &mut dyn AnyBatch, bytes: u64) -> bool {
        let Some(own) = self.segments.get_mut(&segment) else { return false };
        own.made.push_back((batch.replace(self.used.pop()), bytes));
        own.waiting += bytes;
        true
    }

    /// Adds text and the boundary in it.
    fn add(&mut self, chunk: Chunk) {
        self.decoding = chunk.decoding.or(self.decoding);
        self.spare.extend(chunk.spare);
        if let Some(boundary) = chunk.boundary {
            self.segments.insert(boundary, Segment::new(boundary));
        }
        for piece in chunk.pieces {
            self.read = piece.end();
            if let Some(segment) = self.segments.get_mut(&piece.start).filter(|s| !s.taken) {
                segment.text = Some(piece.clone());
            }
            self.pieces.push_back(piece);
        }
        if chunk.ended {
            self.ended = true;
            self.error = chunk.error;
            // An empty stream has no segments.
            self.segments.retain(|_, s| s.taken || s.text.is_some());
        }
        self.release();
    }
}

/// State that the threads share, with its lock.
pub(super) struct SharedState {
    state: Mutex<Inner>,
    /// Notified when there is text, room for it, a segment, or the end of the stream.
    work: Notify,
    /// Notified when there are results, for which the consumer waits.
    made: Notify,
    /// Approximate length of a segment.
    segment: u64,
    /// Number of bytes that may be read ahead of what is being fetched.
    ahead: u64,
}

impl SharedState {
    pub(super) fn new(source: AnySource, jobs: Jobs) -> SharedState {
        let size = jobs.segment.max(1);
        let state = Inner {
            source: Some(Box::new(Source::new(source, size))),
            pieces: VecDeque::new(),
            read: 0,
            ended: false,
            error: None,
            decoding: None,
            segments: BTreeMap::from([(0, Segment::new(0))]),
            spare: Vec::new(),
            used: Vec::new(),
            closed: false,
            lost: false,
        };
        SharedState {
            state: Mutex::new(state),
            work: Notify::default(),
            made: Notify::default(),
            segment: size as u64,
            ahead: size as u64 * (2 * jobs.threads as u64 + 1),
        }
    }

    fn lock(&self) -> MutexGuard<'_, Inner> {
        lock(&self.state)
    }

    /// Runs a thread's whole work, and stops the other threads if it panics.
    pub(super) fn guarded(&self, work: impl FnOnce()) {
        struct Alarm<'a>(&'a SharedState);
        impl Drop for Alarm<'_> {
            fn drop(&mut self) {
                if thread::panicking() {
                    self.0.lock().lost = true;
                    self.0.close();
                }
            }
        }
        let alarm = Alarm(self);
        work();
        drop(alarm);
    }

    /// Stops all work and wakes all threads.
    pub(super) fn close(&self) {
        let mut state = self.lock();
        state.closed = true;
        self.work.notify_all();
        self.made.notify_all();
    }

    // Methods for the workers.

    /// Reads more of the source, if no other thread is reading and there is room for the text that
    /// a segment needs; otherwise waits for a notification.
    fn read_or_wait<'a>(
        &'a self,
        mut state: MutexGuard<'a, Inner>,
        segment: Option<u64>,
    ) -> MutexGuard<'a, Inner> {
        // The segment that is being fetched always goes on: the others wait for its end.
        let room =
            state.ahead() <= self.ahead || segment.is_some_and(|segment| state.is_front(segment));
        let Some(mut source) = state.source.take_if(|_| room) else {
            return self.work.wait(state);
        };
        let memory = state.spare.pop().unwrap_or_default();
        drop(state);
        let chunk = source.read(memory);
        let mut state = self.lock();
        state.source = Some(source);
        state.add(chunk);
        self.work.notify_all();
        if state.ended {
            self.made.notify_all();
        }
        state
    }

    /// Returns a segment to work on; `None` if there will be none. `spawn` is called when there may
    /// be work for another one, too.
    pub(super) fn take(&self, spawn: impl Fn()) -> Option<Task> {
        let mut state = self.lock();
        loop {
            if state.closed {
                return None;
            }
            let ready = state.segments.iter_mut().find(|(_, s)| s.text.is_some());
            if let Some((start, segment)) = ready {
                let (byte, text) = (*start, segment.text.take());
                let end = text.as_ref().map_or(byte, Piece::end);
                (segment.taken, segment.at) = (true, end);
                let begin = Begin { byte, text: text.map(Piece::text), decoding: state.decoding };
                let mut later = state.segments.range(byte + 1..).map(|(start, _)| *start);
                let boundary = later.next().filter(|boundary| *boundary < end);
                let more = !state.ended && boundary.is_some();
                drop(state);
                if more {
                    spawn();
                }
                return Some(Task { begin, end, boundary });
            }
            if state.ended {
                return None;
            }
            state = self.read_or_wait(state, None);
        }
    }

    /// Returns the text of a segment from a byte on, with the boundaries in it. A game of the
    /// segment begins at `game`. What was made is delivered before it waits for the text.
    pub(super) fn more(
        &self,
        segment: u64,
        (at, game): (u64, u64),
        mut deliver: impl FnMut(),
    ) -> Result<(Piece, Vec<u64>), End> {
        let mut state = self.lock();
        if state.is_front(segment) {
            // This is certain to be the beginning of a game, so that no game begins at the
            // boundaries which it has passed by.
            while let Some((next, _)) = state.segments.range(segment + 1..).next() {
                let next = *next;
                if next >= game {
                    break;
                }
                state.segments.remove(&next);
                self.work.notify_all();
            }
        }
        if let Some(found) = self.look(&mut state, segment, at) {
            return found;
        }
        // The consumer of the games must not wait for this text, too.
        drop(state);
        deliver();
        let mut state = self.lock();
        loop {
            if let Some(found) = self.look(&mut state, segment, at) {
                return found;
            }
            state = self.read_or_wait(state, Some(segment));
        }
    }

    fn look(
        &self,
        state: &mut Inner,
        segment: u64,
        at: u64,
    ) -> Option<Result<(Piece, Vec<u64>), End>> {
        if state.closed {
            return Some(Err(End::Unwanted));
        }
        let Some(own) = state.segments.get_mut(&segment) else {
            return Some(Err(End::Unwanted));
        };
        if own.at < at {
            own.at = at;
            state.release();
            // There is more room.
            self.work.notify_all();
        }
        if at < state.read {
            let i = state.pieces.partition_point(|piece| piece.end() <= at);
            let piece = state.pieces[i].clone();
            let boundaries = state.segments.range(at..piece.end()).map(|(start, _)| *start);
            return Some(Ok((piece.clone(), boundaries.collect())));
        }
        let end = if state.error.is_some() { End::Failed } else { End::Last };
        state.ended.then_some(Err(end))
    }

    /// Delivers results of a segment, with the length of their text. Waits if there are too
    /// many. Returns false if they are not wanted. Leaves an empty batch.
    pub(super) fn deliver(&self, segment: u64, batch: &mut dyn AnyBatch, bytes: u64) -> bool {
        let mut state = self.lock();
        loop {
            if state.closed {
                return false;
            }
            let Some(own) = state.segments.get(&segment) else { return false };
            if own.waiting <= 2 * self.segment {
                if state.is_front(segment) {
                    self.made.notify_all();
                }
                return state.put(segment, batch, bytes);
            }
            state = self.work.wait(state);
        }
    }

    /// Ends the work on a segment, with the results that were not delivered yet.
    /// Leaves an empty batch.
    pub(super) fn finish(
        &self,
        segment: u64,
        (end, reached): (End, Reached),
        (batch, bytes): (&mut dyn AnyBatch, u64),
        memory: Option<Arc<Vec<u8>>>,
    ) {
        let mut state = self.lock();
        let is_front = state.is_front(segment);
        if batch.is_empty() || !state.put(segment, batch, bytes) {
            batch.clear();
        }
        if let Some(own) = state.segments.get_mut(&segment) {
            own.end = Some((end, reached));
        }
        if let Some(memory) = memory {
            state.reuse(memory);
        }
        state.release();
        if is_front {
            self.made.notify_all();
        }
        self.work.notify_all();
    }

    // Methods for the consumer.

    /// Waits for the next batch of a segment, in order. The memory of `used` is reused.
    pub(super) fn fetch(&self, segment: u64, used: Option<Box<dyn AnyBatch>>) -> Fetched {
        let mut state = self.lock();
        if state.used.len() < SPARE {
            state.used.extend(used);
        }
        loop {
            assert!(!state.lost, "a thread that read games has panicked");
            let Some(own) = state.segments.get_mut(&segment) else {
                return Fetched::End(state.error.take());
            };
            if let Some((batch, bytes)) = own.made.pop_front() {
                own.waiting -= bytes;
                self.work.notify_all();
                return Fetched::Batch(batch);
            }
            match own.end {
                Some((End::Boundary, reached)) => {
                    state.segments = state.segments.split_off(&reached.byte);
                    state.release();
                    // Workers on discarded segments stop; others now have room.
                    self.work.notify_all();
                    return Fetched::Next(reached);
                }
                Some(_) => return Fetched::End(state.error.take()),
                None => state = self.made.wait(state),
            }
        }
    }
}
