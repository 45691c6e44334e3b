//! The program as its users see it: run, fed, read, and asked for its exit status.

mod account;
#[cfg(all(unix, feature = "serve"))]
mod admin;
mod book;
mod check;
mod conduct;
mod containers;
#[cfg(unix)]
mod control;
mod convert;
mod counts;
mod crosstable;
#[cfg(feature = "parquet")]
mod db;
#[cfg(feature = "parquet")]
mod db_sources;
mod dedupe;
mod diff;
mod eco;
mod explain;
#[cfg(feature = "parquet")]
mod explore;
mod files;
mod fix;
mod glued;
mod grep;
mod help;
#[cfg(feature = "serve")]
mod http;
mod junk;
mod law;
mod log;
mod merge;
mod names;
#[cfg(feature = "page")]
mod page;
mod parquet;
mod pick;
mod player;
#[cfg(feature = "render")]
mod render;
mod run;
mod selection;
#[cfg(all(target_os = "linux", feature = "serve"))]
mod serve;
mod show;
mod sort;
mod stats;
