//! The tools, where they are, and how each is asked to do a job.

use std::{
    env,
    ffi::OsString,
    fmt, fs,
    path::{Path, PathBuf},
};

use anyhow::{Context as _, bail};

use crate::measure::printed;

/// Task of a tool.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Job {
    /// Counting games.
    Count,
    /// Every move is played; nothing is written (scid writes its database).
    Check,
    /// PGN is read and written as PGN.
    Convert,
}

impl Job {
    /// Partie's command for it.
    #[must_use]
    pub const fn command(self) -> &'static str {
        match self {
            Job::Count => "count",
            Job::Check => "check",
            Job::Convert => "convert",
        }
    }
}

/// A program that reads games.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tool {
    /// This project.
    Partie,
    /// The crates pgn-reader and shakmaty.
    PgnReader,
    /// pgn-extract by David Barnes.
    PgnExtract,
    /// The Python package `chess`.
    PythonChess,
    /// The database program scid.
    Scid,
}

/// A job done by a tool on some threads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Task {
    /// The tool that does it.
    pub tool: Tool,
    /// The job that is done.
    pub job: Job,
    /// Number of threads: one or two.
    pub threads: usize,
    /// Number of runs at the same time, each by itself: one or two.
    pub runs: usize,
}

impl Task {
    /// A job on one thread.
    #[must_use]
    pub const fn new(tool: Tool, job: Job) -> Task {
        Task { tool, job, threads: 1, runs: 1 }
    }

    /// A job on two threads.
    #[must_use]
    pub const fn on_two(tool: Tool, job: Job) -> Task {
        Task { tool, job, threads: 2, runs: 1 }
    }

    /// A job done twice at the same time, each on one thread. No job on two threads can gain
    /// more than this does on the same machine.
    #[must_use]
    pub const fn twice(tool: Tool, job: Job) -> Task {
        Task { tool, job, threads: 1, runs: 2 }
    }

    /// Returns true if the wall time counts, rather than the CPU time.
    #[must_use]
    pub const fn is_parallel(self) -> bool {
        self.threads > 1 || self.runs > 1
    }

    /// Returns true if the tool is so slow that it gets only the first games.
    #[must_use]
    pub fn is_short(self) -> bool {
        self.tool == Tool::PythonChess
    }
}

/// All tasks, in the order of the tables.
pub const TASKS: [Task; 13] = [
    Task::new(Tool::Partie, Job::Count),
    Task::new(Tool::PgnReader, Job::Count),
    Task::new(Tool::Partie, Job::Check),
    Task::new(Tool::PgnReader, Job::Check),
    Task::new(Tool::PgnExtract, Job::Check),
    Task::new(Tool::Scid, Job::Check),
    Task::new(Tool::PythonChess, Job::Check),
    Task::new(Tool::Partie, Job::Convert),
    Task::new(Tool::PgnExtract, Job::Convert),
    Task::on_two(Tool::Partie, Job::Check),
    Task::on_two(Tool::PgnReader, Job::Check),
    Task::on_two(Tool::Partie, Job::Convert),
    Task::twice(Tool::Partie, Job::Check),
];

impl fmt::Display for Task {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match (self.tool, self.job) {
            (Tool::Partie, Job::Count) => "**partie** `count`",
            (Tool::Partie, Job::Check) => "**partie** `check`",
            (Tool::Partie, Job::Convert) => "**partie** `convert`",
            (Tool::PgnReader, Job::Count) => "pgn-reader `stats`",
            (Tool::PgnReader, _) if self.threads > 1 => "pgn-reader `parallel-validate`",
            (Tool::PgnReader, _) => "pgn-reader `validate`",
            (Tool::PgnExtract, Job::Convert) => "pgn-extract",
            (Tool::PgnExtract, _) => "pgn-extract `-r`",
            (Tool::PythonChess, _) => "python-chess `read_game`",
            (Tool::Scid, _) => "scid, import",
        })?;
        match (self.threads, self.runs) {
            (2.., _) => f.write_str(", two threads"),
            (_, 2..) => f.write_str(", two runs at once"),
            _ => Ok(()),
        }
    }
}

