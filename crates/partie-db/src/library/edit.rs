//! Edits of a library: changes of its games that can be undone.

use std::{
    collections::{BTreeMap, BTreeSet},
    io::BufWriter,
    ops::Range,
};

use partie_core::Game;

use super::{
    Library, LibraryWriter,
    checksum::checksum,
    disk::{self, DiskFile},
    error::{LibraryError, Result},
    in_order::{GamesInOrder, Part},
    manifest::{FileEntry, Manifest, REMOVED, SegmentEntry, TABLES, UndoEntry},
    numbering::GameNumbers,
    segment::Segment,
    writer::push_number,
};
use crate::{
    Writer,
    columns::{Batch, Table},
    identity::REMARKS,
};

impl LibraryWriter {
    /// Deletes games by their numbers, from 1. The other games keep theirs. `edit` names the change for
    /// [`undo`](LibraryWriter::undo).
    ///
    /// # Errors
    ///
    /// Fails if a file cannot be read or written; then the library stays as it was.
    pub fn delete_games(&mut self, edit: &str, numbers: &BTreeSet<u64>) -> Result<()> {
        self.edit(edit, |writer, library, manifest| without(writer, library, manifest, numbers))
    }

    /// Sets games aside: they are no longer part of the library, but can be
    /// [restored](LibraryWriter::restore), also after other edits.
    ///
    /// # Errors
    ///
    /// Fails if a file cannot be read or written; then the library stays as it was.
    pub fn set_aside(&mut self, edit: &str, numbers: &BTreeSet<u64>) -> Result<()> {
        self.edit(edit, |writer, library, manifest| {
            writer.keep_aside(library, manifest, numbers)?;
            without(writer, library, manifest, numbers)
        })
    }

    /// Adds games to those that are set aside in a manifest that is not published.
    pub(super) fn keep_aside(
        &self,
        library: &Library,
        manifest: &mut Manifest,
        numbers: &BTreeSet<u64>,
    ) -> Result<()> {
        let has_some = |segment: &&Segment| numbers.range(segment.entry.numbers()).next().is_some();
        let from = library.segments().iter().filter(has_some);
        let from = from.map(|segment| Part::those(segment, numbers));
        let before = library.removed.iter().map(Part::all);
        manifest.removed = self.write_removed(from.chain(before), manifest)?;
        Ok(())
    }

    /// Brings back games that were [set aside](LibraryWriter::set_aside), with the numbers that they
    /// had.
    ///
    /// # Errors
    ///
    /// Fails if a file cannot be read or written; then the library stays as it was.
    pub fn restore(&mut self, edit: &str, numbers: &BTreeSet<u64>) -> Result<()> {
        self.edit(edit, |writer, library, manifest| {
            let Some(removed) = &library.removed else { return Ok(false) };
            let numbering = removed.numbering()?;
            let is_there = |number: &u64| numbering.row_of(*number).is_some();
            let restored: BTreeSet<u64> = numbers.iter().copied().filter(is_there).collect();
            manifest.segments.clear();
            let segments = library.segments();
            // Each one takes the games up to the next one.
            let firsts = segments.iter().map(|segment| segment.entry.first_game);
            let ends = firsts.skip(1).chain([u64::MAX]);
            let mut left = restored.clone();
            for (at, end) in ends.enumerate() {
                let later = left.split_off(&end);
                let here = std::mem::replace(&mut left, later);
                let segment = segments.get(at);
                let entry = if here.is_empty() {
                    segment.map(|segment| segment.entry.clone())
                } else {
                    let own = segment.map(Part::all).into_iter();
                    writer.copy(own.chain([Part::those(removed, &here)]), manifest, |_| ())?
                };
                manifest.segments.extend(entry);
            }
            let others = [Part::others(removed, &restored)];
            manifest.removed = writer.write_removed(others, manifest)?;
            Ok(!restored.is_empty())
        })
    }

