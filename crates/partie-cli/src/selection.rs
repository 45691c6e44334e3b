//! Selection of diagnostics: codes, prefixes of codes, and exempt files.
//!
//! The rules are those of ruff's `--select` and `--ignore`: a selector is a prefix of codes, the
//! longest one that matches a code decides, and `ignore` wins a tie.

use std::{
    collections::BTreeSet,
    path::{Component, Path, PathBuf},
    str::FromStr,
    sync::Arc,
};

use globset::{GlobBuilder, GlobMatcher};
use partie_formats::{Code, Severity};
use partie_records::codes;

/// Minimum similarity of a known code that is suggested for an unknown one.
const LIKENESS: f64 = 0.8;

/// A code (`PGN030`), a family of codes (`PGN03`, `PGN`), the name of a code, or `ALL`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Selector {
    /// The beginning of codes; `ALL` is the empty one.
    Prefix(String),
    /// The name of a code, which several formats may use.
    Name(String),
}

impl Selector {
    /// Returns the length of the match, if the selector matches the code.
    fn fit(&self, code: &Code) -> Option<usize> {
        match self {
            Selector::Prefix(prefix) => code.id.starts_with(prefix).then_some(prefix.len()),
            Selector::Name(name) => (code.name == name).then_some(code.id.len()),
        }
    }

    /// Returns true if it fits a code and names no family.
    fn names(&self, code: &Code) -> bool {
        self.fit(code) == Some(code.id.len())
    }
}

impl FromStr for Selector {
    type Err = String;

    fn from_str(word: &str) -> Result<Selector, String> {
        if word.eq_ignore_ascii_case("all") {
            return Ok(Selector::Prefix(String::new()));
        }
        let (prefix, name) = (word.to_ascii_uppercase(), word.to_ascii_lowercase());
        let known = |selector: &Selector| codes::all().iter().any(|c| selector.fit(c).is_some());
        [Selector::Prefix(prefix), Selector::Name(name)]
            .into_iter()
            .filter(|_| !word.is_empty())
            .find(known)
            .ok_or_else(|| unknown_code(word))
    }
}

/// A list of selectors and their exceptions.
#[derive(Clone, Debug, Default)]
pub(crate) struct Selection {
    /// Selected codes; `None` for all.
    pub(crate) select: Option<Vec<Selector>>,
    /// Ignored codes.
    pub(crate) ignore: Vec<Selector>,
    /// Additional codes ignored in some files.
    pub(crate) exempt: Vec<Exempt>,
    /// Codes below this severity count only if they are selected one by one.
    pub(crate) floor: Option<Severity>,
}

impl Selection {
    /// The codes that count in a file.
    pub(crate) fn codes(&self, file: &Path) -> Codes {
        let exempt: Vec<_> =
            self.exempt.iter().filter(|e| e.covers(file)).flat_map(|e| &e.ignore).collect();
        let all = self.select.is_none() && self.ignore.is_empty() && self.floor.is_none();
        if all && exempt.is_empty() {
            return Codes(None);
        }
        let wanted = |code: &Code| {
            let selected = match &self.select {
                None => Some(0),
                Some(select) => closest(select, code),
            };
            selected
                .is_some_and(|fit| closest(&self.ignore, code).is_none_or(|ignored| fit > ignored))
                && !exempt.iter().any(|s| s.fit(code).is_some())
                && (self.floor.is_none_or(|floor| code.severity >= floor) || self.names(code))
        };
        let ids = codes::all().into_iter().filter(|code| wanted(code)).map(|code| code.id);
        Codes(Some(Arc::new(ids.collect())))
    }

    /// The lowest severity among the codes that are selected one by one.
    pub(crate) fn lowest_named(&self) -> Option<Severity> {
        codes::all().into_iter().filter(|c| self.names(c)).map(|code| code.severity).min()
    }

    fn names(&self, code: &Code) -> bool {
        self.select.iter().flatten().any(|selector| selector.names(code))
    }
}

/// Returns the length of the longest match of some selectors.
fn closest(selectors: &[Selector], code: &Code) -> Option<usize> {
    selectors.iter().filter_map(|selector| selector.fit(code)).max()
}

/// Selectors that are ignored in files of a pattern.
#[derive(Clone, Debug)]
pub(crate) struct Exempt {
    pattern: GlobMatcher,
    /// The folder from which the pattern counts.
    folder: PathBuf,
    ignore: Vec<Selector>,
}

impl Exempt {
    /// Reads a pattern: `old.pgn` (in any folder), `archive/*.pgn`, `archive/**`.
    pub(crate) fn new(
        pattern: &str,
        folder: PathBuf,
        ignore: Vec<Selector>,
    ) -> Result<Exempt, String> {
        let pattern = GlobBuilder::new(pattern).literal_separator(true).build();
        let pattern = pattern.map_err(|e| format!("invalid file pattern: {}", e.kind()))?;
        Ok(Exempt { pattern: pattern.compile_matcher(), folder, ignore })
    }

