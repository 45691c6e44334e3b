//! The table of games, as `games` prints it.

use crate::style12::Rating;
use partie_core::{ByColor, Color, time::clock_milliseconds};

use super::lines::{Block, Count, Lines};

/// The table of games. The parts cut or rounded in it are not read back: names after their eleventh
/// and tenth letter, the letters of ratings (`1586E`), parts of seconds.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct GamesTable {
    /// The requested games.
    pub rows: Vec<GameRow>,
    /// Number of all games, if only some were requested.
    pub of: Option<usize>,
}

/// One game of the table.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct GameRow {
    /// The game's number.
    pub game: u32,
    /// The names; only their first eleven and ten letters are shown.
    #[serde(with = "partie_core::serialize::sides")]
    pub names: ByColor<String>,
    /// The ratings.
    #[serde(with = "partie_core::serialize::sides")]
    pub ratings: ByColor<Rating>,
    /// The terms of the game.
    pub cell: TypeCell,
    /// Clocks and material, where the game is played, not examined.
    pub clocks: Option<Clocks>,
    /// Set if it is examined and its position is being set up.
    pub setup: bool,
    /// The side to move.
    #[serde(with = "partie_core::serialize::text")]
    pub turn: Color,
    /// Number of the next move.
    pub move_number: u32,
}

/// Clocks in milliseconds, and material.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Clocks {
    /// The remaining times.
    #[serde(with = "partie_core::serialize::sides")]
    pub left: ByColor<i64>,
    /// The sum of the pieces.
    #[serde(with = "partie_core::serialize::sides")]
    pub strength: ByColor<i32>,
}

/// The terms of a game, in brackets: `[pbr  3   2]`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct TypeCell {
    /// Others may not watch.
    pub private: bool,
    /// The letter of the category.
    pub letter: char,
    /// Set if ratings change.
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
    /// Reads the cell without its brackets. `FatICS` has letters for speed and variant
    /// instead of one for private games: the variant's counts, unless it is `n`.
    pub(crate) fn read(text: &str) -> Option<TypeCell> {
        let mut letters = text.chars();
        let (first, second) = (letters.next()?, letters.next()?);
        let letter = if second == 'n' && first.is_ascii_lowercase() { first } else { second };
        let rated = match letters.next()? {
            'r' => true,
            'u' => false,
            _ => return None,
        };
        let mut numbers = letters.as_str().split_ascii_whitespace();
        let (minutes, increment) = (numbers.next()?.parse().ok()?, numbers.next()?.parse().ok()?);
        let good = letter.is_ascii_alphabetic() && numbers.next().is_none();
        good.then_some(TypeCell { private: first == 'p', letter, rated, minutes, increment })
    }

    /// The kind of game, in the words of other notices.
    #[must_use]
    pub const fn kind(&self) -> Option<&'static str> {
        Some(match self.letter {
            'b' => "blitz",
            's' => "standard",
            'l' => "lightning",
            'w' => "wild",
            'u' => "untimed",
            'z' => "crazyhouse",
            'B' => "bughouse",
            'S' => "suicide",
            'L' => "losers",
            'x' => "atomic",
            'n' => "nonstandard",
            _ => return None,
        })
    }

    /// The texts before and after the cell of a row, and the cell.
    pub(super) fn within(row: &str) -> Option<(&str, TypeCell, &str)> {
        let (before, rest) = row.split_once('[')?;
        let (cell, after) = rest.split_once(']')?;
        Some((before, TypeCell::read(cell)?, after))
    }
}

/// `2:59`, `1:02:59`.
pub(super) fn clock(milliseconds: i64) -> String {
    // A clock below zero by less than a second is shown without its sign.
    let sign = if milliseconds <= -1000 { "-" } else { "" };
    let seconds = milliseconds.unsigned_abs() / 1000;
    let (hours, minutes, seconds) = (seconds / 3600, seconds / 60 % 60, seconds % 60);
    if hours > 0 {
        format!("{sign}{hours}:{minutes:02}:{seconds:02}")
    } else {
        format!("{sign}{minutes}:{seconds:02}")
    }
}

/// Reads a clock such as `1:02:03` or `-0:01.5`.
pub(super) fn read_clock(text: &str) -> Option<i64> {
    text.contains(':').then(|| clock_milliseconds(text)).flatten()
}

