//! `partie completions`: a script for a shell.

use std::io::{self, Write as _};

use clap::{Command, CommandFactory as _};
use clap_complete::Shell;

use crate::{
    args::{Arguments, CompletionsArguments},
    exit::Exit,
};

pub(super) fn run(arguments: &CompletionsArguments) -> anyhow::Result<Exit> {
    // The generator panics if it cannot write, so it writes to memory first.
    let mut script = Vec::new();
    let mut program = Arguments::command();
    clap_complete::generate(arguments.shell, &mut program, "partie", &mut script);
    if arguments.shell == Shell::Fish {
        fish_positionals(&program, &mut script)?;
    }
    io::stdout().write_all(&script)?;
    Ok(Exit::Clean)
}

/// The words that may stand without an option, which the generator for fish leaves out.
fn fish_positionals(program: &Command, script: &mut Vec<u8>) -> io::Result<()> {
    for command in program.get_subcommands() {
        let name = command.get_name();
        for positional in command.get_positionals() {
            for word in positional.get_possible_values().iter().filter(|word| !word.is_hide_set()) {
                let help = word.get_help().map(ToString::to_string).unwrap_or_default();
                let help = help.replace('\\', r"\\").replace('\'', r"\'");
                writeln!(
                    script,
                    "complete -c partie -n \"__fish_partie_using_subcommand {name}\" -f -a '{}' -d '{help}'",
                    word.get_name()
                )?;
            }
        }
    }
    Ok(())
}
