//! Chess games as pictures, films and books.
//!
//! * [`Moment`]: the boards after a move, with what belongs to them (players, clocks,
//!   the last move, arrows).
//! * [`draw`]: a moment as a [`Scene`], under a [`Look`].
//! * [`svg`], [`Pixels`]: a scene as SVG, or as pixels and PNG.
//! * [`film`]: a game as an animated GIF.
//! * [`page`]: a game as a page of HTML.
//! * [`book`]: games as a book in PDF.
//!
//! One scene is painted in every format, so all of them show the same. The drawing of
//! the pieces is Partie's own. Nothing here reads a file, and nothing depends on the
//! time or on the fonts of a machine: the same game gives the same bytes everywhere.

pub mod book;
pub mod film;
pub mod page;
pub mod svg;

mod colour;
mod diagram;
mod error;
mod font;
mod heading;
mod marks;
mod moment;
mod movetext;
mod phrases;
mod piece;
mod raster;
mod scene;
mod speech;
mod theme;

pub use book::{Book, BookOptions, FinishedBook, Paper};
pub use colour::Colour;
pub use diagram::{Coordinates, Look, draw};
pub use error::RenderError;
pub use film::FilmOptions;
pub use marks::{Brush, Mark};
pub use moment::{BoardMoment, Moment, Seat};
pub use movetext::Diagrams;
pub use page::PageOptions;
pub use raster::{LARGEST, Pixels};
pub use scene::Scene;
pub use speech::spoken;
pub use svg::SvgOptions;
pub use theme::Theme;
