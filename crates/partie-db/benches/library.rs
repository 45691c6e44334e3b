//! Lookups in a library of many games.
//!
//! `cargo bench -p partie-db --bench library -- GAMES.pgn... [--games N] [--library FOLDER]
//! [--lookups N]` makes a library of N games (default 200,000) and measures it with 1,000 positions. Where the files have fewer games they
//! are multiplied: a copy follows its game for 6 to 40 plies and goes on with legal moves by
//! chance, so that openings are shared as in a collection and endings are not. The library is made
//! in a temporary folder, or in FOLDER and kept there; it is only measured if it is there already.

#![expect(clippy::print_stdout, reason = "figures are printed")]

use std::{
    fs,
    hint::black_box,
    path::PathBuf,
    time::{Duration, Instant},
};

use partie_core::{Boards, Game, NodeId, Outcome, Ply, Position, Variant};
use partie_db::{
    columns::Row,
    library::{ExploreFilter, ExploreLimits, ExplorerApi, Library, LibraryWriter, Speed},
};
use partie_formats::{Parsed, ReadOptions, Record, WriteOptions};
use partie_testkit::random::Chance;

fn main() {
    let mut games = 200_000;
    // Number of positions that are looked up.
    let mut lookups = 1000;
    let mut files = Vec::new();
    let mut kept = None;
    let mut arguments = std::env::args().skip(1);
    while let Some(argument) = arguments.next() {
        match &*argument {
            "--bench" => {}
            "--games" => games = arguments.next().expect("a number").parse().expect("a number"),
            "--lookups" => lookups = arguments.next().expect("a number").parse().expect("a number"),
            "--library" => kept = arguments.next().map(PathBuf::from),
            _ => files.push(argument),
        }
    }
    let mut records: Vec<Record> = Vec::new();
    for file in &files {
        let text = fs::read(file).expect("a file");
        let read = partie_pgn::read(&text[..], &ReadOptions::default()).flatten();
        let standard = |r: &Record| r.holds_game() && r.game().variant == Variant::Standard;
        records.extend(read.filter(standard));
    }
    assert!(!records.is_empty(), "name files of games");

    let folder = tempfile::tempdir().expect("a folder");
    let path = kept.unwrap_or_else(|| folder.path().join("library"));
    let mut writer =
        (!Library::is_at(&path)).then(|| LibraryWriter::create(&path).expect("a folder"));
    let mut chance = Chance::new(1);
    let mut adding = Duration::ZERO;
    let mut looked_up: Vec<Position> = Vec::new();
    for number in 0..games {
        let base = &records[number % records.len()];
        let copy = (number >= records.len()).then(|| disturbed(base, &mut chance));
        let record = copy.as_ref().unwrap_or(base);
        if number % (games / lookups).max(1) == 0 {
            looked_up.push(position_of(record.game(), &mut chance));
        }
        let Some(writer) = &mut writer else { continue };
        let row = Row::of_library(record);
        let began = Instant::now();
        if writer.add("games.pgn", &row).expect("a disk") {
            writer.commit(&[]).expect("a disk");
        }
        adding += began.elapsed();
    }
    let began = Instant::now();
    if let Some(mut writer) = writer {
        writer.commit(&[]).expect("a disk");
    }
    adding += began.elapsed();

    let library = Library::open(&path).expect("a library");
    let manifest = library.manifest();
    let bytes = |kind: &str| -> u64 {
        let files = manifest.segments.iter().flat_map(|segment| &segment.files);
        files.filter(|file| file.path.starts_with(kind)).map(|file| file.bytes).sum()
    };
    let positions: u64 = manifest.segments.iter().map(|segment| segment.positions).sum();
    println!("{games} games ({} of their own), {positions} positions", records.len().min(games));
    println!("{} segments", manifest.segments.len());
    println!("adding and indexing rows: {:.0} ns a position", per(adding, positions));
    for kind in ["games", "positions", "tails", "rollup", "digests", "players", "words"] {
        println!("{kind}: {} bytes a game", bytes(kind) / games as u64);
    }

    let limits = ExploreLimits {
        moves: 12,
        top_games: 4,
        recent_games: 4,
        history: false,
        unfinished: false,
    };
    let all = ExploreFilter::default();
    let some = ExploreFilter {
        speeds: Some(vec![Speed::Blitz, Speed::Rapid, Speed::Classical]),
        ratings: Some(vec![(1800, 2400)]),
        ..ExploreFilter::default()
    };
    for round in ["first", "warm"] {
        measure(&format!("visits, {round}"), &looked_up, |p| {
            black_box(library.visits(p).expect("a library"));
        });
        measure(&format!("explore, {round}"), &looked_up, |p| {
            black_box(library.explore(p, &all, limits));
        });
        measure(&format!("explore with a filter, {round}"), &looked_up, |p| {
            black_box(library.explore(p, &some, limits));
        });
    }
    let start = vec![Position::start(Variant::Standard); 5];
    measure("explore the initial position", &start, |p| {
        black_box(library.explore(p, &all, limits));
    });
    let api = ExplorerApi::open(&path).expect("a library");
    let requests: Vec<String> = looked_up
        .iter()
        .map(|p| {
            format!(
                "fen={}",
                partie_formats::fen::position(p, &WriteOptions::default()).replace(' ', "_")
            )
        })
        .collect();
    measure("answers, first", &requests, |query| {
        black_box(api.answer("/lichess", query));
    });
    measure("answers, kept", &requests, |query| {
        black_box(api.answer("/lichess", query));
    });
}

