//! `partie book dump`: all entries.

use std::io::{BufWriter, Write as _};

use serde_json::json;

use super::book_file::{read, report};
use crate::{args::BookDumpArguments, exit::Exit, visible::json_line};

pub(super) fn run(arguments: &BookDumpArguments) -> anyhow::Result<Exit> {
    let BookDumpArguments { book: path, form } = arguments;
    let (book, problems) = read(path)?;
    let mut out = BufWriter::new(anstream::stdout().lock());
    for entry in book.entries() {
        let (key, word) = (format!("{:016x}", entry.key), entry.book_move.to_string());
        let (weight, learn) = (entry.weight, entry.learn);
        if form.is_json() {
            let object = json!({ "key": key, "move": word, "weight": weight, "learn": learn });
            writeln!(out, "{}", json_line(&object))?;
        } else {
            writeln!(out, "{key} {word} {weight} {learn}")?;
        }
    }
    out.flush()?;
    Ok(if report(path, &problems) { Exit::Problems } else { Exit::Clean })
}
