//! The index of a segment: the games that reached each position.
//!
//! Most positions of a collection occur in one game only, and most of these follow another position
//! that only this game has. So the index has these files:
//!
//! - `positions`: every position that at least two games of the segment reached, with all these
//!   games; and for each game its first position that no other game reached.
//! - `tails`: for every other position, each of which only one game of the segment reached, the
//!   upper bits of its key and the game. A game found by these bits is replayed to see if it has
//!   the position.
//!
//! - `rollup`: cached counts of popular positions.
//!
//! So `positions` lists all games of its keys, and a position with another key occurs in at most
//! one game, which `tails` finds.
//!
//! A game that reaches a position several times is listed once, with the last move made there. A
//! game that only ends in a position is listed without a move.

use std::path::Path;

use partie_core::rules::PositionKey;

use super::{
    error::{LibraryError, Result},
    number_file::{NumberColumn, NumberKind, NumberWriter},
    rollup::{KEPT_GAMES, NO_MOVE, RollupWriter, popular},
    summary::GameSummary,
    tally::Tally,
};
use crate::writer::failure;

/// Returns the right shift of a key (unsigned, in the order of the signed keys) that leaves the
/// bits stored for a segment of `tails` tails. It leaves two bits more than would number the tails,
/// so that one in four keys finds another key's tail.
const fn tail_shift(tails: u64) -> u32 {
    let bits = 64 - tails.leading_zeros() + 2;
    // The column is one of 32 signed bits.
    64 - if bits > 31 { 31 } else { bits }
}

/// Columns of `positions`.
pub(super) const POSITIONS: [NumberColumn; 4] = [
    NumberColumn { name: "key", kind: NumberKind::Runs64 },
    NumberColumn { name: "game", kind: NumberKind::Int64 },
    NumberColumn { name: "ply", kind: NumberKind::Runs32 },
    NumberColumn { name: "move", kind: NumberKind::Int16 },
];

/// Columns of `tails`.
pub(super) const TAILS: [NumberColumn; 2] = [
    NumberColumn { name: "key_prefix", kind: NumberKind::Int32 },
    NumberColumn { name: "game", kind: NumberKind::Int64 },
];

/// Returns a key as an unsigned number, in the order of the signed ones.
const fn ordered(key: i64) -> u64 {
    (key as u64) ^ (1 << 63)
}

/// Returns the key of such a number.
const fn signed(key: u64) -> i64 {
    (key ^ (1 << 63)) as i64
}

/// Returns the upper bits by which a key is found among `tails` tails.
pub(super) const fn prefix(key: PositionKey, tails: u64) -> i32 {
    (ordered(key.as_i64()) >> tail_shift(tails)) as i32
}

/// Visits of positions: in the order of their bits first by key, then by game, then by ply.
#[derive(Debug)]
pub(super) struct Visits {
    /// By the upper eight bits of the key.
    buckets: Vec<Bucket>,
    games: u32,
    len: u64,
}

/// Visits in blocks of [`BLOCK`]; all but the last block are full, so adding visits moves none.
#[derive(Clone, Debug, Default)]
struct Bucket(Vec<Vec<u128>>);

/// Number of visits of a block.
const BLOCK: usize = 512;

impl Bucket {
    #[inline]
    fn push(&mut self, visit: u128) {
        match self.0.last_mut() {
            Some(block) if block.len() < block.capacity() => block.push(visit),
            _ => self.push_block(visit),
        }
    }

    #[cold]
    fn push_block(&mut self, visit: u128) {
        let mut block = Vec::with_capacity(BLOCK);
        block.push(visit);
        self.0.push(block);
    }

    /// Replaces the visits by others, which are not more.
    fn replace(&mut self, mut visits: &[u128]) {
        for block in &mut self.0 {
            let (first, rest) = visits.split_at(block.len().min(visits.len()));
            block.clear();
            block.extend_from_slice(first);
            visits = rest;
        }
    }
}

/// A visit of a position.
#[derive(Clone, Copy, Debug)]
struct PackedVisit(u128);

impl PackedVisit {
    const fn new(key: i64, game: u32, ply: u16, move_: u16) -> PackedVisit {
        let rest = (game as u64) << 32 | (ply as u64) << 16 | move_ as u64;
        PackedVisit((ordered(key) as u128) << 64 | rest as u128)
    }

    const fn key(self) -> u64 {
        (self.0 >> 64) as u64
    }

    const fn game(self) -> u32 {
        (self.0 >> 32) as u32
    }

    const fn ply(self) -> u16 {
        (self.0 >> 16) as u16
    }

    const fn move_(self) -> i16 {
        self.0 as u16 as i16
    }
}

impl Visits {
    pub(super) fn new() -> Visits {
        Visits { buckets: vec![Bucket::default(); 256], games: 0, len: 0 }
    }

