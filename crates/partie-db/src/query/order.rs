//! Orders of games.

use std::str::FromStr;

use partie_core::{Color, Outcome};

use super::{
    ParseError,
    grouping::Grouping,
    subject::{Extent, Subject},
};
use crate::folding::folded;

/// One key of an order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SortKey {
    by: SortField,
    descending: bool,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum SortField {
    Date,
    /// Mean of both ratings, or the one known rating.
    Elo,
    /// The rating of one player, by the name of its tag.
    OneElo(&'static str),
    Plies,
    Result,
    /// Code of the opening.
    Eco,
    /// Name of the opening.
    Opening,
    /// The value of a tag, numbers in it by their size.
    Tag(String),
}

impl FromStr for SortKey {
    type Err = ParseError;

    /// Reads a word of the command line: `date`, `elo`, `plies`, `result`, a tag in the
    /// spelling of `count --by`, or the name of a tag; with a `-` before it the other
    /// way round.
    fn from_str(word: &str) -> Result<SortKey, ParseError> {
        let (descending, word) = word.strip_prefix('-').map_or((false, word), |rest| (true, rest));
        let by = match word {
            "date" => SortField::Date,
            "elo" => SortField::Elo,
            "plies" => SortField::Plies,
            "result" => SortField::Result,
            "white-elo" | "WhiteElo" => SortField::OneElo("WhiteElo"),
            "black-elo" | "BlackElo" => SortField::OneElo("BlackElo"),
            word => match word.parse() {
                Ok(Grouping::Tag(name)) => SortField::Tag(name),
                Ok(Grouping::Eco) => SortField::Eco,
                Ok(Grouping::Opening) => SortField::Opening,
                _ => {
                    return Err(format!(
                        "expected a tag such as Event, or one of: {}; prefix it with - to reverse it",
                        SortKey::WORDS.join(", ")
                    ).into());
                }
            },
        };
        Ok(SortKey { by, descending })
    }
}

impl SortKey {
    /// Words other than names of tags.
    pub const WORDS: [&str; 15] = [
        "date",
        "white",
        "black",
        "event",
        "site",
        "round",
        "eco",
        "opening",
        "elo",
        "white-elo",
        "black-elo",
        "result",
        "plies",
        "time-control",
        "termination",
    ];

    /// Returns true if it depends on the moves of every game.
    #[must_use]
    pub fn is_in_moves(&self) -> bool {
        self.by == SortField::Plies
    }
}

/// Returns a sort key as bytes: games are sorted by comparing these. Unknown values come last, even
/// in reverse order.
pub fn place(game: &impl Subject, keys: &[SortKey], reverse: bool) -> Vec<u8> {
    let mut place = Vec::new();
    add_place(game, keys, reverse, &mut place);
    place
}

/// Appends the [`place`] of a game.
pub(crate) fn add_place(game: &impl Subject, keys: &[SortKey], reverse: bool, place: &mut Vec<u8>) {
    for key in keys {
        let start = place.len();
        let known = value(game, &key.by, place);
        if known && (key.descending != reverse) {
            for byte in &mut place[start..] {
                *byte = !*byte;
            }
        }
        // Before every value stands whether it is known.
        place.insert(start, u8::from(!known));
    }
}

/// Appends a value; false if it is not known.
fn value(game: &impl Subject, by: &SortField, out: &mut Vec<u8>) -> bool {
    match by {
        SortField::Date => {
            let Some(date) = game.date() else { return false };
            out.extend_from_slice(&date.year().to_be_bytes());
            out.extend_from_slice(&[date.month(), date.day()]);
        }
        SortField::Elo => {
            let elos: Vec<u32> =
                ["WhiteElo", "BlackElo"].iter().filter_map(|name| game.elo(name)).collect();
            if elos.is_empty() {
                return false;
            }
            out.extend_from_slice(
                &(elos.iter().sum::<u32>() * 2 / elos.len() as u32).to_be_bytes(),
            );
        }
        SortField::OneElo(tag) => {
            let Some(elo) = game.elo(tag) else { return false };
            out.extend_from_slice(&elo.to_be_bytes());
        }
        SortField::Plies => out.extend_from_slice(&Extent::of(game).plies.to_be_bytes()),
        SortField::Result => out.push(match game.outcome() {
            Outcome::Win(Color::White) => 0,
            Outcome::Draw => 1,
            Outcome::Win(Color::Black) => 2,
            Outcome::Unknown => return false,
        }),
        SortField::Eco => return text_value(game.eco(), out),
        SortField::Opening => return text_value(game.opening().as_deref(), out),
        SortField::Tag(name) => return text_value(game.known(name), out),
    }
    true
}

/// Appends a text; false if it is not known.
fn text_value(value: Option<&str>, out: &mut Vec<u8>) -> bool {
    let Some(value) = value else { return false };
    natural(&folded(value), out);
    out.push(0);
    true
}

/// Appends a text's natural sort key, which orders numbers by value: `Round 9` before `Round 10`.
fn natural(text: &str, out: &mut Vec<u8>) {
    let bytes = text.as_bytes();
    let mut at = 0;
    while at < bytes.len() {
        let digits = bytes[at..].iter().take_while(|b| b.is_ascii_digit()).count();
        if digits == 0 {
            out.push(bytes[at].max(1));
            at += 1;
            continue;
        }
        let number = &bytes[at..at + digits];
        let zeros = number.iter().take_while(|b| **b == b'0').count().min(digits - 1);
        let number = &number[zeros..];
        // A longer number is a greater one. Its length stands among the digits, so that
        // numbers keep their place among other characters.
        let mut length = number.len();
        while length >= 9 {
            out.push(b'9');
            length -= 9;
        }
        out.push(b'0' + length as u8);
        out.extend_from_slice(number);
        at += digits;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::query::samples::sample;

    /// The numbers of games in an order.
    fn sorted(games: &[&str], keys: &str, reverse: bool) -> Vec<usize> {
        let keys: Vec<_> = keys.split(',').map(|k| k.parse::<SortKey>().expect(k)).collect();
        let mut places: Vec<_> = games
            .iter()
            .enumerate()
            .map(|(number, text)| (place(&sample(text), &keys, reverse), number))
            .collect();
        places.sort();
        places.into_iter().map(|(_, number)| number).collect()
    }

    #[test]
    fn orders() {
        let games = [
            "[White \"Réti\"]\n[Date \"1924.03.22\"]\n[Round \"10\"]\n[WhiteElo \"2500\"]\n\n1. e4 1-0",
            "[White \"Reshevsky\"]\n[Date \"1924.??.??\"]\n[Round \"9.2\"]\n[BlackElo \"2600\"]\n\n1. e4 e5 0-1",
            "[White \"?\"]\n[Date \"????.??.??\"]\n[Round \"9.10\"]\n[EventDate \"????.??.??\"]\n[BlackElo \"0\"]\n\n*",
            "[White \"Alekhine\"]\n[Date \"1899.12.31\"]\n[WhiteElo \"2500\"]\n[BlackElo \"2501\"]\n\n1. e4 e5 2. f4 1/2-1/2",
        ];
        for (keys, reverse, order) in [
            ("date", false, [3, 1, 0, 2]),
            ("-date", false, [0, 1, 3, 2]),
            ("date", true, [0, 1, 3, 2]),
            ("-date", true, [3, 1, 0, 2]),
            ("white", false, [3, 1, 0, 2]),
            ("round", false, [1, 2, 0, 3]),
            ("elo", false, [0, 3, 1, 2]),
            ("-elo,white", false, [1, 3, 0, 2]),
            ("plies", false, [2, 0, 1, 3]),
            ("result", false, [0, 3, 1, 2]),
            ("Annotator", false, [0, 1, 2, 3]),
            ("white-elo,-date", false, [0, 3, 1, 2]),
            ("-black-elo", false, [1, 3, 0, 2]),
            ("-BlackElo", true, [3, 1, 0, 2]),
            ("-EventDate,round", false, [1, 2, 0, 3]),
            ("eco", false, [0, 1, 3, 2]),
            ("-opening", false, [0, 1, 3, 2]),
        ] {
            assert_eq!(sorted(&games, keys, reverse), order, "{keys} {reverse}");
        }
        for word in ["", "-", "colour", "player", "elo desc"] {
            assert!(word.parse::<SortKey>().is_err(), "{word}");
        }
    }

    #[test]
    fn numbers_by_their_size() {
        let bytes = |text: &str| {
            let mut out = Vec::new();
            natural(text, &mut out);
            out.push(0);
            out
        };
        for (less, more) in [
            ("round 9", "round 10"),
            ("9", "10"),
            ("9.2", "9.10"),
            ("09", "10"),
            ("a", "a1"),
            ("a1", "ab"),
            ("999999999", "1000000000"),
            ("5000000000", "12345678901234567890"),
        ] {
            assert!(bytes(less) < bytes(more), "{less} {more}");
        }
        assert_eq!(bytes("007"), bytes("7"));
    }
}
