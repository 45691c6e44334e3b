//! Command-line arguments as typed. Nothing here opens a file; `commands` gives the
//! arguments their meaning. One definition yields the help, the completions and the manual
//! pages.

mod book;
mod check;
mod choices;
mod collection;
mod convert;
mod crosstable;
mod db;
mod db_edits;
mod db_reports;
mod db_saved;
mod db_sync;
mod dedupe;
mod diff;
mod eco;
mod fix;
mod folders;
mod form;
#[cfg_attr(not(feature = "full"), path = "minimal.rs")]
mod full;
mod grep;
mod merge;
mod names;
mod old_words;
#[cfg(test)]
mod options;
mod player;
mod presentation;
mod reading;
mod reporting;
mod show;
mod sort;
mod stats;
mod threads;
mod usage;
mod writing;

use std::{env, path::PathBuf};

use clap::{Args, Parser, Subcommand, ValueHint};

pub(crate) use book::{
    BookArguments, BookCommand, BookDumpArguments, BookMakeArguments, BookMergeArguments,
    BookProbeArguments, BookTarget,
};
pub(crate) use check::{CheckArguments, Selecting};
pub(crate) use collection::{
    Collection, Copying, CountArguments, HeadArguments, SampleArguments, TailArguments,
};
pub(crate) use convert::{ConvertArguments, OpeningTagging};
pub(crate) use crosstable::{CrosstableArguments, CrosstableOptions};
pub(crate) use db::{
    DbArguments, DbBackupArguments, DbCheckArguments, DbCommand, DbCrosstableArguments,
    DbDedupeArguments, DbExploreArguments, DbExportArguments, DbFindArguments, DbImportArguments,
    DbInfoArguments, DbKeyArguments, DbMergeArguments, DbNamesArguments, DbPlayerArguments,
    DbStatsArguments, DbUndoArguments, DbUpgradeArguments, ExploreConditions,
};
pub(crate) use db_edits::{
    ChosenGames, DbEditArguments, DbRemoveArguments, DbRestoreArguments, DbSetArguments, GameOrTag,
};
pub(crate) use db_reports::{DbNoveltiesArguments, DbPrepareArguments, DbReportArguments};
pub(crate) use db_saved::{DbSaveArguments, DbSavedArguments, LibraryConditions};
pub(crate) use db_sync::DbSyncArguments;
pub(crate) use dedupe::DedupeArguments;
pub(crate) use diff::DiffArguments;
pub(crate) use eco::EcoArguments;
pub(crate) use fix::FixArguments;
pub(crate) use folders::Folders;
pub(crate) use form::AnswerForm;
pub(crate) use full::*;
pub(crate) use grep::Conditions;
pub(crate) use grep::GrepArguments;
pub(crate) use merge::MergeArguments;
pub(crate) use names::{NamesArguments, SuggestionOptions};
pub(crate) use player::{PlayerArguments, PlayerOptions};
pub(crate) use presentation::{Presentation, PresentationFormat};
pub(crate) use reading::Reading;
pub(crate) use reporting::{Denied, ReportFormat, Reporting};
pub(crate) use show::{ColourChoice, Drawing, MoveNumber, PositionChoice, ShowArguments, Speaking};
pub(crate) use sort::SortArguments;
pub(crate) use stats::{StatsArguments, StatsFormat, StatsOptions};
pub(crate) use threads::Threads;
pub(crate) use writing::{OutputFormat, TableFormat, Target, Writing};

/// Read, check, convert and write chess games
///
/// Partie reads chess games in many formats, reports what is wrong with them, repairs them
/// and converts them. Results are written to standard output, everything else to standard
/// error. A lone `-` stands for standard input or output. Files compressed with gzip, zstd,
/// bzip2 or xz are decompressed on the fly.
#[derive(Debug, Parser)]
#[command(
    name = "partie",
    version,
    max_term_width = 100,
    disable_help_subcommand = true,
    subcommand_required = true,
    arg_required_else_help = true,
    after_help = EXIT_STATUS
)]
pub(crate) struct Arguments {
    /// Command to run.
    #[command(subcommand)]
    pub(crate) command: Command,

