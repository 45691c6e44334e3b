//! The reading threads, and the consumer of their results.

use std::{
    io,
    marker::PhantomData,
    sync::{
        Arc, Mutex,
        atomic::{AtomicUsize, Ordering::Relaxed},
    },
    thread,
};

use super::{
    batch::{AnyBatch, Batch, downcast},
    jobs::Jobs,
    source::AnySource,
    state::{Fetched, SharedState},
    worker::{GameWork, work},
};
use crate::{games::Reader, relocate::Relocate};
use partie_formats::ReadOptions;

/// The side that takes what the workers have made, in its order.
pub(super) struct Parallel<T> {
    shared: Arc<SharedState>,
    /// Byte offset of the segment that is being fetched.
    front: u64,
    /// Error of the attempt to start a thread.
    failed: Option<io::Error>,
    /// Number of records and lines before that segment.
    records: u64,
    lines: u64,
    ended: bool,
    made: PhantomData<fn() -> T>,
}

impl<T: Relocate + Send + 'static> Parallel<T> {
    /// Starts the first worker.
    pub(super) fn start(
        source: AnySource,
        options: &ReadOptions,
        jobs: Jobs,
        step: impl Fn(&mut Reader<AnySource>, &Mutex<Batch<T>>) -> Option<io::Result<()>>
        + Send
        + Sync
        + 'static,
    ) -> Parallel<T> {
        let shared = Arc::new(SharedState::new(source, jobs));
        let step = Arc::new(step);
        let hire = move || {
            let batch = Arc::new(Mutex::new(Batch::default()));
            let (step, made) = (step.clone(), batch.clone());
            GameWork { batch, step: Box::new(move |reader| step(reader, &made)) }
        };
        let pool = Arc::new(WorkerPool {
            shared: shared.clone(),
            options: options.clone(),
            hire: Box::new(hire),
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
            made: PhantomData,
        }
    }
}

/// Pool of worker threads, which grows while there is work.
struct WorkerPool {
    shared: Arc<SharedState>,
    options: ReadOptions,
    /// Makes the work of a thread, in that thread.
    hire: Box<dyn Fn() -> GameWork + Send + Sync>,
    /// Maximum number of workers, and number of workers spawned so far.
    most: usize,
    spawned: AtomicUsize,
}

impl WorkerPool {
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
        work(&self.shared, &self.options, (self.hire)(), &|| drop(self.spawn()));
    }
}

impl<T: Relocate + Send + 'static> Parallel<T> {
    /// Returns the next batch, and takes back the memory of a used one.
    pub(super) fn next(&mut self, mut used: Batch<T>) -> Option<io::Result<Batch<T>>> {
        used.clear();
        let mut used = used.has_memory().then(|| Box::new(used) as Box<dyn AnyBatch>);
        if let Some(error) = self.failed.take() {
            self.ended = true;
            return Some(Err(error));
        }
        while !self.ended {
            match self.shared.fetch(self.front, used.take()) {
                Fetched::Batch(batch) => {
                    let Some(batch) = downcast::<T>(batch) else {
                        unreachable!("all workers of a stream make results of one type")
                    };
                    let mut batch = *batch;
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
    /// Tells the threads to stop. They are not joined: one may block on a silent source.
    fn drop(&mut self) {
        self.shared.close();
    }
}
