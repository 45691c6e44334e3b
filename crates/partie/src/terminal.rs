//! What is known about the terminal, if there is one.

use std::{
    env,
    io::{self, IsTerminal as _},
};

/// The width of lines where no terminal says otherwise.
const WIDTH: usize = 100;

/// Whether people read along on the standard output or the standard error stream.
pub(crate) fn is_terminal(stderr: bool) -> bool {
    if stderr { io::stderr().is_terminal() } else { io::stdout().is_terminal() }
}

/// Whether colours are wanted there: a terminal that can show them and no `NO_COLOR`,
/// or `CLICOLOR_FORCE`.
pub(crate) fn colour(stderr: bool) -> bool {
    let choice = if stderr {
        anstream::AutoStream::choice(&io::stderr())
    } else {
        anstream::AutoStream::choice(&io::stdout())
    };
    choice != anstream::ColorChoice::Never
}

/// The width of the terminal in characters, or of `COLUMNS`.
pub(crate) fn width() -> usize {
    let columns = env::var("COLUMNS").ok().and_then(|c| c.parse().ok()).filter(|c| *c > 0);
    columns
        .or_else(|| terminal_size::terminal_size().map(|(width, _)| usize::from(width.0)))
        .unwrap_or(WIDTH)
}
