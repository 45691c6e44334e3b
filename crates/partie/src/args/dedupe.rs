//! Arguments of `partie dedupe`.

use std::path::PathBuf;

use clap::{Args, ValueHint};

use super::{Collection, Target, Writing};

/// Leave out games that are there more than once
///
/// Two records are of the same game if they have the same moves from the same start,
/// the players' names share a word in any spelling, and results, years and addresses on a
/// server do not contradict each other; nor, in games of less than 20 moves, days, rounds
/// and times. The record that says most is kept, in its own place: annotations first, then
/// tags, then the first; but a record with names or a result never gives way to one
/// without. Games are written as they stand, as by `head`. Every game left out is told on
/// the standard error stream, and --removed keeps them.
///
/// The files are read twice (with --contained three times), so they cannot come from the
/// standard input. Of the games only numbers are held in memory, about 150 bytes a game.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  partie dedupe games.pgn archive/ -o once.pgn
  partie dedupe --contained games.pgn -o once.pgn --report left-out.txt
  partie dedupe games.pgn archive/ -o once.pgn --removed twice.pgn")]
pub(crate) struct DedupeArguments {
    /// Leave out games, too, that are the beginning of another game
    ///
    /// Of the same players on the same day, as far as it is known; unless they have more
    /// annotations. Less than 20 moves without names are taken for an opening, not for a
    /// game.
    #[arg(long)]
    pub(crate) contained: bool,

    /// Tell what was left out in this file instead
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) report: Option<PathBuf>,

    /// Write the games that were left out into this file
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) removed: Option<PathBuf>,

    /// Tell what was left out as JSON, one object a line
    #[arg(long)]
    pub(crate) json: bool,

    #[command(flatten)]
    pub(crate) target: Target,

    #[command(flatten)]
    pub(crate) collection: Collection,

    #[command(flatten)]
    pub(crate) writing: Writing,
}
