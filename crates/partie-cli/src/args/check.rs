//! The arguments of `partie check`.

use std::path::PathBuf;

use clap::{Args, ValueHint};

use super::{Reading, Reporting, choices};
use crate::selection::Selector;

/// Report errors in chess files, with their locations and fixes
///
/// Each diagnostic has a code (see `partie explain CODE`), a location and, where possible,
/// a fix. There are four severities: a note is informational; a repaired diagnostic marks
/// nonstandard text whose meaning is certain; a warning marks a contradiction or an
/// ambiguity; an error marks text that could not be read.
///
/// The table `[check]` of the nearest `partie.toml`, in the current directory or one of its
/// parents, sets which codes are selected and denied. Flags override it.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  partie check games.pgn
  partie check archive/ --deny error
  partie check archive/ --select PGN,FEN --ignore PGN03
  partie check archive/ --statistics
  partie check games.pgn --json > diagnostics.jsonl
  partie check --account games.pgn
  cat games.pgn | partie check -")]
#[command(mut_arg("rules", |arg| arg.alias("variant")), mut_arg("start", |arg| arg.alias("fen")))]
pub(crate) struct CheckArguments {
    /// Files or directories to check; `-` for standard input
    #[arg(value_name = "FILE", required = true, value_hint = ValueHint::AnyPath)]
    pub(crate) files: Vec<PathBuf>,

    /// Print each text annotated with the meaning of every part, instead of diagnostics
    ///
    /// Parts are coloured on a terminal; otherwise a line of marks follows each line of text. With
    /// --format json, one object per game lists the spans of its text.
    #[arg(long, conflicts_with_all = ["select", "ignore", "statistics"])]
    pub(crate) account: bool,

    #[command(flatten)]
    pub(crate) selecting: Selecting,

    #[command(flatten)]
    pub(crate) reporting: Reporting,

    #[command(flatten)]
    pub(crate) reading: Reading,
}

/// Selection of the diagnostics to report.
#[derive(Debug, Args)]
#[command(next_help_heading = "Selection")]
pub(crate) struct Selecting {
    /// Report only these codes, separated by commas
    ///
    /// PGN030 is a code, PGN03 and PGN are prefixes, and ALL matches every code. The
    /// longest matching selector wins. A code named in full is reported and denied
    /// regardless of its severity, unless --severity and --deny are given.
    #[arg(long, value_name = "CODES", value_delimiter = ',', value_parser = choices::selector(),
        hide_possible_values = true)]
    pub(crate) select: Vec<Selector>,

    /// Ignore these codes, also for the exit status
    #[arg(long, value_name = "CODES", value_delimiter = ',', value_parser = choices::selector(),
        hide_possible_values = true)]
    pub(crate) ignore: Vec<Selector>,

    /// Print the number of occurrences of each code instead of diagnostics
    #[arg(long)]
    pub(crate) statistics: bool,

    /// Use this configuration file instead of the nearest partie.toml
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) config: Option<PathBuf>,

    /// Ignore all configuration files
    #[arg(long, conflicts_with = "config")]
    pub(crate) isolated: bool,
}
