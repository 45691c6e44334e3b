//! Weights: sums of counts, fitted into sixteen bits.

use std::{cmp::Reverse, iter};

use super::{
    entry::{BookEntry, BookMove},
    file::Book,
};

/// Merges books: weights of the same move of the same position are added. Of what programs have
/// learnt the highest number stays. Headers are left out.
///
/// The order of the books does not matter. A single book is put in order.
#[must_use]
pub fn merge<'a>(books: impl IntoIterator<Item = &'a Book>) -> Book {
    let entries = books.into_iter().flat_map(Book::entries).filter(|entry| !entry.is_header());
    let mut entries: Vec<BookEntry> = entries.copied().collect();
    entries.sort_unstable_by_key(|entry| (entry.key, entry.book_move));
    let mut merged = Vec::new();
    for position in entries.chunk_by(|a, b| a.key == b.key) {
        let moves = position.chunk_by(|a, b| a.book_move == b.book_move).map(|same| {
            let weight = same.iter().map(|entry| u64::from(entry.weight)).sum();
            let learn = same.iter().map(|entry| entry.learn).max().unwrap_or(0);
            (same[0].book_move, weight, learn)
        });
        append(position[0].key, moves.collect(), &mut merged);
    }
    Book::from_entries(merged)
}

/// Appends the entries of a position, given as moves with weights of any size.
///
/// If a weight has more than sixteen bits, all of the position are divided by the same number. A
/// weight that was not 0 does not become 0.
pub(super) fn append(key: u64, moves: Vec<(BookMove, u64, u32)>, out: &mut Vec<BookEntry>) {
    let most = moves.iter().map(|(_, weight, _)| *weight).max().unwrap_or(0);
    let fitted = |weight: u64| {
        let limit = u128::from(u16::MAX);
        let most = u128::from(most);
        if most <= limit {
            return weight as u16;
        }
        let scaled = (u128::from(weight) * limit + most / 2) / most;
        (scaled as u16).max(u16::from(weight > 0))
    };
    let start = out.len();
    out.extend(moves.into_iter().zip(iter::repeat(key)).map(
        |((book_move, weight, learn), key)| BookEntry {
            key,
            book_move,
            weight: fitted(weight),
            learn,
        },
    ));
    out[start..].sort_by_key(|entry| (Reverse(entry.weight), entry.book_move));
}
