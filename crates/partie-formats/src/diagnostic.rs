//! Diagnostics: kind, place and fix of each problem that a reader reports.

use std::{fmt, ops::Range};

use partie_core::variants;

use crate::{Format, Message, ReadOptions};

variants! {
    /// Severity of a diagnostic.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
    #[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
    #[cfg_attr(feature = "serde", serde(rename_all = "lowercase"))]
    pub enum Severity {
        /// Worth knowing; nothing is wrong.
        Note = "note",
        /// Not as the standard requires, but the meaning is certain and was read.
        Repaired = "repaired",
        /// A contradiction, or a meaning that is likely but not certain.
        Warning = "warning",
        /// Unreadable text, which is kept as text.
        Error = "error",
    }
    /// All severities, from the lowest.
    ALL
    /// Returns `note`, `repaired`, `warning` or `error`.
    name
}

impl fmt::Display for Severity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A kind of diagnostic. Codes are stable: a number is never given to another kind.
#[derive(Debug, PartialEq, Eq)]
pub struct Code {
    /// Stable identifier, such as `PGN013`.
    pub id: &'static str,
    /// Name in words, such as `illegal-move`.
    pub name: &'static str,
    /// Severity, unless a diagnostic has another one.
    pub severity: Severity,
    /// A title of one line.
    pub title: &'static str,
    /// The page that `partie explain` shows: why it matters and what to do. Plain
    /// text, paragraphs separated by empty lines.
    pub explanation: &'static str,
    /// The format of the example.
    pub format: Format,
    /// Shortest text that has the diagnostic. A test reads every example and checks for the code.
    pub example: &'static str,
}

impl Code {
    /// Returns the bytes of the example. An example in an 8-bit encoding is written with characters
    /// whose numbers are its bytes, an `\u{f8}` among them.
    #[must_use]
    pub fn example_bytes(&self) -> Vec<u8> {
        let in_8bit = self.example.contains('\u{f8}');
        match self.example.chars().map(|c| u8::try_from(u32::from(c))).collect() {
            Ok(bytes) if in_8bit => bytes,
            _ => self.example.as_bytes().to_vec(),
        }
    }

    /// Returns the options with which the example is read.
    #[must_use]
    pub fn example_options(&self) -> ReadOptions {
        ReadOptions::default()
            .keep_illegal(self.name == "kept-illegal")
            .database_problems(self.id.starts_with("DBS"))
    }
}

variants! {
    /// Confidence in a fix.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
    #[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
    #[cfg_attr(feature = "serde", serde(rename_all = "lowercase"))]
    pub enum Confidence {
        /// The meaning is certain.
        Safe = "safe",
        /// Only one legal reading.
        Likely = "likely",
        /// A guess that lets the rest of the game be read.
        Guess = "guess",
    }
    /// All of them, from the highest.
    ALL
    /// Returns `safe`, `likely` or `guess`.
    name
}

/// Edit of the text that resolves a diagnostic.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Fix {
    /// The bytes of the record's text to replace; empty for an insertion.
    pub span: Range<usize>,
    /// The text to put in their place.
    pub replacement: String,
    /// Confidence in the fix.
    pub confidence: Confidence,
}

/// A second place that belongs to a diagnostic.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Related {
    /// The place in bytes of the record's text.
    pub span: Range<usize>,
    /// Message, such as `the result is given here`.
    pub message: Message,
}

/// A diagnostic of a record: a kind at a place.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Diagnostic {
    /// The kind of the diagnostic.
    pub code: &'static Code,
    /// The severity at this place.
    pub severity: Severity,
    /// The problem at this place, "expected ..., but found ...", with the values that it names.
    pub message: Message,
    /// The place in bytes of the record's text, from 0.
    pub span: Range<usize>,
    /// Ply of the main line, from 1; for a move that could not be read,
    /// one more than the plies that could.
    pub ply: Option<u32>,
    /// Correct text, if known.
    pub expected: Option<String>,
    /// The text as it was found.
    pub found: Option<String>,
    /// A second place, if there is one.
    pub related: Option<Related>,
    /// A fix, if there is one.
    pub fix: Option<Fix>,
}

impl Diagnostic {
    /// Makes a diagnostic with the severity of its code.
    #[must_use]
    pub fn new(code: &'static Code, span: Range<usize>, message: Message) -> Diagnostic {
        Diagnostic {
            code,
            severity: code.severity,
            message,
            span,
            ply: None,
            expected: None,
            found: None,
            related: None,
            fix: None,
        }
    }

    /// Sets the ply of the main line, from 1.
    #[must_use]
    pub fn at_ply(mut self, ply: u32) -> Diagnostic {
        self.ply = Some(ply);
        self
    }

    /// Sets the expected and the found text.
    #[must_use]
    pub fn expected(mut self, expected: impl Into<String>, found: impl Into<String>) -> Diagnostic {
        self.expected = Some(expected.into());
        self.found = Some(found.into());
        self
    }

    /// Sets a second place.
    #[must_use]
    pub fn related(mut self, span: Range<usize>, message: Message) -> Diagnostic {
        self.related = Some(Related { span, message });
        self
    }

    /// Sets a fix.
    #[must_use]
    pub fn fix(
        mut self,
        span: Range<usize>,
        replacement: impl Into<String>,
        confidence: Confidence,
    ) -> Diagnostic {
        self.fix = Some(Fix { span, replacement: replacement.into(), confidence });
        self
    }

    /// Sets the expected and the found text, and the fix that puts the one in place of the other.
    #[must_use]
    pub fn replaced(self, expected: &str, found: &str, confidence: Confidence) -> Diagnostic {
        let span = self.span.clone();
        self.expected(expected, found).fix(span, expected, confidence)
    }

    /// Sets a severity other than the code's own.
    #[must_use]
    pub fn severity(mut self, severity: Severity) -> Diagnostic {
        self.severity = severity;
        self
    }
}

/// Makes a [`Diagnostic`](crate::Diagnostic) of a code, a place, and a sentence with its values as
/// in [`message!`](crate::message!).
#[macro_export]
macro_rules! diagnostic {
    ($code:expr, $span:expr, $($message:tt)+) => {
        $crate::Diagnostic::new($code, $span, $crate::message!($($message)+))
    };
}

/// Sorts diagnostics by the start of their spans. The sort is stable.
pub fn sort(diagnostics: &mut [Diagnostic]) {
    diagnostics.sort_by_key(|diagnostic| diagnostic.span.start);
}
