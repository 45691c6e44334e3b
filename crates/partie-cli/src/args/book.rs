//! Arguments of `partie book`.

use std::path::PathBuf;

use clap::{Args, Subcommand, ValueHint};
use partie_core::Color;

use super::{AnswerForm, Conditions, Reading, Reporting, choices};

/// Make, read and merge opening books for chess engines
///
/// Books are Polyglot's (.bin), which engines and graphical interfaces read: moves with weights for
/// positions, which are found by any order of moves.
#[derive(Debug, Args)]
#[command(
    subcommand_required = true,
    arg_required_else_help = true,
    disable_help_subcommand = true,
    after_help = "\
Examples:
  partie book make games.pgn --min-games 1 -o book.bin
  partie book probe book.bin e4 e5
  partie book dump book.bin
  partie book merge book.bin other.bin -o merged.bin"
)]
pub(crate) struct BookArguments {
    /// Command to run.
    #[command(subcommand)]
    pub(crate) command: BookCommand,
}

/// Commands on opening books.
#[derive(Debug, Subcommand)]
pub(crate) enum BookCommand {
    Make(Box<BookMakeArguments>),
    Probe(BookProbeArguments),
    Dump(BookDumpArguments),
    Merge(BookMergeArguments),
}

/// Make a book of games
///
/// Counts the moves of the mainlines of games of standard chess, from any start. The weight of a
/// move is two for each win of the player who made it and one for each draw, and for each game
/// without a result. Moves that only lost are left out. If a weight has more than sixteen bits, all
/// of its position are scaled.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  partie book make games.pgn -o book.bin
  partie book make archive/ --min-games 10 --depth 24 -o book.bin
  partie book make games.pgn --color white -o white.bin")]
pub(crate) struct BookMakeArguments {
    /// Files or directories to read; `-` for standard input
    #[arg(value_name = "FILE", required = true, value_hint = ValueHint::AnyPath)]
    pub(crate) files: Vec<PathBuf>,

    #[command(flatten)]
    pub(crate) target: BookTarget,

    /// Leave out moves that were played in fewer than N games
    #[arg(long, value_name = "N", default_value_t = 3, value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) min_games: u32,

    /// Take the first N plies of each game
    #[arg(long, value_name = "N", default_value_t = 40, value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) depth: u32,

    /// Take only games or moves of this side
    #[arg(long, alias = "only", value_name = "SIDE", value_parser = choices::side())]
    pub(crate) color: Option<Color>,

    /// Memory for counting, before temporary files are used; with k, M or G
    #[arg(long, value_name = "SIZE", value_parser = choices::bytes, default_value = "512M")]
    pub(crate) memory: usize,

    /// Directory of temporary files [default: the system's]
    #[arg(long, value_name = "DIR", value_hint = ValueHint::DirPath)]
    pub(crate) temporary: Option<PathBuf>,

    #[command(flatten)]
    pub(crate) conditions: Conditions,

    #[command(flatten)]
    pub(crate) reporting: Reporting,

    #[command(flatten)]
    pub(crate) reading: Reading,
}

/// Destination of a book.
#[derive(Debug, Args)]
pub(crate) struct BookTarget {
    /// Output file; `-` for standard output
    ///
    /// An existing file is only overwritten with --force. The file appears once it is complete.
    #[arg(short, long, value_name = "OUT", default_value = "-", value_hint = ValueHint::FilePath)]
    pub(crate) output: PathBuf,

    /// Overwrite OUT if it exists
    #[arg(long)]
    pub(crate) force: bool,
}

/// Print the moves that a book has for a position
///
/// Prints each move with its weight, its share of all weights, and the opening that it leads to.
/// The entries whose moves are not legal in the position are reported. The exit status is 1 if there
/// are no moves, or if something is wrong with the book.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  partie book probe book.bin
  partie book probe book.bin 1. e4 e5 2. Nf3
  partie book probe book.bin '8/8/4k3/8/8/4K3/4P3/8 w - -' --json")]
pub(crate) struct BookProbeArguments {
    /// Book to read; `-` for standard input
    #[arg(value_name = "BOOK", value_hint = ValueHint::FilePath)]
    pub(crate) book: PathBuf,

    /// Moves from the start of the game, or a FEN [default: the initial position]
    #[arg(value_name = "MOVES|FEN")]
    pub(crate) position: Vec<String>,

    #[command(flatten)]
    pub(crate) form: AnswerForm,
}

/// Print all entries of a book
///
/// Prints a line for each entry, in the order of the book: the key of the position, the move (castling
/// is the king taking its rook), the weight and the number that a program has learnt. The entries of a
/// header have the key 0. A book has no positions, so that moves are not known to be legal.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  partie book dump book.bin
  partie book dump book.bin --json")]
pub(crate) struct BookDumpArguments {
    /// Book to read; `-` for standard input
    #[arg(value_name = "BOOK", value_hint = ValueHint::FilePath)]
    pub(crate) book: PathBuf,

    #[command(flatten)]
    pub(crate) form: AnswerForm,
}

/// Merge books
///
/// Adds the weights of the same move of the same position; if one has more than sixteen bits, all
/// of its position are scaled. Of what programs have learnt the highest number stays. Headers are
/// left out. The entries are put in order, so that a damaged book is mended if it is merged alone.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  partie book merge book.bin other.bin -o merged.bin
  partie book merge book.bin -o sorted.bin")]
pub(crate) struct BookMergeArguments {
    /// Books to read; `-` for standard input
    #[arg(value_name = "BOOK", required = true, value_hint = ValueHint::FilePath)]
    pub(crate) books: Vec<PathBuf>,

    #[command(flatten)]
    pub(crate) target: BookTarget,
}
