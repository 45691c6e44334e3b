//! The spellings that occur in a collection.

use std::collections::{BTreeMap, HashMap, HashSet};

use super::Field;
use crate::query::{Date, Subject, folded};

/// One spelling, and facts about the players who bear it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Spelling {
    /// The text.
    pub text: String,
    /// Number of games with it; a game against oneself counts twice.
    pub games: u64,
    /// The first and the last year in which it occurs.
    pub years: Option<(u16, u16)>,
    /// FIDE ids given with it, and their frequency.
    pub ids: BTreeMap<u32, u64>,
    /// Number of games whose site is the address of a game on a server.
    pub online: u64,
}

impl Spelling {
    /// Returns true if it names a server account, not a person.
    pub(super) fn is_account(&self) -> bool {
        self.games > 0 && self.online == self.games && !self.text.contains([' ', ','])
    }
}

/// All spellings of players, events or places.
#[derive(Clone, Debug)]
pub struct Census {
    pub(super) field: Field,
    pub(super) spellings: Vec<Spelling>,
    places: HashMap<String, u32>,
    /// Pairs of spellings whose players met each other, and which share a word's first letter: they
    /// are two players.
    met: HashSet<(u32, u32)>,
}

impl Census {
    /// Returns a census without any spelling yet.
    #[must_use]
    pub fn new(field: Field) -> Census {
        Census { field, spellings: Vec::new(), places: HashMap::new(), met: HashSet::new() }
    }

    /// Returns the kind of name that is counted.
    #[must_use]
    pub const fn field(&self) -> Field {
        self.field
    }

    /// Returns the number of spellings.
    #[must_use]
    pub const fn len(&self) -> usize {
        self.spellings.len()
    }

    /// Returns true if no game had such a name.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.spellings.is_empty()
    }

    /// Counts the names of a game.
    pub fn add(&mut self, game: &impl Subject) {
        let year = game.date().map(Date::year);
        let online = self.field == Field::Player
            && game.known("Site").is_some_and(|site| {
                ["://", "FICS", "freechess", "chessclub"].iter().any(|server| site.contains(server))
            });
        let mut seen = Vec::new();
        for tag in self.field.tags() {
            let Some(name) = game.known(tag) else { continue };
            let id = (self.field == Field::Player)
                .then(|| game.known(&format!("{tag}FideId"))?.parse().ok().filter(|id| *id > 0))
                .flatten();
            let place = self.count(name, year, id);
            self.spellings[place as usize].online += u64::from(online);
            seen.push(place);
        }
        // White and Black; of bughouse the players of each board.
        for pair in seen.chunks_exact(2) {
            let (one, other) = (pair[0].min(pair[1]), pair[0].max(pair[1]));
            if one != other && self.may_be_alike(one, other) {
                self.met.insert((one, other));
            }
        }
    }

    /// Counts a spelling, and says its number.
    pub(super) fn count(&mut self, name: &str, year: Option<u16>, id: Option<u32>) -> u32 {
        let place = self.places.get(name).copied().unwrap_or_else(|| {
            let place = self.spellings.len() as u32;
            self.places.insert(name.to_owned(), place);
            self.spellings.push(Spelling { text: name.to_owned(), ..Spelling::default() });
            place
        });
        let spelling = &mut self.spellings[place as usize];
        spelling.games += 1;
        if let Some(year) = year {
            let (first, last) = spelling.years.unwrap_or((year, year));
            spelling.years = Some((first.min(year), last.max(year)));
        }
        if let Some(id) = id {
            *spelling.ids.entry(id).or_default() += 1;
        }
        place
    }

    /// Returns true if two spellings have words of the same first letter, as all have that
    /// are ever taken for one; so that not every pairing need be remembered.
    fn may_be_alike(&self, one: u32, other: u32) -> bool {
        let initials = |place: u32| {
            let name = folded(&self.spellings[place as usize].text);
            let words = name.split(|c: char| !c.is_ascii_alphanumeric());
            let letters = words.filter_map(|word| word.bytes().next());
            letters.filter(u8::is_ascii_lowercase).fold(0_u32, |set, c| set | 1 << (c - b'a'))
        };
        initials(one) & initials(other) != 0
    }

    /// Returns true if a spelling occurs.
    pub(super) fn has(&self, name: &str) -> bool {
        self.places.contains_key(name)
    }

    /// Returns true if players of two spellings played each other.
    pub(super) fn met(&self, one: u32, other: u32) -> bool {
        self.met.contains(&(one.min(other), one.max(other)))
    }
}