    /// Deletes games that were [set aside](LibraryWriter::set_aside). The last edit can no longer be
    /// undone.
    ///
    /// # Errors
    ///
    /// Fails if a file cannot be read or written; then the library stays as it was.
    pub fn delete_set_aside(&mut self, numbers: &BTreeSet<u64>) -> Result<()> {
        self.commit(&[])?;
        let library = Library::open(&self.folder)?;
        let mut manifest = Manifest { undo: None, ..self.manifest.clone() };
        let left = library.removed.iter().map(|removed| Part::others(removed, numbers));
        manifest.removed = self.write_removed(left, &mut manifest)?;
        self.publish(manifest)?;
        self.remove_orphans()
    }

    /// Replaces games with the given numbers by those that the function returns, where it returns one.
    /// They keep their numbers and the places that they were imported from. `edit` names the change for
    /// [`undo`](LibraryWriter::undo).
    ///
    /// # Errors
    ///
    /// Fails if a file cannot be read or written; then the library stays as it was.
    pub fn change_games(
        &mut self,
        edit: &str,
        numbers: &BTreeSet<u64>,
        mut change: impl FnMut(u64, Game) -> Option<Game>,
    ) -> Result<()> {
        let has_some = |range: Range<u64>| numbers.range(range).next().is_some();
        self.change_rows(edit, &has_some, &mut |batch, row| {
            let number = batch.number(row).filter(|number| numbers.contains(number))?;
            change(number, batch.game(row))
        })
    }

    /// Replaces values of tags: `replaced` gets the name of a tag and its value. `edit` is the name by
    /// which the change is [undone](LibraryWriter::undo).
    ///
    /// # Errors
    ///
    /// If a file cannot be read or written; then the library stays as it was.
    pub fn replace_tags(
        &mut self,
        edit: &str,
        mut replaced: impl FnMut(&str, &str) -> Option<String>,
    ) -> Result<()> {
        self.change_rows(edit, &|_| true, &mut |batch, row| {
            let mut game = None;
            for (name, value) in batch.tags_with_implied(row).iter() {
                let Some(other) = replaced(name, value) else { continue };
                game.get_or_insert_with(|| batch.game(row)).tags.set(name, other);
            }
            game
        })
    }

    /// Replaces games of segments that may have some to change, where the function returns another one
    /// for a row.
    fn change_rows(
        &mut self,
        edit: &str,
        may_change: &dyn Fn(Range<u64>) -> bool,
        change: &mut dyn FnMut(&Batch, usize) -> Option<Game>,
    ) -> Result<()> {
        self.edit(edit, |writer, library, manifest| {
            writer.rewrite(library, manifest, may_change, &mut replacing(change))
        })
    }

    /// Removes games that fuller records replace, from a manifest that is not published; the user's
    /// remarks on them go to the records. Their edit is the one to undo, unless they are all new; it goes
    /// on with that of an import before if it can.
    pub(super) fn remove_replaced(
        &self,
        replaced: &BTreeMap<u64, u64>,
        mut manifest: Manifest,
    ) -> Result<Manifest> {
        let library = Library::of(&self.folder, manifest.clone())?;
        let before = self.manifest.last_game;
        if replaced.range(..=before).next().is_some() {
            let goes_on = |undo: &UndoEntry| {
                undo.edit == LibraryWriter::IMPORT
                    && (self.has_replaced
                        || replaced.range(undo.games + 1..=before).next().is_none())
            };
            let undo = self.manifest.undo.clone().filter(goes_on);
            let undo = undo.unwrap_or_else(|| self.undo_entry(LibraryWriter::IMPORT));
            manifest.undo = Some(undo);
        }
        let mut remarks: BTreeMap<u64, Vec<(String, String)>> = BTreeMap::new();
        let has_some = |range: Range<u64>| replaced.range(range).next().is_some();
        self.rewrite(&library, &mut manifest, &has_some, &mut |batch| {
            let numbers: Vec<_> = (0..batch.len()).map(|row| batch.number(row)).collect();
            let record = |row: usize| replaced.get(&numbers[row]?);
            for row in 0..batch.len() {
                let Some(mut record) = record(row) else { continue };
                // It may have been replaced itself.
                while let Some(later) = replaced.get(record) {
                    record = later;
                }
                let tags = batch.column("tags").into_iter().flat_map(|tags| tags.pairs(row));
                let own = tags.filter(|(name, _)| REMARKS.contains(name));
                let own: Vec<_> = own.map(|(n, value)| (n.to_owned(), value.to_owned())).collect();
                if !own.is_empty() {
                    remarks.entry(*record).or_default().extend(own);
                }
            }
            !batch.retain(|row| record(row).is_none())
        })?;
        if !remarks.is_empty() {
            let library = Library::of(&self.folder, manifest.clone())?;
            let has_some = |range: Range<u64>| remarks.range(range).next().is_some();
            self.rewrite(
                &library,
                &mut manifest,
                &has_some,
                &mut replacing(&mut |batch, row| {
                    let own = remarks.get(&batch.number(row)?)?;
                    let mut game = batch.game(row);
                    for (name, value) in own {
                        game.tags.add(name.clone(), value.clone());
                    }
                    Some(game)
                }),
            )?;
        }
        Ok(manifest)
    }

