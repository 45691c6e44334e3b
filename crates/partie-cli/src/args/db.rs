//! Arguments of `partie db`.

use std::{path::PathBuf, str::FromStr as _};

use clap::{Args, Subcommand, ValueHint, builder::NonEmptyStringValueParser};

use partie_core::Color;
use partie_db::{
    library::Speed,
    query::{Numbers, ParseError, SortKey, YearMonth},
};

use super::{
    AnswerForm, ColourChoice, CrosstableOptions, DbEditArguments, DbNoveltiesArguments,
    DbPrepareArguments, DbRemoveArguments, DbReportArguments, DbRestoreArguments, DbSaveArguments,
    DbSavedArguments, DbServeArguments, DbSetArguments, DbSyncArguments, LibraryConditions,
    PlayerOptions, Presentation, Reading, Reporting, StatsOptions, SuggestionOptions, Target,
    Writing, choices,
};

/// Keep games in a library, search and explore them
///
/// A library is a folder of Parquet files, which other programs can read, too. It holds games with
/// all their variations and comments, and an index of positions. Importing adds to a library; it
/// may be stopped at any time and started again.
#[derive(Debug, Args)]
#[command(
    subcommand_required = true,
    arg_required_else_help = true,
    disable_help_subcommand = true,
    after_help = "\
Examples:
  partie db init library
  partie db import library games.pgn
  partie db find library --player kieseritzky --list
  partie db explore library e4 e5
  partie db info library"
)]
pub(crate) struct DbArguments {
    /// Command to run.
    #[command(subcommand)]
    pub(crate) command: DbCommand,
}

/// Commands on a library.
#[derive(Debug, Subcommand)]
pub(crate) enum DbCommand {
    Init(DbInitArguments),
    Import(Box<DbImportArguments>),
    Sync(Box<DbSyncArguments>),
    Export(Box<DbExportArguments>),
    Find(Box<DbFindArguments>),
    Explore(Box<DbExploreArguments>),
    Save(Box<DbSaveArguments>),
    Saved(DbSavedArguments),
    Report(Box<DbReportArguments>),
    Prepare(Box<DbPrepareArguments>),
    Novelties(Box<DbNoveltiesArguments>),
    Player(DbPlayerArguments),
    Crosstable(DbCrosstableArguments),
    Stats(Box<DbStatsArguments>),
    #[cfg_attr(not(feature = "full"), command(hide = true, disable_help_flag = true))]
    Serve(DbServeArguments),
    Backup(DbBackupArguments),
    Merge(DbMergeArguments),
    Remove(Box<DbRemoveArguments>),
    Restore(Box<DbRestoreArguments>),
    Set(Box<DbSetArguments>),
    Edit(DbEditArguments),
    Dedupe(DbDedupeArguments),
    Names(DbNamesArguments),
    Undo(DbUndoArguments),
    Info(DbInfoArguments),
    Key(DbKeyArguments),
    Check(DbCheckArguments),
    Upgrade(DbUpgradeArguments),
}

/// Make an empty library
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  partie db init library")]
pub(crate) struct DbInitArguments {
    /// Folder to make; it may exist if it is empty
    #[arg(value_name = "LIBRARY", value_hint = ValueHint::DirPath)]
    pub(crate) library: PathBuf,
}

/// Add games to a library
///
/// Reads everything that `convert` reads. The library is made if it does not exist. Games become
/// part of it some hundred thousand at a time, and all of them at the end; if the import is
/// stopped, those that are part of it stay, and importing the same file or pipe again goes on after
/// them. A file or pipe that was imported to its end is skipped.
///
/// Games that the library has already are left out: those with the same moves, players, date and
/// result, as `partie dedupe` finds them. If the new record says more, with more tags or annotations, it
/// replaces the earlier one, which `partie db undo` brings back.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  partie db import library games.pgn
  partie db import library games.pgn archive/
  cat games.pgn | partie db import library -")]
#[command(mut_arg("rules", |arg| arg.alias("variant")), mut_arg("start", |arg| arg.alias("fen")))]
pub(crate) struct DbImportArguments {
    /// Folder of the library
    #[arg(value_name = "LIBRARY", value_hint = ValueHint::DirPath)]
    pub(crate) library: PathBuf,

