//! Kinds of games: by what they are counted.

use super::{Extent, Subject, date::Date, speed::Speed};

/// What games are told apart by.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
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
    Speed,
    /// The length in bands of 20 plies.
    Plies,
    /// The variant.
    Variant,
    /// The value of a tag.
    Tag(String),
}

/// What is not known.
pub(crate) const UNKNOWN: &str = "?";

impl Kind {
    /// The words, besides the names of tags.
    pub(crate) const WORDS: [&str; 18] = [
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

    /// Reads a word of the command line: one of the words in lower case, or the name of
    /// a tag.
    pub(crate) fn parse(word: &str) -> Result<Kind, String> {
        let tag = |name: &str| Kind::Tag(name.to_owned());
        Ok(match word {
            "file" => Kind::File,
            "result" | "Result" => Kind::Result,
            "year" | "date" => Kind::Year,
            "month" => Kind::Month,
            "player" | "players" => Kind::Player,
            "elo" => Kind::Elo,
            "speed" => Kind::Speed,
            "plies" => Kind::Plies,
            "variant" => Kind::Variant,
            "white" => tag("White"),
            "black" => tag("Black"),
            "event" => tag("Event"),
            "site" => tag("Site"),
            "round" => tag("Round"),
            "eco" => tag("ECO"),
            "opening" => tag("Opening"),
            "time-control" => tag("TimeControl"),
            "termination" => tag("Termination"),
            name if name.starts_with(|c: char| c.is_ascii_uppercase())
                && name.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_') =>
            {
                tag(name)
            }
            _ => {
                return Err(format!(
                    "give the name of a tag, such as Event, or one of: {}",
                    Kind::WORDS.join(", ")
                ));
            }
        })
    }

    /// Returns true if only the moves tell it.
    pub(crate) const fn is_in_moves(&self) -> bool {
        matches!(self, Kind::Plies | Kind::Variant)
    }

    /// The kinds that a game is of: one, or one for each player.
    pub(crate) fn of(&self, game: &impl Subject) -> Vec<String> {
        let tag = |name| game.known(name).unwrap_or(UNKNOWN).to_owned();
        let or_unknown = |text: Option<String>| text.unwrap_or_else(|| UNKNOWN.to_owned());
        vec![match self {
            Kind::File => game.file().to_owned(),
            Kind::Result => game.outcome().as_pgn().to_owned(),
            Kind::Year => or_unknown(date(game).map(|d| d.year().to_string())),
            Kind::Month => or_unknown(date(game).map(Date::year_and_month)),
            Kind::Player => return vec![tag("White"), tag("Black")],
            Kind::Elo => {
                return ["WhiteElo", "BlackElo"]
                    .map(|name| or_unknown(elo(game, name).map(|n| band(n, 100))))
                    .to_vec();
            }
            Kind::Speed => {
                or_unknown(game.tag("TimeControl").and_then(Speed::of).map(|s| s.to_string()))
            }
            Kind::Plies => band(Extent::of(game).plies, 20),
            Kind::Variant => Extent::of(game).variant.name().to_owned(),
            Kind::Tag(name) => tag(name),
        }]
    }
}

/// When a game was played; when the event began, if that is all that is known.
pub(crate) fn date(game: &impl Subject) -> Option<Date> {
    ["Date", "UTCDate", "EventDate"].iter().find_map(|name| Date::parse(game.tag(name)?))
}

/// The rating of a player, of a tag such as `WhiteElo`.
pub(crate) fn elo(game: &impl Subject, tag: &str) -> Option<u32> {
    game.known(tag)?.parse().ok().filter(|elo| *elo > 0)
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
            ("Annotator", &["?"]),
        ] {
            assert_eq!(Kind::parse(word).expect(word).of(&game), kinds, "{word}");
        }
        for word in ["", "colour", "White Elo", "eloo"] {
            assert!(Kind::parse(word).is_err(), "{word}");
        }
    }
}
