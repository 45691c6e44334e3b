//! The games of all files, of which some are chosen.

use std::ops::ControlFlow;

use partie_formats::{Record, Severity};
use partie_records::dispatch;

use crate::{
    args::{GameNumbers, RenderArguments},
    commands::{
        show::source::{self, Several},
        tell,
    },
    exit::Exit,
    input::{self, Unreadable},
    progress::Progress,
    report::{count, visible},
};

/// What came of reading the chosen games.
#[derive(Debug, Default)]
pub(super) struct Seen {
    /// How many games there are, as far as they were read.
    games: u64,
    /// How many of them were chosen.
    pub(super) chosen: u64,
    /// How many of those could not be read in full.
    errors: u64,
    /// Whether a file could not be read.
    failed: bool,
}

impl Seen {
    /// Says what is missing; the exit status.
    pub(super) fn exit(&self, arguments: &RenderArguments) -> Exit {
        let number = arguments.place.game.as_ref();
        if self.chosen == 0 && !self.failed {
            let name = match arguments.what.as_slice() {
                [one] => visible(&one.to_string_lossy()),
                several => count(several.len() as u64, "file"),
            };
            tell(match (self.games, number.map(|number| (number.only(), number.last()))) {
                (1.., Some((Some(number), _))) => {
                    format!("{name}: there is no game {number}, only {}", count(self.games, "game"))
                }
                (1.., Some(_)) => {
                    format!("{name}: no such games, only {}", count(self.games, "game"))
                }
                _ => format!("{name}: no games found"),
            });
        }
        if self.errors > 0 {
            let games = count(self.errors, "game");
            tell(format_args!("{games} could not be read in full; `partie check` says why"));
        }
        match () {
            () if self.failed => Exit::Failed,
            () if self.chosen == 0 || self.errors > 0 => Exit::Findings,
            () => Exit::Clean,
        }
    }
}

/// Reads the games of all files that are asked for, numbered through; `each` gets the chosen
/// ones. A FEN is one game.
pub(super) fn each(
    arguments: &RenderArguments,
    mut each: impl FnMut(&Record) -> anyhow::Result<()>,
) -> anyhow::Result<Seen> {
    let RenderArguments { what, place, reading, .. } = arguments;
    let mut seen = Seen::default();
    let last = place.game.as_ref().map_or(u64::MAX, GameNumbers::last);
    let mut next = |record: &Record, seen: &mut Seen| {
        seen.games += 1;
        if place.game.as_ref().is_none_or(|numbers| numbers.contains(seen.games)) {
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
            let only = next(&source::position(&text, reading), &mut seen);
            return only.map(|_| seen);
        }
        Several::Inputs(inputs) => inputs,
    };
    let progress = Progress::new(input::total_size(&inputs), true);
    if let Some(files) = inputs.skipped() {
        progress.aside(|| tell(files));
    }
    for input in inputs.iter() {
        let opened = input.as_ref().map_err(Unreadable::message).and_then(|input| {
            let source = input.open(&progress, reading.from, 1);
            Ok((input, source.map_err(|unreadable| unreadable.message())?))
        });
        let (input, source) = match opened {
            Ok(opened) => opened,
            Err(message) => {
                progress.aside(|| tell(message));
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
                    progress.aside(|| tell(input.unreadable(error).message()));
                    seen.failed = true;
                    break;
                }
            }
        }
    }
    Ok(seen)
}
