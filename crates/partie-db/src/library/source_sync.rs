//! Bringing a library in line with sources whose games were corrected, added or removed.

use std::{
    collections::{BTreeMap, BTreeSet, HashSet},
    path::Path,
};

use partie_core::Game;

use super::{
    Library, LibraryWriter, SourceEntry, UndoEntry,
    edit::replacing,
    error::Result,
    source_games::{Met, SourceGames},
    stored_records::StoredRecords,
};
use crate::{
    columns::{Batch, Row},
    identity::REMARKS,
    query::Repetition,
};

/// Most records that wait for the end of their source, since they may correct one of its games.
const WAITING: usize = 1 << 15;

/// Most games that are replaced together.
const TOGETHER: usize = 1 << 15;

/// A change that sources make in a library.
#[derive(Clone, Copy, Debug)]
pub enum SyncChange<'a> {
    /// A game of a source, given by its name, is added.
    New(&'a str, &'a Row),
    /// A game is replaced, given by its number.
    Corrected(u64, &'a Row),
    /// A game stays as it is, since the new record has moves that cannot be read, or was cut off.
    Kept(u64, &'a Row),
}

/// Numbers of the games of a source.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SourceCounts {
    /// Games that were read.
    pub read: u64,
    /// Games that are added.
    pub new: u64,
    /// Among them, those that take the place of poorer records from other sources.
    pub replacing: u64,
    /// Games that replace the record from the source.
    pub corrected: u64,
    /// Games that the library has as they are.
    pub same: u64,
    /// Games that another source has, or that the source has more than once.
    pub known: u64,
    /// Games that were set aside.
    pub aside: u64,
    /// Games whose new record is damaged, so that the earlier one stays.
    pub kept: u64,
}

/// A comparison of sources with the games of a library that came from them. With the games that are
/// [added](SourceSync::add) the library is brought in line with the sources.
///
/// A record is known as a correction of a game from the same sources by its address, else by the same
/// moves, else by the players, the event, the round and the date.
pub struct SourceSync<'a> {
    target: Target<'a>,
    /// The library as it was before.
    library: Library,
    sources: Vec<String>,
    games: SourceGames,
    counts: Vec<SourceCounts>,
    /// Records that may correct a game.
    waiting: Vec<Waiting>,
    /// Records that replace games, by the numbers of the games.
    replaced: BTreeMap<u64, Game>,
    /// Hashes of the records that replace games.
    corrections: HashSet<u64>,
    /// True for sources that seem to be cut off.
    cut_off: Vec<bool>,
}

/// A record that may correct a game.
struct Waiting {
    source: usize,
    row: Row,
    /// Number of the record in its source, from 1.
    place: u64,
}

/// A library that is changed, or only compared.
enum Target<'a> {
    Writer(&'a mut LibraryWriter),
    Compared { records: Box<StoredRecords>, next: u64 },
}

impl std::fmt::Debug for SourceSync<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "SourceSync({:?})", self.sources)
    }
}

impl<'a> SourceSync<'a> {
    /// Compares sources, given by their names, with a library that is to be changed. All changes until
    /// the [end](SourceSync::finish) are one edit, which can be [undone](LibraryWriter::undo).
    ///
    /// # Errors
    ///
    /// If the library cannot be read.
    pub fn new(writer: &'a mut LibraryWriter, sources: Vec<String>) -> Result<SourceSync<'a>> {
        writer.commit(&[])?;
        let library = Library::open(&writer.folder)?;
        writer.edit = Some(writer.undo_entry_with(LibraryWriter::SYNC, &sources));
        SourceSync::of(Target::Writer(writer), library, sources)
    }

    /// Compares sources with a library that is not changed.
    ///
    /// # Errors
    ///
    /// If the library cannot be read.
    pub fn compared(folder: &Path, sources: Vec<String>) -> Result<SourceSync<'static>> {
        let library = Library::open(folder)?;
        let records = Box::new(StoredRecords::of(folder, library.manifest())?);
        let next = library.manifest().next_game();
        SourceSync::of(Target::Compared { records, next }, library, sources)
    }

