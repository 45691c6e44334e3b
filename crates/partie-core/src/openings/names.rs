//! Names of openings in other languages, and other names in English.

use std::{collections::HashMap, sync::LazyLock};

use crate::Language;

/// The names, one opening or variation a line.
const TEXT: &str = include_str!("names.txt");

/// The names of an opening, or of a variation of any opening.
#[derive(Clone, Copy, Debug)]
struct OpeningNames {
    /// The English name of the list; of a variation of any opening it begins with a colon.
    english: &'static str,
    /// In German, French and Czech; of a variation without its opening.
    translations: [&'static str; 3],
    /// Others, with semicolons between them.
    others: &'static str,
}

fn rows() -> impl Iterator<Item = OpeningNames> {
    TEXT.lines().filter(|line| !line.starts_with('#')).filter_map(|line| {
        let mut cells = line.split('|');
        let mut cell = || cells.next();
        Some(OpeningNames {
            english: cell()?,
            translations: [cell()?, cell()?, cell()?],
            others: cell().unwrap_or_default(),
        })
    })
}

/// Returns the name of an opening in German, French or Czech. Variations without a translation keep
/// their English names, as do all openings in other languages.
///
/// ```
/// use partie_core::{Language, openings};
/// let name = "Sicilian Defense: Najdorf Variation, English Attack";
/// assert_eq!(
///     openings::translated(name, Language::German),
///     "Sizilianische Verteidigung: Najdorf-Variante, English Attack"
/// );
/// assert_eq!(openings::translated(name, Language::Polish), name);
/// ```
#[must_use]
pub fn translated(name: &str, language: Language) -> String {
    static NAMES: LazyLock<HashMap<&str, [&str; 3]>> =
        LazyLock::new(|| rows().map(|row| (row.english, row.translations)).collect());
    let column = match language {
        Language::German => 0,
        Language::French => 1,
        Language::Czech => 2,
        _ => return name.to_owned(),
    };
    let named = |key: &str| NAMES.get(key).map(|names| names[column]);
    let (family, variations) = match name.split_once(": ") {
        Some((family, rest)) => (family, rest.split(", ").collect()),
        None => (name, Vec::new()),
    };
    let (main, condition) = match family.split_once(", ") {
        Some((main, rest)) if named(family).is_none() => (main, Some(rest)),
        _ => (family, None),
    };
    let mut out = named(main).unwrap_or(main).to_owned();
    out.extend(condition.iter().flat_map(|rest| [", ", rest]));
    for (index, variation) in variations.into_iter().enumerate() {
        out += if index > 0 {
            ", "
        } else if language == Language::French {
            "\u{a0}: "
        } else {
            ": "
        };
        // Some variations are called otherwise in one opening.
        let own = named(&format!("{main}: {variation}"));
        out += own.or_else(|| named(&format!(": {variation}"))).unwrap_or(variation);
    }
    out
}

/// Returns the English names, of openings or after a colon of variations, that have another name with a
/// text in it. The function folds names and is given the text folded.
#[must_use]
pub fn known_as(part: &str, fold: impl Fn(&str) -> String) -> Vec<&'static str> {
    let has = |name: &&str| !name.is_empty() && fold(name).contains(part);
    let is_called = |row: &OpeningNames| {
        row.translations.iter().any(has) || row.others.split("; ").any(|name| has(&name))
    };
    if part.is_empty() {
        return Vec::new();
    }
    rows().filter(is_called).map(|row| row.english).collect()
}

/// Returns true if an opening, by its name in the list, is one of an English name of [`known_as`].
#[must_use]
pub fn is_one_of(name: &str, english: &str) -> bool {
    if let Some(variation) = english.strip_prefix(": ") {
        let variations = name.split_once(": ").map_or("", |(_, rest)| rest);
        return variations.split(", ").any(|part| part == variation);
    }
    if let Some((family, variation)) = english.split_once(": ") {
        let rest = name.strip_prefix(family).and_then(|rest| rest.split_once(": "));
        return rest.is_some_and(|(condition, rest)| {
            (condition.is_empty() || condition.starts_with(", "))
                && rest.split(", ").any(|part| part == variation)
        });
    }
    let rest = name.strip_prefix(english);
    rest.is_some_and(|rest| rest.is_empty() || rest.starts_with([':', ',']))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::openings::lines;

    #[test]
    fn every_name_is_that_of_an_opening() {
        let mut count = 0;
        for row in rows() {
            let is_known = lines().any(|line| is_one_of(line.opening.name, row.english));
            assert!(is_known, "{}", row.english);
            assert!(row.translations.iter().all(|name| !name.is_empty()), "{}", row.english);
            count += 1;
        }
        assert!(count >= 190, "{count}");
    }

    #[test]
    fn names_in_languages() {
        for (name, language, expected) in [
            ("Petrov's Defense", Language::German, "Russische Verteidigung"),
            (
                "Ruy Lopez: Exchange Variation",
                Language::French,
                "Partie espagnole\u{a0}: variante d’échange",
            ),
            (
                "Grünfeld Defense: Russian Variation, Smyslov Variation",
                Language::German,
                "Grünfeld-Indische Verteidigung: Russisches System, Smyslov Variation",
            ),
            (
                "Queen's Gambit Declined: Russian Variation",
                Language::German,
                "Abgelehntes Damengambit: Russische Variante",
            ),
            ("Sicilian Defense: Closed", Language::Czech, "Sicilská obrana: zavřená varianta"),
            ("King's Gambit Accepted", Language::Czech, "Přijatý královský gambit"),
            ("London System, with Be2", Language::German, "Londoner System, with Be2"),
            ("Bongcloud Attack", Language::German, "Bongcloud Attack"),
        ] {
            assert_eq!(translated(name, language), expected);
        }
    }

    #[test]
    fn other_names_are_found() {
        let fold = |name: &str| name.to_lowercase();
        assert_eq!(known_as("petroff", fold), ["Petrov's Defense"]);
        assert_eq!(known_as("sveshnikov", fold), [": Lasker-Pelikan Variation"]);
        assert_eq!(known_as("abtauschvariante", fold), [": Exchange Variation"]);
        assert_eq!(known_as("closed sicilian", fold), ["Sicilian Defense: Closed"]);
        assert!(is_one_of("Sicilian Defense: Closed, Traditional", "Sicilian Defense: Closed"));
        assert!(!is_one_of("Ruy Lopez: Closed", "Sicilian Defense: Closed"));
        assert!(!is_one_of("Ruy Lopez: Closed, Martinez Variation", "Ruy Lopez: Open"));
        assert_eq!(known_as("", fold), Vec::<&str>::new());
        assert!(is_one_of(
            "Sicilian Defense: Lasker-Pelikan Variation, Bird Variation",
            ": Lasker-Pelikan Variation"
        ));
        assert!(is_one_of("Petrov's Defense: Classical Attack", "Petrov's Defense"));
        assert!(!is_one_of("King's Gambit Accepted", "King's Gambit"));
    }
}
