//! Search for records of the same games in a library that is added to.

use std::{
    collections::{BTreeMap, BTreeSet, HashMap},
    ops::Range,
    path::{Path, PathBuf},
};

use super::{
    digests::{Digests, digests_in},
    error::Result,
    manifest::Manifest,
    segment::{Segment, SortedKeys},
};
use crate::query::{RecordDigest, Repetition};

/// Most games that are read together.
const TOGETHER: u64 = 256;

/// Records of a library, by their keys.
#[derive(Debug)]
pub(super) struct StoredRecords {
    folder: PathBuf,
    /// The committed segments.
    segments: Vec<Segment>,
    /// The keys of each segment that was asked, by its number.
    keys: HashMap<u64, SortedKeys>,
    /// Games that were read, the last ones first.
    windows: Vec<Window>,
    appended: Appended,
    /// Numbers of games that a fuller record replaces, each with that of the record.
    replaced: BTreeMap<u64, u64>,
    /// Numbers of games that are replaced by the record which is appended next.
    next_replaced: Vec<u64>,
}

/// Most games that a record is compared with.
const CANDIDATES: usize = 64;

/// Number of [`Window`]s that are kept.
const WINDOWS: usize = 8;

/// Digests of consecutive games of a segment.
#[derive(Debug)]
struct Window {
    /// Place of the segment among those of the library.
    segment: usize,
    /// Row of the first one.
    first: u64,
    records: Vec<RecordDigest>,
}

impl Window {
    const fn rows(&self) -> Range<u64> {
        self.first..self.first + self.records.len() as u64
    }
}

/// Games that are not committed.
#[derive(Debug, Default)]
struct Appended {
    /// Number of the first one.
    first: u64,
    /// Each with the place of the one before that has the same key.
    records: Vec<(RecordDigest, Option<u32>)>,
    /// Place of the last one with a key.
    last: HashMap<i32, u32>,
}

impl StoredRecords {
    /// Opens the records of a folder's library.
    pub(super) fn of(folder: &Path, manifest: &Manifest) -> Result<StoredRecords> {
        Ok(StoredRecords {
            folder: folder.to_owned(),
            segments: Segment::open_all(folder, &manifest.segments)?,
            keys: HashMap::new(),
            windows: Vec::new(),
            appended: Appended::default(),
            replaced: BTreeMap::new(),
            next_replaced: Vec::new(),
        })
    }

    /// Compares a record with those of the same game. If it is fuller than these, they are replaced by
    /// it when it is committed. Games that cannot be read are taken for others.
    pub(super) fn compare(&mut self, record: &RecordDigest) -> Option<Repetition> {
        if !record.is_named() {
            return None;
        }
        let key = record.key();
        let (mut fuller, mut is_poorer) = (Vec::new(), false);
        // Returns true for an equal one.
        let mut is_equal = |number: u64, earlier: &RecordDigest| {
            match record.repeats(earlier) {
                Some(Repetition::Equal) => return true,
                Some(Repetition::Poorer) => is_poorer = true,
                Some(Repetition::Fuller) => fuller.push(number),
                None => {}
            }
            false
        };
        let mut left = CANDIDATES;
        let mut next = self.appended.last.get(&key).copied();
        while let Some(place) = next.filter(|_| left > 0) {
            left -= 1;
            let (earlier, before) = &self.appended.records[place as usize];
            let number = self.appended.first + u64::from(place);
            if !self.replaced.contains_key(&number) && is_equal(number, earlier) {
                return Some(Repetition::Equal);
            }
            next = *before;
        }
        for at in 0..self.segments.len() {
            if left == 0 {
                break;
            }
            for number in self.with_key(at, key).unwrap_or_default().into_iter().take(left) {
                left -= 1;
                let earlier = Some(number).filter(|number| !self.replaced.contains_key(number));
                let earlier = earlier.and_then(|number| self.read(at, number));
                if earlier.is_some_and(|earlier| is_equal(number, &earlier)) {
                    return Some(Repetition::Equal);
                }
            }
        }
        if is_poorer {
            return Some(Repetition::Poorer);
        }
        let repetition = (!fuller.is_empty()).then_some(Repetition::Fuller);
        self.next_replaced = fuller;
        repetition
    }

