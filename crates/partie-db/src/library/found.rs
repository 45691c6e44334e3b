//! Games of a library that answer a query, one after the other.

use std::{ops::ControlFlow, vec};

use partie_formats::Record;

use super::{Library, LibraryError, Result};
use crate::query::Query;

/// Most games that are found together.
const TOGETHER: usize = 1024;

/// An iterator over the games of a library that answer a query; made by [`Library::games`].
#[derive(Debug)]
pub struct FoundGames<'a> {
    library: &'a Library,
    query: &'a Query,
    found: vec::IntoIter<Record>,
    /// Number of the last game that was found.
    last: u64,
    /// Number of games that are looked for together; 0 after the last one.
    together: usize,
    /// Error after the games that were found.
    failed: Option<LibraryError>,
}

impl Library {
    /// Returns the games that answer a query, in the order of their numbers, as records without text
    /// ([`StoredGame::record`](super::StoredGame::record)). An error comes after the games before it and
    /// ends them. Where no whole games are needed, [`Library::find`] takes less time.
    #[must_use]
    pub fn games<'a>(&'a self, query: &'a Query) -> FoundGames<'a> {
        let found = Vec::new().into_iter();
        FoundGames { library: self, query, found, last: 0, together: 1, failed: None }
    }
}

impl FoundGames<'_> {
    /// Finds the next games.
    fn search(&mut self) {
        let mut found = Vec::new();
        let searched = self.library.find_after(self.last, self.query, |game| {
            found.push(game.record()?);
            let is_enough = found.len() >= self.together;
            Ok(if is_enough { ControlFlow::Break(()) } else { ControlFlow::Continue(()) })
        });
        let is_enough = found.len() >= self.together;
        self.together = if is_enough { (2 * self.together).min(TOGETHER) } else { 0 };
        self.last = found.last().map_or(self.last, |record: &Record| record.number);
        self.failed = searched.err();
        self.found = found.into_iter();
    }
}

impl Iterator for FoundGames<'_> {
    type Item = Result<Record>;

    fn next(&mut self) -> Option<Result<Record>> {
        if self.found.len() == 0 && self.failed.is_none() && self.together > 0 {
            self.search();
        }
        self.found.next().map(Ok).or_else(|| self.failed.take().map(Err))
    }
}