    /// Print nothing but errors
    #[arg(short, long, global = true)]
    pub(crate) quiet: bool,
}

/// Exit statuses, for the end of the help and for a section of each manual page.
pub(crate) const EXIT_STATUS: &str = "\
Exit status:
  0      success
  1      diagnostics were reported, or no games were found
  2      an error occurred, such as a file that could not be read
  128+N  terminated by signal N: 130 for Ctrl-C, 143 for SIGTERM";

impl Arguments {
    /// Parses the command line. Exits on invalid arguments.
    pub(crate) fn read() -> Arguments {
        let words = old_words::rewritten(env::args_os().collect());
        Arguments::try_parse_from(&words).unwrap_or_else(|error| usage::exit(&error, &words))
    }
}

/// Commands of the program.
#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    Check(CheckArguments),
    Fix(FixArguments),
    Convert(ConvertArguments),
    Grep(Box<GrepArguments>),
    Head(HeadArguments),
    Tail(TailArguments),
    Sample(SampleArguments),
    Count(CountArguments),
    Sort(SortArguments),
    Dedupe(DedupeArguments),
    Diff(DiffArguments),
    Merge(MergeArguments),
    Names(Box<NamesArguments>),
    Stats(StatsArguments),
    Crosstable(CrosstableArguments),
    Player(PlayerArguments),
    Log(LogArguments),
    Show(ShowArguments),
    Book(BookArguments),
    Db(DbArguments),
    Eco(EcoArguments),
    #[command(flatten)]
    Full(FullCommand),
    Explain(ExplainArguments),
    Completions(CompletionsArguments),
    Man(ManArguments),
}

/// Convert transcripts of Internet Chess Servers to games
///
/// Reads what a chess server sent during a session: boards in Style 12, lists of moves and
/// the chat between them. Each game that was played or observed is written with its clock
/// times. Games on one board are written as PGN. Bughouse games are written as BPGN: with
/// `-o games.pgn` to `games.bpgn` in the same directory, with `-t bpgn` on their own.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  partie log session.log
  partie log session.log -o session.pgn
  partie log session.log -t ndjson --strip clocks")]
#[command(mut_arg("rules", |arg| arg.alias("variant")), mut_arg("start", |arg| arg.alias("fen")),
    mut_arg("to", |arg| arg.value_parser(writing::text_format())))]
pub(crate) struct LogArguments {
    /// Transcripts or directories to read; `-` for standard input
    #[arg(value_name = "FILE", required = true, value_hint = ValueHint::AnyPath)]
    pub(crate) files: Vec<PathBuf>,

    #[command(flatten)]
    pub(crate) target: Target,

    #[command(flatten)]
    pub(crate) writing: Writing,

    #[command(flatten)]
    pub(crate) reporting: Reporting,

    #[command(flatten)]
    pub(crate) reading: Reading,
}

/// Explain the code of a diagnostic, or list all codes
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  partie explain
  partie explain PGN001
  partie explain --json")]
pub(crate) struct ExplainArguments {
    /// Codes such as PGN001, or their names [default: all]
    #[arg(value_name = "CODE", value_parser = choices::code(), hide_possible_values = true)]
    pub(crate) codes: Vec<String>,

    #[command(flatten)]
    pub(crate) form: AnswerForm,
}

/// Generate a completion script for a shell
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  partie completions bash > partie.bash
  partie completions zsh > _partie
  partie completions fish > partie.fish")]
pub(crate) struct CompletionsArguments {
    /// Shell to generate the script for
    #[arg(value_name = "SHELL")]
    pub(crate) shell: clap_complete::Shell,
}

/// Write the manual pages to a directory
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  partie man man1")]
pub(crate) struct ManArguments {
    /// Directory to write to; it is created if it does not exist
    #[arg(value_name = "DIR", value_hint = ValueHint::DirPath)]
    pub(crate) folder: PathBuf,

    /// Overwrite existing pages
    #[arg(long)]
    pub(crate) force: bool,
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory as _;

    use super::Arguments;

    #[test]
    fn the_definition_is_sound() {
        Arguments::command().debug_assert();
    }
}
