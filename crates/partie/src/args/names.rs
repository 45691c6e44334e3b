//! Arguments of `partie names`.

use std::path::PathBuf;

use clap::{Args, ValueEnum, ValueHint};
use partie_db::name_matching::{Confidence, Field};

use super::{Collection, Target, Writing};

/// Find players, events and sites that are spelled in several ways
///
/// Shows which spellings are probably the same name, how many games use each of them, which
/// one to use and why: diacritics, order of names, transliteration, initials, single typos,
/// titles. Different players are distinguished by given names, FIDE ids, years and games
/// against each other; an initial that may stand for several players is listed separately
/// at the end. The exit status is 1 if there is anything to suggest.
///
/// With --map, the suggestions are written to a file that can be reviewed and edited; with
/// --apply, such a file is applied. Only the values of tags are replaced; everything else
/// stays byte for byte as it is. Each replacement is reported on standard error, and
/// --keep-old keeps the old spelling in the game. (A game that is neither ASCII nor UTF-8
/// and gains letters beyond ASCII is rewritten in UTF-8.)
///
/// Only tags are read. All spellings are held in memory, games are not.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  partie names games.pgn archive/
  partie names --of events,sites games.pgn
  partie names --level possible --json games.pgn
  partie names games.pgn --map names.tsv
  partie names games.pgn --apply map.tsv -o tidy.pgn")]
pub(crate) struct NamesArguments {
    #[command(flatten)]
    pub(crate) suggestions: SuggestionOptions,

    /// Replace spellings as this file says, and write all games
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, conflicts_with_all = ["json", "of", "level"])]
    pub(crate) apply: Option<PathBuf>,

    /// Keep replaced spellings in other tags: `WhiteSpelling`, `EventSpelling` and so on
    #[arg(long, requires = "apply")]
    pub(crate) keep_old: bool,

    #[command(flatten)]
    pub(crate) target: Target,

    #[command(flatten)]
    pub(crate) collection: Collection,

    #[command(flatten)]
    pub(crate) writing: Writing,
}

/// Options of suggested spellings.
#[derive(Debug, Args)]
pub(crate) struct SuggestionOptions {
    /// Kinds of names to compare
    #[arg(long, value_name = "WHAT", value_enum, value_delimiter = ',', default_value = "players")]
    pub(crate) of: Vec<FieldName>,

    /// Certainty required of a suggestion
    #[arg(long, value_name = "LEVEL", value_enum, default_value_t = Level::Likely)]
    pub(crate) level: Level,

    /// Print JSON, one object per name
    #[arg(long)]
    pub(crate) json: bool,

    /// Write the suggestions to this file
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, conflicts_with = "apply")]
    pub(crate) map: Option<PathBuf>,
}

/// Kind of name to compare.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum FieldName {
    Players,
    Events,
    Sites,
}

impl From<FieldName> for Field {
    fn from(name: FieldName) -> Field {
        match name {
            FieldName::Players => Field::Player,
            FieldName::Events => Field::Event,
            FieldName::Sites => Field::Site,
        }
    }
}

/// Certainty required of a suggestion.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Level {
    /// Same words, or same FIDE id
    Certain,
    /// Initials, transliterations, one typo in a long name
    Likely,
    /// Family names alone, one typo in a short name
    Possible,
}

impl From<Level> for Confidence {
    fn from(level: Level) -> Confidence {
        match level {
            Level::Certain => Confidence::Certain,
            Level::Likely => Confidence::Likely,
            Level::Possible => Confidence::Possible,
        }
    }
}
