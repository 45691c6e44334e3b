//! The `partie` program: reads, checks, converts and writes chess games.

// The full build checks it.
#![cfg_attr(
    not(feature = "full"),
    allow(dead_code, unused_imports, reason = "some of it serves what only the full build has")
)]

mod args;
mod board;
mod commands;
mod config;
mod exit;
mod input;
mod interrupt;
mod output;
mod progress;
mod report;
mod selection;
mod terminal;
mod visible;

use std::{io, process::ExitCode};

use exit::Exit;

fn main() -> ExitCode {
    let arguments = args::Arguments::read();
    // A server ends in good order, and takes its signals itself.
    let serves = matches!(arguments.command, args::Command::Full(args::FullCommand::Serve(_)));
    if !serves {
        interrupt::install();
    }
    if arguments.quiet {
        terminal::be_quiet();
    }
    let exit = commands::run(&arguments.command).unwrap_or_else(|error| {
        // The reader of the output has seen enough; this is no error.
        let enough = error.chain().any(|cause| {
            cause.downcast_ref::<io::Error>().is_some_and(|e| e.kind() == io::ErrorKind::BrokenPipe)
        });
        if enough {
            return Exit::Clean;
        }
        commands::print_message(input::error_line(&error));
        Exit::Failed
    });
    if exit == Exit::Problems {
        commands::explain_status();
    }
    exit.into()
}
