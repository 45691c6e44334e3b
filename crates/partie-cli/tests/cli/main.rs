//! The program as its users see it: run, fed, read, and asked for its exit status.

mod account;
#[cfg(all(unix, feature = "full"))]
mod admin;
mod book;
mod check;
mod conditions;
mod conduct;
mod containers;
#[cfg(unix)]
mod control;
mod convert;
mod counts;
mod crosstable;
mod databases;
mod db;
mod db_changes;
mod db_files;
mod db_recognition;
mod db_saved;
mod db_sources;
mod db_sync;
mod dedupe;
mod diff;
mod eco;
mod explain;
mod explore;
mod files;
mod fix;
mod glued;
mod grep;
mod help;
#[cfg(feature = "full")]
mod http;
mod illegal;
mod junk;
mod law;
mod libraries;
mod log;
mod merge;
mod names;
#[cfg(feature = "full")]
mod page;
mod parquet;
mod pick;
mod player;
#[cfg(feature = "full")]
mod render;
mod reports;
mod run;
mod selection;
#[cfg(all(target_os = "linux", feature = "full"))]
mod serve;
mod show;
mod sort;
mod stats;
