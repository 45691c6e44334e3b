//! Games of a library that answer a query.

use std::{
    collections::BTreeSet,
    ops::{ControlFlow, Range},
};

use super::{
    Library, LibraryError, Result, StoredGame,
    lanes::{Lanes, Rows},
    segment::Segment,
};
use crate::query::{FenPattern, Query};

/// Most rows that are read together.
const TOGETHER: u64 = 4096;

impl Library {
    /// Gives the games that answer a query to a function, in the order of their numbers, until it
    /// breaks off.
    ///
    /// # Errors
    ///
    /// That of the function, and if a file cannot be read or is damaged.
    pub fn find<E: From<LibraryError>>(
        &self,
        query: &Query,
        mut each: impl FnMut(&StoredGame<'_>) -> std::result::Result<ControlFlow<()>, E>,
    ) -> std::result::Result<(), E> {
        // A diagram has no key.
        let wanted = query.needed_position().map(FenPattern::keys);
        let wanted = wanted.filter(|keys| !keys.is_empty());
        for segment in &self.segments {
            let lanes = Lanes::new(segment);
            let mut next = 0;
            // The first games are to be seen at once.
            let mut together = 64;
            let mut listed = segment.rows_of(wanted.as_deref())?.map(BTreeSet::into_iter);
            loop {
                let range = match &mut listed {
                    Some(rows) => rows.next().map(|row| row..row + 1),
                    None if next < segment.entry.games => Some(segment.together(next, together)?),
                    None => None,
                };
                let Some(range) = range else { break };
                (next, together) = (range.end, TOGETHER);
                if find_among(&lanes, range, query, &mut each)?.is_break() {
                    return Ok(());
                }
            }
        }
        Ok(())
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
            let visits = self.visits(*key)?.into_iter();
            rows.extend(visits.map(|visit| visit.game - self.entry.first_game));
        }
        Ok(Some(rows))
    }
}

/// Asks the games of rows that are read together.
fn find_among<E: From<LibraryError>>(
    lanes: &Lanes<'_>,
    range: Range<u64>,
    query: &Query,
    each: &mut impl FnMut(&StoredGame<'_>) -> std::result::Result<ControlFlow<()>, E>,
) -> std::result::Result<ControlFlow<()>, E> {
    let length = (range.end - range.start) as usize;
    let rows = Rows::new(lanes, range);
    for row in 0..length {
        let game = StoredGame::new(&rows, row);
        let answers = query.answers(&game);
        rows.check()?;
        if answers && each(&game)?.is_break() {
            return Ok(ControlFlow::Break(()));
        }
    }
    rows.check()?;
    Ok(ControlFlow::Continue(()))
}
