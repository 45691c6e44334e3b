//! Reading of transcripts as records.

use std::io;

use crate::recorder::Recorder;
use partie_formats::{ReadOptions, Record};

/// Number of bytes that are read at once.
const CHUNK: usize = 64 << 10;

/// Returns all games of a transcript.
///
/// ```
/// use partie_formats::ReadOptions;
/// use partie_records::style12;
/// let text = "<12> rnbqkb-r pppppppp -----n-- -------- ----P--- -------- PPPPKPPP RNBQ-BNR \
///             B -1 0 0 1 1 0 7 Newton Einstein 1 2 12 39 39 119 122 2 K/e1-e2 (0:06) Ke2 0";
/// let records = style12::parse(text.as_bytes(), &ReadOptions::default());
/// assert_eq!(records[0].game().tags.get("White"), Some("Newton"));
/// ```
#[must_use]
pub fn parse(text: &[u8], options: &ReadOptions) -> Vec<Record> {
    let mut recorder = Recorder::new(options.clone());
    recorder.receive(text);
    recorder.finish();
    std::iter::from_fn(|| recorder.poll()).map(|r| r.record).collect()
}

/// Reads games from a stream, each as soon as it is over.
pub fn read<R: io::Read>(source: R, options: &ReadOptions) -> Reader<R> {
    Reader {
        source,
        recorder: Recorder::new(options.clone()),
        buffer: vec![0; CHUNK],
        ended: false,
    }
}

/// An iterator over the games of a transcript; made by [`read`].
#[derive(Debug)]
pub struct Reader<R> {
    source: R,
    recorder: Recorder,
    buffer: Vec<u8>,
    ended: bool,
}

impl<R: io::Read> Iterator for Reader<R> {
    type Item = io::Result<Record>;

    fn next(&mut self) -> Option<io::Result<Record>> {
        loop {
            if let Some(recorded) = self.recorder.poll() {
                return Some(Ok(recorded.record));
            }
            if self.ended {
                return None;
            }
            match self.source.read(&mut self.buffer) {
                Ok(0) => {
                    self.ended = true;
                    self.recorder.finish();
                }
                Ok(n) => self.recorder.receive(&self.buffer[..n]),
                Err(e) if e.kind() == io::ErrorKind::Interrupted => {}
                Err(e) => {
                    // The games read so far are still returned; the next call continues after the
                    // error.
                    self.ended = true;
                    self.recorder.finish();
                    return Some(Err(e));
                }
            }
        }
    }
}
