//! Pictures, pages and books of games.

mod book;
mod page;
mod pictures;
