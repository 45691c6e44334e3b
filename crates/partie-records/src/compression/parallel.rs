//! Decompression on separate threads.
//!
//! One thread decompresses a file, but Zstandard's frames are independent: a file of many frames
//! (from `pzstd`, a seekable writer, or concatenation) is cut at their ends and decompressed by
//! several threads. The output is the same as with one thread, also of a truncated or damaged file.
//! Only the output of a damaged block, and the error's words, may differ; these depend on the
//! reader's buffer size anyway.

use std::{
    io::{self, BufRead, Cursor, Read},
    sync::{
        Arc, Mutex, PoisonError,
        mpsc::{Receiver, SyncSender, TryRecvError, sync_channel},
    },
    thread,
};

use zstd::stream::read::Decoder;

/// Size of a chunk of text, in bytes.
const CHUNK: usize = 256 << 10;

/// Number of chunks of a frame or file that may be queued.
const WAITING: usize = 4;

/// The most that a block of a frame unpacks to, in bytes (RFC 8878, 3.1.1.2.4).
const BLOCK: usize = 128 << 10;

/// The largest frame that is unpacked at once, in blocks (16 MiB).
const BLOCKS: usize = 128;

/// The largest window that is unpacked without being asked for, as a power of two.
const WINDOW: u32 = 27;

/// A chunk of text, in order.
type Chunk = io::Result<Vec<u8>>;

/// Text that others unpack.
pub(crate) struct DecompressedReader {
    parts: Receiver<Receiver<Chunk>>,
    part: Option<Receiver<Chunk>>,
    chunk: Cursor<Vec<u8>>,
    /// An error after the text before it.
    failed: Option<io::Error>,
}

impl Read for DecompressedReader {
    /// Blocks for the first chunk, then returns what is available.
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if let Some(error) = self.failed.take() {
            return Err(error);
        }
        let mut n = 0;
        loop {
            n += self.chunk.read(&mut buffer[n..])?;
            if n == buffer.len() {
                return Ok(n);
            }
            match next(self.part.as_ref(), n == 0) {
                Ok(Ok(chunk)) => self.chunk = Cursor::new(chunk),
                Ok(Err(error)) if n == 0 => return Err(error),
                Ok(Err(error)) => {
                    self.failed = Some(error);
                    return Ok(n);
                }
                Err(TryRecvError::Empty) => return Ok(n),
                Err(TryRecvError::Disconnected) => match next(Some(&self.parts), n == 0) {
                    Ok(part) => self.part = Some(part),
                    Err(_) => return Ok(n),
                },
            }
        }
    }
}

/// Receives the next value, waiting for it if asked to.
fn next<T>(from: Option<&Receiver<T>>, wait: bool) -> Result<T, TryRecvError> {
    match from {
        None => Err(TryRecvError::Disconnected),
        Some(from) if wait => from.recv().map_err(|_| TryRecvError::Disconnected),
        Some(from) => from.try_recv(),
    }
}

/// Unpacks on a thread of its own.
pub(crate) fn unpacked(source: impl Read + Send + 'static) -> io::Result<DecompressedReader> {
    start(move |parts| {
        let (chunks, part) = sync_channel(WAITING);
        if parts.send(part).is_ok() {
            pour(source, &chunks);
        }
    })
}

/// Decompresses Zstandard, several frames at a time on up to `threads` threads.
pub(crate) fn frames(
    source: impl BufRead + Send + 'static,
    threads: usize,
) -> io::Result<DecompressedReader> {
    start(move |parts| cut(source, &parts, threads))
}

fn start(
    work: impl FnOnce(SyncSender<Receiver<Chunk>>) + Send + 'static,
) -> io::Result<DecompressedReader> {
    let (sender, parts) = sync_channel(1);
    thread::Builder::new().name("unpack".to_owned()).spawn(move || work(sender))?;
    Ok(DecompressedReader { parts, part: None, chunk: Cursor::new(Vec::new()), failed: None })
}

/// Sends all of a text. Returns false if the receiver is gone or the text cannot be read
/// any further.
fn pour(mut source: impl Read, chunks: &SyncSender<Chunk>) -> bool {
    loop {
        let mut chunk = Vec::with_capacity(CHUNK);
        let read = source.by_ref().take(CHUNK as u64).read_to_end(&mut chunk);
        let ended = chunk.is_empty();
        // Text before an error is passed on.
        if !ended && chunks.send(Ok(chunk)).is_err() {
            return false;
        }
        match read {
            Ok(_) if ended => return true,
            Ok(_) => {}
            Err(error) => {
                let _ = chunks.send(Err(error));
                return false;
            }
        }
    }
}

/// A frame to be unpacked, and where its text goes.
type Task = (Frame, SyncSender<Chunk>);