    /// Files or directories to read; `-` for standard input
    #[arg(value_name = "FILE", required = true, value_hint = ValueHint::AnyPath)]
    pub(crate) files: Vec<PathBuf>,

    /// Make games part of the library whenever N were read, and not only when some hundred thousand
    /// were
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) commit_every: Option<u64>,

    /// Memory for the positions of games that are added; more of them are kept in a temporary file of
    /// the library's folder
    #[arg(long, value_name = "SIZE", default_value = "64M", value_parser = choices::size)]
    pub(crate) memory: u64,

    /// Read files again that were imported to their end
    #[arg(long)]
    pub(crate) again: bool,

    /// Add games that the library has already
    #[arg(long)]
    pub(crate) keep_duplicates: bool,

    #[command(flatten)]
    pub(crate) reporting: Reporting,

    #[command(flatten)]
    pub(crate) reading: Reading,
}

/// Write the games of a library, or a table of their positions
///
/// Writes the games in the order in which they were imported: all of them, or those that meet the
/// conditions, which are those of `grep`.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  partie db export library -o all.pgn
  partie db export library -t ndjson
  partie db export library --player anderssen --positions positions.parquet")]
pub(crate) struct DbExportArguments {
    /// Folder of the library; several are asked as one
    #[arg(value_name = "LIBRARY", required = true, value_hint = ValueHint::DirPath)]
    pub(crate) libraries: Vec<PathBuf>,

    /// Write the positions of the main lines to a Parquet file, one row each: game, ply, key, FEN,
    /// move, clocks, evaluation, material
    #[arg(long, value_name = "OUT", value_hint = ValueHint::FilePath,
        conflicts_with_all = ["output", "to"])]
    pub(crate) positions: Option<PathBuf>,

    #[command(flatten)]
    pub(crate) conditions: LibraryConditions,

    #[command(flatten)]
    pub(crate) target: Target,

    #[command(flatten)]
    pub(crate) writing: Writing,
}

/// Search a library for games
///
/// Takes the conditions of `grep`. Without one, --list, --count, --sort and --max-count are of all
/// games. The exit status is 1 if no game matches.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  partie db find library --player anderssen
  partie db find library --list --sort=-date -m 50 --skip 50
  partie db find library --eco C30..C39 --result 0-1 --list
  partie db find library mine --player anderssen --list
  partie db find library --player anderssen --sort=-elo,date -m 10 --list
  partie db find library --fen '8/8/4k3/8/8/4K3/4P3/8 w - -' -c")]
pub(crate) struct DbFindArguments {
    /// Folder of the library; several are asked as one
    #[arg(value_name = "LIBRARY", required = true, value_hint = ValueHint::DirPath)]
    pub(crate) libraries: Vec<PathBuf>,

    #[command(flatten)]
    pub(crate) conditions: LibraryConditions,

    /// Print only the number of matching games
    #[arg(short, long, group = "form")]
    pub(crate) count: bool,

    /// Print one line per game: its number in the library, players, result, event, date
    #[arg(long, group = "form")]
    pub(crate) list: bool,

    /// Sort the games by these keys, the most significant first
    ///
    /// The keys are those of `partie sort`: date, white, elo, eco and others; a `-` before a key
    /// reverses it. The keys of all games that match are held in memory.
    #[arg(long, value_name = "KEY", value_delimiter = ',', allow_hyphen_values = true,
        value_parser = choices::suggesting(SortKey::from_str, SortKey::WORDS), hide_possible_values = true)]
    pub(crate) sort: Vec<SortKey>,

    /// Skip the first N games
    #[arg(long, value_name = "N")]
    pub(crate) skip: Option<u64>,

    /// Stop after N games
    #[arg(short, long, short_alias = 'n', value_name = "N")]
    pub(crate) max_count: Option<u64>,

    #[command(flatten)]
    pub(crate) target: Target,

    #[command(flatten)]
    pub(crate) writing: Writing,
}

/// Show what was played in a position, and how it ended
///
/// Counts the games that came to the position, by any order of moves: for each move how often it was
/// played, how White, Black and the draws fared, the mean rating of those who played it and their
/// performance, the year in which it was last played, and the opening that it leads to.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  partie db explore library
  partie db explore library --tui
  partie db explore library 1. e4 e5 2. f4
  partie db explore library mine e4 e5
  partie db explore library --player anderssen --color white
  partie db explore library '8/8/4k3/8/8/4K3/4P3/8 w - -'")]