/// Paths of the tools.
#[derive(Debug)]
pub struct Tools {
    partie: PathBuf,
    pgn_reader: PathBuf,
    pgn_extract: Option<PathBuf>,
    python: Option<PathBuf>,
    scid: Option<PathBuf>,
    /// Jobs that Partie does on a given number of threads (`-j`).
    parallel: Vec<Job>,
    scripts: PathBuf,
    /// File that runs write to and nobody reads.
    pub scratch: PathBuf,
}

impl Tools {
    /// Looks for the tools. The peers in Rust lie beside this program; `python` has the
    /// package `chess`; the others are looked for where programs are, and where Debian
    /// has games.
    ///
    /// # Errors
    ///
    /// If Partie or the peers in Rust are not there.
    pub fn find(partie: &Path, python: Option<&Path>, folder: &Path) -> anyhow::Result<Tools> {
        let pgn_reader = env::current_exe()?.with_file_name("pgn-reader-peer");
        for program in [partie, &pgn_reader] {
            if !program.is_file() {
                bail!("{} is not there: build it first", program.display());
            }
        }
        let scripts = folder.join("scripts");
        fs::create_dir(&scripts)?;
        fs::write(scripts.join("python_chess.py"), include_str!("../peers/python_chess.py"))?;
        fs::write(scripts.join("scid.tcl"), include_str!("../peers/scid.tcl"))?;
        let scratch = folder.join("scratch");
        fs::create_dir(&scratch)?;
        let partie = partie.canonicalize().context("partie")?;
        let mut tools = Tools {
            parallel: parallel(&partie),
            partie,
            pgn_reader,
            pgn_extract: program("pgn-extract"),
            python: python.map(Path::to_owned).or_else(|| program("python3")),
            scid: program("tkscid"),
            scripts,
            scratch,
        };
        if tools.version(Tool::PythonChess).is_none() {
            tools.python = None;
        }
        Ok(tools)
    }

