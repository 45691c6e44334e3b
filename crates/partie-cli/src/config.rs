//! `partie.toml`: how the records of a folder, and of all folders in it, are checked.
//!
//! ```toml
//! [check]
//! select = ["PGN", "FEN"]
//! ignore = ["PGN03"]
//! severity = "warning"
//! deny = "error"
//!
//! [check.per-file-ignores]
//! "archive/*.pgn" = ["PGN"]
//! ```
//!
//! The keys are the flags of `partie check`, which win. `partie serve` may have its tables
//! in the same file.

use std::{
    fs, io,
    ops::Range,
    path::{Path, PathBuf},
};

use partie_formats::Severity;
use toml::{
    Spanned,
    de::{DeArray, DeTable, DeValue},
};

use crate::{
    report::visible,
    selection::{Exempt, Selection, Selector, plain},
};

/// The name of the file.
pub(crate) const NAME: &str = "partie.toml";

/// The keys of `[check]`.
const KEYS: [&str; 5] = ["select", "ignore", "severity", "deny", "per-file-ignores"];

/// Settings of the table `[check]`.
#[derive(Debug, Default)]
pub(crate) struct CheckConfig {
    pub(crate) selection: Selection,
    pub(crate) severity: Option<Severity>,
    pub(crate) deny: Option<Severity>,
}

/// Finds the nearest `partie.toml` in a folder or its parents.
pub(crate) fn nearest(folder: &Path) -> Option<PathBuf> {
    folder.ancestors().map(|folder| folder.join(NAME)).find(|file| file.is_file())
}

/// Reads a file; the error lists all of its faults, one a line.
pub(crate) fn read(file: &Path) -> Result<CheckConfig, String> {
    let absolute = plain(&std::path::absolute(file).unwrap_or_else(|_| file.to_owned()));
    let here = std::env::current_dir().unwrap_or_default();
    let name = visible(&absolute.strip_prefix(here).unwrap_or(file).display().to_string());
    let text = fs::read_to_string(file).map_err(|error| match error.kind() {
        io::ErrorKind::NotFound => format!("{name}: file not found"),
        _ => format!("{name}: {error}"),
    })?;
    let folder = absolute.parent().unwrap_or(&absolute);
    parse(&text, folder).map_err(|faults| {
        let lines = faults.into_iter().map(|(at, fault)| {
            let (line, column) = line_and_column(&text, at.start);
            format!("{name}:{line}:{column}: {fault}")
        });
        lines.collect::<Vec<_>>().join("\n")
    })
}

/// A fault and its place, in bytes.
type ConfigError = (Range<usize>, String);

fn parse(text: &str, folder: &Path) -> Result<CheckConfig, Vec<ConfigError>> {
    let (table, broken) = DeTable::parse_recoverable(text);
    if !broken.is_empty() {
        let fault = |e: toml::de::Error| (e.span().unwrap_or(0..0), e.message().to_owned());
        return Err(broken.into_iter().map(fault).collect());
    }
    let mut config = CheckConfig::default();
    let mut faults = Vec::new();
    for (key, value) in table.get_ref() {
        let name = key.get_ref().as_ref();
        match value.get_ref() {
            DeValue::Table(check) if name == "check" => {
                read_check(check, folder, &mut config, &mut faults);
            }
            _ if name == "check" => faults.push(expected(value, "a table, `[check]`")),
            _ if KEYS.contains(&name) => {
                faults.push((key.span(), format!("`{name}` belongs to [check]")));
            }
            // Other tables are the server's.
            DeValue::Table(_) if is_like(name, "check") => {
                faults.push((key.span(), format!("unknown table [{name}]; did you mean [check]?")));
            }
            _ => {}
        }
    }
    if faults.is_empty() { Ok(config) } else { Err(faults) }
}

fn read_check(
    table: &DeTable<'_>,
    folder: &Path,
    config: &mut CheckConfig,
    faults: &mut Vec<ConfigError>,
) {
    for (key, value) in table {
        let name = key.get_ref().as_ref();
        match name {
            "select" => {
                let select = selectors(value, faults);
                if matches!(value.get_ref(), DeValue::Array(list) if list.is_empty()) {
                    faults.push((value.span(), "nothing is selected; use a code or `ALL`".into()));
                }
                config.selection.select = Some(select);
            }
            "ignore" => config.selection.ignore = selectors(value, faults),
            "severity" => config.severity = severity(value, faults),
            "deny" => config.deny = severity(value, faults),
            "per-file-ignores" => match value.get_ref() {
                DeValue::Table(files) => {
                    for (pattern, value) in files {
                        let ignore = selectors(value, faults);
                        match Exempt::new(pattern.get_ref(), folder.to_owned(), ignore) {
                            Ok(exempt) => config.selection.exempt.push(exempt),
                            Err(fault) => faults.push((pattern.span(), fault)),
                        }
                    }
                }
                _ => faults.push(expected(value, "a table of file patterns")),
            },
            _ => {
                let near = KEYS.into_iter().find(|known| is_like(name, known));
                let hint = match near {
                    Some(near) => format!("; did you mean `{near}`?"),
                    None => format!("; expected one of {}", KEYS.join(", ")),
                };
                faults.push((key.span(), format!("unknown setting `{name}` in [check]{hint}")));
            }
        }
    }
}

