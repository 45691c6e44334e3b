//! Players' names in their parts.

use super::country::is_country;
use crate::query::folded;

/// A player's name. Where the order of its words is not certain there are two readings.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct PlayerName {
    /// The ways in which it may be read.
    pub(super) readings: Vec<Reading>,
    /// `Jr` or `Sr`, `II` or `III`, `b`.
    pub(super) generation: Option<Generation>,
    /// All words of all names, folded and sorted.
    pub(super) words: Vec<String>,
    /// Family name and given names are parted by a comma.
    pub(super) comma: bool,
    /// True if a title, country or number was removed.
    pub(super) adorned: bool,
}

/// Family name and given names, folded.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Reading {
    /// The family name, in one piece.
    pub(super) family: String,
    /// The first word of the family name, if it has several.
    pub(super) first: Option<String>,
    /// The given names.
    pub(super) given: Vec<Given>,
}

/// A given name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Given {
    /// The name, or its beginning.
    pub(super) word: String,
    /// True if it is certainly not the complete name: a letter, or a word with a full stop.
    pub(super) short: bool,
}

impl Given {
    /// Returns true if it may be the beginning of a name.
    pub(super) fn is_short(&self) -> bool {
        self.short || self.word.len() < 3
    }
}

/// Suffix that distinguishes players of the same name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Generation {
    Senior,
    Junior,
    Third,
    /// Lower-case letter that distinguishes players of the same name: `Li, Chao b`.
    Letter(u8),
}

/// Titles, which are not part of a name. Players' titles only count in capitals.
const TITLES: &[&str] = &["GM", "IM", "FM", "CM", "NM", "WGM", "WIM", "WFM", "WCM", "WNM", "LM"];
const FORMS_OF_ADDRESS: &[&str] = &["dr", "prof", "mr", "mrs", "ms", "sir", "rev"];

/// Words that begin a family name of several words.
const PARTICLES: &[&str] = &[
    "al", "bin", "da", "dal", "de", "del", "della", "den", "der", "di", "dos", "du", "el", "la",
    "le", "san", "st", "ten", "ter", "van", "von", "zu",
];

impl PlayerName {
    /// Reads a name; `None` for names of accounts and programs.
    pub(super) fn parse(text: &str) -> Option<PlayerName> {
        let (plain, bracketed) = without_brackets(text);
        let (before, after) = match plain.split_once(',') {
            Some((before, after)) => (before, Some(after)),
            None => (plain.as_str(), None),
        };
        let (mut generation, mut adorned) = (None, bracketed);
        let mut part = |text: &str| -> Vec<Given> {
            let mut names = Vec::new();
            for word in words(text) {
                let bare = word.trim_end_matches('.');
                let lower = folded(bare);
                if let Some(found) = Generation::parse(bare, &lower) {
                    generation = Some(found);
                } else if let (true, &[letter @ b'a'..=b'z']) = (!names.is_empty(), word.as_bytes())
                {
                    generation = Some(Generation::Letter(letter));
                } else if TITLES.contains(&bare)
                    || FORMS_OF_ADDRESS.contains(&lower.as_str())
                    || bare.len() > 2 && bare.bytes().all(|b| b.is_ascii_digit())
                {
                    adorned = true;
                } else if !lower.is_empty() {
                    let short = word.ends_with('.') || lower.len() == 1;
                    names.push(Given { word: lower, short });
                }
            }
            names
        };
        let (family, given) = (part(before), after.map(&mut part));
        let mut family = family;
        // `Vladimir Kramnik Rus`; of two words the second may be a name.
        if given.is_none() && family.len() > 2 && family.last().is_some_and(|g| is_country(&g.word))
        {
            family.pop();
            adorned = true;
        }
        let comma = given.as_ref().is_some_and(|given| !given.is_empty()) && !family.is_empty();
        let all: Vec<_> = family.iter().chain(given.iter().flatten()).collect();
        // Numbers and countries accompany full names, not account names.
        let account = plain.bytes().any(|b| b.is_ascii_digit()) && all.len() < 2;
        let letters = |g: &&Given| g.word.bytes().all(|b| b.is_ascii_alphabetic());
        if account
            || all.is_empty()
            || !all.iter().all(letters)
            || all.iter().all(|g| g.word.len() < 2)
        {
            return None;
        }
        let mut words: Vec<_> = all.into_iter().map(|g| g.word.clone()).collect();
        words.sort_unstable();
        let readings = match given {
            Some(given) if comma => vec![Reading::new(&family, given)],
            given => unordered(&[family, given.unwrap_or_default()].concat()),
        };
        Some(PlayerName { readings, generation, words, comma, adorned })
    }

    /// Returns true if there is a family name only.
    pub(super) fn is_bare(&self) -> bool {
        self.readings.iter().all(|reading| reading.given.is_empty())
    }

    /// Returns how complete the given names are: missing, abbreviated or in full.
    pub(super) fn fullness(&self) -> u8 {
        self.readings
            .iter()
            .map(|reading| match reading.given.first() {
                None => 0,
                Some(given) if given.short => 1,
                Some(given) if given.word.len() < 3 => 2,
                Some(_) => 3,
            })
            .max()
            .unwrap_or(0)
    }
}

