//! `partie dedupe`: every game once.

use std::{
    collections::BTreeMap,
    io::{self, Write as _},
    ops::ControlFlow,
};

use anyhow::{Context as _, bail};
use partie_db::query::{DuplicateReason, Duplicates, GameDigest, GameRecord, Subject as _};
use serde_json::json;

use super::{
    fold::{Fold, Needs},
    game_output::GameOutput,
    games::Games,
    lazy_game::LazyGame,
    summary_line::summary_line,
};
use crate::{
    args::{Copying, DedupeArguments, Target},
    exit::Exit,
    input::{Input, Unreadable},
    output::{Output, Permission},
    report::{count, grouped},
    terminal,
    visible::{json_line, visible},
};

pub(super) fn run(arguments: &DedupeArguments) -> anyhow::Result<Exit> {
    let DedupeArguments { contained, corrected, report, removed, all, form, copying } = arguments;
    let json = form.is_json();
    let Copying { target, collection, writing } = copying;
    let entries = Games::new(collection)?;
    if entries.is_live() {
        bail!("dedupe reads its inputs twice; use files instead of standard input or pipes");
    }
    let permission = Permission::new(target.force).reading(entries.readable());
    let mut game_output = GameOutput::new(target, writing, permission.clone())?;
    let beside =
        removed.as_ref().map(|path| Target { output: path.clone(), to: None, force: target.force });
    let mut others = beside
        .as_ref()
        .map(|beside| GameOutput::new(beside, writing, permission.clone()))
        .transpose()?;
    let mut report = report.as_ref().map(|path| Output::create(path, &permission)).transpose()?;

    let (mut digests, mut places) = (Vec::new(), Vec::new());
    let digest = Fold::new(Needs::Moves, |game, digests: &mut Vec<_>| {
        digests.push((game.place(), GameDigest::of(&game)));
    });
    let seen = entries.ask(digest, |_, (place, digest)| {
        digests.push(digest);
        places.push(place);
        Ok(ControlFlow::Continue(()))
    })?;
    let mut duplicates = Duplicates::among(digests);
    if *contained {
        let kept: Vec<bool> =
            (0..places.len() as u32).map(|number| duplicates.get(number).is_none()).collect();
        entries.each_again(
            &places,
            |number| kept[number as usize],
            |number, entry| {
                duplicates.look_for_beginnings(number, entry);
                Ok(())
            },
        )?;
        duplicates.remove_beginnings();
    }
    if *corrected {
        let kept: Vec<bool> =
            (0..places.len() as u32).map(|number| duplicates.get(number).is_none()).collect();
        let mut records = Vec::new();
        entries.each_again(
            &places,
            |number| kept[number as usize],
            |number, entry| {
                records.extend(GameRecord::of(number, entry));
                Ok(())
            },
        )?;
        duplicates.remove_corrected(records);
    }

    let listed = (*all || json) && !terminal::is_quiet();
    let reports = report.is_some() || others.is_some() || listed;
    let mut reasons: BTreeMap<&str, u64> = BTreeMap::new();
    for (_, reason) in (0..places.len() as u32).filter_map(|number| duplicates.get(number)) {
        *reasons.entry(reason.name()).or_default() += 1;
    }
    let wanted = |number| reports || duplicates.get(number).is_none();
    entries.each_again(&places, wanted, |number, entry| {
        if let Some((keeper, reason)) = duplicates.get(number) {
            let line = || {
                let keeper = places[keeper as usize];
                let name = entries.inputs[keeper.input as usize]
                    .as_ref()
                    .map_or_else(Unreadable::message, Input::name);
                print_message(entry, reason, &name, keeper.line, json)
            };
            if let Some(report) = &mut report {
                writeln!(report, "{}", line()).with_context(|| report.name().to_owned())?;
            } else if listed {
                // Errors of standard error are ignored.
                let _ = writeln!(io::stderr(), "{}", line());
            }
            if let Some(others) = &mut others {
                others.write(entry)?;
            }
        } else {
            game_output.write(entry)?;
        }
        Ok(())
    })?;
    let messages = entries.messages();
    let mut complete = game_output.finish(messages)?;
    if let Some(others) = others {
        complete &= others.finish(messages)?;
    }
    let has_report = report.is_some();
    if let Some(report) = report {
        report.finish()?;
    }
    if !json {
        let left_out = grouped(duplicates.len());
        let reasons: Vec<String> =
            reasons.iter().map(|(reason, games)| format!("{} {reason}", grouped(*games))).collect();
        let hint = match &reasons[..] {
            [] => String::new(),
            _ if *all || has_report => format!(" ({})", reasons.join(", ")),
            _ => format!(" ({}); use --all to list them", reasons.join(", ")),
        };
        messages.note(&format!("removed {left_out} of {}{hint}", count(seen.games, "game")));
    }
    Ok(seen.exit(seen.games == 0 || !complete))
}

fn print_message(
    entry: &LazyGame,
    reason: DuplicateReason,
    keeper: &str,
    line: u64,
    as_json: bool,
) -> String {
    if as_json {
        return json_line(&json!({
            "file": entry.file(),
            "line": entry.line(),
            "white": entry.known("White"),
            "black": entry.known("Black"),
            "reason": reason.name(),
            "kept": { "file": keeper, "line": line },
        }));
    }
    format!("{}\n    {reason} {}:{line}", summary_line(entry), visible(keeper))
}
