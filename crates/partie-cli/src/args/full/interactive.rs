//! Arguments of `partie show` that wait for keys or a browser.

use clap::Args;

use super::Browsing;

/// Ways to play through games.
#[derive(Debug, Args)]
#[command(
    mut_arg("listen", |arg| arg.requires("open")),
    mut_arg("no_browser", |arg| arg.requires("open")),
)]
pub(crate) struct Interactive {
    /// Play through the games in full-screen mode; press ? there for the keys
    ///
    /// Only the locations of games are kept in memory, eight bytes per game. Compressed
    /// files and standard input are first written to a temporary file.
    #[arg(long, conflicts_with_all = ["movetext", "print_fen", "every", "all", "speak"])]
    pub(crate) tui: bool,

    /// Show the games in a web browser, until interrupted with Ctrl-C
    ///
    /// The games are served to this computer only; the page needs nothing from elsewhere.
    #[arg(long, conflicts_with_all = ["movetext", "print_fen", "every", "all", "speak"])]
    pub(crate) open: bool,

    /// The page of --open.
    #[command(flatten)]
    pub(crate) page: Browsing,
}
