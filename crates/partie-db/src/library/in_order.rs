//! Games of several segments in the order of their numbers.

use super::{
    error::Result,
    segment::{GameScan, Segment},
};
use crate::columns::Batch;

/// Number of games that are read at a time: their columns stay in the processor's memory.
pub(super) const BATCH: usize = 1 << 8;

/// Returns true for the numbers of games that are taken.
pub(super) type IsTaken<'a> = &'a dyn Fn(u64) -> bool;

/// Reads games of segments in the order of their numbers, with all columns. The files are compared
/// with their checksums first.
pub(super) struct GamesInOrder<'a> {
    sources: Vec<Source<'a>>,
}

/// A segment, read as far as needed.
struct Source<'a> {
    segment: &'a Segment,
    is_taken: Option<IsTaken<'a>>,
    scan: Option<GameScan>,
    /// Games that were read.
    batch: Batch,
    /// The first of them that is left.
    row: usize,
    /// The lowest number that a game which is left may have; `None` at the end.
    next: Option<u64>,
}

impl<'a> GamesInOrder<'a> {
    /// Takes segments, each with the games that are taken; all if there is no function.
    pub(super) fn new(
        sources: impl IntoIterator<Item = (&'a Segment, Option<IsTaken<'a>>)>,
    ) -> GamesInOrder<'a> {
        let source = |(segment, is_taken): (&'a Segment, _)| Source {
            segment,
            is_taken,
            scan: None,
            batch: Batch::default(),
            row: 0,
            next: Some(segment.entry.first_game),
        };
        GamesInOrder { sources: sources.into_iter().map(source).collect() }
    }

    /// Returns the next games; `None` at the end.
    pub(super) fn next(&mut self) -> Result<Option<Batch>> {
        loop {
            let left = self.sources.iter().enumerate();
            let left = left.filter_map(|(at, source)| Some((source.next?, at)));
            let mut left: Vec<_> = left.collect();
            left.sort_unstable();
            let Some((number, at)) = left.first().copied() else { return Ok(None) };
            let first = &mut self.sources[at];
            if first.row == first.batch.len() {
                first.read()?;
                continue;
            }
            // One that may have the same number has in fact a higher one.
            let limit = left.get(1).map(|(other, _)| (*other).max(number + 1));
            return Ok(Some(first.take_before(limit)));
        }
    }
}

impl Source<'_> {
    /// Reads the next games.
    fn read(&mut self) -> Result<()> {
        let scan = match &mut self.scan {
            Some(scan) => scan,
            none => {
                self.segment.verify_games()?;
                none.insert(self.segment.scan(&[], 0..self.segment.entry.games)?)
            }
        };
        self.row = 0;
        self.batch = Batch::default();
        self.next = None;
        while let Some(mut batch) = scan.next(BATCH)? {
            batch.complete_codes();
            if let Some(is_taken) = self.is_taken {
                let rows = batch.clone();
                batch.retain(|row| rows.number(row).is_some_and(is_taken));
            }
            if !batch.is_empty() {
                self.next = batch.number(0);
                self.batch = batch;
                return Ok(());
            }
        }
        Ok(())
    }

    /// Takes the games that were read with numbers below a limit; at least one.
    fn take_before(&mut self, limit: Option<u64>) -> Batch {
        let all = self.batch.len();
        let is_before = |row: usize| limit.is_none_or(|limit| self.batch.number(row) < Some(limit));
        let end = (self.row + 1..all).find(|row| !is_before(*row)).unwrap_or(all);
        let taken = if self.row == 0 && end == all {
            std::mem::take(&mut self.batch)
        } else {
            let mut taken = self.batch.room();
            taken.append(&self.batch, self.row..end);
            taken
        };
        self.row = if end == all { 0 } else { end };
        if end == all {
            self.batch = Batch::default();
            // The next one is known when it is read.
            self.next = taken.number(taken.len() - 1).map(|last| last + 1);
        } else {
            self.next = self.batch.number(end);
        }
        taken
    }
}
