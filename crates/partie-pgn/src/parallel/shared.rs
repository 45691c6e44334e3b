//! What the threads share: the text that is being read, and what was made of it.

use std::{
    collections::{BTreeMap, VecDeque},
    io,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    thread,
};

use super::{
    Batch, Jobs,
    bell::Bell,
    spring::{Drawn, Piece, Spring},
};
use crate::games::{Begin, Reached};

/// How many pieces of memory are kept for what will be read.
const SPARE: usize = 64;

/// How the work on a stretch ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum End {
    /// A game begins at a border: there the next stretch counts.
    Border,
    /// The stream ends.
    Last,
    /// The source failed.
    Failed,
    /// Nobody wants it any more.
    Unwanted,
}

/// What is fetched of a stretch.
pub(super) enum Fetched<T> {
    /// Some of what was made.
    Batch(Batch<T>),
    /// That was all: the next stretch begins here.
    Next(Reached),
    /// The stream ends, perhaps by an error.
    End(Option<io::Error>),
}

/// A stretch to work on.
pub(super) struct Task {
    pub(super) begin: Begin,
    /// How far its text is at hand.
    pub(super) end: u64,
    /// The border in that text, if there is one.
    pub(super) border: Option<u64>,
}

/// One stretch and what was made of it.
struct Stretch<T> {
    /// Its text, or the first of it, once it was read and as long as no worker has it.
    text: Option<Piece>,
    /// A worker has it.
    taken: bool,
    /// How far its text has been used.
    at: u64,
    /// What was made, with the length of its text.
    made: VecDeque<(Batch<T>, u64)>,
    /// The length of the text of what was made and not fetched.
    waiting: u64,
    end: Option<(End, Reached)>,
}

impl<T> Stretch<T> {
    const fn new(at: u64) -> Stretch<T> {
        Stretch { text: None, taken: false, at, made: VecDeque::new(), waiting: 0, end: None }
    }
}

struct State<T> {
    /// Where text comes from, unless somebody is just reading it.
    spring: Option<Box<Spring>>,
    /// The text that may still be needed, by where it ends.
    pieces: VecDeque<Piece>,
    /// How far the source was read.
    read: u64,
    ended: bool,
    error: Option<io::Error>,
    decoding: Option<&'static str>,
    /// By the byte at which they begin. The first is the one that is being fetched, and
    /// it is the only one of which it is certain that a game begins there.
    stretches: BTreeMap<u64, Stretch<T>>,
    /// Memory of pieces that can be used again.
    spare: Vec<Vec<u8>>,
    /// Batches of which everything was used.
    used: Vec<Batch<T>>,
    /// Nobody wants more.
    closed: bool,
    /// A thread has panicked.
    lost: bool,
}

impl<T> State<T> {
    fn front(&self) -> Option<(u64, &Stretch<T>)> {
        self.stretches.first_key_value().map(|(start, stretch)| (*start, stretch))
    }

    fn is_front(&self, stretch: u64) -> bool {
        self.front().is_some_and(|(front, _)| front == stretch)
    }

    /// How far the source was read ahead of what is being fetched, in bytes.
    fn ahead(&self) -> u64 {
        let used = self.front().map_or(0, |(start, front)| {
            // What waits to be fetched is held, too.
            if front.end.is_some() { start } else { front.at - front.waiting.min(front.at) }
        });
        self.read.saturating_sub(used)
    }

    /// Lets go of text that nobody needs.
    fn release(&mut self) {
        let worked_on = self.stretches.values().filter(|s| s.end.is_none());
        let needed = worked_on.map(|s| s.at).min().unwrap_or(self.read);
        while let Some(piece) = self.pieces.pop_front_if(|piece| piece.end() <= needed) {
            self.reuse(piece.memory);
        }
    }

    /// Keeps memory that nobody else has.
    fn reuse(&mut self, memory: Arc<Vec<u8>>) {
        if self.spare.len() < SPARE
            && let Ok(memory) = Arc::try_unwrap(memory)
        {
            self.spare.push(memory);
        }
    }

    /// Takes what was made of a stretch, of a text of a length; false if nobody wants it.
    fn put(&mut self, stretch: u64, batch: &mut Batch<T>, bytes: u64) -> bool {
        let Some(own) = self.stretches.get_mut(&stretch) else { return false };
        let empty = self.used.pop().unwrap_or_default();
        own.made.push_back((std::mem::replace(batch, empty), bytes));
        own.waiting += bytes;
        true
    }

