//! Lines and diagrams to columns and pages.

use std::collections::BTreeSet;

use super::{
    lines::{PlacedPiece, Span, fill},
    measures::Measures,
};
use crate::{Scene, font};

/// To what part of its size a picture may shrink in order to stand in its place.
const SMALLEST: f64 = 0.85;

/// From the top of a line to its base line, as a part of the size.
const BASE: f64 = 1.02;

/// A page.
#[derive(Debug, Default)]
pub(crate) struct Page {
    /// Content of the page.
    pub(super) marks: Vec<PageItem>,
    /// Areas that lead to another page.
    pub(super) links: Vec<Link>,
    /// Text above the body.
    pub(super) running_head: String,
}

/// Item on a page; positions are in points from the upper left corner.
#[derive(Debug)]
pub(super) enum PageItem {
    /// A line of text with its base line.
    Line { x: f64, y: f64, line: Vec<PlacedPiece>, block: Block },
    /// A picture with its upper left corner and its width.
    Picture { x: f64, y: f64, width: f64, scene: Box<Scene>, block: Block },
    /// The dots between an entry and its page.
    Dots { x: f64, y: f64, line: Vec<PlacedPiece> },
    /// A horizontal rule.
    Rule { x: f64, y: f64, width: f64 },
}

/// A paragraph or another unit, for screen readers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Block {
    pub(super) role: Role,
    /// The how manyeth it is.
    pub(super) number: usize,
}

/// Structural role of a block.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Role {
    /// The title of the book.
    Title,
    /// A line of the table of contents.
    ContentsEntry,
    /// A part of the book, such as a round.
    Section,
    /// Players of a game.
    Head,
    /// A paragraph.
    Text,
    /// A diagram.
    Picture,
}

/// An area that leads to a page of the games, from 0, and a place on it.
#[derive(Debug)]
pub(super) struct Link {
    /// Left, top, right, bottom.
    pub(super) area: [f64; 4],
    /// The line of text that it lies over.
    pub(super) block: Block,
    pub(super) page: usize,
    pub(super) y: f64,
}

/// Pages that are being filled.
#[derive(Debug)]
pub(crate) struct Flow {
    pub(super) measures: Measures,
    pages: Vec<Page>,
    column: usize,
    /// Top of the columns of the first page.
    first_top: f64,
    /// Filled height of the column.
    y: f64,
    head: String,
    /// Number of blocks.
    blocks: usize,
    /// Characters that the fonts do not have.
    pub(super) lacking: BTreeSet<char>,
    /// A picture that waits for the next column.
    waiting: Option<Figure>,
}

/// A picture with a line below.
#[derive(Debug)]
pub(super) struct Figure {
    pub(super) scene: Scene,
    /// Preferred width.
    pub(super) width: f64,
    /// Caption below the picture, if any.
    pub(super) caption: Vec<PlacedPiece>,
    /// True if it may be omitted for lack of room before the end of the game.
    pub(super) optional: bool,
}

impl Flow {
    pub(super) fn new(measures: Measures) -> Flow {
        Flow::below(measures, measures.body().0)
    }

    /// Makes pages; the first is filled from `first_top` on.
    pub(super) fn below(measures: Measures, first_top: f64) -> Flow {
        let y = first_top;
        let pages = vec![Page::default()];
        let lacking = BTreeSet::new();
        Flow {
            measures,
            pages,
            column: 0,
            first_top,
            y,
            head: String::new(),
            blocks: 0,
            lacking,
            waiting: None,
        }
    }

    /// The number of the page, from 0, and how far its column is filled.
    pub(super) fn place(&self) -> (usize, f64) {
        (self.pages.len() - 1, self.y)
    }

    /// Sets the text above the body of the next pages, and of this one if it is empty.
    pub(super) fn running_head(&mut self, head: &str) {
        head.clone_into(&mut self.head);
        if let Some(page) = self.pages.last_mut()
            && page.marks.is_empty()
        {
            head.clone_into(&mut page.running_head);
        }
    }

    /// Left edge of the column.
    pub(super) fn left(&self) -> f64 {
        let step = self.measures.column() + self.measures.gutter;
        self.measures.margin + step * self.column as f64
    }

    /// Returns the top of the columns on this page.
    fn top(&self) -> f64 {
        if self.pages.len() == 1 { self.first_top } else { self.measures.body().0 }
    }

    /// Returns true if the column is empty, and no other one has more room.
    fn is_fresh(&self) -> bool {
        self.y <= self.measures.body().0
    }

    /// Goes to the next column unless this one has enough room.
    pub(super) fn need(&mut self, room: f64) {
        let bottom = self.measures.body().1;
        // More than once if a picture stands first in the next column.
        while self.y + room > bottom && !self.is_fresh() {
            self.next_column();
        }
    }

    /// Begins a page, unless this one is empty.
    pub(super) fn next_page(&mut self) {
        self.settle();
        while self.column > 0 || self.y > self.top() {
            self.next_column();
        }
    }

    /// Leaves some room, but not at the top of a column.
    pub(super) fn skip(&mut self, room: f64) {
        if self.y > self.top() {
            self.y += room;
        }
    }

    /// Leaves some room, also at the top of a column.
    pub(super) fn space(&mut self, room: f64) {
        self.y += room;
    }

