//! The index of a segment: the games that reached each position.
//!
//! Most positions of a collection occur in one game only, and most of these follow another position
//! that only this game has. So the index has these files:
//!
//! - `positions`: every position that at least two games of the segment reached, with all these
//!   games; and for each game its first position that no other game reached.
//! - `tails`: for every other position, each of which only one game of the segment reached, the
//!   upper bits of its key and the block of 64 consecutive games that has the game. The games of
//!   the blocks found by these bits are replayed until one has the position.
//!
//! - `rollup`: cached counts of popular positions.
//!
//! So `positions` lists all games of its keys, and a position with another key occurs in at most
//! one game, which `tails` finds.
//!
//! A game that reaches a position several times is listed once, with the last move made there. A
//! game that only ends in a position is listed without a move.

use std::{ops::Range, path::Path};

use partie_core::rules::PositionKey;

use super::{
    error::{LibraryError, Result},
    manifest::BLOCKS_IN_TAILS,
    number_file::{NumberColumn, NumberKind, NumberWriter},
    numbering::GameNumbers,
    rollup::{KEPT_GAMES, NO_MOVE, RollupWriter, popular},
    summary::GameSummary,
    tally::Tally,
    visits::{BUCKETS, PackedVisit, Visits, ordered, signed},
};
use crate::writer::failure;

/// Number of consecutive games of a segment that `tails` does not tell apart: fewer bits are stored,
/// and more games are replayed.
pub(super) const BLOCK_GAMES: u64 = 64;

/// The entries of `tails` in a segment.
#[derive(Clone, Copy, Debug)]
pub(super) struct TailEntries {
    /// Right shift of a key (unsigned, in the order of the signed keys) that leaves the bits stored.
    shift: u32,
    /// Number of blocks of games; `None` in tables before version 5, which name games.
    blocks: Option<u64>,
}

impl TailEntries {
    /// Returns those of a segment of some games with `tails` tails, in tables of a version.
    ///
    /// The bits that are stored number the tails, so that two in three keys find another key's tail. In
    /// earlier versions there are two more, at most 31.
    pub(super) const fn of(tails: u64, games: u64, tables: u64) -> TailEntries {
        let bits = 64 - tails.leading_zeros();
        if tables < BLOCKS_IN_TAILS {
            let bits = if bits > 29 { 31 } else { bits + 2 };
            return TailEntries { shift: 64 - bits, blocks: None };
        }
        let shift = if bits == 0 { 63 } else { 64 - bits };
        TailEntries { shift, blocks: Some(games.div_ceil(BLOCK_GAMES)) }
    }

    /// Returns the values of the first column that a key may have: the first and the last one.
    pub(super) const fn with_key(self, key: PositionKey) -> [i64; 2] {
        let prefix = self.prefix(ordered(key.as_i64()));
        match self.blocks {
            None => [prefix, prefix],
            Some(blocks) => {
                let first = prefix * blocks as i64;
                [first, first + blocks as i64 - 1]
            }
        }
    }

    /// Returns the rows of the games of an entry in the file of games; `None` if it names a game instead.
    pub(super) const fn rows(self, entry: i64) -> Option<Range<u64>> {
        match self.blocks {
            None | Some(0) => None,
            Some(blocks) => {
                let first = entry as u64 % blocks * BLOCK_GAMES;
                Some(first..first + BLOCK_GAMES)
            }
        }
    }

    const fn prefix(self, ordered_key: u64) -> i64 {
        (ordered_key >> self.shift) as i64
    }
}

/// Returns the columns of `tails` in tables of a version. It is sorted by the first of them.
pub(super) const fn tail_columns(tables: u64) -> &'static [NumberColumn] {
    const BY_BLOCK: [NumberColumn; 1] = [NumberColumn { name: "entry", kind: NumberKind::Int64 }];
    const BY_GAME: [NumberColumn; 2] = [
        NumberColumn { name: "key_prefix", kind: NumberKind::Int32 },
        NumberColumn { name: "game", kind: NumberKind::Int64 },
    ];
    if tables < BLOCKS_IN_TAILS { &BY_GAME } else { &BY_BLOCK }
}