    /// Returns the number of visits.
    pub(super) const fn len(&self) -> u64 {
        self.len
    }

    /// Adds the positions of the next game, and the moves that were made in all of them but the
    /// last one.
    pub(super) fn add(&mut self, keys: &[PositionKey], moves: impl Iterator<Item = u16>) {
        let mut ply = 0_u16;
        let mut add = |key: PositionKey, move_| {
            let visit = PackedVisit::new(key.as_i64(), self.games, ply, move_);
            self.buckets[(visit.0 >> 120) as usize].push(visit.0);
            ply = ply.saturating_add(1);
        };
        if let Some((last, others)) = keys.split_last() {
            others.iter().zip(moves).for_each(|(key, move_)| add(*key, move_));
            add(*last, NO_MOVE as u16);
        }
        self.len += keys.len() as u64;
        self.games += 1;
    }

    /// Writes the index of the games, whose numbers in the library begin with one, and whose
    /// summaries are given, in tables of a version.
    pub(super) fn write(
        self,
        first_game: u64,
        summaries: &[GameSummary],
        [positions, tails, rollup]: [&Path; 3],
        tables: u64,
    ) -> Result<()> {
        let mut buckets = self.buckets;
        // For each game the lowest ply whose position stands in no other.
        let mut first_alone = vec![u16::MAX; self.games as usize];
        let mut tails_in_all = 0;
        let mut sorter = Sorter::default();
        for bucket in &mut buckets {
            let sorted = sorter.sort(&bucket.0);
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
            bucket.replace(&sorted[..kept]);
        }
        // Of each game the first one is listed.
        tails_in_all -= first_alone.iter().filter(|first| **first != u16::MAX).count() as u64;
        let shift = tail_shift(tails_in_all);
        let mut out = NumberWriter::create(positions, "positions", &POSITIONS)?;
        let mut alone = NumberWriter::create(tails, "tails", &TAILS)?;
        let mut kept = RollupWriter::create(rollup)?;
        let number = |visit: &PackedVisit| (first_game + u64::from(visit.game())) as i64;
        let write = || -> parquet::errors::Result<()> {
            let (mut all, mut listed, mut tails) = (Vec::new(), Vec::new(), Vec::new());
            for Bucket(blocks) in buckets {
                all.clear();
                for block in &*blocks {
                    all.extend_from_slice(block);
                }
                for visits in all.chunk_by(same_key) {
                    let visits = visits.iter().copied().map(PackedVisit);
                    match visits.len() {
                        1 => {
                            for visit in visits {
                                let first = first_alone[visit.game() as usize];
                                let place =
                                    if first < visit.ply() { &mut tails } else { &mut listed };
                                place.push(visit);
                            }
                        }
                        many => {
                            if many >= popular(tables) {
                                let tally = tallied(visits.clone(), first_game, summaries);
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
                    let [prefixes, games] = columns else { return };
                    prefixes.extend(tails.iter().map(|visit| (visit.key() >> shift) as i64));
                    games.extend(tails.iter().map(number));
                })?;
                listed.clear();
                tails.clear();
            }
            Ok(())
        };
        write().map_err(|error| LibraryError::io(positions, failure(error)))?;
        out.finish(positions)?;
        alone.finish(tails)?;
        kept.finish(rollup)
    }
}

/// Counts the moves that were made in a position.
fn tallied(
    visits: impl Iterator<Item = PackedVisit>,
    first_game: u64,
    summaries: &[GameSummary],
) -> Tally {
    let mut tally = Tally::new(KEPT_GAMES, KEPT_GAMES);
    for visit in visits {
        if visit.move_() != NO_MOVE {
            let summary = summaries.get(visit.game() as usize).copied().unwrap_or_default();
            tally.add(first_game + u64::from(visit.game()), summary, visit.move_() as u16);
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
    fn sort(&mut self, blocks: &[Vec<u128>]) -> &mut [u128] {
        let Sorter { sorted, ends } = self;
        let visits = || blocks.iter().flatten().copied();
        let len = blocks.iter().map(Vec::len).sum::<usize>();
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
            let mut bucket = Bucket::default();
            for game in 0..size {
                seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                let key = if game % 3 == 0 { 7 << 52 } else { seed >> 8 };
                bucket.push(PackedVisit::new(signed(key), game, 0, 0).0);
            }
            let mut expected: Vec<u128> = bucket.0.iter().flatten().copied().collect();
            assert_eq!(expected.len(), size as usize);
            expected.sort_unstable();
            assert_eq!(sorter.sort(&bucket.0), expected, "{size}");
            let kept = &expected[..expected.len() * 2 / 3];
            bucket.replace(kept);
            assert!(bucket.0.iter().flatten().eq(kept), "{size}");
        }
    }
}
