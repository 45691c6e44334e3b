//! `partie convert`.

use std::path::PathBuf;

use clap::{Args, ValueEnum, ValueHint};

use partie_formats::Confidence;

use super::{Conditions, Reading, Reporting, Target, Writing, choices};

const EXAMPLES: &str = "\
Examples:
  partie convert messy.pgn -o clean.pgn
  partie convert games.pgn -o games.fen
  partie convert games.pgn -t fen --every 1
  partie convert sheet.txt --lang de -o sheet.pgn
  partie convert sheet.txt --level guess -o mended.pgn
  partie convert games.pgn --add-eco -o named.pgn
  partie convert games.pgn -t ndjson --strip comments,variations
  partie convert games.pgn --split 2 -o part-{}.pgn
  partie convert games.pgn -o games.parquet
  partie convert games.pgn -o games.csv";

/// Convert games to another format, or clean them up
///
/// Every game is written in the canonical form of the target format. Content that the
/// target cannot represent is listed at the end. Diagnostics are reported as by `partie
/// check`. The exit status is 1 if a game could not be read in full or could not be
/// written.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct ConvertArguments {
    /// Files or directories to convert; `-` for standard input
    #[arg(value_name = "IN", required = true, value_hint = ValueHint::AnyPath)]
    pub(crate) files: Vec<PathBuf>,

    #[command(flatten)]
    pub(crate) target: Target,

    /// Certainty required of a change or a suggestion
    ///
    /// With this option the games are repaired first, as by `partie fix`. The report counts the
    /// changes in place of diagnostics; with --all it lists those that are not safe.
    #[arg(long, value_name = "LEVEL", value_parser = choices::confidence())]
    pub(crate) level: Option<Confidence>,

    /// Start a new file after every N games
    ///
    /// Files are numbered: `{}` in the name of OUT is replaced by 0001, 0002 and so on;
    /// without `{}`, the number is put before the extension.
    #[arg(long, value_name = "N", requires = "output", value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) split: Option<u64>,

    /// Name the opening of each game in the tags ECO, Opening and Variation
    ///
    /// The opening is found by the positions of the game, so transpositions count. Games of a
    /// transcript, of a variant and from another start position keep their tags.
    #[arg(long, value_name = "WHICH", value_enum, num_args = 0..=1, require_equals = true,
        default_missing_value = "missing")]
    pub(crate) add_eco: Option<OpeningTagging>,

    /// Take the position after N plies of the mainline; 0 is the start
    ///
    /// For FEN and EPD, which are the last position otherwise. Games with fewer plies are left out.
    #[arg(short, long, value_name = "N", conflicts_with_all = ["every", "split"])]
    pub(crate) ply: Option<usize>,

    /// Take the positions after every N plies, from start to end
    ///
    /// For FEN and EPD; 1 takes all positions.
    #[arg(long, value_name = "N", conflicts_with = "split", value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) every: Option<u64>,

    #[command(flatten)]
    pub(crate) conditions: Conditions,

    #[command(flatten)]
    pub(crate) writing: Writing,

    #[command(flatten)]
    pub(crate) reporting: Reporting,

    #[command(flatten)]
    pub(crate) reading: Reading,
}

/// Choice of the tags that name an opening.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum OpeningTagging {
    /// Tags that are missing or say nothing (the default)
    Missing,
    /// All of them, and report how many games were changed
    Replace,
}
