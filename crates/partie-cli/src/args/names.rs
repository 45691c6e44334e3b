//! Arguments of `partie names`.

use std::path::PathBuf;

use clap::{
    Args, ValueHint,
    builder::{PossibleValue, TypedValueParser},
};
use partie_db::name_matching::{Confidence, Field};

use super::{AnswerForm, Copying, choices};

/// Find players, events and sites that are spelled in several ways
///
/// Shows which spellings are probably the same name, how many games use each of them, which
/// one to use and why: diacritics, order of names, transliteration, initials, single typos,
/// titles. Different players are distinguished by given names, FIDE ids, years and games
/// against each other; an initial that may stand for several players is listed separately
/// at the end. Latin letters and `Surname, Given` are preferred; a name of one spelling is written as
/// most others are, if its parts are certain. The exit status is 1 if there is anything to suggest.
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
  partie names --level guess --json games.pgn
  partie names games.pgn --map names.tsv
  partie names games.pgn --apply names.tsv -o tidy.pgn
  partie names games.pgn --players players.xml -o filled.pgn")]
pub(crate) struct NamesArguments {
    #[command(flatten)]
    pub(crate) suggestions: SuggestionOptions,

    /// Replace spellings as this file says, and write all games
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, conflicts_with_all = ["json", "format", "of", "level"])]
    pub(crate) apply: Option<PathBuf>,

    /// Fill in names, FIDE ids, titles and ratings of players from this list, and write all games
    ///
    /// The list is that of FIDE, as XML or text, or Scid's spelling file. A player is found by the FIDE
    /// id, by the name, or by family name and initials if exactly one player alive at the time fits. Names get
    /// the list's spelling. Ratings are those of the game's month, and titles of FIDE's list are filled
    /// into games since its month, which is in its heading or in the name of the file
    /// (`standard_jan24frl_xml.xml`). What a game says is never replaced, but for spellings.
    #[arg(long, value_name = "LIST", value_hint = ValueHint::FilePath,
        conflicts_with_all = ["json", "format", "of", "level", "map", "apply"])]
    pub(crate) players: Option<PathBuf>,

    /// Keep replaced spellings in other tags: `WhiteSpelling`, `EventSpelling` and so on
    #[arg(long)]
    pub(crate) keep_old: bool,

    #[command(flatten)]
    pub(crate) copying: Copying,
}

/// Options of suggested spellings.
#[derive(Debug, Args)]
pub(crate) struct SuggestionOptions {
    /// Kinds of names to compare
    #[arg(long, value_name = "WHAT", value_delimiter = ',', default_value = "players",
        value_parser = choices::words([("players", Field::Player), ("events", Field::Event), ("sites", Field::Site)]))]
    pub(crate) of: Vec<Field>,

    /// Certainty required of a change or a suggestion
    #[arg(long, value_name = "LEVEL", value_parser = confidence(), default_value = "likely")]
    pub(crate) level: Confidence,

    #[command(flatten)]
    pub(crate) form: AnswerForm,

    /// Write the suggestions to this file
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, conflicts_with = "apply")]
    pub(crate) map: Option<PathBuf>,
}

/// Parses the certainty that is required of a suggestion.
fn confidence() -> impl TypedValueParser<Value = Confidence> {
    let level = |word: &'static str, help: &'static str| PossibleValue::new(word).help(help);
    choices::one_of(vec![
        (level("safe", "Same words, or same FIDE id").alias("certain"), Confidence::Certain),
        (
            level("likely", "Initials, transliterations, one typo in a long name"),
            Confidence::Likely,
        ),
        (
            level("guess", "Family names alone, one typo in a short name").alias("possible"),
            Confidence::Possible,
        ),
    ])
}
