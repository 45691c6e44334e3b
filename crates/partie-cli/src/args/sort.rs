//! Arguments of `partie sort`.

use std::{path::PathBuf, str::FromStr as _};

use clap::{Args, ValueHint};
use partie_db::query::SortKey;

use super::{Copying, choices};

/// Sort games by date, players, event, opening, rating, length or any tag
///
/// The sort is stable, and unknown values come last. Games are written unchanged, as by `head`.
/// Games that do not fit into memory are written to temporary files; of uncompressed files, only the
/// locations of games are stored, and the games are read again.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  partie sort games.pgn
  partie sort --by=-elo,date games.pgn -o best-first.pgn
  partie sort --by event,round,white archive/
  partie sort --by plies --reverse games.pgn")]
pub(crate) struct SortArguments {
    /// Sort keys, the most significant first
    ///
    /// A tag, or one of: date, white, black, event, site, round, eco, opening, elo (the
    /// average of both), white-elo, black-elo, result, plies, time-control, termination. A
    /// `-` before a key reverses it. Text is compared regardless of case and diacritics,
    /// and numbers in it by value. Where the tags of an opening are missing, `eco` and `opening`
    /// find it by the moves.
    #[arg(long, value_name = "KEY", value_delimiter = ',', value_parser = choices::suggesting(SortKey::from_str, SortKey::WORDS),
        hide_possible_values = true,
        default_value = "date,event,round", allow_hyphen_values = true)]
    pub(crate) by: Vec<SortKey>,

    /// Reverse all keys
    #[arg(short, long)]
    pub(crate) reverse: bool,

    /// Amount of memory to use for games
    #[arg(long, value_name = "SIZE", default_value = "512M", value_parser = choices::bytes)]
    pub(crate) memory: usize,

    /// Directory for temporary files, instead of the system's
    #[arg(long, value_name = "DIR", value_hint = ValueHint::DirPath)]
    pub(crate) temporary: Option<PathBuf>,

    #[command(flatten)]
    pub(crate) copying: Copying,
}
