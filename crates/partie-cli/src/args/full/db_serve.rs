//! Arguments of `partie db serve`.

use std::{net::SocketAddr, path::PathBuf};

use clap::{Args, ValueHint};

use super::LanguageFolder;
use crate::args::choices;

/// Show a library in a browser, and answer requests of opening explorers
///
/// Answers as lichess' opening explorer does, under /masters, /lichess and /player, so that its
/// clients work with a library: berserk with `explorer_url="http://127.0.0.1:9002"`. Games that are
/// imported in the meantime are seen within a second.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  partie db serve library
  partie db serve library --allow-import
  partie db serve library --listen 127.0.0.1:0")]
pub(crate) struct DbServeArguments {
    /// Folder of the library
    #[arg(value_name = "LIBRARY", value_hint = ValueHint::DirPath)]
    pub(crate) library: PathBuf,

    /// Address to listen on; port 0 takes a free one, which is printed
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1:9002")]
    pub(crate) listen: SocketAddr,

    /// Let readers of the pages add games to the library, from files that they drop
    ///
    /// There are no passwords: with a --listen address of a network, everyone who reaches it may add
    /// games. While files arrive and are read, they take room in the folder of the library.
    #[arg(long)]
    pub(crate) allow_import: bool,

    /// Maximum size of files that are dropped together, in bytes
    #[arg(long, value_name = "SIZE", default_value = "64G", requires = "allow_import",
        value_parser = choices::size)]
    pub(crate) import_limit: u64,

    #[command(flatten)]
    pub(crate) added: LanguageFolder,
}
