//! Reports in the language of `--language`: the sheets that pages show, as text and as a file of HTML.

use std::fmt::Write as _;

use partie_page::{Sheet, Table, Words};

use super::{
    html,
    text_table::{Column, TextTable, in_ascii},
};
use crate::{
    args::{Presentation, PresentationFormat},
    report::visible,
    terminal,
};

/// Writes sheets in the format of a report; `None` of one for programs, which has no words.
pub(super) fn written(
    sheets: &[Sheet],
    words: &Words,
    presentation: &Presentation,
    width: usize,
) -> Option<String> {
    match presentation.format() {
        PresentationFormat::Json => None,
        PresentationFormat::Html => Some(page(sheets, words)),
        PresentationFormat::Text => {
            let texts: Vec<String> = sheets.iter().map(|sheet| text(sheet, width)).collect();
            let all = texts.join("\n");
            Some(if terminal::ascii(presentation.ascii) { in_ascii(&all) } else { all })
        }
    }
}

fn text(sheet: &Sheet, width: usize) -> String {
    let mut out = format!("{}\n", visible(&sheet.title));
    for fact in &sheet.facts {
        let _ = writeln!(out, "{}", visible(fact));
    }
    for table in &sheet.tables {
        out.push('\n');
        if !table.heading.is_empty() {
            let _ = writeln!(out, "{}", visible(&table.heading));
        }
        out += &drawn(table).draw(width);
        for note in &table.notes {
            let _ = writeln!(out, "{}", visible(note));
        }
    }
    out += if sheet.notes.is_empty() { "" } else { "\n" };
    for note in &sheet.notes {
        let _ = writeln!(out, "{}", visible(note));
    }
    out
}

fn page(sheets: &[Sheet], words: &Words) -> String {
    let Some(first) = sheets.first() else { return String::new() };
    let mut body = String::new();
    for (number, sheet) in sheets.iter().enumerate() {
        let heading = if number == 0 { "h1" } else { "h2" };
        body += &html::element(heading, "", &sheet.title);
        for fact in &sheet.facts {
            body += &html::element("p", "", fact);
        }
        for drawing in &sheet.drawings {
            body += &html::element("h2", "", &drawing.heading);
            body += &drawing.svg;
        }
        for table in &sheet.tables {
            if !table.heading.is_empty() {
                body += &html::element("h2", "", &table.heading);
            }
            body += &html::table(&drawn(table));
            for note in &table.notes {
                body += &html::element("p", "note", note);
            }
        }
        for note in &sheet.notes {
            body += &html::element("p", "note", note);
        }
    }
    html::page_in(&words.code, &first.title, &body)
}

/// A table without its links.
fn drawn(table: &Table) -> TextTable {
    let column = |column: &partie_page::Column| Column {
        heading: column.heading.clone(),
        meaning: column.meaning.clone(),
        right: column.right,
        close: false,
    };
    let row = |row: &Vec<partie_page::Cell>| row.iter().map(|cell| cell.text.clone()).collect();
    let players = usize::from(table.crosstable);
    TextTable {
        columns: table.columns.iter().map(column).collect(),
        rows: table.rows.iter().map(row).collect(),
        fixed: players + 1,
        shortened: players,
    }
}
