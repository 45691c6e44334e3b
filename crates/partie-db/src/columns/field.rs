//! Fields: the columns that every batch has.

use partie_core::Date;

use crate::query::date_of_tag;

/// A column of the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Field {
    /// Name of the column.
    pub name: &'static str,
    /// Type of its values.
    pub kind: ValueKind,
    /// True if a game may have no value in it.
    pub nullable: bool,
    pub(super) source: Source,
}

impl Field {
    /// Returns true if the column has the numbers of a tag.
    pub(crate) const fn is_number(&self) -> bool {
        matches!(self.source, Source::Number(_) | Source::Signed(_))
    }

    /// Returns true if the values follow from those of other columns.
    pub(crate) const fn is_derived(&self) -> bool {
        matches!(self.source, Source::OpeningCode | Source::OpeningName | Source::Speed)
    }

    /// Returns true if tables of earlier versions do not have the column.
    pub(crate) const fn is_later(&self) -> bool {
        self.is_derived() || matches!(self.source, Source::ShortEvals)
    }

    /// Returns the tag that the column has the values of, if there is one.
    pub(crate) const fn tag(&self) -> Option<&'static str> {
        match self.source {
            Source::Tag(tag)
            | Source::DateText(tag)
            | Source::Number(tag)
            | Source::Signed(tag) => Some(tag),
            _ => None,
        }
    }
}

/// Type of a column's values.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ValueKind {
    /// Whole numbers of 16 bits, held in 32.
    Int16,
    /// Whole numbers of 32 bits.
    Int32,
    /// Days since 1970-01-01, which is 0.
    Int64,
    /// Days, of which the first one of 1970 has the number 0.
    Date,
    /// Text in UTF-8.
    Text,
    /// Bytes of any kind.
    Bytes,
    /// Lists of whole numbers of 32 bits or nulls.
    Int32s,
    /// Lists of pairs of texts: names, each once, and values.
    Pairs,
}

