//! Visits of positions, before their index is written: in memory, and beyond a limit in a file.

use std::{
    fs::File,
    io::{self, Read as _, Seek as _, SeekFrom, Write as _},
    path::{Path, PathBuf},
};

use partie_core::rules::PositionKey;

use super::{
    error::{LibraryError, Result},
    rollup::NO_MOVE,
};

/// Returns a key as an unsigned number, in the order of the signed ones.
pub(super) const fn ordered(key: i64) -> u64 {
    (key as u64) ^ (1 << 63)
}

/// Returns the key of such a number.
pub(super) const fn signed(key: u64) -> i64 {
    (key ^ (1 << 63)) as i64
}

/// A visit of a position.
#[derive(Clone, Copy, Debug)]
pub(super) struct PackedVisit(pub(super) u128);

impl PackedVisit {
    pub(super) const fn new(key: i64, game: u32, ply: u16, move_: u16) -> PackedVisit {
        let rest = (game as u64) << 32 | (ply as u64) << 16 | move_ as u64;
        PackedVisit((ordered(key) as u128) << 64 | rest as u128)
    }

    /// Returns the number of its bucket.
    const fn bucket(self) -> usize {
        (self.0 >> 120) as usize
    }

    pub(super) const fn key(self) -> u64 {
        (self.0 >> 64) as u64
    }

    pub(super) const fn game(self) -> u32 {
        (self.0 >> 32) as u32
    }

    pub(super) const fn ply(self) -> u16 {
        (self.0 >> 16) as u16
    }

    pub(super) const fn move_(self) -> i16 {
        self.0 as u16 as i16
    }
}

/// Number of buckets, one for each value of the upper eight bits of a key.
pub(super) const BUCKETS: usize = 256;

/// Number of visits of a block.
const BLOCK: usize = 2048;

/// Number of bytes of memory for the positions of a segment that is written.
pub(super) const MEMORY: usize = 64 << 20;

/// Number of bytes of a visit.
const VISIT: usize = size_of::<u128>();

/// Visits of positions: in the order of their bits first by key, then by game, then by ply.
#[derive(Debug)]
pub(super) struct Visits {
    buckets: Vec<Bucket>,
    games: u32,
    len: u64,
    /// Number of blocks in memory, and the number from which blocks that are full are written.
    blocks: usize,
    most_blocks: usize,
    /// The folder of the file.
    folder: PathBuf,
    file: Option<BlockFile>,
}

/// Visits in blocks.
#[derive(Clone, Debug, Default)]
struct Bucket {
    /// Blocks in memory. All but the last one are full, so adding visits moves none.
    blocks: Vec<Vec<u128>>,
    /// Numbers of the blocks in the file, which follow those in memory.
    written: Vec<u32>,
    /// Number of visits in them: all but the last one are full.
    in_file: usize,
}

/// A temporary file of full blocks.
#[derive(Debug)]
struct BlockFile {
    file: File,
    blocks: u32,
    bytes: Vec<u8>,
}

impl BlockFile {
    fn write(&mut self, number: u32, visits: &[u128]) -> io::Result<()> {
        self.bytes.clear();
        for visit in visits {
            self.bytes.extend_from_slice(&visit.to_le_bytes());
        }
        self.file.seek(SeekFrom::Start(u64::from(number) * (BLOCK * VISIT) as u64))?;
        self.file.write_all(&self.bytes)
    }

    fn read(&mut self, number: u32, count: usize, visits: &mut Vec<u128>) -> io::Result<()> {
        self.bytes.resize(count * VISIT, 0);
        self.file.seek(SeekFrom::Start(u64::from(number) * (BLOCK * VISIT) as u64))?;
        self.file.read_exact(&mut self.bytes)?;
        let all = self.bytes.as_chunks().0.iter();
        visits.extend(all.map(|bytes| u128::from_le_bytes(*bytes)));
        Ok(())
    }
}

impl Visits {
    /// Makes room for visits. What takes more than some bytes of memory is kept in a temporary file of
    /// a folder.
    pub(super) fn new(folder: &Path, memory: usize) -> Visits {
        Visits {
            buckets: vec![Bucket::default(); BUCKETS],
            games: 0,
            len: 0,
            blocks: 0,
            most_blocks: memory / (BLOCK * VISIT),
            folder: folder.to_owned(),
            file: None,
        }
    }

    /// Returns the number of visits.
    pub(super) const fn len(&self) -> u64 {
        self.len
    }

    /// Returns the number of games.
    pub(super) const fn games(&self) -> u32 {
        self.games
    }

