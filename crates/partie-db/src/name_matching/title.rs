//! Names of events and places in their parts.

use crate::{
    phonetics::{Similarity, alike},
    query::folded,
};

use super::{Field, country::is_country};

/// The words of the name of an event or a place, folded.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Title {
    /// All words and numbers.
    pub(super) words: Vec<String>,
    /// All words in one piece.
    pub(super) joined: String,
    /// A place without its country, if that is there: `Dortmund GER`.
    pub(super) place: Option<String>,
}

impl Title {
    /// Reads a name; `None` if it is the address of a game or meaningless.
    pub(super) fn parse(field: Field, text: &str) -> Option<Title> {
        if text.contains("://") {
            return None;
        }
        let words = parts(text);
        let joined: String = words.concat();
        let last = text.split_whitespace().last().filter(|_| field == Field::Site);
        let country = last.filter(|word| {
            is_country(word) && word.bytes().all(|b| b.is_ascii_uppercase()) && words.len() > 1
        });
        let place = country.map(|_| words[..words.len() - 1].concat());
        (joined.len() > 1).then_some(Title { words, joined, place })
    }

    /// Returns the similarity of two names that differ in one long word. Numbers, parts of
    /// events and years are never typos.
    pub(super) fn alike(&self, other: &Title) -> Option<Similarity> {
        if self.words.len() != other.words.len() {
            return None;
        }
        let mut different = self.words.iter().zip(&other.words).filter(|(a, b)| a != b);
        let (one, two) = different.next()?;
        let number = one.bytes().chain(two.bytes()).any(|b| b.is_ascii_digit());
        if different.next().is_some() || number || one.len().min(two.len()) < 6 {
            return None;
        }
        alike(one, two)
    }
}

/// Words and numbers; between letters and digits a word ends, too.
fn parts(text: &str) -> Vec<String> {
    let mut parts: Vec<String> = Vec::new();
    let mut kind = None;
    for c in folded(&text.replace(['\'', '’', '`'], "")).chars() {
        let now = match c {
            c if c.is_ascii_alphabetic() => Some(false),
            c if c.is_ascii_digit() => Some(true),
            _ => None,
        };
        match parts.last_mut() {
            Some(part) if now.is_some() && now == kind => part.push(c),
            _ if now.is_some() => parts.push(c.to_string()),
            _ => {}
        }
        kind = now;
    }
    parts
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slips_in_names_of_events() {
        let title = |text| Title::parse(Field::Site, text).expect(text);
        for (one, other, found) in [
            ("Candidates Tournament", "Candidates Tornament", Some(Similarity::Slip)),
            ("Leningrad", "Leningrat", None),
            ("Wijk aan Zee 1999", "Wijk aan Zee 1998", None),
            ("Moscow Interzonal", "Moscow Interzonel", Some(Similarity::Slip)),
            ("Goteborg", "Gothenburg", None),
            ("Linares A", "Linares B", None),
            ("Kiev 1954", "Kiew 1954", None),
            ("Kharkov", "Kharkow", Some(Similarity::Sound)),
        ] {
            assert_eq!(title(one).alike(&title(other)), found, "{one} {other}");
        }
        assert_eq!(title("St.Petersburg"), title("St. Petersburg"));
        assert_eq!(title("Hastings 1934/35").words, ["hastings", "1934", "35"]);
        assert_eq!(title("Moscow PCA").place, None);
        assert_eq!(title("Dortmund GER").place.as_deref(), Some("dortmund"));
        assert_eq!(Title::parse(Field::Site, "https://lichess.org/AgGY4epk"), None);
    }
}
