//! The bytes of a stream that the reader of records has passed, so that text between the records is
//! not lost.

use std::{
    collections::VecDeque,
    io::{self, Read},
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

/// Bytes that were read and not yet taken, and the offset of the first of them.
#[derive(Debug, Default)]
struct Buffered {
    bytes: VecDeque<u8>,
    offset: u64,
}

/// A source that remembers the bytes read from it until its [`ReplayBuffer`] takes them, perhaps on
/// another thread.
pub(crate) struct BufferedSource<R> {
    source: R,
    passed: Arc<Mutex<Buffered>>,
}

/// Bytes read from a [`BufferedSource`].
#[derive(Debug)]
pub(crate) struct ReplayBuffer {
    passed: Arc<Mutex<Buffered>>,
}

/// Records the bytes read from a source.
pub(crate) fn record<R: Read>(source: R) -> (BufferedSource<R>, ReplayBuffer) {
    let passed = Arc::new(Mutex::new(Buffered::default()));
    (BufferedSource { source, passed: passed.clone() }, ReplayBuffer { passed })
}

fn locked(passed: &Mutex<Buffered>) -> MutexGuard<'_, Buffered> {
    passed.lock().unwrap_or_else(PoisonError::into_inner)
}

impl<R: Read> Read for BufferedSource<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let n = self.source.read(buffer)?;
        locked(&self.passed).bytes.extend(&buffer[..n]);
        Ok(n)
    }
}

impl ReplayBuffer {
    /// Takes the bytes up to an offset of the stream.
    pub(crate) fn take_until(&mut self, offset: u64) -> Vec<u8> {
        let mut passed = locked(&self.passed);
        let length = usize::try_from(offset.saturating_sub(passed.offset)).unwrap_or(usize::MAX);
        let length = length.min(passed.bytes.len());
        passed.offset += length as u64;
        let mut taken = Vec::with_capacity(length);
        let (first, second) = passed.bytes.as_slices();
        let n = length.min(first.len());
        taken.extend_from_slice(&first[..n]);
        taken.extend_from_slice(&second[..length - n]);
        passed.bytes.drain(..length);
        taken
    }

    /// Takes all that is left.
    pub(crate) fn take_rest(&mut self) -> Vec<u8> {
        self.take_until(u64::MAX)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_passed_can_be_taken() {
        let (mut source, mut buffer) = record(&b"abcdefgh"[..]);
        let mut first = [0; 5];
        source.read_exact(&mut first).expect("memory");
        assert_eq!(buffer.take_until(2), b"ab");
        assert_eq!(buffer.take_until(4), b"cd");
        source.read_to_end(&mut Vec::new()).expect("memory");
        assert_eq!(buffer.take_rest(), b"efgh");
    }
}
