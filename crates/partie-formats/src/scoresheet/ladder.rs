//! Layout of books: the numbers of the main line begin lines, and the sentences between them
//! name moves and numbers of their own.

use std::collections::HashMap;

use super::tokens::{Kind, Token};

/// Number of consecutive move numbers that must begin lines.
const FEWEST_RUNGS: u32 = 4;

/// Places of the move numbers that begin lines, if the text is laid out so.
#[derive(Debug, Default)]
pub(super) struct Ladder {
    /// The last token with a number, by number.
    last: HashMap<u32, usize>,
}

impl Ladder {
    /// Finds the ladder of a text; it is empty if numbers 1 to 4 do not each begin a line.
    pub(super) fn of(body: &[Token]) -> Ladder {
        let mut last = HashMap::new();
        for (at, token) in body.iter().enumerate() {
            if let Kind::Number(n, 1..) = token.kind
                && begins_line(body, at)
            {
                last.insert(n, at);
            }
        }
        if (1..=FEWEST_RUNGS).all(|n| last.contains_key(&n)) {
            Ladder { last }
        } else {
            Ladder::default()
        }
    }

    /// Whether the main line goes on with this number at the start of a later line.
    pub(super) fn comes_again(&self, number: u32, at: usize) -> bool {
        self.last.get(&number).is_some_and(|last| *last > at)
    }
}

/// Whether a token is the first one of its line.
pub(super) fn begins_line(body: &[Token], at: usize) -> bool {
    at.checked_sub(1).is_none_or(|before| body[before].kind == Kind::Line)
}
