//! Large files: options of the commands that pick, order and count games.

use std::path::PathBuf;

use clap::{Args, ValueHint};
use partie_core::Language;
use partie_formats::{Format, Limits, ReadOptions};

use super::{Folders, Target, Threads, Writing, choices};

/// What is read by commands that leave games as they stand, and how.
#[derive(Debug, Args)]
pub(crate) struct Collection {
    /// Files; folders with records in them; `-` for the standard input
    #[arg(value_name = "FILE", required = true, value_hint = ValueHint::AnyPath)]
    pub(crate) files: Vec<PathBuf>,

    #[command(flatten)]
    pub(crate) manner: Manner,
}

/// How the inputs are read by commands that leave games as they stand.
#[derive(Debug, Args)]
#[command(next_help_heading = "Reading")]
pub(crate) struct Manner {
    /// Read every input as this format, instead of finding it out
    #[arg(short, long, value_name = "FORMAT", value_parser = choices::format())]
    pub(crate) from: Option<Format>,

    /// The language of the piece letters, instead of finding it out
    #[arg(long, value_name = "LANGUAGE", value_parser = choices::language())]
    pub(crate) lang: Option<Language>,

    /// The encoding of the text, such as windows-1250, instead of finding it out
    #[arg(long, value_name = "ENCODING", value_parser = choices::encoding(), hide_possible_values = true)]
    pub(crate) encoding: Option<String>,

    #[command(flatten)]
    pub(crate) folders: Folders,

    #[command(flatten)]
    pub(crate) threads: Threads,

    /// The largest game in bytes (16M)
    #[arg(long, value_name = "SIZE", value_parser = choices::bytes)]
    pub(crate) max_game_bytes: Option<usize>,

    /// Tell nothing but what could not be done; the exit status says the rest
    #[arg(short, long)]
    pub(crate) quiet: bool,
}

impl Manner {
    /// The options of the readers.
    pub(crate) fn options(&self) -> ReadOptions {
        let usual = Limits::default();
        ReadOptions {
            limits: Limits { game_bytes: self.max_game_bytes.unwrap_or(usual.game_bytes), ..usual },
            language: self.lang,
            encoding: self.encoding.clone(),
            ..ReadOptions::default()
        }
    }
}

/// The first games of files
///
/// The games are written as they stand, byte for byte (text in UTF-16 as UTF-8; the games
/// of a transcript as PGN), unless
/// another format or one of the options under "Writing" is asked for. Their moves are
/// not read, so a game that is wrong in itself comes out as it went in.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  partie head games.pgn
  partie head -n 2 games.pgn -o few.pgn
  partie head -n 1 games.pgn -t fen")]
pub(crate) struct HeadArguments {
    /// How many games, over all files; -5 is short for -n 5
    #[arg(short = 'n', long, value_name = "N", default_value_t = 10)]
    pub(crate) games: u64,

    /// Leave out so many games first
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub(crate) skip: u64,

    #[command(flatten)]
    pub(crate) target: Target,

    #[command(flatten)]
    pub(crate) collection: Collection,

    #[command(flatten)]
    pub(crate) writing: Writing,
}

/// The last games of files
///
/// The games are written as they stand, as by `head`. N games are held in memory.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  partie tail games.pgn
  partie tail -n 1 games.pgn")]
pub(crate) struct TailArguments {
    /// How many games, over all files; -5 is short for -n 5
    #[arg(short = 'n', long, value_name = "N", default_value_t = 10)]
    pub(crate) games: usize,

    #[command(flatten)]
    pub(crate) target: Target,

    #[command(flatten)]
    pub(crate) collection: Collection,

    #[command(flatten)]
    pub(crate) writing: Writing,
}

/// Some games of files by chance
///
/// Every game has the same chance, and the games keep their order. The same seed and the
/// same input always give the same games, in every version of this program. The games are
/// written as they stand, as by `head`. With -n, N games are held in memory; with
/// --fraction, one.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  partie sample -n 1 games.pgn
  partie sample -n 1 --seed 7 games.pgn
  partie sample --fraction 0.5 games.pgn -o half.pgn")]
pub(crate) struct SampleArguments {
    /// How many games, over all files; -5 is short for -n 5
    #[arg(short = 'n', long, value_name = "N", default_value_t = 10, conflicts_with = "fraction")]
    pub(crate) games: usize,

    /// About this part of the games instead, from 0 to 1
    #[arg(long, value_name = "PART", value_parser = fraction)]
    pub(crate) fraction: Option<f64>,

    /// Another number gives other games
    #[arg(long, value_name = "S", default_value_t = 0)]
    pub(crate) seed: u64,

    #[command(flatten)]
    pub(crate) target: Target,

    #[command(flatten)]
    pub(crate) collection: Collection,

    #[command(flatten)]
    pub(crate) writing: Writing,
}

fn fraction(text: &str) -> Result<f64, String> {
    text.parse()
        .ok()
        .filter(|part| (0.0..=1.0).contains(part))
        .ok_or_else(|| "give a number from 0 to 1, such as 0.01".to_owned())
}

/// How many games there are, in all or of each kind
///
/// Games are found by their looks, their moves are not read; `check` and `stats` read
/// them. With --by, a number is given for every value that occurs, the most frequent
/// first; every value is held in memory.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  partie count games.pgn
  partie count archive/ --by result
  partie count games.pgn --by player --top 20
  partie count games.pgn --by Annotator --json")]
pub(crate) struct CountArguments {
    /// Count the games of each kind
    ///
    /// The name of a tag (Event, ECO), or one of: file, result, year, month, white,
    /// black, player (both sides), event, site, round, eco, opening, elo (bands of 100),
    /// speed (bullet, blitz, rapid, classical, correspondence), time-control, termination,
    /// variant, plies (bands of 20).
    #[arg(long, value_name = "KEY", value_parser = choices::suggesting(crate::query::Kind::parse, crate::query::Kind::WORDS),
        hide_possible_values = true)]
    pub(crate) by: Option<crate::query::Kind>,

    /// Only the N most frequent kinds
    #[arg(long, value_name = "N", requires = "by")]
    pub(crate) top: Option<usize>,

    /// Print one JSON object
    #[arg(long)]
    pub(crate) json: bool,

    #[command(flatten)]
    pub(crate) collection: Collection,
}