pub(crate) struct DbExploreArguments {
    /// Folder of the library
    #[arg(value_name = "LIBRARY", value_hint = ValueHint::DirPath)]
    pub(crate) library: PathBuf,

    /// Moves from the start of the game, or a FEN [default: the initial position]; libraries before
    /// them are asked as one with the first
    #[arg(value_name = "LIBRARY|MOVES|FEN")]
    pub(crate) position: Vec<String>,

    #[command(flatten)]
    pub(crate) counted: ExploreConditions,

    /// Walk through the moves with keys, in full-screen mode
    #[cfg(feature = "full")]
    #[arg(long, conflicts_with_all = ["json", "format"])]
    pub(crate) tui: bool,

    /// Number of moves, groups or rows to show
    #[arg(long, alias = "moves", value_name = "N", default_value_t = 15)]
    pub(crate) top: usize,

    /// Number of games; -5 is short for -n 5
    #[arg(short = 'n', long, value_name = "N", default_value_t = 5)]
    pub(crate) games: usize,

    /// Show the board from Black's side
    #[arg(long)]
    pub(crate) flip: bool,

    /// Use letters for pieces, and only ASCII
    #[arg(long)]
    pub(crate) ascii: bool,

    /// When to use colours
    #[arg(long, value_name = "WHEN", value_enum, default_value_t = ColourChoice::Auto)]
    pub(crate) colors: ColourChoice,

    #[command(flatten)]
    pub(crate) form: AnswerForm,
}

/// Conditions of the games that the explorer counts.
#[derive(Debug, Default, Args)]
pub(crate) struct ExploreConditions {
    /// Match a player of either colour: `Kasparov`, `garry kasparov`, `Kasparov, G`
    #[arg(long, value_name = "NAME")]
    pub(crate) player: Option<String>,

    /// Take only games or moves of this side
    #[arg(long, value_name = "SIDE", requires = "player", value_parser = choices::side())]
    pub(crate) color: Option<Color>,

    /// Short for --color white
    #[arg(long, hide = true, requires = "player", conflicts_with_all = ["black", "color"])]
    pub(crate) white: bool,

    /// Short for --color black
    #[arg(long, hide = true, requires = "player", conflicts_with = "color")]
    pub(crate) black: bool,

    /// Match part of the event's name
    #[arg(long, value_name = "TEXT")]
    pub(crate) event: Option<String>,

    /// Match the date: 1851, 1990..1995.06, 2000..; an unknown month or day matches any
    #[arg(long, value_name = "RANGE", value_parser = period)]
    pub(crate) date: Option<Period>,

    /// Match dates since a year or a month: 2000 or 2000-05
    #[arg(long, value_name = "MONTH")]
    pub(crate) since: Option<YearMonth>,

    /// Match dates until a year or a month, which counts as well
    #[arg(long, value_name = "MONTH")]
    pub(crate) until: Option<YearMonth>,

    /// Match the mean rating: 2500.., ..2000 or 2000..2200
    #[arg(long, alias = "elo", value_name = "RANGE")]
    pub(crate) mean_elo: Option<Numbers>,

    /// Match the time control: ultraBullet, bullet, blitz, rapid, classical, correspondence; separate
    /// several by commas
    ///
    /// Games without a time control count as classical.
    #[arg(long, visible_alias = "speed", value_name = "CLASS", value_delimiter = ',')]
    pub(crate) time_control: Vec<Speed>,

    /// Count only games with a player who bears a title
    #[arg(long)]
    pub(crate) titled: bool,

    /// Match the games of a search that `partie db save` keeps
    #[arg(long, value_name = "NAME")]
    pub(crate) saved: Vec<String>,
}

/// First and last month of a range of dates.
pub(crate) type Period = (Option<YearMonth>, Option<YearMonth>);

/// Parses a range of years and months.
fn period(text: &str) -> Result<Period, ParseError> {
    let month = |text: &str| match text.trim() {
        "" => Ok(None),
        text => text.replace('.', "-").parse().map(Some),
    };
    let (since, until) = text.split_once("..").unwrap_or((text, text));
    Ok((month(since)?, month(until)?))
}

