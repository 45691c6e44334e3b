//! `partie dedupe`: every game once.

use std::{
    collections::BTreeMap,
    io::{self, Write as _},
    ops::ControlFlow,
};

use anyhow::{Context as _, bail};
use serde_json::json;

use super::{
    copies::Copies,
    entries::{Entries, Entry},
    line::in_a_line,
};
use crate::{
    args::{DedupeArguments, Target},
    exit::Exit,
    input::{Input, Unreadable},
    output::{Output, Permission},
    query::{Occasion, Subject as _, beginnings, moves, richness},
    report::{count, grouped},
};

/// What is remembered of a game.
struct Known {
    /// The moves.
    moves: u128,
    /// The number of the game over all files, from 0.
    number: u32,
    input: u32,
    line: u64,
    occasion: Occasion,
    richness: (u32, u32),
}

/// Why a game is left out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Reason {
    Same,
    Contained,
}

/// The games that are left out: for each number the place of the game that is kept
/// instead, among the known ones.
type Removed = BTreeMap<u32, (usize, Reason)>;

pub(super) fn run(arguments: &DedupeArguments) -> anyhow::Result<Exit> {
    let DedupeArguments { contained, report, removed, json, target, collection, writing } =
        arguments;
    let entries = Entries::new(collection);
    if entries.readable().any(|input| input == Input::Stdin) {
        bail!("dedupe reads its input more than once; give a file instead of the standard input");
    }
    let permission = Permission::new(target.force).reading(entries.readable());
    let mut copies = Copies::new(target, writing, permission.clone(), false)?;
    let beside =
        removed.as_ref().map(|path| Target { output: path.clone(), to: None, force: target.force });
    let mut others = beside
        .as_ref()
        .map(|beside| Copies::new(beside, writing, permission.clone(), false))
        .transpose()?;
    let mut report = report.as_ref().map(|path| Output::create(path, &permission)).transpose()?;

    let mut known = Vec::new();
    let seen = entries.each(|entry| {
        known.push(Known {
            moves: moves(&entry),
            number: known.len() as u32,
            input: entry.input as u32,
            line: entry.line(),
            occasion: Occasion::of(&entry),
            richness: richness(&entry),
        });
        Ok(ControlFlow::Continue(()))
    })?;
    known.sort_unstable_by_key(|k| (k.moves, k.number));
    let mut removed = same(&known);
    if *contained {
        let mut number = 0;
        entries.silently().each(|entry| {
            beginning_of(&entry, number, &known, &mut removed);
            number += 1;
            Ok(ControlFlow::Continue(()))
        })?;
    }

    let mut number = 0;
    let again = entries.silently().each(|entry| {
        if let Some((keeper, reason)) = removed.get(&number) {
            let keeper = &known[last_keeper(*keeper, &known, &removed)];
            let name = entries.inputs[keeper.input as usize]
                .as_ref()
                .map_or_else(Unreadable::message, Input::name);
            let told = tell(&entry, *reason, &name, keeper.line, *json);
            if let Some(report) = &mut report {
                writeln!(report, "{told}").with_context(|| report.name().to_owned())?;
            } else if !collection.manner.quiet {
                // If nobody can read it, nobody is told.
                let _ = writeln!(io::stderr(), "{told}");
            }
            if let Some(others) = &mut others {
                others.write(&entry)?;
            }
        } else {
            copies.write(&entry)?;
        }
        number += 1;
        Ok(ControlFlow::Continue(()))
    })?;
    if again.games != seen.games {
        bail!("the files have changed meanwhile; nothing was written");
    }
    let voice = entries.voice();
    let mut complete = copies.finish(voice)?;
    if let Some(others) = others {
        complete &= others.finish(voice)?;
    }
    if let Some(report) = report {
        report.finish()?;
    }
    if !*json {
        let left_out = grouped(removed.len() as u64);
        voice.note(&format!("{left_out} of {} left out", count(seen.games, "game")));
    }
    Ok(seen.exit(seen.games == 0 || !complete))
}

/// Games of the same moves on the same occasion: of each lot the richest is kept.
fn same(known: &[Known]) -> Removed {
    let mut removed = Removed::new();
    let mut start = 0;
    for lot in known.chunk_by(|a, b| a.moves == b.moves) {
        // The best of each occasion so far, by place.
        let mut best: Vec<usize> = Vec::new();
        for (place, game) in lot.iter().enumerate().map(|(i, game)| (start + i, game)) {
            match best.iter_mut().find(|b| known[**b].occasion.may_be(&game.occasion)) {
                None => best.push(place),
                Some(kept) if game.richness > known[*kept].richness => {
                    removed.insert(known[*kept].number, (place, Reason::Same));
                    *kept = place;
                }
                Some(kept) => {
                    removed.insert(game.number, (*kept, Reason::Same));
                }
            }
        }
        start += lot.len();
    }
    removed
}

/// Finds the games that are beginnings of this one.
fn beginning_of(entry: &Entry, number: u32, known: &[Known], removed: &mut Removed) {
    let game = entry.game();
    let plies = game.ply_count();
    let own = Occasion::of(entry);
    let annotations = richness(entry).0;
    let Some(place) = known
        .binary_search_by_key(&(moves(entry), number), |k| (k.moves, k.number))
        .ok()
        .filter(|_| game.unread.is_none())
    else {
        return;
    };
    for hash in beginnings(game).take(plies).skip(1) {
        let first = known.partition_point(|k| k.moves < hash);
        for shorter in known[first..].iter().take_while(|k| k.moves == hash) {
            let fits = shorter.occasion.is_on_the_day_of(&own) && shorter.richness.0 <= annotations;
            if fits && !removed.contains_key(&shorter.number) {
                removed.insert(shorter.number, (place, Reason::Contained));
            }
        }
    }
}

/// The game that is kept in the end: the one kept instead may itself give way to another.
fn last_keeper(mut keeper: usize, known: &[Known], removed: &Removed) -> usize {
    while let Some((next, _)) = removed.get(&known[keeper].number) {
        keeper = *next;
    }
    keeper
}

fn tell(entry: &Entry, reason: Reason, keeper: &str, line: u64, as_json: bool) -> String {
    if as_json {
        let reason = match reason {
            Reason::Same => "same",
            Reason::Contained => "contained",
        };
        return json!({
            "file": &*entry.file,
            "line": entry.line(),
            "white": entry.known("White"),
            "black": entry.known("Black"),
            "reason": reason,
            "kept": { "file": keeper, "line": line },
        })
        .to_string();
    }
    let words = match reason {
        Reason::Same => "is the same as",
        Reason::Contained => "is the beginning of",
    };
    format!("{}\n    {words} {keeper}:{line}", in_a_line(entry))
}
