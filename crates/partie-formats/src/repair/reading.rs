//! A text on its way to being mended, and the words that are put into it.

use partie_core::Game;

use super::Guess;
use crate::{
    Diagnostic, ReadOptions,
    pgn::{
        codes,
        resolve::{Examined, examine},
        survey::Survey,
        token::{self, Token},
    },
};

/// A text, cut and read.
pub(super) struct Reading {
    pub(super) text: String,
    pub(super) tokens: Vec<Token>,
    pub(super) examined: Examined,
}

impl Reading {
    pub(super) fn new(text: String, options: &ReadOptions) -> Reading {
        let tokens = token::scan(&text);
        let examined = examine(&text, &tokens, &Survey::of(&tokens), options, true);
        Reading { text, tokens, examined }
    }

    pub(super) const fn game(&self) -> &Game {
        &self.examined.parsed.value
    }

    pub(super) fn findings(&self) -> &[Diagnostic] {
        &self.examined.parsed.diagnostics
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
