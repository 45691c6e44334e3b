//! Streams of PGN and BPGN read by several threads, with the games in their order.
//!
//! The workers take turns at reading the source, a piece at a time (`spring`), and look
//! for *borders* in it: places that look as if a game began there. From each border to the
//! next lies a *stretch*, which one of the workers reads as [`pgn::read`] would, and mostly
//! where its text stands. A border is only a guess. A worker goes on until one of its games
//! begins exactly at a border, and only there does the next stretch count; the stretches
//! that it ran over are thrown away. As the reading of a game depends on nothing before it,
//! what comes out is what one thread would give: the same games, numbers, places and
//! findings.
//!
//! Games come as soon as they are read: no worker waits for more text while it holds games
//! back. Only of a source that gives a whole piece at once the last game waits for what
//! comes next. The memory needed is that of a few stretches for each thread, and of the
//! longest game.
//!
//! [`pgn::read`]: crate::read

mod batch;
mod bell;
mod feed;
mod shared;
mod spring;

use std::{
    cell::RefCell,
    io,
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering::Relaxed},
    },
    thread,
};

use crate::{
    RawRecord, games,
    view::{GameSink, Question},
};
use batch::Way;
pub use batch::{Batch, Batches, Games};
use feed::{Feed, Stretch};
pub use games::Checked;
use games::Checker;
use partie_formats::{Keep, Limits, ReadOptions, Record};
use shared::{Fetched, Shared};

/// By how many threads a stream is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Jobs {
    /// How many threads read games; with one, everything is done by the caller's.
    pub threads: usize,
    /// About how much a worker reads in one go, in bytes.
    pub stretch: usize,
}

impl Jobs {
    /// So many threads, and stretches of a size that suits them.
    #[must_use]
    pub const fn new(threads: usize) -> Jobs {
        Jobs { threads, stretch: 512 << 10 }
    }
}

/// What is made of a record before its place in the stream is known.
///
/// A worker counts records and lines from the start of its stretch.
pub trait Placed {
    /// So many records and lines of the stream stand before those that were counted.
    fn move_behind(&mut self, records: u64, lines: u64);
}

impl Placed for Record {
    fn move_behind(&mut self, records: u64, lines: u64) {
        self.number += records;
        self.line += lines;
    }
}

impl Placed for RawRecord {
    fn move_behind(&mut self, records: u64, lines: u64) {
        self.number += records;
        self.line += lines;
    }
}

impl Placed for Checked {
    fn move_behind(&mut self, records: u64, lines: u64) {
        match self {
            Checked::Clean { .. } => {}
            Checked::Record(record) => record.move_behind(records, lines),
        }
    }
}

/// Something that has no place.
impl Placed for () {
    fn move_behind(&mut self, _: u64, _: u64) {}
}

impl<P: Placed> Placed for Option<P> {
    fn move_behind(&mut self, records: u64, lines: u64) {
        if let Some(placed) = self {
            placed.move_behind(records, lines);
        }
    }
}

impl<P: Placed> Placed for Box<P> {
    fn move_behind(&mut self, records: u64, lines: u64) {
        (**self).move_behind(records, lines);
    }
}

/// A record and what was found out about it, which does not depend on its place.
impl<P: Placed, W> Placed for (P, W) {
    fn move_behind(&mut self, records: u64, lines: u64) {
        self.0.move_behind(records, lines);
    }
}

/// Reads games as [`pgn::read`](crate::read) does, and lets the workers do some
/// `work` with each: what it gives comes in the order of the games. While it works, the
/// number and the line of a record are counted from some place in the stream; see
/// [`Placed`].
///
/// ```
/// use partie_formats::ReadOptions;
/// use partie_pgn::parallel::{self, Jobs};
/// let text = "[White \"A\"]\n\n1. e4 *\n\n[White \"B\"]\n\n1. d4 d5 *\n";
/// let options = ReadOptions::default();
/// let games = parallel::read(text.as_bytes(), &options, Jobs::new(2), |record| {
///     let plies = record.game().ply_count();
///     (record, plies)
/// });
/// let plies: Vec<_> = games
///     .map(|game| game.expect("memory does not fail"))
///     .map(|(record, plies)| (record.number, record.line, plies))
///     .collect();
/// assert_eq!(plies, [(1, 1, 1), (2, 5, 2)]);
/// ```
pub fn read<R, T>(
    source: R,
    options: &ReadOptions,
    jobs: Jobs,
    work: impl Fn(Record) -> T + Send + Sync + 'static,
) -> Games<T>
where
    R: io::Read + Send + 'static,
    T: Placed + Send + 'static,
{
    let work = move |batch: &mut Batch<T>, record| batch.made.push(work(record));
    gather(source, options, jobs, work).into_iter()
}

