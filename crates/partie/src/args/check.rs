//! The arguments of `partie check`.

use std::path::PathBuf;

use clap::{Args, ValueHint};

use super::{Reading, Reporting, Start, choices};
use crate::selection::Selector;

/// Say what is wrong in files of games, where, and how to mend it
///
/// Every finding has a code (`partie explain CODE` tells more), a place, and often a
/// fix. There are four levels: a note is only worth knowing; something repaired is not
/// as the standard has it, but its meaning is certain; a warning is a contradiction or
/// a doubt; an error could not be read at all.
///
/// The nearest `partie.toml` in this folder or in those around it can say in a table
/// `[check]` what is selected and denied; flags win.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  partie check games.pgn
  partie check archive/ --deny error
  partie check archive/ --select PGN,FEN --ignore PGN03
  partie check archive/ --statistics
  partie check games.pgn --json > findings.jsonl
  partie check --account games.pgn
  cat games.pgn | partie check -")]
pub(crate) struct CheckArguments {
    /// Files to check; folders with records in them; `-` for the standard input
    #[arg(value_name = "FILE", required = true, value_hint = ValueHint::AnyPath)]
    pub(crate) files: Vec<PathBuf>,

    /// Print each text and what every part of it became, instead of the diagnostics
    ///
    /// In colour on a terminal; elsewhere with a line of marks under each line of the text.
    /// With --format json: one object a game, with the spans of its text.
    #[arg(long, conflicts_with_all = ["select", "ignore", "statistics"])]
    pub(crate) account: bool,

    #[command(flatten)]
    pub(crate) selecting: Selecting,

    #[command(flatten)]
    pub(crate) reporting: Reporting,

    #[command(flatten)]
    pub(crate) reading: Reading,

    #[command(flatten)]
    pub(crate) start: Start,
}

/// Which diagnostics are reported.
#[derive(Debug, Args)]
#[command(next_help_heading = "Selection")]
pub(crate) struct Selecting {
    /// Report only these codes, separated by commas
    ///
    /// PGN030 is a code, PGN03 and PGN are families, ALL is all. The longest selector that
    /// fits a code decides. A code that is named in full is reported and denied whatever
    /// its level, unless --severity and --deny say otherwise.
    #[arg(long, value_name = "CODES", value_delimiter = ',', value_parser = choices::selector(),
        hide_possible_values = true)]
    pub(crate) select: Vec<Selector>,

    /// Do not report these codes, which count for nothing
    #[arg(long, value_name = "CODES", value_delimiter = ',', value_parser = choices::selector(),
        hide_possible_values = true)]
    pub(crate) ignore: Vec<Selector>,

    /// Print how often each code occurs, instead of the diagnostics
    #[arg(long)]
    pub(crate) statistics: bool,

    /// The configuration, instead of the nearest partie.toml
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) config: Option<PathBuf>,

    /// Read no configuration
    #[arg(long, conflicts_with = "config")]
    pub(crate) isolated: bool,
}