    fn covers(&self, file: &Path) -> bool {
        if !self.pattern.glob().glob().contains('/') {
            return file.file_name().is_some_and(|name| self.pattern.is_match(name));
        }
        let Ok(file) = std::path::absolute(file) else { return false };
        plain(&file).strip_prefix(&self.folder).is_ok_and(|file| self.pattern.is_match(file))
    }
}

/// A path without `..`, as it is spelled.
pub(crate) fn plain(path: &Path) -> PathBuf {
    path.components().fold(PathBuf::new(), |mut plain, part| {
        if part == Component::ParentDir {
            plain.pop();
        } else {
            plain.push(part);
        }
        plain
    })
}

/// The codes that count; `None`: all.
#[derive(Clone, Debug, Default)]
pub(crate) struct Codes(Option<Arc<BTreeSet<&'static str>>>);

impl Codes {
    /// Returns true if a code counts.
    pub(crate) fn has(&self, code: &Code) -> bool {
        self.0.as_ref().is_none_or(|ids| ids.contains(code.id))
    }
}

/// Returns the error for an unknown code, with similar ones.
pub(crate) fn unknown_code(word: &str) -> String {
    let mut near: Vec<_> = codes::all()
        .into_iter()
        .map(|code| {
            let id = strsim::jaro_winkler(code.id, &word.to_uppercase());
            let name = strsim::jaro_winkler(code.name, &word.to_lowercase());
            (id.max(name), code)
        })
        .filter(|(likeness, _)| *likeness >= LIKENESS)
        .collect();
    near.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.id.cmp(b.1.id)));
    let near: Vec<_> =
        near.iter().take(3).map(|(_, code)| format!("{} ({})", code.id, code.name)).collect();
    let hint = if near.is_empty() {
        "see `partie explain` for a list".to_owned()
    } else {
        format!("did you mean {}?", near.join(", "))
    };
    format!("unknown code `{}`; {hint}", crate::report::visible(word))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn selectors(words: &str) -> Vec<Selector> {
        words.split_whitespace().map(|w| w.parse().expect(w)).collect()
    }

    #[test]
    fn the_closest_selector_decides() {
        for (select, ignore, code, wanted) in [
            ("", "", "PGN030", true),
            ("PGN", "", "PGN030", true),
            ("PGN", "", "FEN001", false),
            ("PGN03", "", "PGN030", true),
            ("PGN03", "", "PGN020", false),
            ("pgn030", "", "PGN030", true),
            ("illegal-move", "", "PGN030", true),
            ("PGN", "PGN03", "PGN030", false),
            ("PGN030", "PGN03", "PGN030", true),
            ("PGN030", "PGN", "PGN030", true),
            ("PGN030", "PGN", "PGN020", false),
            ("PGN030", "PGN030", "PGN030", false),
            ("ALL", "PGN", "FEN001", true),
            ("ALL", "PGN", "PGN030", false),
            ("", "PGN030", "PGN030", false),
            ("PGN", "ALL", "PGN030", true),
        ] {
            let selection = Selection {
                select: Some(selectors(select)).filter(|s| !s.is_empty()),
                ignore: selectors(ignore),
                ..Selection::default()
            };
            let code = codes::find(code).expect(code);
            let found = selection.codes(Path::new("games.pgn")).has(code);
            assert_eq!(found, wanted, "--select {select} --ignore {ignore}: {}", code.id);
        }
    }

    #[test]
    fn unknown_selectors() {
        for word in ["", "XYZ", "PGN0300", "P GN"] {
            assert!(word.parse::<Selector>().is_err(), "{word}");
        }
        let hint = "PGM030".parse::<Selector>().expect_err("no such code");
        assert!(hint.contains("PGN030"), "{hint}");
    }

    #[test]
    fn files_that_are_exempt() {
        for (pattern, file, exempt) in [
            ("old.pgn", "old.pgn", true),
            ("old.pgn", "deep/below/old.pgn", true),
            ("*.pgn", "deep/games.pgn", true),
            ("archive/*.pgn", "archive/old.pgn", true),
            ("archive/*.pgn", "./archive/../archive/old.pgn", true),
            ("archive/*.pgn", "archive/1990/old.pgn", false),
            ("archive/**", "archive/1990/old.pgn", true),
            ("archive/*.pgn", "old.pgn", false),
        ] {
            let folder = std::env::current_dir().expect("a folder");
            let rule = Exempt::new(pattern, folder, Vec::new()).expect(pattern);
            assert_eq!(rule.covers(Path::new(file)), exempt, "{pattern} and {file}");
        }
        assert!(Exempt::new("a[", PathBuf::new(), Vec::new()).is_err());
    }
}
