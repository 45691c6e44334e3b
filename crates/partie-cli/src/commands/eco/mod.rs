//! `partie eco`: names of openings.

mod games;
mod list;
mod one;

use std::{
    ffi::OsString,
    io,
    path::{Path, PathBuf},
};

use partie_db::query::game_of_moves;
use partie_formats::Record;

use super::show::source::{self, Several};
use crate::{args::EcoArguments, exit::Exit};

pub(super) fn run(arguments: &EcoArguments) -> anyhow::Result<Exit> {
    let EcoArguments { what, known, reading, form } = arguments;
    if *known {
        return list::run(&joined(what), form.is_json());
    }
    if let Several::Fen(text) = source::several(what, &reading.folders.globs) {
        return one::position(&text, arguments);
    }
    if let Some(record) = moves(what, arguments)? {
        return one::moves(&record, form.is_json());
    }
    let files: Vec<PathBuf> = what.iter().map(PathBuf::from).collect();
    games::run(&files, arguments)
}

/// Joins words as they were typed.
fn joined(words: &[OsString]) -> String {
    words.iter().map(|word| word.to_string_lossy()).collect::<Vec<_>>().join(" ")
}

/// Reads words as moves, unless they name files.
fn moves(what: &[OsString], arguments: &EcoArguments) -> io::Result<Option<Record>> {
    if what.iter().any(is_path) {
        return Ok(None);
    }
    game_of_moves(joined(what), arguments.reading.from, &arguments.reading.options())
}

/// Returns true if a word names a file: an existing one, or one with a path or an extension that no
/// move has.
fn is_path(word: &OsString) -> bool {
    let path = Path::new(word);
    // Results and numbers of moves begin with a digit: `1/2`, `1.e4`.
    let numbered = word.to_string_lossy().starts_with(|c: char| c.is_ascii_digit());
    let extension = path.extension().and_then(|end| end.to_str()).unwrap_or_default();
    let named = extension.len() > 1 && extension.bytes().all(|b| b.is_ascii_alphabetic());
    word == "-" || named || !numbered && path.components().count() > 1 || path.exists()
}
