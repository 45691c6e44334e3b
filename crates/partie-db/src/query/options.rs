//! Conditions by the names of the options of `partie grep`.

use std::{error::Error, fmt, mem::discriminant};

use partie_core::{Color, Language, Outcome, Variant};

use super::{
    BoardPattern, Condition, Ending, MovePattern, Name, OpeningName, ParseError, Query, TagTest,
    Text, TimeControl, YearMonth,
};

/// The names of the conditions that [`Query::of_words`] takes.
pub const CONDITIONS: [&str; 32] = [
    "white",
    "black",
    "player",
    "result",
    "elo",
    "either_elo",
    "white_elo",
    "black_elo",
    "eco",
    "opening",
    "date",
    "since",
    "until",
    "event",
    "site",
    "time_control",
    "termination",
    "tag",
    "where",
    "text",
    "plies",
    "variant",
    "fen",
    "position",
    "material",
    "moves",
    "sequence",
    "ends",
    "comment",
    "clock",
    "white_clock",
    "black_clock",
];

/// Words for the ways in which a game ends on the board.
const ENDINGS: [(&str, Ending); 5] = [
    ("checkmate", Ending::Checkmate),
    ("stalemate", Ending::Stalemate),
    ("insufficient-material", Ending::InsufficientMaterial),
    ("repetition", Ending::Repetition),
    ("fifty-moves", Ending::FiftyMoves),
];

/// Options of the words of a query.
#[derive(Clone, Debug)]
pub struct QueryOptions {
    /// Names and texts are regular expressions.
    pub regex: bool,
    /// Patterns of positions count with reversed colours, too.
    pub either_colour: bool,
    /// Number of positions in a row that must have the material.
    pub lasting: u32,
    /// Letters of pieces in `moves`.
    pub language: Language,
    /// Variations are searched, too.
    pub variations: bool,
    /// A game meets any of the conditions, not all.
    pub any: bool,
    /// Games are searched that do not meet the conditions.
    pub inverted: bool,
}

impl Default for QueryOptions {
    fn default() -> QueryOptions {
        QueryOptions {
            regex: false,
            either_colour: false,
            lasting: 1,
            language: Language::English,
            variations: false,
            any: false,
            inverted: false,
        }
    }
}

impl Query {
    /// Reads conditions: each has a name of [`CONDITIONS`] and the words that `partie grep` takes for
    /// it. Several results, and several time controls, are alternatives.
    ///
    /// ```
    /// use partie_db::query::{Query, QueryOptions};
    /// let words = [("player", "Steinitz"), ("result", "1-0"), ("result", "0-1")];
    /// assert!(Query::of_words(words, &QueryOptions::default()).is_ok());
    /// assert!(Query::of_words([("playr", "Steinitz")], &QueryOptions::default()).is_err());
    /// ```
    ///
    /// # Errors
    ///
    /// If there is no such condition, or its words are none.
    pub fn of_words<'a>(
        words: impl IntoIterator<Item = (&'a str, &'a str)>,
        options: &QueryOptions,
    ) -> Result<Query, WordsError> {
        let mut conditions: Vec<Condition> = Vec::new();
        for (name, text) in words {
            let condition = condition(name, text, options)
                .map_err(|why| WordsError { condition: name.to_owned(), why })?;
            let is_same = |other: &&mut Condition| discriminant(*other) == discriminant(&condition);
            match (conditions.iter_mut().find(is_same), condition) {
                (Some(Condition::Result(known)), Condition::Result(more)) => known.extend(more),
                (Some(Condition::TimeControl(known)), Condition::TimeControl(more)) => {
                    known.extend(more);
                }
                (_, condition) => conditions.push(condition),
            }
        }
        let mut query = Query::new(conditions);
        (query.any, query.inverted, query.variations) =
            (options.any, options.inverted, options.variations);
        Ok(query)
    }
}

/// Reason why a condition cannot be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WordsError {
    /// Name of the condition.
    pub condition: String,
    /// Reason why its words are none of such a condition.
    pub why: ParseError,
}

impl fmt::Display for WordsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.condition, self.why)
    }
}

impl Error for WordsError {}

