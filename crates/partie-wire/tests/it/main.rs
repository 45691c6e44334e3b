//! One connection, read and written: tables, transcripts, laws.

mod boards;
mod hostile;
mod offers;
mod serde;
mod tables;
mod transcripts;
mod watching;
mod wording;
