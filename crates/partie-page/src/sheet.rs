//! Pages of tables: crosstables, players, lists.

use crate::{list::date_key, words::Words};

/// A page with tables.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Sheet {
    /// The title.
    pub title: String,
    /// Lines after the title.
    pub facts: Vec<String>,
    /// The form that looks for names, if the page lists them.
    pub search: Option<NameSearch>,
    /// Links after them.
    pub links: Vec<crate::Link>,
    /// Drawings before the tables.
    pub drawings: Vec<Drawing>,
    /// The tables.
    pub tables: Vec<Table>,
    /// Lines after the tables.
    pub notes: Vec<String>,
    /// The address of the next part of a long list.
    pub next: Option<String>,
}

/// A form that looks for names in a list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NameSearch {
    /// The page that answers, from the first page on.
    pub action: &'static str,
    /// Name of its field.
    pub label: String,
    /// The part of a name that was looked for; empty for all names.
    pub part: String,
}

/// A drawing with its heading.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Drawing {
    /// The heading.
    pub heading: String,
    /// SVG that this program has made, its texts escaped: it becomes part of the page as it is.
    pub svg: String,
}

/// A table.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Table {
    /// A heading; empty if the title says it.
    pub heading: String,
    /// The columns.
    pub columns: Vec<Column>,
    /// Cells of each row, one for each column.
    pub rows: Vec<Vec<Cell>>,
    /// Lines after the table.
    pub notes: Vec<String>,
    /// True if readers can look for rows by words.
    pub filtered: bool,
    /// True if it is a crosstable, with ranks and players first.
    pub crosstable: bool,
}

/// A column of a table.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Column {
    /// The heading.
    pub heading: String,
    /// Meaning of an abbreviated heading; empty if it is clear.
    pub meaning: String,
    /// True to align it to the right.
    pub right: bool,
}

/// A cell of a table.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Cell {
    /// The text.
    pub text: String,
    /// The address that it leads to.
    pub href: Option<String>,
    /// The text by which scripts sort it; empty if that is `text`.
    pub sort: String,
    /// True where a player of a crosstable would play against themselves.
    pub is_self: bool,
}

impl Column {
    /// Makes a column whose heading is clear.
    #[must_use]
    pub fn new(heading: impl Into<String>, right: bool) -> Column {
        Column { heading: heading.into(), meaning: String::new(), right }
    }
}

impl Cell {
    /// Makes a cell that leads nowhere.
    #[must_use]
    pub fn new(text: impl Into<String>) -> Cell {
        Cell { text: text.into(), ..Cell::default() }
    }

    /// Makes a cell with a date of a record.
    #[must_use]
    pub fn date(written: &str, words: &Words) -> Cell {
        Cell { sort: date_key(written), ..Cell::new(words.date_of(written)) }
    }

    /// Makes a cell that leads to an address.
    #[must_use]
    pub fn link(text: impl Into<String>, href: impl Into<String>) -> Cell {
        Cell { href: Some(href.into()), ..Cell::new(text) }
    }
}
