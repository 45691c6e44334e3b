//! One run of a program: what it cost.

use std::{
    env,
    ffi::OsString,
    fs::File,
    io,
    process::{Command, Stdio},
    time::{Duration, Instant},
};

use anyhow::{Context as _, bail};
use wait4::Wait4;

/// Cost of one run of a program.
#[derive(Clone, Copy, Debug)]
pub struct Cost {
    /// Time of the processors for the whole process, user and system.
    pub cpu: Duration,
    /// Time on the wall.
    pub wall: Duration,
    /// The most memory it held at once, in bytes.
    pub peak: u64,
}

/// Runs `runs` copies of a program at once, until all have ended, and discards their output.
/// Returns the total CPU time and memory, and the time of the slowest.
///
/// A small process of this program's stands between: Linux counts the memory of the
/// parent into the peak of a child, and this process holds lists of games.
///
/// # Errors
///
/// If the program cannot be started, is killed, or ends with a status above 1 (1 says
/// that there was something to find, in some of the tools).
pub fn run(command: &[OsString], runs: usize) -> anyhow::Result<Cost> {
    let shown = show(command);
    let begin = || {
        Command::new(env::current_exe()?)
            .arg("cost")
            .arg("--")
            .args(command)
            .env("RUST_BACKTRACE", "0")
            .stdout(Stdio::piped())
            .stderr(Stdio::inherit())
            .spawn()
    };
    let begun: Result<Vec<_>, io::Error> = (0..runs).map(|_| begin()).collect();
    let mut all = Cost { cpu: Duration::ZERO, wall: Duration::ZERO, peak: 0 };
    for between in begun.with_context(|| shown.clone())? {
        let between = between.wait_with_output().with_context(|| shown.clone())?;
        let said = String::from_utf8_lossy(&between.stdout);
        let numbers: Vec<u64> = said.split_whitespace().filter_map(|n| n.parse().ok()).collect();
        let [cpu, wall, peak] = numbers[..] else { bail!("{shown} failed") };
        all.cpu += Duration::from_nanos(cpu);
        all.wall = all.wall.max(Duration::from_nanos(wall));
        all.peak += peak;
    }
    Ok(all)
}

/// The process between: runs a program, and prints what it cost in nanoseconds and bytes.
///
/// # Errors
///
/// As [`run`].
pub fn print_cost(command: &[OsString]) -> anyhow::Result<()> {
    let shown = show(command);
    let begun = Instant::now();
    let done = start(command)
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .and_then(Wait4::wait4)
        .with_context(|| shown.clone())?;
    let wall = begun.elapsed();
    if done.status.code().is_none_or(|code| code > 1) {
        bail!("{shown}: {}", done.status);
    }
    let cpu = done.rusage.utime + done.rusage.stime;
    println!("{} {} {}", cpu.as_nanos(), wall.as_nanos(), done.rusage.maxrss);
    Ok(())
}

/// Runs a program to its end, its output into a file; gives what it says on the error
/// stream.
///
/// # Errors
///
/// As [`run`].
pub fn output_to(command: &[OsString], out: &std::path::Path) -> anyhow::Result<String> {
    let said = tempfile::tempfile()?;
    let status = start(command)
        .stdout(File::create(out)?)
        .stderr(said.try_clone()?)
        .status()
        .with_context(|| show(command))?;
    if status.code().is_none_or(|code| code > 1) {
        bail!("{}: {status}", show(command));
    }
    let mut text = Vec::new();
    let mut said = said;
    std::io::Seek::rewind(&mut said)?;
    std::io::Read::read_to_end(&mut said, &mut text)?;
    Ok(String::from_utf8_lossy(&text).into_owned())
}

/// Returns what a program prints, if it can be run: for versions and such.
#[must_use]
pub fn printed(command: &[&str]) -> Option<String> {
    let words: Vec<OsString> = command.iter().map(OsString::from).collect();
    let done = start(&words).output().ok()?;
    let mut text = String::from_utf8_lossy(&done.stdout).into_owned();
    text.push_str(&String::from_utf8_lossy(&done.stderr));
    Some(text.trim().to_owned())
}

fn start(command: &[OsString]) -> Command {
    let mut process = Command::new(&command[0]);
    process.args(&command[1..]).stdin(Stdio::null());
    process
}

/// A command as one types it, the folders of the files left out.
#[must_use]
pub fn show(command: &[OsString]) -> String {
    let words: Vec<_> = command
        .iter()
        .map(|word| {
            let path = std::path::Path::new(word);
            let name = path.file_name().unwrap_or(word);
            if path.is_absolute() { name.to_string_lossy() } else { word.to_string_lossy() }
        })
        .collect();
    words.join(" ")
}
