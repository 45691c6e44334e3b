//! The commands of the program, each with the options that make it do its work.

/// One way to run the program on a file.
#[derive(Clone, Copy, Debug)]
pub struct Job {
    /// Its column in the table.
    pub name: &'static str,
    /// The arguments; `FILE` stands for the input.
    pub arguments: &'static [&'static str],
}

const fn job(name: &'static str, arguments: &'static [&'static str]) -> Job {
    Job { name, arguments }
}

/// All jobs.
pub const JOBS: &[Job] = &[
    job("check", &["check", "FILE"]),
    job("check -j1", &["check", "-j", "1", "--all", "FILE"]),
    job("check --json", &["check", "--json", "FILE"]),
    job("→ pgn", &["convert", "-t", "pgn", "FILE"]),
    job("→ fen", &["convert", "-t", "fen", "FILE"]),
    job("→ epd", &["convert", "-t", "epd", "FILE"]),
    job("→ bpgn", &["convert", "-t", "bpgn", "FILE"]),
    job("→ style12", &["convert", "-t", "style12", "FILE"]),
    job("→ text", &["convert", "-t", "text", "FILE"]),
    job("→ cgp", &["convert", "-t", "cgp", "FILE"]),
    job("→ ndjson", &["convert", "-t", "ndjson", "FILE"]),
    job("fix safe", &["fix", "--level", "safe", "FILE"]),
    job("fix", &["fix", "FILE"]),
    job("fix guess", &["fix", "--level", "guess", "FILE"]),
    job("fix --keep-illegal", &["fix", "--keep-illegal", "FILE"]),
    job("fix --diff", &["fix", "--diff", "--all", "FILE"]),
    job("fix --report", &["fix", "--report", "-", "-o", "/dev/null", "--force", "FILE"]),
    job("count", &["count", "--by", "white", "FILE"]),
    job("head", &["head", "-n", "1000000", "FILE"]),
    job("tail", &["tail", "-n", "1000000", "FILE"]),
    job("sample", &["sample", "-n", "1000", "FILE"]),
    job("grep tag", &["grep", "--player", "Kasparov", "FILE"]),
    job("grep position", &["grep", "--fen", "4k3/8/8/8/8/8/8/4K3", "FILE"]),
    job("grep text", &["grep", "--comment", "sacrifice", "FILE"]),
    job("sort", &["sort", "--by", "white", "FILE"]),
    job("dedupe", &["dedupe", "FILE"]),
    job("diff", &["diff", "FILE", "FILE"]),
    job("names", &["names", "FILE"]),
    job("stats", &["stats", "FILE"]),
    job("log", &["log", "FILE"]),
    job("show", &["show", "FILE"]),
    job("show --moves", &["show", "--moves", "FILE"]),
    job("show --speak", &["show", "--speak", "FILE"]),
    job("render svg", &["render", "-t", "svg", "FILE"]),
    job("render html", &["render", "-t", "html", "FILE"]),
    job("render pdf", &["render", "-t", "pdf", "FILE"]),
];
