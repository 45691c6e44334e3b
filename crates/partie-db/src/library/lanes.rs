//! Columns of games that are read when they are first asked for.

use std::{
    cell::{OnceCell, RefCell},
    ops::Range,
};

use super::{
    LibraryError, Result,
    numbering::GameNumbers,
    segment::{GameScan, Segment},
};
use crate::columns::{Batch, COLUMNS, Column, Table, is_of_tags};

/// Index of the lane with all columns but the moves; lower lanes have one column each.
const OF_TAGS: usize = COLUMNS.len();
/// Number of the lane of all columns.
const OF_ALL: usize = OF_TAGS + 1;
const LANES: usize = OF_ALL + 1;

/// Columns of a segment, each read forwards independently, as far as needed.
pub(super) struct Lanes<'a> {
    segment: &'a Segment,
    numbering: &'a GameNumbers,
    scans: [RefCell<Option<GameScan>>; LANES],
    failed: RefCell<Option<LibraryError>>,
}

impl<'a> Lanes<'a> {
    pub(super) fn new(segment: &'a Segment) -> Result<Lanes<'a>> {
        Ok(Lanes {
            segment,
            numbering: segment.numbering()?,
            scans: std::array::from_fn(|_| RefCell::default()),
            failed: RefCell::default(),
        })
    }

    /// Returns the numbers of the segment's games.
    pub(super) const fn numbering(&self) -> &'a GameNumbers {
        self.numbering
    }

    fn read(&self, lane: usize, rows: &Range<u64>) -> Result<Batch> {
        let mut scan = self.scans[lane].borrow_mut();
        let scan = match &mut *scan {
            Some(scan) => scan,
            none => {
                let places = Table::Library.places().filter(|at| match lane {
                    OF_TAGS => is_of_tags(*at),
                    OF_ALL => true,
                    one => *at == one,
                });
                let rows = rows.start..self.segment.entry.games;
                none.insert(self.segment.scan_places(places, rows)?)
            }
        };
        scan.skip_to(rows.start)?;
        let count = (rows.end - rows.start) as usize;
        let mut batch = scan.next(count)?.unwrap_or_else(nothing);
        // Rows of the next row groups.
        while batch.len() < count {
            let Some(more) = scan.next(count - batch.len())? else {
                let why = format!("it does not have {} games", self.segment.entry.games);
                return Err(LibraryError::damaged(self.segment.path(), why));
            };
            batch.append(&more, 0..more.len());
        }
        Ok(batch)
    }
}

const fn nothing() -> Batch {
    Batch::of_columns(0, Vec::new())
}

/// Rows of a segment that are read together.
pub(super) struct Rows<'a> {
    lanes: &'a Lanes<'a>,
    pub(super) range: Range<u64>,
    batches: [OnceCell<Batch>; LANES],
}

impl<'a> Rows<'a> {
    /// Takes rows that are read together.
    pub(super) fn new(lanes: &'a Lanes<'a>, range: Range<u64>) -> Rows<'a> {
        Rows { lanes, range, batches: std::array::from_fn(|_| OnceCell::new()) }
    }

    /// Returns the number in the library of one of them, from 0.
    pub(super) fn number(&self, row: usize) -> u64 {
        self.lanes.numbering.at(self.range.start + row as u64)
    }

    /// Returns a column by its place among [`COLUMNS`]; `None` if it could not be read.
    pub(super) fn column(&self, at: usize) -> Option<&Column> {
        self.batch(at).columns().first()
    }

    /// Returns all columns but the moves; empty if they could not be read.
    pub(super) fn tags(&self) -> &Batch {
        self.batch(OF_TAGS)
    }

    /// Returns all columns. There are none if they could not be read.
    pub(super) fn whole(&self) -> &Batch {
        self.batch(OF_ALL)
    }

    /// Returns a value made from columns, unless one of these could not be read.
    pub(super) fn sound<T>(&self, made: T) -> Result<T> {
        self.lanes.failed.borrow().as_ref().map_or(Ok(made), |error| Err(error.again()))
    }

    fn batch(&self, lane: usize) -> &Batch {
        self.batches[lane].get_or_init(|| {
            self.lanes.read(lane, &self.range).unwrap_or_else(|error| {
                self.lanes.failed.borrow_mut().get_or_insert(error);
                nothing()
            })
        })
    }
}