/// Cuts a file at the ends of its frames and lets workers unpack them.
fn cut(mut source: impl BufRead + 'static, parts: &SyncSender<Receiver<Chunk>>, threads: usize) {
    let (tasks, queue) = sync_channel::<Task>(threads);
    let queue = Arc::new(Mutex::new(queue));
    let mut hired = 0;
    loop {
        let (chunks, part) = sync_channel(WAITING);
        match Frame::read(&mut source) {
            Ok(NextFrame::Nothing) => return,
            Ok(NextFrame::Skippable) => {}
            Ok(NextFrame::Whole(frame)) => {
                if hired < threads {
                    let queue = queue.clone();
                    let worker = thread::Builder::new().name("frames".to_owned());
                    hired += usize::from(worker.spawn(move || work(&queue)).is_ok());
                }
                if parts.send(part).is_err() {
                    return;
                }
                if hired == 0 {
                    frame.unpack(&chunks);
                } else if tasks.send((frame, chunks)).is_err() {
                    return;
                }
            }
            // A large frame is unpacked here, block by block.
            Ok(NextFrame::Large(head)) => {
                let rest = Cursor::new(head).chain(&mut source);
                if parts.send(part).is_err() {
                    return;
                }
                let poured = match Decoder::with_buffer(rest) {
                    Ok(decoder) => pour(decoder.single_frame(), &chunks),
                    Err(error) => chunks.send(Err(error)).is_err(),
                };
                if !poured {
                    return;
                }
            }
            // Truncated, or not a frame: one thread handles it correctly.
            Ok(NextFrame::Other(head)) => {
                let rest = Cursor::new(head).chain(source);
                if parts.send(part).is_ok() {
                    match Decoder::with_buffer(rest) {
                        Ok(decoder) => drop(pour(decoder, &chunks)),
                        Err(error) => drop(chunks.send(Err(error))),
                    }
                }
                return;
            }
            Err(error) => {
                if parts.send(part).is_ok() {
                    let _ = chunks.send(Err(error));
                }
                return;
            }
        }
    }
}

fn work(queue: &Mutex<Receiver<Task>>) {
    loop {
        let task = queue.lock().unwrap_or_else(PoisonError::into_inner).recv();
        let Ok((frame, chunks)) = task else { return };
        frame.unpack(&chunks);
    }
}

/// A whole frame of Zstandard (RFC 8878, 3.1.1).
struct Frame {
    bytes: Vec<u8>,
    /// Number of blocks.
    blocks: usize,
}

/// Next frame of a file.
enum NextFrame {
    /// The end of the file.
    Nothing,
    /// A frame without text.
    Skippable,
    Whole(Frame),
    /// The beginning of a frame of many blocks, or of a wide window.
    Large(Vec<u8>),
    /// The beginning of data that is not a frame, or of a truncated one.
    Other(Vec<u8>),
}

impl Frame {
    /// Reads a frame, or enough of it to see that it is too large.
    fn read(source: &mut impl Read) -> io::Result<NextFrame> {
        let mut bytes = Vec::new();
        let mut more = |bytes: &mut Vec<u8>, n: usize| {
            source.by_ref().take(n as u64).read_to_end(bytes).map(|read| read == n)
        };
        if !more(&mut bytes, 4)? {
            return Ok(if bytes.is_empty() { NextFrame::Nothing } else { NextFrame::Other(bytes) });
        }
        match bytes[..] {
            [0x28, 0xb5, 0x2f, 0xfd] => {}
            [0x50..=0x5f, 0x2a, 0x4d, 0x18] => {
                if !more(&mut bytes, 4)? {
                    return Ok(NextFrame::Other(bytes));
                }
                let length = u32::from_le_bytes([bytes[4], bytes[5], bytes[6], bytes[7]]);
                let length = u64::from(length);
                let passed = io::copy(&mut source.by_ref().take(length), &mut io::sink())?;
                // A torn frame without text: as if it were torn in its head.
                return Ok(if passed == length {
                    NextFrame::Skippable
                } else {
                    NextFrame::Other(bytes)
                });
            }
            _ => return Ok(NextFrame::Other(bytes)),
        }
        if !more(&mut bytes, 1)? {
            return Ok(NextFrame::Other(bytes));
        }
        let descriptor = bytes[4];
        let single_segment = descriptor & 0x20 != 0;
        let dictionary = [0, 1, 2, 4][usize::from(descriptor & 3)];
        let content = match descriptor >> 6 {
            0 => usize::from(single_segment),
            n => 1 << n,
        };
        if !more(&mut bytes, usize::from(!single_segment) + dictionary + content)? {
            return Ok(NextFrame::Other(bytes));
        }
        if !single_segment && 10 + u32::from(bytes[5] >> 3) >= WINDOW {
            return Ok(NextFrame::Large(bytes));
        }
        let mut blocks = 0;
        loop {
            let at = bytes.len();
            if !more(&mut bytes, 3)? {
                return Ok(NextFrame::Other(bytes));
            }
            let head = u32::from_le_bytes([bytes[at], bytes[at + 1], bytes[at + 2], 0]);
            let (last, kind, size) = (head & 1 == 1, head >> 1 & 3, (head >> 3) as usize);
            blocks += 1;
            if blocks > BLOCKS {
                return Ok(NextFrame::Large(bytes));
            }
            let length = match kind {
                1 => 1,
                _ if size > BLOCK => return Ok(NextFrame::Large(bytes)),
                _ => size,
            };
            if !more(&mut bytes, length)? {
                return Ok(NextFrame::Other(bytes));
            }
            if last {
                break;
            }
        }
        let checksum = if descriptor & 4 == 0 { 0 } else { 4 };
        if !more(&mut bytes, checksum)? {
            return Ok(NextFrame::Other(bytes));
        }
        Ok(NextFrame::Whole(Frame { bytes, blocks }))
    }

