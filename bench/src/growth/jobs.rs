//! The commands of the program, each with the options that make it do its work.

/// One way to run the program on a file.
#[derive(Clone, Copy, Debug)]
pub struct Job {
    /// Its column in the table.
    pub name: &'static str,
    /// The arguments; `FILE` stands for the input.
    pub arguments: &'static [&'static str],
}

impl Job {
    /// A command line with its name.
    #[must_use]
    pub const fn new(name: &'static str, arguments: &'static [&'static str]) -> Job {
        Job { name, arguments }
    }
}

/// All jobs.
pub const JOBS: &[Job] = &[
    Job::new("check", &["check", "FILE"]),
    Job::new("check -j1", &["check", "-j", "1", "--all", "FILE"]),
    Job::new("check --json", &["check", "--json", "FILE"]),
    Job::new("→ pgn", &["convert", "-t", "pgn", "FILE"]),
    Job::new("→ fen", &["convert", "-t", "fen", "FILE"]),
    Job::new("→ epd", &["convert", "-t", "epd", "FILE"]),
    Job::new("→ bpgn", &["convert", "-t", "bpgn", "FILE"]),
    Job::new("→ style12", &["convert", "-t", "style12", "FILE"]),
    Job::new("→ text", &["convert", "-t", "text", "FILE"]),
    Job::new("→ cgp", &["convert", "-t", "cgp", "FILE"]),
    Job::new("→ ndjson", &["convert", "-t", "ndjson", "FILE"]),
    Job::new("fix safe", &["fix", "--level", "safe", "FILE"]),
    Job::new("fix", &["fix", "FILE"]),
    Job::new("fix guess", &["fix", "--level", "guess", "FILE"]),
    Job::new("fix --keep-illegal", &["fix", "--keep-illegal", "FILE"]),
    Job::new("fix --diff", &["fix", "--diff", "--all", "FILE"]),
    Job::new("fix --report", &["fix", "--report", "-", "-o", "/dev/null", "--force", "FILE"]),
    Job::new("count", &["count", "--by", "white", "FILE"]),
    Job::new("head", &["head", "-n", "1000000", "FILE"]),
    Job::new("tail", &["tail", "-n", "1000000", "FILE"]),
    Job::new("sample", &["sample", "-n", "1000", "FILE"]),
    Job::new("grep tag", &["grep", "--player", "Kasparov", "FILE"]),
    Job::new("grep position", &["grep", "--fen", "4k3/8/8/8/8/8/8/4K3", "FILE"]),
    Job::new("grep text", &["grep", "--comment", "sacrifice", "FILE"]),
    Job::new("sort", &["sort", "--by", "white", "FILE"]),
    Job::new("dedupe", &["dedupe", "FILE"]),
    Job::new("diff", &["diff", "FILE", "FILE"]),
    Job::new("names", &["names", "FILE"]),
    Job::new("stats", &["stats", "FILE"]),
    Job::new("log", &["log", "FILE"]),
    Job::new("show", &["show", "FILE"]),
    Job::new("show --moves", &["show", "--moves", "FILE"]),
    Job::new("show --speak", &["show", "--speak", "FILE"]),
    Job::new("render svg", &["render", "-t", "svg", "FILE"]),
    Job::new("render html", &["render", "-t", "html", "FILE"]),
    Job::new("render html --to-lang", &["render", "-t", "html", "--to-lang", "de", "FILE"]),
    Job::new("render pdf", &["render", "-t", "pdf", "FILE"]),
];