/// Part of a row that a column is filled from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Source {
    File,
    Game,
    Line,
    Byte,
    /// The text of a tag.
    Tag(&'static str),
    /// The text of a tag that is a date.
    DateText(&'static str),
    /// The same as a day, if it is one, spelled as PGN does.
    Day(&'static str),
    /// A tag that is a number, spelled as a computer would.
    Number(&'static str),
    /// The same with a sign, `+5` and `-5`.
    Signed(&'static str),
    /// Year, month, day: which part of the date.
    Date(usize),
    Result,
    Variant,
    Start,
    Reason,
    Plies,
    /// The number of a game in its library.
    Id,
    Uci,
    Binary,
    /// The moves in the code of `partie_core::moves::code`, if they can be.
    Code,
    /// The moves in two bytes each, where the code cannot hold them.
    Wide,
    /// The movetext, where other columns do not bring all of it back.
    Movetext,
    /// Spaces in comments of clocks and evaluations.
    Spaces,
    /// True if evaluations in comments have no final zero.
    ShortEvals,
    /// Code and name of the opening of the moves.
    OpeningCode,
    OpeningName,
    /// Speed of the game by its time control.
    Speed,
    Clocks,
    MoveTimes,
    Evals,
    Mates,
    Tags,
    Unread,
    /// A part of a position.
    Position(PositionPart),
}

/// Parts of a position of a main line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum PositionPart {
    Game,
    Ply,
    Key,
    Fen,
    Move,
    WhiteClock,
    BlackClock,
    Eval,
    Mate,
    Material,
}

const fn field(name: &'static str, kind: ValueKind, source: Source) -> Field {
    Field { name, kind, nullable: false, source }
}

const fn or_null(name: &'static str, kind: ValueKind, source: Source) -> Field {
    Field { name, kind, nullable: true, source }
}

const fn tag(name: &'static str, tag: &'static str) -> Field {
    or_null(name, ValueKind::Text, Source::Tag(tag))
}

const fn date_text(name: &'static str, tag: &'static str) -> Field {
    or_null(name, ValueKind::Text, Source::DateText(tag))
}

const fn day(name: &'static str, tag: &'static str) -> Field {
    or_null(name, ValueKind::Date, Source::Day(tag))
}

const fn number(name: &'static str, tag: &'static str) -> Field {
    or_null(name, ValueKind::Int32, Source::Number(tag))
}

const fn position(name: &'static str, kind: ValueKind, part: PositionPart) -> Field {
    field(name, kind, Source::Position(part))
}

const fn position_or_null(name: &'static str, kind: ValueKind, part: PositionPart) -> Field {
    or_null(name, kind, Source::Position(part))
}

/// All columns in order: a file's, a library's own, and those of positions.
pub(crate) static COLUMNS: [Field; 67] = [
    field("file", ValueKind::Text, Source::File),
    field("game", ValueKind::Int64, Source::Game),
    field("line", ValueKind::Int64, Source::Line),
    field("byte", ValueKind::Int64, Source::Byte),
    tag("event", "Event"),
    tag("site", "Site"),
    date_text("date", "Date"),
    day("date", "Date"),
    or_null("year", ValueKind::Int16, Source::Date(0)),
    or_null("month", ValueKind::Int16, Source::Date(1)),
    or_null("day", ValueKind::Int16, Source::Date(2)),
    tag("round", "Round"),
    tag("white", "White"),
    tag("black", "Black"),
    field("result", ValueKind::Text, Source::Result),
    number("white_elo", "WhiteElo"),
    number("black_elo", "BlackElo"),
    or_null("white_rating_diff", ValueKind::Int32, Source::Signed("WhiteRatingDiff")),
    or_null("black_rating_diff", ValueKind::Int32, Source::Signed("BlackRatingDiff")),
    tag("white_title", "WhiteTitle"),
    tag("black_title", "BlackTitle"),
    number("white_fide_id", "WhiteFideId"),
    number("black_fide_id", "BlackFideId"),
    tag("white_team", "WhiteTeam"),
    tag("black_team", "BlackTeam"),
    date_text("event_date", "EventDate"),
    day("event_date", "EventDate"),
    date_text("utc_date", "UTCDate"),
    day("utc_date", "UTCDate"),
    tag("utc_time", "UTCTime"),
    tag("eco", "ECO"),
    tag("opening", "Opening"),
    tag("variation", "Variation"),
    tag("time_control", "TimeControl"),
    tag("termination", "Termination"),
    tag("annotator", "Annotator"),
    field("variant", ValueKind::Text, Source::Variant),
    or_null("fen", ValueKind::Text, Source::Start),
    or_null("reason", ValueKind::Text, Source::Reason),
    field("plies", ValueKind::Int32, Source::Plies),
    field("moves", ValueKind::Text, Source::Uci),
    field("moves_binary", ValueKind::Bytes, Source::Binary),
    or_null("clocks", ValueKind::Int32s, Source::Clocks),
    or_null("move_times", ValueKind::Int32s, Source::MoveTimes),
    or_null("evals", ValueKind::Int32s, Source::Evals),
    or_null("mates", ValueKind::Int32s, Source::Mates),
    field("tags", ValueKind::Pairs, Source::Tags),
    or_null("unread", ValueKind::Text, Source::Unread),
    or_null("eco_moves", ValueKind::Text, Source::OpeningCode),
    or_null("opening_moves", ValueKind::Text, Source::OpeningName),
    or_null("speed", ValueKind::Text, Source::Speed),
    field("id", ValueKind::Int64, Source::Id),
    or_null("code", ValueKind::Bytes, Source::Code),
    or_null("wide", ValueKind::Bytes, Source::Wide),
    or_null("movetext", ValueKind::Text, Source::Movetext),
    field("comment_spaces", ValueKind::Int16, Source::Spaces),
    field("short_evals", ValueKind::Int16, Source::ShortEvals),
    position("game", ValueKind::Int64, PositionPart::Game),
    position("ply", ValueKind::Int32, PositionPart::Ply),
    position("key", ValueKind::Int64, PositionPart::Key),
    position("fen", ValueKind::Text, PositionPart::Fen),
    position_or_null("move", ValueKind::Text, PositionPart::Move),
    position_or_null("white_clock", ValueKind::Int32, PositionPart::WhiteClock),
    position_or_null("black_clock", ValueKind::Int32, PositionPart::BlackClock),
    position_or_null("eval", ValueKind::Int32, PositionPart::Eval),
    position_or_null("mate", ValueKind::Int32, PositionPart::Mate),
    position("material", ValueKind::Text, PositionPart::Material),
];

/// Number of the first columns, which all games have; the others exist only in libraries.
const FIRST: usize = 51;

/// Number of columns of a file.
const OF_FILE: usize = FIRST - 3;

/// The columns of [`Table::File`], in their order.
pub static FIELDS: [Field; OF_FILE] = {
    let mut fields = [COLUMNS[0]; OF_FILE];
    let (mut at, mut number) = (0, 0);
    while at < FIRST {
        if !matches!(COLUMNS[at].source, Source::DateText(_)) {
            fields[number] = COLUMNS[at];
            number += 1;
        }
        at += 1;
    }
    fields
};

/// The tables of games and positions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Table {
    /// A file for everybody: moves as UCI, and what columns can carry.
    #[default]
    File,
    /// Games of a library: moves in one byte each, and the movetext of games whose comments and
    /// variations no other column holds.
    Library,
    /// Positions of the main lines of a library's games, one row each.
    Positions,
}

impl Table {
    /// Returns the numbers of its columns among [`COLUMNS`], in their order.
    pub(crate) fn places(self) -> impl Iterator<Item = usize> {
        (0..COLUMNS.len()).filter(move |at| self.has(*at))
    }

    /// Returns true if it has a column of [`COLUMNS`].
    pub(crate) fn has(self, at: usize) -> bool {
        match self {
            Table::File => at < FIRST && !matches!(COLUMNS[at].source, Source::DateText(_)),
            Table::Library => !matches!(
                COLUMNS[at].source,
                Source::Uci | Source::Binary | Source::Day(_) | Source::Position(_)
            ),
            Table::Positions => matches!(COLUMNS[at].source, Source::Position(_)),
        }
    }
}

/// Returns the place of a column by its name.
///
/// # Panics
///
/// If there is no such column.
pub(crate) const fn place_of(name: &str) -> usize {
    let mut at = 0;
    loop {
        let other = COLUMNS[at].name.as_bytes();
        let mut same = 0;
        while same < name.len() && same < other.len() && name.as_bytes()[same] == other[same] {
            same += 1;
        }
        if same == name.len() && same == other.len() {
            return at;
        }
        at += 1;
    }
}

/// Returns the place of the column that holds a tag, if it can hold this value of it.
pub(super) fn of_tag(name: &str, value: &str) -> Option<usize> {
    let at = place_of_tag(name)?;
    match COLUMNS[at].source {
        Source::Number(_) => as_number(value).map(|_| at),
        Source::Signed(_) => as_signed(value).map(|_| at),
        _ => Some(at),
    }
}

/// Returns the place of the column that has a tag as it stands in the game, if it is there.
pub(crate) fn tag_column(name: &str) -> Option<usize> {
    place_of_tag(name)
        .filter(|at| matches!(COLUMNS[*at].source, Source::Tag(_) | Source::DateText(_)))
}

/// Returns the places of the columns that have texts of tags.
pub(crate) fn tag_columns() -> impl Iterator<Item = usize> {
    (0..COLUMNS.len())
        .filter(|at| matches!(COLUMNS[*at].source, Source::Tag(_) | Source::DateText(_)))
}

/// Returns the names of the tags that have columns.
pub(crate) fn tag_names() -> impl Iterator<Item = &'static str> {
    COLUMNS.iter().filter_map(Field::tag).chain(["Result", "Variant", "SetUp", "FEN"])
}

/// Returns the place of the column that has a tag as a number, if there is one.
pub(crate) fn number_column(name: &str) -> Option<usize> {
    place_of_tag(name).filter(|at| COLUMNS[*at].is_number())
}

/// Returns true for a column of tags, and of the place of a game.
pub(crate) const fn is_of_tags(at: usize) -> bool {
    use Source::{
        Binary, Clocks, Code, Evals, Mates, MoveTimes, Movetext, ShortEvals, Spaces, Uci, Unread,
        Wide,
    };
    !COLUMNS[at].is_derived()
        && !matches!(
            COLUMNS[at].source,
            Uci | Binary
                | Code
                | Wide
                | Movetext
                | Spaces
                | ShortEvals
                | Clocks
                | MoveTimes
                | Evals
                | Mates
                | Unread
        )
}

fn place_of_tag(name: &str) -> Option<usize> {
    let same_length = BY_LENGTH.get(name.len())?.iter().map(|at| usize::from(*at));
    let is_it = |tag: &str| {
        // Most of them differ in the first letter.
        tag.as_bytes().first() == name.as_bytes().first() && tag == name
    };
    same_length.take_while(|at| *at != 0).find(|at| COLUMNS[*at].tag().is_some_and(is_it))
}

/// The places of the columns of tags, by the lengths of the tags' names; after them 0,
/// where no such column is.
const BY_LENGTH: [[u8; 8]; 16] = {
    let mut table = [[0; 8]; 16];
    let mut at = 0;
    while at < COLUMNS.len() {
        if let Some(tag) = COLUMNS[at].tag() {
            let places = &mut table[tag.len()];
            let mut next = 0;
            while places[next] != 0 {
                next += 1;
            }
            places[next] = at as u8;
        }
        at += 1;
    }
    table
};

/// Returns a number that is written just like this.
pub(super) fn as_number(text: &str) -> Option<i32> {
    let digits = text.strip_prefix('-').unwrap_or(text);
    let plain = matches!(digits.as_bytes(), [b'1'..=b'9', ..]) || text == "0";
    plain.then(|| text.parse().ok()).flatten()
}

/// Returns a number with a sign that is written just like this; zero is `+0`.
pub(super) fn as_signed(text: &str) -> Option<i32> {
    match text.strip_prefix('+') {
        Some(digits) => as_number(digits).filter(|_| !digits.starts_with('-')),
        None => as_number(text).filter(|number| *number < 0),
    }
}

/// Returns the number of a day that is written just like `2024.01.31`.
pub(super) fn as_day(text: &str) -> Option<i32> {
    let known: Date = text.parse().ok().filter(|date: &Date| date.to_string() == text)?;
    let (year, month, day) = (known.year().into(), known.month().into(), known.day().into());
    let number = day_number(year, month, day);
    // The last days of some months do not exist.
    (known.day() > 0 && year > 0 && day_of_number(number) == text).then_some(number)
}

/// Returns the number of a day of the Gregorian calendar. Years begin with March here, so that the day
/// that is left out is the last one.
const fn day_number(year: i32, month: i32, day: i32) -> i32 {
    let year = if month < 3 { year - 1 } else { year };
    let of_year = (153 * ((month + 9) % 12) + 2) / 5 + day - 1;
    365 * year + year.div_euclid(4) - year.div_euclid(100) + year.div_euclid(400) + of_year
        - 719_468
}

/// Returns a day as PGN writes it.
pub(super) fn day_of_number(number: i32) -> String {
    // Four centuries have 146 097 days.
    let number = i64::from(number) + 719_468;
    let era = number.div_euclid(146_097);
    let of_era = number.rem_euclid(146_097);
    let year = (of_era - of_era / 1460 + of_era / 36_524 - of_era / 146_096) / 365;
    let of_year = of_era - (365 * year + year / 4 - year / 100);
    let month = (5 * of_year + 2) / 153;
    let day = of_year - (153 * month + 2) / 5 + 1;
    let month = if month < 10 { month + 3 } else { month - 9 };
    let year = era * 400 + year + i64::from(month < 3);
    format!("{year:04}.{month:02}.{day:02}")
}

/// Returns year, month and day of the value of a tag, as much of them as is known: `2024.01.??`.
pub(crate) fn date(value: &str) -> [Option<i32>; 3] {
    let Some(date) = date_of_tag(value).filter(|date| date.year() >= 100) else {
        return [None; 3];
    };
    let known = |part: u8| Some(i32::from(part)).filter(|part| *part > 0);
    let month = known(date.month());
    [Some(date.year().into()), month, known(date.day()).filter(|_| month.is_some())]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates() {
        for (text, year, month, day) in [
            ("2024.01.31", Some(2024), Some(1), Some(31)),
            ("1886.??.??", Some(1886), None, None),
            ("2024.01.??", Some(2024), Some(1), None),
            ("2024.??.05", Some(2024), None, None),
            ("2024-1-5", Some(2024), Some(1), Some(5)),
            ("1999", Some(1999), None, None),
            ("????.??.??", None, None, None),
            ("05.01.2024", None, None, None),
            ("16.04.2017", Some(2017), Some(4), Some(16)),
            ("12/31/1999", Some(1999), Some(12), Some(31)),
            ("16 Apr 2017", Some(2017), Some(4), Some(16)),
            ("2024.13.40", Some(2024), None, None),
            ("", None, None, None),
        ] {
            assert_eq!(date(text), [year, month, day], "{text}");
        }
    }

    #[test]
    fn days() {
        for (text, number) in [
            ("1970.01.01", Some(0)),
            ("1970.01.02", Some(1)),
            ("1969.12.31", Some(-1)),
            ("2000.02.29", Some(11_016)),
            ("1851.06.21", Some(-43_293)),
            ("2023.02.29", None),
            ("2024.04.31", None),
            ("2024.01.??", None),
            ("2024-01-05", None),
            ("????.??.??", None),
            ("", None),
        ] {
            assert_eq!(as_day(text), number, "{text}");
        }
        // Other programs may write any number.
        assert_eq!(day_of_number(i32::MAX), "5881580.07.11");
        assert_eq!(day_of_number(i32::MIN), "-5877641.06.23");
        for number in (-700_000..800_000).step_by(997) {
            assert_eq!(as_day(&day_of_number(number)), Some(number));
        }
    }

    #[test]
    fn numbers_that_come_back_as_they_stood() {
        for (text, number) in [
            ("2851", Some(2851)),
            ("0", Some(0)),
            ("-12", Some(-12)),
            ("02851", None),
            ("-0", None),
            ("2851?", None),
            ("+5", None),
            ("", None),
            ("-", None),
            ("99999999999", None),
        ] {
            assert_eq!(as_number(text), number, "{text}");
            assert!(number.is_none_or(|n| n.to_string() == text));
        }
        for (text, number) in [
            ("+5", Some(5)),
            ("+0", Some(0)),
            ("-7", Some(-7)),
            ("5", None),
            ("+-5", None),
            ("-0", None),
            ("+", None),
        ] {
            assert_eq!(as_signed(text), number, "{text}");
            assert!(number.is_none_or(|n| format!("{n:+}") == text));
        }
    }
}
