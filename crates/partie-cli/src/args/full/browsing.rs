//! Arguments of commands that serve a page.

use std::net::SocketAddr;

use clap::Args;

use super::LanguageFolder;

/// Address of a page that is served, and who opens it.
#[derive(Debug, Args)]
pub(crate) struct Browsing {
    /// Serve the page at this address
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1:0")]
    pub(crate) listen: SocketAddr,

    /// Print the address of the page and open no browser
    #[arg(long)]
    pub(crate) no_browser: bool,

    #[command(flatten)]
    pub(crate) added: LanguageFolder,
}
