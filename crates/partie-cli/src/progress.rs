//! A bar on the terminal while a long job runs.

use std::{
    fmt,
    io::{self, IsTerminal as _, Read},
    sync::{
        Arc,
        atomic::{AtomicBool, AtomicU64, Ordering::Relaxed},
    },
    time::{Duration, Instant},
};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressState, ProgressStyle};

use crate::{report::grouped, terminal};

/// A job that takes less needs no bar.
const PATIENCE: Duration = Duration::from_secs(1);

/// Progress of a job in bytes of its input or in games, shown on standard error after a second if that
/// is a terminal.
#[derive(Clone, Debug)]
pub(crate) struct Progress {
    bar: Arc<Bar>,
}

#[derive(Debug)]
struct Bar {
    drawn: ProgressBar,
    started: Instant,
    /// Number of games that were read, if they are counted besides the bytes.
    games: Arc<AtomicU64>,
    shown: AtomicBool,
    allowed: bool,
    /// Counter of finished work, if another part of the program shows it.
    counted: Option<Arc<AtomicU64>>,
}

impl Progress {
    /// Makes a bar for a job of `total` bytes, if known. `wanted` is false if a bar would disturb
    /// other output.
    pub(crate) fn new(total: Option<u64>, wanted: bool) -> Progress {
        let template = if total.is_some() {
            "{wide_bar} {percent:>3}%  {binary_bytes_per_sec}{games}, {eta} left"
        } else {
            "{spinner} {binary_bytes} read, {binary_bytes_per_sec}{games}"
        };
        Progress::with_template(total, template, wanted)
    }

    /// Makes a bar for a job of `total` games.
    pub(crate) fn of_games(total: u64) -> Progress {
        let template = "{wide_bar} {percent:>3}%  {per_sec:.0} games, {eta} left";
        Progress::with_template(Some(total), template, true)
    }

    /// Makes a progress without a bar that adds finished work to a counter.
    pub(crate) fn counted(done: Arc<AtomicU64>) -> Progress {
        let bar = Bar {
            drawn: ProgressBar::hidden(),
            started: Instant::now(),
            games: Arc::default(),
            shown: AtomicBool::new(false),
            allowed: false,
            counted: Some(done),
        };
        Progress { bar: Arc::new(bar) }
    }

    fn with_template(total: Option<u64>, template: &str, wanted: bool) -> Progress {
        let bar = ProgressBar::with_draw_target(total, ProgressDrawTarget::hidden());
        let games = Arc::<AtomicU64>::default();
        let read = Arc::clone(&games);
        let style = ProgressStyle::with_template(template)
            .expect("the templates are well formed")
            .with_key("games", move |state: &ProgressState, text: &mut dyn fmt::Write| {
                // Errors of the terminal are ignored.
                let _ = text.write_str(&games_a_second(read.load(Relaxed), state.elapsed()));
            })
            .progress_chars("=> ");
        bar.set_style(style);
        let allowed = wanted && !terminal::is_quiet() && io::stderr().is_terminal();
        let bar = Bar {
            drawn: bar,
            started: Instant::now(),
            games,
            shown: AtomicBool::new(false),
            allowed,
            counted: None,
        };
        Progress { bar: Arc::new(bar) }
    }

    /// A source whose bytes count as done when they have been read.
    pub(crate) fn watch<R: Read>(&self, source: R) -> Watched<R> {
        Watched { source, progress: self.clone() }
    }

    /// Calls a function that writes to the terminal, hiding the bar meanwhile.
    pub(crate) fn aside<T>(&self, f: impl FnOnce() -> T) -> T {
        if self.bar.shown.load(Relaxed) { self.bar.drawn.suspend(f) } else { f() }
    }

    /// Counts games that were read, besides the bytes.
    pub(crate) fn count_games(&self, games: u64) {
        self.bar.games.fetch_add(games, Relaxed);
    }

    /// Counts bytes or games as done.
    pub(crate) fn advance(&self, done: usize) {
        let Bar { drawn: bar, started, shown, allowed, counted, .. } = &*self.bar;
        if let Some(counted) = counted {
            counted.fetch_add(done as u64, Relaxed);
        }
        if !allowed {
            return;
        }
        bar.inc(done as u64);
        if !shown.load(Relaxed) && started.elapsed() > PATIENCE {
            bar.set_draw_target(ProgressDrawTarget::stderr());
            shown.store(true, Relaxed);
        }
    }
}

/// Returns the number of games a second, for the bar; empty if games are not counted.
fn games_a_second(games: u64, elapsed: Duration) -> String {
    match (games as f64 / elapsed.as_secs_f64().max(0.001)).round() as u64 {
        0 => String::new(),
        rate => format!(", {} games/s", grouped(rate)),
    }
}

impl Drop for Bar {
    /// Takes the bar away, however the job ended.
    fn drop(&mut self) {
        self.drawn.finish_and_clear();
    }
}

/// A source that reports to a [`Progress`].
#[derive(Debug)]
pub(crate) struct Watched<R> {
    source: R,
    progress: Progress,
}

impl<R: Read> Read for Watched<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let n = self.source.read(buffer)?;
        self.progress.advance(n);
        Ok(n)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_are_counted_besides_the_bytes() {
        let rate = |games, millis| games_a_second(games, Duration::from_millis(millis));
        assert_eq!(rate(0, 2000), "");
        assert_eq!(rate(30_003, 2000), ", 15 002 games/s");
        assert_eq!(rate(7, 1000), ", 7 games/s");
    }
}
