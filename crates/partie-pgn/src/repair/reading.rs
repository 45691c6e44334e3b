//! A text on its way to being mended, and the words that are put into it.

use partie_core::Game;

use super::{Guess, edit::Edit, moves, tags};
use crate::{
    codes,
    play::Gather,
    resolve::{Examined, examine},
    token::{self, Token},
    usual,
};
use partie_formats::{Diagnostic, ReadOptions};

/// A text that was read, and what would mend it.
pub(super) struct Reading {
    pub(super) text: String,
    pub(super) examined: Examined,
    /// The changes that the text calls for.
    pub(super) edits: Vec<Edit>,
}

impl Reading {
    pub(super) fn new(text: String, options: &ReadOptions) -> Reading {
        if let Some(game) = usual::faultless(&text, options) {
            return Reading { text, examined: Examined::faultless(game), edits: Vec::new() };
        }
        let (tokens, survey) = token::scan_into(&text, Vec::new());
        let examined = examine(&text, &tokens, &survey, options, Gather::Remedies);
        let mut reading = Reading { text, examined, edits: Vec::new() };
        // At one place tags stand before moves.
        let mut edits = tags::edits(&reading, &tokens);
        drop(tokens);
        moves::take_edits(&mut reading, &mut edits);
        reading.edits = edits;
        reading
    }

    /// The tokens of the text. They need much room, so they are not kept.
    pub(super) fn tokens(&self) -> Vec<Token> {
        token::scan(&self.text)
    }

    pub(super) const fn game(&self) -> &Game {
        &self.examined.parsed.value
    }

    pub(super) fn findings(&self) -> &[Diagnostic] {
        &self.examined.parsed.diagnostics
    }

    /// Returns true if there is nothing to mend.
    pub(super) fn is_faultless(&self) -> bool {
        self.findings().is_empty() && self.edits.is_empty()
    }

    pub(super) fn is_no_game(&self) -> bool {
        self.findings().iter().any(|d| d.code == &codes::NO_GAME)
    }
}

/// A text as it can stand in a comment, on one line.
pub(super) fn without_braces(text: &str) -> String {
    let text = text.replace('{', "(").replace('}', ")");
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The comment that says what a guess assumed.
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
