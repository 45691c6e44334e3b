//! `partie count`: the number of games.

use std::{
    collections::BTreeMap,
    io::{BufWriter, Write as _},
    ops::ControlFlow,
    sync::Arc,
};

use partie_db::query::{Grouping, UNKNOWN};
use serde_json::{Map, json};

use super::{
    games::Games,
    questions::{GameQuestion, Needs, QueriedGame},
};
use crate::{
    args::CountArguments,
    exit::Exit,
    visible::{json_line, visible},
};

pub(super) fn run(arguments: &CountArguments) -> anyhow::Result<Exit> {
    let CountArguments { by, top, form, collection } = arguments;
    let entries = Games::new(collection)?;
    let mut files: Vec<(Arc<str>, u64)> = Vec::new();
    let mut kinds: BTreeMap<String, u64> = BTreeMap::new();
    let seen = match by {
        None => entries.each_number(|file, games| {
            if games > 0 {
                files.push((file.clone(), games));
            }
        })?,
        Some(by) => entries.ask(CountGroups(by.clone()), |file, ((), own)| {
            match files.last_mut() {
                Some((last, games)) if Arc::ptr_eq(last, file) => *games += 1,
                _ => files.push((file.clone(), 1)),
            }
            for kind in own {
                match kinds.get_mut(&kind) {
                    Some(games) => *games += 1,
                    None => {
                        kinds.insert(kind, 1);
                    }
                }
            }
            Ok(ControlFlow::Continue(()))
        })?,
    };

    let mut rows: Vec<(String, u64)> = kinds.into_iter().collect();
    // Unknown values come last.
    rows.sort_by_key(|(name, games)| (name == UNKNOWN, std::cmp::Reverse(*games)));
    rows.truncate(top.unwrap_or(usize::MAX));
    let mut out = BufWriter::new(anstream::stdout());
    if form.is_json() {
        let mut object = Map::new();
        object.insert("games".to_owned(), json!(seen.games));
        let as_object = |rows: Vec<(String, u64)>| {
            rows.into_iter().map(|(name, n)| (name, json!(n))).collect::<Map<_, _>>()
        };
        let files = files.into_iter().map(|(name, n)| (name.to_string(), n)).collect();
        object.insert("files".to_owned(), as_object(files).into());
        if by.is_some() {
            object.insert("kinds".to_owned(), as_object(rows).into());
        }
        writeln!(out, "{}", json_line(&object))?;
    } else if by.is_some() {
        table(&mut out, &rows)?;
    } else if entries.inputs.len() > 1 {
        let mut rows: Vec<_> = files.into_iter().map(|(name, n)| (name.to_string(), n)).collect();
        rows.push(("in all".to_owned(), seen.games));
        table(&mut out, &rows)?;
    } else {
        writeln!(out, "{}", seen.games)?;
    }
    out.flush()?;
    Ok(seen.exit(seen.games == 0))
}

/// Finds the kinds that games are of.
struct CountGroups(Grouping);

impl GameQuestion for CountGroups {
    type Answer = ((), Vec<String>);

    fn needs(&self) -> Needs {
        if self.0.is_in_moves() { Needs::Game } else { Needs::Tags }
    }

    fn tag_before_moves(&self) -> Option<&'static str> {
        self.0.tag_before_moves()
    }

    fn ask(&self, game: impl QueriedGame, answers: &mut Vec<((), Vec<String>)>) {
        answers.push(((), self.0.of(&game)));
    }
}

/// Writes counts in a column, followed by names.
fn table(out: &mut impl std::io::Write, rows: &[(String, u64)]) -> std::io::Result<()> {
    let most = rows.iter().map(|(_, games)| *games).max().unwrap_or(0);
    let width = most.to_string().len();
    rows.iter().try_for_each(|(name, games)| writeln!(out, "{games:>width$}  {}", visible(name)))
}