fn selectors(value: &Spanned<DeValue<'_>>, faults: &mut Vec<ConfigError>) -> Vec<Selector> {
    let DeValue::Array(list) = value.get_ref() else {
        faults.push(expected(value, "codes in brackets, such as [\"PGN030\"]"));
        return Vec::new();
    };
    let list: &DeArray<'_> = list;
    let mut selectors = Vec::new();
    for word in list {
        match word.get_ref() {
            DeValue::String(text) => match text.parse() {
                Ok(selector) => selectors.push(selector),
                Err(fault) => faults.push((word.span(), fault)),
            },
            _ => faults.push(expected(word, "a code in quotes, such as \"PGN030\"")),
        }
    }
    selectors
}

fn severity(value: &Spanned<DeValue<'_>>, faults: &mut Vec<ConfigError>) -> Option<Severity> {
    let found = match value.get_ref() {
        DeValue::String(text) => Severity::ALL.into_iter().find(|severity| severity.name() == text),
        _ => None,
    };
    if found.is_none() {
        let names = Severity::ALL.map(|severity| format!("\"{severity}\"")).join(", ");
        faults.push(expected(value, &format!("one of {names}")));
    }
    found
}

fn expected(value: &Spanned<DeValue<'_>>, what: &str) -> ConfigError {
    let found = match value.get_ref() {
        DeValue::String(text) => format!("\"{}\"", visible(text)),
        DeValue::Integer(number) => number.as_str().to_owned(),
        DeValue::Float(number) => number.as_str().to_owned(),
        DeValue::Boolean(truth) => truth.to_string(),
        DeValue::Datetime(time) => time.to_string(),
        DeValue::Array(_) => "an array".to_owned(),
        DeValue::Table(_) => "a table".to_owned(),
    };
    (value.span(), format!("expected {what}, but found {found}"))
}

fn is_like(name: &str, known: &str) -> bool {
    strsim::damerau_levenshtein(name, known) <= 1 + known.len() / 5
}

/// Line and column, in characters, of a place, both from 1.
fn line_and_column(text: &str, at: usize) -> (usize, usize) {
    let before = text.get(..at).unwrap_or(text);
    let line = before.matches('\n').count() + 1;
    let column = before.rsplit('\n').next().unwrap_or_default().chars().count() + 1;
    (line, column)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn faults_have_their_places() {
        for (text, place, fault) in [
            (
                "[check]\nselct = []",
                (2, 1),
                "unknown setting `selct` in [check]; did you mean `select`?",
            ),
            (
                "[check]\nselect = \"PGN\"",
                (2, 10),
                "expected codes in brackets, such as [\"PGN030\"], but found \"PGN\"",
            ),
            ("[check]\nselect = []", (2, 10), "nothing is selected; use a code or `ALL`"),
            (
                "[check]\nignore = [\n  \"PGN030\",\n  7]",
                (4, 3),
                "expected a code in quotes, such as \"PGN030\", but found 7",
            ),
            (
                "[check]\nignore = [\"QQQ\"]",
                (2, 11),
                "unknown code `QQQ`; see `partie explain` for a list",
            ),
            (
                "[check]\ndeny = \"fatal\"",
                (2, 8),
                "expected one of \"note\", \"repaired\", \"warning\", \"error\", but found \"fatal\"",
            ),
            ("[chek]\n", (1, 2), "unknown table [chek]; did you mean [check]?"),
            ("ignore = [\"PGN\"]", (1, 1), "`ignore` belongs to [check]"),
            ("check = 3", (1, 9), "expected a table, `[check]`, but found 3"),
            (
                "[check.per-file-ignores]\n\"[\" = [\"PGN\"]",
                (2, 1),
                "invalid file pattern: unclosed character class; missing ']'",
            ),
        ] {
            let faults = parse(text, Path::new("/")).expect_err(text);
            let found: Vec<_> =
                faults.into_iter().map(|(at, f)| (line_and_column(text, at.start), f)).collect();
            assert_eq!(found, [(place, fault.to_owned())], "{text}");
        }
        let torn = parse("[check\n", Path::new("/")).expect_err("torn");
        assert_eq!(line_and_column("[check\n", torn[0].0.start).0, 1);
    }

    #[test]
    fn the_server_may_share_the_file() {
        let text = "name = \"Club\"\n[listen]\ntelnet = 5000\n[check]\ndeny = \"error\"\n";
        let config = parse(text, Path::new("/")).expect("good");
        assert_eq!(config.deny, Some(Severity::Error));
    }
}
