//! Libraries: folders of games that are searched and explored.
//!
//! A library is a folder of Parquet files with a [`Manifest`] that says which of them count. Any
//! program that reads Parquet can read them. `docs/library.md` describes the files.
//!
//! - `games/` holds the games by column, [`Table::Library`](crate::columns::Table::Library).
//! - `positions/` and `tails/` hold the index of positions: the games that reached each; `rollup/`
//!   has cached counts of popular positions.
//! - `removed/` holds games that were set aside.
//! - `digests/` holds hashes of the games, by which other records of them are found; `players/` the
//!   games of each player, and `words/` the players with each word in their names.
//!
//! Games are kept in segments, each with a file in each of these folders, which never change. A
//! [`LibraryWriter`] appends segments, and replaces them by larger ones or by others whose games were
//! changed; a [`Library`] sees the segments that existed when it was opened. Any number of readers may
//! work beside one writer.

mod backup;
mod batches;
mod check;
mod checksum;
#[cfg(test)]
mod crash_tests;
mod digests;
mod disk;
mod edit;
mod error;
mod explore;
mod explorer_api;
mod find;
mod found;
mod in_order;
mod index;
mod known;
mod lanes;
mod libraries;
mod manifest;
mod novelties;
mod number_file;
mod numbering;
mod players;
mod position_report;
mod positions;
mod rebuilt_manifest;
mod replayed;
mod rollup;
mod searches;
mod segment;
mod source_checksum;
mod source_games;
mod source_import;
mod source_sync;
mod stored;
mod stored_records;
mod summary;
mod tally;
mod visits;
mod writer;

use std::path::{Path, PathBuf};

use partie_core::Game;

pub use crate::query::Speed;
pub use batches::GameBatches;
pub use check::Problem;
pub use checksum::source_checksum;
pub use error::{LibraryError, Result};
pub use explore::{ExploreFilter, ExploreLimits, Explored, ExploredMove};
pub use explorer_api::{ApiAnswer, ExplorerApi, explored_as_json};
pub use found::FoundGames;
pub use known::{Beginning, Checked, SharedChecksum, beginning, recognised};
pub use libraries::Libraries;
pub use manifest::{FileEntry, Manifest, SegmentEntry, SourceEntry, UndoEntry};
pub use novelties::{Novelty, NoveltySearch};
pub use position_report::{
    Endgame, Expected, LONGEST_LINE, Lengths, LineMove, MoveOrder, PositionReport, ReportLimits,
    ReportedGame, ReportedPlayer, YearOfPosition, mean_moves,
};
pub(crate) use position_report::{
    json::{expected_json, game_json, lines_json},
    lines::{LineGame, tree as line_tree},
};
pub use positions::{Pushed, WrittenPositions, push_positions};
pub use rebuilt_manifest::RebuiltManifest;
pub use replayed::Sought;
pub use searches::{SavedSearch, SavedSearches, SearchError};
use segment::Segment;
pub use segment::Visit;
pub use source_checksum::{SOURCE_HEAD, SourceChecksum, SourceContent};
pub use source_import::SourceImport;
pub use source_sync::{SourceCounts, SourceSync, SyncChange};
pub use stored::{StoredGame, StoredView};
pub use summary::GameSummary;
pub use tally::{ExploredGame, Results};
pub use writer::{Added, LibraryWriter};

/// A library that is open for reading.
#[derive(Debug)]
pub struct Library {
    folder: PathBuf,
    manifest: Manifest,
    segments: Vec<Segment>,
    /// Games that were set aside.
    removed: Option<Segment>,
}

impl Library {
    /// Opens a library as its newest manifest describes it. Files of games and of the index that
    /// are missing or damaged are errors when they are read.
    ///
    /// # Errors
    ///
    /// If the folder is no library, or was made by a later version of the program.
    pub fn open(folder: &Path) -> Result<Library> {
        let mut manifest = Manifest::read(folder)?;
        loop {
            let library = Library::of(folder, manifest)?;
            if library.segments.iter().chain(&library.removed).any(Segment::is_incomplete) {
                // They may have been merged in the meantime.
                let newer = Manifest::read(folder)?;
                if newer.number != library.manifest.number {
                    manifest = newer;
                    continue;
                }
            }
            return Ok(library);
        }
    }

    /// Opens a library as a manifest describes it.
    fn of(folder: &Path, manifest: Manifest) -> Result<Library> {
        let segments = Segment::open_all(folder, &manifest.segments)?;
        let removed = manifest.removed.as_ref();
        let removed = removed.map(|removed| Segment::open(folder, removed)).transpose()?;
        Ok(Library { folder: folder.to_owned(), manifest, segments, removed })
    }

    /// Returns the games that were [set aside](LibraryWriter::set_aside), with the numbers that they
    /// had, as a library that can be searched.
    ///
    /// # Errors
    ///
    /// If the list of files names none of them.
    pub fn removed(&self) -> Result<Library> {
        let segments = self.manifest.removed.iter().cloned().collect();
        let manifest = Manifest { segments, removed: None, undo: None, ..self.manifest.clone() };
        Library::of(&self.folder, manifest)
    }

    /// Returns true for a folder that is a library, of any version.
    #[must_use]
    pub fn is_at(folder: &Path) -> bool {
        Manifest::is_at(folder)
    }

