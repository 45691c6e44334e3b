//! Arguments of `partie db remove`, `restore`, `set` and `edit`.

use std::{path::PathBuf, str::FromStr};

use clap::{Args, ValueHint};
use partie_db::query::{Numbers, ParseError};

use super::LibraryConditions;

/// Games of a library, by their numbers, by conditions, or by both.
#[derive(Debug, Args)]
pub(crate) struct ChosenGames {
    /// Folder of the library
    #[arg(value_name = "LIBRARY", value_hint = ValueHint::DirPath)]
    pub(crate) library: PathBuf,

    /// Numbers of games in the library: 12, 40..45
    #[arg(value_name = "GAME", value_parser = Numbers::from_str)]
    pub(crate) games: Vec<Numbers>,

    #[command(flatten)]
    pub(crate) conditions: LibraryConditions,
}

/// Remove games from a library
///
/// The games are given by their numbers, by conditions, which are those of `grep`, or both. They are
/// set aside: `partie db restore` brings them back at any time, with the numbers that they had. The
/// numbers of other games stay as they are.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  partie db remove library 1..2
  partie db remove library --plies ..4 --dry-run
  partie db undo library")]
pub(crate) struct DbRemoveArguments {
    #[command(flatten)]
    pub(crate) chosen: ChosenGames,

    /// Only print what would be removed
    #[arg(long)]
    pub(crate) dry_run: bool,

    /// List everything, not only totals or the first few: here, each removed game
    #[arg(long)]
    pub(crate) all: bool,
}

/// Bring removed games back into a library
///
/// All games that `partie db remove` removed, or those that are given by their numbers or conditions.
/// They have the numbers that they had before. With --list they are only listed. With --delete
/// they are deleted for good, and the last change can no longer be undone.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  partie db restore library --list
  partie db restore library 1..2
  partie db restore library --player anderssen")]
pub(crate) struct DbRestoreArguments {
    #[command(flatten)]
    pub(crate) chosen: ChosenGames,

    /// Print one line per game: its number in the library, players, result, event, date
    #[arg(long)]
    pub(crate) list: bool,

    /// Delete the removed games, so that they cannot come back
    #[arg(long, conflicts_with = "list")]
    pub(crate) delete: bool,
}

/// Set tags of games in a library
///
/// The games are given by their numbers, by conditions, which are those of `grep`, or both. A tag
/// without a value is removed. Result sets the result of the game, too; FEN, `SetUp` and Variant
/// are changed with the moves, by `partie db edit`. `partie db undo` takes it back.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  partie db set library 1 Round=3 Site='Prague CZE'
  partie db set library --event 'club ch' Event='Club Championship'
  partie db set library --where \"white_title is not null\" WhiteTitle= --dry-run")]
pub(crate) struct DbSetArguments {
    /// Folder of the library
    #[arg(value_name = "LIBRARY", value_hint = ValueHint::DirPath)]
    pub(crate) library: PathBuf,

    /// Tags with their new values, and numbers of games: 12, 40..45
    #[arg(value_name = "TAG=VALUE|GAME", required = true, value_parser = GameOrTag::from_str)]
    pub(crate) words: Vec<GameOrTag>,

    #[command(flatten)]
    pub(crate) conditions: LibraryConditions,

    /// Only print which games would be changed
    #[arg(long)]
    pub(crate) dry_run: bool,

    /// List everything, not only totals or the first few: here, each changed game
    #[arg(long)]
    pub(crate) all: bool,
}

/// Numbers of games, or a tag that is set.
#[derive(Clone, Debug)]
pub(crate) enum GameOrTag {
    Games(Numbers),
    Tag { name: String, value: String },
}

impl FromStr for GameOrTag {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<GameOrTag, ParseError> {
        let Some((name, value)) = text.split_once('=') else {
            return text.parse().map(GameOrTag::Games).map_err(|_| {
                ParseError::from(
                    "expected TAG=VALUE, a number of a game, or a range such as 40..45",
                )
            });
        };
        let is_name = |c: char| c.is_ascii_alphanumeric() || c == '_';
        if name.is_empty() || !name.chars().all(is_name) {
            return Err(format!("`{name}` is no name of a tag: use letters, digits and `_`").into());
        }
        if value.contains(['\n', '\r']) {
            return Err(format!("the value of {name} has more than one line").into());
        }
        Ok(GameOrTag::Tag { name: name.to_owned(), value: value.trim().to_owned() })
    }
}

/// Edit a game of a library as PGN
///
/// Opens the game in the editor that VISUAL or EDITOR names, and puts what was saved in its place. The
/// text is read as `partie check` reads it; a game with more errors or doubtful moves than before is
/// refused, and its text is kept. Until the editor ends, nothing else can change the library.
/// `partie db undo` takes it back.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  partie db edit library 1
  partie db edit library 1 --with corrected.pgn")]
pub(crate) struct DbEditArguments {
    /// Folder of the library
    #[arg(value_name = "LIBRARY", value_hint = ValueHint::DirPath)]
    pub(crate) library: PathBuf,

    /// Number of the game in the library
    #[arg(value_name = "GAME", value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) game: u64,

    /// Take the game from this file, without an editor; `-` for standard input
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) with: Option<PathBuf>,

    /// Take what can be read of a game with errors
    #[arg(long)]
    pub(crate) as_read: bool,
}