    /// Returns the reason why a task cannot be run, if there is one.
    #[must_use]
    pub fn missing(&self, task: Task) -> Option<&'static str> {
        match task.tool {
            Tool::PgnExtract if self.pgn_extract.is_none() => {
                Some("pgn-extract is not installed (Debian: `apt install pgn-extract`)")
            }
            Tool::Scid if self.scid.is_none() => {
                Some("scid is not installed (Debian: `apt install scid`)")
            }
            Tool::PythonChess if self.python.is_none() => {
                Some("python-chess is not installed (`pip install chess`)")
            }
            Tool::Partie if task.threads > 1 && !self.parallel.contains(&task.job) => {
                Some("it has no option `-j`")
            }
            _ => None,
        }
    }

    /// The command for a task. What `run` writes goes into files of its own.
    #[must_use]
    pub fn command(&self, task: Task, games: &Path, run: usize) -> Vec<OsString> {
        match (task.tool, task.job) {
            (Tool::Partie, job) => {
                let threads = self.parallel.contains(&job).then_some(task.threads);
                with(partie(&self.partie, job, threads), games)
            }
            (Tool::PgnReader, job) => {
                let name = match (job, task.threads) {
                    (Job::Count, _) => "stats",
                    (_, 1) => "validate",
                    (_, _) => "parallel-validate",
                };
                with(command(&self.pgn_reader, &[name]), games)
            }
            (Tool::PgnExtract, Job::Convert) => with(self.pgn_extract(&["-s"]), games),
            (Tool::PgnExtract, _) => with(self.pgn_extract(&["-s", "-r"]), games),
            (Tool::PythonChess, _) => with(self.python_chess("read"), games),
            (Tool::Scid, _) => {
                let base = self.scratch.join(format!("base{run}"));
                with(with(self.scid("import"), games), &base)
            }
        }
    }

    fn pgn_extract(&self, options: &[&str]) -> Vec<OsString> {
        command(self.pgn_extract.as_deref().unwrap_or(Path::new("pgn-extract")), options)
    }

    /// python-chess with one of the tasks of its script.
    #[must_use]
    pub fn python_chess(&self, task: &str) -> Vec<OsString> {
        let python = self.python.as_deref().unwrap_or(Path::new("python3"));
        let script = self.scripts.join("python_chess.py");
        [python.into(), script.into(), task.into()].into()
    }

    /// scid with one of the tasks of its script.
    #[must_use]
    pub fn scid(&self, task: &str) -> Vec<OsString> {
        let scid = self.scid.as_deref().unwrap_or(Path::new("tkscid"));
        let script = self.scripts.join("scid.tcl");
        [scid.into(), script.into(), task.into()].into()
    }

    /// `partie` with other arguments.
    #[must_use]
    pub fn partie(&self, arguments: &[&str]) -> Vec<OsString> {
        command(&self.partie, arguments)
    }

    /// The version of a tool; none if it does not run.
    #[must_use]
    pub fn version(&self, tool: Tool) -> Option<String> {
        let words = match tool {
            Tool::Partie => self.partie(&["--version"]),
            Tool::PgnReader => return Some("pgn-reader 0.29.0 with shakmaty 0.30.1".to_owned()),
            Tool::PgnExtract => {
                self.pgn_extract.as_ref()?;
                self.pgn_extract(&["--version"])
            }
            Tool::PythonChess => {
                self.python.as_ref()?;
                self.python_chess("version")
            }
            Tool::Scid => {
                self.scid.as_ref()?;
                self.scid("version")
            }
        };
        let words: Vec<_> = words.iter().map(|w| w.to_string_lossy()).collect();
        let words: Vec<&str> = words.iter().map(AsRef::as_ref).collect();
        let said = printed(&words)?;
        let line = said.lines().next()?.trim();
        let number = line.rsplit([' ', 'v']).next()?;
        number.starts_with(|c: char| c.is_ascii_digit()).then(|| {
            let name = match tool {
                Tool::Partie => "partie",
                Tool::PgnExtract => "pgn-extract",
                Tool::PythonChess => "python-chess",
                Tool::PgnReader | Tool::Scid => "scid",
            };
            format!("{name} {number}")
        })
    }
}

/// Partie asked to do a job; the file is still to be named.
#[must_use]
pub fn partie(program: &Path, job: Job, threads: Option<usize>) -> Vec<OsString> {
    let mut words = command(program, &[job.command()]);
    match job {
        Job::Count => {}
        Job::Check => words.push("--quiet".into()),
        Job::Convert => words.extend(["--quiet", "--to", "pgn"].map(OsString::from)),
    }
    if let Some(threads) = threads {
        words.extend(["-j".into(), threads.to_string().into()]);
    }
    words
}

/// Returns the jobs that this Partie does on a given number of threads.
#[must_use]
pub fn parallel(partie: &Path) -> Vec<Job> {
    let partie = partie.to_string_lossy();
    let takes_threads = |job: &Job| {
        printed(&[&partie, job.command(), "--help"]).is_some_and(|help| help.contains(" -j"))
    };
    [Job::Count, Job::Check, Job::Convert].into_iter().filter(takes_threads).collect()
}

fn command(program: &Path, arguments: &[&str]) -> Vec<OsString> {
    let mut words = vec![program.into()];
    words.extend(arguments.iter().map(OsString::from));
    words
}

/// A command with one more file.
#[must_use]
pub fn with(mut words: Vec<OsString>, file: &Path) -> Vec<OsString> {
    words.push(file.into());
    words
}

/// A program on the path, or where Debian has games.
fn program(name: &str) -> Option<PathBuf> {
    let path = env::var_os("PATH").unwrap_or_default();
    env::split_paths(&path)
        .chain(["/usr/games".into(), "/usr/local/games".into()])
        .map(|folder| folder.join(name))
        .find(|path| path.is_file())
}
