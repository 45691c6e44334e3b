//! Text to chess games and back.
//!
//! Every format is a module of one shape:
//!
//! ```text
//! parse(text: &[u8], options: &ReadOptions) -> Parsed<Game>      one game, pure
//! read(source: impl io::Read, options: &ReadOptions) -> Reader   an iterator of Records
//! write(game: &Game, options: &WriteOptions, out: &mut impl io::Write) -> io::Result<Lossy<()>>
//! ```
//!
//! Bad chess text is never an `Err`: it is a [`Diagnostic`] beside the game, with a
//! stable [`Code`]. `Err` means that the medium failed. What a format cannot carry is
//! named by [`Lossy`].
//!

pub mod bpgn;
mod charset;
pub mod codes;
pub mod columns;
pub mod container;
pub mod decode;
pub mod detect;
pub mod diagnostic;
pub mod dispatch;
pub mod epd;
pub mod fen;
pub mod foreign;
mod games;
pub mod ledger;
mod lines;
pub mod lossy;
mod misread;
pub mod ndjson;
pub mod options;
pub mod parallel;
pub mod parsed;
pub mod pgn;
mod raw;
pub mod record;
pub mod recorder;
pub mod repair;
mod replay;
pub mod scoresheet;
pub mod steps;
pub mod style12;
pub mod view;
mod window;

pub use detect::Format;
pub use diagnostic::{Code, Confidence, Diagnostic, Fix, Related, Severity};
pub use lossy::{Loss, Lossy};
pub use options::{Keep, Limits, ReadOptions, Strip, WriteOptions};
pub use parsed::Parsed;
pub use raw::{RawRecord, TagPlaces};
pub use record::{Converted, Place, Places, Record};
pub use view::GameView;
