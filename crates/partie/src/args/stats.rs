//! Arguments of `partie stats`.

use std::path::PathBuf;

use clap::{Args, ValueHint};

use super::Collection;

/// What a collection holds: results, openings, years, ratings, players and more
///
/// Numbers of all files together, with bars. Results, openings and so on come from the
/// tags, lengths and findings from the moves. Every name of a player, event, opening and
/// so on is held in memory, the games are not.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  partie stats games.pgn
  partie stats --tags-only --top 20 archive/
  partie stats games.pgn --svg games.svg
  partie stats games.pgn --json")]
pub(crate) struct StatsArguments {
    /// How many players, events, openings and so on are shown
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) top: u32,

    /// Do not read the moves: faster, but without lengths, variants and findings
    #[arg(long)]
    pub(crate) tags_only: bool,

    /// Draw a picture, too
    #[arg(long, value_name = "OUT", value_hint = ValueHint::FilePath)]
    pub(crate) svg: Option<PathBuf>,

    /// The heading of the picture, instead of the names of the files
    #[arg(long, value_name = "TEXT", requires = "svg")]
    pub(crate) title: Option<String>,

    /// Replace the picture if it exists
    #[arg(long, requires = "svg")]
    pub(crate) force: bool,

    /// Draw bars of # only
    #[arg(long)]
    pub(crate) ascii: bool,

    /// Print one JSON object
    #[arg(long)]
    pub(crate) json: bool,

    #[command(flatten)]
    pub(crate) collection: Collection,
}
