//! Form of an answer that is text or JSON.

use clap::{Args, ValueEnum};

/// Form of an answer.
#[derive(Clone, Copy, Debug, Args)]
pub(crate) struct AnswerForm {
    /// Format of the report
    #[arg(long, value_name = "FORMAT", value_enum, default_value_t)]
    format: AnswerFormat,

    /// Short for --format json
    #[arg(long, conflicts_with = "format")]
    json: bool,
}

/// Format of an answer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
enum AnswerFormat {
    /// Lines of text
    #[default]
    Text,
    /// One JSON object, or one for each line of text
    Json,
}

impl AnswerForm {
    /// Returns true if the answer is JSON.
    pub(crate) fn is_json(self) -> bool {
        self.json || self.format == AnswerFormat::Json
    }
}
