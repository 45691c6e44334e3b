//! Arguments of `partie admin`.

use std::path::PathBuf;

use clap::{Args, ValueHint};

/// Run a chess server's affairs from its own computer
///
/// Sends a line to the server that runs here, and prints what it answers. Only the user
/// who runs the server, and root, may do this; no password is asked for. What can be said
/// is what an administrator may type on the server; `help` lists it.
///
/// Without a line, lines are read from the standard input, one after another: typed at a
/// prompt, or from a file. The exit status is 1 if the server refused a line.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  partie admin help
  partie admin addplayer Capablanca jrc@example.org Jose Raul Capablanca
  partie admin --data club showadmins
  partie admin announce The server will be restarted at noon.
  partie admin < lines.txt")]
pub(crate) struct AdminArguments {
    /// The data folder of the server [default: as `partie serve` has it]
    #[arg(long, value_name = "DIR", value_hint = ValueHint::DirPath)]
    pub(crate) data: Option<PathBuf>,

    /// The configuration file of the server [default: as `partie serve` has it]
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) config: Option<PathBuf>,

    /// What to say to the server; without it or with `-`, lines from the standard input
    #[arg(value_name = "LINE", trailing_var_arg = true, allow_hyphen_values = true)]
    pub(crate) line: Vec<String>,
}
