//! Reading of Parquet files: runs of rows of some columns, from any row on.

mod file;
mod games;
mod pages;
mod scan;

pub(crate) use file::{TableFile, contents, read_numbers};
pub use games::ParquetGames;
pub(crate) use scan::Scan;
