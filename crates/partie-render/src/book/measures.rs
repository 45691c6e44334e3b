//! Measures and fonts of a book's pages.

use super::options::{BookOptions, Paper};
use crate::font::Face;

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
    /// Returns the measures for some options.
    pub(super) fn of(options: &BookOptions) -> Measures {
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
