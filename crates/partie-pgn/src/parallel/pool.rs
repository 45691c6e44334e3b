//! The threads that read, and the side that takes what they make.

use std::{
    io,
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering::Relaxed},
    },
    thread,
};

use super::{
    batch::Batch,
    jobs::Jobs,
    state::{Fetched, SharedState},
    worker::{SegmentInput, SegmentReader, work},
};
use crate::{games::Begin, relocate::Relocate};

/// The side that takes what the workers have made, in its order.
pub(super) struct Parallel<T> {
    shared: Arc<SharedState<T>>,
    /// Byte offset of the segment that is being fetched.
    front: u64,
    /// Error of the attempt to start a thread.
    failed: Option<io::Error>,
    /// Number of records and lines before that segment.
    records: u64,
    lines: u64,
    ended: bool,
}

impl<T: Relocate + Send + 'static> Parallel<T> {
    /// Starts the first worker.
    pub(super) fn start<R, S>(
        source: R,
        jobs: Jobs,
        begin: impl Fn(SegmentInput<T>, Begin) -> S + Send + Sync + 'static,
        work: impl Fn(&mut Batch<T>, S::Found) + Send + Sync + 'static,
    ) -> Parallel<T>
    where
        R: io::Read + Send + 'static,
        S: SegmentReader<SegmentInput<T>, T>,
    {
        let shared = Arc::new(SharedState::new(Box::new(source), jobs));
        let pool = Arc::new(WorkerPool {
            shared: shared.clone(),
            begin,
            work,
            most: jobs.threads,
            spawned: AtomicUsize::new(0),
        });
        Parallel {
            failed: pool.spawn().err(),
            shared,
            front: 0,
            records: 0,
            lines: 0,
            ended: false,
        }
    }
}

/// Pool of worker threads, which grows while there is work.
struct WorkerPool<T, B, W> {
    shared: Arc<SharedState<T>>,
    /// Begins to read somewhere in the stream.
    begin: B,
    /// Makes something of what was read.
    work: W,
    /// Greatest number of workers, and number of those spawned so far.
    most: usize,
    spawned: AtomicUsize,
}

impl<T, S, B, W> WorkerPool<T, B, W>
where
    T: Send + 'static,
    S: SegmentReader<SegmentInput<T>, T>,
    B: Fn(SegmentInput<T>, Begin) -> S + Send + Sync + 'static,
    W: Fn(&mut Batch<T>, S::Found) + Send + Sync + 'static,
{
    /// Adds a worker, unless there are enough.
    fn spawn(self: &Arc<Self>) -> io::Result<()> {
        if self.spawned.fetch_add(1, Relaxed) >= self.most {
            self.spawned.fetch_sub(1, Relaxed);
            return Ok(());
        }
        let pool = self.clone();
        let worker = thread::Builder::new().name("games".to_owned());
        worker.spawn(move || pool.shared.guarded(|| pool.work())).map(drop)
    }

    fn work(self: &Arc<Self>) {
        // Fewer threads also work.
        let spawn = || drop(self.spawn());
        work(&self.shared, &self.begin, &self.work, spawn);
    }
}

impl<T: Relocate> Parallel<T> {
    /// Returns the next batch. The memory of one that was used comes back.
    pub(super) fn next(&mut self, mut used: Batch<T>) -> Option<io::Result<Batch<T>>> {
        if let Some(error) = self.failed.take() {
            self.ended = true;
            return Some(Err(error));
        }
        while !self.ended {
            match self.shared.fetch(self.front, std::mem::take(&mut used)) {
                Fetched::Batch(mut batch) => {
                    for made in &mut batch.made {
                        made.offset_by(self.records, self.lines);
                    }
                    return Some(Ok(batch));
                }
                Fetched::Next(reached) => {
                    self.front = reached.byte;
                    self.records += reached.records;
                    self.lines += reached.lines;
                }
                Fetched::End(error) => {
                    self.ended = true;
                    return error.map(Err);
                }
            }
        }
        None
    }
}

impl<T> Drop for Parallel<T> {
    /// Tells the threads to stop. They are not joined: one may hang on a source from
    /// which nothing comes.
    fn drop(&mut self) {
        self.shared.close();
    }
}
