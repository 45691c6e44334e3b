//! Arguments of `partie sort`.

use std::path::PathBuf;

use clap::{Args, ValueHint};

use super::{Collection, Target, Writing, choices};
use crate::query::Key;

/// Put games in order: by date, players, event, opening, rating, length or any tag
///
/// Games that are equal in all keys keep their order. What is not known comes last. The
/// games are written as they stand, as by `head`. What does not fit into memory is put
/// into temporary files: of files that are not packed only the places of the games, which are then
/// read again there.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  partie sort games.pgn
  partie sort --by=-elo,date games.pgn -o best-first.pgn
  partie sort --by event,round,white archive/
  partie sort --by plies --reverse games.pgn")]
pub(crate) struct SortArguments {
    /// The keys, the most important first
    ///
    /// The name of a tag, or one of: date, white, black, event, site, round, eco,
    /// opening, elo (the mean of both), white-elo, black-elo, result, plies,
    /// time-control, termination. A `-` before a key turns it round. Text is ordered
    /// whatever the case of letters and the marks on them, numbers in it by their size.
    #[arg(long, value_name = "KEYS", value_delimiter = ',', value_parser = choices::suggesting(Key::parse, Key::WORDS),
        hide_possible_values = true,
        default_value = "date,event,round", allow_hyphen_values = true)]
    pub(crate) by: Vec<Key>,

    /// Turn all keys round
    #[arg(short, long)]
    pub(crate) reverse: bool,

    /// How much memory the games may take
    #[arg(long, value_name = "SIZE", default_value = "512M", value_parser = choices::bytes)]
    pub(crate) memory: usize,

    /// The folder for temporary files, instead of the system's
    #[arg(long, value_name = "DIR", value_hint = ValueHint::DirPath)]
    pub(crate) temporary: Option<PathBuf>,

    #[command(flatten)]
    pub(crate) target: Target,

    #[command(flatten)]
    pub(crate) collection: Collection,

    #[command(flatten)]
    pub(crate) writing: Writing,
}
