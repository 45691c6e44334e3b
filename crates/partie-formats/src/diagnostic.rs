//! What a reader says about a record: a kind, a place and a remedy.

use std::{fmt, ops::Range};

use crate::Format;

/// How bad a finding is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Severity {
    /// Worth knowing; nothing is wrong.
    Note,
    /// Not as the standard has it, but its meaning is certain and was read.
    Repaired,
    /// Something contradicts something else, or its meaning is likely but not certain.
    Warning,
    /// Something could not be read; it is kept as text.
    Error,
}

impl Severity {
    /// `note`, `repaired`, `warning` or `error`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Severity::Note => "note",
            Severity::Repaired => "repaired",
            Severity::Warning => "warning",
            Severity::Error => "error",
        }
    }
}

impl fmt::Display for Severity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A kind of finding. Codes are stable: a number is never given to another kind.
#[derive(Debug, PartialEq, Eq)]
pub struct Code {
    /// Such as `PGN013`.
    pub id: &'static str,
    /// Such as `illegal-move`.
    pub name: &'static str,
    /// The usual severity.
    pub severity: Severity,
    /// One line.
    pub title: &'static str,
    /// The page that `partie explain` shows: why it matters and what to do. Plain
    /// text, paragraphs parted by blank lines.
    pub explanation: &'static str,
    /// The format of the example.
    pub format: Format,
    /// The shortest text in which it is found. A test reads every example and looks for the code.
    pub example: &'static str,
}

impl Code {
    /// The bytes of the example. An example in an 8-bit encoding is written with
    /// characters whose numbers are its bytes, an `\u{f8}` among them.
    #[must_use]
    pub fn example_bytes(&self) -> Vec<u8> {
        let in_8bit = self.example.contains('\u{f8}');
        match self.example.chars().map(|c| u8::try_from(u32::from(c))).collect() {
            Ok(bytes) if in_8bit => bytes,
            _ => self.example.as_bytes().to_vec(),
        }
    }
}

/// How sure a fix is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Confidence {
    /// The meaning is certain.
    Safe,
    /// Only one legal reading.
    Likely,
    /// A guess that lets the rest of the game be read.
    Guess,
}

impl Confidence {
    /// `safe`, `likely` or `guess`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Confidence::Safe => "safe",
            Confidence::Likely => "likely",
            Confidence::Guess => "guess",
        }
    }
}

/// A text that would mend the finding.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fix {
    /// What is replaced, in bytes of the record's text; empty for an insertion.
    pub span: Range<usize>,
    /// What stands there afterwards.
    pub replacement: String,
    /// How sure it is.
    pub confidence: Confidence,
}

/// A second place that belongs to a finding.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Related {
    /// In bytes of the record's text.
    pub span: Range<usize>,
    /// Such as `the result is given here`.
    pub message: String,
}

/// One finding in one record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    /// The kind.
    pub code: &'static Code,
    /// How bad it is here.
    pub severity: Severity,
    /// What is wrong in this very place: "expected ..., but found ...".
    pub message: String,
    /// Where, in bytes of the record's text, from 0.
    pub span: Range<usize>,
    /// The main line's ply it is about, from 1; for a move that could not be read,
    /// one more than the plies that could.
    pub ply: Option<u32>,
    /// What would have been right, where that can be said.
    pub expected: Option<String>,
    /// What stood there.
    pub found: Option<String>,
    /// A second place.
    pub related: Option<Related>,
    /// A remedy.
    pub fix: Option<Fix>,
}

impl Diagnostic {
    /// A finding of a kind's usual severity.
    pub fn new(code: &'static Code, span: Range<usize>, message: impl Into<String>) -> Diagnostic {
        Diagnostic {
            code,
            severity: code.severity,
            message: message.into(),
            span,
            ply: None,
            expected: None,
            found: None,
            related: None,
            fix: None,
        }
    }

    /// At a ply of the main line, from 1.
    #[must_use]
    pub fn at_ply(mut self, ply: u32) -> Diagnostic {
        self.ply = Some(ply);
        self
    }

    /// With what was expected and what was found.
    #[must_use]
    pub fn expected(mut self, expected: impl Into<String>, found: impl Into<String>) -> Diagnostic {
        self.expected = Some(expected.into());
        self.found = Some(found.into());
        self
    }

    /// With a second place.
    #[must_use]
    pub fn related(mut self, span: Range<usize>, message: impl Into<String>) -> Diagnostic {
        self.related = Some(Related { span, message: message.into() });
        self
    }

    /// With a fix.
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

    /// With another severity than usual.
    #[must_use]
    pub fn severity(mut self, severity: Severity) -> Diagnostic {
        self.severity = severity;
        self
    }
}
