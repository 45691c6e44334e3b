//! The tag pairs of a game.

use std::collections::HashMap;

/// The seven tags of PGN's roster, in the order in which PGN prints them
/// (PGN standard 1994, section 8.1.1).
pub const ROSTER: [&str; 7] = ["Event", "Site", "Date", "Round", "White", "Black", "Result"];

/// Tag pairs in the order in which the record gave them. A name occurs once.
///
/// ```
/// use partie_core::Tags;
/// let mut tags = Tags::new();
/// tags.set("White", "Kasparov, Garry");
/// assert_eq!(tags.get("White"), Some("Kasparov, Garry"));
/// assert_eq!(tags.get("white"), None); // names are case sensitive
/// ```
#[derive(Clone, Debug, Default)]
pub struct Tags {
    pairs: Vec<(String, String)>,
    /// The place of each name, once the pairs are many.
    places: Option<HashMap<String, usize>>,
}

/// Maximum number of pairs that are searched faster linearly than by an index.
const FEW: usize = 64;

impl Tags {
    /// No tags.
    #[must_use]
    pub const fn new() -> Tags {
        Tags { pairs: Vec::new(), places: None }
    }

    /// The place of a name.
    fn place(&self, name: &str) -> Option<usize> {
        match &self.places {
            Some(places) => places.get(name).copied(),
            None => self.pairs.iter().position(|(n, _)| n == name),
        }
    }

    /// Adds a pair whose name is new.
    fn append(&mut self, name: String, value: String) {
        if let Some(places) = &mut self.places {
            places.insert(name.clone(), self.pairs.len());
        }
        self.pairs.push((name, value));
        if self.places.is_none() && self.pairs.len() > FEW {
            let names = self.pairs.iter().map(|(name, _)| name.clone());
            self.places = Some(names.zip(0..).collect());
        }
    }

    /// The value of a tag.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&str> {
        self.place(name).map(|at| self.pairs[at].1.as_str())
    }

    /// The value of a tag whose name differs at most in letter case.
    #[must_use]
    pub fn get_ignoring_case(&self, name: &str) -> Option<&str> {
        self.get(name).or_else(|| {
            self.pairs.iter().find(|(n, _)| n.eq_ignore_ascii_case(name)).map(|(_, v)| v.as_str())
        })
    }

    /// Sets a tag: in place if the name is there, otherwise at the end.
    pub fn set(&mut self, name: impl Into<String>, value: impl Into<String>) {
        let name = name.into();
        match self.place(&name) {
            Some(at) => self.pairs[at].1 = value.into(),
            None => self.append(name, value.into()),
        }
    }

    /// Adds a tag unless the name is there already; says whether it was added.
    pub fn add(&mut self, name: impl Into<String>, value: impl Into<String>) -> bool {
        let name = name.into();
        let new = self.get(&name).is_none();
        if new {
            self.append(name, value.into());
        }
        new
    }

    /// Adds a tag whose name is known to be new.
    pub fn push(&mut self, name: impl Into<String>, value: impl Into<String>) {
        let name = name.into();
        debug_assert!(self.get(&name).is_none(), "{name} is there already");
        self.append(name, value.into());
    }

    /// Takes a tag out and gives its value back.
    pub fn remove(&mut self, name: &str) -> Option<String> {
        let at = self.place(name)?;
        let (name, value) = self.pairs.remove(at);
        if let Some(places) = &mut self.places {
            places.remove(&name);
            for (place, (name, _)) in self.pairs.iter().enumerate().skip(at) {
                places.insert(name.clone(), place);
            }
        }
        Some(value)
    }

    /// All pairs in the order of the record.
    #[must_use]
    pub fn iter(&self) -> impl ExactSizeIterator<Item = (&str, &str)> {
        self.pairs.iter().map(|(n, v)| (n.as_str(), v.as_str()))
    }

    /// Number of pairs.
    #[must_use]
    pub fn len(&self) -> usize {
        self.pairs.len()
    }

    /// Returns true if there are no pairs.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.pairs.is_empty()
    }

    /// All pairs in PGN's export order: the roster first, the rest by ASCII.
    #[must_use]
    pub fn in_export_order(&self) -> Vec<(&str, &str)> {
        in_export_order(self.iter())
    }
}

/// Puts tag pairs in PGN's export order: the roster first, the rest by ASCII.
#[must_use]
pub fn in_export_order<'a>(
    pairs: impl Iterator<Item = (&'a str, &'a str)>,
) -> Vec<(&'a str, &'a str)> {
    let place = |name: &str| ROSTER.iter().position(|r| *r == name).unwrap_or(ROSTER.len());
    let mut pairs: Vec<_> = pairs.collect();
    pairs.sort_by(|a, b| place(a.0).cmp(&place(b.0)).then_with(|| a.0.cmp(b.0)));
    pairs
}

impl PartialEq for Tags {
    fn eq(&self, other: &Tags) -> bool {
        self.pairs == other.pairs
    }
}

impl Eq for Tags {}

impl<N: Into<String>, V: Into<String>> FromIterator<(N, V)> for Tags {
    fn from_iter<I: IntoIterator<Item = (N, V)>>(pairs: I) -> Tags {
        let mut tags = Tags::new();
        for (name, value) in pairs {
            tags.set(name, value);
        }
        tags
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn many_tags_are_found_as_few_are() {
        let mut tags = Tags::new();
        for n in 0..200 {
            tags.set(format!("T{n}"), n.to_string());
        }
        assert!(!tags.add("T100", "again"));
        tags.set("T150", "other");
        assert_eq!(tags.remove("T7").as_deref(), Some("7"));
        assert_eq!(tags.get("T7"), None);
        assert_eq!(tags.len(), 199);
        for (name, value) in tags.clone().iter() {
            assert_eq!(tags.get(name), Some(value));
        }
        assert_eq!(tags.get("T150"), Some("other"));
        assert!(tags.add("T7", "new"));
        assert_eq!(tags.get("T7"), Some("new"));
    }
}
