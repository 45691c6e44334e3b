//! Words of names as numbers, by which libraries find players.

/// Number of letters that a key holds.
const LETTERS: usize = 8;

/// Returns the key of a folded word: its first eight letters, as a number in alphabetical order. It is
/// not negative.
pub(crate) fn word_key(word: &str) -> i64 {
    key(word, 0)
}

/// Returns the last key of a word that begins with this one.
pub(crate) fn last_word_key(word: &str) -> i64 {
    key(word, 0x7f)
}

/// Returns the key of the [sound](crate::phonetics) of a word, which is negative.
pub(crate) fn sound_key(sound: &str) -> i64 {
    !key(sound, 0)
}

fn key(word: &str, filler: u8) -> i64 {
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
        let words = ["a", "carl", "carlsen", "carlsenmagnus", "carlso", "kasparov"];
        assert!(words.map(word_key).is_sorted() && word_key("a") > 0);
        assert_eq!(word_key("carlsenm"), word_key("carlsenmagnus"));
        for (word, beginning, is_begun) in [
            ("carlsen", "carl", true),
            ("carl", "carl", true),
            ("carlsenmagnus", "carlsenma", true),
            ("carlo", "carls", false),
            ("carm", "carl", false),
        ] {
            let keys = word_key(beginning)..=last_word_key(beginning);
            assert_eq!(keys.contains(&word_key(word)), is_begun, "{word} {beginning}");
        }
        assert!(sound_key("kasparov") < 0);
    }
}
