//! Arguments of `partie serve`.

use std::path::PathBuf;

use clap::{Args, ValueHint};

/// Run an Internet Chess Server
///
/// Interfaces such as xboard, PyChess, eboard or the Free Chess Club connect to it and
/// find what they know from freechess.org: guests and registered players, seeks, matches,
/// clocks with lag credit, observers, examined games, bughouse. Nothing has to be set up:
/// the first start makes a data folder with a database and a certificate, and opens the
/// ports on this computer only.
///
/// Games that are being played when the server ends are adjourned; a signal (Ctrl-C,
/// SIGTERM) ends it in good order. Settings come from the configuration file, then from
/// variables of the environment, then from these options.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  partie serve  # then: xboard -ics -icshost localhost
  partie serve --telnet '*:5000' --tls '*:5001'
  partie serve --print-config > partie.toml
  partie serve --config partie.toml")]
pub(crate) struct ServeArguments {
    /// The configuration file [default: what `PARTIE_CONFIG` names, else /etc/partie/partie.toml if it is there]
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) config: Option<PathBuf>,

    /// The folder of the database, the certificate and the finished games
    #[arg(long, value_name = "DIR", value_hint = ValueHint::DirPath)]
    pub(crate) data: Option<PathBuf>,

    /// Where telnet is listened to: `localhost:5000`, `*:5000` for everybody, `off`
    #[arg(long, value_name = "ADDRESS")]
    pub(crate) telnet: Option<String>,

    /// Where TLS (and WebSocket within it) is listened to
    #[arg(long, value_name = "ADDRESS")]
    pub(crate) tls: Option<String>,

    /// Where HTTP (and WebSocket) is listened to
    #[arg(long, value_name = "ADDRESS")]
    pub(crate) http: Option<String>,

    /// Where health and metrics are asked for
    #[arg(long, value_name = "ADDRESS")]
    pub(crate) private: Option<String>,

    /// Print a configuration file with all settings and their defaults
    #[arg(long)]
    pub(crate) print_config: bool,
}
