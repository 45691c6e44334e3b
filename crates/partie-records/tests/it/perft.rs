//! The rules of every variant against published tables (sources in the files), and
//! against the larger suites beside the repository when they are there.

use partie_testkit::suite::{self, shared};
use std::path::Path;

use partie_core::{
    Variant,
    rules::{chess960, perft},
};
use partie_formats::fen;

/// Number of nodes beyond which a depth is left out.
fn most() -> u64 {
    suite::rounds(120_000, 2_000_000)
}

#[test]
fn published_tables() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata/perft");
    let mut positions = 0;
    for entry in std::fs::read_dir(folder).expect("testdata/perft") {
        let path = entry.expect("entry").path();
        let name = path.file_stem().expect("name").to_string_lossy().into_owned();
        let variant = name.parse::<Variant>().expect("a variant");
        let text = std::fs::read_to_string(&path).expect("table");
        assert!(
            text.contains("ource") || text.contains("as standard") || text.contains("those of"),
            "{name} names its source"
        );
        for line in text.lines().filter(|l| !l.starts_with('#') && !l.is_empty()) {
            let (start, counts) = line.split_once(" | ").expect("FEN | counts");
            check(
                start,
                Some(variant),
                counts.split(' ').map(|c| c.parse().expect("count")),
                &name,
            );
            positions += 1;
        }
    }
    println!("{positions} positions");
    assert!(positions >= 19);
}

fn check(start: &str, variant: Option<Variant>, counts: impl Iterator<Item = u64>, name: &str) {
    let position = fen::parse_position(start, variant).value;
    assert!(position.problem().is_none(), "{name}: {start}");
    for (depth, count) in (1..).zip(counts) {
        if count > most() {
            break;
        }
        assert_eq!(perft(&position, depth), count, "{name} depth {depth}: {start}");
    }
}

#[test]
#[ignore = "long suite: reads the collections beside the repository"]
fn shared_suites() {
    let root = shared("testdata");
    // One position of many is looked at.
    let step = 24;
    let mut positions = 0;
    for (file, variant) in [
        ("python-chess/3check.perft", Some(Variant::ThreeCheck)),
        ("python-chess/atomic.perft", Some(Variant::Atomic)),
        ("python-chess/crazyhouse.perft", Some(Variant::Crazyhouse)),
        ("python-chess/giveaway.perft", Some(Variant::Antichess)),
        ("python-chess/horde.perft", Some(Variant::Horde)),
        ("python-chess/racingkings.perft", Some(Variant::RacingKings)),
        ("python-chess/tricky.perft", None),
        ("python-chess/random.perft", None),
        ("python-chess/chess960.perft", Some(Variant::Chess960)),
        ("scalachess/chess960.perft", Some(Variant::Chess960)),
    ] {
        let text = std::fs::read_to_string(root.join(file)).expect("suite");
        let mut start = String::new();
        let mut counts = Vec::new();
        let small = text.len() < 10_000;
        let mut number = 0;
        for line in text.lines().chain(["id end"]) {
            if let Some(epd) = line.strip_prefix("epd ") {
                epd.clone_into(&mut start);
            } else if let Some(words) = line.strip_prefix("perft ") {
                let count = words.split_whitespace().nth(1).and_then(|c| c.parse::<u64>().ok());
                counts.extend(count);
            } else if line.starts_with("id ") && !start.is_empty() {
                number += 1;
                if small || number % step == 0 {
                    let most = if small { most() } else { most() / 40 };
                    let counts = counts.drain(..).take_while(|c| *c <= most).collect::<Vec<_>>();
                    check(&start, variant, counts.into_iter(), file);
                    positions += 1;
                }
                counts.clear();
                start.clear();
            }
        }
    }
    // The same in one line: `FEN ;D1 20 ;D2 400`.
    for (file, variant) in
        [("ethereal/standard.epd", None), ("ethereal/fischer.epd", Some(Variant::Chess960))]
    {
        let text = std::fs::read_to_string(root.join(file)).expect("suite");
        for line in text.lines().step_by(step) {
            let (start, parts) = line.split_once(';').expect("FEN ; counts");
            let position = fen::parse_position(start, variant).value;
            for part in parts.split(';') {
                let (depth, count) =
                    part.trim().strip_prefix('D').and_then(|p| p.split_once(' ')).expect("D1 20");
                let count: u64 = count.parse().expect("a number");
                if count <= most() / 4 {
                    let depth = depth.parse().expect("a depth");
                    assert_eq!(perft(&position, depth), count, "{file} depth {depth}: {start}");
                }
            }
            positions += 1;
        }
    }
    println!("{positions} positions");
    assert!(positions > 300);
}

#[test]
#[ignore = "long suite: reads the collections beside the repository"]
fn all_960_starts_by_number() {
    for n in 0..960 {
        let position = chess960::start(n).expect("a number below 960");
        assert!(position.problem().is_none(), "{n}");
        assert_eq!(chess960::number(&position), Some(n));
    }
    let root = shared("testdata/kokopu");
    let table = std::fs::read_to_string(root.join("scharnagl.csv")).expect("table");
    let mut rows = 0;
    for line in table.lines().skip(1) {
        let cells: Vec<&str> = line.split(['\t', ',', ';']).collect();
        let (Ok(n), Some(rank)) = (cells[0].parse::<u16>(), cells.get(1)) else { continue };
        let ours: String =
            chess960::back_rank(n).expect("number").iter().map(|r| r.char()).collect();
        assert_eq!(ours, *rank, "{n}");
        rows += 1;
    }
    println!("{rows} starts of kokopu's table agree");
    assert!(rows > 900);
}
