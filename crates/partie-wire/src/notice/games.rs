//! The table of games, as `games` prints it.

use partie_core::{ByColor, Color};
use partie_formats::style12::Rating;

/// The table of games.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GamesTable {
    /// The games that were asked for.
    pub rows: Vec<GameRow>,
    /// How many there are in all, where only some were asked for.
    pub of: Option<usize>,
}

/// One game of the table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameRow {
    /// The game's number.
    pub game: u32,
    /// The names; only their first eleven and ten letters are shown.
    pub names: ByColor<String>,
    /// The ratings.
    pub ratings: ByColor<Rating>,
    /// What is played.
    pub cell: TypeCell,
    /// Clocks and material, where the game is played, not examined.
    pub clocks: Option<Clocks>,
    /// The side to move.
    pub turn: Color,
    /// The number of the move to be made.
    pub move_number: u32,
}

/// Clocks in milliseconds, and material.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Clocks {
    /// What is left.
    pub left: ByColor<i64>,
    /// The sum of the pieces.
    pub strength: ByColor<i32>,
}

/// What is played, in brackets: `[pbr  3   2]`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TypeCell {
    /// Others may not watch.
    pub private: bool,
    /// The letter of the category.
    pub letter: char,
    /// Ratings change.
    pub rated: bool,
    /// Minutes at the start.
    pub minutes: u32,
    /// Seconds a move.
    pub increment: u32,
}

impl std::fmt::Display for TypeCell {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let private = if self.private { 'p' } else { ' ' };
        let rated = if self.rated { 'r' } else { 'u' };
        write!(f, "[{private}{}{rated}{:>3} {:>3}]", self.letter, self.minutes, self.increment)
    }
}

impl TypeCell {
    /// Reads the cell without its brackets.
    #[must_use]
    pub fn read(text: &str) -> Option<TypeCell> {
        let mut letters = text.chars();
        let private = letters.next()? == 'p';
        let letter = letters.next()?;
        let rated = letters.next()? == 'r';
        let mut numbers = letters.as_str().split_ascii_whitespace();
        let (minutes, increment) = (numbers.next()?.parse().ok()?, numbers.next()?.parse().ok()?);
        Some(TypeCell { private, letter, rated, minutes, increment })
    }
}

/// `2:59`, `1:02:59`.
fn clock(milliseconds: i64) -> String {
    let sign = if milliseconds < 0 { "-" } else { "" };
    let seconds = milliseconds.unsigned_abs() / 1000;
    let (hours, minutes, seconds) = (seconds / 3600, seconds / 60 % 60, seconds % 60);
    if hours > 0 {
        format!("{sign}{hours}:{minutes:02}:{seconds:02}")
    } else {
        format!("{sign}{minutes}:{seconds:02}")
    }
}

fn cut(name: &str, most: usize) -> &str {
    name.get(..most).unwrap_or(name)
}

/// A rating in four columns; a player without one has `0` in an examined game.
fn rating(rating: Rating) -> String {
    match rating {
        Rating::None => "0".to_owned(),
        Rating::Estimated(n) | Rating::Provisional(n) | Rating::Settled(n) => n.to_string(),
        other => other.to_string(),
    }
}

impl GameRow {
    pub(super) fn write(&self, out: &mut String) {
        let white = format!("{:>4} {:<11}", rating(self.ratings.white), cut(&self.names.white, 11));
        let black = format!("{:>4} {:<10}", rating(self.ratings.black), cut(&self.names.black, 10));
        let turn = if self.turn.is_white() { 'W' } else { 'B' };
        match self.clocks {
            Some(Clocks { left, strength }) => out.push_str(&format!(
                "{:>3} {white} {black} {} {:>6} -{:>6} ({:>2}-{:>2}) {turn}:{:>3}",
                self.game,
                self.cell,
                clock(left.white),
                clock(left.black),
                strength.white,
                strength.black,
                self.move_number
            )),
            None => out.push_str(&format!(
                "{:>3} (Exam. {white} {black}) {} {turn}:{:>3}",
                self.game, self.cell, self.move_number
            )),
        }
    }
}

impl GamesTable {
    /// Appends the table.
    pub fn write(&self, out: &mut String) {
        out.push('\n');
        for row in &self.rows {
            row.write(out);
            out.push('\n');
        }
        if !self.rows.is_empty() {
            out.push('\n');
        }
        // Programs wait for "games displayed", however few they are.
        out.push_str(&format!("  {} games displayed", self.rows.len()));
        match self.of {
            Some(of) => out.push_str(&format!(" (of {of:>3} in progress).")),
            None => out.push('.'),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn both<T: Copy>(value: T) -> ByColor<T> {
        ByColor { white: value, black: value }
    }

    #[test]
    fn as_fics_prints_it() {
        let played = GameRow {
            game: 1,
            names: ByColor { white: "Alpha".to_owned(), black: "Bravo".to_owned() },
            ratings: both(Rating::Guest),
            cell: TypeCell { private: false, letter: 'b', rated: false, minutes: 3, increment: 2 },
            clocks: Some(Clocks {
                left: ByColor { white: 179_400, black: 180_000 },
                strength: both(39),
            }),
            turn: Color::White,
            move_number: 1,
        };
        let friar = "Friar".to_owned();
        let examined = GameRow {
            game: 25,
            names: ByColor { white: friar.clone(), black: friar },
            ratings: both(Rating::None),
            cell: TypeCell { private: false, letter: 'u', rated: false, minutes: 0, increment: 0 },
            clocks: None,
            ..played.clone()
        };
        let long = GameRow {
            game: 137,
            names: ByColor {
                white: "Abcdefghijklmnopq".to_owned(),
                black: "Abcdefghijklmnopq".to_owned(),
            },
            ratings: ByColor { white: Rating::Estimated(1586), black: Rating::Unrated },
            cell: TypeCell { private: true, letter: 's', rated: true, minutes: 120, increment: 60 },
            clocks: Some(Clocks {
                left: ByColor { white: 7_199_000, black: -1000 },
                strength: ByColor { white: 8, black: 39 },
            }),
            turn: Color::Black,
            move_number: 102,
        };
        let mut text = String::new();
        GamesTable { rows: vec![played, examined, long], of: None }.write(&mut text);
        assert_eq!(
            text,
            "
  1 ++++ Alpha       ++++ Bravo      [ bu  3   2]   2:59 -  3:00 (39-39) W:  1
 25 (Exam.    0 Friar          0 Friar     ) [ uu  0   0] W:  1
137 1586 Abcdefghijk ---- Abcdefghij [psr120  60] 1:59:59 - -0:01 ( 8-39) B:102

  3 games displayed."
        );
        text.clear();
        GamesTable { rows: Vec::new(), of: Some(7) }.write(&mut text);
        assert_eq!(text, "\n  0 games displayed (of   7 in progress).");
    }
}
