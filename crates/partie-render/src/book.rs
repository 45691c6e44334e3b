//! Games as a PDF book: a table of contents, and each game with its heading, its moves
//! typeset as in chess books, and diagrams; with bookmarks, page numbers and text that can
//! be searched and copied. Headings, paragraphs and a description of each diagram are
//! tagged for screen readers.

mod flow;
mod lines;
mod paint;
mod tags;
mod typeset;

use std::collections::BTreeSet;

use partie_core::{Game, Language};

use crate::{
    DiagramStyle, Diagrams, RenderError, Theme,
    font::{self, Face},
    heading::Heading,
    phrases::{self, Phrases},
};
use flow::{Flow, Page};

/// The size of the pages.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Paper {
    /// 210 by 297 mm.
    #[default]
    A4,
    /// 148 by 210 mm.
    A5,
    /// 8.5 by 11 inches.
    Letter,
}

impl Paper {
    /// Width and height in points of 1/72 inch.
    const fn size(self) -> (f64, f64) {
        match self {
            Paper::A4 => (595.28, 841.89),
            Paper::A5 => (419.53, 595.28),
            Paper::Letter => (612.0, 792.0),
        }
    }
}

/// Options of a book.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BookOptions {
    /// The title; without it, a book of one game is called after its players.
    pub title: Option<String>,
    /// The paper.
    pub paper: Paper,
    /// For weak eyes: letters of 18 points without serifs or slant, lines that are not
    /// spread, large diagrams.
    pub large_print: bool,
    /// Style of the diagrams.
    pub look: DiagramStyle,
    /// The piece letters of the moves.
    pub language: Language,
    /// Positions of the diagrams.
    pub diagrams: Diagrams,
}

impl Default for BookOptions {
    fn default() -> BookOptions {
        BookOptions {
            title: None,
            paper: Paper::A4,
            large_print: false,
            look: DiagramStyle {
                theme: Theme::Print,
                turn: true,
                hide_move: true,
                ..DiagramStyle::default()
            },
            language: Language::Figurine,
            diagrams: Diagrams::BOOK,
        }
    }
}

/// A book that is being set. Every game is set as it comes; the pages are held in memory
/// until the end, because the table of contents stands before them.
#[derive(Debug)]
pub struct Book {
    options: BookOptions,
    flow: Flow,
    entries: Vec<ContentsEntry>,
    /// The first game, which gets a number only if there is a second.
    first: Option<Box<Game>>,
}

/// A book that is ready to be printed.
#[derive(Clone, Debug)]
pub struct FinishedBook {
    /// The PDF file.
    pub file: Vec<u8>,
    /// The characters for which the book's fonts have no glyph. Boxes stand for them on the
    /// pages; text that is copied from there has them.
    pub lacking: BTreeSet<char>,
}

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

/// The measures of a page, in points.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Measures {
    pub(crate) paper: (f64, f64),
    pub(crate) margin: f64,
    pub(crate) columns: usize,
    pub(crate) gutter: f64,
    /// The size of the text.
    pub(crate) size: f64,
    /// From line to line, as a part of the size.
    pub(crate) leading: f64,
    /// The width of a diagram.
    pub(crate) diagram: f64,
    pub(crate) faces: Faces,
    /// True to justify lines to an even right margin.
    pub(crate) even: bool,
}

/// The fonts of a book.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Faces {
    pub(crate) plain: Face,
    pub(crate) strong: Face,
    pub(crate) slanted: Face,
}

impl Measures {
    fn of(options: &BookOptions) -> Measures {
        let paper = options.paper.size();
        let large = options.large_print;
        let small = options.paper == Paper::A5;
        let faces = if large {
            Faces { plain: Face::Sans, strong: Face::SansBold, slanted: Face::Sans }
        } else {
            Faces { plain: Face::Serif, strong: Face::SerifBold, slanted: Face::SerifItalic }
        };
        let mut measures = Measures {
            paper,
            margin: if small { 40.0 } else { 54.0 },
            columns: if large || small { 1 } else { 2 },
            gutter: 22.0,
            size: if large { 18.0 } else { 10.0 },
            leading: if large { 1.45 } else { 1.36 },
            diagram: 0.0,
            faces,
            even: !large,
        };
        let most = if large { 312.0 } else { 190.0 };
        measures.diagram = (measures.column() * 0.92).min(most);
        measures
    }

    /// The width of a column.
    pub(crate) fn column(&self) -> f64 {
        let gutters = self.gutter * (self.columns - 1) as f64;
        (self.paper.0 - 2.0 * self.margin - gutters) / self.columns as f64
    }

    /// Vertical extent of the text on a page, from the top.
    pub(crate) fn body(&self) -> (f64, f64) {
        (self.margin + 6.0, self.paper.1 - self.margin - 8.0)
    }
}

impl Book {
    /// An empty book.
    #[must_use]
    pub fn new(options: BookOptions) -> Book {
        let measures = Measures::of(&options);
        Book { options, flow: Flow::new(measures), entries: Vec::new(), first: None }
    }

    /// Appends a game.
    pub fn add(&mut self, game: &Game) {
        if self.is_empty() {
            self.first = Some(Box::new(game.clone()));
            return;
        }
        if let Some(first) = self.first.take() {
            self.set(&first, Some(1));
        }
        self.set(game, Some(self.entries.len() + 1));
    }

    fn set(&mut self, game: &Game, number: Option<usize>) {
        let heading = Heading::of(game, self.options.language);
        let (page, y) = typeset::game(&mut self.flow, game, &heading, number, &self.options);
        let (title, occasion) = (heading.title(), heading.occasion);
        self.entries.push(ContentsEntry { title, occasion, result: heading.result, page, y });
    }

    /// Number of games.
    #[must_use]
    pub fn len(&self) -> usize {
        self.entries.len() + usize::from(self.first.is_some())
    }

    /// Returns true if the book has no games.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The finished book.
    ///
    /// # Errors
    ///
    /// [`RenderError::NothingToShow`] of an empty book, and [`RenderError::Encoding`],
    /// which cannot happen short of a bug.
    pub fn finish(mut self) -> Result<FinishedBook, RenderError> {
        if let Some(only) = self.first.take() {
            self.set(&only, None);
        }
        let Book { options, flow, entries, .. } = self;
        let [first, ..] = entries.as_slice() else { return Err(RenderError::NothingToShow) };
        let title = options.title.clone().unwrap_or_else(|| match entries.len() {
            1 => first.title.clone(),
            games => match phrases::code(options.language) {
                None | Some("en") => format!("{games} games of chess"),
                Some(_) => Phrases::of(options.language).games.to_owned(),
            },
        });
        let measures = flow.measures;
        let front: Vec<Page> = if entries.len() > 1 || options.title.is_some() {
            typeset::contents(measures, &title, &entries)
        } else {
            Vec::new()
        };
        let mut lacking = flow.lacking.clone();
        lacking.extend(font::lacking(measures.faces.strong, &title));
        // The words of the records are most likely in the language of the moves.
        let language = phrases::code(options.language);
        let file = paint::document(&title, language, measures, &front, &flow.finish(), &entries)?;
        Ok(FinishedBook { file, lacking })
    }
}