    /// Returns its folder.
    #[must_use]
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// Returns the manifest.
    #[must_use]
    pub const fn manifest(&self) -> &Manifest {
        &self.manifest
    }

    /// Returns the paths of the files of a kind, `games`, `positions`, `tails`, `rollup`,
    /// `digests`, `players` or `words`, in the order of the games.
    #[must_use]
    pub fn files(&self, kind: &str) -> Vec<PathBuf> {
        let files = self.manifest.segments.iter().flat_map(|segment| &segment.files);
        let of_kind = files.filter(|file| file.path.split('/').next() == Some(kind));
        of_kind.map(|file| self.folder.join(&file.path)).collect()
    }

    /// Returns true if the files of games have all columns. Those of earlier versions lack some until an
    /// [upgrade](LibraryWriter::upgrade).
    #[must_use]
    pub fn has_all_columns(&self) -> bool {
        self.manifest.segments.iter().all(|segment| segment.tables >= manifest::ALL_COLUMNS)
    }

    /// Checks that it is in another folder.
    fn is_not_in(&self, folder: &Path) -> Result<()> {
        match [folder.canonicalize(), self.folder.canonicalize()] {
            [Ok(one), Ok(other)] if one == other => Err(LibraryError::Itself(folder.to_owned())),
            _ => Ok(()),
        }
    }

    fn segments(&self) -> &[Segment] {
        &self.segments
    }

    /// Returns the segment of a game.
    fn segment_of(&self, game: u64) -> Option<&Segment> {
        let after = self.segments.partition_point(|segment| segment.entry.first_game <= game);
        self.segments[..after].last().filter(|segment| segment.entry.numbers().contains(&game))
    }

    /// Returns a game by its number in the library, from 1; `None` if there is no such game.
    ///
    /// # Errors
    ///
    /// If a file cannot be read or is damaged.
    pub fn game(&self, number: u64) -> Result<Option<Game>> {
        self.segment_of(number).map_or(Ok(None), |segment| segment.game(number))
    }

    /// Returns true if there is a game of a number, from 1.
    ///
    /// # Errors
    ///
    /// If the numbers of games cannot be read.
    pub fn has_game(&self, number: u64) -> Result<bool> {
        let Some(segment) = self.segment_of(number) else { return Ok(false) };
        Ok(segment.numbering()?.row_of(number).is_some())
    }

    /// Returns the number of the game at a place in the order of all games, from 1; `None` if there are
    /// fewer games.
    ///
    /// # Errors
    ///
    /// If the numbers of games cannot be read.
    pub fn number_at(&self, place: u64) -> Result<Option<u64>> {
        let Some(mut row) = place.checked_sub(1) else { return Ok(None) };
        for segment in &self.segments {
            if row < segment.entry.games {
                return Ok(Some(segment.numbering()?.at(row)));
            }
            row -= segment.entry.games;
        }
        Ok(None)
    }

    /// Returns the numbers of the games before and after one.
    ///
    /// # Errors
    ///
    /// If the numbers of games cannot be read.
    pub fn neighbours(&self, number: u64) -> Result<[Option<u64>; 2]> {
        let mut before = 0;
        for segment in &self.segments {
            if number <= segment.entry.last_game {
                let numbering = segment.numbering()?;
                let place = before + numbering.first_row_from(number) + 1;
                let after = place + u64::from(numbering.row_of(number).is_some());
                return Ok([self.number_at(place - 1)?, self.number_at(after)?]);
            }
            before += segment.entry.games;
        }
        Ok([self.number_at(before)?, None])
    }

    /// Describes an error of the file in which a game lies, given by its number.
    #[must_use]
    pub fn problem(&self, number: u64, error: LibraryError) -> Option<Problem> {
        self.segment_of(number).map(|segment| Problem::of(segment, error))
    }

    /// Returns the path of a file with a problem from the library's folder on.
    #[must_use]
    pub fn file<'a>(&self, problem: &'a Problem) -> &'a Path {
        problem.path.strip_prefix(&self.folder).unwrap_or(&problem.path)
    }

    /// Returns the games that came to a position, each once, in the order of their numbers. Of a
    /// position itself they are found faster than of its [`PositionKey`](partie_core::rules::PositionKey).
    ///
    /// # Errors
    ///
    /// If a file cannot be read or is damaged.
    pub fn visits(&self, position: impl Into<Sought>) -> Result<Vec<Visit>> {
        let (sought, mut all) = (position.into(), Vec::new());
        for segment in &self.segments {
            all.extend(segment.visits(sought)?);
        }
        Ok(all)
    }

    /// Returns the summary of a game by its number; `None` if there is no such game.
    ///
    /// # Errors
    ///
    /// If a file cannot be read or is damaged.
    pub fn summary(&self, number: u64) -> Result<Option<GameSummary>> {
        let Some(segment) = self.segment_of(number) else { return Ok(None) };
        if segment.numbering()?.row_of(number).is_none() {
            return Ok(None);
        }
        Ok(segment.summaries_of(std::iter::once(number))?.pop())
    }

    /// Returns the names of a game's players, White's first, by its number; `None` if there is no
    /// such game. A name that is not known is empty.
    ///
    /// # Errors
    ///
    /// If a file cannot be read or is damaged.
    pub fn names(&self, number: u64) -> Result<Option<[String; 2]>> {
        self.segment_of(number).map_or(Ok(None), |segment| segment.names(number))
    }
}
