//! Work of a thread: it reads one segment after the other.

use std::{
    collections::VecDeque,
    io,
    sync::{Arc, Mutex},
};

use super::{
    batch::AnyBatch,
    notify::lock,
    source::{AnySource, Piece},
    state::{End, SharedState, Task},
};
use crate::games::{Reader, read};
use partie_formats::ReadOptions;

/// Number of bytes that are read at once after the end of a segment.
const BEYOND: usize = 4 << 10;

/// Number of bytes of text that make a batch of games. Each batch wakes the consumer.
const BATCH: u64 = 1 << 20;

/// Text from a segment's initial text to the end of the stream.
struct SegmentInput(Arc<Mutex<Progress>>);

/// The work on one segment.
struct Progress {
    shared: Arc<SharedState>,
    /// Byte offset of the segment.
    start: u64,
    /// The text being passed on, after the initial text.
    piece: Option<Piece>,
    /// Byte offset up to which the text was handed on.
    at: u64,
    /// Byte offset of the game that is being read.
    game: u64,
    /// The boundaries after `game` that are known.
    boundaries: VecDeque<u64>,
    /// Results that were not delivered yet.
    batch: Arc<Mutex<dyn AnyBatch>>,
    /// Byte offset of the first game that was not delivered.
    delivered: u64,
}

/// Reason why there is no more text.
enum SegmentStop {
    /// The stream ends here.
    End,
    /// The source failed, or this segment is no longer wanted.
    Broken,
}

impl Progress {
    /// Ensures that text is available, waiting for it if necessary.
    fn more(&mut self) -> Result<(), SegmentStop> {
        if self.piece.as_ref().is_some_and(|piece| self.at < piece.end()) {
            return Ok(());
        }
        // Its memory can be reused now.
        self.piece = None;
        let shared = self.shared.clone();
        let place = (self.at, self.game);
        match shared.more(self.start, place, || {
            self.deliver();
        }) {
            Ok((piece, boundaries)) => {
                self.boundaries.extend(boundaries);
                self.piece = Some(piece);
                Ok(())
            }
            Err(End::Last) => Err(SegmentStop::End),
            Err(_) => Err(SegmentStop::Broken),
        }
    }

    /// Returns true if the next game begins at a boundary. There is none at the end of the text.
    fn is_at_boundary(&mut self, game: u64) -> bool {
        self.game = game;
        while self.boundaries.front().is_some_and(|boundary| *boundary < game) {
            self.boundaries.pop_front();
        }
        self.boundaries.front() == Some(&game)
    }

    /// Delivers the results so far. Returns false if the consumer is gone.
    fn deliver(&mut self) -> bool {
        let mut batch = lock(&self.batch);
        if batch.is_empty() {
            return true;
        }
        let bytes = self.game - self.delivered;
        self.delivered = self.game;
        self.shared.deliver(self.start, &mut *batch, bytes)
    }

    /// Counts what was made of the game that ends at a byte of the stream as done.
    fn put(&mut self, end: u64) -> bool {
        self.game = end;
        end - self.delivered < BATCH || self.deliver()
    }
}

impl io::Read for SegmentInput {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let mut progress = lock(&self.0);
        match progress.more() {
            Ok(()) => {}
            Err(SegmentStop::End) => return Ok(0),
            // The consumer reports the real error.
            Err(SegmentStop::Broken) => return Err(io::ErrorKind::BrokenPipe.into()),
        }
        let Some(piece) = &progress.piece else { return Ok(0) };
        let most = match progress.boundaries.iter().find(|boundary| **boundary > progress.start) {
            Some(boundary) if *boundary > progress.at => (*boundary - progress.at) as usize,
            Some(_) => BEYOND,
            None => usize::MAX,
        };
        let text = piece.from(progress.at);
        let n = text.len().min(buffer.len()).min(most);
        buffer[..n].copy_from_slice(&text[..n]);
        progress.at += n as u64;
        Ok(n)
    }
}

/// Reads a game and works on it.
type Step = Box<dyn FnMut(&mut Reader<AnySource>) -> Option<io::Result<()>>>;

/// The work of a thread on games of any kind, so that what surrounds it is compiled once.
pub(super) struct GameWork {
    /// The batch that the work adds to.
    pub(super) batch: Arc<Mutex<dyn AnyBatch>>,
    pub(super) step: Step,
}

/// Reads segments as long as there are any.
pub(super) fn work(
    shared: &Arc<SharedState>,
    options: &ReadOptions,
    GameWork { batch, mut step }: GameWork,
    spawn: &dyn Fn(),
) {
    // Its caches are kept from one segment to the next.
    let mut reader = read(Box::new(io::empty()) as AnySource, options);
    while let Some(Task { begin: from, end, boundary }) = shared.take(spawn) {
        let start = from.byte;
        let memory = from.text.as_ref().map(|(memory, _)| memory.clone());
        let progress = Arc::new(Mutex::new(Progress {
            shared: shared.clone(),
            start,
            piece: None,
            at: end,
            game: start,
            boundaries: boundary.into_iter().collect(),
            batch: batch.clone(),
            delivered: start,
        }));
        reader.cut.begin_anew(Box::new(SegmentInput(progress.clone())), from);
        let end = loop {
            if lock(&progress).is_at_boundary(reader.cut.byte()) {
                break End::Boundary;
            }
            match step(&mut reader) {
                None => break End::Last,
                Some(Err(_)) => break End::Failed,
                Some(Ok(())) => {}
            }
            if !lock(&progress).put(reader.cut.byte()) {
                break End::Unwanted;
            }
        };
        reader.cut.let_go();
        let mut progress = lock(&progress);
        progress.piece = None;
        let bytes = progress.game - progress.delivered;
        shared.finish(start, (end, reader.cut.reached()), (&mut *lock(&batch), bytes), memory);
    }
}
