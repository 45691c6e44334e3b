//! Large files: options of the commands that pick, order and count games.

use std::{path::PathBuf, str::FromStr as _};

use clap::{Args, ValueHint};
use partie_db::query::Grouping;

use super::{AnswerForm, Conditions, Reading, Target, Writing, choices};

/// Games of files, all or those that meet conditions.
#[derive(Debug, Args)]
pub(crate) struct Collection {
    /// Files or directories to read; `-` for standard input
    #[arg(value_name = "FILE", required = true, value_hint = ValueHint::AnyPath)]
    pub(crate) files: Vec<PathBuf>,

    #[command(flatten)]
    pub(crate) conditions: Conditions,

    #[command(flatten)]
    pub(crate) reading: Reading,
}

/// Options of the commands that copy games: where to, from where, and in which form.
#[derive(Debug, Args)]
pub(crate) struct Copying {
    #[command(flatten)]
    pub(crate) target: Target,

    #[command(flatten)]
    pub(crate) collection: Collection,

    #[command(flatten)]
    pub(crate) writing: Writing,
}

/// Print the first games of files
///
/// Games are written unchanged, byte for byte (text in UTF-16 as UTF-8, the games of a
/// transcript as PGN), unless another format or an option under "Writing" is given. Their
/// moves are not read, so faulty games are copied as they are.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  partie head games.pgn
  partie head -n 2 games.pgn -o few.pgn
  partie head -n 1 games.pgn -t fen")]
pub(crate) struct HeadArguments {
    /// Number of games; -5 is short for -n 5
    #[arg(short = 'n', long, value_name = "N", default_value_t = 10)]
    pub(crate) games: u64,

    /// Skip the first N games
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub(crate) skip: u64,

    #[command(flatten)]
    pub(crate) copying: Copying,
}

/// Print the last games of files
///
/// Games are written unchanged, as by `head`. N games are held in memory.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  partie tail games.pgn
  partie tail -n 1 games.pgn")]
pub(crate) struct TailArguments {
    /// Number of games; -5 is short for -n 5
    #[arg(short = 'n', long, value_name = "N", default_value_t = 10)]
    pub(crate) games: usize,

    #[command(flatten)]
    pub(crate) copying: Copying,
}

/// Print a random sample of the games of files
///
/// Each game is equally likely to be chosen, and the games keep their order. The same seed
/// and the same input give the same games in every version of Partie. Games are written
/// unchanged, as by `head`. N games are held in memory with -n, one with --fraction.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  partie sample -n 1 games.pgn
  partie sample -n 1 --seed 7 games.pgn
  partie sample --fraction 0.5 games.pgn -o half.pgn")]
pub(crate) struct SampleArguments {
    /// Number of games; -5 is short for -n 5
    #[arg(short = 'n', long, value_name = "N", default_value_t = 10, conflicts_with = "fraction")]
    pub(crate) games: usize,

    /// Print about this fraction of the games instead, from 0 to 1
    #[arg(long, value_name = "PART", value_parser = fraction)]
    pub(crate) fraction: Option<f64>,

    /// Seed of the random choice
    #[arg(long, value_name = "S", default_value_t = 0)]
    pub(crate) seed: u64,

    #[command(flatten)]
    pub(crate) copying: Copying,
}

fn fraction(text: &str) -> Result<f64, String> {
    text.parse()
        .ok()
        .filter(|part| (0.0..=1.0).contains(part))
        .ok_or_else(|| "give a number from 0 to 1, such as 0.01".to_owned())
}

/// Count games, in total or by group
///
/// Games are recognised by their layout, and their moves are not read (`check` and `stats`
/// do), unless a group depends on them. With --by, a count is printed for each value that occurs, the most frequent first.
/// All values are held in memory.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  partie count games.pgn
  partie count archive/ --by result
  partie count games.pgn --by player --top 20
  partie count games.pgn --by Annotator --json")]
pub(crate) struct CountArguments {
    /// Count games by this property
    ///
    /// A tag (Event, ECO), or one of: file, result, year, month, white, black, player (both
    /// sides), event, site, round, eco, opening, elo (in bands of 100), speed (bullet,
    /// blitz, rapid, classical, correspondence), time-control, termination, variant, plies
    /// (in bands of 20). Where the tags of an opening are missing, `eco` and `opening` find it by
    /// the moves.
    #[arg(long, value_name = "KEY", value_parser = choices::suggesting(Grouping::from_str, Grouping::WORDS),
        hide_possible_values = true)]
    pub(crate) by: Option<Grouping>,

    /// Number of moves, groups or rows to show
    #[arg(long, short_alias = 'n', value_name = "N", requires = "by")]
    pub(crate) top: Option<usize>,

    #[command(flatten)]
    pub(crate) form: AnswerForm,

    #[command(flatten)]
    pub(crate) collection: Collection,
}