    fn next_column(&mut self) {
        self.column += 1;
        if self.column == self.measures.columns {
            self.column = 0;
            let running_head = self.head.clone();
            self.pages.push(Page { running_head, ..Page::default() });
        }
        self.y = self.top();
        if let Some(figure) = self.waiting.take() {
            self.place_figure(figure);
        }
    }

    fn block(&mut self, role: Role) -> Block {
        self.blocks += 1;
        Block { role, number: self.blocks }
    }

    fn mark(&mut self, mark: PageItem) {
        if let Some(page) = self.pages.last_mut() {
            page.marks.push(mark);
        }
    }

    /// Makes an area of this page lead to another.
    pub(super) fn link(&mut self, link: Link) {
        if let Some(page) = self.pages.last_mut() {
            page.links.push(link);
        }
    }

    /// Sets the lines of a paragraph. Neither its first nor its last line stands alone.
    pub(super) fn lines(
        &mut self,
        role: Role,
        lines: Vec<Vec<PlacedPiece>>,
        indent: f64,
        size: f64,
    ) -> Block {
        let block = self.block(role);
        for placed in lines.iter().flatten() {
            let run = &placed.piece.run;
            self.lacking.extend(font::lacking(run.face, &run.text));
        }
        let height = size * self.measures.leading;
        let count = lines.len();
        for (i, line) in lines.into_iter().enumerate() {
            let left = count - i;
            let together = if i == 0 && count > 1 || left == 2 { 2.0 } else { 1.0 };
            self.need(height * together);
            let x = self.left() + indent;
            let y = self.y + size * BASE;
            self.mark(PageItem::Line { x, y, line, block });
            self.y += height;
        }
        block
    }

    /// Sets a picture in the middle of the column. If there is no room for it, the text
    /// goes on and the picture stands first in the next column.
    pub(super) fn figure(&mut self, figure: Figure) {
        if self.waiting.is_some() {
            self.next_column();
        }
        let room = self.measures.body().1 - self.y;
        let line = self.measures.size * self.measures.leading;
        let fits = self.figure_size(&figure, room).0 >= SMALLEST * self.width(&figure);
        if self.is_fresh() || fits {
            self.place_figure(figure);
        } else {
            self.waiting = Some(figure);
            // For a line or two the text is not torn apart.
            if room < 3.0 * line {
                self.next_column();
            }
        }
    }

    /// Sets the picture that waits, if there is one, because the game is over.
    pub(super) fn settle(&mut self) {
        if self.waiting.take_if(|figure| figure.optional).is_none() && self.waiting.is_some() {
            self.next_column();
        }
    }

    /// Returns the width of a picture at the top of a column.
    fn width(&self, figure: &Figure) -> f64 {
        let (top, bottom) = self.measures.body();
        self.figure_size(figure, bottom - top).0
    }

    /// The width and height that a picture gets in a room of a height, the caption included.
    fn figure_size(&self, figure: &Figure, room: f64) -> (f64, f64) {
        let (wide, high) = figure.scene.size();
        let size = self.measures.size;
        let below = if figure.caption.is_empty() { 0.0 } else { size * 1.5 };
        let most = (room - below).max(0.0) * wide / high;
        let width = figure.width.min(self.measures.column()).min(most);
        (width, width * high / wide + below)
    }

    /// Height that a picture needs.
    pub(super) fn height(&self, figure: &Figure) -> f64 {
        let (top, bottom) = self.measures.body();
        self.figure_size(figure, bottom - top).1
    }

    fn place_figure(&mut self, figure: Figure) {
        let size = self.measures.size;
        self.skip(size * 0.3);
        let (width, height) = self.figure_size(&figure, self.measures.body().1 - self.y);
        let column = self.measures.column();
        let left = self.left();
        let Figure { scene, caption, .. } = figure;
        let x = left + (column - width) / 2.0;
        let block = self.block(Role::Picture);
        self.mark(PageItem::Picture { x, y: self.y, width, scene: Box::new(scene), block });
        self.y += height;
        if !caption.is_empty() {
            // The last piece is a space.
            let wide = caption.last().map_or(0.0, |last| last.x);
            let x = (x + (width - wide) / 2.0).max(left);
            let block = self.block(Role::Text);
            self.mark(PageItem::Line { x, y: self.y - size * 0.35, line: caption, block });
        }
        self.y += size * 0.7;
    }

    /// Sets the heading of a part of the book; returns the page and the place where it begins.
    pub(super) fn section(&mut self, heading: &str, room: f64) -> (usize, f64) {
        let measures = self.measures;
        let (size, big) = (measures.size, measures.size * 1.6);
        self.settle();
        self.skip(size * 1.8);
        self.running_head(heading);
        let lines =
            fill(&[Span::of(heading, measures.faces.strong)], big, measures.column(), false);
        self.need(big * measures.leading * lines.len() as f64 + room);
        let begin = self.place();
        self.lines(Role::Section, lines, 0.0, big);
        self.skip(size * 0.6);
        begin
    }

    /// Sets dots into the last line.
    pub(super) fn dots(&mut self, line: Vec<PlacedPiece>, size: f64) {
        let y = self.y - size * (self.measures.leading - BASE);
        let mark = PageItem::Dots { x: self.left(), y, line };
        self.mark(mark);
    }

    /// Sets a rule over the column.
    pub(super) fn rule(&mut self) {
        let mark = PageItem::Rule { x: self.left(), y: self.y, width: self.measures.column() };
        self.mark(mark);
    }

    /// All pages.
    pub(super) fn finish(self) -> Vec<Page> {
        self.pages
    }
}
