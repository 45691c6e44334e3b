//! Reports: titles, facts, drawings, tables and notes, as text and as one file of HTML.

use std::fmt::Write as _;

use partie_formats::text::visible;

use crate::{
    html::{element, page, table},
    text_table::{TextTable, in_ascii},
};

/// A report on a tournament, a player or a collection.
#[derive(Clone, Debug, Default)]
pub struct Report {
    /// The title.
    pub(crate) title: String,
    /// Lines after the title.
    pub(crate) facts: Vec<String>,
    /// Drawings, before the tables in HTML and after them in text.
    pub(crate) drawings: Vec<Drawing>,
    /// The tables.
    pub(crate) parts: Vec<Part>,
    /// Lines after the tables.
    pub(crate) notes: Vec<String>,
}

/// A drawing.
#[derive(Clone, Debug, Default)]
pub(crate) struct Drawing {
    /// The heading; empty if the title says it.
    pub(crate) heading: String,
    /// SVG that this program has made, its texts escaped.
    pub(crate) svg: String,
    /// The drawing in characters; empty if text has none.
    pub(crate) text: String,
}

/// A table with its heading and notes.
#[derive(Clone, Debug, Default)]
pub(crate) struct Part {
    /// The heading; empty if the title says it.
    pub(crate) heading: String,
    /// The table.
    pub(crate) table: TextTable,
    /// Lines after the table.
    pub(crate) notes: Vec<String>,
}

impl Report {
    /// Writes the report as text for a page of `width` characters; in ASCII except for words and names.
    #[must_use]
    pub fn text(&self, width: usize, ascii: bool) -> String {
        let mut out = format!("{}\n", visible(&self.title));
        let lines = |out: &mut String, lines: &[String]| {
            for line in lines {
                let _ = writeln!(out, "{}", visible(line));
            }
        };
        let heading = |out: &mut String, heading: &str| {
            out.push('\n');
            if !heading.is_empty() {
                let _ = writeln!(out, "{}", visible(heading));
            }
        };
        lines(&mut out, &self.facts);
        for part in &self.parts {
            heading(&mut out, &part.heading);
            out += &part.table.draw(width);
            lines(&mut out, &part.notes);
        }
        for drawing in self.drawings.iter().filter(|drawing| !drawing.text.is_empty()) {
            heading(&mut out, &drawing.heading);
            out += &drawing.text;
        }
        out += if self.notes.is_empty() { "" } else { "\n" };
        lines(&mut out, &self.notes);
        if ascii { in_ascii(&out) } else { out }
    }

    /// Writes reports as a page in a language, one below the other.
    #[must_use]
    pub fn page(reports: &[Report], language: &str) -> String {
        let mut body = String::new();
        for (number, report) in reports.iter().enumerate() {
            body += &element(if number == 0 { "h1" } else { "h2" }, "", &report.title);
            let facts = report.facts.iter();
            body.extend(facts.map(|fact| element("p", "", fact)));
            let heading = |text: &str| match text {
                "" => String::new(),
                text => element("h2", "", text),
            };
            let note = |note: &String| element("p", "note", note);
            for drawing in &report.drawings {
                body += &heading(&drawing.heading);
                body += &drawing.svg;
            }
            for part in &report.parts {
                body += &heading(&part.heading);
                body += &table(&part.table);
                body.extend(part.notes.iter().map(note));
            }
            body.extend(report.notes.iter().map(note));
        }
        let title = reports.first().map_or("", |report| &report.title);
        page(language, title, &body)
    }
}

#[cfg(feature = "pages")]
impl From<partie_page::Sheet> for Report {
    /// Leaves out the links.
    fn from(sheet: partie_page::Sheet) -> Report {
        let part = |table: partie_page::Table| {
            let columns = table.columns.into_iter().map(|column| crate::text_table::Column {
                heading: column.heading,
                meaning: column.meaning,
                right: column.right,
                close: false,
            });
            let rows = table.rows.into_iter();
            let players = usize::from(table.crosstable);
            let drawn = TextTable {
                columns: columns.collect(),
                rows: rows.map(|row| row.into_iter().map(|cell| cell.text).collect()).collect(),
                fixed: players + 1,
                shortened: players,
            };
            Part { heading: table.heading, table: drawn, notes: table.notes }
        };
        let drawing = |drawing: partie_page::Drawing| Drawing {
            heading: drawing.heading,
            svg: drawing.svg,
            text: String::new(),
        };
        Report {
            title: sheet.title,
            facts: sheet.facts,
            drawings: sheet.drawings.into_iter().map(drawing).collect(),
            parts: sheet.tables.into_iter().map(part).collect(),
            notes: sheet.notes,
        }
    }
}