    /// Adds the positions of the next game, and the moves that were made in all of them but the
    /// last one.
    pub(super) fn add(
        &mut self,
        keys: &[PositionKey],
        moves: impl Iterator<Item = u16>,
    ) -> Result<()> {
        let mut ply = 0_u16;
        if let Some((last, others)) = keys.split_last() {
            for (key, move_) in others.iter().zip(moves) {
                self.push(PackedVisit::new(key.as_i64(), self.games, ply, move_))?;
                ply = ply.saturating_add(1);
            }
            self.push(PackedVisit::new(last.as_i64(), self.games, ply, NO_MOVE as u16))?;
        }
        self.len += keys.len() as u64;
        self.games += 1;
        Ok(())
    }

    #[inline]
    fn push(&mut self, visit: PackedVisit) -> Result<()> {
        match self.buckets[visit.bucket()].blocks.last_mut() {
            Some(block) if block.len() < BLOCK => {
                block.push(visit.0);
                Ok(())
            }
            _ => self.push_block(visit),
        }
    }

    #[cold]
    fn push_block(&mut self, visit: PackedVisit) -> Result<()> {
        let bucket = &mut self.buckets[visit.bucket()];
        if self.blocks >= self.most_blocks
            && let Some(full) = bucket.blocks.last_mut()
        {
            let mut write = || -> io::Result<()> {
                let file = match &mut self.file {
                    Some(file) => file,
                    none => {
                        let file = tempfile::tempfile_in(&self.folder)?;
                        none.insert(BlockFile { file, blocks: 0, bytes: Vec::new() })
                    }
                };
                file.write(file.blocks, full)?;
                bucket.written.push(file.blocks);
                file.blocks += 1;
                Ok(())
            };
            write().map_err(|error| LibraryError::io(&self.folder, error))?;
            bucket.in_file += BLOCK;
            full.clear();
            full.push(visit.0);
            return Ok(());
        }
        let mut block = Vec::with_capacity(BLOCK);
        block.push(visit.0);
        bucket.blocks.push(block);
        self.blocks += 1;
        Ok(())
    }

    /// Reads all visits of a bucket in place of others.
    pub(super) fn read(&mut self, bucket: usize, visits: &mut Vec<u128>) -> Result<()> {
        visits.clear();
        let Bucket { blocks, written, in_file } = &self.buckets[bucket];
        for block in blocks {
            visits.extend_from_slice(block);
        }
        let end = visits.len() + in_file;
        for number in written {
            let count = BLOCK.min(end - visits.len());
            if let Some(file) = self.file.as_mut().filter(|_| count > 0) {
                let read = file.read(*number, count, visits);
                read.map_err(|error| LibraryError::io(&self.folder, error))?;
            }
        }
        Ok(())
    }

    /// Replaces the visits of a bucket by others, which are not more.
    pub(super) fn replace(&mut self, bucket: usize, mut visits: &[u128]) -> Result<()> {
        let Bucket { blocks, written, in_file } = &mut self.buckets[bucket];
        for block in blocks {
            let (first, rest) = visits.split_at(block.len().min(visits.len()));
            block.clear();
            block.extend_from_slice(first);
            visits = rest;
        }
        *in_file = visits.len();
        for (number, visits) in written.iter().zip(visits.chunks(BLOCK)) {
            if let Some(file) = &mut self.file {
                let write = file.write(*number, visits);
                write.map_err(|error| LibraryError::io(&self.folder, error))?;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Visits come back from memory and from the file, whole and after some of them were left out.
    #[test]
    fn visits_beyond_the_memory() {
        for memory in [0, 3 * BLOCK * VISIT, usize::MAX] {
            let mut visits = Visits::new(&std::env::temp_dir(), memory);
            let mut expected = vec![Vec::new(); BUCKETS];
            let mut seed = 1_u64;
            for game in 0..9000 {
                seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                // In few buckets, in some of which few visits are.
                let bucket = [0, 1, 255, 255, 7][game as usize % 5 - usize::from(game == 4)];
                let key = (bucket << 56) | seed >> 8;
                let visit = PackedVisit::new(signed(key), game, 0, 0);
                expected[bucket as usize].push(visit.0);
                visits.push(visit).expect("a disk");
            }
            assert_eq!(visits.file.is_some(), memory < usize::MAX);
            let mut read = Vec::new();
            for (bucket, expected) in expected.iter_mut().enumerate() {
                visits.read(bucket, &mut read).expect("a disk");
                read.sort_unstable();
                expected.sort_unstable();
                assert_eq!(read, *expected, "bucket {bucket}");
                for share in [3, 2, 1, 0] {
                    let kept = &expected[..expected.len() * share / 3];
                    visits.replace(bucket, kept).expect("a disk");
                    visits.read(bucket, &mut read).expect("a disk");
                    assert_eq!(read, kept, "bucket {bucket}");
                }
            }
        }
    }
}
