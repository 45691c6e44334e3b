//! `partie db dedupe`, `names` and `undo`: changes of a library's games that can be taken back.

use std::{io::Write as _, ops::ControlFlow, path::Path};

use anyhow::bail;
use partie_db::{
    library::{Library, LibraryError, LibraryWriter},
    name_matching::Field,
    query::{Duplicates, GameDigest, GameRecord, Query, Subject as _},
};
use serde_json::json;

use crate::{
    args::{DbDedupeArguments, DbNamesArguments, DbUndoArguments, DbUpgradeArguments},
    commands::{
        messages::Messages,
        names::{Replaced, Suggester, print_replaced, read_map},
        summary_line::summary,
    },
    exit::Exit,
    output::Permission,
    report::{count, grouped},
    terminal,
    visible::json_line,
};

pub(super) fn dedupe(arguments: &DbDedupeArguments) -> anyhow::Result<Exit> {
    let DbDedupeArguments { library: folder, contained, corrected, dry_run, form, all } = arguments;
    let json = form.is_json();
    // A second writer is refused before the games are read.
    let mut writer = if *dry_run { None } else { Some(LibraryWriter::open(folder)?) };
    let library = Library::open(folder)?;
    let everything = Query::new(Vec::new());
    let (mut digests, mut numbers) = (Vec::new(), Vec::new());
    library.find(&everything, |game| {
        numbers.push(game.number);
        digests.push(game.read(GameDigest::of)?);
        Ok::<_, LibraryError>(ControlFlow::Continue(()))
    })?;
    let mut duplicates = Duplicates::among(digests);
    // A game without a place was not read.
    let place = |number: u64| numbers.binary_search(&number).map_or(u32::MAX, |at| at as u32);
    if *contained {
        library.find(&everything, |game| {
            if duplicates.get(place(game.number)).is_none() {
                game.read(|view| duplicates.look_for_beginnings(place(game.number), view))?;
            }
            Ok::<_, LibraryError>(ControlFlow::Continue(()))
        })?;
        duplicates.remove_beginnings();
    }
    if *corrected {
        let mut records = Vec::new();
        library.find(&everything, |game| {
            if duplicates.get(place(game.number)).is_none() {
                records.extend(game.read(|view| GameRecord::of(place(game.number), view))?);
            }
            Ok::<_, LibraryError>(ControlFlow::Continue(()))
        })?;
        duplicates.remove_corrected(records);
    }
    if (*all || json || *dry_run) && !terminal::is_quiet() && !duplicates.is_empty() {
        let mut out = std::io::BufWriter::new(anstream::stdout());
        library.find(&everything, |game| {
            if let Some((keeper, reason)) = duplicates.get(place(game.number)) {
                let (number, keeper) = (game.number, numbers[keeper as usize]);
                let line = game.read(|view| {
                    if json {
                        json_line(&json!({
                            "game": number,
                            "white": view.known("White"),
                            "black": view.known("Black"),
                            "reason": reason.name(),
                            "kept": keeper,
                        }))
                    } else {
                        format!("{}\n    {reason} {keeper}", summary(&number.to_string(), view))
                    }
                })?;
                writeln!(out, "{line}")?;
            }
            anyhow::Ok(ControlFlow::Continue(()))
        })?;
        out.flush()?;
    }
    let games = library.manifest().games();
    let messages = if json { Messages::Quiet } else { Messages::words() };
    let found = format!("{} of {}", grouped(duplicates.len()), count(games, "game"));
    match &mut writer {
        Some(writer) if !duplicates.is_empty() => {
            let is_duplicate = |number: &u64| duplicates.get(place(*number)).is_some();
            let removed = numbers.iter().copied().filter(is_duplicate).collect();
            writer.delete_games("dedupe", &removed)?;
            let hint = if *all { "" } else { ", --all lists them" };
            messages.note(&format!("removed {found}; `partie db undo` takes it back{hint}"));
        }
        Some(_) => messages.note(&format!("removed {found}")),
        None => messages.note(&format!("would remove {found}")),
    }
    Ok(Exit::Clean)
}

pub(super) fn names(arguments: &DbNamesArguments) -> anyhow::Result<Exit> {
    let DbNamesArguments { library, suggestions, apply: map, force } = arguments;
    let messages = Messages::words();
    if let Some(map) = map {
        return apply(library, map, messages);
    }
    let library = Library::open(library)?;
    let mut suggester = Suggester::new(suggestions, &Permission::new(*force))?;
    library.find(&Query::new(Vec::new()), |game| {
        game.read(|view| suggester.add(view))?;
        Ok::<_, LibraryError>(ControlFlow::Continue(()))
    })?;
    let found = suggester.finish(messages)?;
    Ok(if found && suggestions.map.is_none() { Exit::Problems } else { Exit::Clean })
}

/// Replaces spellings.
fn apply(library: &Path, path: &Path, messages: Messages) -> anyhow::Result<Exit> {
    let map = read_map(path)?;
    let mut replaced = Replaced::new();
    let mut writer = LibraryWriter::open(library)?;
    let tags: Vec<(Field, &str)> =
        Field::ALL.iter().flat_map(|field| field.tags().iter().map(|tag| (*field, *tag))).collect();
    writer.replace_tags("names", |name, old| {
        let (field, _) = tags.iter().find(|(_, tag)| *tag == name)?;
        let new = map.get(*field, old.trim())?;
        *replaced.entry((*field, old.trim().to_owned())).or_default() += 1;
        Some(new.to_owned())
    })?;
    let all = match replaced.values().sum() {
        0 => "no spelling was replaced".to_owned(),
        times => {
            format!("replaced {}; `partie db undo` takes it back", count(times, "spelling"))
        }
    };
    print_replaced(&map, path, &replaced, &all, messages);
    Ok(Exit::Clean)
}

pub(super) fn upgrade(arguments: &DbUpgradeArguments) -> anyhow::Result<Exit> {
    let mut writer = LibraryWriter::open(&arguments.library)?;
    let messages = Messages::Words;
    match writer.upgrade()? {
        0 => messages.note("nothing to upgrade"),
        segments => {
            messages.note(&format!("{} written anew", count(segments as u64, "segment")));
        }
    }
    Ok(Exit::Clean)
}

pub(super) fn undo(arguments: &DbUndoArguments) -> anyhow::Result<Exit> {
    let DbUndoArguments { library, forget } = arguments;
    let mut writer = LibraryWriter::open(library)?;
    let messages = Messages::Words;
    let edit = writer.manifest().undo.as_ref().map(|undo| undo.edit.clone());
    let Some(edit) = edit else {
        bail!("{}: nothing to undo", library.display());
    };
    let is_import = edit == LibraryWriter::IMPORT;
    if *forget {
        writer.forget()?;
        messages.note(&if is_import {
            "records that an import replaced cannot come back any more".to_owned()
        } else {
            format!("`partie db {edit}` can no longer be undone")
        });
    } else {
        writer.undo()?;
        let games = count(writer.manifest().games(), "game");
        let undone = if is_import {
            "brought back the records that an import replaced, beside the new ones".to_owned()
        } else {
            format!("took `partie db {edit}` back")
        };
        messages.note(&format!("{undone}; library now has {games}"));
    }
    Ok(Exit::Clean)
}
