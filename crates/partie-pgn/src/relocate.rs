//! Places of results that are made before their records' place in the stream is known.

use partie_formats::{Converted, Record};

/// A result that is made before the place of its record in the stream is known.
///
/// A worker counts records and lines from the start of its segment.
pub trait Relocate {
    /// Adds the numbers of records and lines that precede the segment.
    fn offset_by(&mut self, records: u64, lines: u64);
}

impl Relocate for Record {
    fn offset_by(&mut self, records: u64, lines: u64) {
        self.number += records;
        self.line += lines;
    }
}

impl Relocate for Converted {
    fn offset_by(&mut self, records: u64, lines: u64) {
        self.record.offset_by(records, lines);
    }
}

/// A result without a place.
impl Relocate for () {
    fn offset_by(&mut self, _: u64, _: u64) {}
}

impl<P: Relocate> Relocate for Option<P> {
    fn offset_by(&mut self, records: u64, lines: u64) {
        if let Some(placed) = self {
            placed.offset_by(records, lines);
        }
    }
}

impl<P: Relocate> Relocate for Box<P> {
    fn offset_by(&mut self, records: u64, lines: u64) {
        (**self).offset_by(records, lines);
    }
}

impl<P: Relocate> Relocate for Vec<P> {
    fn offset_by(&mut self, records: u64, lines: u64) {
        for placed in self {
            placed.offset_by(records, lines);
        }
    }
}

/// A record and what was found out about it, which does not depend on its place.
impl<P: Relocate, W> Relocate for (P, W) {
    fn offset_by(&mut self, records: u64, lines: u64) {
        self.0.offset_by(records, lines);
    }
}
