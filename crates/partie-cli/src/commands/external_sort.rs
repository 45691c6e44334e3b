//! Sorting more than memory holds: sorted runs in temporary files, merged at the end.

use std::{
    cmp::Reverse,
    collections::BinaryHeap,
    fs::File,
    io::{self, BufReader, BufWriter, Read as _, Seek as _},
    path::PathBuf,
};

/// Number of runs that are merged at a time.
const MERGED: usize = 64;

/// Memory of an item besides its bytes.
const OVERHEAD: usize = 96;

/// Bytes with their place in an order.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct SortItem {
    /// The key, compared byte by byte.
    pub(super) key: Vec<u8>,
    /// Number of items put in before, which makes the sort stable.
    number: u64,
    /// Sorted data.
    pub(super) value: Vec<u8>,
}

/// Sorts items, in memory as far as possible.
pub(super) struct Sorter {
    held: Vec<SortItem>,
    bytes: usize,
    memory: usize,
    folder: PathBuf,
    put: u64,
    runs: Vec<File>,
}

impl Sorter {
    /// Makes a sorter that holds `memory` bytes, and the rest in files in `folder`. These have no
    /// names, so they vanish however the program ends.
    pub(super) fn new(memory: usize, folder: PathBuf) -> Sorter {
        Sorter { held: Vec::new(), bytes: 0, memory, folder, put: 0, runs: Vec::new() }
    }

    /// Adds a value with its sort key.
    pub(super) fn put(&mut self, key: Vec<u8>, value: Vec<u8>) -> io::Result<()> {
        self.bytes += key.len() + value.len() + OVERHEAD;
        self.held.push(SortItem { key, number: self.put, value });
        self.put += 1;
        if self.bytes > self.memory {
            self.spill()?;
        }
        Ok(())
    }

    fn spill(&mut self) -> io::Result<()> {
        self.held.sort_unstable();
        let file = tempfile::tempfile_in(&self.folder)?;
        let mut out = BufWriter::with_capacity(1 << 16, file);
        for placed in self.held.drain(..) {
            write(&mut out, &placed)?;
        }
        self.bytes = 0;
        self.runs.push(rewound(out)?);
        if self.runs.len() == MERGED {
            let runs = std::mem::take(&mut self.runs);
            let mut out = BufWriter::with_capacity(1 << 16, tempfile::tempfile_in(&self.folder)?);
            for placed in Sorted::new(runs, Vec::new())? {
                write(&mut out, &placed?)?;
            }
            self.runs.push(rewound(out)?);
        }
        Ok(())
    }

    /// Returns all values in the order of their keys.
    pub(super) fn sorted(mut self) -> io::Result<Sorted> {
        self.held.sort_unstable();
        Sorted::new(self.runs, self.held)
    }
}

fn rewound(out: BufWriter<File>) -> io::Result<File> {
    let mut file = out.into_inner().map_err(io::IntoInnerError::into_error)?;
    file.rewind()?;
    Ok(file)
}

/// Sorted items of a [`Sorter`].
pub(super) struct Sorted {
    runs: Vec<BufReader<File>>,
    held: std::vec::IntoIter<SortItem>,
    /// The next item of each run and of the items in memory, with the number of the run.
    heads: BinaryHeap<Reverse<(SortItem, usize)>>,
}

impl Sorted {
    fn new(runs: Vec<File>, held: Vec<SortItem>) -> io::Result<Sorted> {
        let runs: Vec<_> = runs.into_iter().map(|f| BufReader::with_capacity(1 << 16, f)).collect();
        let heads = BinaryHeap::new();
        let mut sorted = Sorted { heads, runs, held: held.into_iter() };
        for run in 0..=sorted.runs.len() {
            sorted.draw(run)?;
        }
        Ok(sorted)
    }

    /// Takes the next item of a run; the last number stands for the items in memory.
    fn draw(&mut self, run: usize) -> io::Result<()> {
        let next = match self.runs.get_mut(run) {
            Some(file) => read(file)?,
            None => self.held.next(),
        };
        self.heads.extend(next.map(|placed| Reverse((placed, run))));
        Ok(())
    }

    /// Returns the next item without removing it.
    pub(super) fn peek(&self) -> Option<&SortItem> {
        self.heads.peek().map(|Reverse((placed, _))| placed)
    }
}

impl Iterator for Sorted {
    type Item = io::Result<SortItem>;

    fn next(&mut self) -> Option<io::Result<SortItem>> {
        let Reverse((placed, run)) = self.heads.pop()?;
        Some(self.draw(run).map(|()| placed))
    }
}

fn write(out: &mut impl io::Write, placed: &SortItem) -> io::Result<()> {
    out.write_all(&placed.number.to_le_bytes())?;
    for part in [&placed.key, &placed.value] {
        out.write_all(&(part.len() as u64).to_le_bytes())?;
        out.write_all(part)?;
    }
    Ok(())
}

/// Reads the next item of a run; `None` at its end.
fn read(run: &mut BufReader<File>) -> io::Result<Option<SortItem>> {
    if io::BufRead::fill_buf(run)?.is_empty() {
        return Ok(None);
    }
    let mut number = || {
        let mut bytes = [0; 8];
        run.read_exact(&mut bytes).map(|()| u64::from_le_bytes(bytes))
    };
    let (own, key_length) = (number()?, number()?);
    let mut part = |length: u64| {
        let mut bytes = vec![0; length as usize];
        run.read_exact(&mut bytes).map(|()| bytes)
    };
    let key = part(key_length)?;
    let length = u64::from_le_bytes(part(8)?.try_into().unwrap_or_default());
    Ok(Some(SortItem { key, number: own, value: part(length)? }))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn sorted(things: &[(u8, u8)], memory: usize) -> Vec<(u8, u8)> {
        let mut sorter = Sorter::new(memory, std::env::temp_dir());
        for (key, value) in things {
            sorter.put(vec![*key], vec![*value; 3]).expect("put");
        }
        let placed = sorter.sorted().expect("sorted").map(|placed| placed.expect("read"));
        placed.map(|placed| (placed.key[0], placed.value[2])).collect()
    }

    proptest! {
        #[test]
        fn as_a_stable_sort_in_memory(things in prop::collection::vec((0..4_u8, any::<u8>()), 0..300)) {
            let mut expected = things.clone();
            expected.sort_by_key(|(key, _)| *key);
            // One item per run, a few, all in memory.
            for memory in [1, 1000, 1 << 20] {
                prop_assert_eq!(&sorted(&things, memory), &expected);
            }
        }
    }
}