    /// Adds text and the border in it.
    fn add(&mut self, drawn: Drawn) {
        self.decoding = drawn.decoding.or(self.decoding);
        self.spare.extend(drawn.spare);
        if let Some(border) = drawn.border {
            self.stretches.insert(border, Stretch::new(border));
        }
        for piece in drawn.pieces {
            self.read = piece.end();
            if let Some(stretch) = self.stretches.get_mut(&piece.start).filter(|s| !s.taken) {
                stretch.text = Some(piece.clone());
            }
            self.pieces.push_back(piece);
        }
        if drawn.ended {
            self.ended = true;
            self.error = drawn.error;
            // Of an empty stream there is nothing to read.
            self.stretches.retain(|_, s| s.taken || s.text.is_some());
        }
        self.release();
    }
}

/// What the threads share.
pub(super) struct Shared<T> {
    state: Mutex<State<T>>,
    /// Something happened for which workers wait: there is text, or room for it, or a
    /// stretch, or the end.
    work: Bell,
    /// Something was made, for which the one who fetches waits.
    made: Bell,
    /// About how long a stretch is.
    stretch: u64,
    /// How far the source is read ahead of what is being fetched.
    ahead: u64,
}

impl<T> Shared<T> {
    pub(super) fn new(source: Box<dyn io::Read + Send>, jobs: Jobs) -> Shared<T> {
        let size = jobs.stretch.max(1);
        let state = State {
            spring: Some(Box::new(Spring::new(source, size))),
            pieces: VecDeque::new(),
            read: 0,
            ended: false,
            error: None,
            decoding: None,
            stretches: BTreeMap::from([(0, Stretch::new(0))]),
            spare: Vec::new(),
            used: Vec::new(),
            closed: false,
            lost: false,
        };
        Shared {
            state: Mutex::new(state),
            work: Bell::default(),
            made: Bell::default(),
            stretch: size as u64,
            ahead: size as u64 * (2 * jobs.threads as u64 + 1),
        }
    }

    fn lock(&self) -> MutexGuard<'_, State<T>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Does a thread's whole work; tells the others if it panics.
    pub(super) fn guarded(&self, work: impl FnOnce()) {
        struct Alarm<'a, T>(&'a Shared<T>);
        impl<T> Drop for Alarm<'_, T> {
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

    /// Ends everything.
    pub(super) fn close(&self) {
        let mut state = self.lock();
        state.closed = true;
        self.work.ring();
        self.made.ring();
    }

    // The side of the workers.

