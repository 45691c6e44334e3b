//! Sets the pages before the games: title, tables, and the table of contents.

use super::{
    BookTable,
    flow::{Flow, Link, Role},
    lines::{PlacedPiece, Span, fill},
    measures::Measures,
};
use crate::font::{self, Face};

/// A game or another part in the table of contents.
#[derive(Clone, Debug)]
pub(crate) struct ContentsEntry {
    /// Number of a game; none for other parts.
    pub(crate) number: Option<usize>,
    /// The players, or the heading of the part.
    pub(crate) title: String,
    /// Event and year, in short.
    pub(crate) occasion: String,
    /// The result, if it is known.
    pub(crate) result: String,
    /// True if it stands in the table of contents, and not only among the bookmarks.
    pub(crate) is_listed: bool,
    /// The page on which it begins, from 0, without the table of contents.
    pub(crate) page: usize,
    /// Distance from the top of the page.
    pub(crate) y: f64,
}

/// The first pages: title, tables, and the table of contents.
#[derive(Debug)]
pub(super) struct Front<'a> {
    pub(super) measures: Measures,
    /// The title of the book; none for a single game.
    pub(super) title: Option<&'a str>,
    pub(super) tables: &'a [BookTable],
}

/// The part of a page that the front may take without a page of its own.
const SHARED: f64 = 0.6;

impl Front<'_> {
    /// Sets the pages with the entries; page numbers count the `front` pages before the games.
    pub(super) fn pages(&self, entries: &[ContentsEntry], front: usize) -> Flow {
        let measures = Measures { columns: 1, ..self.measures };
        let mut flow = Flow::new(measures);
        let (size, width, faces) = (measures.size, measures.column(), measures.faces);
        if let Some(title) = self.title {
            let big = size * 2.2;
            flow.space(measures.paper.1 * 0.04);
            let mut role = Role::Title;
            for line in fill(&[Span::of(title, faces.strong)], big, width, false) {
                // The last piece is a space.
                let wide = line.last().map_or(0.0, |last| last.x);
                flow.lines(role, vec![line], (width - wide) / 2.0, big);
                role = Role::Text;
            }
            flow.skip(size * 1.5);
        }
        for table in self.tables {
            table.set(&mut flow);
            flow.skip(size * 1.5);
        }
        flow.skip(size * 0.5);
        for entry in entries {
            flow.entry(entry, front);
        }
        flow
    }

    /// Returns the height that the front takes of the first page of games, if it needs none of its own.
    pub(super) fn shared(&self, entries: &[ContentsEntry]) -> Option<f64> {
        let flow = self.pages(entries, 0);
        let (page, y) = flow.place();
        let (top, bottom) = self.measures.body();
        (page == 0 && y - top <= SHARED * (bottom - top)).then_some(y)
    }
}

impl Flow {
    /// Sets a line of the table of contents: number, title, result, occasion, dots, page. Text too
    /// long for one line continues on the next ones.
    fn entry(&mut self, entry: &ContentsEntry, front: usize) {
        let measures = self.measures;
        let (size, width, faces) = (measures.size, measures.column(), measures.faces);
        let small = 0.9;
        let page = (entry.page + front + 1).to_string();
        let right = width - font::width(faces.plain, &page, size);
        let left = size * 2.8;
        let mut spans = vec![Span::of(
            &entry.title,
            if entry.number.is_some() { faces.plain } else { faces.strong },
        )];
        // The result stays whole.
        let facts = [(&entry.result, faces.plain, false), (&entry.occasion, faces.slanted, true)];
        for (text, face, breaks) in facts.into_iter().filter(|(text, ..)| !text.is_empty()) {
            spans.push(Span::of(" ", faces.plain));
            spans.push(Span { scale: small, breaks, ..Span::of(text, face) });
        }
        let mut lines = fill(&spans, size, right - size * 2.0 - left, false);
        for placed in lines.iter_mut().flatten() {
            placed.x += left;
        }
        let Some(last) = lines.last_mut() else { return };
        let end = last.last().map_or(left, |last| last.x) + size * 0.6;
        last.extend(words_at(right, &page, faces.plain, size));
        if let Some(number) = entry.number {
            let number = number.to_string();
            let at = left - size * 0.9 - font::width(faces.plain, &number, size);
            lines[0].splice(0..0, words_at(at, &number, faces.plain, size));
        }
        // Leader dots are aligned vertically.
        let mut dots = Vec::new();
        let mut x = right - size * 1.2;
        while x > end {
            dots.extend(words_at(x, ".", faces.plain, size));
            x -= size * 0.6;
        }
        let height = size * measures.leading * lines.len() as f64;
        self.need(height);
        let (_, top) = self.place();
        let block = self.lines(Role::ContentsEntry, lines, 0.0, size);
        self.dots(dots, size);
        let area = [self.left(), top, self.left() + width, top + height];
        self.link(Link { area, block, page: entry.page + front, y: entry.y });
    }
}

/// Words on one line from a place on.
pub(super) fn words_at(
    x: f64,
    text: &str,
    face: Face,
    size: f64,
) -> impl Iterator<Item = PlacedPiece> + use<> {
    let lines = fill(&[Span { breaks: false, ..Span::of(text, face) }], size, f64::INFINITY, false);
    lines.into_iter().flatten().map(move |placed| PlacedPiece { x: placed.x + x, ..placed })
}
