//! Openings, as `eco` prints them.

use partie_core::ByColor;
use strum::{Display, EnumString};

use super::lines::{Block, Count, Lines};
use crate::{fields::Openings, template::Field as _};

/// The opening of a game, as it is called in the books of a server. Partie has no NIC codes; other
/// servers do.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct GameOpening {
    /// The game's number.
    pub game: u32,
    /// The players.
    #[serde(with = "partie_core::serialize::sides")]
    pub names: ByColor<String>,
    /// Names of the opening, one for each book that knows it.
    pub entries: Vec<BookEntry>,
}

/// An opening in a book.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct BookEntry {
    /// The book.
    pub book: Book,
    /// Number of plies after which its position stood in the game.
    pub ply: u32,
    /// The name: a code, or words.
    pub name: String,
}

/// A way to name openings.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, Display, EnumString, serde::Serialize, serde::Deserialize,
)]
#[serde(rename_all = "kebab-case")]
#[strum(serialize_all = "UPPERCASE")]
pub enum Book {
    /// Codes of the Encyclopaedia of Chess Openings.
    Eco,
    /// Codes of New In Chess.
    Nic,
    /// Names in words.
    Long,
}

impl Book {
    /// All books.
    pub const ALL: [Book; 3] = [Book::Eco, Book::Nic, Book::Long];
}

impl BookEntry {
    /// Reads a line such as `  ECO[  3]: C40`.
    fn read(line: &str) -> Option<BookEntry> {
        let (word, rest) = line.trim_start().split_once('[')?;
        let book = word.parse().ok()?;
        let (ply, name) = rest.split_once("]: ")?;
        Some(BookEntry { book, ply: ply.trim().parse().ok()?, name: name.trim_end().to_owned() })
    }
}

impl GameOpening {
    /// Appends the page.
    pub fn write(&self, out: &mut String) {
        let ByColor { white, black } = &self.names;
        out.push_str(&format!("Info about game {}: \"{white} vs. {black}\"\n", self.game));
        for BookEntry { book, ply, name } in &self.entries {
            out.push_str(&format!("\n{:>5}[{ply:>3}]: {name}", book.to_string()));
        }
    }
}

impl Block for GameOpening {
    fn take(lines: &mut Lines<'_>) -> Option<GameOpening> {
        let head = lines.next()?.trim_end().strip_prefix("Info about game ")?;
        let (game, names) = head.split_once(": \"")?;
        let (white, black) = names.strip_suffix('"')?.split_once(" vs. ")?;
        let first = lines.after_empty(|lines| lines.next_if(BookEntry::read))?;
        let mut entries = vec![first];
        entries.extend(lines.while_some(BookEntry::read));
        let names = ByColor { white: white.to_owned(), black: black.to_owned() };
        Some(GameOpening { game: game.parse().ok()?, names, entries })
    }
}

/// The openings of a code or of a name.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct OpeningTable {
    /// The requested code or text.
    pub wanted: String,
    /// Codes and names.
    pub rows: Vec<(String, String)>,
    /// Number of openings found, if not all are shown.
    pub of: Option<usize>,
}

impl OpeningTable {
    /// Appends the table.
    pub fn write(&self, out: &mut String) {
        out.push_str(&format!("Openings matching \"{}\":\n", self.wanted));
        for (code, name) in &self.rows {
            out.push_str(&format!("  {code}  {name}\n"));
        }
        out.push_str("  ");
        Openings(self.rows.len()).put(out);
        out.push_str(" displayed");
        if let Some(of) = self.of {
            out.push_str(&format!(" (of {of})"));
        }
        out.push('.');
    }
}

impl Block for OpeningTable {
    fn take(lines: &mut Lines<'_>) -> Option<OpeningTable> {
        let wanted = lines.next()?.strip_prefix("Openings matching \"")?;
        let wanted = wanted.trim_end().strip_suffix("\":")?.to_owned();
        let rows = lines.while_some(|line| {
            let (code, name) = line.strip_prefix("  ")?.split_once("  ")?;
            is_code(code).then(|| (code.to_owned(), name.trim_end().to_owned()))
        });
        let Count { shown, of } = lines.next_if(|line| Count::read(line, "opening"))?;
        (shown == rows.len()).then_some(OpeningTable { wanted, rows, of })
    }
}

/// Returns true for a letter from A to E and one or two digits, in either case.
pub(crate) fn is_code(word: &str) -> bool {
    let (letter, digits) = word.split_at_checked(1).unwrap_or_default();
    matches!(letter, "A" | "B" | "C" | "D" | "E" | "a" | "b" | "c" | "d" | "e")
        && matches!(digits.len(), 1 | 2)
        && digits.bytes().all(|b| b.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Other servers have a third book.
    #[test]
    fn three_books() {
        let page = "Info about game 12: \"Anna vs. Bert\"\n\n  ECO[  4]: B20\n  NIC[  2]: SI.50\n \
            LONG[ 10]: Sicilian\n";
        let opening = GameOpening::read(page).expect("a page");
        let books: Vec<_> = opening.entries.iter().map(|e| (e.book, e.ply)).collect();
        assert_eq!(books, [(Book::Eco, 4), (Book::Nic, 2), (Book::Long, 10)]);
        let mut written = String::new();
        opening.write(&mut written);
        assert_eq!(written, page.trim_end());
    }
}