    /// Reads more of the source, if nobody else is reading and if there is room for what a
    /// stretch needs; or waits until something has happened.
    fn draw_or_wait<'a>(
        &'a self,
        mut state: MutexGuard<'a, State<T>>,
        stretch: Option<u64>,
    ) -> MutexGuard<'a, State<T>> {
        // The stretch that is being fetched always goes on: the others wait for its end.
        let room =
            state.ahead() <= self.ahead || stretch.is_some_and(|stretch| state.is_front(stretch));
        let Some(mut spring) = state.spring.take_if(|_| room) else {
            return self.work.wait(state);
        };
        let memory = state.spare.pop().unwrap_or_default();
        drop(state);
        let drawn = spring.draw(memory);
        let mut state = self.lock();
        state.spring = Some(spring);
        state.add(drawn);
        self.work.ring();
        if state.ended {
            self.made.ring();
        }
        state
    }

    /// A stretch to work on; `None` if there will be none. `hire` is called when there may
    /// be work for another one, too.
    pub(super) fn take(&self, hire: impl Fn()) -> Option<Task> {
        let mut state = self.lock();
        loop {
            if state.closed {
                return None;
            }
            let ready = state.stretches.iter_mut().find(|(_, s)| s.text.is_some());
            if let Some((start, stretch)) = ready {
                let (byte, text) = (*start, stretch.text.take());
                let end = text.as_ref().map_or(byte, Piece::end);
                (stretch.taken, stretch.at) = (true, end);
                let begin = Begin { byte, text: text.map(Piece::text), decoding: state.decoding };
                let mut behind = state.stretches.range(byte + 1..).map(|(start, _)| *start);
                let border = behind.next().filter(|border| *border < end);
                let more = !state.ended && border.is_some();
                drop(state);
                if more {
                    hire();
                }
                return Some(Task { begin, end, border });
            }
            if state.ended {
                return None;
            }
            state = self.draw_or_wait(state, None);
        }
    }

    /// The text of a stretch from a byte on, with the borders in it. A game of the stretch
    /// begins at `game`. What was made is delivered before it waits for the text.
    pub(super) fn more(
        &self,
        stretch: u64,
        (at, game): (u64, u64),
        mut deliver: impl FnMut(),
    ) -> Result<(Piece, Vec<u64>), End> {
        let mut state = self.lock();
        if state.is_front(stretch) {
            // This is certain to be the beginning of a game, so that no game begins at the
            // borders which it has passed by.
            while let Some((next, _)) = state.stretches.range(stretch + 1..).next() {
                let next = *next;
                if next >= game {
                    break;
                }
                state.stretches.remove(&next);
                self.work.ring();
            }
        }
        if let Some(found) = self.look(&mut state, stretch, at) {
            return found;
        }
        // Whoever waits for the games must not wait for this text, too.
        drop(state);
        deliver();
        let mut state = self.lock();
        loop {
            if let Some(found) = self.look(&mut state, stretch, at) {
                return found;
            }
            state = self.draw_or_wait(state, Some(stretch));
        }
    }

    fn look(
        &self,
        state: &mut State<T>,
        stretch: u64,
        at: u64,
    ) -> Option<Result<(Piece, Vec<u64>), End>> {
        if state.closed {
            return Some(Err(End::Unwanted));
        }
        let Some(own) = state.stretches.get_mut(&stretch) else {
            return Some(Err(End::Unwanted));
        };
        if own.at < at {
            own.at = at;
            state.release();
            // There is more room.
            self.work.ring();
        }
        if at < state.read {
            let i = state.pieces.partition_point(|piece| piece.end() <= at);
            let piece = state.pieces[i].clone();
            let borders = state.stretches.range(at..piece.end()).map(|(start, _)| *start);
            return Some(Ok((piece.clone(), borders.collect())));
        }
        let end = if state.error.is_some() { End::Failed } else { End::Last };
        state.ended.then_some(Err(end))
    }

    /// Hands over what was made of a stretch, of a text of a length; waits if that is too
    /// much. False if nobody wants it. Leaves an empty batch.
    pub(super) fn deliver(&self, stretch: u64, batch: &mut Batch<T>, bytes: u64) -> bool {
        let mut state = self.lock();
        loop {
            if state.closed {
                return false;
            }
            let Some(own) = state.stretches.get(&stretch) else { return false };
            if own.waiting <= 2 * self.stretch {
                if state.is_front(stretch) {
                    self.made.ring();
                }
                return state.put(stretch, batch, bytes);
            }
            state = self.work.wait(state);
        }
    }

    /// The work on a stretch is done, of which something may not have been delivered.
    /// Leaves an empty batch.
    pub(super) fn finish(
        &self,
        stretch: u64,
        (end, reached): (End, Reached),
        (batch, bytes): (&mut Batch<T>, u64),
        memory: Option<Arc<Vec<u8>>>,
    ) {
        let mut state = self.lock();
        let is_front = state.is_front(stretch);
        if batch.is_empty() || !state.put(stretch, batch, bytes) {
            *batch = std::mem::take(batch).emptied();
        }
        if let Some(own) = state.stretches.get_mut(&stretch) {
            own.end = Some((end, reached));
        }
        if let Some(memory) = memory {
            state.reuse(memory);
        }
        state.release();
        if is_front {
            self.made.ring();
        }
        self.work.ring();
    }

    // The side of the one who fetches.

    /// What was made of a stretch, in its order. What was used comes back.
    pub(super) fn fetch(&self, stretch: u64, used: Batch<T>) -> Fetched<T> {
        let used = used.emptied();
        let mut state = self.lock();
        if state.used.len() < SPARE && used.has_memory() {
            state.used.push(used);
        }
        loop {
            assert!(!state.lost, "a thread that read games has panicked");
            let Some(own) = state.stretches.get_mut(&stretch) else {
                return Fetched::End(state.error.take());
            };
            if let Some((batch, bytes)) = own.made.pop_front() {
                own.waiting -= bytes;
                self.work.ring();
                return Fetched::Batch(batch);
            }
            match own.end {
                Some((End::Border, reached)) => {
                    state.stretches = state.stretches.split_off(&reached.byte);
                    state.release();
                    // Who worked in vain stops; who has room goes on.
                    self.work.ring();
                    return Fetched::Next(reached);
                }
                Some(_) => return Fetched::End(state.error.take()),
                None => state = self.made.wait(state),
            }
        }
    }
}