/// Report on the games of a player: results, openings, opponents, ratings, use of time
///
/// Takes the options of `partie player`, which says what the report shows.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  partie db player library anderssen
  partie db player library anderssen -o anderssen.html")]
pub(crate) struct DbPlayerArguments {
    /// Folder of the library; several are asked as one
    #[arg(value_name = "LIBRARY", required = true, value_hint = ValueHint::DirPath)]
    pub(crate) libraries: Vec<PathBuf>,

    /// Name of the player, or a part of it
    #[arg(value_name = "NAME", value_parser = NonEmptyStringValueParser::new())]
    pub(crate) name: String,

    #[command(flatten)]
    pub(crate) report: PlayerOptions,

    #[command(flatten)]
    pub(crate) presentation: Presentation,

    #[command(flatten)]
    pub(crate) conditions: LibraryConditions,
}

/// Make a crosstable of a tournament, with tie-breaks and rating performances
///
/// Takes the options of `partie crosstable`, which says what the table shows.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  partie db crosstable library --event 'coffee house'
  partie db crosstable library --all-events --json")]
pub(crate) struct DbCrosstableArguments {
    /// Folder of the library; several are asked as one
    #[arg(value_name = "LIBRARY", required = true, value_hint = ValueHint::DirPath)]
    pub(crate) libraries: Vec<PathBuf>,

    #[command(flatten)]
    pub(crate) table: CrosstableOptions,

    #[command(flatten)]
    pub(crate) presentation: Presentation,

    #[command(flatten)]
    pub(crate) conditions: LibraryConditions,
}

/// Print statistics: results, openings, years, ratings, players and more
///
/// Counts all games, or those that meet the conditions, which are those of `grep`. Takes the options
/// of `partie stats`, which says what they show; there are no diagnostics. The exit status is 1 if
/// no game matches.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  partie db stats library
  partie db stats library --player anderssen -o anderssen.html
  partie db stats library --date 1851 --json")]
pub(crate) struct DbStatsArguments {
    /// Folder of the library; several are asked as one
    #[arg(value_name = "LIBRARY", required = true, value_hint = ValueHint::DirPath)]
    pub(crate) libraries: Vec<PathBuf>,

    #[command(flatten)]
    pub(crate) options: StatsOptions,

    #[command(flatten)]
    pub(crate) conditions: LibraryConditions,
}

/// Copy a library as it is at this moment
///
/// The copy is a library of its own. Files are compared with their checksums as they are copied. The
/// library may be added to in the meantime; a copy that is made again into the same folder copies
/// only the files that are new.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  partie db backup library copy")]
pub(crate) struct DbBackupArguments {
    /// Folder of the library
    #[arg(value_name = "LIBRARY", value_hint = ValueHint::DirPath)]
    pub(crate) library: PathBuf,

    /// Folder of the copy: a new one, an empty one, or an earlier copy
    #[arg(value_name = "COPY", value_hint = ValueHint::DirPath)]
    pub(crate) copy: PathBuf,
}

/// Add the games of other libraries to a library
///
/// The games come after its own, library by library, in their order. All of a library's games become
/// part of it at once.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  partie db merge new-library library")]
pub(crate) struct DbMergeArguments {
    /// Folder of the library that is added to; it is made if it does not exist
    #[arg(value_name = "LIBRARY", value_hint = ValueHint::DirPath)]
    pub(crate) library: PathBuf,

    /// Folders of the other libraries
    #[arg(value_name = "OTHER", required = true, value_hint = ValueHint::DirPath)]
    pub(crate) others: Vec<PathBuf>,
}

/// Remove duplicate games from a library
///
/// Games are duplicates as they are for `partie dedupe`: the most complete record is kept. Other
/// games keep their numbers. With --all or --dry-run each removed game is printed with the one that is kept.
/// `partie db undo` takes it back; until the next change of this kind, the removed games are kept.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  partie db dedupe library --dry-run
  partie db dedupe library --contained
  partie db undo library")]
pub(crate) struct DbDedupeArguments {
    /// Folder of the library
    #[arg(value_name = "LIBRARY", value_hint = ValueHint::DirPath)]
    pub(crate) library: PathBuf,

    /// Also remove games that are the beginning of another game
    #[arg(long)]
    pub(crate) contained: bool,

    /// Also remove games that another record corrects, in a few moves or the result
    #[arg(long)]
    pub(crate) corrected: bool,

