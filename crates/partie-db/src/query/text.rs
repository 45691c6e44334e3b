//! Words of records, in any spelling.

use std::sync::LazyLock;

use partie_core::openings;
use regex::{Regex, RegexBuilder};

use super::ParseError;
use crate::{
    columns,
    folding::{folded, without_apostrophes},
    phonetics::{may_sound_alike, phonetics},
    word_key::{BegunWords, WordKey},
};

/// Returns the words of a name, folded; any character except letters, digits and apostrophes
/// (`O'Kelly`) separates words.
pub(crate) fn words(name: &str) -> Vec<String> {
    folded(&without_apostrophes(name))
        .split(|c: char| !c.is_ascii_alphanumeric())
        .filter(|w| !w.is_empty())
        .map(str::to_owned)
        .collect()
}

/// Condition on a text.
#[derive(Clone, Debug)]
pub enum Text {
    /// A part of it, in any spelling.
    Part(String),
    /// Case-insensitive regular expression.
    Regex(Regex),
}

impl Text {
    /// A plain text, or a regular expression.
    ///
    /// # Errors
    ///
    /// A regular expression that is none.
    pub fn new(pattern: &str, regex: bool) -> Result<Text, ParseError> {
        if !regex {
            return Ok(Text::Part(folded(pattern)));
        }
        RegexBuilder::new(pattern)
            .case_insensitive(true)
            .build()
            .map(Text::Regex)
            .map_err(|e| e.to_string().into())
    }

    /// Returns true if it can be in a comment of clocks and evaluations alone, such as
    /// `[%eval 0.17] [%clk 0:03:00]`.
    pub(crate) fn may_be_in_commands(&self) -> bool {
        match self {
            Text::Part(part) => part.bytes().all(|b| b"[%evalclkmt #-:.] 0123456789".contains(&b)),
            Text::Regex(_) => true,
        }
    }

    /// Returns true if it can be in no other parts of a PGN text than values of tags, names of rare
    /// tags, and comments: it has a letter that neither moves nor names of usual tags have, and no sign
    /// that belongs to the format.
    pub(crate) fn is_in_values_only(&self) -> bool {
        static NAMES: LazyLock<String> =
            LazyLock::new(|| columns::tag_names().map(folded).collect::<Vec<_>>().join("\n"));
        let Text::Part(part) = self else { return false };
        let is_in_moves =
            |b: u8| matches!(b, b'a'..=b'h') || b"knopqrx0123456789 .+#=-!?$()/*@~".contains(&b);
        let is_of_format = |b: u8| b"\"[]{}\\%;\n\r\t".contains(&b);
        !part.bytes().all(is_in_moves)
            && !part.bytes().any(is_of_format)
            && !NAMES.contains(&**part)
    }

    /// Returns true if it is all of a text, in any spelling; never of a regular expression.
    #[must_use]
    pub fn is_all_of(&self, text: &str) -> bool {
        matches!(self, Text::Part(part) if folded(text) == *part)
    }

    /// Returns true if it is in a text.
    #[must_use]
    pub fn is_in(&self, text: &str) -> bool {
        match self {
            Text::Part(part) => {
                let rare = rarest(part.as_bytes());
                let may_be = !text.is_ascii()
                    || rare.is_none_or(|rare| {
                        memchr::memchr2(rare, rare.to_ascii_uppercase(), text.as_bytes()).is_some()
                    });
                may_be && folded(text).contains(part.as_str())
            }
            Text::Regex(regex) => regex.is_match(text),
        }
    }
}

/// Returns the letter of a folded text that is rarest in others.
fn rarest(part: &[u8]) -> Option<u8> {
    // From the most frequent one on; the rest is rarer.
    const FREQUENT: &[u8] = b" eainorstlhdcmukgpbyvfwz0123456789.,-";
    let frequency =
        |byte: &u8| FREQUENT.iter().position(|other| other == byte).unwrap_or(FREQUENT.len());
    part.iter().copied().max_by_key(frequency)
}

/// Condition on the name of an opening, in English or by another of its names: `Petroff`, `Sizilianisch`.
#[derive(Clone, Debug)]
pub struct OpeningName {
    text: Text,
    /// English names that have another name with the text in it.
    english: Vec<&'static str>,
}

impl OpeningName {
    /// A plain text, or a regular expression, which looks at English names only.
    ///
    /// # Errors
    ///
    /// A regular expression that is none.
    pub fn new(pattern: &str, regex: bool) -> Result<OpeningName, ParseError> {
        let text = Text::new(pattern.trim(), regex)?;
        let english = match &text {
            Text::Part(part) => openings::known_as(part, folded),
            Text::Regex(_) => Vec::new(),
        };
        Ok(OpeningName { text, english })
    }

    /// Returns true if it is another name of some opening than the English one.
    pub(crate) fn is_other_name(&self) -> bool {
        !self.english.is_empty()
    }

    /// Returns true if an opening has the name.
    #[must_use]
    pub fn is_in(&self, name: &str) -> bool {
        self.text.is_in(name) || self.english.iter().any(|one| openings::is_one_of(name, one))
    }
}

/// Condition on a player's name.
#[derive(Clone, Debug)]
pub enum Name {
    /// The words of a name in any order, each perhaps only begun or in another transliteration.
    NameWords(Vec<NameWord>),
    /// Case-insensitive regular expression.
    Regex(Text),
}

/// Word of a name.
#[derive(Clone, Debug)]
pub struct NameWord {
    /// The word, folded.
    word: String,
    sound: String,
}

