//! `partie fix`.

use std::path::PathBuf;

use clap::{Args, ValueEnum, ValueHint};
use partie_formats::Confidence;
use partie_pgn::repair::RepairOptions;

use super::{Reading, Start};

/// Mend the text of games, and show what was done
///
/// Only what is wrong is changed; layout, comments and everything else stay as they
/// are. What is overruled or only guessed stays readable beside it, as a comment
/// ({written: ...}, {guess: ...}) or a tag. Moves that cannot be played become a
/// comment. Without -o, -i or --diff the mended text goes to the standard output.
///
/// PGN, BPGN, FEN and EPD are mended; `partie convert` reads other formats and writes
/// them well. The exit status is 1 if a game still cannot be read to its end, and with
/// --diff alone also if there is something to mend.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  partie fix messy.pgn -o clean.pgn
  partie fix messy.pgn --diff
  partie fix messy.pgn --level guess --report changes.jsonl -o mended.pgn
  partie fix messy.pgn -i --backup
  partie fix messy.pgn --keep-illegal")]
pub(crate) struct FixArguments {
    /// Files to mend; folders with records in them; `-` for the standard input
    #[arg(value_name = "FILE", required = true, value_hint = ValueHint::AnyPath)]
    pub(crate) files: Vec<PathBuf>,

    /// How sure a change must be
    #[arg(long, value_name = "LEVEL", value_enum, default_value_t = Level::Likely)]
    pub(crate) level: Level,

    /// Write everything to this file; `-` is the standard output
    #[arg(short, long, value_name = "OUT", value_hint = ValueHint::FilePath, conflicts_with = "in_place")]
    pub(crate) output: Option<PathBuf>,

    /// Replace each file by its mended text; files that need nothing are not touched
    #[arg(short, long)]
    pub(crate) in_place: bool,

    /// With -i: keep each old file beside the new one, with this added to its name, or .bak
    #[arg(long, value_name = "SUFFIX", num_args = 0..=1, default_missing_value = ".bak", require_equals = true, requires = "in_place", value_parser = suffix)]
    pub(crate) backup: Option<String>,

    /// Show the changes as a unified diff
    #[arg(long)]
    pub(crate) diff: bool,

    /// Keep illegal moves and what follows among the moves, marked {illegal}
    #[arg(long)]
    pub(crate) keep_illegal: bool,

    /// Write every change to this file, one JSON object a line; `-` is the standard output
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) report: Option<PathBuf>,

    /// Replace OUT, the report or a backup if it exists
    #[arg(long)]
    pub(crate) force: bool,

    /// Name every change that is not safe, not only the first few of a kind in each file
    #[arg(long)]
    pub(crate) all: bool,

    /// Tell nothing but what could not be done
    #[arg(short, long)]
    pub(crate) quiet: bool,

    #[command(flatten)]
    pub(crate) reading: Reading,

    #[command(flatten)]
    pub(crate) start: Start,
}

/// What is added to the name of a backup, so that it has another name in the same folder.
fn suffix(text: &str) -> Result<String, String> {
    if text.is_empty() || text.contains(std::path::is_separator) {
        return Err("give the end of a name, such as .bak".to_owned());
    }
    Ok(text.to_owned())
}

/// How sure a change must be.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Level {
    /// Only what is the same, spelled otherwise
    Safe,
    /// Also the only legal reading, and contradictions settled
    Likely,
    /// Also moves found by search, so that the rest can be read
    Guess,
}

impl FixArguments {
    /// What may be changed.
    pub(crate) fn options(&self) -> RepairOptions {
        RepairOptions {
            level: match self.level {
                Level::Safe => Confidence::Safe,
                Level::Likely => Confidence::Likely,
                Level::Guess => Confidence::Guess,
            },
            keep_illegal: self.keep_illegal,
        }
    }
}
