//! Chess games as pictures, animations and books.
//!
//! A part of the library `partie`, which re-exports the items that programs need. All other public
//! items serve its other parts, and may change with any version.
//!
//! * [`Frame`]: the boards after a move, with players, clocks, the last move and arrows.
//! * [`draw`]: draws a frame as a [`Scene`] in a [`DiagramStyle`]; [`description`]: the same in words.
//! * [`svg`], [`Pixels`]: a scene as SVG, or as pixels and PNG.
//! * [`gif`]: a game as an animated GIF.
//! * `book`: games as a book in PDF, unless the feature `book` is off.
//! * [`movetext`], [`Heading`]: the text of a game in parts, for other layouts.
//!
//! ```
//! use partie_core::{Boards, Position};
//! use partie_render::{DiagramStyle, Frame, SvgOptions, draw, svg};
//!
//! let frame = Frame::of_boards(&Boards::from(Position::default()));
//! let picture = svg::document(&draw(&frame, DiagramStyle::default()), &SvgOptions::default().width(400));
//! assert!(picture.starts_with("<svg"));
//! ```
//!
//! One scene is painted in every format, so all of them show the same. The drawing of
//! the pieces is Partie's own. Nothing here reads a file, and nothing depends on the
//! time or on the fonts of a machine: the same game gives the same bytes everywhere.
//!
//! # How a picture is made
//!
//! `frame` (the content of a picture) → `diagram` (a board as a `scene` of shapes) → `svg`,
//! `raster` (PNG), `gif`; `movetext` (moves, comments and positions of diagrams) → `book/` (PDF:
//! `typeset` turns a game into paragraphs, `puzzle` a position with its solution, `contents` and
//! `table` set the pages before them, `lines` breaks paragraphs into lines, `flow` fills pages of
//! some `measures` with lines and figures, `paint` draws them, `tags` writes the structure for
//! screen readers). `piece` holds the piece drawings, which were made for Partie; `font` shapes
//! text and draws the characters that the fonts lack.

#[cfg(feature = "book")]
pub mod book;
pub mod gif;
pub mod movetext;
pub mod svg;

mod colour;
mod diagram;
mod error;
mod font;
mod frame;
mod heading;
mod marks;
mod phrases;
mod piece;
mod raster;
mod scene;
mod theme;

pub use crate::gif::GifOptions;
#[cfg(feature = "book")]
pub use book::{Book, BookOptions, BookTable, FinishedBook, Paper};
pub use colour::Colour;
pub use diagram::{Coordinates, DiagramStyle, description, draw};
pub use error::RenderError;
pub use frame::{BoardFrame, Frame, Seat};
pub use heading::{Heading, HeadingPlayer};
pub use movetext::Diagrams;
pub use raster::{LARGEST, Pixels};
pub use scene::Scene;
pub use svg::SvgOptions;
pub use theme::Theme;
