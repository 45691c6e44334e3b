//! The game that is shown: from a file, from the standard input, or a FEN as it was typed.

use std::{
    ffi::OsString,
    ops::ControlFlow,
    path::{Path, PathBuf},
};

use anyhow::bail;
use partie_db::query::{Query, game_of_fen, is_fen};
use partie_formats::Record;

use crate::{
    args::Reading,
    commands::{games::Games, lazy_game::LazyGame, messages::Messages, note},
    input::{self, Input, Inputs},
    report::{count, visible},
};

/// Maximum number of games after the selected one to read for the count.
const COUNTED: u64 = 2000;

/// Maximum number of bytes after the selected game that are read to count games.
const COUNTED_BYTES: u64 = 2 << 20;

/// A game that was found.
pub(in crate::commands) struct ShownGame {
    pub(in crate::commands) record: Record,
    /// The name of its file.
    pub(in crate::commands) name: String,
    /// Number of games in the file, if cheap to determine.
    pub(in crate::commands) games: Option<Count>,
}

/// Number of games of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::commands) struct Count {
    pub(in crate::commands) at_least: u64,
    /// True if the file was read to its end.
    pub(in crate::commands) counted: bool,
}

/// Selects one game: by number, from 1, by conditions, or by both; the first one if by none.
#[derive(Clone, Copy, Default)]
pub(in crate::commands) struct GameChoice<'a> {
    pub(in crate::commands) number: Option<u64>,
    pub(in crate::commands) filter: Option<&'a Query>,
}

impl GameChoice<'_> {
    /// Formats the message that a file has no such game.
    pub(in crate::commands) fn missing(self, name: &str, games: u64) -> String {
        let found = count(games, "game");
        match self {
            _ if games == 0 => format!("{name}: no games found"),
            GameChoice { filter: Some(_), .. } => no_game_meets(name, games),
            GameChoice { number, .. } => {
                format!("{name}: game {} does not exist; found {found}", number.unwrap_or(1))
            }
        }
    }
}

/// Says that none of the games of a file meets the conditions.
pub(in crate::commands) fn no_game_meets(name: &str, games: u64) -> String {
    format!("{name}: no game meets the conditions; read {}", count(games, "game"))
}

/// Finds the game that the options select; `None` if there is none, which is reported.
pub(in crate::commands) fn find(
    what: &[OsString],
    wanted: GameChoice<'_>,
    reading: &Reading,
) -> anyhow::Result<Option<ShownGame>> {
    match input(what, reading)? {
        Named::Fen(text) => {
            let record = game_of_fen(&text, &reading.options())?;
            if wanted.filter.is_some_and(|filter| !filter.answers(&record)) {
                note("the position does not meet the conditions");
                return Ok(None);
            }
            Ok(Some(ShownGame { record, name: "FEN".to_owned(), games: None }))
        }
        Named::Input(input) => game(&input, wanted, reading),
    }
}

/// Input named on the command line.
pub(in crate::commands) enum Named {
    /// A position.
    Fen(String),
    /// A file or the standard input.
    Input(Input),
}

/// A file, unless there is none of that name and the words are a FEN. A FEN may have
/// been typed without quotation marks, so that its fields are several words.
pub(in crate::commands) fn input(what: &[OsString], reading: &Reading) -> anyhow::Result<Named> {
    match (several(what, &reading.folders.globs), what) {
        (Several::Fen(text), _) => Ok(Named::Fen(text)),
        (Several::Inputs(inputs), [word]) => {
            let skipped = inputs.skipped().filter(|_| inputs.skipped > 0);
            let skipped = skipped.map(|files| format!("; {files}")).unwrap_or_default();
            match inputs.into_iter().next() {
                None => bail!("{}: no files to read in this directory{skipped}", word.display()),
                Some(Ok(input)) => Ok(Named::Input(input)),
                Some(Err(unreadable)) => bail!(unreadable.message()),
            }
        }
        (Several::Inputs(_), _) => bail!("expected one file or one FEN"),
    }
}

/// Inputs named on the command line, where several files are allowed.
pub(in crate::commands) enum Several {
    /// A position.
    Fen(String),
    /// Files, folders, or the standard input.
    Inputs(Inputs),
}

/// Files, unless the words are a FEN. If there is a file of that name, it is meant.
pub(in crate::commands) fn several(what: &[OsString], globs: &[String]) -> Several {
    let text: Vec<_> = what.iter().map(|word| word.to_string_lossy()).collect();
    let text = text.join(" ");
    let is_file = matches!(what, [word] if Path::new(word).exists());
    if !is_file && is_fen(&text) {
        return Several::Fen(text);
    }
    let paths: Vec<PathBuf> = what.iter().map(PathBuf::from).collect();
    Several::Inputs(input::expand(&paths, globs))
}

fn game(
    input: &Input,
    wanted: GameChoice<'_>,
    reading: &Reading,
) -> anyhow::Result<Option<ShownGame>> {
    let name = visible(&input.name());
    let games = Games::open(std::iter::once(input.clone()).collect(), reading);
    let games = games.saying(Messages::Silent).by_one_thread();
    let is_stream = input.is_stream();
    let (mut read, mut found) = (Count { at_least: 0, counted: true }, None::<(LazyGame, u64)>);
    let mut refused = false;
    let seen = games.each(|entry| {
        read.at_least += 1;
        let at_least = read.at_least;
        if let Some((found, number)) = &found {
            let far = entry.byte().saturating_sub(found.byte()) > COUNTED_BYTES;
            if far || at_least - number >= COUNTED {
                read = Count { at_least: at_least - 1, counted: false };
                return Ok(ControlFlow::Break(()));
            }
            return Ok(ControlFlow::Continue(()));
        }
        let is_named = wanted.number.is_none_or(|number| at_least == number);
        if is_named && wanted.filter.is_none_or(|filter| filter.answers(&entry)) {
            found = Some((entry, at_least));
        } else {
            refused = is_named && wanted.number.is_some();
        }
        // The rest of a stream may not have been typed yet.
        let is_over = refused || found.is_some() && is_stream;
        Ok(if is_over { ControlFlow::Break(()) } else { ControlFlow::Continue(()) })
    })?;
    if let Some((entry, _)) = found {
        let record = entry.into_record();
        return Ok(Some(ShownGame { record, name, games: (!is_stream).then_some(read) }));
    }
    if refused {
        note(format!("{name}: game {} does not meet the conditions", read.at_least));
        return Ok(None);
    }
    if let Some(unreadable) = seen.failures.first() {
        bail!(unreadable.message());
    }
    note(wanted.missing(&name, read.at_least));
    Ok(None)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_a_fen_or_files() {
        let words = ["8/8/8/8/8/8/8/K1k5", "w", "-", "-"].map(OsString::from);
        assert!(matches!(several(&words, &[]), Several::Fen(text) if text.ends_with("w - -")));
        let files = several(&["a.pgn".into(), "b.pgn".into()], &[]);
        assert!(matches!(files, Several::Inputs(inputs) if inputs.len() == 2));
    }
}
