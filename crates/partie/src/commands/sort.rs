//! `partie sort`: games in order.

use std::{env, ops::ControlFlow};

use anyhow::Context as _;

use super::{
    copies::Copies,
    entries::{Entries, Entry, Parcel},
    runs::Sorter,
};
use crate::{args::SortArguments, exit::Exit, output::Permission, query::place};

pub(super) fn run(arguments: &SortArguments) -> anyhow::Result<Exit> {
    let SortArguments { by, reverse, memory, temporary, target, collection, writing } = arguments;
    let entries = Entries::new(collection);
    let permission = Permission::new(target.force).reading(entries.readable());
    let mut copies = Copies::new(target, writing, permission, false)?;
    let folder = temporary.clone().unwrap_or_else(env::temp_dir);
    let spilling =
        || format!("cannot keep games in {}; --temporary names another folder", folder.display());
    let mut sorter = Sorter::new(*memory, folder.clone());
    let (order, backwards) = (by.clone(), *reverse);
    let work = move |entry: &Entry| place(entry, &order, backwards);
    let seen = entries.each_worked(work, |entry, key| {
        sorter.put(key, entry.pack()).with_context(spilling)?;
        Ok(ControlFlow::Continue(()))
    })?;
    for placed in sorter.sorted().with_context(spilling)? {
        if let Some(entry) = entries.unpack(&Parcel(placed.with_context(spilling)?.value)) {
            copies.write(&entry?)?;
        }
    }
    let complete = copies.finish(entries.voice())?;
    Ok(seen.exit(seen.games == 0 || !complete))
}
