//! `partie count`: the number of games.

use std::{
    collections::BTreeMap,
    io::{BufWriter, Write as _},
    ops::ControlFlow,
    sync::Arc,
};

use partie_db::query::UNKNOWN;
use serde_json::{Map, json};

use super::{
    fold::{Fold, Needs},
    games::Games,
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
        Some(by) => {
            let (by, tag_before_moves) = (by.clone(), by.tag_before_moves());
            let needs = if by.is_in_moves() { Needs::Game } else { Needs::Tags };
            let count = Fold::new(needs, move |game, ((), counted): &mut ((), Counted)| {
                counted.games += 1;
                by.of(&game).into_iter().for_each(|kind| counted.add(kind, 1));
            });
            let mut all = Counted::default();
            let seen =
                entries.fold(Fold { tag_before_moves, ..count }, |file, ((), counted)| {
                    match files.last_mut() {
                        Some((last, games)) if Arc::ptr_eq(last, file) => *games += counted.games,
                        _ => files.push((file.clone(), counted.games)),
                    }
                    counted.kinds.into_iter().for_each(|(kind, games)| all.add(kind, games));
                    Ok(ControlFlow::Continue(()))
                })?;
            kinds = all.kinds;
            seen
        }
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

/// Games and their kinds.
#[derive(Default)]
struct Counted {
    games: u64,
    kinds: BTreeMap<String, u64>,
}

impl Counted {
    fn add(&mut self, kind: String, games: u64) {
        *self.kinds.entry(kind).or_default() += games;
    }
}

/// Writes counts in a column, followed by names.
fn table(out: &mut impl std::io::Write, rows: &[(String, u64)]) -> std::io::Result<()> {
    let most = rows.iter().map(|(_, games)| *games).max().unwrap_or(0);
    let width = most.to_string().len();
    rows.iter().try_for_each(|(name, games)| writeln!(out, "{games:>width$}  {}", visible(name)))
}
