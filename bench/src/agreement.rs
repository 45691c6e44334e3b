//! Agreement of the tools on games and plies.

use std::{fs, path::Path};

use anyhow::Context as _;
use similar::{Algorithm, DiffOp, capture_diff_slices};

use crate::{
    corpus::Corpus,
    games::{self, Game},
    measure::output_to,
    tools::{Job, Task, Tool, Tools, with},
};

/// Counts of one tool on one corpus.
#[derive(Debug)]
pub struct Sight {
    /// The tool, and how it was asked.
    pub who: String,
    /// Number of games that it sees.
    pub games: u64,
    /// Number of plies in their main lines, if it says.
    pub plies: Option<u64>,
    /// True if it saw only the first games.
    pub short: bool,
    /// Difference from the reference; empty if there is none.
    pub difference: String,
}

/// A corpus, and what the tools see in it.
#[derive(Debug)]
pub struct Agreement {
    /// Games of the corpus, once.
    pub games: u64,
    /// Plies of their main lines that can be played.
    pub plies: u64,
    /// Plies of the first games, which slow tools get.
    pub short_plies: u64,
    /// The tools, the reference first.
    pub sights: Vec<Sight>,
}

/// Asks all tools. The reference is what pgn-reader reads and shakmaty plays.
///
/// # Errors
///
/// If a tool fails altogether.
pub fn examine(tools: &Tools, corpus: &Corpus) -> anyhow::Result<Agreement> {
    let reference = games::list(&corpus.once)?;
    let short = games::list(&corpus.short)?;
    let stopped = reference.iter().filter(|g| g.stopped.is_some()).count();
    let mut sights = vec![Sight {
        who: "pgn-reader and shakmaty, by tags".to_owned(),
        games: reference.len() as u64,
        plies: Some(games::plies(&reference)),
        short: false,
        difference: match stopped {
            0 => String::new(),
            1 => "one game cannot be played to its end".to_owned(),
            n => format!("{n} games cannot be played to their ends"),
        },
    }];
    let out = tools.scratch.join("out.pgn");

    output_to(&tools.command(Task::new(Tool::PgnReader, Job::Check), &corpus.once, 0), &out)?;
    let validated = fs::read_to_string(&out)?;
    let number = |key: &str| {
        let (_, rest) = validated.split_once(key)?;
        rest.split_whitespace().next()?.parse().ok()
    };
    let games = number("games").context("pgn-reader: no games")?;
    sights.push(totals("pgn-reader `validate`", games, number("plies"), &reference));

    output_to(&tools.partie(&["stats", "--json", path(&corpus.once)]), &out)?;
    let stats: serde_json::Value = serde_json::from_slice(&fs::read(&out)?)?;
    let number = |key: &str| stats[key].as_u64().with_context(|| format!("stats: no {key}"));
    sights.push(totals("partie `stats`", number("games")?, Some(number("plies")?), &reference));

    output_to(&tools.partie(&["count", path(&corpus.once)]), &out)?;
    let counted = fs::read_to_string(&out)?.trim().parse().context("partie count")?;
    sights.push(totals("partie `count`", counted, None, &reference));

    for task in [Task::new(Tool::Partie, Job::Convert), Task::new(Tool::PgnExtract, Job::Convert)] {
        if tools.missing(task).is_some() {
            continue;
        }
        let said = output_to(&tools.command(task, &corpus.once, 0), &out)?;
        sights.push(written(&format!("what {task} writes"), &out, &reference, &said)?);
    }
    if tools.missing(Task::new(Tool::Scid, Job::Check)).is_none() {
        let base = tools.scratch.join("agreement");
        let command = with(with(with(tools.scid("export"), &corpus.once), &base), &out);
        let said = output_to(&command, &tools.scratch.join("said"))?;
        sights.push(written("what scid exports", &out, &reference, &said)?);
    }
    if tools.missing(Task::new(Tool::PythonChess, Job::Check)).is_none() {
        output_to(&with(tools.python_chess("list"), &corpus.short), &out)?;
        let plies = fs::read_to_string(&out)?;
        let plies = plies.lines().map(str::parse).collect::<Result<Vec<u32>, _>>()?;
        sights.push(Sight {
            who: "python-chess".to_owned(),
            games: plies.len() as u64,
            plies: Some(plies.iter().copied().map(u64::from).sum()),
            short: true,
            difference: difference(&short, &plies, ""),
        });
    }
    Ok(Agreement {
        games: reference.len() as u64,
        plies: games::plies(&reference),
        short_plies: games::plies(&short),
        sights,
    })
}

