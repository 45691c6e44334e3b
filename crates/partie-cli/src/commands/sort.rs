//! `partie sort`: games in order.

use std::{env, ops::ControlFlow, path::PathBuf};

use anyhow::Context as _;
use partie_db::query::{SortKey, place};

use super::{
    deferred::{DeferredGame, Rereader},
    external_sort::Sorter,
    fold::{AskedGame, Fold, Needs},
    game_output::GameOutput,
    games::{Games, ReadSummary},
    lazy_game::LazyGame,
};
use crate::{args::SortArguments, exit::Exit};

pub(super) fn run(arguments: &SortArguments) -> anyhow::Result<Exit> {
    let SortArguments { by, reverse, memory, temporary, copying } = arguments;
    let (entries, mut game_output) = GameOutput::of(copying)?;
    let folder = temporary.clone().unwrap_or_else(env::temp_dir);
    let keys = sort_keys(by.clone(), *reverse);
    let all = (0, usize::MAX);
    let seen = in_order(&entries, keys, (*memory, folder), all, |entry| game_output.write(entry))?;
    let complete = game_output.finish(entries.messages())?;
    Ok(seen.exit(seen.games == 0 || !complete))
}

/// A game, and its key in an order.
type SortedGame = (DeferredGame, Vec<u8>);

/// Passes on games in an order, skipping the first few and up to a maximum. `memory` bytes are held
/// in memory, and the rest in a folder.
pub(super) fn in_order(
    entries: &Games,
    keys: Fold<impl Fn(AskedGame<'_>, &mut Vec<SortedGame>) + Send + Sync + 'static>,
    (memory, folder): (usize, PathBuf),
    (skipped, most): (usize, usize),
    each: impl FnMut(&LazyGame) -> anyhow::Result<()>,
) -> anyhow::Result<ReadSummary> {
    let spilling = || {
        format!(
            "cannot write temporary files to {}; use `partie sort --temporary` for another directory",
            folder.display()
        )
    };
    let mut sorter = Sorter::new(memory, folder.clone());
    let seen = entries.ask(keys, |_, (kept, key)| {
        sorter.put(key, kept.pack()).with_context(spilling)?;
        Ok(ControlFlow::Continue(()))
    })?;
    let sorted = sorter.sorted().with_context(spilling)?.skip(skipped).take(most);
    let packed = sorted.map(|placed| Ok(placed.with_context(spilling)?.value));
    Rereader::new(entries).each_packed(packed, each)?;
    Ok(seen)
}

/// Finds the places of games in an order.
pub(super) fn sort_keys(
    by: Vec<SortKey>,
    reverse: bool,
) -> Fold<impl Fn(AskedGame<'_>, &mut Vec<SortedGame>) + Send + Sync + 'static> {
    let in_moves = by.iter().any(SortKey::is_in_moves);
    let needs = if in_moves { Needs::Game } else { Needs::Tags };
    Fold::new(needs, move |game, games: &mut Vec<_>| {
        let key = place(&game, &by, reverse);
        games.push((DeferredGame::of(game), key));
    })
}
