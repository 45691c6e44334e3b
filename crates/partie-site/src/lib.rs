//! Reports and pages about collections of chess games.
//!
//! A part of the program `partie`: what is public here is for its other parts, and may change with any
//! version.
//!
//! * [`position`], [`preparation`], [`novelties`]: reports from libraries, in English.
//! * [`crosstable`], [`player`], [`statistics`]: what `partie-db` found out about tournaments, players and
//!   collections, as a [`Report`], which is text or a page in one file, or as a
//!   sheet of `partie-page` in the language of its reader.
//! * [`Site`]: games as a web site that needs no server, and [`LibraryGames`]: a library as the games of a server's
//!   pages. Both are of the feature `pages`, as all is that needs `partie-page`.
//!
//! ```
//! use partie_db::tournament::{EventGame, Tournament};
//! use partie_formats::ReadOptions;
//!
//! let text = "[White \"Anna\"]\n[Black \"Boris\"]\n\n1. e4 1-0\n";
//! let games = partie_pgn::read(text.as_bytes(), &ReadOptions::default()).flatten();
//! let tournament = Tournament::new(games.map(|game| EventGame::of(&game)).collect(), None);
//! let report = partie_site::crosstable::report(&tournament, &[], true, None);
//! assert!(report.text(80, true).contains("1  Anna   x 1       1\n2  Boris  0 x       0\n"));
//! ```
//!
//! Nothing here opens a file or looks at the clock: a site hands its files out, and a library is told the time.

pub mod crosstable;
pub mod novelties;
pub mod player;
pub mod position;
pub mod preparation;
pub mod statistics;

mod chart;
mod html;
#[cfg(feature = "pages")]
mod kept_answers;
#[cfg(feature = "pages")]
mod library;
mod report;
#[cfg(feature = "pages")]
mod report_book;
#[cfg(feature = "pages")]
mod site;
mod text_table;
#[cfg(feature = "pages")]
mod words;

#[cfg(feature = "pages")]
pub use library::LibraryGames;
pub use report::Report;
#[cfg(feature = "pages")]
pub use site::Site;
