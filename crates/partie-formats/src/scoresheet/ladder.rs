//! Layout of books: the numbers of the main line begin lines, and the sentences between them
//! name moves and numbers of their own.

use std::collections::HashMap;

use super::tokens::{Kind, Token};

/// Number of consecutive move numbers that must begin lines.
const FEWEST_RUNGS: u32 = 4;

/// Places of the move numbers that begin lines, if the text is laid out so.
#[derive(Debug, Default)]
pub(super) struct Ladder {
    /// Tokens with a number and its dots, in order, by number.
    rungs: HashMap<u32, Vec<(usize, u8)>>,
}

impl Ladder {
    /// Finds the ladder of a text; it is empty if numbers 1 to 4 do not each begin a line.
    pub(super) fn of(body: &[Token]) -> Ladder {
        let mut rungs: HashMap<u32, Vec<(usize, u8)>> = HashMap::new();
        for (at, token) in body.iter().enumerate() {
            if let Kind::Number(n, dots @ 1..) = token.kind
                && begins_line(body, at)
            {
                rungs.entry(n).or_default().push((at, dots));
            }
        }
        if (1..=FEWEST_RUNGS).all(|n| rungs.contains_key(&n)) {
            Ladder { rungs }
        } else {
            Ladder::default()
        }
    }

    /// Returns true if this number begins a later line before the next number does, so that the
    /// main line continues there.
    pub(super) fn comes_again(&self, number: u32, at: usize) -> bool {
        let Some((own, _)) = self.after(number, at).next() else { return false };
        // `14...Kt x P` may stand in a sentence.
        let next = self.after(number + 1, at).find(|(_, dots)| *dots < 3);
        next.is_none_or(|(next, _)| own < next)
    }

    /// Returns true if the main line continues with this number or the next one on a later line.
    pub(super) fn goes_on(&self, number: u32, at: usize) -> bool {
        let another_game = self.after(1, at).next().map_or(usize::MAX, |(rung, _)| *rung);
        [number, number + 1].into_iter().any(|number| {
            self.after(number, at).next().is_some_and(|(rung, _)| *rung < another_game)
        })
    }

    /// Iterates over the lines after a token that begin with a number, with its dots.
    fn after(&self, number: u32, at: usize) -> impl Iterator<Item = &(usize, u8)> {
        let rungs = self.rungs.get(&number).map_or(&[][..], Vec::as_slice);
        rungs[rungs.partition_point(|(rung, _)| *rung <= at)..].iter()
    }
}

/// Returns true if a token is the first of its line.
pub(super) fn begins_line(body: &[Token], at: usize) -> bool {
    at.checked_sub(1).is_none_or(|before| body[before].kind == Kind::Line)
}
