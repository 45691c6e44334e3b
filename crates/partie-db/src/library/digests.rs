//! Digests of a segment's games, by which other records of a game are found.

use std::path::Path;

use super::{
    error::Result,
    number_file::{NumberColumn, NumberKind, write_numbers},
    numbering::GameNumbers,
    replayed::visits_of,
};
use crate::{columns::Batch, query::RecordDigest};

/// Columns of `digests`.
pub(super) const DIGESTS: [NumberColumn; 2] = [
    NumberColumn { name: "digest", kind: NumberKind::Int32 },
    NumberColumn { name: "game", kind: NumberKind::Int64 },
];

/// Returns the digests of the games of a batch, which has all columns.
pub(super) fn digests_in(batch: &Batch) -> impl Iterator<Item = RecordDigest> {
    (0..batch.len()).map(|row| {
        let moves: Vec<_> = visits_of(batch, row).into_iter().filter_map(|visit| visit.1).collect();
        batch.record_digest(row, &moves)
    })
}

/// The keys of a segment's games, in their order.
#[derive(Debug, Default)]
pub(super) struct Digests(Vec<i32>);

impl Digests {
    pub(super) fn add(&mut self, record: &RecordDigest) {
        self.0.push(record.key());
    }

    /// Returns the keys with the places of their games in the segment, from 0; in the order of both.
    pub(super) fn sorted(self) -> Vec<(i32, u32)> {
        let mut sorted: Vec<_> = self.0.into_iter().zip(0..).collect();
        sorted.sort_unstable();
        sorted
    }

    /// Writes the file of a segment whose games have these numbers.
    pub(super) fn write(self, numbering: &GameNumbers, path: &Path) -> Result<()> {
        let sorted = self.sorted();
        write_numbers(path, "digests", &DIGESTS, |columns| {
            let [keys, games] = columns else { return };
            keys.extend(sorted.iter().map(|(key, _)| i64::from(*key)));
            games.extend(sorted.iter().map(|(_, at)| numbering.at((*at).into()) as i64));
        })
    }
}
