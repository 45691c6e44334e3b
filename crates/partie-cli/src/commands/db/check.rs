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
    let current: BTreeSet<u64> =
        library.manifest().segments.iter().map(|segment| segment.number).collect();
    let removed = library.manifest().removed.as_ref().map(|removed| removed.number);
    for problem in &problems {
        let is_undone = !current.contains(&problem.segment) && Some(problem.segment) != removed;
        let remedy = match (problem.can_rebuild, arguments.rebuild) {
            _ if is_undone => "; only `undo` needs it, and `partie db undo --forget` deletes it",
            (true, false) => "; `partie db check --rebuild` makes it anew",
            (false, false) if Some(problem.segment) == removed => {
                "; `partie db check --rebuild` moves it away, and its games cannot be restored"
            }
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
        if removed.is_some_and(|removed| segments.contains(&removed)) {
            if let Some(path) = writer.move_set_aside()? {
                let path = path.display();
                print_message(format_args!("removed games that cannot be read are in {path}"));
            }
            has_unreadable = true;
        }
        let rebuilt = segments.iter().filter(|segment| sound(segment)).count();
        if rebuilt > 0 {
            let indexes = if rebuilt == 1 { "index" } else { "indexes" };
            note(format_args!("{} {indexes} rebuilt", grouped(rebuilt as u64)));
        }
        if rebuilt > 0 && rebuilt == segments.len() && !has_unreadable {
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
