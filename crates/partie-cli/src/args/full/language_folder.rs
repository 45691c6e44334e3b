//! Languages that are added to pages.

use std::path::PathBuf;

use clap::{Args, ValueHint};

/// A folder with languages of pages.
#[derive(Debug, Args)]
pub(crate) struct LanguageFolder {
    /// Add the languages of this folder to the pages, a file for each
    ///
    /// `partie serve --print-words` prints such a file in English.
    #[arg(long, value_name = "DIR", value_hint = ValueHint::DirPath)]
    pub(crate) languages: Option<PathBuf>,
}