    /// Makes a change of the games that can be undone. The function changes a manifest, and returns true
    /// if it did; else the previous edit remains the one to undo.
    fn edit(
        &mut self,
        edit: &str,
        change: impl FnOnce(&LibraryWriter, &Library, &mut Manifest) -> Result<bool>,
    ) -> Result<()> {
        self.commit(&[])?;
        let library = Library::open(&self.folder)?;
        let mut manifest = self.manifest.clone();
        if change(self, &library, &mut manifest)? {
            manifest.undo = Some(self.undo_entry(edit));
            self.publish(manifest)?;
        }
        self.remove_orphans()
    }

    /// Returns what is needed to undo an edit of the library as it is.
    pub(super) fn undo_entry(&self, edit: &str) -> UndoEntry {
        let Manifest { segments, removed, last_game: games, .. } = self.manifest.clone();
        UndoEntry { edit: edit.to_owned(), segments, removed, games, sources: BTreeMap::new() }
    }

    /// Rewrites the games of segments that may have some to change, by the numbers of their games. The
    /// function gets a batch and returns true if it changed something. Segments without a change stay
    /// as they are.
    pub(super) fn rewrite(
        &self,
        library: &Library,
        manifest: &mut Manifest,
        may_change: &dyn Fn(Range<u64>) -> bool,
        change: &mut dyn FnMut(&mut Batch) -> bool,
    ) -> Result<bool> {
        let mut has_changed = false;
        manifest.segments.clear();
        for segment in library.segments() {
            if !may_change(segment.entry.numbers()) {
                manifest.segments.push(segment.entry.clone());
                continue;
            }
            let mut is_other = false;
            let all = [Part::all(segment)];
            let copied = self.copy(all, manifest, |batch| is_other |= change(batch))?;
            manifest.segments.extend(if is_other { copied } else { Some(segment.entry.clone()) });
            has_changed |= is_other;
        }
        Ok(has_changed)
    }

    /// Undoes the last edit; games that were added since stay. Returns the edit's name, or `None` if
    /// there is none.
    ///
    /// # Errors
    ///
    /// Fails if a file cannot be read or written; then the library stays as it was.
    pub fn undo(&mut self) -> Result<Option<String>> {
        self.commit(&[])?;
        let Some(undo) = self.manifest.undo.clone() else { return Ok(None) };
        let UndoEntry { edit, segments, removed, games, sources: before } = undo;
        let library = Library::open(&self.folder)?;
        let current: BTreeSet<u64> =
            library.segments().iter().map(|segment| segment.entry.number).collect();
        let restored = segments.iter().filter(|entry| !current.contains(&entry.number));
        for entry in restored.chain(&removed) {
            Segment::open(&self.folder, entry)?.verify_games()?;
        }
        let mut manifest = Manifest { segments, removed, undo: None, ..self.manifest.clone() };
        manifest.sources.retain(|source| !before.contains_key(&source.file));
        manifest.sources.extend(before.into_values().flatten());
        let added = library.segments().iter().filter(|segment| segment.entry.first_game > games);
        for segment in added {
            let last = manifest.segments.last().map_or(0, |segment| segment.last_game);
            if segment.entry.first_game > last {
                manifest.segments.push(segment.entry.clone());
            } else {
                // Earlier versions gave other numbers to games when some were removed.
                let entry = self.copy_to_end(segment, &mut manifest)?;
                manifest.segments.extend(entry);
            }
        }
        self.publish(manifest)?;
        self.remove_orphans()?;
        Ok(Some(edit))
    }

