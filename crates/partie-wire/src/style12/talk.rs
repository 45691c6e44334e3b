//! Sentences of servers about games: how they begin and end.

use std::fmt;

use partie_core::{ByColor, Outcome};

use super::{rating::Rating, scan};

/// Players, ratings and kind of a game: `Adam (1586E) Boris (++++) unrated blitz 3 1`.
#[derive(Clone, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Match {
    /// White's name.
    pub white: String,
    /// Black's name.
    pub black: String,
    /// The ratings.
    #[serde(with = "partie_core::serialize::sides")]
    pub ratings: ByColor<Rating>,
    /// True if the game is rated.
    pub rated: bool,
    /// The kind in the server's words: `blitz`, `wild/fr`, `blitz crazyhouse`, ...
    pub kind: String,
    /// Initial time in minutes.
    pub minutes: i64,
    /// Increment in seconds.
    pub increment: i64,
}

impl Match {
    /// Reads the words.
    pub(crate) fn parse(text: &str) -> Option<Match> {
        let (white, white_rating, rest) = player(text)?;
        let (black, black_rating, rest) = player(rest)?;
        let mut words: Vec<&str> = rest.split_ascii_whitespace().collect();
        while words.last().is_some_and(|w| w.starts_with('(')) {
            words.pop();
        }
        let increment = scan::parse_number(words.pop()?)?;
        let minutes = scan::parse_number(words.pop()?)?;
        let rated = rated(words.first()?)?;
        Some(Match {
            white: white.to_owned(),
            black: black.to_owned(),
            ratings: ByColor { white: white_rating, black: black_rating },
            rated,
            kind: words[1..].join(" "),
            minutes,
            increment,
        })
    }
}

impl fmt::Display for Match {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{} ({}) {} ({}) {} {} {} {}",
            self.white,
            self.ratings.white,
            self.black,
            self.ratings.black,
            rated_word(self.rated),
            self.kind,
            self.minutes,
            self.increment
        )
    }
}

/// Reads a name and its rating in brackets, and returns the rest.
pub(crate) fn player(text: &str) -> Option<(&str, Rating, &str)> {
    let text = text.trim_start();
    let (name, rest) = text.split_once('(')?;
    let (rating, rest) = rest.split_once(')')?;
    let name = name.trim_end();
    (!name.is_empty() && !name.contains(' ')).then(|| (name, Rating::parse(rating), rest))
}

fn rated(word: &str) -> Option<bool> {
    match word.to_ascii_lowercase().as_str() {
        "rated" => Some(true),
        "unrated" => Some(false),
        _ => None,
    }
}

const fn rated_word(rated: bool) -> &'static str {
    if rated { "rated" } else { "unrated" }
}

/// `{Game 1 (Adam vs. Boris) Creating unrated blitz match.}`: said to everyone.
#[derive(Clone, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Created {
    /// The game's number on the server.
    pub game: u64,
    /// White's name.
    pub white: String,
    /// Black's name.
    pub black: String,
    /// True if an adjourned game goes on.
    pub continuing: bool,
    /// True if the game is rated.
    pub rated: bool,
    /// The kind in the server's words.
    pub kind: String,
}

impl Created {
    /// Reads the line.
    #[must_use]
    pub fn parse(line: &str) -> Option<Created> {
        let (game, white, black, rest) = braced(line)?;
        let words = rest.split_once('}').map_or(rest, |(inside, _)| inside);
        let mut words = words.trim().trim_end_matches('.').split_ascii_whitespace();
        let continuing = match words.next()? {
            "Creating" => false,
            "Continuing" => true,
            _ => return None,
        };
        let rated = rated(words.next()?)?;
        let mut kind: Vec<&str> = words.collect();
        if kind.last() == Some(&"match") {
            kind.pop();
        }
        Some(Created {
            game,
            white: white.to_owned(),
            black: black.to_owned(),
            continuing,
            rated,
            kind: kind.join(" "),
        })
    }
}

impl fmt::Display for Created {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{{Game {} ({} vs. {}) {} {} {} match.}}",
            self.game,
            self.white,
            self.black,
            if self.continuing { "Continuing" } else { "Creating" },
            rated_word(self.rated),
            self.kind
        )
    }
}

/// `{Game 1 (Adam vs. Boris) Boris resigns} 1-0`.
#[derive(Clone, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct GameEnd {
    /// The game's number on the server.
    pub game: u64,
    /// White's name.
    pub white: String,
    /// Black's name.
    pub black: String,
    /// Reason, in the server's words.
    pub reason: String,
    /// The result.
    pub outcome: Outcome,
}

impl GameEnd {
    /// Reads the line.
    #[must_use]
    pub fn parse(line: &str) -> Option<GameEnd> {
        let (game, white, black, rest) = braced(line)?;
        let (reason, result) = rest.rsplit_once('}')?;
        Some(GameEnd {
            game,
            white: white.to_owned(),
            black: black.to_owned(),
            reason: reason.trim().to_owned(),
            outcome: Outcome::from_pgn(result.trim())?,
        })
    }
}

impl fmt::Display for GameEnd {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let GameEnd { game, white, black, reason, outcome } = self;
        write!(f, "{{Game {game} ({white} vs. {black}) {reason}}} {outcome}")
    }
}

/// Number, names and rest of `{Game 12 (a vs. b) ...`.
fn braced(line: &str) -> Option<(u64, &str, &str, &str)> {
    let (number, rest) = line.strip_prefix("{Game ")?.split_once(" (")?;
    let (names, rest) = rest.split_once(')')?;
    let (white, black) = names.split_once(" vs. ")?;
    Some((scan::parse_number(number)?, white.trim(), black.trim(), rest))
}
