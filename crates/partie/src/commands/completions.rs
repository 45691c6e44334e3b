//! `partie completions`: a script for a shell.

use std::io::{self, Write as _};

use clap::CommandFactory as _;

use crate::{
    args::{Arguments, CompletionsArguments},
    exit::Exit,
};

pub(super) fn run(arguments: &CompletionsArguments) -> anyhow::Result<Exit> {
    // The generator panics if it cannot write, so it writes to memory first.
    let mut script = Vec::new();
    clap_complete::generate(arguments.shell, &mut Arguments::command(), "partie", &mut script);
    io::stdout().write_all(&script)?;
    Ok(Exit::Clean)
}
