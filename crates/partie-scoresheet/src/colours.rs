//! Names of the players above the columns of their moves.

use std::ops::Range;

use super::{facts::Facts, pairing::is_name, vocabulary::tag};

/// Cells of the line above the players' names: `White  Black`, perhaps for several blocks of moves side by
/// side.
#[derive(Debug)]
pub(super) struct Colours {
    /// Place of the line.
    line: Range<usize>,
    tags: Vec<&'static str>,
}

impl Colours {
    /// Reads a line that names nothing but the sides.
    pub(super) fn of(line: &str, start: usize) -> Option<Colours> {
        let mut tags = Vec::new();
        for cell in cells(line) {
            tags.push(
                tag(cell.trim_end_matches(['.', ':']))
                    .filter(|t| matches!(*t, "White" | "Black"))?,
            );
        }
        let pairs =
            tags.chunks(2).all(|pair| pair.len() == 2 && pair[0] != pair[1] && pair == &tags[..2]);
        (tags.len() > 1 && pairs).then(|| Colours { line: start..start + line.len(), tags })
    }

    /// Reads the names in the next line, one in each column.
    pub(super) fn names(self, line: &str, start: usize) -> Option<Facts> {
        let names: Vec<&str> =
            cells(line).into_iter().map(|name| name.trim_end_matches(',')).collect();
        let (first, others) = names.split_at_checked(2)?;
        if names.len() != self.tags.len()
            || !others.chunks(2).all(|pair| pair == first)
            || !first.iter().all(|name| is_name(name, false))
        {
            return None;
        }
        let mut facts = Facts::default();
        for (tag, name) in self.tags.iter().zip(first) {
            facts.add(tag, name, 0..0);
        }
        facts.consumed = vec![self.line, start..start + line.len()];
        Some(facts)
    }
}

/// Splits a line at wide spaces.
fn cells(line: &str) -> Vec<&str> {
    let parts = line.split("  ").flat_map(|part| part.split('\t'));
    parts.map(str::trim).filter(|cell| !cell.is_empty()).collect()
}
