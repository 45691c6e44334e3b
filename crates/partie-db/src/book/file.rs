//! Books as files: their bytes, and problems in them.

use std::{error, fmt};

use super::entry::{BookEntry, ENTRY_LENGTH};

/// An opening book.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Book {
    entries: Vec<BookEntry>,
    /// The entries are in the order of their keys.
    is_sorted: bool,
}

/// A defect of a book that can be read nevertheless.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BookProblem {
    /// An entry has a lower key than the one before it.
    Unsorted {
        /// Number of the first such entry, from 1.
        entry: u64,
        /// Number of such entries.
        entries: u64,
    },
    /// The file ends within an entry.
    Truncated {
        /// Byte at which the last entry begins, from 0.
        byte: u64,
        /// Number of bytes that are left of it.
        length: usize,
    },
}

impl fmt::Display for BookProblem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            BookProblem::Unsorted { entry, entries } => {
                let byte = (entry - 1) * ENTRY_LENGTH as u64;
                write!(f, "entry {entry} at byte {byte} has a lower key than the entry before it")?;
                if entries > 1 {
                    write!(f, ", and so have {} others", entries - 1)?;
                }
                Ok(())
            }
            BookProblem::Truncated { byte, length } => write!(
                f,
                "expected an entry of {ENTRY_LENGTH} bytes at byte {byte}, but found {length} at \
                 the end of the file"
            ),
        }
    }
}

/// The error for a file that is no book.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NotABook;

impl fmt::Display for NotABook {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("not an opening book in Polyglot's format: most of its entries are no moves")
    }
}

impl error::Error for NotABook {}

impl Book {
    /// Reads a book. Its entries stay as they are, in their order.
    ///
    /// # Errors
    ///
    /// [`NotABook`] if more than half of the entries cannot be moves in any position, or if the file
    /// is not empty and shorter than one entry.
    pub fn read(bytes: &[u8]) -> Result<(Book, Vec<BookProblem>), NotABook> {
        let (chunks, rest) = bytes.as_chunks::<ENTRY_LENGTH>();
        let book = Book::from_entries(chunks.iter().copied().map(BookEntry::from_bytes).collect());
        let moves = book.entries.iter().filter(|entry| !entry.is_header());
        let odd = moves.clone().filter(|entry| !entry.book_move.is_plausible()).count();
        if 2 * odd > moves.count() || chunks.is_empty() && !rest.is_empty() {
            return Err(NotABook);
        }
        let mut problems = Vec::new();
        let lower = |at: &usize| book.entries[*at].key < book.entries[*at - 1].key;
        let mut out_of_order = (1..book.entries.len()).filter(lower);
        if let Some(first) = out_of_order.next() {
            let entries = 1 + out_of_order.count() as u64;
            problems.push(BookProblem::Unsorted { entry: first as u64 + 1, entries });
        }
        if !rest.is_empty() {
            let byte = (bytes.len() - rest.len()) as u64;
            problems.push(BookProblem::Truncated { byte, length: rest.len() });
        }
        Ok((book, problems))
    }

    /// Makes a book of entries, which keep their order.
    pub(super) fn from_entries(entries: Vec<BookEntry>) -> Book {
        let is_sorted = entries.is_sorted_by_key(|entry| entry.key);
        Book { entries, is_sorted }
    }

    /// Writes the book.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        self.entries.iter().flat_map(|entry| entry.to_bytes()).collect()
    }

    /// Returns the entries in their order, including a header's.
    #[must_use]
    pub fn entries(&self) -> &[BookEntry] {
        &self.entries
    }

    /// Returns the number of positions that have entries.
    #[must_use]
    pub fn positions(&self) -> usize {
        let keys = self.entries.iter().filter(|entry| !entry.is_header()).map(|entry| entry.key);
        let mut keys: Vec<u64> = keys.collect();
        keys.sort_unstable();
        keys.dedup();
        keys.len()
    }

    /// Returns the entries with a key, also in a book that is out of order. A header's entries
    /// belong to no position.
    pub fn at(&self, key: u64) -> impl Iterator<Item = &BookEntry> {
        let range = if self.is_sorted {
            let start = self.entries.partition_point(|entry| entry.key < key);
            let length = self.entries[start..].partition_point(|entry| entry.key == key);
            start..start + length
        } else {
            0..self.entries.len()
        };
        self.entries[range].iter().filter(move |e| e.key == key && !e.is_header())
    }
}
