//! Arguments of `partie db sync`.

use std::path::PathBuf;

use clap::{Args, ValueHint};

use super::{Reading, Reporting, choices};

/// Bring a library in line with files that grow or are corrected
///
/// For files that are made again: the export of one's own games, a weekly file that is issued anew, a
/// file that is edited. Games that are new in the files are added, and games that were corrected replace
/// the records that came from the same file, with their numbers, labels and notes. Games from other files
/// stay as they are. Games that are no longer in the files are counted, and with --remove set aside.
///
/// A file is known by its name; --source gives the name under which an earlier one was imported. One that
/// is as it was before is not read. With --all or --dry-run, games that change are listed. A game is known by its address, else by the same moves, else by the
/// players, the event, the round and the date. `partie db undo` takes everything back.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  partie db sync library games.pgn --dry-run
  partie db sync library games.pgn
  partie db sync library games.pgn --remove
  cat games.pgn | partie db sync library - --source games.pgn")]
#[command(mut_arg("rules", |arg| arg.alias("variant")), mut_arg("start", |arg| arg.alias("fen")))]
pub(crate) struct DbSyncArguments {
    /// Folder of the library
    #[arg(value_name = "LIBRARY", value_hint = ValueHint::DirPath)]
    pub(crate) library: PathBuf,

    /// Files or directories to read; `-` for standard input
    #[arg(value_name = "FILE", required = true, value_hint = ValueHint::AnyPath)]
    pub(crate) files: Vec<PathBuf>,

    /// Name under which the games of the file are in the library, if it has another one now
    #[arg(long, value_name = "NAME")]
    pub(crate) source: Option<String>,

    /// Set aside games that are no longer in their file, as `partie db remove` does, unless they are more
    /// than this percentage of its games [default: 50]
    #[arg(long, value_name = "PERCENT", num_args = 0..=1, require_equals = true,
        default_missing_value = "50", value_parser = clap::value_parser!(u8).range(0..=100))]
    pub(crate) remove: Option<u8>,

    /// Only print what would be changed
    #[arg(long)]
    pub(crate) dry_run: bool,

    /// Read files again that are as they were before
    #[arg(long)]
    pub(crate) again: bool,

    /// Memory for the positions of games that are added; more of them are kept in a temporary file of
    /// the library's folder
    #[arg(long, value_name = "SIZE", default_value = "64M", value_parser = choices::size)]
    pub(crate) memory: u64,

    #[command(flatten)]
    pub(crate) reporting: Reporting,

    #[command(flatten)]
    pub(crate) reading: Reading,
}
