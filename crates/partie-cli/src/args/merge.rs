//! Arguments of `partie merge`.

use clap::Args;

use super::{Copying, writing};

/// Merge games into one tree of variations
///
/// Moves that games share are written once. The continuation that the most games follow is the
/// mainline, the others are variations. Each line ends with a comment that names its game: players,
/// result, event and year. Comments, NAGs and variations of the games stay with their moves; clocks,
/// times and evaluations, which belong to one game, are left out unless --clocks is given. Tags that
/// all games have in common are kept. Games from different start positions become several trees.
///
/// The tree is held in memory.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  partie merge games.pgn -o tree.pgn
  partie grep --white morphy games.pgn | partie merge - --depth 20
  partie db find library --eco C30..C39 | partie merge - -o gambits.pgn")]
#[command(mut_arg("to", |arg| arg.value_parser(writing::text_format())))]
pub(crate) struct MergeArguments {
    /// Take the first N plies of each game
    #[arg(long, value_name = "N")]
    pub(crate) depth: Option<usize>,

    /// Do not name the games at the ends of their lines
    #[arg(long)]
    pub(crate) unnamed: bool,

    /// Keep clocks, times and evaluations in comments
    #[arg(long)]
    pub(crate) clocks: bool,

    #[command(flatten)]
    pub(crate) copying: Copying,
}
