//! Languages of pages that are read from files.

use std::{fs, path::Path};

use anyhow::{Context as _, bail};
use partie_page::{Languages, Translation};

use crate::{args::LanguageFolder, commands::print_message};

/// Number of missing words that are named.
const NAMED: usize = 8;

/// Reads the languages that an option adds.
pub(super) fn read(added: &LanguageFolder) -> anyhow::Result<Languages> {
    of_folder(added.languages.as_deref())
}

/// Reads the languages of a folder, one per `.toml` file, and adds them to the program's. Words
/// missing from a file are reported on standard error.
pub(super) fn of_folder(folder: Option<&Path>) -> anyhow::Result<Languages> {
    let mut languages = Languages::default();
    let Some(folder) = folder else { return Ok(languages) };
    let entries = fs::read_dir(folder)
        .with_context(|| format!("cannot read the languages in {}", folder.display()))?;
    let paths: Result<Vec<_>, _> = entries.map(|entry| entry.map(|entry| entry.path())).collect();
    let mut paths = paths?;
    paths.retain(|path| path.extension().is_some_and(|extension| extension == "toml"));
    paths.sort();
    if paths.is_empty() {
        bail!("expected files such as it.toml in {}, but found none", folder.display());
    }
    for path in paths {
        let text = fs::read_to_string(&path)
            .with_context(|| format!("cannot read the language {}", path.display()))?;
        let Translation { words, missing } = Translation::read(&text).map_err(|faults| {
            let faults: Vec<_> = faults.iter().map(ToString::to_string).collect();
            anyhow::anyhow!("{}: {}", path.display(), faults.join("\n  "))
        })?;
        if let [named @ .., _] = &missing[..missing.len().min(NAMED + 1)] {
            let more = if missing.len() > NAMED { ", …" } else { "" };
            let named = if more.is_empty() { &missing[..] } else { named };
            print_message(format_args!(
                "{}: {} words are missing and stay English: {}{more}",
                path.display(),
                missing.len(),
                named.join(", "),
            ));
        }
        if words.sentences().is_some() {
            print_message(format_args!(
                "{}: moves are said in English, because the table [sentences] is not complete",
                path.display()
            ));
        }
        languages = languages.with(words);
    }
    Ok(languages)
}
