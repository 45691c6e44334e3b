//! Names of players by game, in memory, and the index by which games of a player are found.

use std::{collections::HashMap, path::Path};

use super::{
    error::Result,
    number_file::{NumberColumn, NumberKind, write_numbers},
    numbering::GameNumbers,
};
use crate::{
    columns::{Batch, Bytes},
    query::text::keys_of,
};

/// Columns of `players`.
pub(super) const PLAYERS: [NumberColumn; 2] = [
    NumberColumn { name: "player", kind: NumberKind::Int32 },
    NumberColumn { name: "game", kind: NumberKind::Int64 },
];

/// Columns of `words`.
pub(super) const WORDS: [NumberColumn; 3] = [
    NumberColumn { name: "word", kind: NumberKind::Int64 },
    NumberColumn { name: "rest", kind: NumberKind::Runs64 },
    NumberColumn { name: "player", kind: NumberKind::Int32 },
];

/// The names of the players of some games, each name once.
#[derive(Debug)]
pub(super) struct PlayerNames {
    /// The names of White and Black by game, as places in `names`.
    games: Vec<[u32; 2]>,
    names: Bytes,
    /// Places of the names, while games are added.
    places: HashMap<Box<str>, u32>,
}

impl Default for PlayerNames {
    fn default() -> PlayerNames {
        PlayerNames { games: Vec::new(), names: Bytes::new(), places: HashMap::new() }
    }
}

impl PlayerNames {
    /// The columns that are needed.
    pub(super) const COLUMNS: [&str; 2] = ["white", "black"];

    /// Reads names from batches with these columns.
    ///
    /// # Errors
    ///
    /// Returns the first error of a batch.
    pub(super) fn read(
        games: usize,
        mut next: impl FnMut() -> Result<Option<Batch>>,
    ) -> Result<PlayerNames> {
        let mut all = PlayerNames { games: Vec::with_capacity(games), ..PlayerNames::default() };
        while let Some(batch) = next()? {
            all.add_all(&batch);
        }
        all.places = HashMap::new();
        Ok(all)
    }

    /// Adds the games of a batch.
    pub(super) fn add_all(&mut self, batch: &Batch) {
        let PlayerNames { games, names, places } = self;
        for row in 0..batch.len() {
            games.push(PlayerNames::in_row(batch, row).map(|name| {
                places.get(name).copied().unwrap_or_else(|| {
                    let place = places.len() as u32;
                    names.push(name.as_bytes());
                    places.insert(name.into(), place);
                    place
                })
            }));
        }
    }

    /// Writes the index of a segment whose games have these numbers: `players` and `words`. Names
    /// without words are not in it.
    pub(super) fn write(self, numbering: &GameNumbers, paths: [&Path; 2]) -> Result<()> {
        let PlayerNames { games, names, .. } = self;
        let keys: Vec<_> = (0..names.len())
            .map(|place| std::str::from_utf8(names.at(place)).map(keys_of).unwrap_or_default())
            .collect();
        // The players are numbered in the order of their names.
        let mut places: Vec<_> =
            (0..names.len()).filter(|place| !keys[*place].is_empty()).collect();
        places.sort_unstable_by_key(|place| names.at(*place));
        let mut numbers = vec![None; names.len()];
        places.iter().zip(0_i32..).for_each(|(place, number)| numbers[*place] = Some(number));
        let mut rows: Vec<(i32, u32)> = Vec::with_capacity(2 * games.len());
        for (game, sides) in (0..).zip(&games) {
            for (place, black) in sides.iter().zip(0..) {
                rows.extend(numbers[*place as usize].map(|number| (2 * number + black, game)));
            }
        }
        rows.sort_unstable();
        let [path, words_path] = paths;
        write_numbers(path, "players", &PLAYERS, |columns| {
            let [players, games] = columns else { return };
            players.extend(rows.iter().map(|(player, _)| (*player).into()));
            games.extend(rows.iter().map(|(_, game)| numbering.at((*game).into()) as i64));
        })?;
        let of_player =
            |(place, number): (&usize, i64)| keys[*place].iter().map(move |key| (*key, number));
        let mut words: Vec<_> = places.iter().zip(0..).flat_map(of_player).collect();
        words.sort_unstable();
        write_numbers(words_path, "words", &WORDS, |columns| {
            let [firsts, rests, players] = columns else { return };
            firsts.extend(words.iter().map(|(key, _)| key.first));
            rests.extend(words.iter().map(|(key, _)| key.rest));
            players.extend(words.iter().map(|(_, player)| *player));
        })
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
