//! Selection of the files of a folder.

use clap::Args;
use ignore::overrides::OverrideBuilder;

/// Selection of the files of a directory.
#[derive(Clone, Debug, Default, Args)]
pub(crate) struct Folders {
    /// Read files that match this pattern in directories, instead of known extensions
    ///
    /// Patterns are those of `.gitignore`: `*.html` in any directory, `/2024/**` from the given
    /// directory down, `!draft*` to exclude. Hidden files and files excluded by a `.gitignore` are
    /// only read if they are given by name.
    #[arg(long = "glob", value_name = "GLOB", value_parser = glob)]
    pub(crate) globs: Vec<String>,
}

fn glob(text: &str) -> Result<String, String> {
    match OverrideBuilder::new("").add(text) {
        Ok(_) => Ok(text.to_owned()),
        Err(error) => Err(error.to_string()),
    }
}
