//! Arguments of `partie diff`.

use std::path::PathBuf;

use clap::{Args, ValueHint};

use super::{AnswerForm, Reading};

/// Compare two collections: games added, removed and changed
///
/// Games are compared by content, regardless of spelling and order. Two records are the
/// same game if their moves are equal and players and dates are compatible as for `dedupe`,
/// or if players, date and round are equal. As for `diff`, the exit status is 0 if the
/// collections are equal, 1 if they differ and 2 on an error.
///
/// Both collections are read twice. About 200 bytes of memory are used per game, and up to
/// 256 MB for changed games; the rest of those is written to temporary files.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  partie diff archive/old.pgn games.pgn
  partie diff archive/old.pgn archive/more/older.pgn
  partie diff --json archive/ games.pgn")]
#[command(mut_arg("rules", |arg| arg.alias("variant")), mut_arg("start", |arg| arg.alias("fen")))]
pub(crate) struct DiffArguments {
    /// Old collection: a file, or a directory with all its files
    #[arg(value_name = "OLD", value_hint = ValueHint::AnyPath)]
    pub(crate) old: PathBuf,

    /// New collection
    #[arg(value_name = "NEW", value_hint = ValueHint::AnyPath)]
    pub(crate) new: PathBuf,

    /// Print only the number of games that differ
    #[arg(long)]
    pub(crate) summary: bool,

    #[command(flatten)]
    pub(crate) form: AnswerForm,

    #[command(flatten)]
    pub(crate) reading: Reading,
}
