//! Kinds of games, by which they are counted.

use std::{borrow::Cow, str::FromStr};

use super::{
    ParseError,
    subject::{Extent, Subject},
    time_class::TimeClass,
};

/// Property by which games are grouped.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Grouping {
    /// The file they stand in.
    File,
    /// The result.
    Result,
    /// The year.
    Year,
    /// Year and month.
    Month,
    /// Both players.
    Player,
    /// The ratings of both players, in bands of 100.
    Elo,
    /// The class of the time control.
    TimeClass,
    /// The length in bands of 20 plies.
    Plies,
    /// The variant.
    Variant,
    /// Opening code: the tag's, or else the one of the moves.
    Eco,
    /// Opening name: the tags', or else the one of the moves.
    Opening,
    /// The value of a tag.
    Tag(String),
}

/// Label of unknown values.
pub const UNKNOWN: &str = "?";

impl FromStr for Grouping {
    type Err = ParseError;

    /// Reads a word of the command line: one of the words in lower case, or the name of
    /// a tag.
    fn from_str(word: &str) -> Result<Grouping, ParseError> {
        let tag = |name: &str| Grouping::Tag(name.to_owned());
        Ok(match word {
            "file" => Grouping::File,
            "result" | "Result" => Grouping::Result,
            "year" | "date" => Grouping::Year,
            "month" => Grouping::Month,
            "player" | "players" => Grouping::Player,
            "elo" => Grouping::Elo,
            "speed" => Grouping::TimeClass,
            "plies" => Grouping::Plies,
            "variant" => Grouping::Variant,
            "white" => tag("White"),
            "black" => tag("Black"),
            "event" => tag("Event"),
            "site" => tag("Site"),
            "round" => tag("Round"),
            "eco" => Grouping::Eco,
            "opening" => Grouping::Opening,
            "time-control" => tag("TimeControl"),
            "termination" => tag("Termination"),
            name if name.starts_with(|c: char| c.is_ascii_uppercase())
                && name.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_') =>
            {
                tag(name)
            }
            _ => {
                return Err(format!(
                    "expected a tag such as Event, or one of: {}",
                    Grouping::WORDS.join(", ")
                )
                .into());
            }
        })
    }
}

impl Grouping {
    /// Words other than names of tags.
    pub const WORDS: [&str; 18] = [
        "file",
        "result",
        "year",
        "month",
        "player",
        "white",
        "black",
        "event",
        "site",
        "round",
        "eco",
        "opening",
        "elo",
        "speed",
        "time-control",
        "termination",
        "variant",
        "plies",
    ];

    /// Returns true if it depends on the moves of every game.
    #[must_use]
    pub const fn is_in_moves(&self) -> bool {
        matches!(self, Grouping::Plies | Grouping::Variant)
    }

    /// Returns the tag without which it depends on the moves of a game, if that is so.
    #[must_use]
    pub const fn tag_before_moves(&self) -> Option<&'static str> {
        match self {
            Grouping::Eco => Some("ECO"),
            Grouping::Opening => Some("Opening"),
            _ => None,
        }
    }

    /// Returns the kinds that a game is of: one, or one for each player.
    pub fn of(&self, game: &impl Subject) -> Vec<String> {
        let tag = |name| game.known(name).unwrap_or(UNKNOWN).to_owned();
        let or_unknown = |text: Option<String>| text.unwrap_or_else(|| UNKNOWN.to_owned());
        vec![match self {
            Grouping::File => game.file().to_owned(),
            Grouping::Result => game.outcome().as_pgn().to_owned(),
            Grouping::Year => or_unknown(game.date().map(|d| d.year().to_string())),
            Grouping::Month => or_unknown(game.date().map(|date| date.to_string()[..7].to_owned())),
            Grouping::Player => return vec![tag("White"), tag("Black")],
            Grouping::Elo => {
                return ["WhiteElo", "BlackElo"]
                    .map(|name| or_unknown(game.elo(name).map(|n| band(n, 100))))
                    .to_vec();
            }
            Grouping::TimeClass => {
                or_unknown(game.tag("TimeControl").and_then(TimeClass::of).map(|s| s.to_string()))
            }
            Grouping::Plies => band(Extent::of(game).plies, 20),
            Grouping::Variant => Extent::of(game).variant.name().to_owned(),
            Grouping::Eco => game.eco().unwrap_or(UNKNOWN).to_owned(),
            Grouping::Opening => game.opening().map_or_else(|| UNKNOWN.to_owned(), Cow::into_owned),
            Grouping::Tag(name) => tag(name),
        }]
    }
}

/// `2400-2499` for 2431.
fn band(number: u32, width: u32) -> String {
    let start = number / width * width;
    format!("{start}-{}", start + width - 1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::query::samples::sample;

    #[test]
    fn kinds_of_a_game() {
        let game = sample(
            "[Event \"Coffee house\"]\n[Date \"1851.06.??\"]\n[White \"Anderssen, Adolf\"]\n\
             [Black \"?\"]\n[Result \"1-0\"]\n[WhiteElo \"2431\"]\n[BlackElo \"?\"]\n\
             [TimeControl \"180+2\"]\n\n1. e4 e5 2. f4 1-0\n",
        );
        for (word, kinds) in [
            ("file", &["sample.pgn"][..]),
            ("result", &["1-0"]),
            ("year", &["1851"]),
            ("month", &["1851.06"]),
            ("player", &["Anderssen, Adolf", "?"]),
            ("Event", &["Coffee house"]),
            ("elo", &["2400-2499", "?"]),
            ("speed", &["blitz"]),
            ("plies", &["0-19"]),
            ("variant", &["Standard"]),
            ("eco", &["C30"]),
            ("opening", &["King's Gambit"]),
            ("ECO", &["?"]),
            ("Annotator", &["?"]),
        ] {
            assert_eq!(word.parse::<Grouping>().expect(word).of(&game), kinds, "{word}");
        }
        for word in ["", "colour", "White Elo", "eloo"] {
            assert!(word.parse::<Grouping>().is_err(), "{word}");
        }
    }
}
