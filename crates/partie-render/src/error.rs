//! Errors of rendering.

use std::{fmt, io};

/// Reason for a failed rendering, which is never bad chess.
#[derive(Debug)]
pub enum RenderError {
    /// A picture of this size, in pixels, cannot be made.
    Size {
        /// Width in pixels.
        width: u32,
        /// Height in pixels.
        height: u32,
    },
    /// The selection has no position.
    NothingToShow,
    /// An encoder refused; a bug.
    Encoding(String),
    /// The result could not be written.
    Io(io::Error),
}

impl fmt::Display for RenderError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            RenderError::Size { width, height } => {
                write!(f, "a picture of {width} by {height} pixels cannot be made")
            }
            RenderError::NothingToShow => f.write_str("there is no position to show"),
            RenderError::Encoding(why) => write!(f, "the picture could not be encoded: {why}"),
            RenderError::Io(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for RenderError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            RenderError::Io(error) => Some(error),
            _ => None,
        }
    }
}

impl From<io::Error> for RenderError {
    fn from(error: io::Error) -> RenderError {
        RenderError::Io(error)
    }
}
