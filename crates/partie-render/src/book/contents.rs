//! Sets the table of contents.

use super::{
    flow::{Flow, Link, Page, Role},
    lines::{PlacedPiece, Span, fill},
    measures::Measures,
};
use crate::font;

/// A game in the table of contents.
#[derive(Clone, Debug)]
pub(crate) struct ContentsEntry {
    /// The players.
    pub(crate) title: String,
    /// Event and year, in short.
    pub(crate) occasion: String,
    /// The result, if it is known.
    pub(crate) result: String,
    /// The page on which it begins, from 0, without the table of contents.
    pub(crate) page: usize,
    /// Distance from the top of the page.
    pub(crate) y: f64,
}

/// The pages with the table of contents.
pub(super) fn pages(measures: Measures, title: &str, entries: &[ContentsEntry]) -> Vec<Page> {
    let measures = Measures { columns: 1, ..measures };
    // The number of pages does not depend on the numbers that stand in them.
    let front = set_pages(measures, title, entries, 0).len();
    set_pages(measures, title, entries, front)
}

fn set_pages(
    measures: Measures,
    title: &str,
    entries: &[ContentsEntry],
    front: usize,
) -> Vec<Page> {
    let mut flow = Flow::new(measures);
    let (size, width, faces) = (measures.size, measures.column(), measures.faces);
    let span = |text: String, face| Span { text, face, scale: 1.0, breaks: true };
    let big = size * 2.2;
    flow.space(measures.paper.1 * 0.04);
    let mut role = Role::Title;
    for line in fill(&[span(title.to_owned(), faces.strong)], big, width, false) {
        // The last piece is a space.
        let wide = line.last().map_or(0.0, |last| last.x);
        flow.lines(role, vec![line], (width - wide) / 2.0, big);
        role = Role::Text;
    }
    flow.skip(size * 3.0);
    for (i, entry) in entries.iter().enumerate() {
        let height = size * measures.leading;
        flow.need(height);
        let (_, top) = flow.place();
        let (line, dots) = entry_line(measures, i + 1, entry, front);
        let block = flow.lines(Role::ContentsEntry, vec![line], 0.0, size);
        flow.dots(dots, size);
        let left = flow.left();
        let area = [left, top, left + width, top + height];
        flow.link(Link { area, block, page: entry.page + front, y: entry.y });
    }
    flow.finish()
}

/// A line of the table of contents: number, players, result, occasion, page; and the dots
/// before the page.
fn entry_line(
    measures: Measures,
    number: usize,
    entry: &ContentsEntry,
    front: usize,
) -> (Vec<PlacedPiece>, Vec<PlacedPiece>) {
    let (size, width, faces) = (measures.size, measures.column(), measures.faces);
    let small = size * 0.9;
    let put = |x: f64, text: &str, face, size| {
        let span = Span { text: text.to_owned(), face, scale: 1.0, breaks: false };
        let lines = fill(&[span], size, f64::INFINITY, false);
        lines.into_iter().flatten().map(move |placed| PlacedPiece { x: placed.x + x, ..placed })
    };
    let page = (entry.page + front + 1).to_string();
    let right = width - font::width(faces.plain, &page, size);
    let left = size * 2.8;
    let number = number.to_string();
    let number_at = left - size * 0.9 - font::width(faces.plain, &number, size);
    let mut line: Vec<PlacedPiece> = put(number_at, &number, faces.plain, size).collect();
    let most = right - size * 2.0;
    let title = font::shortened(faces.plain, &entry.title, size, most - left);
    line.extend(put(left, &title, faces.plain, size));
    let mut end = left + font::width(faces.plain, &title, size) + size * 0.6;
    for (text, face) in [(&entry.result, faces.plain), (&entry.occasion, faces.slanted)] {
        let text = font::shortened(face, text, small, most - end);
        if !text.is_empty() {
            line.extend(put(end, &text, face, small));
            end += font::width(face, &text, small) + size * 0.6;
        }
    }
    line.extend(put(right, &page, faces.plain, size));
    // Leader dots are aligned vertically.
    let mut dots = Vec::new();
    let mut x = right - size * 1.2;
    while x > end {
        dots.extend(put(x, ".", faces.plain, size));
        x -= size * 0.6;
    }
    (line, dots)
}
