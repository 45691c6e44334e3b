//! Arguments of `partie db save` and `saved`, and conditions with saved searches.

use std::path::PathBuf;

use clap::{Args, ValueHint};

use super::{AnswerForm, Conditions};

/// Conditions on games of libraries.
#[derive(Debug, Args)]
pub(crate) struct LibraryConditions {
    /// Match the games of a search that `partie db save` keeps
    #[arg(long, value_name = "NAME")]
    pub(crate) saved: Vec<String>,

    #[command(flatten)]
    pub(crate) conditions: Conditions,
}

/// Keep a search under a name
///
/// The conditions are those of `grep`. `--saved NAME` stands for them in `db find`, `explore`, `export`,
/// `report`, `prepare`, `novelties`, `stats`, `player`, `crosstable`, `remove`, `restore` and `set`,
/// together with further ones: `partie db find library --saved gambits --player anderssen`. They are in
/// the file `searches.json` of the library.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  partie db save library gambits --eco C30..C39 --result 1-0
  partie db save library anderssen --player anderssen --force")]
pub(crate) struct DbSaveArguments {
    /// Folder of the library
    #[arg(value_name = "LIBRARY", value_hint = ValueHint::DirPath)]
    pub(crate) library: PathBuf,

    /// Name of the search
    #[arg(value_name = "NAME")]
    pub(crate) name: String,

    /// Overwrite an existing search
    #[arg(long)]
    pub(crate) force: bool,

    #[command(flatten)]
    pub(crate) conditions: Conditions,
}

/// Print or delete saved searches
///
/// Prints each search with its conditions, as options of the command line; with a name that one alone.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  partie db saved library")]
pub(crate) struct DbSavedArguments {
    /// Folder of the library
    #[arg(value_name = "LIBRARY", value_hint = ValueHint::DirPath)]
    pub(crate) library: PathBuf,

    /// Name of a search
    #[arg(value_name = "NAME")]
    pub(crate) name: Option<String>,

    /// Delete the search
    #[arg(long, requires = "name", conflicts_with_all = ["json", "format"])]
    pub(crate) delete: bool,

    #[command(flatten)]
    pub(crate) form: AnswerForm,
}
