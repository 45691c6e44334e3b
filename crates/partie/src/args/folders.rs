//! Selection of the files of a folder.

use clap::Args;
use ignore::overrides::OverrideBuilder;

/// Which files of a folder are read.
#[derive(Clone, Debug, Args)]
pub(crate) struct Folders {
    /// Read these files of folders, instead of those with the extension of a format
    ///
    /// Patterns are those of `.gitignore`: `*.html` in any folder, `/2024/**` from the folder
    /// on, `!draft*` for files that are left out. Hidden files and those that a `.gitignore`
    /// names are never read unless they are named themselves.
    #[arg(long = "glob", value_name = "GLOB", value_parser = glob)]
    pub(crate) globs: Vec<String>,
}

fn glob(text: &str) -> Result<String, String> {
    match OverrideBuilder::new("").add(text) {
        Ok(_) => Ok(text.to_owned()),
        Err(error) => Err(error.to_string()),
    }
}
