//! Lists of stored games: `history`, `journal`, `stored`, and notices about them.

use crate::style12::Rating;
use partie_core::{Color, Outcome};

use super::games::TypeCell;
use crate::fields::Name;

mod read;

crate::notices! {
    /// A notice about stored games.
    pub enum RecordNotice {
        /// The player has no history.
        NoHistory { who: Name } = "{who} has no history games.",
        /// The history has no such number.
        NoHistoryGame { who: Name, number: i32 } = "There is no history game {number} for {who}.",
        /// The player has no journal.
        NoJournal { who: Name } = "{who} has no journal entries.",
        /// The journal has no such place.
        NoJournalGame { who: Name, slot: Name } = "There is no journal entry {slot} for {who}.",
        /// The journal is private.
        JournalPrivate = "That journal is private.",
        /// No adjourned games.
        NoStored { who: Name } = "{who} has no adjourned games.",
        /// No adjourned game of the two.
        NoStoredGame { white: Name, black: Name } = "There is no stored game {white} vs. {black}.",
        /// The game that `oldmoves` shows.
        LastGame { who: Name, number: u32 } = "Last game for {who} was history game {number}.",
        /// A game was saved.
        Saved { slot: Name } = "Game saved to journal slot {slot}.",
        /// No longer kept.
        Killed { slot: Name } = "Journal entry {slot} removed.",
        /// Nobody has this name.
        NoSuchPlayer { name: String } = "There is no player matching the name {name}.",
        /// An examined game cannot be replayed.
        Unreadable = "The moves of this game cannot be replayed.",
        /// Before the last position of a kept game.
        PositionOf { white: Name, black: Name } = "Position of stored game {white} vs. {black}:",
        /// The categories of positions.
        Categories { names: String } = "Categories: {names}",
        /// The positions of one.
        BoardsOf { category: Name, names: String } = "Boards in {category}: {names}",
        /// No such category.
        NoSuchCategory { name: String } = "There is no board category \"{name}\".",
    }
}

/// A list of stored games. The parts cut in it are not read back: names after their thirteenth
/// letter (fifteenth in the list of adjourned games), and of ratings all but the number.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum RecordTable {
    /// The last games of a player.
    History {
        /// The player.
        who: String,
        /// The games, the oldest first.
        rows: Vec<HistoryRow>,
    },
    /// The games that a player keeps.
    Journal {
        /// The player.
        who: String,
        /// The games by their places.
        rows: Vec<JournalRow>,
    },
    /// A player's adjourned games.
    Stored {
        /// The player.
        who: String,
        /// The games.
        rows: Vec<StoredRow>,
    },
}

/// A game of the history.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct HistoryRow {
    /// The number, 0 to 99.
    pub number: u32,
    /// The side of the player whose history it is.
    #[serde(with = "partie_core::serialize::text")]
    pub color: Color,
    /// The player's rating.
    pub rating: Rating,
    /// The other's name.
    pub opponent: String,
    /// The other's rating.
    pub opponent_rating: Rating,
    /// The terms of the game.
    pub cell: TypeCell,
    /// The opening.
    pub eco: String,
    /// The end in three letters.
    pub end: String,
    /// The result.
    pub outcome: Outcome,
    /// End time.
    pub date: String,
}

/// A game of the journal.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct JournalRow {
    /// The place: a letter; on FICS a number of two digits.
    pub slot: String,
    /// Name of White.
    pub white: String,
    /// White's rating.
    pub white_rating: Rating,
    /// Name of Black.
    pub black: String,
    /// Black's rating.
    pub black_rating: Rating,
    /// The terms of the game.
    pub cell: TypeCell,
    /// The opening.
    pub eco: String,
    /// The end in three letters.
    pub end: String,
    /// The result.
    pub outcome: Outcome,
}

/// An adjourned game.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct StoredRow {
    /// The side of the player whose list it is.
    #[serde(with = "partie_core::serialize::text")]
    pub color: Color,
    /// The other's name.
    pub opponent: String,
    /// Set if the opponent is online.
    pub is_on: bool,
    /// The terms of the game.
    pub cell: TypeCell,
    /// White's material.
    pub white_strength: i32,
    /// Black's material.
    pub black_strength: i32,
    /// The side to move.
    #[serde(with = "partie_core::serialize::text")]
    pub turn: Color,
    /// Number of the next move.
    pub move_number: u32,
    /// The opening.
    pub eco: String,
    /// Time of the adjournment.
    pub date: String,
}

/// `W`, `B`.
fn letter(color: Color) -> char {
    if color.is_white() { 'W' } else { 'B' }
}

/// The number; 0 for players without one.
fn number(rating: Rating) -> u16 {
    rating.number().unwrap_or(0)
}

