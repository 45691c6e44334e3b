//! How the inputs are read: options that all reading commands share.

use clap::{Args, ValueEnum};
use partie_core::{Language, Variant};
use partie_formats::{Format, Limits, ReadOptions, options::Dialect};

use super::{Folders, Threads, choices};

/// How the inputs are read.
#[derive(Debug, Args)]
#[command(next_help_heading = "Reading")]
pub(crate) struct Reading {
    /// Read every input as this format, instead of finding it out
    #[arg(short, long, value_name = "FORMAT", value_parser = choices::format())]
    pub(crate) from: Option<Format>,

    /// The language of the piece letters, instead of finding it out
    #[arg(long, value_name = "LANGUAGE", value_parser = choices::language())]
    pub(crate) lang: Option<Language>,

    /// The variant, whatever the games say
    #[arg(long, value_name = "VARIANT", value_parser = choices::variant(), hide_possible_values = true)]
    pub(crate) variant: Option<Variant>,

    /// The encoding of the text, such as windows-1250, instead of finding it out
    #[arg(long, value_name = "ENCODING", value_parser = choices::encoding(), hide_possible_values = true)]
    pub(crate) encoding: Option<String>,

    /// Style 12: the unit of a game's initial time
    #[arg(long, value_name = "UNIT", value_enum, default_value_t = TimeUnit::Minutes)]
    pub(crate) initial_time: TimeUnit,

    /// Scoresheets: `++` is a double check, not mate and the end of the game
    #[arg(long)]
    pub(crate) double_check: bool,

    #[command(flatten)]
    pub(crate) folders: Folders,

    #[command(flatten)]
    pub(crate) threads: Threads,

    /// The largest game in bytes (16M)
    #[arg(long, value_name = "SIZE", value_parser = choices::bytes)]
    pub(crate) max_game_bytes: Option<usize>,

    /// The deepest variation in a variation (256)
    #[arg(long, value_name = "N")]
    pub(crate) max_nesting: Option<usize>,

    /// The most tags of a game (1024)
    #[arg(long, value_name = "N")]
    pub(crate) max_tags: Option<usize>,

    /// The longest comment in bytes (4M)
    #[arg(long, value_name = "SIZE", value_parser = choices::bytes)]
    pub(crate) max_comment: Option<usize>,
}

/// Start position of games.
#[derive(Clone, Debug, Default, Args)]
#[command(next_help_heading = "Reading")]
pub(crate) struct Start {
    /// Start position of games that name none
    ///
    /// Moves may be in any notation. A FEN in the record itself takes precedence.
    #[arg(long, value_name = "FEN", value_parser = choices::fen())]
    pub(crate) fen: Option<String>,
}

/// The unit of the initial time in Style 12.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum TimeUnit {
    Minutes,
    Seconds,
}

impl Reading {
    /// The options of the readers.
    pub(crate) fn options(&self) -> ReadOptions {
        let usual = Limits::default();
        ReadOptions {
            keep: partie_formats::Retained::Everything,
            limits: Limits {
                game_bytes: self.max_game_bytes.unwrap_or(usual.game_bytes),
                nesting: self.max_nesting.unwrap_or(usual.nesting),
                tags: self.max_tags.unwrap_or(usual.tags),
                text_bytes: self.max_comment.unwrap_or(usual.text_bytes),
                ..usual
            },
            variant: self.variant,
            fen: None,
            language: self.lang,
            encoding: self.encoding.clone(),
            dialect: match self.initial_time {
                TimeUnit::Minutes => Dialect::Minutes,
                TimeUnit::Seconds => Dialect::Seconds,
            },
            double_check: self.double_check,
        }
    }
}
