//! Tables of a book: crosstables, standings.

use super::{
    contents::words_at,
    flow::{Flow, Role},
    lines::{PlacedPiece, Span, fill},
};
use crate::font::{self, Face};

/// A table that stands before the games.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BookTable {
    /// Heading; empty for none.
    pub heading: String,
    /// Lines before the table.
    pub facts: Vec<String>,
    /// Headings of the columns, none for facts alone, and true for each that is aligned on the right.
    pub columns: Vec<(String, bool)>,
    /// Cells, as many in each row as there are columns.
    pub rows: Vec<Vec<String>>,
    /// Lines after the table.
    pub notes: Vec<String>,
}

/// The smallest text of a table, as a part of the size; columns for which there is no room then follow
/// in a further table.
const SMALLEST: f64 = 0.62;
/// Number of columns, with the players, that each part of a wide table begins with.
const REPEATED: usize = 2;
/// The room after a column, as a part of the size.
const GAP: f64 = 0.7;

impl BookTable {
    /// Sets the table over the whole width.
    pub(super) fn set(&self, flow: &mut Flow) {
        let measures = flow.measures;
        let (size, width, faces) = (measures.size, measures.column(), measures.faces);
        let lines = |flow: &mut Flow, role, text: &str, face, size| {
            let lines = fill(&[Span::of(text, face)], size, width, false);
            flow.lines(role, lines, 0.0, size);
        };
        if !self.heading.is_empty() {
            lines(flow, Role::Section, &self.heading, faces.strong, size * 1.3);
        }
        for fact in &self.facts {
            lines(flow, Role::Text, fact, faces.slanted, size * 0.92);
        }
        let widths = self.widths(faces.plain, faces.strong);
        let tables =
            if widths.is_empty() { Vec::new() } else { parts(&widths, width / (size * SMALLEST)) };
        for (at, columns) in tables.into_iter().enumerate() {
            let natural: f64 = columns.iter().map(|column| widths[*column]).sum();
            let size = size * (width / (size * natural)).clamp(SMALLEST, 1.0);
            flow.skip(size * if at == 0 { 0.6 } else { 1.4 });
            let headings: Vec<&str> = self.columns.iter().map(|(heading, _)| &**heading).collect();
            let head = self.line(&columns, &widths, &headings, faces.strong, size);
            flow.need(size * measures.leading * 3.0);
            flow.lines(Role::Text, vec![head], 0.0, size);
            flow.rule();
            flow.skip(size * 0.3);
            for row in &self.rows {
                let cells: Vec<&str> = row.iter().map(String::as_str).collect();
                let line = self.line(&columns, &widths, &cells, faces.plain, size);
                flow.lines(Role::Text, vec![line], 0.0, size);
            }
        }
        flow.skip(size * 0.4);
        for note in &self.notes {
            lines(flow, Role::Text, note, faces.plain, size * 0.85);
        }
    }

    /// The widths of the columns with their gaps, as parts of the size.
    fn widths(&self, plain: Face, strong: Face) -> Vec<f64> {
        let column = |(at, (heading, _)): (usize, &(String, bool))| {
            let cells = self.rows.iter().filter_map(|row| row.get(at));
            let cells = cells.map(|cell| font::width(plain, cell, 1.0));
            cells.fold(font::width(strong, heading, 1.0), f64::max) + GAP
        };
        self.columns.iter().enumerate().map(column).collect()
    }

    /// A row, or the headings.
    fn line(
        &self,
        columns: &[usize],
        widths: &[f64],
        cells: &[&str],
        face: Face,
        size: f64,
    ) -> Vec<PlacedPiece> {
        let mut line = Vec::new();
        let mut x = 0.0;
        for column in columns {
            let text = cells.get(*column).copied().unwrap_or_default();
            let is_right = self.columns.get(*column).is_some_and(|(_, is_right)| *is_right);
            let left = widths[*column] - GAP - font::width(face, text, 1.0);
            let at = if is_right { x + left.max(0.0) * size } else { x };
            line.extend(words_at(at, text, face, size));
            x += widths[*column] * size;
        }
        line
    }
}

/// Parts columns so that each part is no wider than some width; each begins with the first columns.
fn parts(widths: &[f64], most: f64) -> Vec<Vec<usize>> {
    let repeated: Vec<usize> = (0..widths.len().min(REPEATED)).collect();
    let first: f64 = repeated.iter().map(|column| widths[*column]).sum();
    let mut parts = vec![repeated.clone()];
    let mut used = first;
    for (column, width) in widths.iter().enumerate().skip(REPEATED) {
        let is_empty = parts.last().is_some_and(|part| part.len() == repeated.len());
        if used + width > most && !is_empty {
            parts.push(repeated.clone());
            used = first;
        }
        used += width;
        if let Some(part) = parts.last_mut() {
            part.push(column);
        }
    }
    parts
}

#[cfg(test)]
mod tests {
    use super::parts;

    #[test]
    fn wide_tables_are_parted() {
        assert_eq!(parts(&[1.0, 5.0, 2.0, 2.0], 10.0), [[0, 1, 2, 3]]);
        assert_eq!(parts(&[1.0, 5.0, 2.0, 2.0, 3.0], 10.0), [vec![0, 1, 2, 3], vec![0, 1, 4]]);
        assert_eq!(parts(&[1.0, 5.0, 9.0, 9.0], 10.0), [[0, 1, 2], [0, 1, 3]]);
        assert_eq!(parts(&[1.0], 10.0), [[0]]);
    }
}
