//! Unpacked text with the places it came from.

use std::ops::Range;

use partie_formats::{Place, Record};

/// A text whose pieces stood in another text.
#[derive(Debug, Default)]
pub struct Unpacked {
    /// The unpacked text.
    pub text: Vec<u8>,
    /// Offsets of the pieces, ascending, and their places in the source. Every line of the text
    /// has one.
    spots: Vec<(usize, Place)>,
}

impl Unpacked {
    /// Removes the result that stands for a missing one. Returns true if it was there.
    pub(super) fn take_result(&mut self) -> bool {
        let length = self.text.len();
        if !self.text.ends_with(b" *\n\n") {
            return false;
        }
        self.text.truncate(length - b"*\n\n".len());
        let spots = self.spots.partition_point(|(at, _)| *at < self.text.len());
        self.spots.truncate(spots);
        true
    }

    /// Returns the parts of the source of which nothing was unpacked.
    pub(super) fn left_out(&self, source: &[u8]) -> Vec<Range<usize>> {
        let offset = |byte: u64| usize::try_from(byte).unwrap_or(usize::MAX).min(source.len());
        let ends = self.spots.iter().skip(1).map(|(at, _)| *at).chain([self.text.len()]);
        let mut taken: Vec<_> = (self.spots.iter().zip(ends))
            .map(|((at, place), end)| {
                let start = offset(place.byte);
                // What was put behind a piece, such as a result, stands nowhere in the source.
                let mut both = source[start..].iter().zip(&self.text[*at..end]);
                let last = both.rposition(|(source, piece)| source == piece);
                start..start + last.map_or(0, |i| i + 1)
            })
            .collect();
        partie_formats::text::sort_spans(&mut taken);
        let mut left = Vec::new();
        let mut at = 0;
        for piece in taken.into_iter().chain(std::iter::once(source.len()..source.len())) {
            if at < piece.start {
                left.push(at..piece.start);
            }
            at = at.max(piece.end);
        }
        left
    }

    /// Converts a record's places from the text to the file; `bytes` and `line` count the file's
    /// bytes and lines before the unpacked part.
    pub(super) fn place(&self, record: &mut Record, bytes: u64, line: u64) {
        let in_file =
            |place: Place| Place { line: place.line + line - 1, byte: place.byte + bytes, ..place };
        let start = self.offset(record.byte);
        let begin = in_file(self.place_of(start));
        (record.byte, record.line) = (begin.byte, begin.line);
        if !record.origins.is_empty() {
            // Put together from lines of the text, as a transcript's games are.
            for (_, place) in &mut record.origins {
                *place = in_file(self.place_of(self.offset(place.byte)));
            }
            return;
        }
        let end = start + record.text.len();
        let first = self.spots.partition_point(|(at, _)| *at <= start);
        record.origins = std::iter::once((0, begin))
            .chain(
                self.spots[first..]
                    .iter()
                    .take_while(|(at, _)| *at < end)
                    .map(|(at, place)| (at - start, in_file(*place))),
            )
            .collect();
    }

    /// Returns an offset of the text.
    fn offset(&self, byte: u64) -> usize {
        usize::try_from(byte).unwrap_or(usize::MAX).min(self.text.len())
    }

    /// Returns the place in the source of an offset of the text.
    fn place_of(&self, offset: usize) -> Place {
        let next = self.spots.partition_point(|(at, _)| *at <= offset);
        next.checked_sub(1).map_or(Place { line: 1, column: 1, byte: 0 }, |i| {
            let (at, place) = self.spots[i];
            let before = (offset - at) as u64;
            Place { column: place.column + before, byte: place.byte + before, ..place }
        })
    }
}

/// A text that is being unpacked.
#[derive(Debug)]
pub(super) struct Unpacking<'a> {
    source: &'a [u8],
    out: Unpacked,
    /// An offset in the source, the number of lines that end before it, and the number of characters
    /// before it on its line.
    known: (usize, u64, u64),
}