fn path(path: &Path) -> &str {
    path.to_str().expect("the temporary folder has a name in UTF-8")
}

fn totals(who: &str, games: u64, plies: Option<u64>, reference: &[Game]) -> Sight {
    let (all, played) = (reference.len() as u64, games::plies(reference));
    let mut differences = Vec::new();
    if games != all {
        differences.push(format!("{} games", signed(games, all)));
    }
    if let Some(plies) = plies.filter(|plies| *plies != played) {
        differences.push(format!("{} plies", signed(plies, played)));
    }
    let difference = differences.join(", ");
    Sight { who: who.to_owned(), games, plies, short: false, difference }
}

fn signed(here: u64, there: u64) -> String {
    format!("{:+}", here.cast_signed() - there.cast_signed())
}

/// A tool that wrote PGN sees what is in it.
fn written(who: &str, out: &Path, reference: &[Game], said: &str) -> anyhow::Result<Sight> {
    let seen = games::list(out)?;
    let plies: Vec<u32> = seen.iter().map(|game| game.plies).collect();
    Ok(Sight {
        who: who.to_owned(),
        games: seen.len() as u64,
        plies: Some(games::plies(&seen)),
        short: false,
        difference: difference(reference, &plies, said),
    })
}

/// Returns the number of games that differ from the reference, and the first of them. Games are
/// told apart by their plies alone: tools write names in their own ways.
fn difference(reference: &[Game], plies: &[u32], said: &str) -> String {
    let expected: Vec<u32> = reference.iter().map(|game| game.plies).collect();
    let mut differing = 0;
    let mut first = None;
    for op in capture_diff_slices(Algorithm::Myers, &expected, plies) {
        let (tag, old, new) = op.as_tag_tuple();
        if matches!(op, DiffOp::Equal { .. }) {
            continue;
        }
        differing += old.len().max(new.len());
        first.get_or_insert_with(|| {
            let there = reference.get(old.start);
            let named = there.map_or("one more at the end".to_owned(), |game| {
                format!("game {} ({} – {})", old.start + 1, game.players[0], game.players[1])
            });
            let what = match tag {
                similar::DiffTag::Delete => "is not there".to_owned(),
                similar::DiffTag::Insert => "comes after one more".to_owned(),
                _ => format!("has {} plies, not {}", plies[new.start], expected[old.start]),
            };
            let why = there.and_then(|game| game.stopped.as_ref());
            let why = why.map_or(String::new(), |san| format!(", and stops at {san}"));
            format!("{named} {what}{why}")
        });
    }
    let Some(first) = first else { return String::new() };
    let games = if differing == 1 { "one game".to_owned() } else { format!("{differing} games") };
    let heard = complaint(said).map_or(String::new(), |line| format!("; it says \"{line}\""));
    format!("{games}; first: {first}{heard}")
}

/// The first complaint of a tool, without the places of files.
fn complaint(said: &str) -> Option<&str> {
    let words = ["illegal", "Failed", "Ambiguous", "Unknown", "Unmatched", "Missing", "error"];
    said.lines().map(str::trim).find(|line| words.iter().any(|word| line.contains(word)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn games(plies: &[u32]) -> Vec<Game> {
        plies.iter().map(|&plies| Game { plies, ..Game::default() }).collect()
    }

    #[test]
    fn differences_are_named() {
        let check = |reference: &[u32], here: &[u32]| difference(&games(reference), here, "");
        assert_eq!(check(&[10, 20, 30], &[10, 20, 30]), "");
        assert_eq!(
            check(&[10, 20, 30], &[10, 19, 30]),
            "one game; first: game 2 ( – ) has 19 plies, not 20"
        );
        assert_eq!(check(&[10, 20, 30], &[10, 30]), "one game; first: game 2 ( – ) is not there");
        assert_eq!(
            check(&[10], &[10, 12]),
            "one game; first: one more at the end comes after one more"
        );
    }
}