    /// Only print what would be removed
    #[arg(long)]
    pub(crate) dry_run: bool,

    #[command(flatten)]
    pub(crate) form: AnswerForm,

    /// List everything, not only totals or the first few: here, each removed game
    #[arg(long)]
    pub(crate) all: bool,
}

/// Find names of a library that are spelled in several ways, and replace spellings
///
/// Suggestions are those of `partie names`. With --map they are written to a file that can be
/// reviewed and edited; with --apply, such a file is applied. `partie db undo` takes it back.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  partie db names library
  partie db names library --map names.tsv
  partie db names library --apply names.tsv
  partie db undo library")]
pub(crate) struct DbNamesArguments {
    /// Folder of the library
    #[arg(value_name = "LIBRARY", value_hint = ValueHint::DirPath)]
    pub(crate) library: PathBuf,

    #[command(flatten)]
    pub(crate) suggestions: SuggestionOptions,

    /// Replace spellings as this file says
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, conflicts_with_all = ["json", "format", "of", "level"])]
    pub(crate) apply: Option<PathBuf>,

    /// Overwrite an existing file
    #[arg(long, requires = "map")]
    pub(crate) force: bool,
}

/// Take back the last change of games in a library
///
/// That is a `sync`, `remove`, `restore`, `set`, `edit`, `dedupe` or `names`. The games are what they
/// were before; games that were added since stay. After an import
/// that replaced records by fuller ones, these come back, too. What such a change replaced is kept
/// until the next one; --forget frees the room.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  partie db undo library
  partie db undo library --forget")]
pub(crate) struct DbUndoArguments {
    /// Folder of the library
    #[arg(value_name = "LIBRARY", value_hint = ValueHint::DirPath)]
    pub(crate) library: PathBuf,

    /// Keep the change, and free the room that what it replaced takes
    #[arg(long)]
    pub(crate) forget: bool,
}

/// Print what a library holds
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  partie db info library
  partie db info library --json
  partie db info library --files
  partie db info library --files positions")]
pub(crate) struct DbInfoArguments {
    /// Folder of the library
    #[arg(value_name = "LIBRARY", value_hint = ValueHint::DirPath)]
    pub(crate) library: PathBuf,

    /// Print the paths of the files that count, one a line: games, or a part of the
    /// index: positions, tails, rollup, digests, players or words
    ///
    /// Other files in the folder are being written, or no longer part of the library.
    #[arg(long, value_name = "KIND", num_args = 0..=1, default_missing_value = "games",
        value_parser = ["games", "positions", "tails", "rollup", "digests", "players", "words"], hide_possible_values = true)]
    pub(crate) files: Option<String>,

    #[command(flatten)]
    pub(crate) form: AnswerForm,
}

/// Print the key of a position
///
/// The number by which the table `positions` of a library finds the position. The position is
/// given as a FEN, or by the moves that lead to it from the initial position.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  partie db key e4 e5 Nf3
  partie db key 'rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2'")]
pub(crate) struct DbKeyArguments {
    /// Moves, or a FEN
    #[arg(value_name = "POSITION", required = true)]
    pub(crate) position: Vec<String>,
}

/// Write the files of earlier versions anew
///
/// Libraries of earlier versions are read and added to as they are. Their files lack columns that
/// other programs ask for, and take more room. After an upgrade,
/// earlier versions cannot read the library, and the last `dedupe` or `names` can no longer be
/// undone.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  partie db upgrade library")]
pub(crate) struct DbUpgradeArguments {
    /// Folder of the library
    #[arg(value_name = "LIBRARY", value_hint = ValueHint::DirPath)]
    pub(crate) library: PathBuf,
}

/// Verify the files of a library
///
/// Compares sizes and checksums, replays every game, and compares the index with what the games
/// say. The exit status is 1 if something is wrong. With --rebuild the index of segments whose
/// games are sound is made anew, and a damaged list of files (the manifest) by what the files say.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  partie db check library
  partie db check library --rebuild")]
pub(crate) struct DbCheckArguments {
    /// Folder of the library
    #[arg(value_name = "LIBRARY", value_hint = ValueHint::DirPath)]
    pub(crate) library: PathBuf,

    /// Make a wrong index or list of files anew
    #[arg(long)]
    pub(crate) rebuild: bool,
}
