//! Statistics of the games of a library.

use std::{
    collections::HashMap,
    ops::ControlFlow,
    sync::{Mutex, PoisonError},
    thread,
};

use partie_db::{
    library::{Library, LibraryError, Problem, SegmentEntry},
    query::Query,
    statistics::GameStatistics,
};

/// Statistics of some games.
#[derive(Clone, Debug, Default)]
pub struct Counted {
    /// In them, a game's line is its number.
    pub statistics: GameStatistics,
    /// Files that cannot be read.
    pub problems: Vec<Problem>,
}

impl Counted {
    /// Returns the number of the longest game.
    #[cfg(feature = "pages")]
    pub(crate) fn longest(&self) -> Option<u64> {
        self.statistics.lengths()?.longest.as_ref().map(|longest| longest.line)
    }

    pub(crate) fn append(&mut self, later: Counted) {
        self.statistics.append(later.statistics, "");
        // Counting a segment may come upon the next one.
        for problem in later.problems {
            if !self.problems.contains(&problem) {
                self.problems.push(problem);
            }
        }
    }

    /// Counts the games of a library that answer a query, or all; on all threads if it is all.
    #[must_use]
    pub fn of_library(library: &Library, query: Option<&Query>, tags_only: bool) -> Counted {
        if let Some(query) = query {
            return Counted::of(library, query, (0, u64::MAX), tags_only);
        }
        let segments = &library.manifest().segments;
        let mut counted = Counted::of_segments(library, segments.iter().collect(), tags_only);
        let mut all = Counted::default();
        for entry in segments {
            all.append(counted.remove(&entry.number).unwrap_or_default());
        }
        all
    }

    /// Counts the games that match a query, within a range of numbers.
    pub(crate) fn of(
        library: &Library,
        query: &Query,
        (after, last): (u64, u64),
        tags_only: bool,
    ) -> Counted {
        let mut statistics = GameStatistics::new();
        let found: Result<_, LibraryError> = library.find_readable_after(after, query, |game| {
            if game.number > last {
                return Ok(ControlFlow::Break(()));
            }
            game.read(|view| {
                statistics.add_tags(view);
                if !tags_only {
                    statistics.add_moves(view, game.number, &[]);
                }
                ControlFlow::Continue(())
            })
        });
        Counted { statistics, problems: found.unwrap_or_default() }
    }

    /// Counts all games of segments, on all threads. Returns the statistics by the segments' numbers.
    pub(crate) fn of_segments(
        library: &Library,
        segments: Vec<&SegmentEntry>,
        tags_only: bool,
    ) -> HashMap<u64, Counted> {
        let threads = thread::available_parallelism().map_or(1, usize::from);
        let waiting = Mutex::new(segments.into_iter());
        let next = || waiting.lock().unwrap_or_else(PoisonError::into_inner).next();
        let everything = Query::new(Vec::new());
        let made = Mutex::new(HashMap::new());
        thread::scope(|scope| {
            for _ in 0..threads {
                scope.spawn(|| {
                    while let Some(entry) = next() {
                        let range = (entry.first_game - 1, entry.last_game);
                        let counted = Counted::of(library, &everything, range, tags_only);
                        let mut made = made.lock().unwrap_or_else(PoisonError::into_inner);
                        made.insert(entry.number, counted);
                    }
                });
            }
        });
        made.into_inner().unwrap_or_else(PoisonError::into_inner)
    }
}
