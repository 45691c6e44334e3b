//! Openings of games, and openings by code or name.

use std::sync::LazyLock;

use partie_core::{
    Position, Variant,
    openings::{self, Opening},
};

use crate::game::line::Played;

/// Returns the opening of a line of moves, and the number of plies after which its position stood
/// there.
pub(crate) fn of_line(start: &Position, line: &[Played]) -> Option<(Opening, usize)> {
    (*start == Position::start(Variant::Standard))
        .then(|| openings::last_of(line.iter().map(|played| played.ply)))?
}

/// Returns the openings of a code, or of all codes that begin with a letter and a digit.
pub(crate) fn of_code(code: &str) -> Vec<Opening> {
    let code = code.to_ascii_uppercase();
    ALL.iter()
        .map(|(opening, _)| *opening)
        .filter(|opening| opening.code.starts_with(&code))
        .collect()
}

/// Returns the openings with a text in their names, regardless of case and diacritics.
pub(crate) fn with_name(text: &str) -> Vec<Opening> {
    let text = folded(text);
    ALL.iter().filter(|(_, name)| name.contains(&text)).map(|(opening, _)| *opening).collect()
}

/// All openings by their codes, with their folded names.
static ALL: LazyLock<Vec<(Opening, String)>> = LazyLock::new(|| {
    let mut all: Vec<_> = openings::lines().map(|line| line.opening).collect();
    // Some have several lines, which stand together.
    all.dedup();
    all.into_iter().map(|opening| (opening, folded(opening.name))).collect()
});

/// Folds a text to lower case without diacritics.
fn folded(text: &str) -> String {
    let plain = |c: char| match c {
        'ä' | 'á' => 'a',
        'č' | 'ć' => 'c',
        'é' => 'e',
        'ö' | 'ó' | 'ø' => 'o',
        'ü' | 'ú' => 'u',
        'ý' => 'y',
        c => c,
    };
    text.to_lowercase().chars().map(plain).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_can_be_typed_in_ascii() {
        for line in openings::lines() {
            let name = line.opening.name;
            assert!(folded(name).is_ascii(), "{name}");
            assert!(with_name(&folded(name)).contains(&line.opening), "{name}");
        }
    }

    #[test]
    fn codes_and_their_beginnings() {
        let mut all: Vec<_> = ALL.iter().map(|(opening, _)| (opening.code, opening.name)).collect();
        all.sort_unstable();
        assert!(all.windows(2).all(|two| two[0] != two[1]), "an opening stands there twice");
        assert!(of_code("b90").iter().all(|opening| opening.code == "B90"));
        assert!(of_code("B9").len() > of_code("B90").len());
        assert_eq!(of_code("F1"), []);
    }
}
