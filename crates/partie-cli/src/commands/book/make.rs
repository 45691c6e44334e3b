//! `partie book make`: a book of games.

use std::{env, io};

use anyhow::Context as _;
use partie_db::book::{Book, BookCounter, BookMaker, BookMove, BookOptions, Tally, TallySink};
use partie_formats::Severity;

use super::book_file::{create, size, write};
use crate::{
    args::BookMakeArguments,
    commands::{
        external_sort::Sorter,
        games::Games,
        messages::Messages,
        records::{Run, Stream},
    },
    exit::Exit,
    output::Permission,
    report::count,
};

pub(super) fn run(arguments: &BookMakeArguments) -> anyhow::Result<Exit> {
    let BookMakeArguments { files, target, min_games, depth, color, memory, temporary, .. } =
        arguments;
    let BookMakeArguments { reporting, reading, .. } = arguments;
    let options = BookOptions::default().plies(*depth as usize).min_games(*min_games).only(*color);
    let games = Games::of(files, reading).filtered(&arguments.conditions, reading.lang)?;
    let out = create(target, &Permission::new(target.force).reading(games.readable()))?;
    let folder = temporary.clone().unwrap_or_else(env::temp_dir);
    let spilling = || {
        format!(
            "cannot write temporary files to {}; use --temporary for another directory",
            folder.display()
        )
    };
    let mut counter = BookCounter::new();
    // Sorting needs half as much again.
    let most = memory / size_of::<Tally>() * 2 / 3;
    let mut sorter = Sorter::new(memory / 4, folder.clone());
    let (mut spilled, mut others) = (false, 0);
    let outcome = Run::new(games, reporting).tallies(
        Stream::Stderr { bar: true },
        TallySink(options),
        |game| {
            others += u64::from(!game.is_standard);
            counter.add(game);
            if counter.len() > most {
                spilled = true;
                spill(&mut counter, &mut sorter).with_context(spilling)?;
            }
            Ok(())
        },
    )?;
    let book = if spilled {
        spill(&mut counter, &mut sorter)
            .and_then(|()| sorted(sorter, options))
            .with_context(spilling)?
    } else {
        counter.into_book(options)
    };

    let messages = Messages::new(reporting, true);
    messages.summary(&outcome.tally);
    if others > 0 {
        messages.note(&format!("{} not of standard chess left out", count(others, "game")));
    }
    if book.entries().is_empty() {
        messages.note(&format!("no move was played in {}", count(u64::from(*min_games), "game")));
        messages.nothing_to_write(&target.output);
        return Ok(outcome.exit(reporting.denied(Severity::Error)).max(Exit::Problems));
    }
    let written = size(&book);
    write(&book, out)?;
    if target.output.as_os_str() != "-" {
        messages.note(&format!("{written} written to {}", target.output.display()));
    }
    Ok(outcome.exit(reporting.denied(Severity::Error)))
}

/// Moves all tallies to a sorter.
fn spill(counter: &mut BookCounter, sorter: &mut Sorter) -> io::Result<()> {
    for tally in counter.take() {
        let mut key = tally.key.to_be_bytes().to_vec();
        key.extend(tally.book_move.bits().to_be_bytes());
        let counts = u64::from(tally.games) << 32 | u64::from(tally.points);
        sorter.put(key, counts.to_be_bytes().to_vec())?;
    }
    Ok(())
}

/// Makes a book of the tallies in a sorter.
fn sorted(sorter: Sorter, options: BookOptions) -> io::Result<Book> {
    let mut maker = BookMaker::new(options);
    for item in sorter.sorted()? {
        let item = item?;
        // As they were put in above.
        let (Some((key, bits)), Some(counts)) =
            (item.key.split_first_chunk(), item.value.first_chunk())
        else {
            continue;
        };
        let bits = bits.first_chunk().copied().unwrap_or_default();
        let counts = u64::from_be_bytes(*counts);
        maker.push(&Tally {
            key: u64::from_be_bytes(*key),
            book_move: BookMove::from_bits(u16::from_be_bytes(bits)),
            games: (counts >> 32) as u32,
            points: counts as u32,
        });
    }
    Ok(maker.finish())
}
