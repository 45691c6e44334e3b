//! `partie sort`: games in order.

use std::{env, ops::ControlFlow};

use anyhow::Context as _;
use partie_db::query::{SortKey, place};

use super::{
    deferred::{DeferredGame, Rereader},
    external_sort::Sorter,
    game_output::GameOutput,
    questions::{GameQuestion, Needs, QueriedGame},
};
use crate::{args::SortArguments, exit::Exit};

pub(super) fn run(arguments: &SortArguments) -> anyhow::Result<Exit> {
    let SortArguments { by, reverse, memory, temporary, copying } = arguments;
    let (entries, mut game_output) = GameOutput::of(copying)?;
    let folder = temporary.clone().unwrap_or_else(env::temp_dir);
    let spilling = || {
        format!(
            "cannot write temporary files to {}; use --temporary for another directory",
            folder.display()
        )
    };
    let mut sorter = Sorter::new(*memory, folder.clone());
    let ordering = MakeSortKeys { by: by.clone(), reverse: *reverse };
    let seen = entries.ask(ordering, |_, (kept, key)| {
        sorter.put(key, kept.pack()).with_context(spilling)?;
        Ok(ControlFlow::Continue(()))
    })?;
    let sorted = sorter.sorted().with_context(spilling)?;
    let packed = sorted.map(|placed| Ok(placed.with_context(spilling)?.value));
    Rereader::new(&entries).each_packed(packed, |entry| game_output.write(entry))?;
    let complete = game_output.finish(entries.messages())?;
    Ok(seen.exit(seen.games == 0 || !complete))
}

/// Finds the places of games in an order.
struct MakeSortKeys {
    by: Vec<SortKey>,
    reverse: bool,
}

impl GameQuestion for MakeSortKeys {
    type Answer = (DeferredGame, Vec<u8>);

    fn needs(&self) -> Needs {
        if self.by.iter().any(SortKey::is_in_moves) { Needs::Game } else { Needs::Tags }
    }

    fn ask(&self, game: impl QueriedGame, answers: &mut Vec<(DeferredGame, Vec<u8>)>) {
        let key = place(&game, &self.by, self.reverse);
        answers.push((DeferredGame::of(game), key));
    }
}
