//! Ctrl-C: unfinished files are taken away, then the program ends with 130.
//!
//! An output file is written under a temporary name in its own folder. Ending in the
//! middle would leave that file behind, so its name is kept here while it exists.

use std::{
    fs,
    path::{Path, PathBuf},
    process,
    sync::{Mutex, MutexGuard, PoisonError},
};

use crate::exit::INTERRUPTED;

static UNFINISHED: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());

/// What is to be done before the program ends, besides.
static LAST: Mutex<Vec<fn()>> = Mutex::new(Vec::new());

/// Does something more before an interrupt ends the program: a screen that was taken is
/// given back.
#[cfg(feature = "tui")]
pub(crate) fn before_exit(last: fn()) {
    LAST.lock().unwrap_or_else(PoisonError::into_inner).push(last);
}

fn unfinished() -> MutexGuard<'static, Vec<PathBuf>> {
    UNFINISHED.lock().unwrap_or_else(PoisonError::into_inner)
}

/// From now on Ctrl-C cleans up first. Where the signal is ignored already (a job in
/// the background), it stays ignored.
pub(crate) fn install() {
    // Without the handler the system ends the program just as well, only less tidily.
    let _ = ctrlc::try_set_handler(|| {
        for file in unfinished().iter() {
            let _ = fs::remove_file(file);
        }
        for last in LAST.lock().unwrap_or_else(PoisonError::into_inner).iter() {
            last();
        }
        process::exit(INTERRUPTED);
    });
}

/// A file to be removed if the program is interrupted before [`Unfinished`] is dropped.
#[derive(Debug)]
pub(crate) struct Unfinished(PathBuf);

impl Unfinished {
    pub(crate) fn new(file: &Path) -> Unfinished {
        unfinished().push(file.to_path_buf());
        Unfinished(file.to_path_buf())
    }
}

impl Drop for Unfinished {
    fn drop(&mut self) {
        unfinished().retain(|file| *file != self.0);
    }
}
