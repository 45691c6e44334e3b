//! Reading of PGN and BPGN streams by several threads, with the games in their order.
//!
//! The workers take turns at reading the source, a piece at a time (`source`), and look for
//! *boundaries* in it: places where a game seems to begin. From each boundary to the next lies a
//! *segment*, which one of the workers reads as [`pgn::read`] would, mostly in place. A boundary is
//! only a guess. A worker goes on until one of its games begins exactly at a boundary, and only
//! there does the next segment count; the segments that it ran over are discarded. As the reading
//! of a game depends on nothing before it, the result is the same as with one thread: the same
//! games, numbers, places and diagnostics.
//!
//! Games are delivered as soon as they are read: no worker waits for more text while it holds games
//! back. Only if a source fills a whole piece at once, the last game waits for the next piece.
//! Memory holds a few segments for each thread, and the longest game.
//!
//! [`pgn::read`]: crate::read

mod batch;
mod batches;
mod jobs;
mod notify;
mod pool;
mod source;
mod state;
mod worker;

use std::{cell::RefCell, io, sync::Arc};

use crate::{games, lent::LentGame, raw::RawRecord, view::GameSink};
pub use batch::Batch;
use batches::Way;
pub use batches::{Batches, Games};
pub use games::Checked;
use games::Checker;
pub use jobs::Jobs;
use partie_formats::{Limits, ReadOptions, Record, Retained};
use pool::Parallel;
use worker::{SegmentInput, SegmentReader};

pub use crate::relocate::Relocate;

/// Reads games as [`pgn::read`](crate::read) does, and lets the workers do some
/// `work` with each: what it gives comes in the order of the games. While it works, the
/// number and the line of a record are counted from some place in the stream; see
/// [`Relocate`].
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
pub fn read<T: Relocate + Send + 'static>(
    source: impl io::Read + Send + 'static,
    options: &ReadOptions,
    jobs: Jobs,
    work: impl Fn(Record) -> T + Send + Sync + 'static,
) -> Games<T> {
    let work = move |batch: &mut Batch<T>, record| batch.made.push(work(record));
    map_batches(source, options, jobs, work).into_iter()
}

/// Reads games as [`read`] does; the `work` with each adds to a batch what it makes of it.
/// So what many games give can be handed on at a time.
pub fn map_batches<T: Relocate + Send + 'static>(
    source: impl io::Read + Send + 'static,
    options: &ReadOptions,
    jobs: Jobs,
    work: impl Fn(&mut Batch<T>, Record) + Send + Sync + 'static,
) -> Batches<T> {
    let (one, options) = (options.clone(), options.clone());
    let one = move |source| games::read(source, &one);
    let many = move |input, from| games::read_on(input, &options, from);
    start(1, source, jobs, one, many, work)
}

/// Reads games as [`map_batches`] does, but only for their diagnostics: a game without diagnostics
/// to keep ([`Retained`]) has no record.
pub fn check_batches<T: Relocate + Send + 'static>(
    source: impl io::Read + Send + 'static,
    options: &ReadOptions,
    jobs: Jobs,
    work: impl Fn(&mut Batch<T>, Checked) + Send + Sync + 'static,
) -> Batches<T> {
    let (one, options) = (options.clone(), options.clone());
    let one = move |source| Checker(games::read(source, &one));
    let many = move |input, from| Checker(games::read_on(input, &options, from));
    start(1, source, jobs, one, many, work)
}

/// Reads games and gives each to a sink. What the sink writes stands one after the other in the
/// texts of the batches; when the `work` with a record begins, what was written of it is there. The
/// record holds the game itself only if it has a diagnostic that is `shown`.
pub fn view<S: GameSink, T: Relocate + Send + 'static>(
    source: impl io::Read + Send + 'static,
    (options, shown): (&ReadOptions, Retained),
    jobs: Jobs,
    sink: S,
    work: impl Fn(&mut Batch<T>, Record, S::Made) + Send + Sync + 'static,
) -> Batches<T> {
    let sink = Arc::new(sink);
    let (one, many) = ((options.clone(), sink.clone()), (options.clone(), sink));
    let one = move |source| games::viewer(source, &one.0, shown, one.1);
    let many = move |input, from| games::viewer_on(input, (&many.0, shown), many.1.clone(), from);
    start(1, source, jobs, one, many, move |batch, (record, made)| work(batch, record, made))
}

/// A source of any type, so that what reads it is compiled once.
type AnySource = Box<dyn io::Read + Send>;

/// Requirements for the games that [`ask`] lends.
#[derive(Clone, Copy, Debug)]
pub struct Lending {
    /// True if the moves themselves are looked at, and not only their number.
    pub moves: bool,
    /// True if an answer may wait for the answers of later games.
    pub patient: bool,
}

/// Returns the number of games that one thread hands over together.
const fn together(patient: bool) -> usize {
    if patient { 1000 } else { 1 }
}

/// Reads games and lends each to `add`, which adds its answer to the answers for earlier games; they
/// may be changed. Text without a game is skipped.
pub fn ask<A: Relocate + Send + 'static>(
    source: impl io::Read + Send + 'static,
    options: &ReadOptions,
    jobs: Jobs,
    Lending { moves, patient }: Lending,
    add: impl Fn(&LentGame<'_>, &mut Vec<A>) + Send + Sync + 'static,
) -> Batches<A> {
    let add = Arc::new(add);
    let (one, many) = ((options.clone(), add.clone()), (options.clone(), add));
    let one = move |source| games::lender(source, &one.0, moves, one.1);
    let many = move |input, from| games::lender_on(input, (&many.0, moves), many.1.clone(), from);
    start(together(patient), source, jobs, one, many, |_, ()| {})
}

/// Cuts a stream into games as [`pgn::cut`](crate::cut) does, and lets the workers
/// do some `work` with each, as in [`read`].
pub fn cut<T: Relocate + Send + 'static>(
    source: impl io::Read + Send + 'static,
    limits: &Limits,
    jobs: Jobs,
    work: impl Fn(RawRecord) -> T + Send + Sync + 'static,
) -> Games<T> {
    let work = move |batch: &mut Batch<T>, raw| batch.made.push(work(raw));
    cut_batches(source, limits, jobs, false, work).into_iter()
}

/// Cuts a stream as [`cut`] does; the `work` with each game adds to a batch what it makes of it. Games that one thread
/// reads wait for each other in a batch if that is `patient`.
pub fn cut_batches<T: Relocate + Send + 'static>(
    source: impl io::Read + Send + 'static,
    limits: &Limits,
    jobs: Jobs,
    patient: bool,
    work: impl Fn(&mut Batch<T>, RawRecord) + Send + Sync + 'static,
) -> Batches<T> {
    let limits = *limits;
    let one = move |source| games::cut(source, &limits);
    let many = move |input, from| games::cut_on(input, &limits, from);
    start(together(patient), source, jobs, one, many, work)
}

/// Runs one reader, or many. A single reader hands over `together` games at a time.
fn start<T, One, Many>(
    together: usize,
    source: impl io::Read + Send + 'static,
    jobs: Jobs,
    one: impl FnOnce(AnySource) -> One,
    many: impl Fn(SegmentInput, games::Begin) -> Many + Send + Sync + 'static,
    work: impl Fn(&mut Batch<T>, Many::Found) + Send + Sync + 'static,
) -> Batches<T>
where
    T: Relocate + Send + 'static,
    One: SegmentReader<AnySource, T, Found = Many::Found> + Send + 'static,
    Many: SegmentReader<SegmentInput, T> + 'static,
{
    let source: AnySource = Box::new(source);
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
