//! A place among the items of a movetext.

use super::ordinal::PROSE_LOOKAHEAD;
use crate::lex::{Item, Items, Sign, number};

/// Items of a movetext, and the place that a replay has reached among them.
pub(super) struct Cursor<'a> {
    pub(super) items: &'a Items,
    /// Number of moves before the place.
    pub(super) played: usize,
    /// An item that is not after the place, and the number of moves before it.
    pub(super) item: (usize, usize),
    /// Number of moves with variations that are done.
    pub(super) varied: usize,
}

impl<'a> Cursor<'a> {
    pub(super) const fn new(items: &'a Items) -> Cursor<'a> {
        Cursor { items, played: 0, item: (0, 0), varied: 0 }
    }

    /// Returns the item of the next move.
    pub(super) fn next_move(&mut self) -> &'a Item {
        let (item, moves) = &mut self.item;
        let all = &self.items.all;
        while *moves < self.played || all[*item].sign_of_no_move().is_some() {
            *moves += usize::from(all[*item].sign_of_no_move().is_none());
            *item += 1;
        }
        &all[*item]
    }

    /// Returns true if the move after the next one, soon after an offset, is White's and has a number: this
    /// one.
    pub(super) fn goes_on_with(&self, text: &[u8], expected: i64, from: usize) -> bool {
        let all = &self.items.all;
        let rest = &all[all.partition_point(|item| item.span().start < from)..];
        let Some(next) = rest.iter().position(|item| item.sign_of_no_move().is_none()) else {
            return false;
        };
        let mut depth = 0_usize;
        for item in &rest[next + 1..] {
            match item.sign_of_no_move() {
                Some(Sign::Open) => depth += 1,
                Some(Sign::NonstandardNumber) if depth == 0 => {
                    let span = item.span();
                    let (found, dots, _) = number(&text[span.clone()]);
                    return (i64::from(found), dots) == (expected, 1)
                        && span.end - from < PROSE_LOOKAHEAD;
                }
                // The wrong number is followed by one without an item.
                None | Some(Sign::Close) if depth == 0 => return false,
                Some(Sign::Close) => depth -= 1,
                _ => {}
            }
        }
        false
    }
}
