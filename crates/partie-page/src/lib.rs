//! Pages of chess games for browsers.
//!
//! A part of the program `partie`: its public items serve the program's other parts, and may change
//! with any version.
//!
//! * [`Reading`]: a text of any format, read for a page; [`pages::reading`] shows it with the
//!   meaning of each part, its diagnostics and their fixes, and [`Download`] converts it to a file.
//!   [`TextForm`] is a request for either, and answers it, on a server or in a browser.
//! * [`pages::game`], [`pages::games`]: a game to play through, and a list of games.
//! * [`AlonePage`]: a game as one self-contained file.
//! * [`pages::sheet`]: tables, such as the crosstable of a tournament.
//! * [`explore`]: statistics of the moves played in a position.
//! * [`data`]: a game in the form that the viewer's script reads.
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
//! has an inline script or style, so a strict content security policy ([`POLICY`]) allows all of
//! them. Nothing here opens a socket or a file.
//!
//! # How a page is made
//!
//! Every page is rendered to a string by templates that are checked at compile time; they alone
//! escape text of records. `reading` (a pasted text: its games, diagnostics, fixes) → `source` (its
//! parts, from the ledger) → `pages`; `data` (a game as JSON for the viewer; `page_game`: packed,
//! for sites; `alone`: a page in one file) and `moves` (its list in columns) → `article`;
//! `explore`, `sheet` (tables), `download`, `picture` (boards and their addresses), `words` (of
//! four languages). `shell` is the frame of all pages. The folder `words` has the catalogues of
//! each language as TOML: of pages, of scripts and of diagnostics. Words that a language lacks stay
//! English. `build.rs` lists the words and the built files, and compresses diagnostics for
//! browsers; `web/` generates scripts and types from its words.
//!
//! `web/` holds the scripts and styles in TypeScript and CSS. They are built into
//! `crates/partie-page/assets`, which is committed, so that a build needs no Node; CI builds them
//! again and compares. Pages work without scripts, and scripts do not make pages: they fetch the
//! server's pages and take elements out of them. Otherwise only `data` passes between the two; a
//! test writes its types to TypeScript.

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
mod game_list;
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
pub use game_list::{GameList, Names};
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

/// The content security policy of pages that other sites may embed.
pub const EMBEDDED_POLICY: &str = policy!("frame-ancestors *");

/// The content security policy of the worker that reads texts. It runs WebAssembly and allows no
/// requests, so texts stay in the worker and its page.
pub const WORKER_POLICY: &str = "default-src 'none'; script-src 'wasm-unsafe-eval'";
