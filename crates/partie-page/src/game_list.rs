//! Games to browse, to look for and to explore.

use std::ops::Range;

use crate::{DamagedFile, Exploration, ExploreSearch, ListedGame, Plots, Search, Sheet, Words};
use partie_core::Game;

/// Names that a library lists.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Names {
    /// Players, who have pages.
    Players,
    /// Events, which have crosstables.
    Tournaments,
}

/// Games that pages show, by their numbers.
pub trait GameList: Send + Sync {
    /// Returns the title of the list.
    fn title(&self) -> String;

    /// Returns the number of games.
    fn len(&self) -> u64;

    /// Returns true if there are no games.
    fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns the row of a game; its address is filled in by the caller.
    fn row(&self, number: u64) -> Option<ListedGame> {
        Some(ListedGame::of(number, &self.game(number)?))
    }

    /// Returns the rows of the games at a range of places in the list, from 1, as far as they can be
    /// read.
    fn rows(&self, places: Range<u64>) -> Vec<ListedGame> {
        places.filter_map(|number| self.row(number)).collect()
    }

    /// Returns the numbers of the games before and after one in the list. There may be no such games.
    fn neighbours(&self, number: u64) -> [Option<u64>; 2] {
        [number.checked_sub(1).filter(|number| *number > 0), number.checked_add(1)]
    }

    /// Returns a game.
    fn game(&self, number: u64) -> Option<Game>;

    /// Returns true if games can be looked for, and positions explored.
    fn is_searched(&self) -> bool {
        false
    }

    /// Returns true if the places of games in the list are known; other games are listed by
    /// [`GameList::find`].
    fn is_counted(&self) -> bool {
        true
    }

    /// Returns the names of saved searches.
    fn saved(&self) -> Vec<String> {
        Vec::new()
    }

    /// Returns true if players have pages.
    fn has_players(&self) -> bool {
        self.is_searched()
    }

    /// Returns the rows of at most `most` games with numbers above `after`, in their order.
    ///
    /// # Errors
    ///
    /// Returns a message to display if the search is invalid.
    fn find(&self, _: &Search, _after: u64, _most: usize) -> Result<Vec<ListedGame>, String> {
        Ok(Vec::new())
    }

    /// Returns the rows of games in the order of a column: at most `most`, after the first `skip`.
    ///
    /// # Errors
    ///
    /// Returns a message to display if the request is invalid.
    fn sorted(
        &self,
        _: &Search,
        _sort: &str,
        _skip: usize,
        _most: usize,
    ) -> Result<Vec<ListedGame>, String> {
        Err("these games cannot be sorted".to_owned())
    }

    /// Returns the files that cannot be read, as far as that has come to light.
    fn damaged(&self) -> Vec<DamagedFile> {
        Vec::new()
    }

    /// Counts the games that a search finds, within a time limit; false if there may be more.
    ///
    /// # Errors
    ///
    /// Returns a message to display.
    fn count(&self, _: &Search) -> Result<(u64, bool), String> {
        Ok((self.len(), true))
    }

    /// Returns statistics of the games that a search finds, in a language.
    ///
    /// # Errors
    ///
    /// Returns a message to display.
    fn statistics(&self, _: &Search, _: &Words) -> Result<Plots, String> {
        Ok(Plots::default())
    }

    /// Returns a page of the names that contain a text, in a language; pages count from 1.
    fn names(&self, _: Names, _part: &str, _page: u64, _: &Words) -> Sheet {
        Sheet::default()
    }

    /// Returns a report on a player, in any spelling, in a language; `None` if they played no game.
    ///
    /// # Errors
    ///
    /// Returns a message to display.
    fn player(&self, _name: &str, _: &Words) -> Result<Option<Sheet>, String> {
        Ok(None)
    }

    /// Returns the crosstable of an event, in a language; `None` if it has no games.
    ///
    /// # Errors
    ///
    /// Returns a message to display.
    fn tournament(&self, _event: &str, _: &Words) -> Result<Option<Sheet>, String> {
        Ok(None)
    }

    /// Returns statistics of the moves played in a position, in the games of a search. The position
    /// follows some moves, given as words, from a FEN or the usual start.
    ///
    /// # Errors
    ///
    /// Returns a message to display.
    fn explore(
        &self,
        _fen: Option<&str>,
        _moves: &[&str],
        _search: &ExploreSearch,
    ) -> Result<Exploration, String> {
        Err("there is no explorer".to_owned())
    }
}