/// Reads games as [`read`] does; the `work` with each adds to a batch what it makes of it.
/// So what many games give can be handed on at a time.
pub fn gather<R, T>(
    source: R,
    options: &ReadOptions,
    jobs: Jobs,
    work: impl Fn(&mut Batch<T>, Record) + Send + Sync + 'static,
) -> Batches<T>
where
    R: io::Read + Send + 'static,
    T: Placed + Send + 'static,
{
    let (one, options) = (options.clone(), options.clone());
    let one = move |source| games::read(source, &one);
    let many = move |feed, from| games::read_on(feed, &options, from);
    start(source, jobs, one, many, work)
}

/// Reads games as [`gather`] does, but only for their diagnostics: of a game that has none of those
/// that are kept ([`Keep`]) there is no record.
pub fn gather_checked<R, T>(
    source: R,
    options: &ReadOptions,
    jobs: Jobs,
    work: impl Fn(&mut Batch<T>, Checked) + Send + Sync + 'static,
) -> Batches<T>
where
    R: io::Read + Send + 'static,
    T: Placed + Send + 'static,
{
    let (one, options) = (options.clone(), options.clone());
    let one = move |source| Checker(games::read(source, &one));
    let many = move |feed, from| Checker(games::read_on(feed, &options, from));
    start(source, jobs, one, many, work)
}

/// Reads games and gives each to a sink. What the sink writes stands one after the other in the
/// texts of the batches; when the `work` with a record begins, what was written of it is there. The
/// record holds the game itself only if it has a diagnostic that is `shown`.
pub fn view<R, S, T>(
    source: R,
    (options, shown): (&ReadOptions, Keep),
    jobs: Jobs,
    sink: S,
    work: impl Fn(&mut Batch<T>, Record, S::Made) + Send + Sync + 'static,
) -> Batches<T>
where
    R: io::Read + Send + 'static,
    S: GameSink,
    T: Placed + Send + 'static,
{
    let sink = Arc::new(sink);
    let (one, many) = ((options.clone(), sink.clone()), (options.clone(), sink));
    let one = move |source| games::viewer(source, &one.0, shown, one.1);
    let many = move |feed, from| games::viewer_on(feed, (&many.0, shown), many.1.clone(), from);
    start(source, jobs, one, many, move |batch, (record, made)| work(batch, record, made))
}

/// Returns the number of games that one thread hands over together, if they may wait or not.
const fn together(patient: bool) -> usize {
    if patient { 1000 } else { 1 }
}

/// Reads games and asks each a question. Text without a game is passed over.
pub fn ask<R, Q>(
    source: R,
    options: &ReadOptions,
    jobs: Jobs,
    question: Arc<Q>,
) -> Batches<Q::Answer>
where
    R: io::Read + Send + 'static,
    Q: Question,
{
    let together = together(question.is_patient());
    let (one, many) = ((options.clone(), question.clone()), (options.clone(), question));
    let one = move |source| games::lender(source, &one.0, one.1);
    let many = move |feed, from| games::lender_on(feed, &many.0, many.1.clone(), from);
    start_by(together, source, jobs, one, many, |_, ()| {})
}

/// Cuts a stream into games as [`pgn::cut`](crate::cut) does, and lets the workers
/// do some `work` with each, as in [`read`].
pub fn cut<R, T>(
    source: R,
    limits: &Limits,
    jobs: Jobs,
    work: impl Fn(RawRecord) -> T + Send + Sync + 'static,
) -> Games<T>
where
    R: io::Read + Send + 'static,
    T: Placed + Send + 'static,
{
    let work = move |batch: &mut Batch<T>, raw| batch.made.push(work(raw));
    gather_cut(source, limits, jobs, false, work).into_iter()
}

/// Cuts a stream as [`cut`] does; the `work` with each game adds to a batch what it makes of it. Games that one thread
/// reads wait for each other in a batch if that is `patient`.
pub fn gather_cut<R, T>(
    source: R,
    limits: &Limits,
    jobs: Jobs,
    patient: bool,
    work: impl Fn(&mut Batch<T>, RawRecord) + Send + Sync + 'static,
) -> Batches<T>
where
    R: io::Read + Send + 'static,
    T: Placed + Send + 'static,
{
    let limits = *limits;
    let one = move |source| games::cut(source, &limits);
    let many = move |feed, from| games::cut_on(feed, &limits, from);
    start_by(together(patient), source, jobs, one, many, work)
}

