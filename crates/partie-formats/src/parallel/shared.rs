//! What the threads share: the text that is being read, and what was made of it.

use std::{
    collections::{BTreeMap, VecDeque},
    io,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    thread,
};

use super::{Jobs, PIECE, bell::Bell, borders::Borders};
use crate::{
    decode::Utf8Stream,
    games::{Begin, Reached},
};

/// How many pieces of memory are kept for what will be read.
const SPARE: usize = 64;

/// Some text of the stream.
#[derive(Clone, Debug)]
pub(super) struct Piece {
    /// The byte of the stream at which it begins, from 0.
    start: u64,
    text: Arc<Vec<u8>>,
}

impl Piece {
    /// The byte of the stream at which it ends.
    pub(super) fn end(&self) -> u64 {
        self.start + self.text.len() as u64
    }

    /// Its text from a byte of the stream on.
    pub(super) fn from(&self, at: u64) -> &[u8] {
        &self.text[(at - self.start) as usize..]
    }
}

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
    Batch(Vec<T>),
    /// That was all: the next stretch begins here.
    Next(Reached),
    /// The stream ends, perhaps by an error.
    End(Option<io::Error>),
}

/// One stretch and what was made of it.
struct Stretch<T> {
    /// A worker has it.
    taken: bool,
    /// How far its text has been used.
    at: u64,
    /// What was made, with the length of its text.
    made: VecDeque<(Vec<T>, u64)>,
    /// The length of the text of what was made and not fetched.
    waiting: u64,
    end: Option<(End, Reached)>,
}

impl<T> Stretch<T> {
    const fn new(at: u64) -> Stretch<T> {
        Stretch { taken: false, at, made: VecDeque::new(), waiting: 0, end: None }
    }
}

struct State<T> {
    /// The text that may still be needed.
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
    /// How many workers have nothing to do.
    idle: usize,
    /// Nobody wants more.
    closed: bool,
    /// A thread has panicked.
    lost: bool,
}

impl<T> State<T> {
    fn front(&self) -> Option<(u64, &Stretch<T>)> {
        self.stretches.first_key_value().map(|(start, stretch)| (*start, stretch))
    }

    /// How far the source was read ahead of what is being fetched, in bytes.
    fn ahead(&self) -> u64 {
        let used = self.front().map_or(0, |(_, front)| front.at);
        self.read.saturating_sub(used)
    }

    /// Whether a stretch can be worked on now.
    fn is_ready(&self, start: u64) -> bool {
        start < self.read || self.ended
    }

    /// Lets go of text that nobody needs.
    fn release(&mut self) {
        let needed = self.stretches.values().map(|s| s.at).min().unwrap_or(self.read);
        while let Some(piece) = self.pieces.pop_front_if(|piece| piece.end() <= needed) {
            if self.spare.len() < SPARE
                && let Ok(memory) = Arc::try_unwrap(piece.text)
            {
                self.spare.push(memory);
            }
        }
    }
}

/// What the threads share.
pub(super) struct Shared<T> {
    state: Mutex<State<T>>,
    /// Something happened for which workers wait: text, a stretch, the end.
    text: Bell,
    /// Something was fetched, for which workers wait that have made enough.
    fetched: Bell,
    /// Something was made, for which the one who fetches waits.
    made: Bell,
    /// Text was used up, for which the reader of the source waits.
    room: Bell,
    /// The least length of a stretch.
    stretch: usize,
    /// How far the source is read ahead of what is being fetched.
    ahead: u64,
}

