//! `partie db check`: verification of a library.

use std::{collections::BTreeSet, io::Write as _};

use partie_db::library::{Library, LibraryError, LibraryWriter};

use crate::{
    args::DbCheckArguments,
    commands::{note, print_message, said},
    exit::Exit,
    progress::Progress,
    report::{count, grouped, visible},
};

pub(super) fn run(arguments: &DbCheckArguments) -> anyhow::Result<Exit> {
    let folder = &arguments.library;
    let mut has_unreadable = false;
    let library = match Library::open(folder) {
        Err(LibraryError::Damaged { .. }) if arguments.rebuild => {
            let rebuilt = LibraryWriter::rebuild_manifest(folder)?;
            let games = count(rebuilt.games, "game");
            let removed = match rebuilt.set_aside {
                0 => String::new(),
                games => format!(", and {} for `partie db restore`", count(games, "removed game")),
            };
            note(format_args!("the list of files was made anew; it has {games}{removed}"));
            has_unreadable = !rebuilt.unreadable.is_empty();
            for path in rebuilt.unreadable {
                print_message(format_args!("{}: its games cannot be read", path.display()));
            }
            Library::open(folder)?
        }
        opened => opened?,
    };
    let mut games = 0;
    let progress = Progress::of_games(library.manifest().games());
    let problems = library.check(|| {
        games += 1;
        progress.advance(1);
    })?;
    drop(progress);
    let mut out = anstream::stdout().lock();
    for problem in &problems {
        let remedy = match (problem.can_rebuild, arguments.rebuild) {
            (true, false) => "; `partie db check --rebuild` makes it anew",
            _ => "",
        };
        writeln!(out, "{}{remedy}", visible(&problem.to_string()))?;
    }
    let segments: BTreeSet<u64> = problems.iter().map(|problem| problem.segment).collect();
    let sound = |segment: &u64| {
        problems.iter().all(|problem| problem.segment != *segment || problem.can_rebuild)
    };
    if arguments.rebuild {
        let mut writer = LibraryWriter::open(&arguments.library)?;
        for segment in segments.iter().filter(|segment| sound(segment)) {
            writer.rebuild(*segment)?;
        }
        let rebuilt = segments.iter().filter(|segment| sound(segment)).count();
        if rebuilt > 0 {
            let indexes = if rebuilt == 1 { "index" } else { "indexes" };
            note(format_args!("{} {indexes} rebuilt", grouped(rebuilt as u64)));
        }
        if rebuilt == segments.len() && !has_unreadable {
            return Ok(Exit::Clean);
        }
    }
    if problems.is_empty() && !has_unreadable {
        note(format_args!("{} verified, nothing is wrong", count(games, "game")));
        return Ok(Exit::Clean);
    }
    said();
    Ok(Exit::Problems)
}
