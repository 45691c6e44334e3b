//! A picture as a list of shapes. What draws a board makes a scene; what writes SVG,
//! pixels or PDF paints one. So all formats show the same picture.

use kurbo::{BezPath, Point, Rect};
use partie_core::Piece;

use crate::{colour::Colour, piece::PieceColours};

/// A picture.
#[derive(Clone, Debug)]
pub struct Scene {
    /// Width, in hundredths of a square.
    pub(crate) width: f64,
    /// The height in the same units.
    pub(crate) height: f64,
    /// Short description.
    pub(crate) title: String,
    /// The position in words.
    pub(crate) description: String,
    /// Background colour.
    pub(crate) page: Colour,
    /// The colours of pieces.
    pub(crate) shades: PieceColours,
    /// Static shapes: the squares and the names of files and ranks.
    pub(crate) ground: Vec<Shape>,
    /// Other shapes, from bottom to top.
    pub(crate) items: Vec<Shape>,
}

impl Scene {
    /// Returns width and height, in hundredths of a square.
    #[must_use]
    pub const fn size(&self) -> (f64, f64) {
        (self.width, self.height)
    }

    /// Returns the height in pixels of a picture `width` pixels wide.
    #[must_use]
    pub fn height_for(&self, width: u32) -> u32 {
        ((f64::from(width) * self.height / self.width).round() as u32).max(1)
    }

    /// Returns all shapes, from bottom to top.
    pub(crate) fn all(&self) -> impl Iterator<Item = &Shape> {
        self.ground.iter().chain(&self.items)
    }

    /// Returns a short description.
    #[must_use]
    pub fn title(&self) -> &str {
        &self.title
    }

    /// The position in words.
    #[must_use]
    pub fn description(&self) -> &str {
        &self.description
    }
}

/// A shape.
#[derive(Clone, Debug)]
pub(crate) enum Shape {
    Rect {
        id: String,
        rect: Rect,
        fill: Colour,
    },
    Path {
        id: String,
        path: BezPath,
        fill: Option<Colour>,
        /// Colour and width.
        stroke: Option<(Colour, f64)>,
    },
    Piece {
        id: String,
        piece: Piece,
        /// The upper left corner of its square.
        at: Point,
        /// The side of its square.
        size: f64,
    },
    Text {
        text: String,
        /// On the base line: where the text begins, has its middle, or ends.
        at: Point,
        anchor: Anchor,
        /// The height of the font.
        size: f64,
        bold: bool,
        fill: Colour,
    },
}

/// Reference point of a text's position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Anchor {
    Start,
    Middle,
    End,
}

/// Builds a path from a [`BezPath`] with a library's builder; `None` if the library finds it empty.
macro_rules! built {
    ($builder:ty, $path:expr) => {{
        let mut builder = <$builder>::new();
        let [x, y] = [|p: &kurbo::Point| p.x as f32, |p: &kurbo::Point| p.y as f32];
        for element in $path.elements() {
            match element {
                kurbo::PathEl::MoveTo(p) => builder.move_to(x(p), y(p)),
                kurbo::PathEl::LineTo(p) => builder.line_to(x(p), y(p)),
                kurbo::PathEl::QuadTo(a, p) => builder.quad_to(x(a), y(a), x(p), y(p)),
                kurbo::PathEl::CurveTo(a, b, p) => {
                    builder.cubic_to(x(a), y(a), x(b), y(b), x(p), y(p));
                }
                kurbo::PathEl::ClosePath => builder.close(),
            }
        }
        builder.finish()
    }};
}
pub(crate) use built;
