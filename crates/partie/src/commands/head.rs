//! `partie head` and `partie tail`: the first and the last games.

use std::{collections::VecDeque, ops::ControlFlow};

use super::{game_output::GameOutput, lazy_games::LazyGames};
use crate::{
    args::{HeadArguments, TailArguments},
    exit::Exit,
    output::Permission,
};

pub(super) fn head(arguments: &HeadArguments) -> anyhow::Result<Exit> {
    let HeadArguments { games, skip, collection, target, writing } = arguments;
    let entries = LazyGames::new(collection);
    let permission = Permission::new(target.force).reading(entries.readable());
    let live = entries.readable().any(|input| input.is_stream());
    let mut game_output = GameOutput::new(target, writing, permission, live)?;
    let entries = entries.bar(!game_output.on_terminal()).by_one_thread();
    let (mut passed, mut written) = (0, 0);
    let last = skip.saturating_add(*games);
    let seen = entries.each(|entry| {
        if passed >= *skip && passed < last {
            game_output.write(&entry)?;
            written += 1;
        }
        passed += 1;
        Ok(if passed >= last { ControlFlow::Break(()) } else { ControlFlow::Continue(()) })
    })?;
    let complete = game_output.finish(entries.messages())?;
    Ok(seen.exit(written == 0 || !complete))
}

pub(super) fn tail(arguments: &TailArguments) -> anyhow::Result<Exit> {
    let TailArguments { games, collection, target, writing } = arguments;
    let entries = LazyGames::new(collection);
    let permission = Permission::new(target.force).reading(entries.readable());
    let mut game_output = GameOutput::new(target, writing, permission, false)?;
    let mut last = VecDeque::new();
    let seen = entries.each(|entry| {
        last.push_back(entry);
        if last.len() > *games {
            last.pop_front();
        }
        Ok(ControlFlow::Continue(()))
    })?;
    for entry in &last {
        game_output.write(entry)?;
    }
    let complete = game_output.finish(entries.messages())?;
    Ok(seen.exit(last.is_empty() || !complete))
}
