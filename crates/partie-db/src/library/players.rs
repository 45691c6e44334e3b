//! Names of players by game, in memory.

use std::collections::HashMap;

use crate::columns::{Batch, Bytes};

/// The names of the players of some games, each name once.
#[derive(Debug)]
pub(super) struct PlayerNames {
    /// The names of White and Black by game, as places in `names`.
    games: Vec<[u32; 2]>,
    names: Bytes,
}

impl PlayerNames {
    /// The columns that are needed.
    pub(super) const COLUMNS: [&str; 2] = ["white", "black"];

    /// Reads names from batches with these columns.
    ///
    /// # Errors
    ///
    /// Returns the first error of a batch.
    pub(super) fn read<E>(
        games: usize,
        mut next: impl FnMut() -> Result<Option<Batch>, E>,
    ) -> Result<PlayerNames, E> {
        let mut all = PlayerNames { games: Vec::with_capacity(games), names: Bytes::new() };
        let mut places: HashMap<String, u32> = HashMap::new();
        while let Some(batch) = next()? {
            for row in 0..batch.len() {
                let [white, black] = PlayerNames::in_row(&batch, row);
                all.games.push([white, black].map(|name| {
                    places.get(name).copied().unwrap_or_else(|| {
                        let place = places.len() as u32;
                        all.names.push(name.as_bytes());
                        places.insert(name.to_owned(), place);
                        place
                    })
                }));
            }
        }
        Ok(all)
    }

    /// Returns the names in a row of a batch; empty if they are not known.
    pub(super) fn in_row(batch: &Batch, row: usize) -> [&str; 2] {
        let name = |name| batch.column(name).and_then(|column| column.text(row));
        PlayerNames::COLUMNS.map(|column| name(column).unwrap_or_default())
    }

    /// Returns the names of a game by its place, from 0.
    pub(super) fn of(&self, game: usize) -> Option<[&str; 2]> {
        let text = |place: u32| std::str::from_utf8(self.names.at(place as usize));
        self.games.get(game).map(|names| names.map(|place| text(place).unwrap_or_default()))
    }
}
