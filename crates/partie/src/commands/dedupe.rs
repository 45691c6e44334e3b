//! `partie dedupe`: every game once.

use std::{
    cmp::Reverse,
    io::{self, Write as _},
    ops::ControlFlow,
};

use anyhow::{Context as _, bail};
use partie_db::query::{GameContext, MoveDigest, Subject as _, beginnings};
use serde_json::json;

use super::{
    game_output::GameOutput,
    lazy_game::{GameLocation, LazyGame},
    lazy_games::LazyGames,
    questions::{GameQuestion, Needs, QueriedGame},
    summary_line::summary_line,
};
use crate::{
    args::{DedupeArguments, Target},
    exit::Exit,
    input::{Input, Unreadable},
    output::{Output, Permission},
    report::{count, grouped},
    visible::{json_line, visible},
};

/// Data kept for a game.
struct KnownGame {
    /// The moves.
    moves: u128,
    /// The number of the game over all files, from 0.
    number: u32,
    occasion: GameContext,
    richness: (u32, u32),
}

/// Finds out what is remembered of games.
struct DigestGames;

impl GameQuestion for DigestGames {
    type Answer = (GameLocation, KnownGame);

    fn needs(&self) -> Needs {
        Needs::Moves
    }

    fn ask(&self, game: impl QueriedGame, answers: &mut Vec<(GameLocation, KnownGame)>) {
        let gist = MoveDigest::of(&game);
        let occasion = GameContext::of(&game, &gist);
        let (moves, richness) = (gist.moves, gist.richness(&game));
        answers.push((game.place(), KnownGame { moves, number: 0, occasion, richness }));
    }
}

/// Reason why a game is left out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Reason {
    Same,
    Contained,
}

/// For the number of each game that is left out the place of the game that is kept instead, among
/// the known ones.
struct Removed {
    /// By number.
    games: Vec<Option<(u32, Reason)>>,
    /// Number of removed games.
    count: u64,
}

impl Removed {
    fn get(&self, number: u32) -> Option<(usize, Reason)> {
        let (keeper, reason) = (*self.games.get(number as usize)?)?;
        Some((keeper as usize, reason))
    }

    fn contains(&self, number: u32) -> bool {
        self.get(number).is_some()
    }

    /// Leaves a game out that was not left out before.
    fn insert(&mut self, number: u32, keeper: usize, reason: Reason) {
        self.games[number as usize] = Some((keeper as u32, reason));
        self.count += 1;
    }
}

