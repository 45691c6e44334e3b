//! Arguments of `partie names`.

use std::path::PathBuf;

use clap::{Args, ValueEnum, ValueHint};

use super::{Collection, Target, Writing};
use crate::spelling::{Confidence, Field};

/// Find players, events and places that are spelled in several ways
///
/// Shows which spellings are probably one name, in how many games each of them occurs,
/// which spelling to use and why: accents, the order of names, transliterations,
/// initials, single wrong letters, titles. Different people are kept apart by their given
/// names, by FIDE ids, by years, and by games against each other; an initial that may
/// stand for several people is not decided but listed at the end. The exit status is 1 if
/// there is something to suggest.
///
/// With --map the suggestions are written into a file, to be looked through and edited;
/// with --apply such a file is carried out. Only the values of the tags are replaced, the
/// games stay byte for byte as they stand; every spelling replaced is told on the
/// standard error stream, and --keep-old keeps it in the game. (If a game is neither
/// ASCII nor UTF-8 and gets letters beyond ASCII, it is written anew, in UTF-8.)
///
/// Only the tags are read. Every spelling is held in memory, the games are not.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  partie names games.pgn archive/
  partie names --of events,sites games.pgn
  partie names --level possible --json games.pgn
  partie names games.pgn --map names.tsv
  partie names games.pgn --apply map.tsv -o tidy.pgn")]
pub(crate) struct NamesArguments {
    /// What is looked at
    #[arg(long, value_name = "WHAT", value_enum, value_delimiter = ',', default_value = "players")]
    pub(crate) of: Vec<FieldName>,

    /// How sure a suggestion must be
    #[arg(long, value_name = "LEVEL", value_enum, default_value_t = Level::Likely)]
    pub(crate) level: Level,

    /// Print JSON, one object for each name
    #[arg(long)]
    pub(crate) json: bool,

    /// Write the suggestions into this file
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, conflicts_with = "apply")]
    pub(crate) map: Option<PathBuf>,

    /// Replace spellings in the games as this file says, and write all games
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

/// What is spelled.
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

/// How sure a suggestion is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Level {
    /// The same words, or the same FIDE id
    Certain,
    /// Initials, transliterations, one wrong letter in a long name
    Likely,
    /// Family names alone, one wrong letter in a short name
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
