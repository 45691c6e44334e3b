//! Pictures, pages and books of games.

mod book;
mod pictures;
