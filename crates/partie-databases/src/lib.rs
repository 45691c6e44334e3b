//! Games of databases of other chess programs.
//!
//! A part of the library `partie`, which re-exports the items that programs need. All other public
//! items serve its other parts, and may change with any version.
//!
//! A database is several files beside each other. [`Database::open`] takes the main one by its
//! extension and opens the others; [`Database::into_text`] gives all games as PGN, whose readers are
//! fast and know every option. What a database has and PGN cannot carry, and damage, is a line before
//! the moves of the game ([`partie_formats::database`]), which becomes a diagnostic of the game.
//!
//! | files | program | source of the format |
//! |---|---|---|
//! | `si4 sn4 sg4` | Scid 4 | [`scid`]: as Scid 4 and 5 read and write it |
//! | `si5 sn5 sg5` | Scid 5 | [`scid`]: as Scid 5 reads and writes it |
//! | `cbh cbg cba cbp cbt` and more | `ChessBase` | [`chessbase`]: as others found it by looking at databases |
//!
//! Files are read at the places that a game names, so memory holds a few games, and the names of a
//! Scid database. Nothing here opens a file by itself: [`Files`] does.
//!
//! ```
//! use std::io;
//! use partie_databases::{Database, DatabaseKind, ReadAt};
//!
//! let open = |_: &str| -> io::Result<Box<dyn ReadAt>> { Err(io::ErrorKind::NotFound.into()) };
//! assert_eq!(DatabaseKind::of_name("club.SI4"), Some(DatabaseKind::Scid4));
//! assert!(Database::open(DatabaseKind::Scid4, "club.SI4", &open).is_err());
//! ```

pub mod chessbase;
mod database;
mod files;
mod found;
mod kind;
pub mod scid;
#[cfg(test)]
mod tests;
mod text;

pub use database::Database;
pub use files::{Files, ReadAt, path_beside};
pub use kind::DatabaseKind;
pub use text::DatabaseText;
