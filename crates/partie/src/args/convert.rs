//! `partie convert`.

use std::path::{Path, PathBuf};

use clap::{
    Args, ValueEnum, ValueHint,
    builder::{PossibleValue, TypedValueParser},
};
use partie_formats::Format;

use super::{Conditions, Reading, Reporting, Target, Writing, choices};

const EXAMPLES: &str = "\
Examples:
  partie convert messy.pgn -o clean.pgn
  partie convert games.pgn -o games.fen
  partie convert sheet.txt --lang de -o sheet.pgn
  partie convert games.pgn --add-eco -o named.pgn
  partie convert games.pgn -t ndjson --strip comments,variations
  partie convert games.pgn --split 2 -o part-{}.pgn
  partie convert games.pgn -o games.parquet";

/// Convert games to another format, or clean them up
///
/// Every game is written in the canonical form of the target format. Content that the
/// target cannot represent is listed at the end. Diagnostics are reported as by `partie
/// check`. The exit status is 1 if a game could not be read in full or could not be
/// written.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct ConvertArguments {
    /// Files or directories to convert; `-` for standard input
    #[arg(value_name = "IN", required = true, value_hint = ValueHint::AnyPath)]
    pub(crate) files: Vec<PathBuf>,

    #[command(flatten)]
    pub(crate) target: ConvertTarget,

    /// Start a new file after every N games
    ///
    /// Files are numbered: `{}` in the name of OUT is replaced by 0001, 0002 and so on;
    /// without `{}`, the number is put before the extension.
    #[arg(long, value_name = "N", requires = "output", value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) split: Option<u64>,

    /// Name the opening of each game in the tags ECO, Opening and Variation
    ///
    /// The opening is found by the positions of the game, so transpositions count. Games of a
    /// transcript, of a variant and from another start position keep their tags.
    #[arg(long, value_name = "WHICH", value_enum, num_args = 0..=1, require_equals = true,
        default_missing_value = "missing")]
    pub(crate) add_eco: Option<OpeningTagging>,

    #[command(flatten)]
    pub(crate) conditions: Conditions,

    #[command(flatten)]
    pub(crate) writing: Writing,

    #[command(flatten)]
    pub(crate) reporting: Reporting,

    #[command(flatten)]
    pub(crate) reading: Reading,
}

/// Choice of the tags that name an opening.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum OpeningTagging {
    /// Tags that are missing or say nothing (the default)
    Missing,
    /// All of them, and report how many games were changed
    Replace,
}

/// Destination of games: a [`Target`], or Parquet.
#[derive(Debug, Args)]
pub(crate) struct ConvertTarget {
    /// Output file; `-` for standard output
    ///
    /// An existing file is only overwritten with --force. The file appears once it is
    /// complete. The extensions .gz, .zst, .bz2 and .xz select compression. On a terminal,
    /// control characters are shown as pictures (␛); files and pipes get the raw bytes.
    #[arg(short, long, value_name = "OUT", default_value = "-", value_hint = ValueHint::FilePath)]
    pub(crate) output: PathBuf,

    /// Output format [default: by the extension of OUT, else pgn]
    #[arg(short, long, value_name = "FORMAT", value_parser = convert_format())]
    pub(crate) to: Option<ConvertFormat>,

    /// Overwrite OUT if it exists
    #[arg(long)]
    pub(crate) force: bool,
}

/// Format that games are converted to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ConvertFormat {
    /// Text format.
    Format(Format),
    /// Columns in Parquet.
    Parquet,
}

/// Parses a format that `partie convert` writes, including Parquet.
fn convert_format() -> impl TypedValueParser<Value = ConvertFormat> {
    let formats = Format::ALL.map(|f| (choices::format_word(f), ConvertFormat::Format(f)));
    let parquet = PossibleValue::new("parquet").help("columns for pandas, DuckDB and the like");
    choices::one_of(formats.into_iter().chain([(parquet, ConvertFormat::Parquet)]).collect())
}

impl ConvertTarget {
    /// Returns the destination of text; `None` if `--to` or the name of OUT asks for
    /// columns.
    pub(crate) fn text(&self) -> Option<Target> {
        let to = match self.to {
            Some(ConvertFormat::Parquet) => return None,
            None if is_parquet(&self.output) => return None,
            Some(ConvertFormat::Format(format)) => Some(format),
            None => None,
        };
        Some(Target { output: self.output.clone(), to, force: self.force })
    }
}

/// Returns true if a file has the extension of Parquet.
fn is_parquet(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("parquet"))
}
