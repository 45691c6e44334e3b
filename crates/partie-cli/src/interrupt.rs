//! Signals: unfinished files are removed, then the program ends.
//!
//! An output file is written under a temporary name in its own directory. An interrupt
//! would leave that file there, so its name is kept here while it exists.

use std::{
    fs, io,
    path::PathBuf,
    process,
    sync::{Mutex, MutexGuard, PoisonError},
};

use tempfile::NamedTempFile;

static UNFINISHED: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());

/// Actions to perform before the program ends.
static LAST: Mutex<Vec<fn()>> = Mutex::new(Vec::new());

/// Registers a function to call before an interrupt ends the program, for instance to restore the
/// screen.
pub(crate) fn before_exit(last: fn()) {
    LAST.lock().unwrap_or_else(PoisonError::into_inner).push(last);
}

fn unfinished() -> MutexGuard<'static, Vec<PathBuf>> {
    UNFINISHED.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Cleans up and ends the program. The list stays locked, so no file is begun meanwhile.
fn end(status: i32) -> ! {
    let files = unfinished();
    for file in files.iter() {
        let _ = fs::remove_file(file);
    }
    for last in LAST.lock().unwrap_or_else(PoisonError::into_inner).iter() {
        last();
    }
    process::exit(status);
}

/// From now on Ctrl-C, SIGTERM and SIGHUP clean up first. A signal that is ignored
/// already (by a job in the background, or under `nohup`) stays ignored.
pub(crate) fn install() {
    // Without a handler the system ends the program just as well, only less tidily.
    #[cfg(not(target_os = "linux"))]
    let _ = ctrlc::try_set_handler(|| end(128 + 2));
    #[cfg(unix)]
    signals::install();
}

/// Unix signals. Each is handled separately, because one may be ignored and another not.
#[cfg(unix)]
mod signals {
    use std::thread;

    use signal_hook::{
        consts::{SIGHUP, SIGINT, SIGTERM},
        iterator::Signals,
    };

    pub(super) fn install() {
        // Elsewhere `ctrlc` knows whether SIGINT is ignored.
        let interrupt = cfg!(target_os = "linux").then_some(SIGINT);
        let signals = [SIGTERM, SIGHUP].into_iter().chain(interrupt);
        let Ok(mut signals) = Signals::new(signals.filter(|signal| !is_ignored(*signal))) else {
            return;
        };
        let _ = thread::Builder::new().name("signals".to_owned()).spawn(move || {
            if let Some(signal) = signals.forever().next() {
                super::end(128 + signal);
            }
        });
    }

    /// Returns true if the program was started with a signal ignored, as the system reports
    /// it.
    #[cfg(target_os = "linux")]
    fn is_ignored(signal: i32) -> bool {
        let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
        let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
        let mask = mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok());
        mask.unwrap_or(0) >> (signal - 1) & 1 == 1
    }

    /// Elsewhere only unsafe code could ask. `nohup` matters more than a stray file.
    #[cfg(not(target_os = "linux"))]
    fn is_ignored(signal: i32) -> bool {
        signal == SIGHUP
    }
}

/// A file to be removed if the program is interrupted before [`Unfinished`] is dropped.
#[derive(Debug)]
pub(crate) struct Unfinished(PathBuf);

impl Unfinished {
    /// Makes a temporary file. No signal comes between making it and knowing its name.
    pub(crate) fn make(
        make: impl FnOnce() -> io::Result<NamedTempFile>,
    ) -> io::Result<(NamedTempFile, Unfinished)> {
        let mut unfinished = unfinished();
        let file = make()?;
        let path = file.path().to_path_buf();
        unfinished.push(path.clone());
        Ok((file, Unfinished(path)))
    }
}

impl Drop for Unfinished {
    fn drop(&mut self) {
        unfinished().retain(|file| *file != self.0);
    }
}
