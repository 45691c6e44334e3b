//! Games as a PDF book: a table of contents, and each game with its heading, its moves
//! typeset as in chess books, and diagrams; with bookmarks, page numbers and text that can
//! be searched and copied. Headings, paragraphs and a description of each diagram are
//! tagged for screen readers.

mod contents;
mod flow;
mod lines;
mod measures;
mod options;
mod paint;
mod tags;
mod typeset;

use std::collections::BTreeSet;

use partie_core::Game;

use crate::{
    RenderError, font,
    heading::Heading,
    phrases::{self, Phrases},
};
use contents::ContentsEntry;
use flow::{Flow, Page};
use measures::Measures;

pub use options::{BookOptions, Paper};

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
            contents::pages(measures, &title, &entries)
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
