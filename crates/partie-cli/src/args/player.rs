//! Arguments of `partie player`.

use clap::{Args, builder::NonEmptyStringValueParser};

use super::{Collection, Presentation};

/// Report on the games of a player: results, openings, opponents, ratings, use of time
///
/// Finds the player as `grep --player` does, in any spelling, and prints the names that were found.
/// Openings are named by the moves, and by the ECO tag where the moves have no name. The use of time
/// is taken from clocks in comments (`[%clk 0:03:00]`). Conditions restrict the games: --player asks for an
/// opponent.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  partie player anderssen games.pgn
  partie player 'Kieseritzky, L' archive/ --top 5
  partie player anderssen games.pgn -o anderssen.html
  partie player anderssen games.pgn --date 1851 --json")]
pub(crate) struct PlayerArguments {
    /// Name of the player, or a part of it
    #[arg(value_name = "NAME", value_parser = NonEmptyStringValueParser::new())]
    pub(crate) name: String,

    #[command(flatten)]
    pub(crate) report: PlayerOptions,

    #[command(flatten)]
    pub(crate) presentation: Presentation,

    #[command(flatten)]
    pub(crate) collection: Collection,
}

/// Options of a report on a player.
#[derive(Debug, Args)]
pub(crate) struct PlayerOptions {
    /// Number of moves, groups or rows to show
    #[arg(long, short_alias = 'n', value_name = "N", default_value_t = 10, value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) top: u32,
}
