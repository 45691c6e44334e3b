//! A name for each diagnostic that stays the same while other games come and go.

use std::{collections::BTreeMap, hash::Hasher as _};

use fnv::FnvHasher;
use partie_formats::{Diagnostic, Record};

/// The tags that say which game it is.
const IDENTITY: [&str; 7] = ["Event", "Site", "Date", "Round", "White", "Black", "FEN"];

/// Makes fingerprints, and numbers equal ones.
#[derive(Debug, Default)]
pub(crate) struct Fingerprints {
    seen: BTreeMap<u64, u32>,
}

impl Fingerprints {
    /// Returns the fingerprint of a diagnostic: a hash of its code, its file, the game's tags, the
    /// ply and the line without whitespace, followed by a counter for equal ones in the file.
    /// Neither the game's number nor the place counts.
    pub(super) fn of(&mut self, file: &str, record: &Record, diagnostic: &Diagnostic) -> String {
        // The hash must be the same on every machine and in every version: FNV-1a is.
        let mut hasher = FnvHasher::default();
        let mut add = |bytes: &[u8]| {
            hasher.write(bytes);
            hasher.write_u8(0xff);
        };
        add(diagnostic.code.id.as_bytes());
        add(file.as_bytes());
        for tag in IDENTITY {
            add(record.game().tags.get(tag).unwrap_or_default().as_bytes());
        }
        add(&diagnostic.ply.unwrap_or_default().to_le_bytes());
        let line = &record.text[record.line_around(diagnostic.span.start)];
        let words: Vec<_> = line.split(u8::is_ascii_whitespace).collect();
        add(&words.concat());
        let hash = hasher.finish();
        let alike = self.seen.entry(hash).or_insert(0);
        *alike += 1;
        format!("{hash:016x}:{alike}")
    }

    /// Resets the counts.
    pub(super) fn end_of_file(&mut self) {
        self.seen.clear();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::samples::{TEXT, immortal, record};

    #[test]
    fn a_game_that_moves_keeps_its_fingerprints() {
        let here = immortal();
        let mut there = immortal();
        (there.number, there.byte, there.line) = (99, 123_456, 4711);
        let of = |record: &Record, which: usize| {
            Fingerprints::default().of("a.pgn", record, &record.parsed.diagnostics[which])
        };
        for which in 0..3 {
            assert_eq!(of(&here, which), of(&there, which));
        }
        assert_eq!(of(&here, 0), "3fe35fc2b7e517d5:1");
        assert_ne!(of(&here, 0), of(&here, 1));
    }

    #[test]
    fn what_is_alike_is_counted() {
        let mut fingerprints = Fingerprints::default();
        let game = immortal();
        let diagnostic = &game.parsed.diagnostics[0];
        let mut next = |file| fingerprints.of(file, &game, diagnostic);
        let (first, second) = (next("a.pgn"), next("a.pgn"));
        assert_eq!(first.replace(":1", ":2"), second);
        assert_ne!(next("b.pgn"), first);
        let other = record(&TEXT.to_ascii_uppercase(), Vec::new());
        assert_ne!(fingerprints.of("a.pgn", &other, diagnostic), first);
    }
}