/// Measures `work` on each item.
fn measure<T>(name: &str, things: &[T], mut work: impl FnMut(&T)) {
    let mut times: Vec<Duration> = things
        .iter()
        .map(|thing| {
            let began = Instant::now();
            work(thing);
            began.elapsed()
        })
        .collect();
    times.sort_unstable();
    let at = |part: usize| times[(times.len() * part / 100).min(times.len() - 1)];
    let all: Duration = times.iter().sum();
    println!(
        "{name}: median {:.0?}, 95 % {:.0?}, longest {:.1?}, {:.0} a second",
        at(50),
        at(95),
        at(100),
        times.len() as f64 / all.as_secs_f64()
    );
}

fn per(time: Duration, number: u64) -> f64 {
    time.as_nanos() as f64 / number as f64
}

/// Returns one of a game's positions.
fn position_of(game: &Game, chance: &mut Chance) -> Position {
    let plies = chance.below(game.ply_count() + 1);
    let mut position = game.start.first().clone();
    for (_, ply) in game.plies().take(plies) {
        position.play(ply).expect("legal");
    }
    position
}

/// Returns a copy of a game that leaves it after some plies.
fn disturbed(base: &Record, chance: &mut Chance) -> Record {
    let game = base.game();
    let mut copy = Game::from_boards(Variant::Standard, Boards::start(Variant::Standard));
    copy.tags = game.tags.clone();
    copy.outcome = [game.outcome, Outcome::Draw][chance.below(2)];
    let mut position = Position::start(Variant::Standard);
    let mut node = NodeId::ROOT;
    let leaves = 6 + chance.below(35);
    let length = game.ply_count();
    let mut plies = game.plies().map(|(_, ply)| ply);
    for number in 0..length {
        let ply = if number < leaves {
            plies.next()
        } else {
            let moves = position.legal_moves();
            (!moves.is_empty()).then(|| Ply::Move(moves[chance.below(moves.len())]))
        };
        let Some(ply) = ply.filter(|ply| position.play(*ply).is_ok()) else { break };
        node = copy.tree.add_on(node, partie_core::BoardId::A, ply);
    }
    Record { parsed: Parsed::clean(copy), ..base.clone() }
}
