//! Options of a book.

use partie_core::{Language, setters};

use crate::{DiagramStyle, Diagrams, Theme};

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
    /// Returns width and height in points of 1/72 inch.
    pub(super) const fn size(self) -> (f64, f64) {
        match self {
            Paper::A4 => (595.28, 841.89),
            Paper::A5 => (419.53, 595.28),
            Paper::Letter => (612.0, 792.0),
        }
    }
}

/// Options of a book.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
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
    /// Language of headings and captions; `None` for the language of the piece letters.
    pub words: Option<Language>,
    /// Positions of the diagrams.
    pub diagrams: Diagrams,
}

impl BookOptions {
    /// Returns the language of headings and captions.
    pub(super) fn spoken(&self) -> Language {
        self.words.unwrap_or(self.language)
    }
}

impl Default for BookOptions {
    fn default() -> BookOptions {
        BookOptions {
            title: None,
            paper: Paper::A4,
            large_print: false,
            look: DiagramStyle::default().theme(Theme::Print).turn(true).hide_move(true),
            language: Language::Figurine,
            words: None,
            diagrams: Diagrams::BOOK,
        }
    }
}

setters! { BookOptions:
    /// Sets the title; without it, a book of one game is called after its players.
    title: impl Into<Option<String>>;
    /// Sets the paper.
    paper: Paper;
    /// Sets whether the book is for weak eyes: letters of 18 points without serifs or slant, lines
    /// that are not spread, large diagrams.
    large_print: bool;
    /// Sets the style of the diagrams.
    look: DiagramStyle;
    /// Sets the piece letters of the moves.
    language: Language;
    /// Sets the language of headings and captions; by default, the language of the piece letters.
    words: impl Into<Option<Language>>;
    /// Sets the positions of the diagrams.
    diagrams: Diagrams;
}