    fn unpack(self, chunks: &SyncSender<Chunk>) {
        if let Ok(text) = zstd::bulk::decompress(&self.bytes, self.blocks * BLOCK) {
            let _ = chunks.send(Ok(text));
            return;
        }
        // The output of a single thread before it stops.
        match Decoder::with_buffer(&self.bytes[..]) {
            Ok(decoder) => drop(pour(decoder, chunks)),
            Err(error) => drop(chunks.send(Err(error))),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Text that does not compress to nothing.
    fn text(length: usize) -> Vec<u8> {
        (0..length as u64).map(|i| b"abcdefgh1. O-x\n "[(i * i % 251 % 16) as usize]).collect()
    }

    fn read(source: impl Read) -> (Vec<u8>, Option<String>) {
        let (mut source, mut text) = (source, Vec::new());
        let error = source.read_to_end(&mut text).err().map(|e| e.to_string());
        (text, error)
    }

    /// A file of frames of some lengths, with frames without text between them.
    fn packed(lengths: &[usize]) -> Vec<u8> {
        let mut file = Vec::new();
        for (i, length) in lengths.iter().enumerate() {
            if i % 3 == 1 {
                file.extend([0x5d, 0x2a, 0x4d, 0x18, 3, 0, 0, 0, 1, 2, 3]);
            }
            // With and without the length of the text, and with a checksum.
            let mut frame = zstd::stream::Encoder::new(Vec::new(), 1).expect("memory");
            frame.include_checksum(i % 2 == 0).expect("memory");
            if i % 4 < 2 {
                frame.set_pledged_src_size(Some(*length as u64)).expect("memory");
            }
            io::Write::write_all(&mut frame, &text(*length)).expect("memory");
            file.extend(frame.finish().expect("memory"));
        }
        file
    }

    fn compare(file: &[u8]) -> (usize, Option<String>) {
        let expected = read(Decoder::new(file).expect("memory"));
        for threads in [1, 3] {
            let found = read(frames(Cursor::new(file.to_vec()), threads).expect("threads"));
            assert_eq!(found.1, expected.1);
            assert!(found.0 == expected.0, "{} {}", found.0.len(), expected.0.len());
        }
        (expected.0.len(), expected.1)
    }

    #[test]
    fn frames_of_all_sizes() {
        let lengths = [0, 1, 300, 70_000, 130_000, 1 << 20, 20 << 20, 5000, 17];
        let all = lengths.iter().sum();
        assert_eq!(compare(&packed(&lengths)), (all, None));
    }

    #[test]
    fn torn_and_broken_frames() {
        let file = packed(&[300, 70_000, 200_000, 300, 5]);
        for end in (0..file.len()).step_by(file.len() / 97).chain(file.len() - 20..file.len()) {
            if end > 0 {
                compare(&file[..end]);
            }
        }
        for at in (4..file.len()).step_by(file.len() / 97) {
            let mut file = file.clone();
            file[at] ^= 0x14;
            let expected = read(Decoder::new(&file[..]).expect("memory"));
            let found = read(frames(Cursor::new(file), 2).expect("threads"));
            assert_eq!(found.1.is_some(), expected.1.is_some());
            let same = found.0.len().min(expected.0.len());
            assert!(found.0[..same] == expected.0[..same]);
        }
        let (_, error) = compare(&[&file[..], b"and no frame"].concat());
        assert!(error.is_some());
    }

    #[test]
    fn an_error_comes_behind_the_text() {
        let torn = Cursor::new(text(1000)).chain(Truncated);
        let (text, error) = read(unpacked(torn).expect("a thread"));
        assert_eq!((text.len(), error.as_deref()), (1000, Some("torn")));
    }

    struct Truncated;

    impl Read for Truncated {
        fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
            Err(io::Error::other("torn"))
        }
    }
}
