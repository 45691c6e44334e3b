//! Words of the command line that are short for others, or were options under another name.
//!
//! The other options distinguish an old name from its new meaning.

use std::ffi::{OsStr, OsString};

use partie_db::query::Codes;

/// Rewrites `head -5` as `head -n5`, and likewise for the other commands with a number of games, and
/// old options of which the names were given away: `convert --eco`, `merge --plies 20`,
/// `db explore --color never`.
pub(super) fn rewritten(mut words: Vec<OsString>) -> Vec<OsString> {
    let named = words.iter().skip(1).filter_map(|word| word.to_str());
    // The option of all commands may stand before them.
    let named = named.filter(|word| !["-q", "--quiet"].contains(word));
    let named: Vec<&str> = named.take(2).collect();
    let rewrite: fn(&str, Option<&OsStr>) -> Option<String> = match named[..] {
        ["head" | "tail" | "sample", ..] | ["db", "explore"] => count_or_colors,
        ["convert", ..] => add_eco,
        ["merge", ..] | ["book", "make"] => depth,
        _ => return words,
    };
    let end = words.iter().position(|word| *word == "--").unwrap_or(words.len());
    for at in 2..end {
        let (word, next) = words[at..].split_first().expect("at is smaller than the length");
        let new = word.to_str().and_then(|word| rewrite(word, next.first().map(AsRef::as_ref)));
        if let Some(new) = new {
            words[at] = new.into();
        }
    }
    words
}

fn is_number(word: &str) -> bool {
    !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_digit())
}

/// A number alone is one of games, and `--color` with a word that is no side chooses colours.
fn count_or_colors(word: &str, next: Option<&OsStr>) -> Option<String> {
    if let Some(digits) = word.strip_prefix('-').filter(|digits| is_number(digits)) {
        return Some(format!("-n{digits}"));
    }
    let is_side = |side: &str| side == "white" || side == "black";
    match word.strip_prefix("--color")? {
        "" if next.is_some_and(|next| !next.to_str().is_some_and(is_side)) => {
            Some("--colors".to_owned())
        }
        value if value.strip_prefix('=').is_some_and(|value| !is_side(value)) => {
            Some(format!("--colors{value}"))
        }
        _ => None,
    }
}

/// `--eco` without codes adds tags.
fn add_eco(word: &str, next: Option<&OsStr>) -> Option<String> {
    match word.strip_prefix("--eco")? {
        "" => {
            let has_codes =
                next.and_then(OsStr::to_str).is_some_and(|next| next.parse::<Codes>().is_ok());
            (!has_codes).then(|| "--add-eco".to_owned())
        }
        value @ ("=missing" | "=replace") => Some(format!("--add-eco{value}")),
        _ => None,
    }
}

/// `--plies` with a number alone cuts games.
fn depth(word: &str, next: Option<&OsStr>) -> Option<String> {
    match word.strip_prefix("--plies")? {
        "" => next
            .and_then(OsStr::to_str)
            .filter(|next| is_number(next))
            .map(|_| "--depth".to_owned()),
        value => {
            let digits = value.strip_prefix('=').filter(|digits| is_number(digits))?;
            Some(format!("--depth={digits}"))
        }
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn words_that_stand_for_others() {
        for (typed, meant) in [
            ("head -5 a.pgn", "head -n5 a.pgn"),
            ("tail a.pgn -10", "tail a.pgn -n10"),
            ("head - -5", "head - -n5"),
            ("head -- -5", "head -- -5"),
            ("head -5x", "head -5x"),
            ("check -5", "check -5"),
            ("convert a.pgn --eco -o b.pgn", "convert a.pgn --add-eco -o b.pgn"),
            ("convert --eco a.pgn", "convert --add-eco a.pgn"),
            ("convert a.pgn --eco=replace", "convert a.pgn --add-eco=replace"),
            ("convert a.pgn --eco B33", "convert a.pgn --eco B33"),
            ("convert a.pgn --eco=B20..B99", "convert a.pgn --eco=B20..B99"),
            ("-q convert --eco a.pgn", "-q convert --add-eco a.pgn"),
            ("--quiet head -5 a.pgn", "--quiet head -n5 a.pgn"),
            ("db -q explore l -5", "db -q explore l -n5"),
            ("grep --eco -o b.pgn", "grep --eco -o b.pgn"),
            ("merge a.pgn --plies 20", "merge a.pgn --depth 20"),
            ("merge a.pgn --plies 20..", "merge a.pgn --plies 20.."),
            ("book make a.pgn --plies=24", "book make a.pgn --depth=24"),
            ("db explore l --color never", "db explore l --colors never"),
            ("db explore l --color=16 e4", "db explore l --colors=16 e4"),
            ("db explore l --player x --color white", "db explore l --player x --color white"),
        ] {
            let words = format!("partie {typed}").split(' ').map(Into::into).collect();
            let words = super::rewritten(words).join(" ".as_ref());
            assert_eq!(words.to_str(), Some(format!("partie {meant}").as_str()));
        }
    }
}
