//! Texts to try the page with.

use crate::words::Words;

/// A text to try the page with.
#[derive(Clone, Copy, Debug)]
pub struct Example {
    /// Its name in forms.
    pub name: &'static str,
    /// The text.
    pub text: &'static str,
    label: fn(&Words) -> &str,
}

impl Example {
    /// Returns its name as displayed.
    #[must_use]
    pub fn label(&self, words: &'static Words) -> &'static str {
        (self.label)(words)
    }
}

/// All examples.
pub const ALL: &[Example] = &[
    Example {
        name: "broken",
        text: include_str!("../examples/broken.pgn"),
        label: |words| &words.example_broken,
    },
    Example {
        name: "french",
        text: include_str!("../examples/french.txt"),
        label: |words| &words.example_french,
    },
    Example {
        name: "log",
        text: include_str!("../examples/session.log"),
        label: |words| &words.example_log,
    },
    Example {
        name: "czech",
        text: include_str!("../examples/czech.txt"),
        label: |words| &words.example_czech,
    },
    Example {
        name: "position",
        text: include_str!("../examples/position.fen"),
        label: |words| &words.example_fen,
    },
    Example {
        name: "bughouse",
        text: include_str!("../examples/bughouse.bpgn"),
        label: |words| &words.example_bughouse,
    },
];

/// Returns the text of an example.
#[must_use]
pub fn named(name: &str) -> Option<&'static str> {
    ALL.iter().find(|example| example.name == name).map(|example| example.text)
}
