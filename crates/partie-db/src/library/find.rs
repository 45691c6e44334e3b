//! Games of a library that answer a query.

use std::{
    collections::{BTreeSet, BinaryHeap},
    ops::{ControlFlow, Range},
};

use super::{
    Library, LibraryError, Problem, Result, StoredGame, StoredView,
    lanes::{Lanes, Rows},
    segment::Segment,
};
use crate::query::{FenPattern, Query, SortKey, add_place};

/// Most rows that are read together.
const TOGETHER: u64 = 4096;

/// Reason why the games of a segment are not read on.
enum SearchStop<E> {
    /// A file of the segment cannot be read.
    Problem(LibraryError),
    /// The function that games are given to has failed.
    Function(E),
}

impl<E> From<LibraryError> for SearchStop<E> {
    fn from(error: LibraryError) -> SearchStop<E> {
        SearchStop::Problem(error)
    }
}

impl Library {
    /// Calls a function with each game that matches a query, in the order of their numbers, until
    /// the function breaks or the query is [stopped](Query::stop).
    ///
    /// # Errors
    ///
    /// Returns the function's error, or fails if a file cannot be read or is damaged.
    pub fn find<E: From<LibraryError>>(
        &self,
        query: &Query,
        mut each: impl FnMut(&StoredGame<'_>) -> std::result::Result<ControlFlow<()>, E>,
    ) -> std::result::Result<(), E> {
        self.search(query, 0, &mut each, &mut |_, error| Err(error.into()))
    }

    /// Gives games with numbers after one to a function, as [`find`](Library::find) does.
    pub(super) fn find_after(
        &self,
        number: u64,
        query: &Query,
        mut each: impl FnMut(&StoredGame<'_>) -> Result<ControlFlow<()>>,
    ) -> Result<()> {
        self.search(query, number, &mut each, &mut |_, error| Err(error))
    }

    /// Calls a function with games as [`find`](Library::find) does, but skips unreadable games.
    /// Returns the unreadable and damaged files: only games of their segments may be missing. If
    /// the index of a segment cannot be read, all its games are examined.
    ///
    /// # Errors
    ///
    /// Returns the function's error.
    pub fn find_readable<E>(
        &self,
        query: &Query,
        each: impl FnMut(&StoredGame<'_>) -> std::result::Result<ControlFlow<()>, E>,
    ) -> std::result::Result<Vec<Problem>, E> {
        self.find_readable_after(0, query, each)
    }

    /// Like [`find_readable`](Library::find_readable), for games with higher numbers only.
    /// Lower-numbered games are not read.
    ///
    /// # Errors
    ///
    /// Returns the function's error.
    pub fn find_readable_after<E>(
        &self,
        number: u64,
        query: &Query,
        mut each: impl FnMut(&StoredGame<'_>) -> std::result::Result<ControlFlow<()>, E>,
    ) -> std::result::Result<Vec<Problem>, E> {
        let mut problems = Vec::new();
        self.search(query, number, &mut each, &mut |segment, error| {
            problems.push(Problem::of(segment, error));
            Ok(())
        })?;
        Ok(problems)
    }

    /// Returns the numbers of the first `most` games that match a query, in an order; games that are
    /// equal in it are in the order of their numbers. Unreadable games are skipped, as
    /// [`find_readable`](Library::find_readable) does.
    ///
    /// # Errors
    ///
    /// If a game cannot be read and its file is not to blame.
    pub fn first_in_order(
        &self,
        query: &Query,
        order: &[SortKey],
        most: usize,
    ) -> Result<(Vec<u64>, Vec<Problem>)> {
        // The first games so far, the last of them on top.
        let mut first: BinaryHeap<(Vec<u8>, u64)> = BinaryHeap::new();
        let mut place = Vec::new();
        let problems = self.find_readable(query, |game| {
            place.clear();
            game.read(|view| add_place(view, order, false, &mut place))?;
            if first.len() < most {
                first.push((place.clone(), game.number));
            } else if let Some(mut last) = first.peek_mut()
                && place < last.0
            {
                last.0.clone_from(&place);
                last.1 = game.number;
            }
            Ok::<_, LibraryError>(ControlFlow::Continue(()))
        })?;
        let sorted = first.into_sorted_vec().into_iter().map(|(_, number)| number);
        Ok((sorted.collect(), problems))
    }

    /// Calls a function with the game of a number in the library, from 1, and returns its value;
    /// `None` if there is no such game.
    ///
    /// # Errors
    ///
    /// Returns the function's error, or fails if a file cannot be read or is damaged.
    pub fn with_game<T, E: From<LibraryError>>(
        &self,
        number: u64,
        function: impl FnOnce(&StoredGame<'_>) -> std::result::Result<T, E>,
    ) -> std::result::Result<Option<T>, E> {
        let Some(segment) = self.segment_of(number) else { return Ok(None) };
        let row = number - segment.entry.first_game;
        let lanes = Lanes::new(segment);
        let rows = Rows::new(&lanes, row..row + 1);
        function(&StoredGame::new(&rows, 0)).map(Some)
    }

    fn search<E>(
        &self,
        query: &Query,
        after: u64,
        each: &mut impl FnMut(&StoredGame<'_>) -> std::result::Result<ControlFlow<()>, E>,
        problem: &mut impl FnMut(&Segment, LibraryError) -> std::result::Result<(), E>,
    ) -> std::result::Result<(), E> {
        // A diagram has no key.
        let wanted = query.needed_position().map(FenPattern::keys);
        let wanted = wanted.filter(|keys| !keys.is_empty());
        for segment in self.segments.iter().filter(|segment| segment.numbers().end - 1 > after) {
            let first = after.saturating_add(1).saturating_sub(segment.entry.first_game);
            let listed = match segment.rows_of(wanted.as_deref()) {
                Ok(listed) => listed,
                Err(error) => {
                    problem(segment, error)?;
                    None
                }
            };
            // In Chess960 other rights to castle may have the same key.
            let is_known = listed.is_some() && segment.entry.variants == ["Standard"];
            match search_segment(segment, first, listed, (query, is_known), each) {
                Ok(ControlFlow::Continue(())) => {}
                Ok(ControlFlow::Break(())) => return Ok(()),
                Err(SearchStop::Problem(error)) => problem(segment, error)?,
                Err(SearchStop::Function(error)) => return Err(error),
            }
        }
        Ok(())
    }
}

/// Asks the games of a segment from a row on, or of some of its rows, of which it may be known that
/// they come to the position that the query needs.
fn search_segment<E>(
    segment: &Segment,
    first: u64,
    listed: Option<BTreeSet<u64>>,
    (query, is_known): (&Query, bool),
    each: &mut impl FnMut(&StoredGame<'_>) -> std::result::Result<ControlFlow<()>, E>,
) -> std::result::Result<ControlFlow<()>, SearchStop<E>> {
    let lanes = Lanes::new(segment);
    let mut next = first;
    // Start with a small range, so that the first games appear at once.
    let mut together = 64;
    let mut listed = listed.map(|mut rows| rows.split_off(&first).into_iter());
    loop {
        let range = match &mut listed {
            Some(rows) => rows.next().map(|row| row..row + 1),
            None if next < segment.entry.games => Some(segment.together(next, together)?),
            None => None,
        };
        let Some(range) = range else { return Ok(ControlFlow::Continue(())) };
        if query.is_stopped() {
            return Ok(ControlFlow::Break(()));
        }
        (next, together) = (range.end, TOGETHER);
        if find_among(&lanes, range, (query, is_known), each)?.is_break() {
            return Ok(ControlFlow::Break(()));
        }
    }
}

impl Segment {
    /// Returns the rows of the games that came to one of some positions; `None` if that is not
    /// known, since the games of other variants have other keys.
    fn rows_of(
        &self,
        keys: Option<&[partie_core::rules::PositionKey]>,
    ) -> Result<Option<BTreeSet<u64>>> {
        let has_other_keys =
            |name: &String| !matches!(&**name, "Standard" | "Chess960" | "From Position");
        let Some(keys) = keys.filter(|_| !self.entry.variants.iter().any(has_other_keys)) else {
            return Ok(None);
        };
        let mut rows = BTreeSet::new();
        for key in keys {
            let games = self.moves(*key)?.into_iter();
            rows.extend(games.map(|(game, _)| game.saturating_sub(self.entry.first_game)));
        }
        Ok(Some(rows))
    }
}

/// Asks the games of rows that are read together.
fn find_among<E>(
    lanes: &Lanes<'_>,
    range: Range<u64>,
    (query, is_known): (&Query, bool),
    each: &mut impl FnMut(&StoredGame<'_>) -> std::result::Result<ControlFlow<()>, E>,
) -> std::result::Result<ControlFlow<()>, SearchStop<E>> {
    let length = (range.end - range.start) as usize;
    let rows = Rows::new(lanes, range);
    for row in 0..length {
        let game = StoredGame::new(&rows, row);
        // A function that fails may have done so because of the file.
        let answers = |view: &StoredView<'_>| {
            if is_known { query.answers_besides(view) } else { query.answers(view) }
        };
        if game.read(answers)? && rows.sound(each(&game))?.map_err(SearchStop::Function)?.is_break()
        {
            return Ok(ControlFlow::Break(()));
        }
    }
    Ok(ControlFlow::Continue(()))
}
