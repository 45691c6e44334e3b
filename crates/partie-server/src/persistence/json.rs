//! The parts of JSON that several kinds of rows share, and how rows are read.
//!
//! Every text of JSON has a `version`. A newer version, or a field that this one does not know,
//! is refused: to write the row back would lose what it says. A field that an older version did
//! not have has its default.

use partie_core::{ByColor, Position, Variant, moves::uci};
use partie_formats::{WriteOptions, fen};
use partie_ics::{
    Span,
    category::Control,
    game::{Side, Terms},
};
use partie_wire::notice::ending::Ending;
use partie_wire::style12::Rating;
use serde::{Deserialize, Serialize, de::DeserializeOwned};

/// Description of the error in a stored text.
pub(super) type Problem = String;

#[derive(Deserialize)]
struct Head {
    version: u32,
}

/// Reads the JSON of a row, whose newest version is `newest`.
pub(super) fn read<T: DeserializeOwned>(text: &str, newest: u32) -> Result<T, Problem> {
    let wrong = |fault: serde_json::Error| fault.to_string();
    let Head { version } = serde_json::from_str(text).map_err(wrong)?;
    if version > newest {
        return Err(format!(
            "expected version {newest} or an older one, but found version {version}: a newer \
             Partie has stored it"
        ));
    }
    serde_json::from_str(text).map_err(wrong)
}

/// The JSON of a row.
pub(super) fn write(row: &impl Serialize) -> String {
    // Maps have texts for keys, and numbers are finite, so this cannot fail.
    serde_json::to_string(row).unwrap_or_default()
}

/// A value for White and one for Black.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Both<T> {
    pub(super) white: T,
    pub(super) black: T,
}

impl<T> From<ByColor<T>> for Both<T> {
    fn from(both: ByColor<T>) -> Self {
        Self { white: both.white, black: both.black }
    }
}

impl<T> From<Both<T>> for ByColor<T> {
    fn from(both: Both<T>) -> Self {
        Self { white: both.white, black: both.black }
    }
}

/// Initial time and increment, in milliseconds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct ControlRow(i64, i64);

impl From<Control> for ControlRow {
    fn from(control: Control) -> Self {
        Self(control.initial.0, control.increment.0)
    }
}

impl From<ControlRow> for Control {
    fn from(ControlRow(initial, increment): ControlRow) -> Self {
        Self { initial: Span(initial), increment: Span(increment) }
    }
}

/// The terms of a game: kind, times, rated or not.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct TermsRow {
    kind: String,
    controls: Both<ControlRow>,
    rated: bool,
    private: bool,
}

impl From<&Terms> for TermsRow {
    fn from(terms: &Terms) -> Self {
        let Terms { kind, controls, rated, private } = terms;
        let controls = controls.map(ControlRow::from).into();
        Self { kind: kind.to_string(), controls, rated: *rated, private: *private }
    }
}

impl TermsRow {
    pub(super) fn terms(self) -> Result<Terms, Problem> {
        let TermsRow { kind, controls, rated, private } = self;
        let controls = ByColor::from(controls).map(Control::from);
        let kind = kind.parse().map_err(|_| format!("unknown kind of game \"{kind}\""))?;
        Ok(Terms { kind, controls, rated, private })
    }
}

/// A player as shown in a game.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct SideRow {
    name: String,
    rating: RatingRow,
}

impl From<&Side> for SideRow {
    fn from(side: &Side) -> Self {
        Self { name: side.name.clone(), rating: RatingRow(side.rating) }
    }
}

impl From<SideRow> for Side {
    fn from(row: SideRow) -> Self {
        Self { player: None, name: row.name, rating: row.rating.0 }
    }
}

/// A rating as it was shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct RatingRow(#[serde(with = "RatingNames")] pub(super) Rating);

/// The names of the kinds of ratings.
#[derive(Serialize, Deserialize)]
#[serde(remote = "Rating", rename_all = "lowercase")]
enum RatingNames {
    None,
    Unrated,
    Guest,
    Unregistered,
    Settled(u16),
    Estimated(u16),
    Provisional(u16),
}

/// Returns a position as a FEN, or `None` for the variant's start.
pub(super) fn write_start(start: &Position, variant: Variant) -> Option<String> {
    let usual = *start == Position::start(variant);
    (!usual).then(|| fen::position(start, &WriteOptions::default()))
}

pub(super) fn read_start(text: Option<&str>, variant: Variant) -> Result<Position, Problem> {
    let Some(text) = text else { return Ok(Position::start(variant)) };
    let position = fen::parse_position(text, Some(variant)).value;
    // Randomly drawn starts may have unusual pieces; only the position must be the same.
    if !position.is_unread() && fen::position(&position, &WriteOptions::default()) == text {
        Ok(position)
    } else {
        Err(format!("unknown position \"{text}\""))
    }
}

/// A move, in UCI.
pub(super) fn read_move(position: &Position, text: &str) -> Result<partie_core::Ply, Problem> {
    let wrong = || {
        let at = fen::position(position, &WriteOptions::default());
        format!("the move {text} cannot be played at {at}")
    };
    uci::read(position, text).map(|reading| reading.ply).map_err(|_| wrong())
}

/// Returns the reason for a game's end, in the server's words.
pub(super) fn write_ending(ending: &Ending) -> String {
    let mut words = String::new();
    ending.write(&mut words);
    words
}

pub(super) fn read_ending(words: &str) -> Result<Ending, Problem> {
    Ending::read(words).ok_or_else(|| format!("unknown end of a game \"{words}\""))
}
