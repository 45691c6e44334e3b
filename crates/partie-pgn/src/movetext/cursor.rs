//! A place among the items of a movetext.

use super::ordinal::PROSE_LOOKAHEAD;
use crate::lex::{Due, Item, Items, Pause, Sign, number};

/// Items of a movetext, and the place that a reading has reached among them.
pub(super) struct Cursor<'a> {
    pub(super) items: &'a Items,
    /// Number of moves before the place.
    pub(super) played: usize,
    /// Number of pauses before it.
    pub(super) pauses: usize,
    /// An item that is not after the place, and the number of moves before it.
    pub(super) item: (usize, usize),
    /// Number of moves with variations that are done.
    pub(super) varied: usize,
}

impl<'a> Cursor<'a> {
    pub(super) const fn new(items: &'a Items) -> Cursor<'a> {
        Cursor { items, played: 0, pauses: 0, item: (0, 0), varied: 0 }
    }

    /// Returns the next pause.
    pub(super) fn pause(&self) -> Option<&'a Pause> {
        self.items.pauses.get(self.pauses)
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

    /// Goes on to the first item that begins at an offset or later; returns true if it is a move in
    /// export format.
    pub(super) fn seek(&mut self, offset: usize) -> bool {
        let Items { all, pauses, .. } = self.items;
        let (mut item, mut moves) = self.item;
        while all.get(item).is_some_and(|item| item.span().start < offset) {
            moves += usize::from(all[item].sign_of_no_move().is_none());
            item += 1;
        }
        self.item = (item, moves);
        self.played = self.played.max(moves);
        while pauses.get(self.pauses).is_some_and(|pause| (pause.item as usize) < item) {
            self.pauses += 1;
        }
        let at_pause = self.pause().is_some_and(|pause| pause.item as usize == item);
        !at_pause && all.get(item).is_some_and(|item| item.sign_of_no_move().is_none())
    }

    /// Returns the move that is due here, as the lexer counts.
    pub(super) fn due(&self) -> Due {
        let Items { pauses, first, .. } = self.items;
        let (due, moves) = match self.pauses.checked_sub(1).map(|last| &pauses[last]) {
            Some(pause) => (pause.due, pause.moves + u32::from(pause.is_move())),
            None => (*first, 0),
        };
        Due { ply: due.ply + (self.played as u32 - moves), ..due }
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

    /// Returns true if a variation surely holds a move: its first item is one, perhaps after a number.
    pub(super) fn opens_with_move(&self, open: &Pause) -> bool {
        let mut later = self.items.pauses[self.pauses + 1..].iter();
        let begins = |pause: Option<&Pause>| {
            pause.is_none_or(|next| next.moves > open.moves || next.is_move())
        };
        match later.next() {
            Some(Pause { sign: Sign::NonstandardNumber, moves, .. }) if *moves == open.moves => {
                begins(later.next())
            }
            next => begins(next),
        }
    }
}
