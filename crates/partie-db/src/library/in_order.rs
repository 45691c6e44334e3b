//! Games of several segments in the order of their numbers.

use std::collections::BTreeSet;

use super::{
    error::{LibraryError, Result},
    segment::{GameScan, Segment},
};
use crate::columns::Batch;

/// Number of games that are read at a time: their columns stay in the processor's memory.
pub(super) const BATCH: usize = 1 << 8;

/// Games of a segment: all, those with some numbers, or the others.
#[derive(Clone, Copy)]
pub(super) struct Part<'a> {
    segment: &'a Segment,
    listed: Option<&'a BTreeSet<u64>>,
    /// True if listed games are taken, false if they are left out.
    takes_listed: bool,
}

impl<'a> Part<'a> {
    pub(super) const fn all(segment: &'a Segment) -> Part<'a> {
        Part { segment, listed: None, takes_listed: false }
    }

    pub(super) const fn those(segment: &'a Segment, numbers: &'a BTreeSet<u64>) -> Part<'a> {
        Part { segment, listed: Some(numbers), takes_listed: true }
    }

    pub(super) const fn others(segment: &'a Segment, numbers: &'a BTreeSet<u64>) -> Part<'a> {
        Part { segment, listed: Some(numbers), takes_listed: false }
    }

    fn takes(&self, number: u64) -> bool {
        self.listed.is_none_or(|listed| listed.contains(&number) == self.takes_listed)
    }

    /// Begins to read the games.
    fn scan(&self) -> Result<GameScan> {
        self.segment.verify_games()?;
        let mut rows = 0..self.segment.entry.games;
        if self.takes_listed
            && let Some(listed) = self.listed
        {
            // Those before the first one and after the last one are passed over.
            let numbering = self.segment.numbering()?;
            let first = listed.first().map_or(u64::MAX, |first| *first);
            let last = listed.last().map_or(0, |last| *last);
            rows =
                numbering.first_row_from(first)..numbering.first_row_from(last.saturating_add(1));
            rows.end = rows.end.max(rows.start);
        }
        self.segment.scan(&[], rows)
    }
}

/// Reads games of segments in the order of their numbers, with all columns. The files are compared
/// with their checksums first.
pub(super) struct GamesInOrder<'a> {
    sources: Vec<Source<'a>>,
}

/// A part of a segment, read as far as needed.
struct Source<'a> {
    part: Part<'a>,
    scan: Option<GameScan>,
    /// Games that were read.
    batch: Batch,
    /// The first of them that is left.
    row: usize,
    /// A number such that no game with a lower one is left; `None` at the end.
    next: Option<u64>,
}

impl<'a> GamesInOrder<'a> {
    pub(super) fn new(parts: impl IntoIterator<Item = Part<'a>>) -> GamesInOrder<'a> {
        let source = |part: Part<'a>| Source {
            part,
            scan: None,
            batch: Batch::default(),
            row: 0,
            next: Some(part.segment.entry.first_game),
        };
        GamesInOrder { sources: parts.into_iter().map(source).collect() }
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
            none => none.insert(self.part.scan()?),
        };
        let mut last = self.next.map_or(0, |next| next.saturating_sub(1));
        self.row = 0;
        self.batch = Batch::default();
        self.next = None;
        while let Some(mut batch) = scan.next(BATCH)? {
            batch.complete();
            let numbers: Vec<u64> = batch.numbers().collect();
            for number in &numbers {
                if *number <= last {
                    let why = "the numbers of its games do not ascend";
                    return Err(LibraryError::damaged(self.part.segment.path(), why));
                }
                last = *number;
            }
            if numbers.len() != batch.len() {
                let why = "a game has no number";
                return Err(LibraryError::damaged(self.part.segment.path(), why));
            }
            batch.retain(|row| self.part.takes(numbers[row]));
            self.next = batch.numbers().next();
            if self.next.is_some() {
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
        if end == all {
            self.batch = Batch::default();
            self.row = 0;
            self.next = taken.number(taken.len() - 1).map(|last| last.saturating_add(1));
        } else {
            self.row = end;
            self.next = self.batch.number(end);
        }
        taken
    }
}
