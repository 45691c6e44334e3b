//! Pages of chess games for browsers.
//!
//! A part of the program `partie`: what is public here is for its other parts, and may change with any
//! version.
//!
//! * [`Reading`]: a text of any format, read for a page; [`pages::reading`] shows it with the meaning
//!   of each part, its diagnostics and their mendings, [`Download`] takes it away as a file.
//!   [`TextForm`] is what a form asks of a text, and answers it, on a server or in a browser.
//! * [`pages::game`], [`pages::games`]: a game to play through, and a list of games.
//! * [`AlonePage`]: a game as one file that needs nothing else.
//! * [`pages::sheet`]: tables, such as the crosstable of a tournament.
//! * [`explore`]: what was played in a position.
//! * [`data`]: a game as the script of the viewer reads it.
//! * [`assets`]: scripts and style sheets, which are built from `web/`.
//! * [`Words`]: the words of the pages in four languages.
//!
//! ```
//! use partie_page::Reading;
//!
//! let reading = Reading::of(b"1. e4 e5 2. Ke3", None, 1)?;
//! let record = reading.record().expect("a game");
//! assert!(record.parsed.diagnostics.iter().any(|d| d.code.id == "PGN030"), "it is not legal");
//! # Ok::<(), &str>(())
//! ```
//!
//! All pages can be read without their scripts. Text of records is escaped everywhere, and no page
//! has a script or a style of its own, so a strict content security policy lets all of them pass
//! ([`POLICY`]). Nothing here opens a socket or a file.
//!
//! # How a page is made
//!
//! `partie-page` renders every page to a string, by templates that are checked when they are compiled; text of records
//! is escaped by them and nowhere else. `reading` (a text that was pasted: its games, diagnostics, mendings) →
//! `source` (its parts, from the ledger) → `pages`; `data` (a game as JSON for the viewer; `page_game`: packed, for sites; `alone`: a page in one file) and `moves` (its list in
//! columns) → `article`; `explore`, `sheet` (tables), `download`, `picture` (boards and their addresses), `words`
//! (of four languages). `shell` is what all pages have around them. The folder `words` has the catalogues of each language
//! as TOML: of pages, of scripts and of diagnostics. What a language lacks is English. `build.rs` lists the words and the
//! built files, and packs diagnostics as browsers are sent them; `web/` makes scripts and types of its words.
//!
//! `web/` holds the scripts and styles in TypeScript and CSS. They are built into `crates/partie-page/assets`, which is
//! committed, so that a build needs no Node; CI builds them again and compares. Pages work without scripts, and
//! scripts do not make pages: they fetch those of the server and take elements out of them. The only other thing
//! that passes between both is `data`, whose types a test writes to TypeScript.

pub mod assets;
pub mod data;
pub mod examples;
pub mod pages;

mod alone;
mod article;
mod diagnostics;
mod download;
mod explore;
mod form;
mod import;
mod languages;
mod list;
mod moves;
mod packed;
mod page_game;
mod picture;
mod plots;
mod reading;
mod sheet;
mod shell;
mod source;
mod visible;
mod words;

pub use alone::AlonePage;
pub use article::MoveLinks;
pub use download::{Download, File};
pub use explore::{Exploration, ExploreSearch, ExploredMove, LineMove, explore};
pub use form::TextForm;
pub use import::{
    ImportDiagnostic, ImportEnd, ImportMessage, ImportPage, ImportResult, ImportState, LISTED,
    UnreadCause, import,
};
pub use languages::{Languages, Translation, WordFault};
pub use list::{
    ListedGame, SORTED, Search, names_address, player_address, rows_script, tournament_address,
};
pub use page_game::{PackedGame, packed_words_script};
pub use picture::{BoardRequest, address as board_address, icon};
pub use plots::{Plot, PlotRow, Plots, statistics};
pub use reading::Reading;
pub use sheet::{Cell, Column, Drawing, NameSearch, Sheet, Table};
pub use shell::{Choices, DamagedFile, Link, PieceLetters, Preview, Shell};
pub use words::Words;

macro_rules! policy {
    ($rest:literal) => {
        concat!(
            "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; \
             connect-src 'self'; font-src 'self'; form-action 'self'; base-uri 'none'; ",
            $rest
        )
    };
}

/// The content security policy of all pages.
pub const POLICY: &str = policy!("frame-ancestors 'none'");

/// The content security policy of pages that read texts in a worker.
pub const PASTE_POLICY: &str = policy!("worker-src 'self'; frame-ancestors 'none'");

/// The content security policy of pages that may stand in those of others.
pub const EMBEDDED_POLICY: &str = policy!("frame-ancestors *");

/// The content security policy of the worker that reads texts. It runs WebAssembly and can ask no one
/// for anything, so what it reads stays with it and its page.
pub const WORKER_POLICY: &str = "default-src 'none'; script-src 'wasm-unsafe-eval'";
