//! Instructions that Partie needs for a byte and for a ply of games made up for it:
//! the same on a noisy machine as on a quiet one.

use std::{
    collections::BTreeMap,
    ffi::OsString,
    fmt::Write as _,
    fs,
    path::{Path, PathBuf},
};

use anyhow::{Context as _, bail};
use clap::Args;

use crate::{
    generate::{self, Made, STYLES},
    machine,
    measure::{self, printed},
    tools::{self, Job, with},
};

/// Count Partie's instructions on games made up for it (by perf, or valgrind's callgrind)
#[derive(Debug, Args)]
pub struct Arguments {
    /// The program to measure
    #[arg(long, value_name = "FILE")]
    partie: PathBuf,

    /// Number of games of each kind
    #[arg(long, value_name = "N", default_value_t = 400, value_parser = clap::value_parser!(u32).range(2..))]
    games: u32,

    /// Keep the counts in a file, to compare with them later
    #[arg(long, value_name = "FILE")]
    save: Option<PathBuf>,

    /// Compare with counts kept before
    #[arg(long, value_name = "FILE")]
    against: Option<PathBuf>,
}

const JOBS: [Job; 3] = [Job::Count, Job::Check, Job::Convert];

/// Counts; gives a text in Markdown.
///
/// # Errors
///
/// If there is no counter, or Partie fails.
pub fn run(arguments: &Arguments) -> anyhow::Result<String> {
    let before = arguments.against.as_deref().map(load).transpose()?;
    let counter = Counter::find()?;
    let folder = tempfile::Builder::new().prefix("partie-bench-").tempdir()?;
    let parallel = tools::parallel(&arguments.partie);

    let mut rows = String::new();
    let mut counts = BTreeMap::new();
    for (name, style) in STYLES {
        // What one game costs is what starting costs, and is taken off.
        let write = |kind: &str, made: &Made| {
            let file = folder.path().join(format!("{name}-{kind}.pgn"));
            fs::write(&file, &made.text).map(|()| file)
        };
        let (one, all) = (generate::games(1, style), generate::games(arguments.games, style));
        let (short, long) = (write("one", &one)?, write("all", &all)?);
        let bytes = (all.text.len() - one.text.len()) as f64;
        let plies = (all.plies - one.plies) as f64;
        for job in JOBS {
            let job_name = job.command();
            let threads = parallel.contains(&job).then_some(1);
            eprintln!("{name}: {job_name}");
            let command = tools::partie(&arguments.partie, job, threads);
            let start = counter.count(&with(command.clone(), &short))?;
            let whole = counter.count(&with(command, &long))?;
            let count = whole.saturating_sub(start);
            let key = format!("{name} {job_name} {}", arguments.games);
            let change = before.as_ref().map_or(String::new(), |before| {
                before.get(&key).map_or(" not known |".to_owned(), |&before| {
                    format!(" {:+.2} % |", (count as f64 / before as f64 - 1.0) * 100.0)
                })
            });
            let _ = writeln!(
                rows,
                "| `{job_name}` | {name} | {:.1} | {:.0} | {:.1} |{change}",
                count as f64 / bytes,
                count as f64 / plies,
                start as f64 / 1e6,
            );
            counts.insert(key, count);
        }
    }
    if let Some(file) = &arguments.save {
        let lines: Vec<_> = counts.iter().map(|(key, count)| format!("{key} {count}\n")).collect();
        fs::write(file, lines.concat()).with_context(|| file.display().to_string())?;
    }

    let (head, rule) = if before.is_some() { (" change |", "---:|") } else { Default::default() };
    let commit = machine::commit().map_or(String::new(), |commit| format!(" ({commit})"));
    Ok(format!(
        "Counted on {} by {} with partie{commit}: {} games of each kind, one thread.\n\n\
         | | games | instructions a byte | instructions a ply | to start, millions |{head}\n\
         |---|---|---:|---:|---:|{rule}\n{rows}",
        machine::today(),
        counter.name(),
        arguments.games,
    ))
}

/// Counts of another time: `kind job games count` a line.
fn load(file: &Path) -> anyhow::Result<BTreeMap<String, u64>> {
    let shown = file.display().to_string();
    let text = fs::read_to_string(file).with_context(|| shown.clone())?;
    text.lines()
        .map(|line| {
            let (key, count) = line.rsplit_once(' ').with_context(|| shown.clone())?;
            Ok((key.to_owned(), count.parse().with_context(|| shown.clone())?))
        })
        .collect()
}

/// Program that counts instructions.
enum Counter {
    /// The processor, asked by `perf stat`.
    Perf,
    /// valgrind's callgrind.
    Callgrind,
}

impl Counter {
    fn find() -> anyhow::Result<Counter> {
        if Counter::Perf.count(&["true".into()]).is_ok() {
            return Ok(Counter::Perf);
        }
        if printed(&["valgrind", "--version"]).is_some() {
            return Ok(Counter::Callgrind);
        }
        bail!(
            "neither `perf stat` nor valgrind can count instructions here (Debian: `apt install valgrind`)"
        )
    }

    fn name(&self) -> &'static str {
        match self {
            Counter::Perf => "perf",
            Counter::Callgrind => "callgrind",
        }
    }

    /// The instructions of one run, in the program itself.
    fn count(&self, command: &[OsString]) -> anyhow::Result<u64> {
        let counter: &[&str] = match self {
            Counter::Perf => &["perf", "stat", "-x", ",", "-e", "instructions:u", "--"],
            Counter::Callgrind => {
                &["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null", "--"]
            }
        };
        let words: Vec<OsString> =
            counter.iter().map(OsString::from).chain(command.iter().cloned()).collect();
        let said = measure::output_to(&words, Path::new("/dev/null"))?;
        let count = match self {
            Counter::Perf => said
                .lines()
                .find(|line| line.contains("instructions"))
                .and_then(|line| line.split(',').next()?.parse().ok()),
            Counter::Callgrind => said.lines().find_map(|line| {
                line.split_once("Collected : ")?.1.split_whitespace().next()?.parse().ok()
            }),
        };
        count.with_context(|| format!("{}: no count of {}", self.name(), measure::show(command)))
    }
}
