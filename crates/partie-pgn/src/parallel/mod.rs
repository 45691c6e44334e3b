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

use std::{io, sync::Mutex};

use crate::{
    games::{self, Lend, Reader},
    lent::LentGame,
    raw::RawRecord,
    view::GameSink,
};
pub use batch::Batch;
use batches::Way;
pub use batches::{Batches, Games};
pub use games::Checked;
pub use jobs::Jobs;
use notify::lock;
use partie_formats::{Limits, ReadOptions, Record, Retained};
use pool::Parallel;
use source::AnySource;

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
    start(1, source, options, jobs, move |reader, batch| {
        Some(reader.next()?.map(|record| work(&mut lock(batch), record)))
    })
}

/// Reads games as [`map_batches`] does, but only for their diagnostics: a game without diagnostics
/// to keep ([`Retained`]) has no record.
pub fn check_batches<T: Relocate + Send + 'static>(
    source: impl io::Read + Send + 'static,
    options: &ReadOptions,
    jobs: Jobs,
    work: impl Fn(&mut Batch<T>, Checked) + Send + Sync + 'static,
) -> Batches<T> {
    start(1, source, options, jobs, move |reader, batch| {
        Some(reader.check()?.map(|checked| work(&mut lock(batch), checked)))
    })
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
    let lend = Lend { shown, moves: sink.needs_moves(), only_view: true };
    start(1, source, options, jobs, move |reader, batch| {
        let found = reader.lend(lend, |game| game.view.give(&sink, &mut lock(batch).text))?;
        Some(found.map(|(record, made)| work(&mut lock(batch), record, made)))
    })
}

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
    let lend = Lend { shown: Retained::OnlyDiagnostics, moves, only_view: false };
    start(together(patient), source, options, jobs, move |reader, batch| {
        let found = reader.lend(lend, |game| {
            if game.holds_game() {
                add(game, &mut lock(batch).made);
            }
        })?;
        Some(found.map(|_| ()))
    })
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
    let options = ReadOptions::default().limits(*limits);
    start(together(patient), source, &options, jobs, move |reader, batch| {
        Some(reader.cut.next()?.map(|raw| work(&mut lock(batch), raw)))
    })
}

/// Runs one reader, or many. Each `step` reads a game and adds what is made of it to a batch, which
/// may be taken away while more is read. A single reader hands over `together` games at a time.
fn start<T: Relocate + Send + 'static>(
    together: usize,
    source: impl io::Read + Send + 'static,
    options: &ReadOptions,
    jobs: Jobs,
    step: impl Fn(&mut Reader<AnySource>, &Mutex<Batch<T>>) -> Option<io::Result<()>>
    + Send
    + Sync
    + 'static,
) -> Batches<T> {
    let source: AnySource = Box::new(source);
    if jobs.threads > 1 {
        return Batches::new(Way::Parallel(Parallel::start(source, options, jobs, step)));
    }
    let mut reader = games::read(source, options);
    let made = Mutex::new(Batch::default());
    Batches::serial_by(together, move |batch| {
        std::mem::swap(&mut *lock(&made), batch);
        let found = step(&mut reader, &made);
        std::mem::swap(&mut *lock(&made), batch);
        found
    })
}
