//! `partie convert`.

use std::path::{Path, PathBuf};

use clap::{Args, ValueHint};
use partie_formats::Format;

use super::{Reading, Reporting, Start, Target, Writing, choices};

#[cfg(not(feature = "parquet"))]
const EXAMPLES: &str = "\
Examples:
  partie convert messy.pgn -o clean.pgn
  partie convert games.pgn -o games.fen
  partie convert sheet.txt --lang de -o sheet.pgn
  partie convert games.pgn -t ndjson --strip comments,variations
  partie convert games.pgn --split 2 -o part-{}.pgn";

#[cfg(feature = "parquet")]
const EXAMPLES: &str = "\
Examples:
  partie convert messy.pgn -o clean.pgn
  partie convert games.pgn -o games.fen
  partie convert sheet.txt --lang de -o sheet.pgn
  partie convert games.pgn -t ndjson --strip comments,variations
  partie convert games.pgn --split 2 -o part-{}.pgn
  partie convert games.pgn -o games.parquet";

/// Turn games of any format into another format, or into cleaner games of the same
///
/// Every game is written in the proper form of the target format, whatever it looked
/// like. What the target cannot hold is listed at the end, and so are the findings on
/// the way (as by `partie check`). The exit status is 1 if a game could not be read to
/// its end or could not be written.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct ConvertArguments {
    /// Files to convert; folders with records in them; `-` for the standard input
    #[arg(value_name = "IN", required = true, value_hint = ValueHint::AnyPath)]
    pub(crate) files: Vec<PathBuf>,

    #[command(flatten)]
    pub(crate) target: ConvertTarget,

    /// Begin a new file after every N games
    ///
    /// The files are numbered: `{}` in the name of OUT becomes 0001, 0002 and so on;
    /// without `{}` the number is put before the extension.
    #[arg(long, value_name = "N", requires = "output", value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) split: Option<u64>,

    #[command(flatten)]
    pub(crate) writing: Writing,

    #[command(flatten)]
    pub(crate) reporting: Reporting,

    #[command(flatten)]
    pub(crate) reading: Reading,

    #[command(flatten)]
    pub(crate) start: Start,
}

/// Where the games go: as [`Target`], and to Parquet besides.
#[derive(Debug, Args)]
pub(crate) struct ConvertTarget {
    /// The file to write; `-` is the standard output
    ///
    /// An existing file is not touched without --force. The file appears when it is
    /// whole. A name that ends in .gz, .zst, .bz2 or .xz packs it. A terminal is shown
    /// pictures of control characters (␛); files and pipes get the bytes.
    #[arg(short, long, value_name = "OUT", default_value = "-", value_hint = ValueHint::FilePath)]
    pub(crate) output: PathBuf,

    /// The format to write, instead of what the name of OUT says; PGN if it says nothing
    #[arg(short, long, value_name = "FORMAT", value_parser = choices::wanted())]
    pub(crate) to: Option<Wanted>,

    /// Replace OUT if it exists
    #[arg(long)]
    pub(crate) force: bool,
}

/// What games are converted to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Wanted {
    /// Text.
    Format(Format),
    /// Columns.
    Parquet,
}

impl ConvertTarget {
    /// Where text goes; `None` if columns are wanted, by `--to` or by the name of OUT.
    pub(crate) fn text(&self) -> Option<Target> {
        let to = match self.to {
            Some(Wanted::Parquet) => return None,
            None if is_parquet(&self.output) => return None,
            Some(Wanted::Format(format)) => Some(format),
            None => None,
        };
        Some(Target { output: self.output.clone(), to, force: self.force })
    }
}

/// Whether a file's name says that it is Parquet.
fn is_parquet(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("parquet"))
}
