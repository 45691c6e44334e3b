//! Games of a library in batches of columns.

use super::{
    Library, Result,
    manifest::{ALL_COLUMNS, STARTS_IN_CODE},
    segment::GameScan,
};
use crate::columns::{Batch, COLUMNS, Table};

/// Batches of games, in the order of their numbers. Made by [`Library::batches`].
///
/// A batch is of one segment and has at most the requested number of games.
pub struct GameBatches {
    /// Scans of the remaining segments, the last one first.
    scans: Vec<(GameScan, Lacks)>,
    columns: Vec<&'static str>,
    rows: usize,
}

/// Part that tables of earlier versions lack; it is made of other columns.
#[derive(Clone, Copy)]
enum Lacks {
    Nothing,
    /// Initial positions in codes.
    Starts,
    /// Columns.
    Columns,
}

impl std::fmt::Debug for GameBatches {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("GameBatches").field("columns", &self.columns).finish_non_exhaustive()
    }
}

impl Library {
    /// Returns the games in batches of at most `rows` rows, with the named columns of
    /// [`Table::Library`], or all columns if `columns` is empty. Codes include initial positions,
    /// also in libraries of earlier versions. Unknown columns are left out.
    ///
    /// # Errors
    ///
    /// Fails if a file cannot be opened or is damaged.
    pub fn batches(&self, columns: &[&str], rows: usize) -> Result<GameBatches> {
        let asked = |name: &str| columns.is_empty() || columns.contains(&name);
        let names = Table::Library.places().map(|at| COLUMNS[at].name);
        let columns: Vec<_> = names.filter(|name| asked(name)).collect();
        let mut scans = Vec::new();
        for segment in self.segments.iter().rev() {
            let tables = segment.entry.tables;
            let is_later = |at: &usize| COLUMNS[*at].is_later();
            let later = || Table::Library.places().filter(is_later).map(|at| COLUMNS[at].name);
            let lacks = if tables < ALL_COLUMNS && later().any(|name| columns.contains(&name)) {
                Lacks::Columns
            } else if tables < STARTS_IN_CODE && columns.contains(&"code") {
                Lacks::Starts
            } else {
                Lacks::Nothing
            };
            // What is missing is made of other columns.
            let read = match lacks {
                Lacks::Nothing => columns.clone(),
                Lacks::Starts => [&columns[..], &["variant", "fen"]].concat(),
                Lacks::Columns => Vec::new(),
            };
            scans.push((segment.scan(&read, 0..segment.entry.games)?, lacks));
        }
        Ok(GameBatches { scans, columns, rows })
    }
}

impl Iterator for GameBatches {
    type Item = Result<Batch>;

    fn next(&mut self) -> Option<Result<Batch>> {
        loop {
            let (scan, lacks) = self.scans.last_mut()?;
            match scan.next(self.rows) {
                Ok(Some(mut batch)) => {
                    match lacks {
                        Lacks::Nothing => return Some(Ok(batch)),
                        Lacks::Starts => batch.complete_codes(),
                        Lacks::Columns => batch.complete(),
                    }
                    batch.keep_columns(&self.columns);
                    return Some(Ok(batch));
                }
                Ok(None) => _ = self.scans.pop(),
                Err(error) => {
                    self.scans.clear();
                    return Some(Err(error));
                }
            }
        }
    }
}
