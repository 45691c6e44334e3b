//! The players online: in columns for players, one line each for programs.

use std::fmt;

use crate::style12::Rating;

use super::{
    lines::{Block, Count, Lines},
    lists::columns,
};
use crate::{fields::Titled, template::Field};

/// The signs before names, and what they mean: playing, a simultaneous exhibition, not open
/// to matches, examining, idle, in a tournament.
pub const SIGNS: [char; 7] = [' ', '^', '~', ':', '#', '.', '&'];

/// A player in one line for programs, as `who I`, `<wa>` and `<wd>` give it:
/// `Ann 001411E1663P1483P1720P0P1646P0P0P1679P`.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct WhoLine {
    /// The handle.
    pub name: String,
    /// One of [`SIGNS`].
    pub sign: char,
    /// The bits of the titles, as in seek ads.
    pub titles: u8,
    /// Ratings in the requested order; 0 where there is none.
    pub ratings: Vec<(u16, Certainty)>,
}

/// Certainty of a rating.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Certainty {
    /// Many games: no sign follows the number.
    Established,
    /// `E`: estimated.
    Estimated,
    /// `P`: provisional.
    Provisional,
}

impl Certainty {
    const fn letter(self) -> char {
        match self {
            Certainty::Established => ' ',
            Certainty::Estimated => 'E',
            Certainty::Provisional => 'P',
        }
    }
}

impl fmt::Display for WhoLine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}{:02X}", self.name, self.sign, self.titles)?;
        for (rating, sureness) in &self.ratings {
            write!(f, "{rating}{}", sureness.letter())?;
        }
        Ok(())
    }
}

impl WhoLine {
    /// Reads a line.
    pub(crate) fn read(text: &str) -> Option<WhoLine> {
        let end = text.find(|c: char| !c.is_ascii_alphanumeric())?;
        let (name, rest) = text.split_at(end);
        let sign = rest.chars().next().filter(|c| SIGNS.contains(c))?;
        let titles = u8::from_str_radix(rest.get(1..3)?, 16).ok()?;
        let mut ratings = Vec::new();
        let mut rest = &rest[3..];
        while !rest.is_empty() {
            // The space after the last rating may have been lost on the way.
            let end = rest.find([' ', 'E', 'P']).unwrap_or(rest.len());
            let sureness = match rest.get(end..=end) {
                None | Some(" ") => Certainty::Established,
                Some("E") => Certainty::Estimated,
                Some(_) => Certainty::Provisional,
            };
            ratings.push((rest[..end].parse().ok()?, sureness));
            rest = rest.get(end + 1..).unwrap_or_default();
        }
        Some(WhoLine { name: name.to_owned(), sign, titles, ratings })
    }
}

/// A player who came or went, for `iset pin 1`; for others `set pin 1` says it in words.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum PinNotice {
    /// `<wa>`: a player arrived.
    Came(WhoLine),
    /// `<wd>`: a player departed.
    Went(String),
}

impl PinNotice {
    /// Appends the line.
    pub fn write(&self, out: &mut String) {
        match self {
            PinNotice::Came(line) => out.push_str(&format!("<wa> {line}")),
            PinNotice::Went(name) => out.push_str(&format!("<wd> {name}")),
        }
    }

    /// Reads the line.
    pub(crate) fn read(text: &str) -> Option<PinNotice> {
        if let Some(line) = text.strip_prefix("<wa> ") {
            return WhoLine::read(line).map(PinNotice::Came);
        }
        let name = text.strip_prefix("<wd> ")?;
        crate::fields::Name::take(name).map(|name| PinNotice::Went(name.0))
    }
}

/// All who are on, for programs.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct WhoLines(
    /// The lines.
    pub Vec<WhoLine>,
);

impl WhoLines {
    /// Appends the lines and the count that ends them.
    pub fn write(&self, out: &mut String) {
        for line in &self.0 {
            out.push_str(&format!("{line}\n"));
        }
        out.push_str(&format!("{} Players Displayed.", self.0.len()));
    }
}

impl Block for WhoLines {
    fn take(lines: &mut Lines<'_>) -> Option<WhoLines> {
        let count = |line: &str| {
            let count = line.trim().strip_suffix(" Players Displayed.")?;
            count.parse::<usize>().ok()
        };
        let (players, _) = lines.table(&lines.seen().who_lines, WhoLine::read, count)?;
        Some(WhoLines(players))
    }
}

/// One player of the table.
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct Standing {
    /// The rating by which they are sorted.
    pub rating: Rating,
    /// One of [`SIGNS`].
    pub sign: char,
    /// The name.
    pub name: Titled,
}

