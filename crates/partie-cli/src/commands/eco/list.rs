//! Search in the known opening lines.

use std::io::{BufWriter, Write as _};

use partie_core::openings::{self, OpeningLine};
use partie_db::query::{Codes, OpeningName};
use serde_json::json;

use crate::{
    commands::note,
    exit::Exit,
    visible::{json_line, visible},
};

/// Prints the lines of codes, or with a text in their names; all if there is no text.
pub(super) fn run(text: &str, json: bool) -> anyhow::Result<Exit> {
    let codes: Option<Codes> = text.parse().ok();
    let part = OpeningName::new(text, false)?;
    let is_wanted = |line: &OpeningLine| match &codes {
        Some(codes) => codes.contain(line.opening.code),
        None => part.is_in(line.opening.name),
    };
    let mut out = BufWriter::new(anstream::stdout());
    let mut found = false;
    for OpeningLine { opening, moves } in openings::lines().filter(is_wanted) {
        found = true;
        if json {
            let object = json!({ "code": opening.code, "name": opening.name, "moves": moves });
            writeln!(out, "{}", json_line(&object))?;
        } else {
            writeln!(out, "{} {}: {}", opening.code, opening.name, in_words(moves))?;
        }
    }
    out.flush()?;
    if !found {
        note(format_args!(
            "no opening is called `{}`; give codes such as B9 or B20..B24, or a part of a name",
            visible(text)
        ));
        return Ok(Exit::Problems);
    }
    Ok(Exit::Clean)
}

/// Numbers the moves of a line.
pub(super) fn in_words(moves: &str) -> String {
    let mut text = String::new();
    for (ply, word) in moves.split(' ').enumerate() {
        if ply > 0 {
            text.push(' ');
        }
        if ply % 2 == 0 {
            text += &format!("{}. ", ply / 2 + 1);
        }
        text += word;
    }
    text
}
