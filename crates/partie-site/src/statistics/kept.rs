//! Cached statistics of a library, valid until it changes.
//!
//! A segment never changes, so after an import only the new games are counted.

use std::{
    collections::HashMap,
    sync::{Arc, Mutex, PoisonError},
};

use partie_db::{
    library::{Library, SegmentEntry},
    query::Query,
};

use super::Counted;

/// The most searches whose statistics are kept.
const SEARCHES: usize = 32;

/// Statistics requested before.
#[derive(Debug, Default)]
pub(crate) struct KeptStatistics(Mutex<CachedStatistics>);

#[derive(Debug, Default)]
struct CachedStatistics {
    /// Number of the manifest that the searches were made in.
    manifest: u64,
    searches: HashMap<String, Arc<Counted>>,
    /// Statistics of segments by their numbers.
    segments: HashMap<u64, Counted>,
}

impl KeptStatistics {
    /// Returns the statistics of the games that are looked for, with a text that says which these are;
    /// it is empty for all games.
    pub(crate) fn of(&self, library: &Library, key: &str, query: &Query) -> Arc<Counted> {
        // Concurrent requests wait for the counts.
        let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let manifest = library.manifest();
        if kept.manifest != manifest.number || kept.searches.len() >= SEARCHES {
            kept.manifest = manifest.number;
            kept.searches.clear();
        }
        if let Some(known) = kept.searches.get(key) {
            return Arc::clone(known);
        }
        let counted = if key.is_empty() {
            kept.count_segments(library)
        } else {
            Counted::of(library, query, (0, u64::MAX), false)
        };
        let counted = Arc::new(counted);
        kept.searches.insert(key.to_owned(), Arc::clone(&counted));
        counted
    }
}

impl CachedStatistics {
    /// Counts all games, on all threads, except segments that were counted before.
    fn count_segments(&mut self, library: &Library) -> Counted {
        let segments = &library.manifest().segments;
        self.segments.retain(|number, _| segments.iter().any(|entry| entry.number == *number));
        let new: Vec<&SegmentEntry> =
            segments.iter().filter(|entry| !self.segments.contains_key(&entry.number)).collect();
        self.segments.extend(Counted::of_segments(library, new, false));
        let mut all = Counted::default();
        for entry in segments {
            if let Some(counted) = self.segments.get(&entry.number) {
                all.append(counted.clone());
            }
        }
        all
    }
}

#[cfg(test)]
mod tests {
    use partie_db::{columns::Row, library::LibraryWriter, statistics::GameStatistics};
    use partie_formats::ReadOptions;

    use super::*;

    #[test]
    fn statistics_are_those_of_all_segments_together() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("library");
        let mut writer = LibraryWriter::create(&path).expect("a new folder");
        let kept = KeptStatistics::default();
        let everything = Query::new(Vec::new());
        let mut texts = Vec::new();
        for (white, moves) in [("A", "1. e4 1-0"), ("B", "1. e4 e5 2. Nf3 0-1"), ("A", "1. d4 *")] {
            let text = format!("[White \"{white}\"]\n[Date \"2024.01.01\"]\n\n{moves}\n");
            let records = partie_pgn::read(text.as_bytes(), &ReadOptions::default());
            for record in records.flatten() {
                writer.add("games.pgn", &Row::of_library(&record)).expect("a disk");
            }
            writer.commit(&[]).expect("a disk");
            texts.push(text);
            let library = Library::open(&path).expect("a library");
            let counted = kept.of(&library, "", &everything);
            let mut expected = GameStatistics::new();
            let all = texts.concat();
            for game in partie_pgn::read(all.as_bytes(), &ReadOptions::default()).flatten() {
                expected.add_tags(&game);
                expected.add_moves(&game, 1, &[]);
            }
            assert_eq!(counted.statistics.sections(9), expected.sections(9));
            assert_eq!(counted.longest(), Some(texts.len().min(2) as u64));
            let again = kept.of(&library, "", &everything);
            assert!(Arc::ptr_eq(&counted, &again), "counted once");
        }
    }
}
