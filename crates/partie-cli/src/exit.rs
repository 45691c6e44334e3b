//! Exit statuses.

use std::process::ExitCode;

/// Exit statuses, from best to worst; the worst event decides.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Exit {
    /// 0: done, and nothing to complain about.
    Clean,
    /// 1: there were diagnostics, or nothing was found at all.
    Problems,
    /// 2: something could not be done: a file could not be read or written.
    Failed,
}

impl Exit {
    /// Returns the status of a search: if all could be read and written, and if anything was found.
    pub(crate) const fn of_search(complete: bool, found: bool) -> Exit {
        match (complete, found) {
            (false, _) => Exit::Failed,
            (true, false) => Exit::Problems,
            (true, true) => Exit::Clean,
        }
    }

    /// The number that the caller sees.
    pub(crate) const fn status(self) -> u8 {
        match self {
            Exit::Clean => 0,
            Exit::Problems => 1,
            Exit::Failed => 2,
        }
    }
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> ExitCode {
        ExitCode::from(exit.status())
    }
}
