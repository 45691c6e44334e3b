//! Reading the lists of kept games.

use crate::style12::Rating;
use partie_core::Outcome;

use super::{HistoryRow, JournalRow, RecordTable, StoredRow};
use crate::{
    notice::{
        games::{TypeCell, turn_of},
        lines::{Block, Lines},
    },
    template::Field,
};

impl Block for RecordTable {
    fn take(lines: &mut Lines<'_>) -> Option<RecordTable> {
        let head = lines.next()?.trim_end().strip_suffix(':')?;
        if let Some(who) = head.strip_prefix("History for ") {
            let rows = rows(lines, HistoryRow::read);
            return Some(RecordTable::History { who: who.to_owned(), rows });
        }
        if let Some(who) = head.strip_prefix("Journal for ") {
            let rows = rows(lines, JournalRow::read);
            return Some(RecordTable::Journal { who: who.to_owned(), rows });
        }
        let who = head.strip_prefix("Stored games for ");
        let who = who.or_else(|| head.strip_prefix("Stored games of "))?;
        let rows = rows(lines, StoredRow::read);
        // Lasker's server counts them.
        lines.next_if(|line| line.ends_with(" stored games found.").then_some(()));
        Some(RecordTable::Stored { who: who.to_owned(), rows })
    }
}

/// The rows after the line with the names of the columns.
fn rows<T>(lines: &mut Lines<'_>, read: impl Fn(&str) -> Option<T>) -> Vec<T> {
    lines.next_if(|line| (line.contains("Type") && line.contains("ECO")).then_some(()));
    lines.while_some(read)
}

/// The rating of a column in which `0` stands for none.
fn rating(text: &str) -> Option<Rating> {
    match text {
        "0" => Some(Rating::Unrated),
        _ => <Rating as Field>::take(text),
    }
}

/// The opening, the end in three letters, and the rest after them. Both have columns of their own,
/// and may be empty in them.
fn eco_and_end(text: &str) -> Option<(&str, &str, &str)> {
    let text = text.strip_prefix(' ')?;
    if let (Some(eco), Some(" "), Some(end), Some(rest)) =
        (text.get(..3), text.get(3..4), text.get(4..7), text.get(7..))
        && rest.starts_with(' ')
        && !eco.trim_end().contains(' ')
        && !end.trim_end().contains(' ')
    {
        return Some((eco.trim(), end.trim(), rest.trim()));
    }
    let (eco, rest) = text.trim_start().split_once(' ')?;
    let (end, rest) = rest.trim_start().split_once(' ')?;
    Some((eco, end, rest.trim()))
}

impl HistoryRow {
    /// Reads a row: ` 0: =    0 W    0 Bravo         [ bu  3   2] B27 Agr Fri Nov 20, …`.
    pub(crate) fn read(line: &str) -> Option<HistoryRow> {
        let (before, cell, after) = TypeCell::within(line)?;
        let (number, rest) = before.split_once(':')?;
        let words: Vec<&str> = rest.split_ascii_whitespace().collect();
        let [sign, own, color, other, opponent] = words[..] else { return None };
        let color = turn_of(color)?;
        let outcome = match sign {
            "+" => Outcome::Win(color),
            "-" => Outcome::Win(!color),
            "=" => Outcome::Draw,
            "*" => Outcome::Unknown,
            _ => return None,
        };
        let (eco, end, date) = eco_and_end(after)?;
        Some(HistoryRow {
            number: number.trim_start().parse().ok()?,
            color,
            rating: rating(own)?,
            opponent: opponent.to_owned(),
            opponent_rating: rating(other)?,
            cell,
            eco: eco.to_owned(),
            end: end.to_owned(),
            outcome,
            date: date.to_owned(),
        })
    }
}

impl JournalRow {
    /// Reads a row: `%01: tentacle      2291    larsa         2050    [ lr  1   2] …`.
    /// Lasker's server has no percent sign.
    pub(crate) fn read(line: &str) -> Option<JournalRow> {
        let (before, cell, after) = TypeCell::within(line)?;
        let (slot, rest) = before.split_once(':')?;
        let slot = slot.trim_start();
        let slot = slot.strip_prefix('%').unwrap_or(slot);
        let words: Vec<&str> = rest.split_ascii_whitespace().collect();
        let [white, white_rating, black, black_rating] = words[..] else { return None };
        let (eco, end, result) = eco_and_end(after)?;
        let good = !slot.is_empty() && slot.chars().all(|c| c.is_ascii_alphanumeric());
        Some(JournalRow {
            slot: good.then(|| slot.to_owned())?,
            white: white.to_owned(),
            white_rating: rating(white_rating)?,
            black: black.to_owned(),
            black_rating: rating(black_rating)?,
            cell,
            eco: eco.to_owned(),
            end: end.to_owned(),
            outcome: Outcome::from_pgn(result)?,
        })
    }
}

impl StoredRow {
    /// Reads a row: ` 1: W TheDane       N [ br  2  12]  0-0  B2   ??? Sun Nov 23, …`.
    pub(crate) fn read(line: &str) -> Option<StoredRow> {
        let (before, cell, after) = TypeCell::within(line)?;
        let (number, rest) = before.split_once(':')?;
        number.trim_start().parse::<u32>().ok()?;
        let words: Vec<&str> = rest.split_ascii_whitespace().collect();
        let [color, opponent, on] = words[..] else { return None };
        let is_on = match on {
            "Y" => true,
            "N" => false,
            _ => return None,
        };
        let (white, rest) = after.split_once('-')?;
        let rest = rest.trim_start();
        let (black, rest) = rest.split_at(rest.find(' ')?);
        let (to_move, rest) = rest.trim_start().split_once(' ')?;
        let (eco, date) = rest.trim_start().split_once(' ')?;
        Some(StoredRow {
            color: turn_of(color)?,
            opponent: opponent.to_owned(),
            is_on,
            cell,
            white_strength: white.trim().parse().ok()?,
            black_strength: black.parse().ok()?,
            turn: turn_of(to_move.get(..1)?)?,
            move_number: to_move[1..].parse().ok()?,
            eco: eco.to_owned(),
            date: date.trim().to_owned(),
        })
    }
}
