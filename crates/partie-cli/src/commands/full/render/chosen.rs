//! Selection of games from all files.

use std::ops::ControlFlow;

use partie_formats::{Record, Severity};
use partie_records::dispatch;

use crate::{
    args::{GameNumbers, RenderArguments},
    commands::{
        note, print_message,
        show::source::{self, Several},
    },
    exit::Exit,
    input::{self, Unreadable},
    progress::Progress,
    report::{count, visible},
};

/// Outcome of reading the selected games.
#[derive(Debug, Default)]
pub(super) struct ReadSummary {
    /// Number of games, as far as they were read.
    games: u64,
    /// Number of selected games.
    pub(super) chosen: u64,
    /// Number of games that could not be read in full.
    errors: u64,
    /// True if a file could not be read.
    failed: bool,
    /// True if games must meet conditions.
    is_filtered: bool,
}

impl ReadSummary {
    /// Reports missing games; returns the exit status.
    pub(super) fn exit(&self, arguments: &RenderArguments) -> Exit {
        if self.chosen == 0 && !self.failed {
            let name = match arguments.what.as_slice() {
                [one] => visible(&one.to_string_lossy()),
                several => count(several.len() as u64, "file"),
            };
            let found = count(self.games, "game");
            note(match arguments.place.game.as_ref().map(GameNumbers::only) {
                _ if self.games == 0 => format!("{name}: no games found"),
                _ if self.is_filtered => source::no_game_meets(&name, self.games),
                Some(Some(number)) => {
                    format!("{name}: game {number} does not exist; found {found}")
                }
                _ => format!("{name}: these games do not exist; found {found}"),
            });
        }
        if self.errors > 0 {
            let games = count(self.errors, "game");
            note(format_args!("{games} could not be read in full; see `partie check`"));
        }
        match () {
            () if self.failed => Exit::Failed,
            () if self.chosen == 0 || self.errors > 0 => Exit::Problems,
            () => Exit::Clean,
        }
    }
}

/// Reads the games of all files, numbered consecutively; `each` gets the selected ones. A FEN is
/// one game.
pub(super) fn each(
    arguments: &RenderArguments,
    mut each: impl FnMut(&Record) -> anyhow::Result<()>,
) -> anyhow::Result<ReadSummary> {
    let RenderArguments { what, place, conditions, reading, .. } = arguments;
    let filter = conditions.query(reading.lang)?;
    let mut seen = ReadSummary { is_filtered: filter.is_some(), ..ReadSummary::default() };
    let last = place.game.as_ref().map_or(u64::MAX, GameNumbers::last);
    let mut next = |record: &Record, seen: &mut ReadSummary| {
        let is_taken = filter.as_ref().is_none_or(|filter| filter.answers(record));
        seen.games += 1;
        if is_taken && place.game.as_ref().is_none_or(|numbers| numbers.contains(seen.games)) {
            seen.chosen += 1;
            seen.errors += u64::from(record.parsed.worst() >= Some(Severity::Error));
            each(record)?;
        }
        anyhow::Ok(if seen.games >= last {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        })
    };
    let inputs = match source::several(what, &reading.folders.globs) {
        Several::Fen(text) => {
            let only = next(&source::position(&text, &reading.options()), &mut seen);
            return only.map(|_| seen);
        }
        Several::Inputs(inputs) => inputs,
    };
    let progress = Progress::new(input::total_size(&inputs), true);
    if let Some(files) = inputs.skipped() {
        progress.aside(|| note(files));
    }
    for input in inputs.iter() {
        let opened = input.as_ref().map_err(Unreadable::message).and_then(|input| {
            let source = input.open(&progress, reading.from, 1);
            Ok((input, source.map_err(|unreadable| unreadable.message())?))
        });
        let (input, source) = match opened {
            Ok(opened) => opened,
            Err(message) => {
                progress.aside(|| print_message(message));
                seen.failed = true;
                continue;
            }
        };
        for record in dispatch::games(source.layers, source.reader, &reading.options()) {
            match record {
                Ok(record) => {
                    if next(&record, &mut seen)?.is_break() {
                        return Ok(seen);
                    }
                }
                Err(error) => {
                    progress.aside(|| print_message(input.unreadable(error).message()));
                    seen.failed = true;
                    break;
                }
            }
        }
    }
    Ok(seen)
}
