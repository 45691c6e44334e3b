//! Reports as books in PDF.

use partie_formats::{ReadOptions, WriteOptions, epd, fen, text::visible};
use partie_render::{Book, BookOptions, BookTable, RenderError};

use crate::{report::Report, text_table::TextTable};

/// Characters of a row of a table.
const ROW: usize = 100;

/// Writes reports as a PDF file, one after the other: the tables, then the boards.
pub(crate) fn pdf(reports: &[Report]) -> Result<Vec<u8>, RenderError> {
    let title = reports.first().map(|report| visible(&report.title));
    let mut book = Book::new(BookOptions::default().title(title));
    for (number, report) in reports.iter().enumerate() {
        // The first title is that of the book.
        let heading = if number == 0 { String::new() } else { visible(&report.title) };
        let facts = report.facts.iter().map(|fact| visible(fact)).collect();
        book.table(BookTable { heading, facts, ..BookTable::default() });
        for part in &report.parts {
            let notes = part.notes.iter().map(|note| visible(note)).collect();
            let table = shown(&part.table);
            book.table(BookTable { heading: visible(&part.heading), notes, ..table });
        }
        if !report.notes.is_empty() {
            let facts = report.notes.iter().map(|note| visible(note)).collect();
            book.table(BookTable { facts, ..BookTable::default() });
        }
    }
    for board in reports.iter().flat_map(|report| &report.boards) {
        let position = fen::position(&board.position, &WriteOptions::default());
        let fields: Vec<&str> = position.split(' ').take(4).collect();
        let name = visible(&board.caption).replace(['"', ';', '\\'], " ");
        let text = format!("{} id \"{name}\";", fields.join(" "));
        book.add(epd::parse(text.as_bytes(), &ReadOptions::default()).value);
    }
    Ok(book.finish()?.file)
}

/// Returns the columns for which there is room, without bars.
fn shown(table: &TextTable) -> BookTable {
    let columns: Vec<usize> = table.fitting(ROW);
    let columns = || columns.iter().map(|at| (*at, &table.columns[*at])).filter(|(_, c)| !c.bar);
    let cell = |row: &Vec<String>, at: usize| {
        let cell = visible(&row[at]);
        // Spaces at the beginning count.
        let text = cell.trim_start();
        "\u{a0}".repeat(cell.len() - text.len()) + text
    };
    BookTable {
        columns: columns().map(|(_, column)| (visible(&column.heading), column.right)).collect(),
        rows: table
            .rows
            .iter()
            .map(|row| columns().map(|(at, _)| cell(row, at)).collect())
            .collect(),
        ..BookTable::default()
    }
}
