//! Arguments of `partie stats`.

use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum, ValueHint};

use super::{
    Collection,
    presentation::{named_format, report_path},
};

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
  partie stats games.pgn -o games.svg
  partie stats games.pgn -o games.html
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
    /// Number of moves, groups or rows to show
    #[arg(long, short_alias = 'n', value_name = "N", default_value_t = 10, value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) top: u32,

    /// Skip the moves: faster, but without lengths, variants and diagnostics
    #[arg(long)]
    pub(crate) tags_only: bool,

    /// Format of the report [default: by the extension of OUT, else text]
    #[arg(long, value_name = "FORMAT", value_enum)]
    pub(crate) format: Option<StatsFormat>,

    /// Short for --format json
    #[arg(long, conflicts_with = "format")]
    pub(crate) json: bool,

    /// Output file; `-` for standard output
    #[arg(short, long, value_name = "OUT", default_value = "-", value_hint = ValueHint::FilePath)]
    pub(crate) output: PathBuf,

    /// Also write a chart to this file
    #[arg(long, hide = true, value_name = "OUT", value_hint = ValueHint::FilePath)]
    pub(crate) svg: Option<PathBuf>,

    /// Also write a web page to this file: the chart, and its numbers in tables
    #[arg(long, hide = true, value_name = "OUT", value_hint = ValueHint::FilePath)]
    pub(crate) html: Option<PathBuf>,

    /// Title of the chart and the page [default: the name of what is counted]
    #[arg(long, value_name = "TEXT")]
    pub(crate) title: Option<String>,

    /// Overwrite OUT if it exists
    #[arg(long)]
    pub(crate) force: bool,

    /// Use only ASCII in text
    #[arg(long)]
    pub(crate) ascii: bool,

    /// Language of text and HTML [default: en]
    #[cfg_attr(feature = "full", arg(long, value_name = "LANGUAGE", value_parser = super::choices::page_language()))]
    #[cfg_attr(not(feature = "full"), arg(skip))]
    pub(crate) language: Option<&'static str>,
}

/// Format of statistics.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum StatsFormat {
    /// Tables with bars of characters
    Text,
    /// A web page: a chart, and its numbers in tables
    Html,
    /// A chart
    Svg,
    /// One JSON object
    Json,
}

impl StatsOptions {
    /// Formats by the extensions that name them.
    const FORMATS: [(&str, StatsFormat); 6] = [
        ("html", StatsFormat::Html),
        ("htm", StatsFormat::Html),
        ("svg", StatsFormat::Svg),
        ("json", StatsFormat::Json),
        ("jsonl", StatsFormat::Json),
        ("ndjson", StatsFormat::Json),
    ];

    fn chosen(&self) -> Option<StatsFormat> {
        self.format.or(self.json.then_some(StatsFormat::Json))
    }

    /// Returns the format that is asked for, or that the extension of the file names.
    pub(crate) fn format(&self) -> StatsFormat {
        let named = || named_format(&self.output, &Self::FORMATS);
        self.chosen().or_else(named).unwrap_or(StatsFormat::Text)
    }

    /// Returns the path of the report, as [`super::Presentation::path`] does.
    pub(crate) fn path(&self) -> anyhow::Result<&Path> {
        report_path(&self.output, self.chosen().is_some(), &Self::FORMATS)
    }
}
