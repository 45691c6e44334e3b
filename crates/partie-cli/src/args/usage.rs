//! Errors of the command line in words for users.

use std::{ffi::OsString, io::Write as _, path::Path, process};

use clap::{Error, error::ErrorKind};

/// Words of Rust's parsers of numbers, and those in their place.
const NUMBERS: [(&str, &str); 5] = [
    ("invalid digit found in string", "expected a whole number"),
    ("cannot parse integer from empty string", "expected a whole number"),
    ("number too large to fit in target type", "the number is too large"),
    ("invalid float literal", "expected a number"),
    ("number would be zero for non-zero type", "expected a number from 1 on"),
];

/// Beginning of a tip that seldom helps: words that begin with `--` are options.
const ESCAPED: &str = "tip: to pass '";

/// Prints an error, or the help that was asked for, and ends the program.
pub(super) fn exit(error: &Error, words: &[OsString]) -> ! {
    if !error.use_stderr() {
        error.exit();
    }
    let styled = anstream::AutoStream::choice(&std::io::stderr()) != anstream::ColorChoice::Never;
    let rendered = error.render();
    let text = if styled { rendered.ansi().to_string() } else { rendered.to_string() };
    // Errors of standard error are ignored.
    let _ = write!(std::io::stderr(), "{}", in_words(&text, error.kind(), words));
    process::exit(error.exit_code())
}

/// Returns the text of an error without words of the libraries, and with a tip of our own.
fn in_words(text: &str, kind: ErrorKind, words: &[OsString]) -> String {
    let plain = |line: &str| anstream::adapter::strip_str(line).to_string();
    let mut lines: Vec<String> = Vec::new();
    for line in text.split('\n') {
        if plain(line).trim_start().starts_with(ESCAPED) {
            // With the empty line after it.
            if lines.last().is_some_and(String::is_empty) {
                lines.pop();
            }
            continue;
        }
        lines.push(line.to_owned());
    }
    let mut text = lines.join("\n");
    for (theirs, ours) in NUMBERS {
        text = text.replace(theirs, ours);
    }
    let named = words.get(2).filter(|word| Path::new(word).exists());
    if kind == ErrorKind::MissingRequiredArgument
        && words.get(1).is_some_and(|command| command == "player")
        && let Some(file) = named
    {
        let file = crate::visible::visible(&file.to_string_lossy());
        text += &format!("\nThe player comes before the files: partie player NAME {file}\n");
    }
    text
}
