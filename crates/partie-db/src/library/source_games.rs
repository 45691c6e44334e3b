//! Games of a library that came from some sources, by which records of these sources are known.

use std::{collections::BTreeMap, ops::Range};

use super::{
    Library,
    error::Result,
    replayed::{PLAYED, visits_of},
    segment::Segment,
};
use crate::identity::RecordIdentity;

/// Most games that are read together.
const TOGETHER: usize = 256;

/// Number of other games that are read with those of a source rather than passed over.
const NEAR: u64 = 64;

/// Most games of a kind whose moves are compared.
const COMPARED: usize = 64;

/// A game that came from a source.
#[derive(Clone, Copy, Debug)]
pub(super) struct SourceGame {
    /// Its number in the library.
    pub(super) number: u64,
    /// Place of its source among those that are asked.
    pub(super) source: usize,
    /// True if it was set aside.
    pub(super) is_aside: bool,
    /// True if the source has it.
    pub(super) is_met: bool,
    pub(super) identity: RecordIdentity,
}

/// Relation of a record to the games that came from its source.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Met {
    /// The library has it as it is.
    Same,
    /// It was set aside.
    Aside,
    /// The source has it more than once.
    Again,
    /// It may correct a game of the source.
    MayCorrect,
    /// It is no game of the source that the library has.
    New,
}

/// Games that came from some sources.
#[derive(Debug)]
pub(super) struct SourceGames {
    pub(super) games: Vec<SourceGame>,
    /// The places of the games with a hash of the record.
    records: Places,
    /// The same for each key of their identity.
    keys: [Places; 3],
}

/// Hashes with places of games, in the order of both.
#[derive(Debug, Default)]
struct Places(Vec<(u64, u32)>);

impl Places {
    fn of(hashes: impl Iterator<Item = u64>) -> Places {
        let mut places: Vec<_> = hashes.zip(0..).filter(|(hash, _)| *hash != 0).collect();
        places.sort_unstable();
        Places(places)
    }

    fn with(&self, hash: u64) -> impl Iterator<Item = usize> {
        let first = self.0.partition_point(|(other, _)| *other < hash);
        let same = self.0[first..].iter().take_while(move |(other, _)| *other == hash);
        same.filter(|(other, _)| *other != 0).map(|(_, place)| *place as usize)
    }
}

impl SourceGames {
    /// Reads the games of sources, given by their names.
    pub(super) fn of(library: &Library, sources: &[String]) -> Result<SourceGames> {
        let mut games = Vec::new();
        for segment in library.segments() {
            read(segment, false, sources, &mut games)?;
        }
        if let Some(segment) = &library.removed {
            read(segment, true, sources, &mut games)?;
        }
        let identities = || games.iter().map(|game| game.identity);
        let records = Places::of(identities().map(|identity| identity.record));
        let keys = [0, 1, 2].map(|key| Places::of(identities().map(|one| one.keys()[key])));
        Ok(SourceGames { games, records, keys })
    }

    /// Looks for a record of a source, and notes that the source has it.
    pub(super) fn meet(&mut self, source: usize, record: &RecordIdentity) -> Met {
        let same: Vec<usize> = self.records.with(record.record).collect();
        let left = same.iter().copied().filter(|place| !self.games[*place].is_met);
        // One of the source itself that was not set aside comes first.
        let rank = |place: &usize| {
            let SourceGame { is_aside, source: other, .. } = self.games[*place];
            (is_aside, other != source)
        };
        if let Some(place) = left.min_by_key(rank) {
            self.games[place].is_met = true;
            return if self.games[place].is_aside { Met::Aside } else { Met::Same };
        }
        if !same.is_empty() {
            return Met::Again;
        }
        let has_key = |key: usize| self.keys[key].with(record.keys()[key]).next().is_some();
        if (0..3).any(has_key) { Met::MayCorrect } else { Met::New }
    }

