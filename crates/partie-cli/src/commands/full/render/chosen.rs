//! Selection of games from all files.

use std::{ops::ControlFlow, sync::Arc};

use partie_db::query::record_of_fen;
use partie_formats::{Record, Severity};

use crate::{
    args::{GameNumbers, RenderArguments},
    commands::{
        games::Games,
        lazy_game::LazyGame,
        messages::Messages,
        note,
        show::source::{self, Several},
    },
    exit::Exit,
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
    let mut next = |entry: &LazyGame, seen: &mut ReadSummary| {
        let is_taken = filter.as_ref().is_none_or(|filter| filter.answers(entry));
        seen.games += 1;
        if is_taken && place.game.as_ref().is_none_or(|numbers| numbers.contains(seen.games)) {
            let record = entry.record();
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
            let only = LazyGame::read(record_of_fen(&text, &reading.options()), Arc::default());
            return next(&only, &mut seen).map(|_| seen);
        }
        Several::Inputs(inputs) => inputs,
    };
    if let Some(files) = inputs.skipped() {
        note(files);
    }
    let games = Games::open(inputs, reading).saying(Messages::Quiet).by_one_thread();
    let read = games.each(|entry| next(&entry, &mut seen))?;
    seen.failed = !read.failures.is_empty();
    Ok(seen)
}