impl<T> Shared<T> {
    pub(super) fn new(jobs: Jobs) -> Shared<T> {
        let state = State {
            pieces: VecDeque::new(),
            read: 0,
            ended: false,
            error: None,
            decoding: None,
            stretches: BTreeMap::from([(0, Stretch::new(0))]),
            spare: Vec::new(),
            idle: 0,
            closed: false,
            lost: false,
        };
        let stretch = jobs.stretch.max(1);
        Shared {
            state: Mutex::new(state),
            text: Bell::default(),
            fetched: Bell::default(),
            made: Bell::default(),
            room: Bell::default(),
            stretch,
            ahead: stretch as u64 * (2 * jobs.threads as u64 + 1),
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
        for bell in [&self.text, &self.fetched, &self.made, &self.room] {
            bell.ring();
        }
    }

    // The side of the source.

    /// Reads the whole source. `hire` adds a worker, if it can.
    pub(super) fn pour<R: io::Read>(
        &self,
        mut source: Utf8Stream<R>,
        hire: &mut impl FnMut() -> io::Result<()>,
    ) {
        let mut borders = Borders::new(self.stretch);
        let size = self.stretch.min(PIECE);
        let mut memory = Vec::new();
        while let Some(start) = self.wait_for_room(&mut memory) {
            memory.resize(size, 0);
            let n = loop {
                match io::Read::read(&mut source, &mut memory) {
                    Err(e) if e.kind() == io::ErrorKind::Interrupted => {}
                    other => break other,
                }
            };
            let n = match n {
                Ok(0) => return self.end(None),
                Ok(n) => n,
                Err(e) => return self.end(Some(e)),
            };
            let found = borders.find(&memory[..n], start);
            let text = if n < size / 2 {
                memory[..n].to_vec()
            } else {
                memory.truncate(n);
                std::mem::take(&mut memory)
            };
            let more = !found.is_empty();
            let piece = Piece { start, text: Arc::new(text) };
            if self.publish(piece, &found, source.decoding()) && more {
                // With fewer workers it goes on, too.
                let _ = hire();
            }
        }
    }

    /// Waits until more text is wanted and tells where it begins; `None` if none is
    /// wanted any more. Gives memory for it, if there is some.
    fn wait_for_room(&self, memory: &mut Vec<u8>) -> Option<u64> {
        let mut state = self.lock();
        loop {
            if state.closed {
                return None;
            }
            if state.ahead() <= self.ahead {
                break;
            }
            state = self.room.wait(state);
        }
        if memory.capacity() == 0
            && let Some(spare) = state.spare.pop()
        {
            *memory = spare;
        }
        Some(state.read)
    }

    /// Wakes the reader of the source if it can read a good deal.
    fn make_room(&self, state: &State<T>) {
        if state.ahead() <= self.ahead - self.ahead / 4 {
            self.room.ring();
        }
    }

    /// Adds text and the borders in it. Says whether there is more to do than workers.
    fn publish(&self, piece: Piece, borders: &[u64], decoding: Option<&'static str>) -> bool {
        let mut state = self.lock();
        state.read = piece.end();
        state.decoding = decoding;
        state.pieces.push_back(piece);
        for border in borders {
            state.stretches.insert(*border, Stretch::new(*border));
        }
        state.release();
        let waiting = state.stretches.values().filter(|s| !s.taken).count();
        self.text.ring();
        waiting > state.idle
    }

    /// Ends the stream, perhaps by an error.
    fn end(&self, error: Option<io::Error>) {
        let mut state = self.lock();
        state.ended = true;
        state.error = error;
        self.text.ring();
        self.made.ring();
    }

    // The side of the workers.

    /// A stretch to work on, and where it begins; `None` if there will be none.
    pub(super) fn take(&self) -> Option<Begin> {
        let mut state = self.lock();
        loop {
            if state.closed {
                return None;
            }
            let next = state.stretches.iter().find(|(_, s)| !s.taken).map(|(start, _)| *start);
            if let Some(start) = next.filter(|start| state.is_ready(*start)) {
                if let Some(stretch) = state.stretches.get_mut(&start) {
                    stretch.taken = true;
                }
                return Some(Begin { byte: start, decoding: state.decoding });
            }
            if state.ended {
                return None;
            }
            state.idle += 1;
            state = self.text.wait(state);
            state.idle -= 1;
        }
    }

    /// The text of a stretch from a byte on, with the borders in it, if it is there. A
    /// game of the stretch begins at `game`.
    pub(super) fn at_once(
        &self,
        stretch: u64,
        at: u64,
        game: u64,
    ) -> Option<Result<(Piece, Vec<u64>), End>> {
        let mut state = self.lock();
        if state.front().is_some_and(|(front, _)| front == stretch) {
            // This is certain to be the beginning of a game, so that no game begins at the
            // borders which it has passed by.
            while let Some((next, _)) = state.stretches.range(stretch + 1..).next() {
                let next = *next;
                if next >= game {
                    break;
                }
                state.stretches.remove(&next);
                self.text.ring();
                self.fetched.ring();
            }
        }
        self.look(&mut state, stretch, at)
    }

    /// As [`Shared::at_once`], but waits for it.
    pub(super) fn wait_for(&self, stretch: u64, at: u64) -> Result<(Piece, Vec<u64>), End> {
        let mut state = self.lock();
        loop {
            if let Some(found) = self.look(&mut state, stretch, at) {
                return found;
            }
            state = self.text.wait(state);
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
        own.at = at;
        state.release();
        self.make_room(state);
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
    /// much. False if nobody wants it.
    pub(super) fn deliver(&self, stretch: u64, batch: Vec<T>, bytes: u64) -> bool {
        let mut state = self.lock();
        loop {
            if state.closed {
                return false;
            }
            let is_front = state.front().is_some_and(|(front, _)| front == stretch);
            let Some(own) = state.stretches.get_mut(&stretch) else { return false };
            if own.waiting <= 2 * self.stretch as u64 {
                own.made.push_back((batch, bytes));
                own.waiting += bytes;
                if is_front {
                    self.made.ring();
                }
                return true;
            }
            state = self.fetched.wait(state);
        }
    }

    /// The work on a stretch is done.
    pub(super) fn finish(&self, stretch: u64, end: End, reached: Reached) {
        let mut state = self.lock();
        if let Some(own) = state.stretches.get_mut(&stretch) {
            own.end = Some((end, reached));
            own.at = own.at.max(reached.byte);
        }
        state.release();
        self.made.ring();
        self.make_room(&state);
    }

    // The side of the one who fetches.

    /// What was made of a stretch, in its order.
    pub(super) fn fetch(&self, stretch: u64) -> Fetched<T> {
        let mut state = self.lock();
        loop {
            assert!(!state.lost, "a thread that read games has panicked");
            let Some(own) = state.stretches.get_mut(&stretch) else {
                return Fetched::End(state.error.take());
            };
            if let Some((batch, bytes)) = own.made.pop_front() {
                own.waiting -= bytes;
                self.fetched.ring();
                return Fetched::Batch(batch);
            }
            match own.end {
                Some((End::Border, reached)) => {
                    state.stretches = state.stretches.split_off(&reached.byte);
                    state.release();
                    // Who worked in vain stops; who has room goes on.
                    self.text.ring();
                    self.fetched.ring();
                    self.make_room(&state);
                    return Fetched::Next(reached);
                }
                Some(_) => return Fetched::End(state.error.take()),
                None => state = self.made.wait(state),
            }
        }
    }
}
