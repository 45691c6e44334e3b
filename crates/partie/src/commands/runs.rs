//! Sorting more than memory holds: sorted runs in temporary files, merged at the end.

use std::{
    cmp::Reverse,
    collections::BinaryHeap,
    fs::File,
    io::{self, BufReader, BufWriter, Read as _, Seek as _},
    path::PathBuf,
};

/// How many runs are merged at a time.
const MERGED: usize = 64;

/// What a thing costs in memory besides its bytes.
const OVERHEAD: usize = 96;

/// Bytes with their place in an order.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Placed {
    /// The key, compared byte by byte.
    pub(super) key: Vec<u8>,
    /// How many were put in before: so equal keys keep their order.
    number: u64,
    /// What is sorted.
    pub(super) value: Vec<u8>,
}

/// Takes things in any order and gives them back sorted.
pub(super) struct Sorter {
    held: Vec<Placed>,
    bytes: usize,
    memory: usize,
    folder: PathBuf,
    put: u64,
    runs: Vec<File>,
}

impl Sorter {
    /// A sorter that holds so many bytes in memory, and the rest in a folder. Its files
    /// have no names: however the program ends, they vanish.
    pub(super) fn new(memory: usize, folder: PathBuf) -> Sorter {
        Sorter { held: Vec::new(), bytes: 0, memory, folder, put: 0, runs: Vec::new() }
    }

    /// Takes something in.
    pub(super) fn put(&mut self, key: Vec<u8>, value: Vec<u8>) -> io::Result<()> {
        self.bytes += key.len() + value.len() + OVERHEAD;
        self.held.push(Placed { key, number: self.put, value });
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
            merge(runs, Vec::new(), |placed| write(&mut out, &placed))?;
            self.runs.push(rewound(out)?);
        }
        Ok(())
    }

    /// Gives everything back in its order.
    pub(super) fn each<E: From<io::Error>>(
        mut self,
        each: impl FnMut(Placed) -> Result<(), E>,
    ) -> Result<(), E> {
        self.held.sort_unstable();
        merge(self.runs, self.held, each)
    }
}

fn rewound(out: BufWriter<File>) -> io::Result<File> {
    let mut file = out.into_inner().map_err(io::IntoInnerError::into_error)?;
    file.rewind()?;
    Ok(file)
}

fn merge<E: From<io::Error>>(
    runs: Vec<File>,
    held: Vec<Placed>,
    mut each: impl FnMut(Placed) -> Result<(), E>,
) -> Result<(), E> {
    let mut runs: Vec<_> = runs.into_iter().map(|f| BufReader::with_capacity(1 << 16, f)).collect();
    let mut held = held.into_iter();
    let in_memory = runs.len();
    let mut heads = BinaryHeap::new();
    for (i, run) in runs.iter_mut().enumerate() {
        heads.extend(read(run)?.map(|placed| Reverse((placed, i))));
    }
    heads.extend(held.next().map(|placed| Reverse((placed, in_memory))));
    while let Some(Reverse((placed, i))) = heads.pop() {
        each(placed)?;
        let next = match runs.get_mut(i) {
            Some(run) => read(run)?,
            None => held.next(),
        };
        heads.extend(next.map(|placed| Reverse((placed, i))));
    }
    Ok(())
}

fn write(out: &mut impl io::Write, placed: &Placed) -> io::Result<()> {
    out.write_all(&placed.number.to_le_bytes())?;
    for part in [&placed.key, &placed.value] {
        out.write_all(&(part.len() as u64).to_le_bytes())?;
        out.write_all(part)?;
    }
    Ok(())
}

/// The next thing of a run; none at its end.
fn read(run: &mut BufReader<File>) -> io::Result<Option<Placed>> {
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
    Ok(Some(Placed { key, number: own, value: part(length)? }))
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
        let mut out = Vec::new();
        sorter
            .each(|placed| {
                assert_eq!(placed.value.len(), 3);
                out.push((placed.key[0], placed.value[0]));
                Ok::<(), io::Error>(())
            })
            .expect("sorted");
        out
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(24))]
        #[test]
        fn as_a_stable_sort_in_memory(things in prop::collection::vec((0..4_u8, any::<u8>()), 0..300)) {
            let mut expected = things.clone();
            expected.sort_by_key(|(key, _)| *key);
            // One thing a run, a few, all in memory.
            for memory in [1, 1000, 1 << 20] {
                prop_assert_eq!(&sorted(&things, memory), &expected);
            }
        }
    }
}
