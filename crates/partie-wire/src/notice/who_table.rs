//! The players online, with all their facts: the framed table of `who v`, which Scid reads.

use crate::style12::Rating;

use super::lines::{Block, Lines};
use crate::{fields::Titled, template::Field};

/// The table.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct WhoTable(
    /// The players shown.
    pub Vec<WhoRow>,
);

/// One player of the table.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct WhoRow {
    /// The game that the player plays or examines.
    pub game: Option<u32>,
    /// Set if open to matches; else `X` stands there.
    pub open: bool,
    /// Set if the player has an account; else `U` stands there.
    pub registered: bool,
    /// Set if the player observes; then `o` stands there.
    pub observes: bool,
    /// The name.
    pub name: Titled,
    /// Rating in standard chess.
    pub standard: Rating,
    /// Rating in blitz.
    pub blitz: Rating,
    /// Rating in lightning.
    pub lightning: Rating,
    /// Minutes online.
    pub on: u32,
    /// Minutes without input.
    pub idle: u32,
}

const FRAME: &str =
    " +---------------------------------------------------------------------------+";
const HEAD: &str = " |       User                   Standard  Blitz  Lightning   On for    Idle  |";
/// Number of columns of a row.
const WIDE: usize = FRAME.len();

/// `2:05`: hours and minutes.
fn hours(minutes: u32) -> String {
    format!("{}:{:02}", minutes / 60, minutes % 60)
}

fn minutes(text: &str) -> Option<u32> {
    let (hours, minutes) = text.split_once(':')?;
    hours.parse::<u32>().ok()?.checked_mul(60)?.checked_add(minutes.parse().ok()?)
}

impl WhoRow {
    fn write(&self, out: &mut String) {
        let game = self.game.map_or(String::new(), |n| n.to_string());
        let sign = |on: bool, letter| if on { letter } else { ' ' };
        let (x, u, o) =
            (sign(!self.open, 'X'), sign(!self.registered, 'U'), sign(self.observes, 'o'));
        let mut name = String::new();
        self.name.put(&mut name);
        let idle = if self.idle == 0 { String::new() } else { hours(self.idle) };
        out.push_str(&format!(
            " |{game:>3}{x}{u}{o}  {name:<23} {:>6} {:>6} {:>10} {:>8} {idle:>7}  |",
            self.standard.to_string(),
            self.blitz.to_string(),
            self.lightning.to_string(),
            hours(self.on),
        ));
    }

    fn read(line: &str) -> Option<WhoRow> {
        let inside = line.strip_prefix(" |")?.strip_suffix('|')?;
        let (signs, rest) = inside.split_at_checked(8)?;
        let game = signs.get(..3)?.trim_start();
        let game = if game.is_empty() { None } else { Some(game.parse().ok()?) };
        let mut words = rest.split_ascii_whitespace();
        let name = Titled::take(words.next()?)?;
        let mut rating = || <Rating as Field>::take(words.next()?);
        let (standard, blitz, lightning) = (rating()?, rating()?, rating()?);
        Some(WhoRow {
            game,
            open: !signs.contains('X'),
            registered: !signs.contains('U'),
            observes: signs.contains('o'),
            name,
            standard,
            blitz,
            lightning,
            on: minutes(words.next()?)?,
            idle: words.next().map_or(Some(0), minutes)?,
        })
    }
}

impl WhoTable {
    /// Appends the table.
    pub fn write(&self, out: &mut String) {
        out.push_str(&format!("{FRAME}\n{HEAD}\n{FRAME}\n"));
        for row in &self.0 {
            row.write(out);
            out.push('\n');
        }
        let count = format!(" |  {:>3} Players Displayed.", self.0.len());
        out.push_str(&format!("{FRAME}\n{count:<0$}|\n{FRAME}", WIDE - 1));
    }
}

impl Block for WhoTable {
    fn take(lines: &mut Lines<'_>) -> Option<WhoTable> {
        let is =
            |words: &'static str| move |line: &str| (line.trim() == words.trim()).then_some(());
        for words in [FRAME, HEAD, FRAME] {
            lines.next_if(is(words))?;
        }
        let rows = lines.while_some(WhoRow::read);
        lines.next_if(is(FRAME))?;
        lines.next_if(|line| line.contains(" Players Displayed").then_some(()))?;
        lines.next_if(is(FRAME))?;
        Some(WhoTable(rows))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn as_scid_reads_it() {
        let row = WhoRow {
            game: Some(12),
            open: false,
            registered: true,
            observes: false,
            name: Titled { name: "Ann".into(), titles: "(*)(TM)".into() },
            standard: Rating::parse("1720"),
            blitz: Rating::parse("1586E"),
            lightning: Rating::parse("----"),
            on: 125,
            idle: 0,
        };
        let guest = WhoRow {
            game: None,
            open: true,
            registered: false,
            observes: true,
            name: Titled { name: "GuestABCDEFGHIJKL".into(), titles: "(U)".into() },
            standard: Rating::Guest,
            blitz: Rating::Guest,
            lightning: Rating::Guest,
            on: 7,
            idle: 6,
        };
        let table = WhoTable(vec![row, guest]);
        let mut out = String::new();
        table.write(&mut out);
        assert_eq!(
            out,
            "\x20+---------------------------------------------------------------------------+
 |       User                   Standard  Blitz  Lightning   On for    Idle  |
 +---------------------------------------------------------------------------+
 | 12X    Ann(*)(TM)                1720  1586E       ----     2:05          |
 |    Uo  GuestABCDEFGHIJKL(U)      ++++   ++++       ++++     0:07    0:06  |
 +---------------------------------------------------------------------------+
 |    2 Players Displayed.                                                   |
 +---------------------------------------------------------------------------+"
        );
        assert!(out.lines().all(|line| line.len() == WIDE), "{out}");
        assert_eq!(WhoTable::read(&out), Some(table));
        let none = WhoTable(Vec::new());
        out.clear();
        none.write(&mut out);
        assert_eq!(WhoTable::read(&out), Some(none));
    }
}