    /// Notes a game that is appended, with its number in the library.
    pub(super) fn append(&mut self, number: u64, record: RecordDigest) {
        self.replaced.extend(self.next_replaced.drain(..).map(|earlier| (earlier, number)));
        let Appended { first, records, last } = &mut self.appended;
        if number != *first + records.len() as u64 {
            (*first, *records) = (number, Vec::new());
            last.clear();
        }
        let before = last.insert(record.key(), records.len() as u32);
        records.push((record, before));
    }

    /// Returns the games that are replaced, each with the record that replaces it.
    pub(super) const fn replaced(&self) -> &BTreeMap<u64, u64> {
        &self.replaced
    }

    /// Looks at the library as it is after a commit.
    pub(super) fn refresh(&mut self, manifest: &Manifest) -> Result<()> {
        self.segments = Segment::open_all(&self.folder, &manifest.segments)?;
        let numbers: BTreeSet<u64> =
            self.segments.iter().map(|segment| segment.entry.number).collect();
        self.keys.retain(|number, _| numbers.contains(number));
        self.windows = Vec::new();
        self.appended = Appended::default();
        self.replaced = BTreeMap::new();
        Ok(())
    }

    /// Returns the numbers of a segment's games that have a key.
    fn with_key(&mut self, at: usize, key: i32) -> Result<Vec<u64>> {
        let segment = &self.segments[at];
        let keys = match self.keys.entry(segment.entry.number) {
            std::collections::hash_map::Entry::Occupied(entry) => entry.into_mut(),
            std::collections::hash_map::Entry::Vacant(entry) => entry.insert(keys_of(segment)?),
        };
        keys.games(segment, key)
    }

    /// Returns the digest of a game. Games after it are read with it if games are asked for one after
    /// the other.
    fn read(&mut self, at: usize, number: u64) -> Option<RecordDigest> {
        let segment = &self.segments[at];
        let row = segment.numbering().ok()?.row_of(number)?;
        let near = self.windows.iter().position(|window| {
            let rows = window.rows();
            window.segment == at && (rows.start..rows.end + TOGETHER).contains(&row)
        });
        // It becomes the first one.
        let window = near.map(|at| self.windows.remove(at));
        let window = match window {
            Some(window) if window.rows().contains(&row) => window,
            before => {
                let games = before.map_or(1, |window| 2 * window.records.len() as u64);
                let records = digests_of(segment, row..row + games.min(TOGETHER)).ok()?;
                Window { segment: at, first: row, records }
            }
        };
        self.windows.truncate(WINDOWS - 1);
        self.windows.insert(0, window);
        let window = &self.windows[0];
        window.records.get((row - window.first) as usize).copied()
    }
}

/// Reads the keys of a segment, or makes them of its games: of those of earlier versions, and if their
/// file is damaged. Games after one that cannot be read have none.
fn keys_of(segment: &Segment) -> Result<SortedKeys> {
    if let Some(keys) = segment.digest_keys().ok().flatten() {
        return Ok(keys);
    }
    let mut digests = Digests::default();
    let mut scan = segment.scan(&[], 0..segment.entry.games)?;
    while let Ok(Some(batch)) = scan.next(TOGETHER as usize) {
        digests_in(&batch).for_each(|record| digests.add(&record));
    }
    Ok(SortedKeys::made(digests.sorted()))
}

/// Reads the digests of some rows of a segment, as many as there are.
fn digests_of(segment: &Segment, rows: Range<u64>) -> Result<Vec<RecordDigest>> {
    let rows = rows.start..rows.end.min(segment.entry.games);
    let mut records = Vec::with_capacity((rows.end - rows.start) as usize);
    let mut scan = segment.scan(&[], rows)?;
    while let Some(batch) = scan.next(TOGETHER as usize)? {
        records.extend(digests_in(&batch));
    }
    Ok(records)
}
