//! `partie sort`: games in order.

use std::{env, ops::ControlFlow};

use anyhow::Context as _;

use super::{
    ask::{Ask, Asked, Needs},
    copies::Copies,
    entries::Entries,
    kept::{Kept, Rereader},
    runs::Sorter,
};
use crate::{
    args::SortArguments,
    exit::Exit,
    output::Permission,
    query::{Key, place},
};

pub(super) fn run(arguments: &SortArguments) -> anyhow::Result<Exit> {
    let SortArguments { by, reverse, memory, temporary, target, collection, writing } = arguments;
    let entries = Entries::new(collection);
    let permission = Permission::new(target.force).reading(entries.readable());
    let mut copies = Copies::new(target, writing, permission, false)?;
    let folder = temporary.clone().unwrap_or_else(env::temp_dir);
    let spilling =
        || format!("cannot keep games in {}; --temporary names another folder", folder.display());
    let mut sorter = Sorter::new(*memory, folder.clone());
    let ordering = Ordering { by: by.clone(), reverse: *reverse };
    let seen = entries.ask(ordering, |_, (kept, key)| {
        sorter.put(key, kept.pack()).with_context(spilling)?;
        Ok(ControlFlow::Continue(()))
    })?;
    let sorted = sorter.sorted().with_context(spilling)?;
    let packed = sorted.map(|placed| Ok(placed.with_context(spilling)?.value));
    Rereader::new(&entries).each_packed(packed, |entry| copies.write(entry))?;
    let complete = copies.finish(entries.voice())?;
    Ok(seen.exit(seen.games == 0 || !complete))
}

/// Finds the places of games in an order.
struct Ordering {
    by: Vec<Key>,
    reverse: bool,
}

impl Ask for Ordering {
    type Answer = (Kept, Vec<u8>);

    fn needs(&self) -> Needs {
        if self.by.iter().any(Key::is_in_moves) { Needs::Game } else { Needs::Tags }
    }

    fn ask(&self, game: impl Asked, answers: &mut Vec<(Kept, Vec<u8>)>) {
        let key = place(&game, &self.by, self.reverse);
        answers.push((Kept::of(game), key));
    }
}