/// Columns of `positions`.
pub(super) const POSITIONS: [NumberColumn; 4] = [
    NumberColumn { name: "key", kind: NumberKind::Runs64 },
    NumberColumn { name: "game", kind: NumberKind::Int64 },
    NumberColumn { name: "ply", kind: NumberKind::Runs32 },
    NumberColumn { name: "move", kind: NumberKind::Runs16 },
];

impl Visits {
    /// Writes the index of the games, whose numbers in the library and summaries are given, in tables
    /// of a version.
    pub(super) fn write(
        mut self,
        numbering: &GameNumbers,
        summaries: &[GameSummary],
        [positions, tails, rollup]: [&Path; 3],
        tables: u64,
    ) -> Result<()> {
        // For each game the lowest ply whose position stands in no other.
        let mut first_alone = vec![u16::MAX; self.games() as usize];
        let mut tails_in_all = 0;
        let (mut sorter, mut all) = (Sorter::default(), Vec::new());
        for bucket in 0..BUCKETS {
            self.read(bucket, &mut all)?;
            let sorted = sorter.sort(&all);
            // Of the visits of a game to a position the last one with a move stays, else the end.
            let mut kept = 0;
            for at in 0..sorted.len() {
                let this = sorted[at];
                if kept == 0 || !same_game(&sorted[kept - 1], &this) {
                    kept += 1;
                } else if PackedVisit(this).move_() == NO_MOVE {
                    continue;
                }
                sorted[kept - 1] = this;
            }
            for visits in sorted[..kept].chunk_by(same_key) {
                if let [visit] = visits {
                    let first = &mut first_alone[PackedVisit(*visit).game() as usize];
                    *first = (*first).min(PackedVisit(*visit).ply());
                    tails_in_all += 1;
                }
            }
            self.replace(bucket, &sorted[..kept])?;
        }
        // Of each game the first one is listed.
        tails_in_all -= first_alone.iter().filter(|first| **first != u16::MAX).count() as u64;
        let entries = TailEntries::of(tails_in_all, numbering.len(), tables);
        let mut out = NumberWriter::create(positions, "positions", &POSITIONS)?;
        let mut alone = NumberWriter::create(tails, "tails", tail_columns(tables))?;
        let mut kept = RollupWriter::create(rollup)?;
        let number = |visit: &PackedVisit| numbering.at(visit.game().into()) as i64;
        let (mut listed, mut single) = (Vec::new(), Vec::new());
        for bucket in 0..BUCKETS {
            self.read(bucket, &mut all)?;
            let mut write = || -> parquet::errors::Result<()> {
                for visits in all.chunk_by(same_key) {
                    let visits = visits.iter().copied().map(PackedVisit);
                    match visits.len() {
                        1 => {
                            for visit in visits {
                                let first = first_alone[visit.game() as usize];
                                let place =
                                    if first < visit.ply() { &mut single } else { &mut listed };
                                place.push(visit);
                            }
                        }
                        many => {
                            if many >= popular(tables) {
                                let tally = tallied(visits.clone(), numbering, summaries);
                                let key = visits.clone().next().map_or(0, PackedVisit::key);
                                kept.add(signed(key), tally)?;
                            }
                            listed.extend(visits);
                        }
                    }
                }
                out.rows(|columns| {
                    let [keys, games, plies, moves] = columns else { return };
                    keys.extend(listed.iter().map(|visit| signed(visit.key())));
                    games.extend(listed.iter().map(number));
                    plies.extend(listed.iter().map(|visit| visit.ply().into()));
                    moves.extend(listed.iter().map(|visit| visit.move_().into()));
                })?;
                alone.rows(|columns| {
                    let prefix = |visit: &PackedVisit| entries.prefix(visit.key());
                    match (entries.blocks, columns) {
                        (Some(blocks), [column]) => {
                            let block = |visit: &PackedVisit| u64::from(visit.game()) / BLOCK_GAMES;
                            let entry = |visit| prefix(visit) * blocks as i64 + block(visit) as i64;
                            let has_same = |one: &PackedVisit, other: &PackedVisit| {
                                prefix(one) == prefix(other)
                            };
                            for same in single.chunk_by_mut(has_same) {
                                same.sort_unstable_by_key(|visit| visit.game());
                            }
                            column.extend(single.iter().map(entry));
                        }
                        (None, [prefixes, games]) => {
                            prefixes.extend(single.iter().map(prefix));
                            games.extend(single.iter().map(number));
                        }
                        _ => {}
                    }
                })?;
                listed.clear();
                single.clear();
                Ok(())
            };
            write().map_err(|error| LibraryError::io(positions, failure(error)))?;
        }
        out.finish(positions)?;
        alone.finish(tails)?;
        kept.finish(rollup)
    }
}