impl<'a> Unpacking<'a> {
    pub(super) fn new(source: &'a [u8]) -> Unpacking<'a> {
        Unpacking { source, out: Unpacked::default(), known: (0, 0, 0) }
    }

    pub(super) fn finished(self) -> Unpacked {
        self.out
    }

    /// Returns the length of the text so far.
    pub(super) fn length(&self) -> usize {
        self.out.text.len()
    }

    /// Returns the text from an offset on.
    pub(super) fn since(&self, offset: usize) -> &[u8] {
        &self.out.text[offset..]
    }

    /// Shortens the text to an offset.
    pub(super) fn cut(&mut self, offset: usize) {
        self.out.text.truncate(offset);
        let spots = self.out.spots.partition_point(|(at, _)| *at < offset);
        self.out.spots.truncate(spots);
    }

    /// Removes the text from an offset on, and returns it with its places.
    pub(super) fn split_off(&mut self, offset: usize) -> Unpacked {
        let spots = self.out.spots.partition_point(|(at, _)| *at < offset);
        let spots = self.out.spots.split_off(spots);
        let spots = spots.into_iter().map(|(at, place)| (at - offset, place)).collect();
        Unpacked { text: self.out.text.split_off(offset), spots }
    }

    /// Adds a text that was removed.
    pub(super) fn append(&mut self, piece: &Unpacked) {
        let offset = self.out.text.len();
        self.out.spots.extend(piece.spots.iter().map(|(at, place)| (at + offset, *place)));
        self.out.text.extend_from_slice(&piece.text);
    }

    /// Adds a part of the source as it stands.
    pub(super) fn copy(&mut self, range: Range<usize>) {
        let source = self.source;
        let mut at = range.start;
        for line in source[range].split_inclusive(|b| *b == b'\n') {
            self.put(line, at);
            at += line.len();
        }
    }

    /// Adds bytes that represent the source's bytes at an offset.
    pub(super) fn put(&mut self, bytes: &[u8], at: usize) {
        let place = self.place(at);
        let drifted = self.out.spots.last().is_none_or(|(offset, last)| {
            let since = (self.out.text.len() - offset) as u64;
            last.line != place.line || last.byte + since != place.byte
        });
        if drifted && !bytes.is_empty() {
            self.out.spots.push((self.out.text.len(), place));
        }
        self.out.text.extend_from_slice(bytes);
    }

    /// Ends the line, if one has begun.
    pub(super) fn end_line(&mut self, at: usize) {
        if self.out.text.last().is_some_and(|b| *b != b'\n') {
            self.put(b"\n", at);
        }
    }

    /// Returns the place of an offset before the last one.
    fn before(&self, at: usize) -> (usize, u64, u64) {
        let (known, lines, characters) = self.known;
        let count = |part: &[u8]| part.iter().filter(|b| **b & 0xc0 != 0x80).count() as u64;
        let between = &self.source[at..known];
        match memchr::memchr_iter(b'\n', between).count() as u64 {
            0 => (at, lines, characters - count(between)),
            ends => {
                let line = memchr::memrchr(b'\n', &self.source[..at]).map_or(0, |i| i + 1);
                (at, lines - ends, count(&self.source[line..at]))
            }
        }
    }

    /// Returns the place of an offset in the source.
    fn place(&mut self, at: usize) -> Place {
        let at = at.min(self.source.len());
        if at < self.known.0 {
            self.known = self.before(at);
        }
        let (from, mut lines, mut characters) = self.known;
        let mut start = from;
        for i in memchr::memchr_iter(b'\n', &self.source[from..at]) {
            (lines, characters, start) = (lines + 1, 0, from + i + 1);
        }
        // Continuation bytes are not counted.
        let new = &self.source[start..at];
        characters += new.iter().filter(|b| **b & 0xc0 != 0x80).count() as u64;
        self.known = (at, lines, characters);
        let column = characters + 1;
        Place { line: lines + 1, column, byte: at as u64 }
    }
}
