//! Counts the openings of the games in PGN files: `count_openings FILE...`
//!
//! An opening is found by the position, so transpositions count.

use std::{
    collections::BTreeMap,
    env,
    error::Error,
    io::{self, Write},
};

use partie_core::openings;
use partie_formats::ReadOptions;
use partie_pgn::Reader;

fn main() -> Result<(), Box<dyn Error>> {
    let mut counts: BTreeMap<String, u64> = BTreeMap::new();
    for path in env::args_os().skip(1) {
        for record in Reader::from_path(path, &ReadOptions::default())? {
            let record = record?;
            let opening = openings::of(record.game());
            let name = opening.map_or("(none)".to_owned(), |o| format!("{} {}", o.code, o.name));
            *counts.entry(name).or_default() += 1;
        }
    }
    let mut counts: Vec<_> = counts.into_iter().collect();
    counts.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
    let mut out = io::stdout().lock();
    for (name, count) in counts {
        writeln!(out, "{count:8}  {name}")?;
    }
    Ok(())
}