/// Counts the moves that were made in a position.
fn tallied(
    visits: impl Iterator<Item = PackedVisit>,
    numbering: &GameNumbers,
    summaries: &[GameSummary],
) -> Tally {
    let mut tally = Tally::new(KEPT_GAMES, KEPT_GAMES);
    for visit in visits {
        if visit.move_() != NO_MOVE {
            let summary = summaries.get(visit.game() as usize).copied().unwrap_or_default();
            tally.add(numbering.at(visit.game().into()), summary, visit.move_() as u16);
        }
    }
    tally
}

/// Sorts buckets, in memory that is used again.
#[derive(Default)]
struct Sorter {
    sorted: Vec<u128>,
    ends: Vec<u32>,
}

impl Sorter {
    /// Returns the visits of a bucket in their order.
    ///
    /// A counting sort by the key bits after the bucket's leaves few visits to compare.
    fn sort(&mut self, visits: &[u128]) -> &mut [u128] {
        let Sorter { sorted, ends } = self;
        let (visits, len) = (|| visits.iter().copied(), visits.len());
        let bits = len.max(2).ilog2().min(16);
        let digit = |visit: u128| (PackedVisit(visit).key() << 8 >> (64 - bits)) as usize;
        ends.clear();
        ends.resize(1 << bits, 0);
        visits().for_each(|visit| ends[digit(visit)] += 1);
        let mut next = 0;
        for end in &mut *ends {
            next += std::mem::replace(end, next);
        }
        if sorted.len() < len {
            sorted.resize(len, 0);
        }
        for visit in visits() {
            let end = &mut ends[digit(visit)];
            sorted[*end as usize] = visit;
            *end += 1;
        }
        let mut start = 0;
        for end in ends {
            let end = *end as usize;
            if end - start > 1 {
                sorted[start..end].sort_unstable();
            }
            start = end;
        }
        &mut sorted[..len]
    }
}

fn same_key(one: &u128, other: &u128) -> bool {
    one >> 64 == other >> 64
}

/// Returns true if a game came to the same position.
const fn same_game(one: &u128, other: &u128) -> bool {
    *one >> 32 == *other >> 32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn buckets_are_sorted() {
        // Random numbers with some equal keys; sizes around a block's, one after the other in the
        // same memory.
        let mut sorter = Sorter::default();
        for size in [0, 1, 50_000, 2, 511, 512, 513] {
            let mut seed = 1_u64;
            let mut visits = Vec::new();
            for game in 0..size {
                seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                let key = if game % 3 == 0 { 7 << 52 } else { seed >> 8 };
                visits.push(PackedVisit::new(signed(key), game, 0, 0).0);
            }
            let mut expected = visits.clone();
            expected.sort_unstable();
            assert_eq!(sorter.sort(&visits), expected, "{size}");
        }
    }
}
