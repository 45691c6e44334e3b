//! Every command by itself: how many megabytes a second, and what a second thread gives.

use std::{fmt::Write as _, fs, path::Path, time::Duration};

use clap::Args;

use crate::{
    corpus::{self, Corpus, Source},
    growth::jobs::Job,
    machine,
    measure::{self, Cost},
};

/// Run the commands in turns on the corpora, and tell what each cost
#[derive(Debug, Args)]
pub struct Arguments {
    #[command(flatten)]
    source: Source,

    /// Number of runs of each command
    #[arg(long, value_name = "N", default_value_t = 5, value_parser = clap::value_parser!(u32).range(1..))]
    rounds: u32,

    /// Repeat small corpora to about this many megabytes
    #[arg(long, value_name = "MB", default_value_t = 50)]
    size: u64,

    /// Only the commands whose names hold this text
    #[arg(long, value_name = "TEXT", default_value = "")]
    command: String,

    /// The program to measure
    #[arg(long, value_name = "FILE")]
    partie: std::path::PathBuf,
}

/// The Italian game before Black's third move, which a few of a hundred games reach.
const ITALIAN: &str = "r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R b";

/// The commands in the order of the table. `FILE` stands for the corpus, `FIXED` for what `fix`
/// wrote of it, `OUT` for a file that is thrown away.
const COMMANDS: &[Job] = &[
    Job::new("check", &["check", "FILE"]),
    Job::new("check of what fix wrote", &["check", "FIXED"]),
    Job::new("fix of what fix wrote", &["fix", "-o", "/dev/null", "FIXED"]),
    Job::new("fix", &["fix", "-o", "/dev/null", "FILE"]),
    Job::new("convert -t pgn", &["convert", "-t", "pgn", "FILE"]),
    Job::new("convert --notation uci", &["convert", "-t", "pgn", "--notation", "uci", "FILE"]),
    Job::new("convert --notation lan", &["convert", "-t", "pgn", "--notation", "lan", "FILE"]),
    Job::new("convert --to-lang de", &["convert", "-t", "pgn", "--to-lang", "de", "FILE"]),
    Job::new("convert -t epd", &["convert", "-t", "epd", "FILE"]),
    Job::new("convert -t text", &["convert", "-t", "text", "FILE"]),
    Job::new("convert -t ndjson", &["convert", "-t", "ndjson", "FILE"]),
    Job::new("convert -t parquet", &["convert", "-t", "parquet", "-o", "OUT", "FILE"]),
    Job::new("stats", &["stats", "FILE"]),
    Job::new("dedupe", &["dedupe", "-o", "/dev/null", "FILE"]),
    Job::new("sort", &["sort", "--by", "white", "-o", "/dev/null", "FILE"]),
    Job::new("names", &["names", "FILE"]),
    Job::new("grep --player", &["grep", "--player", "Carlsen", "FILE"]),
    Job::new("grep --fen", &["grep", "--fen", ITALIAN, "FILE"]),
    Job::new("grep --position", &["grep", "--position", "*/*/*/*B*/*/*/*/*", "FILE"]),
    Job::new("grep --material", &["grep", "--material", "KRP vs KR", "FILE"]),
];

/// Measures; gives a text in Markdown.
///
/// # Errors
///
/// If the corpora or Partie are not there, or a command fails.
pub fn run(arguments: &Arguments) -> anyhow::Result<String> {
    let names = arguments.source.names()?;
    let jobs: Vec<_> =
        COMMANDS.iter().filter(|job| job.name.contains(&arguments.command)).collect();
    let folder = tempfile::Builder::new().prefix("partie-bench-").tempdir()?;
    let mut columns = Vec::new();
    for (name, what) in &names {
        eprintln!("{name}: unpacking");
        let place = folder.path().join(name);
        fs::create_dir(&place)?;
        let packed = arguments.source.packed(name);
        let corpus =
            Corpus::unpack(&packed, (name, what), &place, (arguments.size * 1_000_000, 1))?;
        columns.push(measure(arguments, &jobs, &corpus, &place)?);
        fs::remove_dir_all(place)?;
    }
    let mut out = format!(
        "Measured on {}: {}. Megabytes a second of CPU time with one thread; in brackets, how many times \
         as fast two threads are (wall). Medians of {} rounds.\n\n| MB/s |",
        machine::today(),
        machine::describe(),
        arguments.rounds
    );
    for (name, _) in &names {
        let _ = write!(out, " {name} |");
    }
    out.push_str("\n|---|");
    out.push_str(&"---:|".repeat(names.len()));
    for (row, job) in jobs.iter().enumerate() {
        let _ = write!(out, "\n| `{}` |", job.name);
        for column in &columns {
            let (speed, gain) = column[row];
            let _ = write!(out, " **{speed:.0}** ({gain:.2}) |");
        }
    }
    out.push('\n');
    Ok(out)
}

/// Runs all jobs in turns; gives megabytes a second, and the gain of a second thread, of each.
fn measure(
    arguments: &Arguments,
    jobs: &[&Job],
    corpus: &Corpus,
    place: &Path,
) -> anyhow::Result<Vec<(f64, f64)>> {
    let (fixed, out) = (place.join("fixed.pgn"), place.join("out.parquet"));
    let command = |job: &Job, threads: &str| {
        let partie = arguments.partie.clone().into_os_string();
        let arguments = job.arguments.iter().map(|argument| match *argument {
            "FILE" => corpus.long.clone().into_os_string(),
            "FIXED" => fixed.clone().into_os_string(),
            "OUT" => out.clone().into_os_string(),
            argument => argument.into(),
        });
        let mut command: Vec<_> = std::iter::once(partie).chain(arguments).collect();
        command.extend(["-q".into(), "-j".into(), threads.into()]);
        if job.arguments.contains(&"-o") {
            command.push("--force".into());
        }
        command
    };
    let write = Job::new("fix", &["fix", "-o", "FIXED", "FILE"]);
    measure::run(&command(&write, "2"), 1)?;
    let mut costs: Vec<Vec<[Cost; 2]>> = vec![Vec::new(); jobs.len()];
    for round in 1..=arguments.rounds {
        eprintln!("{}: round {round} of {}", corpus.name, arguments.rounds);
        for (job, costs) in jobs.iter().zip(&mut costs) {
            costs
                .push([measure::run(&command(job, "1"), 1)?, measure::run(&command(job, "2"), 1)?]);
        }
    }
    let median = |mut all: Vec<f64>| {
        all.sort_by(f64::total_cmp);
        all[all.len() / 2]
    };
    let megabytes = corpus::size(&corpus.long)? as f64 / 1e6;
    let seconds = Duration::as_secs_f64;
    Ok(costs
        .iter()
        .map(|costs| {
            let cpu = median(costs.iter().map(|[one, _]| seconds(&one.cpu)).collect());
            let gain = costs.iter().map(|[one, two]| seconds(&one.wall) / seconds(&two.wall));
            (megabytes / cpu, median(gain.collect()))
        })
        .collect())
}
