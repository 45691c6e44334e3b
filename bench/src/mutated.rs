//! Commands on mutated files: none panics, hangs or is killed.

#[path = "../../crates/partie-testkit/src/mutate.rs"]
mod mutate;

use std::{
    ffi::OsString,
    fs::{self, File},
    io::{Read as _, Seek as _},
    path::{Path, PathBuf},
    process::{Command, Stdio},
};

use anyhow::{Context as _, bail};
use clap::Args;

use self::mutate::mutate;
use crate::random::Chance;
use crate::growth::jobs::{JOBS, Job};

/// Run every command on mutated files; no run may panic or hang
#[derive(Debug, Args)]
pub struct Arguments {
    /// The program to run
    #[arg(long, value_name = "FILE")]
    partie: PathBuf,

    /// The folder of the seeds, with a folder for each format
    #[arg(long, value_name = "FOLDER", default_value = "fuzz/seeds")]
    seeds: PathBuf,

    /// Number of files of each format
    #[arg(long, value_name = "NUMBER", default_value_t = 1000)]
    files: usize,

    /// Seed of the random numbers
    #[arg(long, value_name = "NUMBER", default_value_t = 1)]
    seed: u64,

    /// CPU seconds after which a run is ended and counted as failed
    #[arg(long, value_name = "SECONDS", default_value_t = 60)]
    seconds: u32,
}

/// Number of files that a command gets at once.
const AT_ONCE: usize = 250;

/// Runs the commands; says how many runs there were.
///
/// # Errors
///
/// If a run fails; the file on which it does is kept.
pub fn run(arguments: &Arguments) -> anyhow::Result<String> {
    let mut formats: Vec<PathBuf> = entries(&arguments.seeds)?;
    formats.retain(|path| path.is_dir());
    let mut lines = String::new();
    for format in &formats {
        let name = format.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let seeds: Vec<Vec<u8>> = entries(format)?
            .iter()
            .map(|path| fs::read(path).with_context(|| path.display().to_string()))
            .collect::<Result<_, _>>()?;
        let mut chance = Chance::new(arguments.seed);
        let mut made = 0;
        while made < arguments.files {
            let folder = tempfile::Builder::new().prefix("partie-mutated-").tempdir()?;
            let number = AT_ONCE.min(arguments.files - made);
            let files: Vec<PathBuf> =
                (0..number).map(|i| folder.path().join(format!("{i}.{name}"))).collect();
            for file in &files {
                let (seed, other) = (chance.below(seeds.len()), chance.below(seeds.len()));
                fs::write(file, mutate(&seeds[seed], &seeds[other], &mut chance))?;
            }
            let batch = Batch { arguments, format: &name, folder: folder.path() };
            for job in JOBS {
                batch.run(job, &files)?;
            }
            made += number;
            eprintln!("{name}: {made} files");
        }
        lines.push_str(&format!("{name}: {made} files, each through {} commands\n", JOBS.len()));
    }
    Ok(lines)
}

fn entries(folder: &Path) -> anyhow::Result<Vec<PathBuf>> {
    let entries = fs::read_dir(folder).with_context(|| folder.display().to_string())?;
    let mut paths: Vec<PathBuf> = entries.map(|e| Ok(e?.path())).collect::<anyhow::Result<_>>()?;
    paths.sort();
    Ok(paths)
}

struct Batch<'a> {
    arguments: &'a Arguments,
    format: &'a str,
    folder: &'a Path,
}

impl Batch<'_> {
    fn run(&self, job: &Job, files: &[PathBuf]) -> anyhow::Result<()> {
        // Two files are compared, or one is shown or drawn; the other commands take them all.
        let alone = job.name == "diff"
            || ["show", "render svg", "render html"].iter().any(|one| job.name.starts_with(one));
        let pieces = if alone { files.chunks(1) } else { files.chunks(files.len()) };
        for files in pieces {
            let Err(why) = self.once(job, files)? else { continue };
            for file in files {
                if let Err(why) = self.once(job, std::slice::from_ref(file))? {
                    let kept = std::env::temp_dir().join(format!("partie-mutated.{}", self.format));
                    fs::copy(file, &kept)?;
                    bail!("{}: {why}: the file is in {}", job.name, kept.display());
                }
            }
            bail!("{}: {why}, but not on one file alone", job.name);
        }
        Ok(())
    }

    /// One run; why it failed if it did.
    fn once(&self, job: &Job, files: &[PathBuf]) -> anyhow::Result<Result<(), String>> {
        let mut said = tempfile::tempfile()?;
        let limited = format!("ulimit -t {}; exec \"$0\" \"$@\"", self.arguments.seconds);
        let mut words: Vec<OsString> = Vec::new();
        for word in job.arguments {
            if *word == "FILE" {
                words.extend(files.iter().map(OsString::from));
            } else {
                words.push(word.into());
            }
        }
        let output = File::create(self.folder.join("output"))?;
        let status = Command::new("sh")
            .arg("-c")
            .arg(limited)
            .arg(&self.arguments.partie)
            .args(words)
            .args(["--from", self.format])
            .stdin(Stdio::null())
            .stdout(output)
            .stderr(said.try_clone()?)
            .status()?;
        if status.code().is_some_and(|code| code < 2) {
            return Ok(Ok(()));
        }
        said.rewind()?;
        let mut words = String::new();
        said.read_to_string(&mut words)?;
        let last = words.lines().find(|line| line.contains("panicked")).unwrap_or_default();
        Ok(Err(format!("{status} {last}")))
    }
}
