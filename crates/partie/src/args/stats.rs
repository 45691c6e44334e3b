//! Arguments of `partie stats`.

use std::path::PathBuf;

use clap::{Args, ValueHint};

use super::Collection;

/// Print statistics: results, openings, years, ratings, players and more
///
/// Combines all files and draws bars. Results, openings and so on are taken from the tags,
/// lengths and diagnostics from the moves, and so are the openings of games without an ECO tag.
/// Names of players, events, openings and so on are held in memory, games are not.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  partie stats games.pgn
  partie stats --tags-only --top 20 archive/
  partie stats games.pgn --svg games.svg
  partie stats games.pgn --html games.html
  partie stats games.pgn --json")]
pub(crate) struct StatsArguments {
    #[command(flatten)]
    pub(crate) options: StatsOptions,

    #[command(flatten)]
    pub(crate) collection: Collection,
}

/// Options of statistics.
#[derive(Debug, Args)]
pub(crate) struct StatsOptions {
    /// Number of players, events, openings and so on to show
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) top: u32,

    /// Skip the moves: faster, but without lengths, variants and diagnostics
    #[arg(long)]
    pub(crate) tags_only: bool,

    /// Also write a chart to this file
    #[arg(long, value_name = "OUT", value_hint = ValueHint::FilePath)]
    pub(crate) svg: Option<PathBuf>,

    /// Also write a web page to this file: the chart, and its numbers in tables
    #[arg(long, value_name = "OUT", value_hint = ValueHint::FilePath)]
    pub(crate) html: Option<PathBuf>,

    /// Title of the chart and the page [default: the name of what is counted]
    #[arg(long, value_name = "TEXT")]
    pub(crate) title: Option<String>,

    /// Overwrite the chart and the page if they exist
    #[arg(long)]
    pub(crate) force: bool,

    /// Draw bars with # only
    #[arg(long)]
    pub(crate) ascii: bool,

    /// Print one JSON object
    #[arg(long)]
    pub(crate) json: bool,
}
