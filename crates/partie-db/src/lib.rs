//! Chess games as Parquet files.
//!
//! A [`Writer`] takes batches of games ([`columns`]) and encodes them at once, on
//! several threads if it is told so; many batches are a row group. The files have nothing of Partie's
//! own: `DuckDB`, pandas, polars, Spark and every other reader of Parquet reads them.
//! `docs/parquet.md` shows the columns.

pub mod columns;
mod encode;
mod lanes;
mod schema;
mod writer;

pub use writer::{Writer, Written};
