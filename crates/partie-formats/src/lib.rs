//! Text to chess games and back.
//!
//! A part of the library `partie`, which re-exports the items that programs need. All other public
//! items serve its other parts, and may change with any version.
//!
//! Every format is a module of one shape:
//!
//! ```text
//! parse(text: &[u8], options: &ReadOptions) -> Parsed<Game>      one game, pure
//! read(source: impl io::Read, options: &ReadOptions) -> Reader   an iterator of Records
//! write(game: &Game, options: &WriteOptions, out: &mut impl io::Write) -> io::Result<Lossy<()>>
//! ```
//!
//! Bad chess text is never an `Err`: it is a [`Diagnostic`] beside the game, with a stable
//! [`Code`]. `Err` means that the medium failed. [`Lossy`] lists the losses in a format.
//!
//! ```
//! use partie_core::Color;
//! use partie_formats::{Severity, fen};
//!
//! let parsed = fen::parse_position("4k3/8/8/8/8/8/4P3/4K3 b KQ - 0 1", None);
//! assert_eq!(parsed.value.turn(), Color::Black);
//! let diagnostic = &parsed.diagnostics[0];
//! assert_eq!((diagnostic.code.id, diagnostic.severity), ("FEN010", Severity::Warning));
//! ```
//!
//! With the feature `serde`, diagnostics, fixes, formats and options can be serialized.

mod charset;
pub mod codes;
pub mod database;
pub mod decode;
pub mod diagnostic;
pub mod epd;
pub mod fen;
mod format;
pub mod glued;
pub mod ledger;
pub mod lines;
pub mod lossy;
pub mod misread;
pub mod options;
pub mod parsed;
pub mod record;
pub mod replay;
pub mod result;
#[cfg(feature = "serde")]
pub mod serialize;
pub mod steps;
pub mod text;
pub mod uci_words;
pub mod view;

pub use diagnostic::{Code, Confidence, Diagnostic, Fix, Related, Severity};
pub use format::Format;
pub use lossy::{Loss, Lossy};
pub use options::{Limits, ReadOptions, Retained, Strip, WriteOptions};
pub use parsed::Parsed;
pub use partie_core::{Message, ToValue, message, message::Value};
pub use record::{Converted, Place, Places, Record};
pub use view::GameView;
