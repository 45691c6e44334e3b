//! `partie db backup` and `partie db merge`: games of libraries into others.

use partie_db::library::Library;

use super::import::{merge_small, open_or_create};
use crate::{
    args::{DbBackupArguments, DbMergeArguments},
    commands::note,
    exit::Exit,
    report::count,
};

pub(super) fn backup(arguments: &DbBackupArguments) -> anyhow::Result<Exit> {
    let DbBackupArguments { library, copy } = arguments;
    let library = Library::open(library)?;
    let games = library.copy_to(copy)?;
    note(format_args!("{} copied to {}", count(games, "game"), copy.display()));
    Ok(Exit::Clean)
}

pub(super) fn merge(arguments: &DbMergeArguments) -> anyhow::Result<Exit> {
    // All libraries are opened before anything is written.
    let others = arguments.others.iter().map(|other| Library::open(other));
    let others: Vec<Library> = others.collect::<Result<_, _>>()?;
    let mut writer = open_or_create(&arguments.library)?;
    let before = writer.manifest().games();
    for other in &others {
        writer.add_library(other)?;
    }
    merge_small(&mut writer)?;
    let games = writer.manifest().games();
    note(format_args!(
        "{} added; {} now has {}",
        count(games - before, "game"),
        arguments.library.display(),
        count(games, "game")
    ));
    Ok(Exit::Clean)
}
