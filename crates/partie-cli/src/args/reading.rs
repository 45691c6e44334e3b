//! Reading options, shared by all commands that read.

use clap::Args;
use partie_core::{Language, Variant};
use partie_formats::{Format, Limits, ReadOptions, options::Dialect};

use super::{Folders, Threads, choices};

/// Options for reading inputs.
#[derive(Debug, Default, Args)]
#[command(next_help_heading = "Reading")]
pub(crate) struct Reading {
    /// Input format, instead of detecting it
    #[arg(short, long, value_name = "FORMAT", value_parser = choices::format())]
    pub(crate) from: Option<Format>,

    /// Language of piece letters in the input, instead of detecting it
    #[arg(long, value_name = "LANGUAGE", value_parser = choices::language())]
    pub(crate) lang: Option<Language>,

    /// Read by the rules of this variant, overriding the games' own
    #[arg(long, value_name = "VARIANT", value_parser = choices::variant(), hide_possible_values = true)]
    pub(crate) rules: Option<Variant>,

    /// Start position of games that do not give one
    ///
    /// Moves may be in any notation. A FEN in the record takes precedence.
    #[arg(long, value_name = "FEN", value_parser = choices::fen())]
    pub(crate) start: Option<String>,

    /// Encoding of the input, such as windows-1250, instead of detecting it
    #[arg(long, value_name = "ENCODING", value_parser = choices::encoding(), hide_possible_values = true)]
    pub(crate) encoding: Option<String>,

    /// Style 12: unit of a game's initial time
    #[arg(long, value_name = "UNIT", default_value = "minutes",
        value_parser = choices::words([("minutes", Dialect::Minutes), ("seconds", Dialect::Seconds)]))]
    pub(crate) initial_time: Dialect,

    /// Scoresheets: treat `++` as double check instead of checkmate
    #[arg(long)]
    pub(crate) double_check: bool,

    /// Play illegal moves as they are written, marked {illegal}, instead of stopping there
    ///
    /// Moves of PGN and JSON, and of other formats when they are repaired, if it is clear which piece
    /// moves.
    #[arg(long)]
    pub(crate) keep_illegal: bool,

    #[command(flatten)]
    pub(crate) folders: Folders,

    #[command(flatten)]
    pub(crate) threads: Threads,

    /// Maximum size of a game in bytes [default: 16M]
    #[arg(long, value_name = "SIZE", value_parser = choices::bytes)]
    pub(crate) max_game_bytes: Option<usize>,

    /// Maximum depth of nested variations [default: 256]
    #[arg(long, value_name = "N")]
    pub(crate) max_nesting: Option<usize>,

    /// Maximum number of tags per game [default: 1024]
    #[arg(long, value_name = "N")]
    pub(crate) max_tags: Option<usize>,

    /// Maximum length of a comment in bytes [default: 4M]
    #[arg(long, value_name = "SIZE", value_parser = choices::bytes)]
    pub(crate) max_comment: Option<usize>,
}

impl Reading {
    /// Returns the options of the readers.
    pub(crate) fn options(&self) -> ReadOptions {
        let usual = Limits::default();
        let limits = Limits {
            game_bytes: self.max_game_bytes.unwrap_or(usual.game_bytes),
            nesting: self.max_nesting.unwrap_or(usual.nesting),
            tags: self.max_tags.unwrap_or(usual.tags),
            text_bytes: self.max_comment.unwrap_or(usual.text_bytes),
            ..usual
        };
        ReadOptions::default()
            .limits(limits)
            .variant(self.rules)
            .fen(self.start.clone())
            .language(self.lang)
            .encoding(self.encoding.clone())
            .dialect(self.initial_time)
            .double_check(self.double_check)
            .keep_illegal(self.keep_illegal)
    }
}