/// The table of players online.
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct WhoPage {
    /// The players shown.
    pub players: Vec<Standing>,
    /// Number of players online.
    pub all: usize,
}

impl WhoPage {
    /// Appends the table: an empty line, the players in columns, their number.
    pub fn write(&self, out: &mut String) {
        let cells: Vec<String> = self
            .players
            .iter()
            .map(|p| {
                let mut cell = format!("{:>4}{}", p.rating.to_string(), p.sign);
                p.name.put(&mut cell);
                cell
            })
            .collect();
        let wide = cells.iter().map(|c| c.len() + 2).max().unwrap_or(1);
        out.push('\n');
        out.push_str(&columns(cells.iter().map(String::as_str), wide));
        // Programs look for "players", however few they are.
        let (shown, all) = (self.players.len(), self.all);
        out.push_str(&format!(
            "\n\n {shown} players displayed (of {all}). (*) indicates system administrator."
        ));
    }
}

impl Standing {
    /// Reads the first cell of a row, and returns the rest after it: the rating, one sign, the
    /// name, with any whitespace between the cells.
    fn read(row: &str) -> Option<(Standing, &str)> {
        let row = row.trim_start();
        let end = row.find(|c| SIGNS.contains(&c))?;
        let (rating, rest) = row.split_at(end);
        let rating = match rating {
            "0" => Rating::Unrated,
            text => Rating::take(text)?,
        };
        let sign = rest.chars().next()?;
        let name = rest[1..].trim_start();
        let end = name.find(' ').unwrap_or(name.len());
        let (name, rest) = name.split_at(end);
        let name = Titled::take(name).filter(|n| !n.name.starts_with(|c: char| c.is_numeric()))?;
        Some((Standing { rating, sign, name }, rest))
    }

    /// Reads all cells of a row.
    fn read_row(row: &str) -> Option<Vec<Standing>> {
        let mut cells = Vec::new();
        let mut rest = row;
        while !rest.trim_end().is_empty() {
            let (cell, after) = Standing::read(rest)?;
            cells.push(cell);
            rest = after;
        }
        Some(cells).filter(|cells| !cells.is_empty())
    }
}

impl Block for WhoPage {
    fn take(lines: &mut Lines<'_>) -> Option<WhoPage> {
        let count = |line: &str| Count::read(line, "player");
        let (rows, count) = lines.table(&lines.seen().who, Standing::read_row, count)?;
        // Without a total, all are shown.
        Some(WhoPage { players: rows.concat(), all: count.of.unwrap_or(count.shown) })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_for_programs() {
        let text = "gbtami 001411E1663P1483P1720P0P1646P0P0P1679 ";
        let line = WhoLine::read(text).expect(text);
        assert_eq!(line.ratings.len(), 9);
        assert_eq!(line.ratings[8], (1679, Certainty::Established));
        assert_eq!(line.to_string(), text);
        let pin = PinNotice::Came(line.clone());
        let mut out = String::new();
        pin.write(&mut out);
        assert_eq!(out, format!("<wa> {text}"));
        assert_eq!(PinNotice::read(&out), Some(pin));
        assert_eq!(PinNotice::read("<wd> gbtami"), Some(PinNotice::Went("gbtami".into())));
        assert_eq!(PinNotice::read("<wd> gb tami"), None);

        let all = WhoLines(vec![line]);
        out.clear();
        all.write(&mut out);
        assert!(out.ends_with("\n1 Players Displayed."));
        assert_eq!(WhoLines::read(&out), Some(all));
        assert_eq!(WhoLines::read("0 Players Displayed."), Some(WhoLines(Vec::new())));
        assert_eq!(WhoLines::read("hello"), None);
    }

    #[test]
    fn a_table_for_players() {
        let standing = |rating: &str, sign, name: &str, titles: &str| Standing {
            rating: Rating::parse(rating),
            sign,
            name: Titled { name: name.into(), titles: titles.into() },
        };
        let page = WhoPage {
            players: vec![
                standing("2186", '^', "Ann", "(*)(SR)"),
                standing("987", ':', "Boris", ""),
                standing("++++", ' ', "GuestABCD", "(U)"),
                standing("----", '.', "Dora", ""),
                standing("++++", '#', "Emil", "(U)"),
            ],
            all: 7,
        };
        let mut out = String::new();
        page.write(&mut out);
        assert_eq!(
            out,
            "\n2186^Ann(*)(SR)     987:Boris         ++++ GuestABCD(U)  ----.Dora\n\
             ++++#Emil(U)\n\n 5 players displayed (of 7). (*) indicates system administrator."
        );
        assert_eq!(WhoPage::read(&out), Some(page));
    }
}
