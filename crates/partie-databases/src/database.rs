//! A database of any kind.

use std::{fmt, io};

use crate::{
    chessbase, files::Files, found::Records, kind::DatabaseKind, scid, text::DatabaseText,
};

/// A database that was opened.
pub struct Database(Box<dyn Records>);

impl fmt::Debug for Database {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Database").field("records", &self.records()).finish_non_exhaustive()
    }
}

impl Database {
    /// Opens a database. `name` is the name of its main file, for messages.
    ///
    /// # Errors
    ///
    /// Fails if the main file cannot be opened or is of another kind, and if the medium fails. A
    /// missing file beside it is a problem of each game.
    pub fn open(kind: DatabaseKind, name: &str, files: &dyn Files) -> io::Result<Database> {
        // Messages name the file, not its folder.
        let name = name.rsplit(['/', '\\']).next().unwrap_or(name);
        Ok(Database(match kind {
            DatabaseKind::Scid4 | DatabaseKind::Scid5 => Box::new(scid::open(kind, name, files)?),
            DatabaseKind::ChessBase => Box::new(chessbase::open(name, files)?),
        }))
    }

    /// Number of its records: the games, and texts among them.
    #[must_use]
    pub fn records(&self) -> u64 {
        self.0.records()
    }

    /// Returns all games as PGN, made by some threads.
    ///
    /// # Errors
    ///
    /// Fails if a thread cannot be started.
    pub fn into_text(self, threads: usize) -> io::Result<DatabaseText> {
        DatabaseText::new(self.0, threads)
    }
}
