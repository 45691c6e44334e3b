//! Counts by names.

use std::{collections::HashMap, ops::AddAssign};

/// Values counted by name.
#[derive(Clone, Debug, Default)]
pub(crate) struct Counts<T> {
    /// The place of the count of each name.
    places: HashMap<String, usize>,
    counts: Vec<T>,
}

impl<T: Clone + Default + AddAssign> Counts<T> {
    /// The count of a name.
    pub(crate) fn of(&mut self, name: &str) -> &mut T {
        let place = self.places.get(name).copied();
        let place = place.unwrap_or_else(|| self.insert(name.to_owned(), T::default()));
        &mut self.counts[place]
    }

    fn insert(&mut self, name: String, count: T) -> usize {
        self.counts.push(count);
        self.places.insert(name, self.counts.len() - 1);
        self.counts.len() - 1
    }

    /// Adds the counts of later games.
    #[expect(clippy::iter_over_hash_type, reason = "no name matters to another")]
    pub(crate) fn append(&mut self, later: Counts<T>) {
        for (name, place) in later.places {
            let count = later.counts[place].clone();
            match self.places.get(&name) {
                Some(own) => self.counts[*own] += count,
                None => _ = self.insert(name, count),
            }
        }
    }

    /// The counts in the order of the names.
    pub(crate) fn sorted(&self) -> impl Iterator<Item = (&String, &T)> {
        let mut all: Vec<_> = self.places.iter().collect();
        all.sort_unstable();
        all.into_iter().map(|(name, place)| (name, &self.counts[*place]))
    }
}
