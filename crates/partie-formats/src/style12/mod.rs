//! Style 12: one line a board, as FICS, ICC and their relatives send it (help pages
//! `style12` of both; the facts of living servers where those pages are silent or wrong).
//!
//! # Shape
//!
//! [`Style12`] is one line, with its companions [`Holdings`], [`Delta`], [`GameInfo`]
//! and the words around: [`Creating`], [`Created`], [`Observing`], [`GameEnd`],
//! [`MoveList`]. All of them are read and written.
//!
//! [`parse`] and [`read`] take whole transcripts to games, through the
//! [`crate::recorder`]; [`write()`] writes a game as the lines an observer would see.
//!
//! # What is forgiven
//!
//! Prompts, bells and block mode before a line; tags copied from HTML; wrapped lines;
//! values that no document names. What a line says wrongly has a code of [`codes`]
//! with the number of the field.
//!
//! # What it cannot carry
//!
//! Comments, variations, NAGs, tags other than names, ratings and time control; null
//! moves; names with blanks; which pieces of a start position are promoted ones.
//! [`losses`] says what a game would lose.

pub mod codes;

mod account;
mod companions;
mod first_board;
mod lenient;
mod line;
mod movelist;
mod parse;
mod position;
mod ranks;
mod rating;
mod reader;
mod scan;
mod talk;
mod write;

pub use companions::{Delta, GameInfo, Holdings};
pub use line::{CastlingFlags, Relation, Style12, Tag, Taken};
pub use movelist::{ListedMove, MoveList};
pub use position::Coordinates;
pub use rating::Rating;
pub use reader::{Reader, parse, read};
pub use talk::{Created, Creating, GameEnd, Match, Observing};
pub use write::{losses, write};

pub(crate) use account::account;
pub(crate) use companions::tagged;
pub(crate) use first_board::{TAGS as FIRST_BOARD_TAGS, tags as first_board_tags};
pub(crate) use line::FIELDS;
pub(crate) use movelist::{
    Builder as MoveListBuilder, Cell, Cut, ENDED, ReadList, Took, begins_list,
};
pub(crate) use parse::find_tag;
pub(crate) use position::{has_orthodox_castling, is_array};
pub(crate) use scan::{count_fields, plain_spaces, text, trimmed};
pub(crate) use talk::{Listing, Remark, examined_end, numbered};
