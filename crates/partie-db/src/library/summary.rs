//! Facts of a game for the explorer, in a few bytes.

use partie_core::{Color, Outcome};

use super::Speed;
use crate::columns::Batch;

/// Facts of a game that positions are filtered and counted by.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct GameSummary {
    /// Rating of the player of White; 0 if it is not known.
    pub white_elo: u16,
    /// Rating of the player of Black; 0 if it is not known.
    pub black_elo: u16,
    /// Year in which it was played; 0 if it is not known.
    pub year: u16,
    /// Month, from 1; 0 if it is not known.
    pub month: u8,
    /// Result.
    pub outcome: Outcome,
    /// Class of the time control.
    pub speed: Option<Speed>,
    /// True if the game did not count for ratings.
    pub casual: bool,
    /// True if one of the players bears a title.
    pub titled: bool,
}

impl GameSummary {
    /// Names of the columns that a summary is made from.
    pub(super) const COLUMNS: [&'static str; 9] = [
        "white_elo",
        "black_elo",
        "year",
        "month",
        "result",
        "time_control",
        "event",
        "white_title",
        "black_title",
    ];

    /// Appends the summaries of a batch, which has these columns.
    pub(super) fn add_all(batch: &Batch, all: &mut Vec<GameSummary>) {
        let number = |name: &str, row| {
            let number = batch.column(name).and_then(|column| column.number(row));
            number.and_then(|number| u16::try_from(number).ok()).unwrap_or(0)
        };
        let text = |name: &str, row| batch.column(name).and_then(|column| column.text(row));
        // Consecutive games often have the same time control.
        let mut last: (String, Option<Speed>) = Default::default();
        for row in 0..batch.len() {
            let control = text("time_control", row).unwrap_or_default();
            if last.0 != control {
                last = (control.to_owned(), Speed::of(control));
            }
            let has_title =
                |name| text(name, row).is_some_and(|title| !matches!(title, "" | "-" | "?"));
            all.push(GameSummary {
                white_elo: number("white_elo", row),
                black_elo: number("black_elo", row),
                year: number("year", row),
                month: number("month", row) as u8,
                outcome: text("result", row).and_then(Outcome::from_pgn).unwrap_or_default(),
                speed: last.1,
                casual: text("event", row).is_some_and(|event| event.starts_with("Casual")),
                titled: has_title("white_title") || has_title("black_title"),
            });
        }
    }

    /// Returns the rating of a side; 0 if it is not known.
    #[must_use]
    pub const fn elo(&self, color: Color) -> u16 {
        if color.is_white() { self.white_elo } else { self.black_elo }
    }

    /// Returns the mean rating of the players who have one; 0 if none has.
    #[must_use]
    pub const fn mean_elo(&self) -> u16 {
        match (self.white_elo, self.black_elo) {
            (0, elo) | (elo, 0) => elo,
            (white, black) => white.midpoint(black),
        }
    }
}
