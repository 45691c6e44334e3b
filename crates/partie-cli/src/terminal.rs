//! Properties of the terminal, if there is one.

use std::{
    env,
    io::{self, IsTerminal as _},
    sync::atomic::{AtomicBool, Ordering::Relaxed},
};

use crate::board::ColourDepth;

/// The width of lines where no terminal says otherwise.
const WIDTH: usize = 100;

/// True if only errors are shown.
static QUIET: AtomicBool = AtomicBool::new(false);

/// Suppresses messages and progress from now on, but for errors.
pub(crate) fn be_quiet() {
    QUIET.store(true, Relaxed);
}

/// Returns true if only errors are shown.
pub(crate) fn is_quiet() -> bool {
    QUIET.load(Relaxed)
}

/// Returns true if standard output or standard error is a terminal.
pub(crate) fn is_terminal(stderr: bool) -> bool {
    if stderr { io::stderr().is_terminal() } else { io::stdout().is_terminal() }
}

/// Returns true if colours are wanted there: a terminal that can show them and no
/// `NO_COLOR`, or `CLICOLOR_FORCE`.
pub(crate) fn colour(stderr: bool) -> bool {
    let choice = if stderr {
        anstream::AutoStream::choice(&io::stderr())
    } else {
        anstream::AutoStream::choice(&io::stdout())
    };
    choice != anstream::ColorChoice::Never
}

/// Returns the number of colours of standard output: none if they are not wanted.
pub(crate) fn colours() -> ColourDepth {
    if colour(false) { depth() } else { ColourDepth::None }
}

/// Returns the number of colours of the terminal, wanted or not.
pub(crate) fn depth() -> ColourDepth {
    depth_of(&variable("COLORTERM"), &variable("TERM"))
}

fn depth_of(colorterm: &str, term: &str) -> ColourDepth {
    if matches!(colorterm, "truecolor" | "24bit") || term.contains("direct") {
        ColourDepth::True
    } else if term.contains("256") || cfg!(windows) {
        ColourDepth::Indexed
    } else {
        ColourDepth::Sixteen
    }
}

/// Returns true if output is ASCII, because `asked` is true or the locale does not promise more.
pub(crate) fn ascii(asked: bool) -> bool {
    asked || !unicode()
}

/// Returns true if the locale says that text is UTF-8.
pub(crate) fn unicode() -> bool {
    // The first of these variables that is set decides (POSIX, Base Definitions, 8.2).
    let locale = ["LC_ALL", "LC_CTYPE", "LANG"].map(variable);
    let locale = locale.iter().find(|value| !value.is_empty());
    match locale {
        Some(locale) => is_utf8(locale),
        None => cfg!(windows) || cfg!(target_os = "macos"),
    }
}

fn is_utf8(locale: &str) -> bool {
    let folded = locale.to_ascii_lowercase().replace('-', "");
    folded.contains("utf8")
}

fn variable(name: &str) -> String {
    env::var(name).unwrap_or_default()
}

/// The width of the terminal in characters, or of `COLUMNS`.
pub(crate) fn width() -> usize {
    columns()
        .or_else(|| terminal_size::terminal_size().map(|(width, _)| usize::from(width.0)))
        .unwrap_or(WIDTH)
}

/// The number in `COLUMNS`, if it is set.
pub(crate) fn columns() -> Option<usize> {
    env::var("COLUMNS").ok().and_then(|columns| columns.parse().ok()).filter(|columns| *columns > 0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_terminal_can_show() {
        for (colorterm, term, colours) in [
            ("truecolor", "xterm-256color", ColourDepth::True),
            ("24bit", "screen", ColourDepth::True),
            ("", "xterm-direct", ColourDepth::True),
            ("", "tmux-256color", ColourDepth::Indexed),
        ] {
            assert_eq!(depth_of(colorterm, term), colours, "{colorterm} {term}");
        }
        #[cfg(not(windows))]
        assert_eq!(depth_of("", "linux"), ColourDepth::Sixteen);
        for (locale, utf8) in
            [("cs_CZ.UTF-8", true), ("C.utf8", true), ("C", false), ("de_DE@euro", false)]
        {
            assert_eq!(is_utf8(locale), utf8, "{locale}");
        }
    }
}
