//! `partie diff`: how two collections differ.

use std::{
    collections::{HashMap, VecDeque, hash_map::DefaultHasher},
    env,
    hash::{Hash as _, Hasher as _},
    io::{BufWriter, Write},
    ops::ControlFlow,
    slice,
};

use anyhow::{Context as _, bail};
use partie_db::query::{Difference, GameContext, MoveDigest, Subject, differences, folded, whole};
use serde_json::{Value, json};

use super::{
    deferred::{DeferredGame, Rereader},
    external_sort::Sorter,
    fold::{AskedGame, Fold, Needs},
    games::Games,
    lazy_game::LazyGame,
    said,
    summary_line::summary_line,
};
use crate::{
    args::DiffArguments,
    commands::print_message,
    exit::Exit,
    report::count,
    terminal,
    visible::{json_line, visible},
};

/// Data kept for a game.
struct KnownGame {
    /// Hash of the whole game.
    whole: u128,
    /// Players, date and round.
    heading: u64,
    moves: u128,
    occasion: GameContext,
    /// Index of the same game in the other collection.
    other: Option<usize>,
}

pub(super) fn run(arguments: &DiffArguments) -> anyhow::Result<Exit> {
    let DiffArguments { old, new, summary, form, reading } = arguments;
    let json = form.is_json();
    let collections =
        [Games::of(slice::from_ref(old), reading), Games::of(slice::from_ref(new), reading)];
    if collections.iter().any(Games::is_live) {
        bail!("diff reads its inputs twice; use files instead of standard input or pipes");
    }
    let (mut before, failed) = known(&collections[0])?;
    let (mut after, failed_too) = known(&collections[1])?;
    if failed + failed_too > 0 {
        return Ok(Exit::Failed);
    }
    join(&mut before, &mut after);

    let mut printer = Printer { out: BufWriter::new(anstream::stdout()), json, silent: *summary };
    let (mut removed, mut changed, mut added) = (0, 0, 0);
    // The old ones of the games that were changed, in the order of the new ones.
    let mut waiting = Sorter::new(MEMORY, env::temp_dir());
    let mut number = 0;
    collections[0].silently().each(|entry| {
        match before[number].other {
            None => {
                removed += 1;
                printer.single("removed", &entry)?;
            }
            Some(other) if after[other].whole != before[number].whole => {
                waiting
                    .put(place_of(other), DeferredGame::of(AskedGame::Own(entry)).pack())
                    .context(SPILLING)?;
            }
            Some(_) => {}
        }
        number += 1;
        Ok(ControlFlow::Continue(()))
    })?;
    let mut waiting = waiting.sorted().context(SPILLING)?;
    let mut before_again = Rereader::new(&collections[0]);
    number = 0;
    collections[1].silently().each(|entry| {
        match after[number].other {
            None => {
                added += 1;
                printer.single("added", &entry)?;
            }
            Some(_) if waiting.peek().is_some_and(|old| old.key == place_of(number)) => {
                changed += 1;
                let old = waiting.next().map(|old| Ok(old.context(SPILLING)?.value));
                before_again.each_packed(old.into_iter(), |old| printer.changed(old, &entry))?;
            }
            Some(_) => {}
        }
        number += 1;
        Ok(ControlFlow::Continue(()))
    })?;
    printer.out.flush()?;
    let same = after.len() as u64 - added - changed;
    if *summary && json {
        writeln!(
            printer.out,
            "{}",
            json!({ "added": added, "removed": removed, "changed": changed, "same": same })
        )?;
    } else if *summary {
        writeln!(printer.out, "{}", counted(added, removed, changed, same))?;
    } else if !terminal::is_quiet() && !json {
        print_message(counted(added, removed, changed, same));
    }
    printer.out.flush()?;
    said();
    Ok(if added + removed + changed > 0 { Exit::Problems } else { Exit::Clean })
}

/// Memory limit for changed games, in bytes.
const MEMORY: usize = 256 << 20;

const SPILLING: &str = "cannot write temporary files";

/// The number of a game as a key.
fn place_of(number: usize) -> Vec<u8> {
    (number as u64).to_be_bytes().to_vec()
}

fn counted(added: u64, removed: u64, changed: u64, same: u64) -> String {
    format!("{} added, {removed} removed, {changed} changed, {same} the same", count(added, "game"))
}

/// Returns the games of a collection, and the number of its unreadable files.
fn known(entries: &Games) -> anyhow::Result<(Vec<KnownGame>, usize)> {
    let mut known = Vec::new();
    let digest = Fold::new(Needs::Moves, |game, games: &mut Vec<((), KnownGame)>| {
        let gist = MoveDigest::of(&game);
        let known = KnownGame {
            whole: whole(&game),
            heading: heading(&game),
            moves: gist.moves,
            occasion: GameContext::of(&game, &gist),
            other: None,
        };
        games.push(((), known));
    });
    let seen = entries.ask(digest, |_, ((), own)| {
        known.push(own);
        Ok(ControlFlow::Continue(()))
    })?;
    Ok((known, seen.failures.len()))
}

/// Players, date and round as a number; 0 if they say too little to know a game by.
fn heading(game: &impl Subject) -> u64 {
    let tags = ["White", "Black", "WhiteA", "BlackA", "Round", "UTCTime"];
    if game.known("White").or(game.known("WhiteA")).is_none() || game.date().is_none() {
        return 0;
    }
    let mut hash = DefaultHasher::new();
    tags.map(|name| game.known(name).map(folded)).hash(&mut hash);
    game.date().map(|d| d.to_string()).hash(&mut hash);
    hash.finish().max(1)
}

