//! Words of names as numbers, by which libraries find players.

use std::ops::RangeInclusive;

/// Number of letters that a number holds.
const LETTERS: usize = 8;

/// A word by its first sixteen letters: two numbers in alphabetical order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct WordKey {
    /// The first eight letters; negative if they are of a sound.
    pub(crate) first: i64,
    /// The eight letters after them.
    pub(crate) rest: i64,
}

impl WordKey {
    /// Returns the key of a folded word.
    pub(crate) fn of(word: &str) -> WordKey {
        WordKey {
            first: letters(word, 0),
            rest: letters(word.get(LETTERS..).unwrap_or_default(), 0),
        }
    }

    /// Returns the key of the [sound](crate::phonetics) of a word.
    pub(crate) fn of_sound(sound: &str) -> WordKey {
        let key = WordKey::of(sound);
        WordKey { first: !key.first, ..key }
    }
}

/// The words that have a beginning.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct BegunWords {
    /// Their first letters.
    pub(crate) first: RangeInclusive<i64>,
    /// The letters after them.
    rest: RangeInclusive<i64>,
    /// True if all words with such letters have the beginning.
    pub(crate) is_exact: bool,
}

impl BegunWords {
    /// Returns the words that begin with a folded word.
    pub(crate) fn with(beginning: &str) -> BegunWords {
        let all = |word: &str| letters(word, 0)..=letters(word, 0x7f);
        BegunWords {
            first: all(beginning),
            rest: all(beginning.get(LETTERS..).unwrap_or_default()),
            is_exact: beginning.len() <= 2 * LETTERS,
        }
    }

    /// Returns true if a word of these letters may be among them, whose first letters are.
    pub(crate) fn may_go_on(&self, rest: i64) -> bool {
        self.rest.contains(&rest)
    }
}

/// Returns the first letters of a word as a number that is not negative.
fn letters(word: &str, filler: u8) -> i64 {
    let mut letters = [filler; LETTERS];
    let length = word.len().min(LETTERS);
    letters[..length].copy_from_slice(&word.as_bytes()[..length]);
    // Folded words are ASCII.
    i64::from_be_bytes(letters) & i64::MAX
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_in_order() {
        let words = ["a", "carl", "carlsen", "carlsenmagnus", "carlsenmax", "carlso", "kasparov"];
        assert!(words.map(WordKey::of).is_sorted());
        let long = "abcdefghijklmnopq";
        for (word, beginning, is_begun) in [
            ("carlsen", "carl", true),
            ("carl", "carl", true),
            ("carlsenmagnus", "carlsenma", true),
            ("carlsenmagnus", "carlsenmax", false),
            ("carlsenm", "carlsenma", false),
            ("carlsenmagnus", "carlsenm", true),
            ("carlo", "carls", false),
            ("carm", "carl", false),
            (long, long, true),
            // The seventeenth letter is not in the key.
            (&long[..16], long, true),
        ] {
            let (begun, key) = (BegunWords::with(beginning), WordKey::of(word));
            let may_be = begun.first.contains(&key.first) && begun.may_go_on(key.rest);
            assert_eq!(may_be, is_begun, "{word} {beginning}");
            assert_eq!(begun.is_exact, beginning.len() < 17);
        }
        assert!(WordKey::of("kasparov").first > 0 && WordKey::of_sound("kasparov").first < 0);
    }
}
