//! Chess games as Parquet files.
//!
//! A [`Writer`] takes batches of games ([`partie_formats::columns`]) and writes each as a
//! row group, so no more than one batch is in memory. The files have nothing of Partie's
//! own: `DuckDB`, pandas, polars, Spark and every other reader of Parquet reads them.
//! `docs/parquet.md` shows the columns.

mod schema;
mod writer;

pub use writer::{Writer, Written};