    /// Finds the games that records correct, and notes that the source has them. Returns the place of
    /// the game for each record.
    pub(super) fn corrected(
        &mut self,
        library: &Library,
        records: &[(RecordIdentity, &dyn Fn() -> Vec<u16>)],
    ) -> Result<Vec<Option<usize>>> {
        let mut found: Vec<Option<usize>> = vec![None; records.len()];
        for key in 0..3 {
            // Records with the same key, in their order.
            let mut groups: BTreeMap<u64, Vec<usize>> = BTreeMap::new();
            for (at, (record, _)) in
                records.iter().enumerate().filter(|(at, _)| found[*at].is_none())
            {
                groups.entry(record.keys()[key]).or_default().push(at);
            }
            for (hash, group) in groups {
                let places = self.keys[key].with(hash).filter(|place| !self.games[*place].is_met);
                let places: Vec<usize> = places.take(COMPARED).collect();
                if places.is_empty() {
                    continue;
                }
                let is_clear = places.len() == 1 && group.len() == 1;
                let mut own_moves = Vec::new();
                for place in places.iter().filter(|_| key == 2 && !is_clear) {
                    own_moves.push(moves_of(library, &self.games[*place])?);
                }
                let mut pairs = Vec::new();
                for at in group.into_iter().take(COMPARED) {
                    let (record, moves) = &records[at];
                    let moves = if own_moves.is_empty() { Vec::new() } else { moves() };
                    for (nth, place) in places.iter().enumerate() {
                        let game = &self.games[*place].identity;
                        if !record.may_correct(game, key) {
                            continue;
                        }
                        let own = own_moves.get(nth).map_or(&[][..], Vec::as_slice);
                        let shared = moves.iter().zip(own).take_while(|(a, b)| a == b).count();
                        let likeness = shared + record.shared_facts(game);
                        pairs.push((std::cmp::Reverse(likeness), at, *place));
                    }
                }
                pairs.sort_unstable();
                for (_, at, place) in pairs {
                    if found[at].is_none() && !self.games[place].is_met {
                        self.games[place].is_met = true;
                        found[at] = Some(place);
                    }
                }
            }
        }
        Ok(found)
    }

    /// Returns true if moves are the first ones of a game, which has more.
    pub(super) fn is_beginning(
        &self,
        library: &Library,
        place: usize,
        mut moves: impl Iterator<Item = u16>,
    ) -> Result<bool> {
        let own = moves_of(library, &self.games[place])?;
        let mut own = own.into_iter();
        Ok(moves.by_ref().all(|played| own.next() == Some(played)) && own.next().is_some())
    }

    /// Returns the games of a source that were not met.
    pub(super) fn missing(&self, source: usize) -> impl Iterator<Item = &SourceGame> {
        let is_missing =
            move |game: &&SourceGame| game.source == source && !game.is_met && !game.is_aside;
        self.games.iter().filter(is_missing)
    }

    /// Returns the number of games of a source that the library has.
    pub(super) fn count(&self, source: usize) -> u64 {
        let own = self.games.iter().filter(|game| game.source == source && !game.is_aside);
        own.count() as u64
    }
}

/// Returns the moves of the main line of a game.
fn moves_of(library: &Library, game: &SourceGame) -> Result<Vec<u16>> {
    let removed = library.removed.as_ref().filter(|_| game.is_aside);
    let segment = removed.or_else(|| library.segment_of(game.number));
    let Some(segment) = segment else { return Ok(Vec::new()) };
    let batch = segment.row(game.number, &PLAYED)?;
    let visits = batch.map_or_else(Vec::new, |batch| visits_of(&batch, 0));
    Ok(visits.into_iter().filter_map(|visit| visit.1).collect())
}

/// Reads the games of a segment that came from some sources.
fn read(
    segment: &Segment,
    is_aside: bool,
    sources: &[String],
    games: &mut Vec<SourceGame>,
) -> Result<()> {
    let numbering = segment.numbering()?;
    // Rows of each source, near ones together.
    let mut runs: Vec<(usize, Range<u64>)> = Vec::new();
    let mut scan = segment.scan(&["file"], 0..segment.entry.games)?;
    let mut row = 0;
    while let Some(batch) = scan.next(8192)? {
        let files = batch.column("file");
        for at in 0..batch.len() {
            let file = files.and_then(|files| files.text(at)).unwrap_or_default();
            if let Some(source) = sources.iter().position(|source| source == file) {
                match runs.last_mut() {
                    Some((last, rows)) if *last == source && row - rows.end < NEAR => {
                        rows.end = row + 1;
                    }
                    _ => runs.push((source, row..row + 1)),
                }
            }
            row += 1;
        }
    }
    for (source, rows) in runs {
        let mut row = rows.start;
        let mut scan = segment.scan(&[], rows)?;
        while let Some(batch) = scan.next(TOGETHER)? {
            for at in 0..batch.len() {
                let file = batch.column("file").and_then(|files| files.text(at));
                if file == Some(sources[source].as_str()) {
                    let visits = visits_of(&batch, at).into_iter();
                    let moves: Vec<_> = visits.filter_map(|visit| visit.1).collect();
                    let identity = batch.record_identity(at, &moves);
                    let number = numbering.at(row);
                    games.push(SourceGame { number, source, is_aside, is_met: false, identity });
                }
                row += 1;
            }
        }
    }
    Ok(())
}