impl RecordTable {
    /// Appends the table.
    pub fn write(&self, out: &mut String) {
        match self {
            RecordTable::History { who, rows } => {
                out.push_str(&format!("\nHistory for {who}:\n"));
                out.push_str("                  Opponent      Type         ECO End Date");
                for row in rows {
                    row.write(out);
                }
            }
            RecordTable::Journal { who, rows } => {
                out.push_str(&format!("\nJournal for {who}:\n"));
                out.push_str(
                    "   White         Rating  Black         Rating      Type         ECO End Result",
                );
                for row in rows {
                    row.write(out);
                }
            }
            RecordTable::Stored { who, rows } => {
                out.push_str(&format!("\nStored games for {who}:\n"));
                out.push_str("    C Opponent     On Type          Str  M    ECO Date");
                for (index, row) in rows.iter().enumerate() {
                    row.write(index + 1, out);
                }
            }
        }
        out.push('\n');
    }
}

impl HistoryRow {
    fn write(&self, out: &mut String) {
        let sign = match self.outcome {
            Outcome::Win(winner) if winner == self.color => '+',
            Outcome::Win(_) => '-',
            Outcome::Draw => '=',
            Outcome::Unknown => '*',
        };
        out.push_str(&format!(
            "\n{:>2}: {sign} {:>4} {} {:>4} {:<13} {} {:<3} {:<3} {}",
            self.number,
            number(self.rating),
            letter(self.color),
            number(self.opponent_rating),
            self.opponent.get(..13).unwrap_or(&self.opponent),
            self.cell,
            self.eco,
            self.end,
            self.date
        ));
    }
}

impl JournalRow {
    fn write(&self, out: &mut String) {
        out.push_str(&format!(
            "\n%{}: {:<13} {:>4}    {:<13} {:>4}    {} {:<3} {:<3} {}",
            self.slot,
            self.white.get(..13).unwrap_or(&self.white),
            number(self.white_rating),
            self.black.get(..13).unwrap_or(&self.black),
            number(self.black_rating),
            self.cell,
            self.eco,
            self.end,
            self.outcome
        ));
    }
}

impl StoredRow {
    fn write(&self, index: usize, out: &mut String) {
        out.push_str(&format!(
            "\n{index:>2}: {} {:<15} {} {} {:>2}-{:<2} {}{:<3} {:<3} {}",
            letter(self.color),
            self.opponent.get(..15).unwrap_or(&self.opponent),
            if self.is_on { 'Y' } else { 'N' },
            self.cell,
            self.white_strength,
            self.black_strength,
            letter(self.turn),
            self.move_number,
            self.eco,
            self.date
        ));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const CELL: TypeCell =
        TypeCell { private: false, letter: 'b', rated: false, minutes: 3, increment: 2 };

    #[test]
    fn as_fics_prints_them() {
        let date = "Fri Nov 20, 23:38 UTC 2026".to_owned();
        let history = RecordTable::History {
            who: "Alpha".to_owned(),
            rows: vec![HistoryRow {
                number: 0,
                color: Color::White,
                rating: Rating::Guest,
                opponent: "Bravo".to_owned(),
                opponent_rating: Rating::Guest,
                cell: CELL,
                eco: "B27".to_owned(),
                end: "Agr".to_owned(),
                outcome: Outcome::Draw,
                date: date.clone(),
            }],
        };
        let journal = RecordTable::Journal {
            who: "Alpha".to_owned(),
            rows: vec![JournalRow {
                slot: "A".to_owned(),
                white: "Alpha".to_owned(),
                white_rating: Rating::Settled(1586),
                black: "Bravo".to_owned(),
                black_rating: Rating::Guest,
                cell: CELL,
                eco: "C20".to_owned(),
                end: "Mat".to_owned(),
                outcome: Outcome::Win(Color::White),
            }],
        };
        let stored = RecordTable::Stored {
            who: "Alpha".to_owned(),
            rows: vec![StoredRow {
                color: Color::Black,
                opponent: "cjavad".to_owned(),
                is_on: false,
                cell: TypeCell { letter: 'w', rated: true, minutes: 2, ..CELL },
                white_strength: 31,
                black_strength: 31,
                turn: Color::White,
                move_number: 18,
                eco: "---".to_owned(),
                date,
            }],
        };
        let mut text = String::new();
        for table in [history, journal, stored] {
            let from = text.len();
            table.write(&mut text);
            let again = RecordTable::read(&text[from..]).expect("a table");
            let mut second = String::new();
            again.write(&mut second);
            assert_eq!(second, text[from..]);
        }
        assert_eq!(
            text,
            "
History for Alpha:
                  Opponent      Type         ECO End Date
 0: =    0 W    0 Bravo         [ bu  3   2] B27 Agr Fri Nov 20, 23:38 UTC 2026

Journal for Alpha:
   White         Rating  Black         Rating      Type         ECO End Result
%A: Alpha         1586    Bravo            0    [ bu  3   2] C20 Mat 1-0

Stored games for Alpha:
    C Opponent     On Type          Str  M    ECO Date
 1: B cjavad          N [ wr  2   2] 31-31 W18  --- Fri Nov 20, 23:38 UTC 2026
"
        );
    }
}