/// Finds each game's counterpart in the other collection: an identical game, else one with the same
/// heading and moves, else the same moves, else the same heading, else the same moves with other
/// names.
fn join(before: &mut [KnownGame], after: &mut [KnownGame]) {
    let heading = |game: &KnownGame| (game.heading > 0).then_some(u128::from(game.heading));
    join_by(before, after, |game| Some(game.whole), |_, _| true);
    join_by(before, after, heading, |a, b| a.moves == b.moves);
    join_by(before, after, |game| Some(game.moves), |a, b| a.occasion.may_be(&b.occasion));
    join_by(before, after, heading, |_, _| true);
    // The names of players may be spelled in quite another way.
    join_by(before, after, |game| Some(game.moves), |a, b| a.occasion.may_be_renamed(&b.occasion));
}

/// Joins games that have no other yet, are equal in a key and fit, in their order.
fn join_by(
    before: &mut [KnownGame],
    after: &mut [KnownGame],
    key: impl Fn(&KnownGame) -> Option<u128>,
    fits: impl Fn(&KnownGame, &KnownGame) -> bool,
) {
    let mut waiting: HashMap<u128, VecDeque<usize>> = HashMap::new();
    for (number, game) in before.iter().enumerate().filter(|(_, game)| game.other.is_none()) {
        if let Some(key) = key(game) {
            waiting.entry(key).or_default().push_back(number);
        }
    }
    for (number, game) in after.iter_mut().enumerate().filter(|(_, game)| game.other.is_none()) {
        let Some(candidates) = key(game).and_then(|key| waiting.get_mut(&key)) else { continue };
        if let Some(place) = candidates.iter().position(|old| fits(&before[*old], game)) {
            let Some(old) = candidates.remove(place) else { continue };
            before[old].other = Some(number);
            game.other = Some(old);
        }
    }
}

struct Printer<W: Write> {
    out: W,
    json: bool,
    silent: bool,
}

/// Colours of the terminal; removed again if colours are off.
const RED: &str = "\x1b[31m";
const GREEN: &str = "\x1b[32m";
const YELLOW: &str = "\x1b[33m";
const PLAIN: &str = "\x1b[0m";

impl<W: Write> Printer<W> {
    fn single(&mut self, change: &str, entry: &LazyGame) -> anyhow::Result<()> {
        let side = if change == "added" { "new" } else { "old" };
        if self.json && !self.silent {
            let object = json!({ "change": change, side: place(entry) });
            writeln!(self.out, "{}", json_line(&object))?;
        } else if !self.silent {
            let (colour, sign) = if change == "added" { (GREEN, '+') } else { (RED, '-') };
            writeln!(self.out, "{colour}{sign} {}{PLAIN}", summary_line(entry))?;
        }
        Ok(())
    }

    fn changed(&mut self, old: &LazyGame, new: &LazyGame) -> anyhow::Result<()> {
        if self.silent {
            return Ok(());
        }
        let found = differences(old, new);
        if self.json {
            let found: Vec<_> = found.iter().map(as_json).collect();
            let object = json!({ "change": "changed", "old": place(old), "new": place(new), "differences": found });
            writeln!(self.out, "{}", json_line(&object))?;
            return Ok(());
        }
        let was = visible(&format!("{}:{}", old.file(), old.line()));
        writeln!(self.out, "{YELLOW}~ {}{PLAIN}\n    was {was}", summary_line(new))?;
        for difference in &found {
            writeln!(self.out, "    {}", in_words(difference))?;
        }
        Ok(())
    }
}

fn place(entry: &LazyGame) -> Value {
    json!({
        "file": entry.file(),
        "line": entry.line(),
        "white": entry.known("White"),
        "black": entry.known("Black"),
        "date": entry.known("Date"),
        "result": entry.outcome().as_pgn(),
    })
}

/// Describes a difference, in colours.
pub(super) fn in_words(difference: &Difference) -> String {
    let from_to = |old: &Option<String>, new: &Option<String>, nothing: &str| {
        let shown = |side: &Option<String>, colour: &str| match side {
            Some(text) => format!("{colour}{}{PLAIN}", visible(text)),
            None => nothing.to_owned(),
        };
        format!("{} → {}", shown(old, RED), shown(new, GREEN))
    };
    match difference {
        Difference::Tag { name, old, new } => {
            format!("{}: {}", visible(name), from_to(old, new, "(no tag)"))
        }
        Difference::Moves { old, new, .. } => {
            format!("moves: {}", from_to(old, new, "(the end)"))
        }
        Difference::Start => "the start position or the variant".to_owned(),
        Difference::Unread => "unreadable text".to_owned(),
        Difference::Outcome => "the termination marker".to_owned(),
        Difference::Annotations { old, new } if old == new => {
            "other comments, NAGs or variations".to_owned()
        }
        Difference::Annotations { old, new } => {
            let counts = [
                ("comments", old.0, new.0),
                ("signs", old.1, new.1),
                ("moves in variations", old.2, new.2),
            ];
            let shown =
                |(noun, old, new)| format!("{noun}: {RED}{old}{PLAIN} → {GREEN}{new}{PLAIN}");
            let differ = counts.into_iter().filter(|(_, old, new)| old != new);
            differ.map(shown).collect::<Vec<_>>().join(", ")
        }
    }
}

fn as_json(difference: &Difference) -> Value {
    match difference {
        Difference::Tag { name, old, new } => json!({ "tag": name, "old": old, "new": new }),
        Difference::Moves { ply, old, new } => json!({ "ply": ply, "old": old, "new": new }),
        Difference::Start => json!("start"),
        Difference::Unread => json!("unread"),
        Difference::Outcome => json!("outcome"),
        Difference::Annotations { .. } => json!("annotations"),
    }
}
