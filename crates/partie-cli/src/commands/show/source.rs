//! The game that is shown: from a file, from the standard input, or a FEN as it was typed.

use std::{
    ffi::OsString,
    path::{Path, PathBuf},
};

use anyhow::{anyhow, bail};
use partie_db::query::Query;
use partie_formats::{Format, ReadOptions, Record, fen};
use partie_records::dispatch;

use crate::{
    args::Reading,
    commands::note,
    input::{self, Input, Inputs},
    progress::Progress,
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
            let record = readable(&text, &reading.options())?;
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

/// Returns true if words look like a FEN: eight ranks with pieces and numbers.
pub(in crate::commands) fn is_fen(text: &str) -> bool {
    let board = text.trim_start().split([' ', '_']).next().unwrap_or_default();
    board.matches('/').count() >= 7
        && board.chars().all(|c| "KQRBNPkqrbnp12345678/~[]-".contains(c))
}

/// A game of no moves from a position; an error if there is no board in the text.
pub(in crate::commands) fn readable(text: &str, options: &ReadOptions) -> anyhow::Result<Record> {
    let record = position(text, options);
    if record.game().start.is_unread() {
        let mut diagnostics = record.parsed.diagnostics.iter();
        let why = diagnostics.find(|d| fen::is_doubtful(std::slice::from_ref(d)));
        let why = why.map_or(String::new(), |d| d.message.to_string());
        bail!("invalid FEN: {}", visible(&why));
    }
    Ok(record)
}

/// A game of no moves from a position.
pub(in crate::commands) fn position(text: &str, options: &ReadOptions) -> Record {
    let parsed = fen::parse(text.as_bytes(), options);
    Record {
        number: 1,
        format: Format::Fen,
        byte: 0,
        line: 1,
        encoding: "UTF-8",
        text: text.as_bytes().to_vec(),
        origins: Vec::new(),
        segments: Vec::new(),
        parsed,
    }
}

fn game(
    input: &Input,
    wanted: GameChoice<'_>,
    reading: &Reading,
) -> anyhow::Result<Option<ShownGame>> {
    let name = visible(&input.name());
    let size = input::total_size(&[Ok(input.clone())]);
    let progress = Progress::new(size, true);
    let source = input
        .open(&progress, reading.from, 1)
        .map_err(|unreadable| anyhow!(unreadable.message()))?;
    let failed = |error| anyhow!(input.unreadable(error).message());
    let mut records = dispatch::games(source.layers, source.reader, &reading.options());
    let mut games = 0;
    let record = loop {
        match records.next() {
            None => {
                note(wanted.missing(&name, games));
                return Ok(None);
            }
            Some(record) => {
                games += 1;
                let record = record.map_err(failed)?;
                if wanted.number.is_some_and(|number| games != number) {
                    continue;
                }
                if wanted.filter.is_none_or(|filter| filter.answers(&record)) {
                    break record;
                }
                if wanted.number.is_some() {
                    note(format!("{name}: game {games} does not meet the conditions"));
                    return Ok(None);
                }
            }
        }
    };
    // The rest of a stream may not have been typed yet.
    let games = (!input.is_stream()).then(|| {
        let start = record.byte;
        let mut count = Count { at_least: games, counted: false };
        for more in records.by_ref() {
            let Ok(more) = more else { break };
            count.at_least += 1;
            if count.at_least - games >= COUNTED || more.byte.saturating_sub(start) > COUNTED_BYTES
            {
                count.at_least -= 1;
                return count;
            }
        }
        Count { counted: true, ..count }
    });
    Ok(Some(ShownGame { record, name, games }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_a_fen() {
        for text in [
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
            "8/8/8/8/8/8/8/K1k5",
            "r1b1k3/8/8/8/8/8/8/4K3[Qn]_w_-_-",
        ] {
            assert!(is_fen(text), "{text}");
        }
        for text in ["games.pgn", "a/b/c/d/e/f/g/h/games.pgn", "/home/me/1/2/3/4/5/6.pgn"] {
            assert!(!is_fen(text), "{text}");
        }
        let words = ["8/8/8/8/8/8/8/K1k5", "w", "-", "-"].map(OsString::from);
        assert!(matches!(several(&words, &[]), Several::Fen(text) if text.ends_with("w - -")));
        let files = several(&["a.pgn".into(), "b.pgn".into()], &[]);
        assert!(matches!(files, Several::Inputs(inputs) if inputs.len() == 2));
    }
}