/// Lets one reader work, or many.
fn start<R, T, One, Many>(
    source: R,
    jobs: Jobs,
    one: impl FnOnce(R) -> One,
    many: impl Fn(Feed<T>, games::Begin) -> Many + Send + Sync + 'static,
    work: impl Fn(&mut Batch<T>, Many::Found) + Send + Sync + 'static,
) -> Batches<T>
where
    R: io::Read + Send + 'static,
    T: Placed + Send + 'static,
    One: Stretch<R, T, Found = Many::Found> + Send + 'static,
    Many: Stretch<Feed<T>, T>,
{
    start_by(1, source, jobs, one, many, work)
}

/// As [`start`]; one reader hands over so many games together.
fn start_by<R, T, One, Many>(
    together: usize,
    source: R,
    jobs: Jobs,
    one: impl FnOnce(R) -> One,
    many: impl Fn(Feed<T>, games::Begin) -> Many + Send + Sync + 'static,
    work: impl Fn(&mut Batch<T>, Many::Found) + Send + Sync + 'static,
) -> Batches<T>
where
    R: io::Read + Send + 'static,
    T: Placed + Send + 'static,
    One: Stretch<R, T, Found = Many::Found> + Send + 'static,
    Many: Stretch<Feed<T>, T>,
{
    if jobs.threads > 1 {
        return Batches::new(Way::Parallel(Parallel::start(source, jobs, many, work)));
    }
    let mut reader = one(source);
    let written = RefCell::new(Batch::default());
    Batches::serial_by(together, move |batch| {
        std::mem::swap(&mut *written.borrow_mut(), batch);
        let found = reader.next_into(&written);
        std::mem::swap(&mut *written.borrow_mut(), batch);
        Some(found?.map(|found| work(batch, found)))
    })
}

/// The side that takes what the workers have made, in its order.
struct Parallel<T> {
    shared: Arc<Shared<T>>,
    /// Where the stretch begins that is being fetched.
    front: u64,
    /// Why nothing could be begun.
    failed: Option<io::Error>,
    /// What stood before that stretch.
    records: u64,
    lines: u64,
    ended: bool,
}

impl<T: Placed + Send + 'static> Parallel<T> {
    fn start<R, S>(
        source: R,
        jobs: Jobs,
        begin: impl Fn(Feed<T>, games::Begin) -> S + Send + Sync + 'static,
        work: impl Fn(&mut Batch<T>, S::Found) + Send + Sync + 'static,
    ) -> Parallel<T>
    where
        R: io::Read + Send + 'static,
        S: Stretch<Feed<T>, T>,
    {
        let shared = Arc::new(Shared::new(Box::new(source), jobs));
        let crew = Arc::new(Crew {
            shared: shared.clone(),
            begin,
            work,
            most: jobs.threads,
            hired: AtomicUsize::new(0),
        });
        Parallel { failed: crew.hire().err(), shared, front: 0, records: 0, lines: 0, ended: false }
    }
}

/// The workers.
struct Crew<T, B, W> {
    shared: Arc<Shared<T>>,
    /// Begins to read somewhere in the stream.
    begin: B,
    /// Makes something of what was read.
    work: W,
    /// How many workers there are at most, and how many were hired.
    most: usize,
    hired: AtomicUsize,
}

impl<T, S, B, W> Crew<T, B, W>
where
    T: Send + 'static,
    S: Stretch<Feed<T>, T>,
    B: Fn(Feed<T>, games::Begin) -> S + Send + Sync + 'static,
    W: Fn(&mut Batch<T>, S::Found) + Send + Sync + 'static,
{
    /// Adds a worker, unless there are enough.
    fn hire(self: &Arc<Self>) -> io::Result<()> {
        if self.hired.fetch_add(1, Relaxed) >= self.most {
            self.hired.fetch_sub(1, Relaxed);
            return Ok(());
        }
        let crew = self.clone();
        let worker = thread::Builder::new().name("games".to_owned());
        worker.spawn(move || crew.shared.guarded(|| crew.work())).map(drop)
    }

    fn work(self: &Arc<Self>) {
        // Fewer do it, too.
        let hire = || drop(self.hire());
        feed::work(&self.shared, &self.begin, &self.work, hire);
    }
}

impl<T: Placed> Parallel<T> {
    /// The next batch. The memory of one that was used comes back.
    fn next(&mut self, mut used: Batch<T>) -> Option<io::Result<Batch<T>>> {
        if let Some(error) = self.failed.take() {
            self.ended = true;
            return Some(Err(error));
        }
        while !self.ended {
            match self.shared.fetch(self.front, std::mem::take(&mut used)) {
                Fetched::Batch(mut batch) => {
                    for made in &mut batch.made {
                        made.move_behind(self.records, self.lines);
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
    /// Sends the threads home. They are not waited for: one may hang on a source from
    /// which nothing comes.
    fn drop(&mut self) {
        self.shared.close();
    }
}