    /// Deletes the data for undoing the last edit, which takes as much room as the library itself.
    ///
    /// # Errors
    ///
    /// Fails if the manifest cannot be written.
    pub fn forget(&mut self) -> Result<()> {
        self.commit(&[])?;
        if self.manifest.undo.is_none() {
            return Ok(());
        }
        let manifest = Manifest { undo: None, ..self.manifest.clone() };
        self.publish(manifest)?;
        self.remove_orphans()
    }

    /// Writes games that are set aside. There is no segment without games.
    pub(super) fn write_removed<'a>(
        &self,
        parts: impl IntoIterator<Item = Part<'a>>,
        manifest: &mut Manifest,
    ) -> Result<Option<SegmentEntry>> {
        let number = manifest.next_segment;
        manifest.next_segment += 1;
        let path = format!("{REMOVED}/{number:06}.parquet");
        let named = self.folder.join(&path);
        let unfinished = named.with_extension("unfinished");
        let failed = |error| LibraryError::io(&unfinished, error);
        let file = DiskFile::create(&unfinished).map_err(failed)?;
        let out = BufWriter::with_capacity(1 << 18, file);
        let mut writer = Writer::of(Table::Library, out, 1).map_err(failed)?;
        let (mut numbering, mut variants) = (GameNumbers::default(), BTreeSet::new());
        let mut games = GamesInOrder::new(parts);
        while let Some(batch) = games.next()? {
            for row in 0..batch.len() {
                push_number(&mut numbering, &batch, row, &unfinished)?;
                variants.insert(batch.variant(row).name().to_owned());
            }
            writer.write(batch).map_err(failed)?;
        }
        let Some((first_game, last_game)) = numbering.first().zip(numbering.last()) else {
            return Ok(None);
        };
        let out = writer.finish().map_err(failed)?.out.into_inner();
        out.map_err(std::io::IntoInnerError::into_error)
            .and_then(|file| file.sync())
            .map_err(failed)?;
        let (bytes, crc32) = checksum(&unfinished)?;
        disk::rename(&unfinished, &named).map_err(|error| LibraryError::io(&named, error))?;
        Ok(Some(SegmentEntry {
            number,
            first_game,
            last_game,
            games: numbering.len(),
            positions: 0,
            variants: variants.into_iter().collect(),
            tables: TABLES,
            files: vec![FileEntry { path, bytes, crc32 }],
        }))
    }
}

/// Returns a function that replaces games of a batch by those that another one returns for their rows.
pub(super) fn replacing(
    change: &mut dyn FnMut(&Batch, usize) -> Option<Game>,
) -> impl FnMut(&mut Batch) -> bool {
    |batch| {
        let (mut changed, mut done) = (None, 0);
        for row in 0..batch.len() {
            let Some(game) = change(batch, row) else { continue };
            let changed = changed.get_or_insert_with(|| batch.room());
            changed.append(batch, done..row);
            changed.append(&batch.with_game(row, &game), 0..1);
            done = row + 1;
        }
        let Some(mut changed) = changed else { return false };
        changed.append(batch, done..batch.len());
        *batch = changed;
        true
    }
}

/// Removes games by their numbers from a manifest that is not published. Returns true if there were any.
fn without(
    writer: &LibraryWriter,
    library: &Library,
    manifest: &mut Manifest,
    numbers: &BTreeSet<u64>,
) -> Result<bool> {
    let has_some = |range: Range<u64>| numbers.range(range).next().is_some();
    writer.rewrite(library, manifest, &has_some, &mut |batch| {
        let own: Vec<_> = (0..batch.len()).map(|row| batch.number(row)).collect();
        !batch.retain(|row| !own[row].is_some_and(|number| numbers.contains(&number)))
    })
}
