//! Arguments of `partie serve`.

use std::path::PathBuf;

use clap::{Args, ValueHint};

/// Run an Internet Chess Server
///
/// Clients such as xboard, PyChess, eboard and the Free Chess Club can connect to it and
/// find what they know from freechess.org: guests and registered players, seeks, matches,
/// clocks with lag compensation, observers, examined games, bughouse. No setup is needed:
/// the first start creates a data directory with a database and a certificate, and opens
/// ports on this computer only.
///
/// On shutdown (Ctrl-C, SIGTERM), running games are adjourned. Options override environment
/// variables, which override the configuration file.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  partie serve  # then: xboard -ics -icshost localhost
  partie serve --telnet '*:5000' --tls '*:5001'
  partie serve --print-config > partie.toml
  partie serve --config partie.toml")]
pub(crate) struct ServeArguments {
    /// Configuration file [default: `PARTIE_CONFIG`, or /etc/partie/partie.toml if it exists]
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) config: Option<PathBuf>,

    /// Data directory, for the database, the certificate and finished games
    #[arg(long, value_name = "DIR", value_hint = ValueHint::DirPath)]
    pub(crate) data: Option<PathBuf>,

    /// Telnet listen address: `localhost:5000`, `*:5000` for all interfaces, `off`
    #[arg(long, value_name = "ADDRESS")]
    pub(crate) telnet: Option<String>,

    /// TLS listen address, also for WebSocket over TLS
    #[arg(long, value_name = "ADDRESS")]
    pub(crate) tls: Option<String>,

    /// HTTP listen address, also for WebSocket
    #[arg(long, value_name = "ADDRESS")]
    pub(crate) http: Option<String>,

    /// Listen address of health checks and metrics
    #[arg(long, value_name = "ADDRESS")]
    pub(crate) private: Option<String>,

    /// Print a configuration file with all settings and their defaults
    #[arg(long)]
    pub(crate) print_config: bool,

    /// Print a file with all words of the pages in English, to be translated
    #[arg(long)]
    pub(crate) print_words: bool,
}
