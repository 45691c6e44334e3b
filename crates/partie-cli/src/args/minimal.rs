//! Stands for [`full`](super::full) in the minimal build, which names what it does not have.

use std::ffi::OsString;

use clap::{Args, Subcommand};

/// Commands of the full build.
#[derive(Debug, Subcommand)]
pub(crate) enum FullCommand {
    #[command(hide = true, disable_help_flag = true)]
    Site(NotBuilt),
    #[command(hide = true, disable_help_flag = true)]
    Ics(NotBuilt),
    #[command(hide = true, disable_help_flag = true)]
    Render(NotBuilt),
    #[command(hide = true, disable_help_flag = true)]
    Serve(NotBuilt),
    #[command(hide = true, disable_help_flag = true)]
    Admin(NotBuilt),
}

/// Arguments of a command that this program was built without
#[derive(Debug, Args)]
pub(crate) struct NotBuilt {
    /// Ignored
    #[arg(trailing_var_arg = true, allow_hyphen_values = true, hide = true)]
    _rest: Vec<OsString>,
}

/// Arguments of `partie db serve`.
pub(crate) type DbServeArguments = NotBuilt;

/// Ways to play through games: none.
#[derive(Debug, Args)]
pub(crate) struct Interactive {}
