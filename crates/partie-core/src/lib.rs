//! Positions, moves and games of chess.
//!
//! A part of the library `partie`, which re-exports the items that programs need. All other public
//! items serve its other parts, and may change with any version.
//!
//! ```
//! use partie_core::{Position, moves::san, openings};
//!
//! let mut position = Position::default();
//! let mut plies = Vec::new();
//! for word in ["e4", "c5", "Nf3"] {
//!     let ply = san::read(&position, word)?.ply;
//!     position.play(ply).expect("a legal move");
//!     plies.push(ply);
//! }
//! assert_eq!(position.legal_moves().len(), 22);
//! # Ok::<(), partie_core::moves::NotRead>(())
//! ```
//!
//! * [`rules`]: positions and legal moves of every variant.
//! * [`moves`]: one move in one notation, read and written against a position.
//! * [`game`], [`tree`], [`node`], [`tags`], [`annotation`], [`mark`]: a game with its variations,
//!   comments, arrows and tags;
//!   [`walk`]: its moves in the order of print; [`transform`]: rewritten in that order.
//! * [`openings`]: names of openings.
//! * [`time`]: clocks and time controls; [`date`]: dates with unknown parts.
//! * [`mod@named`]: names of variants, notations and languages; [`message`](mod@message): sentences about
//!   records.
//!
//! With the feature `serde`, names, results, clocks, tags, comments and marks can be serialized.
//!
//! Nothing here reads a file or knows a file format; `partie-formats` does that.
//! The rules of eight variants come from [shakmaty], which only this crate names:
//! its small types ([`Square`], [`Role`], [`Color`], [`Move`] and a few more) are
//! re-exported as Partie's own vocabulary.
//!
//! [shakmaty]: https://docs.rs/shakmaty

pub mod annotation;
pub mod date;
pub mod game;
pub mod mark;
pub mod merge;
pub mod message;
pub mod moves;
pub mod named;
pub mod node;
pub mod openings;
pub mod outcome;
pub mod rules;
#[cfg(feature = "serde")]
pub mod serialize;
pub mod tags;
pub mod time;
pub mod transform;
pub mod tree;
pub mod walk;

mod setters;
mod values;

pub use annotation::{Comment, CommentPlace, Nag};
pub use date::Date;
pub use game::Game;
pub use mark::{Brush, Mark};
pub use message::{Message, ToValue};
pub use moves::{Language, Notation, Ply};
pub use named::UnknownName;
pub use node::NodeRef;
pub use outcome::{Outcome, Termination};
pub use rules::{BoardId, Boards, Bughouse, MovesTo, Position, Variant};
pub use shakmaty::{
    Bitboard, Board, ByColor, ByRole, CastlingMode, CastlingSide, Color, File, Move, MoveList,
    Piece, Rank, RemainingChecks, Role, Setup, Square,
};
pub use tags::Tags;
pub use tree::{NodeId, Tree};
