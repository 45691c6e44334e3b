//! Partie measured beside its peers: `partie-bench peers`; every command by itself:
//! `partie-bench commands`; and in instructions:
//! `partie-bench instructions`; and whether costs grow faster than the input:
//! `partie-bench growth`; and whether every command ends well on mutated files:
//! `partie-bench mutated`; and whether the explorer counts as others do:
//! `partie-bench explorer`. `docs/performance.md` says what is measured and how.

mod agreement;
mod commands;
mod corpus;
mod explorer;
mod games;
mod generate;
mod growth;
mod instructions;
mod machine;
mod measure;
mod mutated;
mod peers;
#[path = "../../crates/partie-testkit/src/random.rs"]
mod random;
mod table;
mod tools;

use std::{ffi::OsString, fs, path::PathBuf};

use anyhow::{Context as _, bail};
use clap::{Parser, Subcommand};

/// Measures Partie beside its peers
#[derive(Debug, Parser)]
#[command(version)]
struct Arguments {
    #[command(subcommand)]
    command: Command,

    /// Put the result between the marks of this Markdown file, instead of on the output
    #[arg(long, value_name = "FILE", global = true)]
    into: Option<PathBuf>,
}

#[derive(Debug, Subcommand)]
enum Command {
    Peers(peers::Arguments),
    Commands(commands::Arguments),
    Instructions(instructions::Arguments),
    Growth(growth::Arguments),
    Mutated(mutated::Arguments),
    Explorer(explorer::Arguments),
    /// Run one program and print what it cost: nanoseconds of CPU and wall, bytes
    #[command(hide = true)]
    Cost {
        #[arg(last = true, required = true)]
        command: Vec<OsString>,
    },
}

fn main() -> anyhow::Result<()> {
    let arguments = Arguments::parse();
    let (name, text) = match &arguments.command {
        Command::Peers(peers) => ("bench-peers", peers::run(peers)?),
        Command::Commands(commands) => ("bench-commands", commands::run(commands)?),
        Command::Instructions(instructions) => {
            ("bench-instructions", instructions::run(instructions)?)
        }
        Command::Growth(growth) => ("growth", growth::run(growth)?),
        Command::Mutated(mutated) => ("mutated", mutated::run(mutated)?),
        Command::Explorer(explorer) => ("explorer", explorer::run(explorer)?),
        Command::Cost { command } => return measure::print_cost(command),
    };
    let Some(file) = arguments.into else {
        println!("{text}");
        return Ok(());
    };
    let shown = file.display().to_string();
    let page = fs::read_to_string(&file).with_context(|| shown.clone())?;
    let (begin, end) = (format!("<!-- {name} -->"), format!("<!-- end of {name} -->"));
    let (Some(from), Some(to)) = (page.find(&begin), page.find(&end)) else {
        println!("{text}");
        bail!("{shown}: no lines `{begin}` and `{end}`");
    };
    let page = format!("{}\n\n{text}\n{}", &page[..from + begin.len()], &page[to..]);
    fs::write(&file, page).context(shown)
}
