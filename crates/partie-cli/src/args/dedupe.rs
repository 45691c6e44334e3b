//! Arguments of `partie dedupe`.

use std::path::PathBuf;

use clap::{Args, ValueHint};

use super::{AnswerForm, Copying};

/// Remove duplicate games
///
/// Two records are the same game if they have the same moves from the same start position,
/// the players' names share a word in any spelling, and results, years and server addresses
/// do not conflict; in games of less than 20 moves, neither may days, rounds and times. The
/// most complete record is kept, in its original place: the one with the most annotations,
/// then the most tags, then the first; but a record with names or a result is never dropped
/// in favour of one without. Games are written unchanged, as by `head`. Removed games are
/// counted; --all and --report list them, and --removed saves them.
///
/// The files are read twice (once more with --contained and with --corrected), so standard input is not
/// accepted. About 150 bytes of memory are used per game.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  partie dedupe games.pgn archive/ -o once.pgn
  partie dedupe --contained games.pgn -o once.pgn --report left-out.txt
  partie dedupe games.pgn archive/ -o once.pgn --removed twice.pgn")]
pub(crate) struct DedupeArguments {
    /// Also remove games that are the beginning of another game
    ///
    /// The players and the date must match as far as they are known, and a game with more
    /// annotations is kept. Less than 20 moves without names count as an opening line, not
    /// as a game.
    #[arg(long)]
    pub(crate) contained: bool,

    /// Also remove games that another record corrects
    ///
    /// The players, the event, the day and the round must be known and equal, and the moves equal but
    /// for up to six in one place, in games of six moves or more; the result may have been corrected. The
    /// record with a result is kept, then the one with more moves, with more annotations, the later one.
    #[arg(long)]
    pub(crate) corrected: bool,

    /// Write the report of removed games to this file
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) report: Option<PathBuf>,

    /// Write the removed games to this file
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) removed: Option<PathBuf>,

    /// List everything, not only totals or the first few: here, each removed game
    #[arg(long)]
    pub(crate) all: bool,

    #[command(flatten)]
    pub(crate) form: AnswerForm,

    #[command(flatten)]
    pub(crate) copying: Copying,
}
