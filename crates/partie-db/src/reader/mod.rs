//! Reading of Parquet files: runs of rows of some columns, from any row on.

mod file;
mod scan;

pub(crate) use file::{TableFile, contents, read_numbers};
pub(crate) use scan::Scan;
