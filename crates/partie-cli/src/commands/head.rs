//! `partie head` and `partie tail`: the first and the last games.

use std::{collections::VecDeque, ops::ControlFlow};

use super::game_output::GameOutput;
use crate::{
    args::{HeadArguments, TailArguments},
    exit::Exit,
};

pub(super) fn head(arguments: &HeadArguments) -> anyhow::Result<Exit> {
    let HeadArguments { games, skip, copying } = arguments;
    let (entries, game_output) = GameOutput::of(copying)?;
    let mut game_output = game_output.live(entries.is_live());
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
    let TailArguments { games, copying } = arguments;
    let (entries, mut game_output) = GameOutput::of(copying)?;
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
