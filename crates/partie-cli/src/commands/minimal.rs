//! Stands for [`full`](super::full) in the minimal build, and says how to get the other one.

use anyhow::bail;

use crate::{
    args::{DbServeArguments, FullCommand},
    exit::Exit,
};

/// Refuses a command.
pub(super) fn run(command: &FullCommand) -> anyhow::Result<Exit> {
    match command {
        FullCommand::Site(_) => refuse("web sites"),
        FullCommand::Ics(_) => refuse("web pages"),
        FullCommand::Render(_) => refuse("pictures"),
        FullCommand::Serve(_) | FullCommand::Admin(_) => refuse("chess servers"),
    }
}

/// Refuses `partie db serve`.
pub(super) fn serve_library(_: &DbServeArguments) -> anyhow::Result<Exit> {
    refuse("web pages")
}

fn refuse(what: &str) -> anyhow::Result<Exit> {
    bail!(
        "this build of partie does not support {what}; rebuild it with `cargo install --path crates/partie-cli --features full`"
    )
}
