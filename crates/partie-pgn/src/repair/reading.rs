//! A text during its repair, and the words that are inserted into it.

use partie_core::Game;

use super::{change::Guess, edit::Edit};
use crate::{
    codes,
    examine::{Examined, examine},
    fast::single,
    movetext::Gather,
    token::{self, Token},
};
use partie_formats::{Diagnostic, ReadOptions};

/// A text that was read, and its fixes.
pub(super) struct Reading {
    pub(super) text: String,
    pub(super) examined: Examined,
    /// The changes that the text calls for.
    pub(super) edits: Vec<Edit>,
}

impl Reading {
    /// Reads a text. Also returns its tokens if there is something to fix.
    pub(super) fn new(text: String, options: &ReadOptions) -> (Reading, Option<Vec<Token>>) {
        if let Some(game) = single::parse_clean(&text, options) {
            let examined = Examined::faultless(game);
            return (Reading { text, examined, edits: Vec::new() }, None);
        }
        let tokens = token::scan(&text);
        let examined = examine(&text, &tokens, options, Gather::Fixes);
        (Reading { text, examined, edits: Vec::new() }, Some(tokens))
    }

    /// Returns the tokens of the text. They need much room, so they are not kept.
    pub(super) fn tokens(&self) -> Vec<Token> {
        token::scan(&self.text)
    }

    pub(super) const fn game(&self) -> &Game {
        &self.examined.parsed.value
    }

    pub(super) fn diagnostics(&self) -> &[Diagnostic] {
        &self.examined.parsed.diagnostics
    }

    /// Returns true if there is nothing to fix.
    pub(super) fn is_faultless(&self) -> bool {
        self.diagnostics().is_empty() && self.edits.is_empty()
    }

    pub(super) fn is_no_game(&self) -> bool {
        self.diagnostics().iter().any(|d| d.code == &codes::NO_GAME)
    }
}

/// A text as it can stand in a comment, on one line.
pub(super) fn without_braces(text: &str) -> String {
    let text = text.replace('{', "(").replace('}', ")");
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Returns the comment that says what a guess assumed.
pub(super) fn guessed(guess: &Guess, written: &str) -> String {
    let written = without_braces(written);
    let odds = match guess.rivals {
        0 => String::new(),
        n => format!(", one of {} that fit", n + 1),
    };
    let what = &guess.assumption;
    if written.is_empty() {
        format!("{{guess: {what}{odds}}}")
    } else {
        format!("{{guess: {what}{odds}; written: {written}}}")
    }
}
