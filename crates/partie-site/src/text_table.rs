//! Tables of characters.

use partie_formats::text::visible;
use unicode_width::UnicodeWidthStr as _;

use crate::chart::bars::shares;

/// A column.
#[derive(Clone, Debug, Default)]
pub(crate) struct Column {
    /// The heading.
    pub(crate) heading: String,
    /// Meaning of an abbreviated heading; empty if it is clear.
    pub(crate) meaning: String,
    /// True to align it to the right.
    pub(crate) right: bool,
    /// True to have one space before it instead of two.
    pub(crate) close: bool,
    /// True if spaces before its cells count.
    pub(crate) tree: bool,
    /// True if its cells are shares that are drawn as a bar, as in `12/5/7`.
    pub(crate) bar: bool,
    /// True to leave it out of text in which not all columns fit beside each other; the last of these
    /// columns goes first.
    pub(crate) optional: bool,
}

/// A table.
#[derive(Clone, Debug, Default)]
pub(crate) struct TextTable {
    /// The columns.
    pub(crate) columns: Vec<Column>,
    /// Cells of each row, one for each column.
    pub(crate) rows: Vec<Vec<String>>,
    /// Number of columns that are repeated where the others do not fit beside each other.
    pub(crate) fixed: usize,
    /// Column whose cells may be shortened.
    pub(crate) shortened: usize,
}

/// Width of a bar of shares.
const BAR: usize = 16;

/// Width below which cells are not shortened.
const SHORTEST: usize = 16;

impl TextTable {
    /// Adds a column that is aligned to the right if `right`.
    pub(crate) fn column(&mut self, heading: impl Into<String>, right: bool) {
        self.columns.push(Column { heading: heading.into(), right, ..Column::default() });
    }

    /// Adds a column of bars, which may be left out.
    pub(crate) fn bars(&mut self) {
        self.columns.push(Column { bar: true, optional: true, ..Column::default() });
    }

    /// Adds a column that may be left out.
    pub(crate) fn optional(&mut self, heading: impl Into<String>, right: bool) {
        let heading = heading.into();
        self.columns.push(Column { heading, right, optional: true, ..Column::default() });
    }

    /// Returns the numbers of the columns that fit beside each other, or of all that are not optional.
    fn shown(&self, widths: &[usize], width: usize) -> Vec<usize> {
        let mut shown: Vec<usize> = (0..widths.len()).collect();
        let sum = |shown: &[usize]| shown.iter().map(|at| widths[*at] + 2).sum::<usize>();
        while sum(&shown) > width.saturating_add(2)
            && let Some(last) = shown.iter().rposition(|at| self.columns[*at].optional)
        {
            shown.remove(last);
        }
        shown
    }

    /// Returns the numbers of the columns that fit in lines of `width` characters, or of all that are not
    /// optional; bars take no room.
    #[cfg(feature = "pages")]
    pub(crate) fn fitting(&self, width: usize) -> Vec<usize> {
        let widest = |(at, column): (usize, &Column)| {
            let cells = self.rows.iter().map(|row| row[at].width());
            if column.bar { 0 } else { cells.fold(column.heading.width(), usize::max) }
        };
        let widths: Vec<usize> = self.columns.iter().enumerate().map(widest).collect();
        self.shown(&widths, width)
    }

    /// Draws the table in lines of `width` characters, if the fixed columns and one other fit:
    /// columns that do not fit follow in another table below.
    pub(crate) fn draw(&self, width: usize) -> String {
        let mut cells: Vec<Vec<String>> =
            vec![self.columns.iter().map(|column| visible(&column.heading)).collect()];
        let cell = |(column, cell): (&Column, &String)| {
            if column.bar { shares(cell, BAR) } else { visible(cell) }
        };
        let row = |row: &Vec<String>| self.columns.iter().zip(row).map(cell).collect();
        cells.extend(self.rows.iter().map(row));
        let widest = |at: usize| cells.iter().map(|row| row[at].width()).max().unwrap_or(0);
        let mut widths: Vec<usize> = (0..self.columns.len()).map(widest).collect();
        let shown = self.shown(&widths, width);
        if shown.len() < widths.len() {
            widths = shown.iter().map(|at| widths[*at]).collect();
            for row in &mut cells {
                *row = shown.iter().map(|at| std::mem::take(&mut row[*at])).collect();
            }
        }
        let columns: Vec<&Column> = shown.iter().map(|at| &self.columns[*at]).collect();
        let gap = |at: usize| match at {
            0 => 0,
            _ if columns[at].close => 1,
            _ => 2,
        };
        let sum =
            |widths: &[usize], to: usize| (0..to).map(|at| gap(at) + widths[at]).sum::<usize>();
        let excess = sum(&widths, widths.len()).saturating_sub(width);
        if excess > 0 && widths.len() > self.shortened {
            let own = &mut widths[self.shortened];
            *own = own.saturating_sub(excess).max(SHORTEST.min(*own));
        }
        let mut out = String::new();
        let mut start = self.fixed;
        loop {
            let mut end = start;
            let mut used = sum(&widths, self.fixed);
            while end < widths.len() && (end == start || used + gap(end) + widths[end] <= width) {
                used += gap(end) + widths[end];
                end += 1;
            }
            if !out.is_empty() {
                out.push('\n');
            }
            for row in &cells {
                let mut line = String::new();
                for at in (0..self.fixed).chain(start..end) {
                    line += &" ".repeat(gap(at));
                    line += &padded(&row[at], widths[at], columns[at].right);
                }
                out += line.trim_end();
                out.push('\n');
            }
            start = end;
            if start >= widths.len() {
                return out;
            }
        }
    }
}

/// Fills a cell with spaces, or cuts it.
fn padded(text: &str, width: usize, right: bool) -> String {
    let mut text = text.to_owned();
    if text.width() > width {
        while text.width() >= width && text.pop().is_some() {}
        text.push('.');
    }
    let spaces = " ".repeat(width - text.width().min(width));
    if right { spaces + &text } else { text + &spaces }
}

/// Returns text with signs of ASCII; letters of words and names are kept.
pub(crate) fn in_ascii(text: &str) -> String {
    let text = text.replace(" · ", ", ").replace('█', "#").replace('▒', "=").replace('·', ".");
    text.replace(['–', '−'], "-").replace(['\u{a0}', '\u{202f}'], " ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_does_not_fit_comes_below() {
        let mut table = TextTable { fixed: 2, shortened: 1, ..TextTable::default() };
        table.column("", true);
        table.column("player", false);
        for heading in ["1", "2", "points"] {
            table.column(heading, true);
        }
        let row = |cells: [&str; 5]| cells.map(str::to_owned).to_vec();
        table.rows = vec![
            row(["1", "Kieseritzky, Lionel Adalbert", "", "1½", "1½"]),
            row(["2", "丁立人\u{1b}[2J", "½0", "", "½"]),
        ];
        insta::assert_snapshot!(table.draw(80), @"
           player                         1   2  points
        1  Kieseritzky, Lionel Adalbert      1½      1½
        2  丁立人␛[2J                    ½0           ½
        ");
        insta::assert_snapshot!(table.draw(28), @"
           player             1   2
        1  Kieseritzky, Li.      1½
        2  丁立人␛[2J        ½0

           player            points
        1  Kieseritzky, Li.      1½
        2  丁立人␛[2J             ½
        ");
    }
}
