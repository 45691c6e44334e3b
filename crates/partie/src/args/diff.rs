//! Arguments of `partie diff`.

use std::path::PathBuf;

use clap::{Args, ValueHint};

use super::Manner;

/// Say how two collections differ: games added, removed and changed
///
/// Games are compared by what they say, not by how it is spelled, and their order does
/// not count. Two records are of the same game if their moves are the same, with players
/// and dates that may be the same as in `dedupe`; or else if players, date and round are.
/// The exit status is as that of `diff`: 0 if the collections say the same, 1 if there is
/// a difference, 2 if they cannot be compared.
///
/// Both collections are read twice. Of the games only numbers are held in memory, about
/// 200 bytes a game; the old games that were changed up to 256 MB, the rest of them in
/// temporary files.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  partie diff archive/old.pgn games.pgn
  partie diff archive/old.pgn archive/more/older.pgn
  partie diff --json archive/ games.pgn")]
pub(crate) struct DiffArguments {
    /// The old collection: a file, or a folder with all files in it
    #[arg(value_name = "OLD", value_hint = ValueHint::AnyPath)]
    pub(crate) old: PathBuf,

    /// The new collection
    #[arg(value_name = "NEW", value_hint = ValueHint::AnyPath)]
    pub(crate) new: PathBuf,

    /// Tell only how many games differ
    #[arg(long)]
    pub(crate) summary: bool,

    /// Print JSON, one object for each game that differs
    #[arg(long)]
    pub(crate) json: bool,

    #[command(flatten)]
    pub(crate) manner: Manner,
}
