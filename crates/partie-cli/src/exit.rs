//! Exit statuses.

use std::process::ExitCode;

/// Exit statuses, from best to worst; the worst event decides.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Exit {
    /// 0: done, without complaints.
    Clean,
    /// 1: there were diagnostics, or nothing was found.
    Problems,
    /// 2: an operation failed, such as reading or writing a file.
    Failed,
}

impl Exit {
    /// Returns the status of a search: `complete` if every file could be read and written, `found`
    /// if there was a match.
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
