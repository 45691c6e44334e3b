//! The whole run: unpack, agree, measure in turns, tell.

use std::{fs, path::PathBuf};

use clap::Args;

use crate::{
    agreement,
    corpus::{self, Corpus, Source},
    machine,
    measure::{self, Cost},
    table::{self, Measured},
    tools::{TASKS, Task, Tool, Tools},
};

/// Run all tools in turns on the corpora, and tell what each cost
#[derive(Debug, Args)]
pub struct Arguments {
    #[command(flatten)]
    source: Source,

    /// Number of runs of each tool
    #[arg(long, value_name = "N", default_value_t = 5, value_parser = clap::value_parser!(u32).range(1..))]
    rounds: u32,

    /// Repeat small corpora to about this many megabytes
    #[arg(long, value_name = "MB", default_value_t = 100)]
    size: u64,

    /// Give slow tools only the first megabytes
    #[arg(long, value_name = "MB", default_value_t = 1)]
    short: u64,

    /// The program to measure
    #[arg(long, value_name = "FILE")]
    partie: PathBuf,

    /// A Python with the package `chess`
    #[arg(long, value_name = "FILE")]
    python: Option<PathBuf>,
}

/// Measures; gives a text in Markdown.
///
/// # Errors
///
/// If the corpora or Partie are not there, or a tool fails.
pub fn run(arguments: &Arguments) -> anyhow::Result<String> {
    let names = arguments.source.names()?;
    let folder = tempfile::Builder::new().prefix("partie-bench-").tempdir()?;
    let tools = Tools::find(&arguments.partie, arguments.python.as_deref(), folder.path())?;
    for task in TASKS {
        if let Some(why) = tools.missing(task) {
            eprintln!("not measured: {task}: {why}");
        }
    }

    let mut measured = Vec::new();
    for (name, what) in names {
        eprintln!("{name}: unpacking");
        let place = folder.path().join(name);
        fs::create_dir(&place)?;
        let sizes = (arguments.size * 1_000_000, arguments.short * 1_000_000);
        let corpus = Corpus::unpack(&arguments.source.packed(name), (name, what), &place, sizes)?;
        measured.push(measure(&tools, &corpus, arguments.rounds)?);
        fs::remove_dir_all(place)?;
    }
    Ok(tell(&tools, &measured, arguments))
}

/// One corpus: what the tools see in it, then the rounds.
fn measure(tools: &Tools, corpus: &Corpus, rounds: u32) -> anyhow::Result<Measured> {
    eprintln!("{}: do all see the same?", corpus.name);
    let agreement = agreement::examine(tools, corpus)?;
    for sight in agreement.sights.iter().filter(|sight| !sight.difference.is_empty()) {
        eprintln!("  {}: {}", sight.who, sight.difference);
    }
    let tasks = TASKS.into_iter().filter(|task| tools.missing(*task).is_none());
    let mut costs: Vec<(Task, Vec<Cost>)> = tasks.map(|task| (task, Vec::new())).collect();
    for round in 1..=rounds {
        eprintln!("{}: round {round} of {rounds}", corpus.name);
        for (run, (task, costs)) in costs.iter_mut().enumerate() {
            let file = if task.is_short() { &corpus.short } else { &corpus.long };
            costs.push(measure::run(&tools.command(*task, file, run), task.runs)?);
            fs::remove_dir_all(&tools.scratch)?;
            fs::create_dir(&tools.scratch)?;
        }
    }
    Ok(Measured {
        name: corpus.name,
        what: corpus.what,
        bytes: (corpus::size(&corpus.long)?, corpus::size(&corpus.short)?),
        times: corpus.times,
        agreement,
        costs,
    })
}

fn tell(tools: &Tools, measured: &[Measured], arguments: &Arguments) -> String {
    let all = [Tool::Partie, Tool::PgnReader, Tool::PgnExtract, Tool::PythonChess, Tool::Scid];
    let mut versions: Vec<String> = all.into_iter().filter_map(|t| tools.version(t)).collect();
    if let (Some(partie), Some(commit)) = (versions.first_mut(), machine::commit()) {
        partie.push_str(&format!(" ({commit})"));
    }
    let mut out = format!(
        "Measured on {}: {}. Versions: {}. Figures are medians \
         of {}; in brackets are the least and the most.\n\n",
        machine::today(),
        machine::describe(),
        versions.join(", "),
        match arguments.rounds {
            1 => "one round".to_owned(),
            n => format!("{n} rounds"),
        },
    );
    out.push_str(&table::ratios(measured));
    out.push_str("\n### What each run cost\n\n");
    for one in measured {
        out.push_str(&table::costs(one));
        out.push('\n');
    }
    out.push_str(&format!(
        "¹ Slow tools get only the first {} MB; times are extrapolated by length.\n",
        arguments.short
    ));
    let missing: Vec<_> =
        TASKS.into_iter().filter_map(|t| Some(format!("{t}: {}", tools.missing(t)?))).collect();
    if !missing.is_empty() {
        out.push_str(&format!("\nNot measured: {}.\n", missing.join("; ")));
    }
    out.push_str("\n### Do all see the same?\n\n");
    out.push_str(&table::agreement(measured));
    out
}