    fn of(target: Target<'_>, library: Library, sources: Vec<String>) -> Result<SourceSync<'_>> {
        let games = SourceGames::of(&library, &sources)?;
        let counts = vec![SourceCounts::default(); sources.len()];
        let cut_off = vec![false; sources.len()];
        Ok(SourceSync {
            target,
            library,
            sources,
            games,
            counts,
            waiting: Vec::new(),
            replaced: BTreeMap::new(),
            corrections: HashSet::new(),
            cut_off,
        })
    }

    /// Returns the library as it was before.
    #[must_use]
    pub const fn library(&self) -> &Library {
        &self.library
    }

    /// Compares the next game of a source, given by its place among the names. The function gets what
    /// is changed, some of it later.
    ///
    /// # Errors
    ///
    /// If the library cannot be read or written.
    pub fn add(
        &mut self,
        source: usize,
        row: &Row,
        changed: &mut impl FnMut(SyncChange<'_>),
    ) -> Result<()> {
        let counts = &mut self.counts[source];
        counts.read += 1;
        let place = counts.read;
        match self.games.meet(source, &row.identity()) {
            Met::Same => counts.same += 1,
            Met::Aside => counts.aside += 1,
            Met::Again => counts.known += 1,
            Met::MayCorrect => self.wait(source, row, place, changed)?,
            // The last one may have been cut off before its moves.
            Met::New if row.packed_moves().next().is_none() => {
                self.wait(source, row, place, changed)?;
            }
            Met::New => self.add_new(source, row, changed)?,
        }
        Ok(())
    }

    /// Decides about the games that may be corrections, at the end of all sources.
    ///
    /// # Errors
    ///
    /// If the library cannot be read or written.
    pub fn read_to_end(&mut self, changed: &mut impl FnMut(SyncChange<'_>)) -> Result<()> {
        self.settle(true, changed)
    }

    /// Returns the numbers of a source's games.
    #[must_use]
    pub fn counts(&self, source: usize) -> SourceCounts {
        self.counts[source]
    }

    /// Returns the number of games of the library that came from a source, before the change.
    #[must_use]
    pub fn before(&self, source: usize) -> u64 {
        self.games.count(source)
    }

    /// Returns the games of the library that are no longer in a source.
    pub fn missing(&self, source: usize) -> impl Iterator<Item = u64> {
        self.games.missing(source).map(|game| game.number)
    }

    /// Returns true if the last game of a source is only the beginning of an earlier record, or has no moves
    /// and is new, as in a file that was not copied to its end.
    #[must_use]
    pub fn is_cut_off(&self, source: usize) -> bool {
        self.cut_off[source]
    }

    /// Makes all changes a part of the library, sets games aside that are no longer in the sources, and
    /// replaces the entries of the sources by others. Returns true if a game was changed, added or set
    /// aside. A library that is only compared stays as it is.
    ///
    /// # Errors
    ///
    /// If a file cannot be read or written; then the last changes are missing, and the same sources may
    /// be compared again.
    pub fn finish(mut self, aside: &BTreeSet<u64>, entries: &[SourceEntry]) -> Result<bool> {
        let Target::Writer(writer) = &mut self.target else { return Ok(false) };
        writer.bring_in_line(&self.replaced, aside, entries)?;
        let after = &writer.manifest;
        Ok(writer.edit.as_ref().is_some_and(|before| {
            (&before.segments, &before.removed) != (&after.segments, &after.removed)
        }))
    }

    /// Puts off what is done with a record.
    fn wait(
        &mut self,
        source: usize,
        row: &Row,
        place: u64,
        changed: &mut impl FnMut(SyncChange<'_>),
    ) -> Result<()> {
        self.waiting.push(Waiting { source, row: row.clone(), place });
        if self.waiting.len() < WAITING { Ok(()) } else { self.settle(false, changed) }
    }

    /// Adds a game that corrects none.
    fn add_new(
        &mut self,
        source: usize,
        row: &Row,
        changed: &mut impl FnMut(SyncChange<'_>),
    ) -> Result<()> {
        let name = &self.sources[source];
        let repetition = match &mut self.target {
            Target::Writer(writer) => {
                let added = writer.add_new(name, row)?;
                if added.is_full {
                    writer.commit(&[])?;
                }
                added.repetition
            }
            Target::Compared { records, next } => {
                let repetition = records.compare(row.digest());
                if matches!(repetition, None | Some(Repetition::Fuller)) {
                    records.append(*next, *row.digest());
                    *next += 1;
                }
                repetition
            }
        };
        let counts = &mut self.counts[source];
        match repetition {
            Some(Repetition::Equal | Repetition::Poorer) => counts.known += 1,
            None | Some(Repetition::Fuller) => {
                counts.new += 1;
                counts.replacing += u64::from(repetition.is_some());
                changed(SyncChange::New(name, row));
            }
        }
        Ok(())
    }

    /// Decides about records that may correct a game.
    fn settle(&mut self, is_end: bool, changed: &mut impl FnMut(SyncChange<'_>)) -> Result<()> {
        let waiting = std::mem::take(&mut self.waiting);
        let moves: Vec<_> = waiting
            .iter()
            .map(|waiting| || waiting.row.packed_moves().collect::<Vec<u16>>())
            .collect();
        let records: Vec<_> = waiting
            .iter()
            .zip(&moves)
            .map(|(waiting, moves)| (waiting.row.identity(), moves as &dyn Fn() -> Vec<u16>))
            .collect();
        let found = self.games.corrected(&self.library, &records)?;
        for ((Waiting { source, row, place }, (identity, _)), found) in
            waiting.iter().zip(&records).zip(found)
        {
            let is_last = is_end && *place == self.counts[*source].read;
            let Some(found) = found else {
                if is_last && row.packed_moves().next().is_none() && self.games.count(*source) > 0 {
                    self.cut_off[*source] = true;
                    self.counts[*source].kept += 1;
                    continue;
                }
                if self.corrections.contains(&identity.record) {
                    self.counts[*source].known += 1;
                } else {
                    self.add_new(*source, row, changed)?;
                }
                continue;
            };
            let game = self.games.games[found];
            let counts = &mut self.counts[*source];
            let is_cut_off =
                is_last && self.games.is_beginning(&self.library, found, row.packed_moves())?;
            if game.is_aside {
                counts.aside += 1;
            } else if is_cut_off || identity.has_unread && !game.identity.has_unread {
                self.cut_off[*source] |= is_cut_off;
                counts.kept += 1;
                changed(SyncChange::Kept(game.number, row));
            } else {
                counts.corrected += 1;
                self.corrections.insert(identity.record);
                changed(SyncChange::Corrected(game.number, row));
                if let Target::Writer(writer) = &mut self.target {
                    self.replaced.insert(game.number, row.game());
                    if self.replaced.len() >= TOGETHER {
                        writer.bring_in_line(&self.replaced, &BTreeSet::new(), &[])?;
                        self.replaced.clear();
                    }
                }
            }
        }
        Ok(())
    }
}

impl LibraryWriter {
    /// Name of the edit that brings a library in line with sources, in
    /// [`UndoEntry::edit`](super::UndoEntry::edit).
    pub const SYNC: &str = "sync";

    /// Returns what is needed to undo an edit that changes the entries of sources, too.
    fn undo_entry_with(&self, edit: &str, sources: &[String]) -> UndoEntry {
        let entries = |name: &String| {
            let own = self.manifest.sources.iter().filter(|source| source.file == *name);
            (name.clone(), own.cloned().collect())
        };
        let sources = sources.iter().map(entries).collect();
        UndoEntry { sources, ..self.undo_entry(edit) }
    }

    /// Replaces games by others, but for the user's remarks, sets games aside, and replaces the entries
    /// of sources with the names of others.
    fn bring_in_line(
        &mut self,
        replaced: &BTreeMap<u64, Game>,
        aside: &BTreeSet<u64>,
        entries: &[SourceEntry],
    ) -> Result<()> {
        let mut appended = self.appended()?;
        let manifest = &mut appended.manifest;
        if !replaced.is_empty() || !aside.is_empty() {
            let library = Library::of(&self.folder, manifest.clone())?;
            if !aside.is_empty() {
                self.keep_aside(&library, manifest, aside)?;
            }
            let may_change = |numbers: std::ops::Range<u64>| {
                replaced.range(numbers.clone()).next().is_some()
                    || aside.range(numbers).next().is_some()
            };
            let mut replace = |batch: &Batch, row: usize| {
                let mut game = replaced.get(&batch.number(row)?)?.clone();
                let tags = batch.column("tags").into_iter().flat_map(|tags| tags.pairs(row));
                for (name, value) in tags.filter(|(name, _)| REMARKS.contains(name)) {
                    game.tags.set(name, value);
                }
                Some(game)
            };
            self.rewrite(&library, manifest, &may_change, &mut |batch| {
                let has_replaced = replacing(&mut replace)(batch);
                let numbers: Vec<_> = (0..batch.len()).map(|row| batch.number(row)).collect();
                let is_left =
                    |row: usize| !numbers[row].is_some_and(|number| aside.contains(&number));
                !batch.retain(is_left) || has_replaced
            })?;
        }
        let is_other = |source: &SourceEntry| entries.iter().all(|entry| entry.file != source.file);
        manifest.sources.retain(is_other);
        manifest.sources.extend_from_slice(entries);
        self.publish_appended(appended)
    }
}

impl Drop for SourceSync<'_> {
    fn drop(&mut self) {
        if let Target::Writer(writer) = &mut self.target {
            writer.discard();
            writer.edit = None;
        }
    }
}
