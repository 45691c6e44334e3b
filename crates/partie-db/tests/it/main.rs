//! Questions, columns, libraries and books, on files and games.

mod book;
mod columns;
mod edits;
mod libraries;
mod library;
mod lookups;
mod openings;
mod parquet;
mod players;
mod position_report;
mod recognition;
mod searches;
mod stored_moves;
mod sync;
mod views;
