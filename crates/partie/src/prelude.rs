//! Names that most programs need: `use partie::prelude::*`.

#[doc(no_inline)]
pub use crate::{
    Color, Comment, Diagnostic, Format, Game, Input, Language, Nag, NodeId, Notation, Outcome, Ply,
    Position, ReadOptions, Record, Role, Severity, Square, Tags, Tree, Variant, WriteOptions,
    view::GameView,
};
