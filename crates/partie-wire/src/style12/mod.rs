//! Style 12: one line a board, as FICS, ICC and their relatives send it (help pages `style12` of
//! both; observations of live servers where the pages are silent or wrong).
//!
//! [`Style12`] is one line, with its companions [`Holdings`], [`Delta`], [`GameInfo`] and the words
//! around: [`Created`], [`GameEnd`], [`MoveList`]. All of these can be read and written.
//!
//! # What is forgiven
//!
//! Prompts, bells and block mode before a line; tags copied from HTML; wrapped lines; undocumented
//! values. Errors in a line have a code of [`codes`] and the number of the field.

pub mod codes;

mod account;
mod companions;
mod field;
mod kind;
mod line;
mod movelist;
mod parse;
mod position;
mod ranks;
mod rating;
pub mod scan;
mod talk;

pub use account::account;
pub use companions::{Delta, GameInfo, Holdings};
pub use kind::variant_of;
pub use line::{CastlingFlags, Relation, Style12, Tag, Taken};
pub use movelist::{ListedMove, MoveList};
pub use position::Coordinates;
pub use rating::Rating;
pub use talk::{Created, GameEnd, Match};

// Parts of lines, for the recorder and the writer of transcripts.
pub use companions::tagged;
pub use line::FIELDS;
pub use movelist::{Builder as MoveListBuilder, Cell, Cut, ENDED, ReadList, Took, begins_list};
pub use parse::find_tag;
pub use position::{has_orthodox_castling, is_array};
pub(crate) use scan::count_fields;
pub use scan::{plain_spaces, text, trimmed};
