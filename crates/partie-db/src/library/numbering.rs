//! Numbers of the games of a segment.

use std::ops::Range;

/// The numbers that a segment's games have in the library, in ascending order. Numbers of removed
/// games are missing among them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct GameNumbers {
    /// The rows, from 0, at which consecutive numbers begin, with the first of these numbers.
    runs: Vec<(u64, u64)>,
    games: u64,
}

impl GameNumbers {
    /// Returns consecutive numbers.
    pub(super) fn consecutive(numbers: Range<u64>) -> GameNumbers {
        let games = numbers.end.saturating_sub(numbers.start);
        let runs = if games > 0 { vec![(0, numbers.start)] } else { Vec::new() };
        GameNumbers { runs, games }
    }

    /// Adds the number of the next row. Returns false if it is not above those before.
    #[must_use]
    pub(super) fn push(&mut self, number: u64) -> bool {
        match self.last() {
            Some(last) if number <= last => return false,
            Some(last) if number == last + 1 => {}
            _ => self.runs.push((self.games, number)),
        }
        self.games += 1;
        true
    }

    /// Returns the number of games.
    pub(super) const fn len(&self) -> u64 {
        self.games
    }

    /// Returns the lowest number.
    pub(super) fn first(&self) -> Option<u64> {
        self.runs.first().map(|(_, number)| *number)
    }

    /// Returns the highest number.
    pub(super) fn last(&self) -> Option<u64> {
        self.runs.last().map(|(row, number)| number + (self.games - 1 - row))
    }

    /// Returns the number of the game in a row; beyond the last row the numbers go on.
    pub(super) fn at(&self, row: u64) -> u64 {
        let after = self.runs.partition_point(|(first, _)| *first <= row);
        let (first, number) = after.checked_sub(1).map_or((0, 0), |at| self.runs[at]);
        number + (row - first)
    }

    /// Returns the row of a game; `None` if it is not in the segment.
    pub(super) fn row_of(&self, number: u64) -> Option<u64> {
        let row = self.first_row_from(number);
        (row < self.games && self.at(row) == number).then_some(row)
    }

    /// Returns the first row whose game has a number or a higher one; the number of games if there is
    /// none.
    pub(super) fn first_row_from(&self, number: u64) -> u64 {
        let after = self.runs.partition_point(|(_, first)| *first <= number);
        let end = self.runs.get(after).map_or(self.games, |(row, _)| *row);
        let row = after.checked_sub(1).map(|at| self.runs[at]);
        row.map_or(0, |(row, first)| (row + (number - first)).min(end))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_and_numbers() {
        let some: [&[u64]; 5] = [&[], &[1], &[5, 6, 7], &[1, 3, 4, 9], &[2, 4, 6, 100, 101, 102]];
        for listed in some {
            let mut numbers = GameNumbers::default();
            assert!(listed.iter().all(|number| numbers.push(*number)));
            assert_eq!(numbers.len(), listed.len() as u64);
            assert_eq!(
                [numbers.first(), numbers.last()],
                [listed.first(), listed.last()].map(Option::<&u64>::copied)
            );
            for (row, number) in (0..).zip(listed) {
                assert_eq!(numbers.at(row), *number);
            }
            for number in 0..110 {
                let row = listed.iter().position(|other| *other == number);
                assert_eq!(
                    numbers.row_of(number),
                    row.map(|row| row as u64),
                    "{number} of {listed:?}"
                );
                let from = listed.partition_point(|other| *other < number) as u64;
                assert_eq!(numbers.first_row_from(number), from, "{number} of {listed:?}");
            }
            assert!(listed.iter().all(|number| !numbers.clone().push(*number)));
            let range = listed.first().map_or(0..0, |first| *first..first + listed.len() as u64);
            let is_consecutive = numbers == GameNumbers::consecutive(range.clone());
            assert_eq!(is_consecutive, range.eq(listed.iter().copied()));
        }
    }
}
