//! Counts by names.

use std::{collections::HashMap, ops::AddAssign};

/// Values counted by name.
#[derive(Clone, Debug, Default)]
pub(crate) struct Counts<T> {
    /// The place of the count of each name.
    places: Places,
    counts: Vec<T>,
}

/// Numbers given to names, from 0. Not generic over the counted value, so that name lookup is
/// compiled once, here.
#[derive(Clone, Debug, Default)]
struct Places(HashMap<String, usize>);

impl Places {
    /// Returns the place of a name, which may be a new one.
    fn of(&mut self, name: &str) -> usize {
        match self.0.get(name) {
            Some(place) => *place,
            None => self.insert(name.to_owned()),
        }
    }

    fn insert(&mut self, name: String) -> usize {
        let place = self.0.len();
        *self.0.entry(name).or_insert(place)
    }
}

impl<T: Clone + Default + AddAssign> Counts<T> {
    /// The count of a name.
    pub(crate) fn of(&mut self, name: &str) -> &mut T {
        let place = self.places.of(name);
        self.at(place)
    }

    fn at(&mut self, place: usize) -> &mut T {
        if place == self.counts.len() {
            self.counts.push(T::default());
        }
        &mut self.counts[place]
    }

    /// Adds the counts of later games.
    #[expect(clippy::iter_over_hash_type, reason = "no name matters to another")]
    pub(crate) fn append(&mut self, later: Counts<T>) {
        for (name, place) in later.places.0 {
            let own = self.places.insert(name);
            *self.at(own) += later.counts[place].clone();
        }
    }

    /// The counts in the order of the names.
    pub(crate) fn sorted(&self) -> impl Iterator<Item = (&String, &T)> {
        let mut all: Vec<_> = self.places.0.iter().collect();
        all.sort_unstable();
        all.into_iter().map(|(name, place)| (name, &self.counts[*place]))
    }
}
