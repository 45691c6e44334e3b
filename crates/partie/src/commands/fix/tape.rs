//! The bytes of a stream that the reader of records has passed, so that what stands
//! between the records is not lost.

use std::{
    cell::RefCell,
    collections::VecDeque,
    io::{self, Read},
    rc::Rc,
};

/// Bytes that were read and not yet taken, and the offset of the first of them.
#[derive(Debug, Default)]
struct Passed {
    bytes: VecDeque<u8>,
    offset: u64,
}

/// A source that remembers what was read from it until that is taken from its [`Tape`].
pub(super) struct Recorded<R> {
    source: R,
    passed: Rc<RefCell<Passed>>,
}

/// What was read from a [`Recorded`] source.
#[derive(Debug)]
pub(super) struct Tape {
    passed: Rc<RefCell<Passed>>,
}

/// Records what is read from a source.
pub(super) fn record<R: Read>(source: R) -> (Recorded<R>, Tape) {
    let passed = Rc::new(RefCell::new(Passed::default()));
    (Recorded { source, passed: Rc::clone(&passed) }, Tape { passed })
}

impl<R: Read> Read for Recorded<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let n = self.source.read(buffer)?;
        self.passed.borrow_mut().bytes.extend(&buffer[..n]);
        Ok(n)
    }
}

impl Tape {
    /// Takes the bytes up to an offset of the stream.
    pub(super) fn take_until(&mut self, offset: u64) -> Vec<u8> {
        let mut passed = self.passed.borrow_mut();
        let length = usize::try_from(offset.saturating_sub(passed.offset)).unwrap_or(usize::MAX);
        let length = length.min(passed.bytes.len());
        passed.offset += length as u64;
        passed.bytes.drain(..length).collect()
    }

    /// Takes all that is left.
    pub(super) fn take_rest(&mut self) -> Vec<u8> {
        self.take_until(u64::MAX)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_passed_can_be_taken() {
        let (mut source, mut tape) = record(&b"abcdefgh"[..]);
        let mut first = [0; 5];
        source.read_exact(&mut first).expect("memory");
        assert_eq!(tape.take_until(2), b"ab");
        assert_eq!(tape.take_until(4), b"cd");
        source.read_to_end(&mut Vec::new()).expect("memory");
        assert_eq!(tape.take_rest(), b"efgh");
    }
}
