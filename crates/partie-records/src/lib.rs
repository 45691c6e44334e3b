//! Chess records of any format.
//!
//! A part of the library `partie`, which re-exports the items that programs need. All other public
//! items serve its other parts, and may change with any version.
//!
//! Files are decompressed ([`open`], [`compression`]), detected ([`detect`]), unpacked
//! ([`container`]), read and written ([`dispatch`]) without naming their format. The crate also
//! contains the formats built on others: transcripts of an Internet Chess Server ([`style12`], by
//! the [`recorder`]) and Partie's own JSON ([`ndjson`]).
//!
//! ```
//! use partie_formats::{Format, ReadOptions};
//! use partie_records::{detect::detect, dispatch};
//!
//! let text = b"Partie 1\n\nBily: Novak\n1. d4 d5 2. Jf3 Jf6 3. c4 e6\n";
//! let format = detect(text, None);
//! assert_eq!(format, Format::Scoresheet);
//! let games = dispatch::games(format, Box::new(&text[..]), &ReadOptions::default());
//! for record in games {
//!     assert_eq!(record?.game().ply_count(), 6);
//! }
//! # Ok::<(), std::io::Error>(())
//! ```

mod account;
pub mod codes;
pub mod compression;
pub mod container;
pub mod detect;
pub mod dispatch;
pub mod foreign;
mod hidden;
mod log_prefix;
pub mod mend;
pub mod ndjson;
mod open;
mod outside;
pub mod recorder;
mod replay_buffer;
pub mod style12;

pub use account::{account, may_keep_words, words_kept};
pub use open::{Opened, open, peek};
pub use outside::Outside;
