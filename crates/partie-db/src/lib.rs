//! Chess games as Parquet files.
//!
//! A [`Writer`] takes batches of games ([`columns`]) and encodes them, on several threads if asked;
//! many batches make a row group. The files are plain Parquet: `DuckDB`, pandas, polars, Spark and
//! every other reader can read them. `docs/parquet.md` shows the columns.

pub mod columns;
mod encode;
mod lanes;
mod schema;
mod writer;

pub use writer::{Writer, Written};
