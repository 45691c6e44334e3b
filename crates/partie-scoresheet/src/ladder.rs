//! Layout of books: the numbers of the main line begin lines, and the sentences between them
//! name moves and numbers of their own.

use std::collections::HashMap;

use super::tokens::{Token, TokenKind};

/// Number of consecutive move numbers that must begin lines.
const FEWEST_RUNGS: u32 = 4;

/// Places of the move numbers that begin lines, if the text is laid out so.
#[derive(Debug, Default)]
pub(super) struct Ladder {
    /// Tokens with a number, in order, by number.
    rungs: HashMap<u32, Vec<usize>>,
    /// Numbers with fewer than three dots: `14...Kt x P` may stand in a sentence.
    plain: HashMap<u32, Vec<usize>>,
}

impl Ladder {
    /// Finds the ladder of a text; it is empty if numbers 1 to 4 do not each begin a line.
    pub(super) fn of(body: &[Token]) -> Ladder {
        let mut ladder = Ladder::default();
        for (at, token) in body.iter().enumerate() {
            if let TokenKind::Number(n, dots @ 1..) = token.kind
                && begins_line(body, at)
            {
                ladder.rungs.entry(n).or_default().push(at);
                if dots < 3 {
                    ladder.plain.entry(n).or_default().push(at);
                }
            }
        }
        if (1..=FEWEST_RUNGS).all(|n| ladder.rungs.contains_key(&n)) {
            ladder
        } else {
            Ladder::default()
        }
    }

    /// Returns true if this number begins a later line before the next number does, so that the
    /// main line continues there.
    pub(super) fn comes_again(&self, number: u32, at: usize) -> bool {
        let Some(own) = after(&self.rungs, number, at) else { return false };
        after(&self.plain, number.saturating_add(1), at).is_none_or(|next| own < next)
    }

    /// Returns true if the main line continues with this number or the next one on a later line.
    pub(super) fn goes_on(&self, number: u32, at: usize) -> bool {
        let another_game = after(&self.rungs, 1, at).unwrap_or(usize::MAX);
        [number, number.saturating_add(1)]
            .into_iter()
            .any(|number| after(&self.rungs, number, at).is_some_and(|rung| rung < another_game))
    }
}

/// Finds the first line after a token that begins with a number.
fn after(rungs: &HashMap<u32, Vec<usize>>, number: u32, at: usize) -> Option<usize> {
    let rungs = rungs.get(&number)?;
    rungs.get(rungs.partition_point(|rung| *rung <= at)).copied()
}

/// Returns true if a token is the first of its line.
pub(super) fn begins_line(body: &[Token], at: usize) -> bool {
    at.checked_sub(1).is_none_or(|before| body[before].kind == TokenKind::Line)
}
