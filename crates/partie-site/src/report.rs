//! Reports: titles, facts, drawings, tables and notes, as text and as one file of HTML.

use std::fmt::Write as _;

use partie_core::Position;
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
    /// Boards, which text does not have.
    pub(crate) boards: Vec<Board>,
    /// Drawings, before the tables in HTML and after them in text.
    pub(crate) drawings: Vec<Drawing>,
    /// The tables.
    pub(crate) parts: Vec<Part>,
    /// Lines after the tables.
    pub(crate) notes: Vec<String>,
}

/// A board with a caption.
#[derive(Clone, Debug, Default)]
#[cfg_attr(
    not(feature = "pages"),
    expect(dead_code, reason = "boards are drawn where there are pages")
)]
pub(crate) struct Board {
    /// The position.
    pub(crate) position: Position,
    /// The last move in UCI, which is marked.
    pub(crate) last: Option<String>,
    /// True if Black is at the bottom.
    pub(crate) is_flipped: bool,
    /// True if it is larger than others, and stands with them before the tables.
    pub(crate) is_large: bool,
    /// The line below it.
    pub(crate) caption: String,
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

    /// Writes reports as a PDF file, one after the other.
    ///
    /// # Errors
    ///
    /// If a report has no tables.
    #[cfg(feature = "pages")]
    pub fn pdf(reports: &[Report]) -> Result<Vec<u8>, partie_render::RenderError> {
        crate::report_book::pdf(reports)
    }

    /// Writes reports as a page in a language, one below the other.
    #[must_use]
    pub fn page(reports: &[Report], language: &str) -> String {
        let (mut body, mut pictures) = (String::new(), 0);
        for (number, report) in reports.iter().enumerate() {
            body += &element(if number == 0 { "h1" } else { "h2" }, "", &report.title);
            let facts = report.facts.iter();
            body.extend(facts.map(|fact| element("p", "", fact)));
            let heading = |text: &str| match text {
                "" => String::new(),
                text => element("h2", "", text),
            };
            let note = |note: &String| element("p", "note", note);
            let boards = drawn_boards(&report.boards, &mut pictures);
            let are_first = report.boards.iter().any(|board| board.is_large);
            body += if are_first { boards.as_str() } else { "" };
            for drawing in &report.drawings {
                body += &heading(&drawing.heading);
                body += &drawing.svg;
            }
            for part in &report.parts {
                body += &heading(&part.heading);
                body += &table(&part.table);
                body.extend(part.notes.iter().map(note));
            }
            body += if are_first { "" } else { boards.as_str() };
            body.extend(report.notes.iter().map(note));
        }
        let title = reports.first().map_or("", |report| &report.title);
        page(language, title, &body)
    }
}

/// Draws boards beside each other; the number of all boards of the page makes their names differ.
#[cfg(feature = "pages")]
fn drawn_boards(boards: &[Board], pictures: &mut usize) -> String {
    use partie_core::Boards;
    use partie_render::{Coordinates, DiagramStyle, Frame, SvgOptions, draw, svg};
    let mut out = String::new();
    for Board { position, last, is_flipped, is_large, caption } in boards {
        let mut frame = Frame::of_boards(&Boards::from(position.clone()));
        let squares = last.as_deref().and_then(|uci| Some((uci.get(..2)?, uci.get(2..4)?)));
        if let Some(board) = frame.boards.first_mut() {
            board.moved =
                squares.and_then(|(from, to)| Some((from.parse().ok(), to.parse().ok()?)));
        }
        let style = DiagramStyle::default().flipped(*is_flipped);
        let style = style.coordinates(Coordinates::Inside).hide_pockets(true);
        let options = SvgOptions::default().prefix(format!("b{pictures}-"));
        let svg = svg::document(&draw(&frame, style), &options);
        let class = if *is_large { " class=\"large\"" } else { "" };
        let caption = element("figcaption", "", caption);
        let _ = writeln!(out, "<figure{class}>{svg}{caption}</figure>");
        *pictures += 1;
    }
    if boards.is_empty() { out } else { format!("<div class=\"boards\">\n{out}</div>\n") }
}

#[cfg(not(feature = "pages"))]
const fn drawn_boards(_: &[Board], _: &mut usize) -> String {
    String::new()
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
                ..crate::text_table::Column::default()
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
            boards: Vec::new(),
            drawings: sheet.drawings.into_iter().map(drawing).collect(),
            parts: sheet.tables.into_iter().map(part).collect(),
            notes: sheet.notes,
        }
    }
}