impl Reading {
    fn new(family: &[Given], given: Vec<Given>) -> Reading {
        let several = family.len() > 1 && !PARTICLES.contains(&family[0].word.as_str());
        Reading {
            family: family.iter().map(|g| g.word.as_str()).collect(),
            first: several.then(|| family[0].word.clone()),
            given,
        }
    }
}

impl Generation {
    fn parse(word: &str, lower: &str) -> Option<Generation> {
        match (word, lower) {
            (_, "jr" | "jun" | "junior" | "jnr") | ("II", _) => Some(Generation::Junior),
            (_, "sr" | "sen" | "senior" | "snr") => Some(Generation::Senior),
            ("III", _) => Some(Generation::Third),
            _ => None,
        }
    }
}

/// The readings of names without a comma: the family name comes last, or first.
fn unordered(names: &[Given]) -> Vec<Reading> {
    let end = names.len() - 1;
    if end == 0 {
        return vec![Reading::new(names, Vec::new())];
    }
    // Particles belong to the name after them.
    let particle = |given: &&Given| PARTICLES.contains(&given.word.as_str());
    let begins = end - names[..end].iter().rev().take_while(particle).count();
    let ends = 1 + names.iter().take(end).take_while(particle).count();
    let last = Reading::new(&names[begins..], names[..begins].to_vec());
    let first = Reading::new(&names[..ends], names[ends..].to_vec());
    let (initial_first, initial_last) = (names[0].short, names[end].short);
    match (initial_first, initial_last) {
        _ if begins == 0 => vec![Reading::new(names, Vec::new())],
        (true, false) => vec![last],
        (false, true) => vec![first],
        _ => vec![last, first],
    }
}

/// Removes titles and text in brackets.
pub(super) fn unadorned(text: &str) -> String {
    let (plain, _) = without_brackets(text);
    let beside = |word: &str| TITLES.contains(&word.trim_matches([',', '.']));
    let words: Vec<_> = plain.split_whitespace().filter(|word| !beside(word)).collect();
    words.join(" ")
}

/// Splits a name into words. A full stop ends a word and stays with it; a hyphen counts as
/// a space.
fn words(text: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    for c in text.chars().filter(|c| !matches!(c, '\'' | '’' | '`' | '"')) {
        let Some(word) = words.last_mut() else { break };
        if c == '.' {
            word.push(c);
            words.push(String::new());
        } else if c.is_whitespace() || matches!(c, '-' | '–' | ',' | ';') {
            words.push(String::new());
        } else {
            word.push(c);
        }
    }
    words.retain(|word| !word.is_empty());
    words
}

/// Returns a text without its bracketed parts, and whether there were any.
fn without_brackets(text: &str) -> (String, bool) {
    let (mut out, mut depth, mut found) = (String::new(), 0_u32, false);
    for c in text.chars() {
        match c {
            '(' | '[' => (depth, found) = (depth + 1, true),
            ')' | ']' => depth = depth.saturating_sub(1),
            c if depth == 0 => out.push(c),
            _ => {}
        }
    }
    (out, found)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_in_their_parts() {
        for (name, readings) in [
            ("Kasparov, Garry", "kasparov/garry"),
            ("Kasparov,G.K.", "kasparov/g. k."),
            ("GM Garry Kasparov", "kasparov/garry garry/kasparov"),
            ("G. Kasparov", "kasparov/g."),
            ("Kasparov G", "kasparov/g."),
            ("van der Wiel, John", "vanderwiel/john"),
            ("John van der Wiel", "vanderwiel/john john/van der wiel"),
            ("Byrne, Robert Jr.", "byrne/robert"),
            ("Beliavsky, Alexander GM", "beliavsky/alexander"),
            ("Anderton (ENG), David", "anderton/david"),
            ("O'Kelly de Galway, Alberic", "okellydegalway/alberic"),
            ("Каспаров, Гарри", "kasparov/garri"),
            ("Tal", "tal/"),
            ("Lasker, Em.", "lasker/em."),
            ("Reti,", "reti/"),
        ] {
            let player_name = PlayerName::parse(name).expect(name);
            let shown = |reading: &Reading| {
                let given = reading.given.iter();
                let given: Vec<_> = given
                    .map(|g| format!("{}{}", g.word, if g.short { "." } else { "" }))
                    .collect();
                format!("{}/{}", reading.family, given.join(" "))
            };
            let shown: Vec<_> = player_name.readings.iter().map(shown).collect();
            assert_eq!(shown.join(" "), readings, "{name}");
        }
        for account in ["DrNykterstein2", "Ahmed-1977", "B12", "?", "", "A.", "Deep Blue 2", "x_y"]
        {
            assert_eq!(PlayerName::parse(account), None, "{account}");
        }
        let generation = |name| PlayerName::parse(name).expect(name).generation;
        assert_eq!(generation("Byrne, Robert Jr."), Some(Generation::Junior));
        assert_eq!(generation("Byrne, Robert"), None);
        assert_eq!(generation("Li, Chao b"), Some(Generation::Letter(b'b')));
        assert_eq!(generation("ivanov, a"), None);
    }
}
