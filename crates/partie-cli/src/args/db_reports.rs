//! Arguments of the reports of `partie db` that only libraries give.

use std::path::PathBuf;

use clap::{Args, ValueHint, builder::NonEmptyStringValueParser};
use partie_core::Color;

use super::{ExploreConditions, LibraryConditions, Presentation, Reading, choices};

/// Report on an opening or another position: lines, results, players, games, endings
///
/// Counts the games that came to the position, by any order of moves; each counts once, with the last move
/// that it made there. The report has the moves with the first game of each, the main lines as a tree, results by
/// year and their share of all games, players with each colour, the games with the highest ratings and the newest
/// ones, the endings that arose, and the orders of moves that led to the position. The exit status is 1 if no
/// game came there.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  partie db report library 1. e4 e5 2. f4
  partie db report library e4 e5 --since 1851 --top 5
  partie db report library e4 e5 -o open-games.html")]
#[cfg_attr(feature = "full", command(mut_arg("language", |arg| arg.hide(true).value_parser(["en"]))))]
pub(crate) struct DbReportArguments {
    /// Folder of the library
    #[arg(value_name = "LIBRARY", value_hint = ValueHint::DirPath)]
    pub(crate) library: PathBuf,

    /// Moves from the start of the game, or a FEN [default: the initial position]; libraries before
    /// them are asked as one with the first
    #[arg(value_name = "LIBRARY|MOVES|FEN")]
    pub(crate) position: Vec<String>,

    /// Number of moves in the tree of main lines
    #[arg(long, value_name = "N", default_value_t = 40)]
    pub(crate) lines: usize,

    /// Number of moves, groups or rows to show
    #[arg(long, short_alias = 'n', value_name = "N", default_value_t = 10)]
    pub(crate) top: usize,

    #[command(flatten)]
    pub(crate) counted: ExploreConditions,

    #[command(flatten)]
    pub(crate) presentation: Presentation,
}

/// Prepare against a player: their openings by colour, weak lines, use of time, answers to your lines
///
/// Finds the player as `grep --player` does. For each colour there are their lines as a tree with scores, ratings and
/// the year in which they were last played, the lines in which they score less or more than the ratings let
/// expect, with two standard errors, and their first moves by year; then their newest games and their use of time,
/// where clocks are known. With --against or --me their lines are compared with yours: what they play in
/// positions of your lines, and lines of yours that they never met. Conditions restrict the games. The exit
/// status is 1 if no game of the player matches.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  partie db prepare library anderssen
  partie db prepare library anderssen --color white -o anderssen.html
  partie db prepare library anderssen --color black --me kieseritzky
  partie db prepare library anderssen --against games.pgn --json")]
#[cfg_attr(feature = "full", command(mut_arg("language", |arg| arg.hide(true).value_parser(["en"]))))]
pub(crate) struct DbPrepareArguments {
    /// Folder of the library; several are asked as one
    #[arg(value_name = "LIBRARY", required = true, value_hint = ValueHint::DirPath)]
    pub(crate) libraries: Vec<PathBuf>,

    /// Name of the player, or a part of it
    #[arg(value_name = "NAME", value_parser = NonEmptyStringValueParser::new())]
    pub(crate) name: String,

    /// Take only games or moves of this side
    #[arg(long, value_name = "SIDE", value_parser = choices::side())]
    pub(crate) color: Option<Color>,

    /// Compare with the lines of a file, variations included; may be given several times
    #[arg(long, value_name = "FILE", value_hint = ValueHint::AnyPath, conflicts_with = "me")]
    pub(crate) against: Vec<PathBuf>,

    /// Compare with the games that this player has with the other colour in the libraries
    #[arg(long, value_name = "NAME")]
    pub(crate) me: Option<String>,

    /// Number of moves in the tree of main lines
    #[arg(long, value_name = "N", default_value_t = 40)]
    pub(crate) lines: usize,

    /// Number of moves, groups or rows to show
    #[arg(long, short_alias = 'n', value_name = "N", default_value_t = 10)]
    pub(crate) top: usize,

    #[command(flatten)]
    pub(crate) presentation: Presentation,

    #[command(flatten)]
    pub(crate) conditions: LibraryConditions,
}

/// Find the novelties of games: the first moves to positions that no earlier game of a library had
///
/// For each game of the files, prints the first move that makes a position which no game of the library had
/// before the date of the game, how many earlier games had the position before the move, and what they
/// played there. If the date of either game is not known, the game of the library counts as earlier.
/// A record of the game itself does not count. Conditions choose the games of the library. The exit
/// status is 1 if there is no novelty.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  partie db novelties library games.pgn
  partie db novelties library games.pgn --json
  partie db novelties library games.pgn --pgn annotated.pgn")]
#[cfg_attr(feature = "full", command(mut_arg("language", |arg| arg.hide(true).value_parser(["en"]))))]
pub(crate) struct DbNoveltiesArguments {
    /// Folder of the library
    #[arg(value_name = "LIBRARY", value_hint = ValueHint::DirPath)]
    pub(crate) library: PathBuf,

    /// Files or directories to read; `-` for standard input
    #[arg(value_name = "FILE", required = true, value_hint = ValueHint::AnyPath)]
    pub(crate) files: Vec<PathBuf>,

    /// Write the games to a PGN file, too, each with a comment at its novelty
    #[arg(long, value_name = "OUT", value_hint = ValueHint::FilePath)]
    pub(crate) pgn: Option<PathBuf>,

    #[command(flatten)]
    pub(crate) counted: ExploreConditions,

    #[command(flatten)]
    pub(crate) presentation: Presentation,

    #[command(flatten)]
    pub(crate) reading: Reading,
}
