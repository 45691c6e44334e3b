//! The tag pairs of a game.

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
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tags(Vec<(String, String)>);

impl Tags {
    /// No tags.
    #[must_use]
    pub const fn new() -> Tags {
        Tags(Vec::new())
    }

    /// The value of a tag.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&str> {
        self.0.iter().find(|(n, _)| n == name).map(|(_, v)| v.as_str())
    }

    /// The value of a tag whose name differs at most in letter case.
    #[must_use]
    pub fn get_ignoring_case(&self, name: &str) -> Option<&str> {
        self.get(name).or_else(|| {
            self.0.iter().find(|(n, _)| n.eq_ignore_ascii_case(name)).map(|(_, v)| v.as_str())
        })
    }

    /// Sets a tag: in place if the name is there, otherwise at the end.
    pub fn set(&mut self, name: impl Into<String>, value: impl Into<String>) {
        let name = name.into();
        match self.0.iter_mut().find(|(n, _)| *n == name) {
            Some(pair) => pair.1 = value.into(),
            None => self.0.push((name, value.into())),
        }
    }

    /// Adds a tag unless the name is there already; says whether it was added.
    pub fn add(&mut self, name: impl Into<String>, value: impl Into<String>) -> bool {
        let name = name.into();
        let new = self.get(&name).is_none();
        if new {
            self.0.push((name, value.into()));
        }
        new
    }

    /// Adds a tag of which it is known that its name is not there yet.
    pub fn push(&mut self, name: impl Into<String>, value: impl Into<String>) {
        let name = name.into();
        debug_assert!(self.get(&name).is_none(), "{name} is there already");
        self.0.push((name, value.into()));
    }

    /// Takes a tag out and gives its value back.
    pub fn remove(&mut self, name: &str) -> Option<String> {
        let at = self.0.iter().position(|(n, _)| n == name)?;
        Some(self.0.remove(at).1)
    }

    /// All pairs in the order of the record.
    #[must_use]
    pub fn iter(&self) -> impl ExactSizeIterator<Item = (&str, &str)> {
        self.0.iter().map(|(n, v)| (n.as_str(), v.as_str()))
    }

    /// How many pairs there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// All pairs in PGN's export order: the roster first, the rest by ASCII.
    #[must_use]
    pub fn in_export_order(&self) -> Vec<(&str, &str)> {
        let place = |name: &str| ROSTER.iter().position(|r| *r == name).unwrap_or(ROSTER.len());
        let mut pairs: Vec<_> = self.iter().collect();
        pairs.sort_by(|a, b| place(a.0).cmp(&place(b.0)).then_with(|| a.0.cmp(b.0)));
        pairs
    }
}

impl<N: Into<String>, V: Into<String>> FromIterator<(N, V)> for Tags {
    fn from_iter<I: IntoIterator<Item = (N, V)>>(pairs: I) -> Tags {
        let mut tags = Tags::new();
        for (name, value) in pairs {
            tags.set(name, value);
        }
        tags
    }
}