impl NameWord {
    /// Returns true if it is the beginning of a folded word, or sounds like it. Short words sound like
    /// too many others: Lee and Le.
    fn means(&self, found: &str) -> bool {
        found.starts_with(self.word.as_str())
            || has_sound(&self.word, &self.sound)
                && found.len() > 3
                && may_sound_alike(&self.word, found)
                && phonetics(found) == self.sound
    }
}

/// Keys by which an index finds names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct NameKeys {
    /// Words that begin with a word.
    pub(crate) begun: BegunWords,
    /// The key of its sound.
    pub(crate) sound: Option<WordKey>,
    /// The key of its initial, which may stand for it beside other words.
    pub(crate) initial: Option<WordKey>,
}

/// Returns the keys by which a name is found.
pub(crate) fn keys_of(name: &str) -> Vec<WordKey> {
    let mut keys = Vec::new();
    for word in words(name) {
        keys.push(WordKey::of(&word));
        let sound = phonetics(&word);
        if has_sound(&word, &sound) {
            keys.push(WordKey::of_sound(&sound));
        }
    }
    keys.sort_unstable();
    keys.dedup();
    keys
}

/// Returns true if words may sound like one; short words sound like too many others.
fn has_sound(word: &str, sound: &str) -> bool {
    word.len() > 3 && sound.len() > 2
}

impl Name {
    /// Returns keys for each word but initials: a name that is meant has one of the keys of each word.
    /// None of a regular expression, and of initials alone. True if all words have keys.
    pub(crate) fn keys(&self) -> (Vec<NameKeys>, bool) {
        let Name::NameWords(wanted) = self else { return (Vec::new(), false) };
        let words = || wanted.iter().filter(|NameWord { word, .. }| word.len() > 1);
        let has_others = words().nth(1).is_some();
        let keys = words().map(|NameWord { word, sound }| NameKeys {
            begun: BegunWords::with(word),
            sound: has_sound(word, sound).then(|| WordKey::of_sound(sound)),
            initial: has_others.then(|| WordKey::of(&word[..1])),
        });
        let keys: Vec<_> = keys.collect();
        let has_all = keys.len() == wanted.len();
        (keys, has_all)
    }

    /// A name in any spelling, or a regular expression.
    ///
    /// # Errors
    ///
    /// A pattern without a word, or a regular expression that is none.
    pub fn new(pattern: &str, regex: bool) -> Result<Name, ParseError> {
        if regex {
            return Text::new(pattern, true).map(Name::Regex);
        }
        let words = words(pattern);
        if words.is_empty() {
            return Err("expected a name or part of one".into());
        }
        let words = words.into_iter().map(|word| NameWord { sound: phonetics(&word), word });
        Ok(Name::NameWords(words.collect()))
    }

    /// Returns true if a name is meant: each word in any transliteration, or its beginning. An initial
    /// stands for a name if another word agrees.
    pub(crate) fn means(&self, name: &str) -> bool {
        let wanted = match self {
            Name::Regex(text) => return text.is_in(name),
            Name::NameWords(wanted) => wanted,
        };
        let found = words(name);
        let mut begun = false;
        let all = wanted.iter().all(|w| {
            let whole = found.iter().any(|f| w.means(f));
            begun |= whole && w.word.len() > 1;
            whole || found.iter().any(|f| f.len() == 1 && w.word.starts_with(f.as_str()))
        });
        all && (begun || wanted.iter().all(|w| w.word.len() == 1))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spellings_of_a_text() {
        for (one, other) in [
            ("Müller", "MUELLER"),
            ("Müller", "Muller"),
            ("Réti, Richard", "reti, richard"),
            ("Najdorf", "NAJDORF"),
            ("Łódź", "lodz"),
            ("Šachmatai", "sachmatai"),
            ("Каспаров", "kasparov"),
        ] {
            assert_eq!(folded(one), folded(other));
        }
        assert!(Text::new("reti", false).expect("plain").is_in("Grünfeld–Réti"));
        let regex = Text::new("^r.ti$", true).expect("a regular expression");
        assert!(regex.is_in("Réti") && !regex.is_in("Réti, Richard"));
        assert!(Text::new("(", true).is_err());
    }

    #[test]
    fn spellings_of_a_name() {
        for (wanted, name, means) in [
            ("Kasparov", "Kasparov, Garry", true),
            ("kaspar", "Garry Kasparov", true),
            ("Garry Kasparov", "Kasparov,Garry", true),
            ("Kasparov, Garry", "Kasparov, G.", true),
            ("Kasparov, G", "Kasparov, Garry", true),
            ("Kasparov, Garry", "Kasparov, Sergey", false),
            ("Kasparov, Garry", "Kasparov", false),
            ("Kasparov, Garry", "G., K.", false),
            ("o'kelly", "OKelly de Galway, A", true),
            ("Müller", "Mueller, Karsten", true),
            ("sparov", "Kasparov", false),
            ("Korchnoi, Viktor", "Kortschnoj, Victor", true),
            ("Yusupov", "Jussupow, Artur", true),
            ("Garry Kasparov", "Kasparow, G", true),
            ("Karpov", "Kasparov", false),
            ("Lee", "Le, Quang Liem", false),
            ("Zzzz", "Mammadov,Z", false),
            ("Zhou", "Zhu,Jiner", false),
            ("Kuhn", "Fang,Kun", false),
            ("Nunn", "Nun, Josef", false),
            ("Ivanova", "Ivanov", false),
            ("Hubner", "Hübner, Robert", true),
        ] {
            let wanted = Name::new(wanted, false).expect(wanted);
            assert_eq!(wanted.means(name), means, "{wanted:?} {name}");
        }
        assert!(Name::new("^kasp.*y$", true).expect("regex").means("Kasparov, Garry"));
        assert!(Name::new(" , ", false).is_err());
    }
}
