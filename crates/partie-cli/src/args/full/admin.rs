//! Arguments of `partie admin`.

use std::path::PathBuf;

use clap::{Args, ValueHint};

/// Administer the chess server running on this computer
///
/// Sends a command to the local server and prints its reply. Only root and the user who
/// runs the server are allowed to do this; no password is needed. All commands of an
/// administrator are accepted; `help` lists them.
///
/// Without a command, commands are read from standard input, one per line. The exit status
/// is 1 if the server refused a command.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  partie admin help
  partie admin addplayer Capablanca jrc@example.org Jose Raul Capablanca
  partie admin --data club showadmins
  partie admin announce The server will be restarted at noon.
  partie admin < lines.txt")]
pub(crate) struct AdminArguments {
    /// Data directory of the server [default: as for `partie serve`]
    #[arg(long, value_name = "DIR", value_hint = ValueHint::DirPath)]
    pub(crate) data: Option<PathBuf>,

    /// Configuration file of the server [default: as for `partie serve`]
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) config: Option<PathBuf>,

    /// Command to send; if missing or `-`, commands are read from standard input
    #[arg(value_name = "LINE", trailing_var_arg = true, allow_hyphen_values = true)]
    pub(crate) line: Vec<String>,
}
