//! Description of the machine.

use std::{env, fs, thread};

use crate::measure::printed;

/// The machine on one line: processor, number of processors, memory, system, compiler.
#[must_use]
pub fn describe() -> String {
    let cores = thread::available_parallelism().map_or(1, usize::from);
    let plural = if cores == 1 { "" } else { "s" };
    let mut parts = vec![
        field("/proc/cpuinfo", "model name").unwrap_or_else(|| env::consts::ARCH.to_owned()),
        format!("{cores} core{plural}"),
    ];
    let memory = field("/proc/meminfo", "MemTotal")
        .and_then(|kb| kb.split(' ').next()?.parse::<f64>().ok())
        .map(|kb| format!("{:.0} GB of memory", kb / 1e6));
    parts.extend(memory);
    parts.extend(printed(&["uname", "-sr"]));
    parts.extend(
        printed(&["rustc", "--version"])
            .map(|said| said.split(' ').take(2).collect::<Vec<_>>().join(" ")),
    );
    parts.join(", ")
}

/// Today, as in "2026-11-21".
#[must_use]
pub fn today() -> String {
    printed(&["date", "-u", "+%F"]).unwrap_or_default()
}

/// The commit of the sources this was compiled from, if it is known.
#[must_use]
pub fn commit() -> Option<String> {
    let folder = env!("CARGO_MANIFEST_DIR");
    let commit = printed(&["git", "-C", folder, "describe", "--always", "--dirty"])?;
    (!commit.contains(' ')).then_some(commit)
}

/// The value of the first line `name : value` of a file.
fn field(file: &str, name: &str) -> Option<String> {
    let text = fs::read_to_string(file).ok()?;
    let line = text.lines().find(|line| line.starts_with(name))?;
    Some(line.split_once(':')?.1.trim().to_owned())
}