pub(super) fn run(arguments: &DedupeArguments) -> anyhow::Result<Exit> {
    let DedupeArguments { contained, report, removed, json, target, collection, writing } =
        arguments;
    let entries = LazyGames::new(collection);
    if entries.readable().any(|input| input.is_stream()) {
        bail!("dedupe reads its inputs twice; use files instead of standard input or pipes");
    }
    let permission = Permission::new(target.force).reading(entries.readable());
    let mut game_output = GameOutput::new(target, writing, permission.clone(), false)?;
    let beside =
        removed.as_ref().map(|path| Target { output: path.clone(), to: None, force: target.force });
    let mut others = beside
        .as_ref()
        .map(|beside| GameOutput::new(beside, writing, permission.clone(), false))
        .transpose()?;
    let mut report = report.as_ref().map(|path| Output::create(path, &permission)).transpose()?;

    let (mut known, mut places) = (Vec::new(), Vec::new());
    let seen = entries.ask(DigestGames, |_, (place, own)| {
        known.push(KnownGame { number: known.len() as u32, ..own });
        places.push(place);
        Ok(ControlFlow::Continue(()))
    })?;
    known.sort_unstable_by_key(|k| (k.moves, k.number));
    let mut removed = same(&known);
    if *contained {
        let mut found = Vec::new();
        let kept = |number| !removed.contains(number);
        entries.each_again(&places, kept, |number, entry| {
            beginnings_of(entry, number, &known, &removed, &mut found);
            Ok(())
        })?;
        leave_out(found, &known, &mut removed);
    }

    let told = report.is_some() || others.is_some() || !collection.manner.quiet;
    let wanted = |number| told || !removed.contains(number);
    entries.each_again(&places, wanted, |number, entry| {
        if let Some((keeper, reason)) = removed.get(number) {
            let told = || {
                let keeper = places[known[keeper].number as usize];
                let name = entries.inputs[keeper.input as usize]
                    .as_ref()
                    .map_or_else(Unreadable::message, Input::name);
                print_message(entry, reason, &name, keeper.line, *json)
            };
            if let Some(report) = &mut report {
                writeln!(report, "{}", told()).with_context(|| report.name().to_owned())?;
            } else if !collection.manner.quiet {
                // Errors of standard error are ignored.
                let _ = writeln!(io::stderr(), "{}", told());
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
    if let Some(report) = report {
        report.finish()?;
    }
    if !*json {
        let left_out = grouped(removed.count);
        messages.note(&format!("removed {left_out} of {}", count(seen.games, "game")));
    }
    Ok(seen.exit(seen.games == 0 || !complete))
}

/// Games of the same moves on the same occasion: of each lot the richest is kept. Every
/// game that is left out fits the one that is kept, not only one between.
fn same(known: &[KnownGame]) -> Removed {
    let mut removed = Removed { games: vec![None; known.len()], count: 0 };
    let mut start = 0;
    for lot in known.chunk_by(|a, b| a.moves == b.moves) {
        let mut places: Vec<_> = (start..start + lot.len()).collect();
        places.sort_by_key(|place| Reverse(known[*place].richness));
        let mut kept: Vec<usize> = Vec::new();
        for place in places {
            let game = &known[place];
            let keeper = kept.iter().find(|keeper| {
                let occasion = &known[**keeper].occasion;
                game.occasion.may_be(occasion) && game.occasion.knows_no_more_than(occasion)
            });
            match keeper {
                Some(keeper) => removed.insert(game.number, *keeper, Reason::Same),
                None => kept.push(place),
            }
        }
        start += lot.len();
    }
    removed
}

/// A game that may be the beginning of another.
struct OpeningSequence {
    /// Number of plies.
    plies: usize,
    /// Index among the known games.
    place: usize,
    /// The place and length of the other.
    longer: (usize, usize),
}

/// Finds the games that may be beginnings of this one.
fn beginnings_of(
    entry: &LazyGame,
    number: u32,
    known: &[KnownGame],
    removed: &Removed,
    found: &mut Vec<OpeningSequence>,
) {
    let game = entry.game();
    if game.unread.is_some() {
        return;
    }
    let own = (MoveDigest::of(entry).moves, number);
    let Ok(place) = known.binary_search_by_key(&own, |k| (k.moves, k.number)) else { return };
    let total = game.ply_count();
    for (plies, hash) in beginnings(game).enumerate().take(total).skip(1) {
        let first = known.partition_point(|k| k.moves < hash);
        for (at, shorter) in known.iter().enumerate().skip(first) {
            if shorter.moves != hash {
                break;
            }
            let fits = shorter.occasion.may_begin(&known[place].occasion)
                && shorter.richness.0 <= known[place].richness.0;
            if fits && !removed.contains(shorter.number) {
                found.push(OpeningSequence { plies, place: at, longer: (place, total) });
            }
        }
    }
}

/// Leaves out the beginnings of games that are kept themselves.
fn leave_out(mut beginnings: Vec<OpeningSequence>, known: &[KnownGame], removed: &mut Removed) {
    // The longest first: then it is known whether their longer games are kept.
    beginnings.sort_by_key(|b| (Reverse(b.plies), b.place, Reverse(b.longer.1), b.longer.0));
    for OpeningSequence { place, longer: (longer, _), .. } in beginnings {
        if !removed.contains(known[longer].number) {
            let number = known[place].number;
            if !removed.contains(number) {
                removed.insert(number, longer, Reason::Contained);
            }
        }
    }
}

fn print_message(
    entry: &LazyGame,
    reason: Reason,
    keeper: &str,
    line: u64,
    as_json: bool,
) -> String {
    if as_json {
        let reason = match reason {
            Reason::Same => "same",
            Reason::Contained => "contained",
        };
        return json_line(&json!({
            "file": entry.file(),
            "line": entry.line(),
            "white": entry.known("White"),
            "black": entry.known("Black"),
            "reason": reason,
            "kept": { "file": keeper, "line": line },
        }));
    }
    let words = match reason {
        Reason::Same => "is the same as",
        Reason::Contained => "is the beginning of",
    };
    format!("{}\n    {words} {}:{line}", summary_line(entry), visible(keeper))
}