fn condition(name: &str, text: &str, options: &QueryOptions) -> Result<Condition, ParseError> {
    let regex = options.regex;
    let player = || Name::new(text, regex);
    let part = || Text::new(text, regex);
    Ok(match name {
        "white" => Condition::White(player()?),
        "black" => Condition::Black(player()?),
        "player" => Condition::Player(player()?),
        "result" => Condition::Result(outcomes_of(text)?),
        "time_control" | "speed" => {
            let class = text.parse().map(TimeControl::Class);
            let control = class.unwrap_or_else(|_| TimeControl::Value(text.to_owned()));
            Condition::TimeControl(vec![control])
        }
        "elo" => Condition::Elo(text.parse()?),
        "either_elo" => Condition::EitherElo(text.parse()?),
        "white_elo" => Condition::WhiteElo(text.parse()?),
        "black_elo" => Condition::BlackElo(text.parse()?),
        "eco" => Condition::Eco(text.parse()?),
        "opening" => Condition::Opening(OpeningName::new(text, regex)?),
        "date" => Condition::Date(text.parse()?),
        "since" => month(text, ["", ".."])?,
        "until" => month(text, ["..", ""])?,
        "event" => Condition::Tag("Event", part()?),
        "site" => Condition::Tag("Site", part()?),
        "termination" => Condition::Tag("Termination", part()?),
        "tag" => Condition::Test(TagTest::parse(text, regex)?),
        "where" => Condition::Expression(text.parse()?),
        "text" => Condition::Anywhere(part()?),
        "plies" => Condition::Plies(text.parse()?),
        "variant" => Condition::Variant(text.parse::<Variant>().map_err(|error| {
            let known = Variant::ALL.map(Variant::name).join(", ");
            ParseError::from(format!("{error}; there are {known}"))
        })?),
        "fen" => Condition::Position(Box::new(text.parse()?)),
        "position" => {
            let pattern: BoardPattern = text.parse()?;
            let mirrored = options.either_colour.then(|| pattern.mirrored());
            Condition::BoardPattern(std::iter::once(pattern).chain(mirrored).collect())
        }
        "material" => Condition::Material(text.parse()?, options.lasting),
        "moves" => Condition::Moves(MovePattern::parse(text, options.language)?),
        "sequence" => Condition::Sequence(Box::new(text.parse()?)),
        "ends" => Condition::Ends(
            *ENDINGS.iter().find(|(word, _)| *word == text).map(|(_, ending)| ending).ok_or_else(
                || ParseError::from(format!("give {}", ENDINGS.map(|(word, _)| word).join(", "))),
            )?,
        ),
        "comment" => Condition::Comment(part()?),
        "clock" => Condition::Clock(None, text.parse()?),
        "white_clock" => Condition::Clock(Some(Color::White), text.parse()?),
        "black_clock" => Condition::Clock(Some(Color::Black), text.parse()?),
        _ => {
            return Err(
                format!("there is no such condition; there are {}", CONDITIONS.join(", ")).into()
            );
        }
    })
}

fn month(text: &str, [before, after]: [&str; 2]) -> Result<Condition, ParseError> {
    let YearMonth { year, month } = text.parse()?;
    let month = month.map_or(String::new(), |month| format!(".{month:02}"));
    Ok(Condition::Date(format!("{before}{year:04}{month}{after}").parse()?))
}

/// Reads a result, or a word for several: `1-0`, `white`, `draw`, `decided`, ...
///
/// # Errors
///
/// If it is none.
pub fn outcomes_of(word: &str) -> Result<Vec<Outcome>, ParseError> {
    let (white, black) = (Outcome::Win(Color::White), Outcome::Win(Color::Black));
    Ok(match word {
        "white" => vec![white],
        "black" => vec![black],
        "draw" | "1/2" | "=" | "½-½" => vec![Outcome::Draw],
        "decided" => vec![white, black],
        "unknown" => vec![Outcome::Unknown],
        word => vec![Outcome::from_pgn(word).ok_or_else(|| {
            ParseError::from("give 1-0, 0-1, 1/2-1/2, *, white, black, draw or decided")
        })?],
    })
}
