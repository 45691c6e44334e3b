//! Games of a library that answer a query.

use std::ops::{ControlFlow, Range};

use partie_core::rules::PositionKey;

use super::{
    Libraries, Library, LibraryError, Problem, Result, StoredGame,
    lanes::{Lanes, Rows},
    segment::Segment,
};
use crate::query::{Condition, Query, SortKey};

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
        Libraries::from(self).first_in_order(query, order, most)
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
        let lanes = Lanes::new(segment)?;
        let Some(row) = lanes.numbering().row_of(number) else { return Ok(None) };
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
        for segment in self.segments.iter().filter(|segment| segment.entry.last_game > after) {
            let mut candidates = Candidates::default();
            for (condition, rows) in segment.indexed(query) {
                match rows {
                    Ok(Some(rows)) => candidates.restrict(condition, rows),
                    Ok(None) => {}
                    Err(error) => problem(segment, error)?,
                }
            }
            match search_segment(segment, after, candidates, query, each) {
                Ok(ControlFlow::Continue(())) => {}
                Ok(ControlFlow::Break(())) => return Ok(()),
                Err(SearchStop::Problem(error)) => problem(segment, error)?,
                Err(SearchStop::Function(error)) => return Err(error),
            }
        }
        Ok(())
    }
}

/// Games of a segment that may answer a query.
#[derive(Debug, Default)]
struct Candidates {
    /// Their rows in ascending order; `None` if all games may.
    rows: Option<Vec<u64>>,
    /// Numbers of the conditions that they are known to meet.
    known: Vec<usize>,
}

/// Rows of games that meet a condition, and true if no other condition needs to be asked about them.
type Indexed = Result<Option<(Vec<u64>, bool)>>;

impl Candidates {
    /// Keeps only games with some rows, which meet a condition if `is_exact`.
    fn restrict(&mut self, condition: usize, (rows, is_exact): (Vec<u64>, bool)) {
        match &mut self.rows {
            Some(before) => before.retain(|row| rows.binary_search(row).is_ok()),
            none => *none = Some(rows),
        }
        if is_exact {
            self.known.push(condition);
        }
    }
}

/// Asks the games of a segment with numbers after one, or the candidates among them.
fn search_segment<E>(
    segment: &Segment,
    after: u64,
    candidates: Candidates,
    query: &Query,
    each: &mut impl FnMut(&StoredGame<'_>) -> std::result::Result<ControlFlow<()>, E>,
) -> std::result::Result<ControlFlow<()>, SearchStop<E>> {
    let lanes = Lanes::new(segment)?;
    let first = lanes.numbering().first_row_from(after.saturating_add(1));
    let Candidates { rows, known } = candidates;
    let query = (query, &known[..]);
    if let Some(rows) = rows {
        let mut rows = &rows[rows.partition_point(|row| *row < first)..];
        while let Some(first) = rows.first() {
            if query.0.is_stopped() {
                return Ok(ControlFlow::Break(()));
            }
            // Games that lie near each other are read together.
            let near = rows.iter().zip(1..).take(TOGETHER as usize);
            let near = near.take_while(|(row, count)| *row - first < DENSE * count).count();
            let range = *first..rows[near - 1] + 1;
            let (now, rest) = rows.split_at(near);
            rows = rest;
            if find_among(&lanes, range, now.iter().copied(), query, each)?.is_break() {
                return Ok(ControlFlow::Break(()));
            }
        }
        return Ok(ControlFlow::Continue(()));
    }
    let mut next = first;
    // Start with a small range, so that the first games appear at once.
    let mut together = 64;
    while next < segment.entry.games {
        if query.0.is_stopped() {
            return Ok(ControlFlow::Break(()));
        }
        if let Some(end) = segment.end_of_group_without_answers(next, query.0)? {
            next = end;
            continue;
        }
        let range = segment.together(next, together)?;
        (next, together) = (range.end, TOGETHER);
        if find_among(&lanes, range.clone(), range, query, each)?.is_break() {
            return Ok(ControlFlow::Break(()));
        }
    }
    Ok(ControlFlow::Continue(()))
}

/// Number of games that are read as quickly together as one by itself.
pub(super) const DENSE: u64 = 8;

impl Segment {
    /// Returns the rows of games that meet conditions which an index knows, with the numbers of the
    /// conditions.
    fn indexed(&self, query: &Query) -> Vec<(usize, Indexed)> {
        if !self.has_index() {
            return Vec::new();
        }
        let position = query.needed_position_of().map(|(number, position)| {
            // In Chess960 other rights to castle may have the same key.
            let is_exact = self.entry.variants == ["Standard"];
            let rows = self.rows_of_position(&position.keys());
            (number, rows.map(|rows| rows.map(|rows| (rows, is_exact))))
        });
        let players = query.needed().filter_map(|(number, condition)| {
            let (name, sides) = match condition {
                Condition::White(name) => (name, [true, false]),
                Condition::Black(name) => (name, [false, true]),
                Condition::Player(name) => (name, [true, true]),
                _ => return None,
            };
            let rows = self.rows_of_player(name, sides);
            Some((number, rows.map(|rows| rows.map(|rows| (rows, true)))))
        });
        position.into_iter().chain(players).collect()
    }

    /// Returns the rows of the games that came to one of some positions, in ascending order; `None` if
    /// that is not known, since the games of other variants have other keys.
    fn rows_of_position(&self, keys: &[PositionKey]) -> Result<Option<Vec<u64>>> {
        let has_other_keys =
            |name: &String| !matches!(&**name, "Standard" | "Chess960" | "From Position");
        // A diagram has no key.
        if keys.is_empty() || self.entry.variants.iter().any(has_other_keys) {
            return Ok(None);
        }
        let (mut rows, numbering) = (Vec::new(), self.numbering()?);
        for key in keys {
            let games = self.moves((*key).into())?.into_iter();
            rows.extend(games.filter_map(|(game, _)| numbering.row_of(game)));
        }
        rows.sort_unstable();
        rows.dedup();
        Ok(Some(rows))
    }
}

/// Asks some rows of a range that is read together; conditions with the numbers `known` are met.
fn find_among<E>(
    lanes: &Lanes<'_>,
    range: Range<u64>,
    asked: impl Iterator<Item = u64>,
    (query, known): (&Query, &[usize]),
    each: &mut impl FnMut(&StoredGame<'_>) -> std::result::Result<ControlFlow<()>, E>,
) -> std::result::Result<ControlFlow<()>, SearchStop<E>> {
    let first = range.start;
    let rows = Rows::new(lanes, range);
    for row in asked {
        let game = StoredGame::new(&rows, (row - first) as usize);
        // A function that fails may have done so because of the file.
        if game.read(|view| query.answers_besides(view, known))?
            && rows.sound(each(&game))?.map_err(SearchStop::Function)?.is_break()
        {
            return Ok(ControlFlow::Break(()));
        }
    }
    Ok(ControlFlow::Continue(()))
}
