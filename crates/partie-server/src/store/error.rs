//! Failures of the store, distinguished by what to do about them.

use std::{error::Error as _, fmt};

use tokio_postgres::types::WrongType;

pub(super) type Result<T> = std::result::Result<T, Error>;

/// A failure of the database, or of the way to it.
#[derive(Debug)]
pub(super) struct Error {
    pub(super) kind: ErrorKind,
    message: String,
}

/// Remedies of failures.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum ErrorKind {
    /// The write was refused for good: a broken constraint, or a value that cannot be held.
    /// Writing it again would not help.
    Refused,
    /// The database itself reported a failure that may pass: a lock, a full disk. Its connection
    /// still works.
    Failed,
    /// Any other error; the connection must be reopened.
    Lost,
}

impl Error {
    /// A failure after which the connection is opened again.
    pub(super) fn lost(message: impl Into<String>) -> Self {
        Self { kind: ErrorKind::Lost, message: message.into() }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl From<rusqlite::Error> for Error {
    fn from(fault: rusqlite::Error) -> Self {
        let code = match &fault {
            rusqlite::Error::SqliteFailure(fault, _) => Some(fault.extended_code),
            rusqlite::Error::SqlInputError { error, .. } => Some(error.extended_code),
            _ => None,
        };
        let kind = match code.map(|code| code & 0xff) {
            // SQLITE_TOOBIG, SQLITE_CONSTRAINT and SQLITE_MISMATCH.
            Some(18..=20) => ErrorKind::Refused,
            Some(_) => ErrorKind::Failed,
            None => ErrorKind::Lost,
        };
        Self { kind, message: fault.to_string() }
    }
}

impl From<tokio_postgres::Error> for Error {
    fn from(fault: tokio_postgres::Error) -> Self {
        let kind = match fault.code().map(tokio_postgres::error::SqlState::code) {
            // Classes of SQLSTATE: data that cannot be held, and broken constraints.
            Some(code) if code.starts_with("22") || code.starts_with("23") => ErrorKind::Refused,
            Some(_) => ErrorKind::Failed,
            // The client refused to send a value.
            None if is_unsendable(&fault) => ErrorKind::Refused,
            None => ErrorKind::Lost,
        };
        // The error itself only names the step that failed.
        let mut message = fault.to_string();
        let mut cause = fault.source();
        while let Some(fault) = cause {
            message.push_str(&format!(": {fault}"));
            cause = fault.source();
        }
        Self { kind, message }
    }
}

fn is_unsendable(fault: &tokio_postgres::Error) -> bool {
    fault.source().is_some_and(|cause| cause.is::<WrongType>() || cause.is::<TooLong>())
}

/// A text is longer than a value of PostgreSQL can be.
#[derive(Debug)]
pub(super) struct TooLong;

impl fmt::Display for TooLong {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the text is too long")
    }
}

impl std::error::Error for TooLong {}
