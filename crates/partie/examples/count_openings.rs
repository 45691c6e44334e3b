//! Counts the openings of the games in files of any format: `count_openings FILE...`
//!
//! An opening is found by the position, so transpositions count.

#![expect(clippy::print_stdout, reason = "a program prints")]

use std::{collections::BTreeMap, env, io};

use partie::openings;

fn main() -> io::Result<()> {
    let mut counts: BTreeMap<String, u64> = BTreeMap::new();
    for path in env::args_os().skip(1) {
        for record in partie::open(path)? {
            let opening = openings::of(record?.game());
            let name = opening.map_or("(none)".to_owned(), |o| format!("{} {}", o.code, o.name));
            *counts.entry(name).or_default() += 1;
        }
    }
    let mut counts: Vec<_> = counts.into_iter().collect();
    counts.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
    for (name, count) in counts {
        println!("{count:8}  {name}");
    }
    Ok(())
}
