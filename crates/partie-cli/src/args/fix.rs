//! `partie fix`.

use std::path::PathBuf;

use clap::{Args, ValueHint};
use partie_formats::Confidence;
use partie_pgn::repair::RepairOptions;

use super::{Reading, choices};

/// Repair the text of games
///
/// Only faulty text is changed; layout, comments and everything else are preserved.
/// Replaced or guessed text is kept next to the new text, as a comment ({written: ...},
/// {guess: ...}) or a tag. Moves that cannot be played become a comment. Without -o, -i or
/// --diff, the repaired text is written to standard output.
///
/// PGN, BPGN, FEN and EPD keep their format. The games of other formats, such as scoresheets in
/// a text, are written as PGN and repaired there. The exit status is 1 if a game still cannot be
/// read in full. With --diff alone, it is also 1 if
/// there is anything to repair.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  partie fix messy.pgn -o clean.pgn
  partie fix messy.pgn --diff
  partie fix messy.pgn --level guess --report changes.jsonl -o mended.pgn
  partie fix messy.pgn -i --backup
  partie fix sheet.txt --level guess --deny guess -o mended.pgn
  partie fix messy.pgn --keep-illegal")]
#[command(mut_arg("rules", |arg| arg.alias("variant")), mut_arg("start", |arg| arg.alias("fen")))]
pub(crate) struct FixArguments {
    /// Files or directories to repair; `-` for standard input
    #[arg(value_name = "FILE", required = true, value_hint = ValueHint::AnyPath)]
    pub(crate) files: Vec<PathBuf>,

    /// Certainty required of a change or a suggestion
    #[arg(long, value_name = "LEVEL", value_parser = choices::confidence(), default_value = "likely")]
    pub(crate) level: Confidence,

    /// Exit with 1 if a change of this level was made, or a less certain one
    #[arg(long, value_name = "LEVEL", value_parser = choices::confidence())]
    pub(crate) deny: Option<Confidence>,

    /// Write all output to this file; `-` for standard output
    #[arg(short, long, value_name = "OUT", value_hint = ValueHint::FilePath, conflicts_with = "in_place")]
    pub(crate) output: Option<PathBuf>,

    /// Replace each file by its repaired text; files that need no repair are left untouched
    #[arg(short, long)]
    pub(crate) in_place: bool,

    /// With -i, keep a copy of each original file, named with this suffix [default: .bak]
    #[arg(long, value_name = "SUFFIX", num_args = 0..=1, default_missing_value = ".bak", require_equals = true, requires = "in_place", value_parser = suffix)]
    pub(crate) backup: Option<String>,

    /// Show the changes as a unified diff
    #[arg(long)]
    pub(crate) diff: bool,

    /// Write each change to this file, as one JSON object per line; `-` for standard output
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) report: Option<PathBuf>,

    /// Overwrite OUT, the report and backups if they exist
    #[arg(long)]
    pub(crate) force: bool,

    /// List everything, not only totals or the first few: here, each change that is not safe
    #[arg(long)]
    pub(crate) all: bool,

    #[command(flatten)]
    pub(crate) reading: Reading,
}

/// Parses the suffix of a backup, which must not name another directory.
fn suffix(text: &str) -> Result<String, String> {
    if text.is_empty() || text.contains(std::path::is_separator) {
        return Err("expected a suffix such as .bak".to_owned());
    }
    Ok(text.to_owned())
}

impl FixArguments {
    /// Returns the options of the repair.
    pub(crate) fn options(&self) -> RepairOptions {
        RepairOptions::default().level(self.level)
    }
}