/// Reads what [`rating`] writes.
fn read_rating(text: &str) -> Option<Rating> {
    match text {
        "0" => Some(Rating::None),
        _ => <Rating as crate::template::Field>::take(text),
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
                "{:>3} ({} {white} {black}) {} {turn}:{:>3}",
                self.game,
                if self.setup { SETUP } else { EXAMINED },
                self.cell,
                self.move_number
            )),
        }
    }

    /// Reads a row.
    #[must_use]
    pub fn read(line: &str) -> Option<GameRow> {
        let (before, cell, after) = TypeCell::within(line)?;
        let mut words = before.split_ascii_whitespace();
        let game = words.next()?.parse().ok()?;
        let rest = before.trim_start().trim_start_matches(|c: char| c.is_ascii_digit());
        let rest = rest.trim();
        let (setup, players) = match rest.strip_prefix('(').and_then(|r| r.strip_suffix(')')) {
            None => (None, rest),
            Some(inside) => {
                let (word, players) = inside.split_once(' ')?;
                (Some(examined(word)?), players)
            }
        };
        let words: Vec<&str> = players.split_ascii_whitespace().collect();
        let [white_rating, white, black_rating, black] = words[..] else { return None };
        let (clocks, after) = if setup.is_some() {
            (None, after)
        } else {
            let (clocks, after) = Clocks::read(after)?;
            (Some(clocks), after)
        };
        let (turn, move_number) = after.trim().split_once(':')?;
        Some(GameRow {
            game,
            names: ByColor { white: white.to_owned(), black: black.to_owned() },
            ratings: ByColor {
                white: read_rating(white_rating)?,
                black: read_rating(black_rating)?,
            },
            cell,
            clocks,
            setup: setup.unwrap_or(false),
            turn: turn_of(turn)?,
            move_number: move_number.trim_start().parse().ok()?,
        })
    }
}

const EXAMINED: &str = "Exam.";
const SETUP: &str = "Setup";

/// Reads the word before an examined game: true if it is being set up.
fn examined(word: &str) -> Option<bool> {
    match word {
        EXAMINED => Some(false),
        SETUP => Some(true),
        _ => None,
    }
}

/// `W`, `B`.
pub(super) fn turn_of(letter: &str) -> Option<Color> {
    match letter {
        "W" => Some(Color::White),
        "B" => Some(Color::Black),
        _ => None,
    }
}

impl Clocks {
    /// Reads `  2:59 -  3:00 (39-39)`, and returns the rest after it. From an hour on there is no
    /// space before Black's clock: `1:37:02 -1:37:24`.
    fn read(text: &str) -> Option<(Clocks, &str)> {
        let (clocks, rest) = text.split_once('(')?;
        let (strengths, rest) = rest.split_once(')')?;
        let (white, black) = clocks.trim().split_once(" -")?;
        let (white_strength, black_strength) = strengths.split_once('-')?;
        let left = ByColor { white: read_clock(white.trim())?, black: read_clock(black.trim())? };
        let strength = ByColor {
            white: white_strength.trim().parse().ok()?,
            black: black_strength.trim().parse().ok()?,
        };
        Some((Clocks { left, strength }, rest))
    }
}

impl Block for GamesTable {
    /// Rows, with empty lines between them or not, and the line that counts them, unless
    /// the table is cut. FICS may count others than it shows.
    fn take(lines: &mut Lines<'_>) -> Option<GamesTable> {
        if lines.next_if(|line| (line.trim() == NO_GAMES).then_some(())).is_some() {
            return Some(GamesTable { rows: Vec::new(), of: None });
        }
        let row = |lines: &mut Lines<'_>| lines.next_if(GameRow::read);
        let rows: Vec<GameRow> = std::iter::from_fn(|| lines.after_empty(row)).collect();
        let empty = rows.is_empty();
        let last = lines.after_empty(|lines| {
            lines.next_if(|l| Count::read(l, "game").filter(|_| !empty || of_no_game(l)))
        });
        let of = last.and_then(|count| count.of);
        (last.is_some() || !empty).then_some(GamesTable { rows, of })
    }
}

/// The text that some servers send instead of an empty table.
const NO_GAMES: &str = "There are no games in progress.";

/// Returns true if the last line of a table counts no game. The list of all observers ends much
/// the same, but with games, and with other whitespace.
fn of_no_game(line: &str) -> bool {
    let of = |rest: &str| rest.split_once(" in progress").map_or(3, |(of, _)| of.len());
    line.trim_start().starts_with("0 ") && line.split_once("(of ").is_none_or(|(_, o)| of(o) > 2)
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
        let shown = self.rows.len();
        out.push_str(&match self.of {
            // PyChess, which requests some kinds of games, reads on until "games displayed".
            Some(of) => format!("  {shown} games displayed (of {of:>3} in progress)."),
            None if shown == 1 => "  1 game displayed.".to_owned(),
            None => format!("  {shown} games displayed."),
        });
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
            setup: false,
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
            setup: false,
            turn: Color::Black,
            move_number: 102,
        };
        let one = played.clone();
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
        text.clear();
        GamesTable { rows: vec![one.clone()], of: None }.write(&mut text);
        assert!(text.ends_with("\n\n  1 game displayed."), "{text}");
        text.clear();
        GamesTable { rows: vec![one], of: Some(3) }.write(&mut text);
        assert!(text.ends_with("\n\n  1 games displayed (of   3 in progress)."), "{text}");
    }
}
