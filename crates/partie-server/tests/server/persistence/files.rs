//! Finished games in monthly files.

use std::{fs, sync::Arc, time::Duration};

use partie_core::{Color, Outcome, Position};
use partie_formats::ReadOptions;
use partie_ics::{Change, Span, Tick, category::GameKind, game::Finished};
use partie_pgn as pgn;
use partie_server::{
    Metrics,
    hub::Outbox,
    persistence::{FOLDER, Files, Persister},
    store::model::Snapshot,
};
use partie_wire::notice::ending::Ending;

use super::{NOW, line, sides, terms};
use crate::chat::Folder;

const SOON: Duration = Duration::from_secs(20);

fn game(until: Tick) -> Change {
    let terms = terms(GameKind::Chess, 3, 2);
    let start = Position::default();
    Change::Finished(Box::new(Finished {
        line: line(&start, &terms, &[("e4", 1), ("c6", 1), ("d4", 1), ("d5", 1)]),
        terms,
        sides: sides("Horatio", "Markus"),
        start,
        since: NOW,
        until,
        outcome: Outcome::Win(Color::Black),
        ending: Ending::Resigns { loser: "Horatio".into() },
        other: None,
    }))
}

/// Games that end at these moments are played, and the server ends.
fn play(folder: &Folder, ends: &[Tick]) -> Arc<Metrics> {
    let metrics = Arc::new(Metrics::new());
    let files = Files::open(&folder.0, Arc::clone(&metrics)).expect("files");
    let (mut persister, _) =
        Persister::open(Snapshot::default(), "Partie", Some(files)).expect("empty");
    let mut out = Outbox::new();
    for end in ends {
        persister.change(game(*end), &mut out);
    }
    assert_eq!(out.changes().len(), ends.len());
    assert!(persister.close(SOON));
    metrics
}

fn count(folder: &Folder, name: &str) -> usize {
    let text = fs::read(folder.0.join(FOLDER).join(name)).expect(name);
    let games = pgn::read(&*text, &ReadOptions::default());
    games
        .map(|record| {
            let record = record.expect("memory");
            assert_eq!(record.parsed.diagnostics, []);
            assert_eq!(record.game().ply_count(), 4);
        })
        .count()
}

#[test]
fn games_are_filed_by_the_month_in_which_they_end() {
    let folder = Folder::new();
    let later = NOW + Span::days(12);
    let metrics = play(&folder, &[NOW, NOW, later]);
    assert!(metrics.text().contains("partie_games_filed_total 3"), "{}", metrics.text());
    assert_eq!(count(&folder, "2026-11.pgn"), 2);
    assert_eq!(count(&folder, "2026-12.pgn"), 1);
    // A crash cuts the last game short; the next start goes on after the last whole one.
    let path = folder.0.join(FOLDER).join("2026-11.pgn");
    let whole = fs::metadata(&path).expect("file").len();
    fs::OpenOptions::new()
        .write(true)
        .open(&path)
        .and_then(|file| file.set_len(whole - 20))
        .expect("cut");
    play(&folder, &[NOW]);
    assert_eq!(count(&folder, "2026-11.pgn"), 2);
    let torn = fs::read(folder.0.join("torn").join("2026-11.pgn")).expect("torn");
    assert_eq!(torn.len() as u64, whole / 2 - 20);
}

#[test]
fn a_failing_disk_is_counted_and_stops_nothing() {
    let folder = Folder::new();
    // A folder stands where the file should be.
    fs::create_dir_all(folder.0.join(FOLDER).join("2026-12.pgn").join("in the way")).expect("dir");
    let metrics = Arc::new(Metrics::new());
    assert!(Files::open(&folder.0, Arc::clone(&metrics)).is_err(), "the start says so");
    fs::remove_dir_all(folder.0.join(FOLDER).join("2026-12.pgn")).expect("removed");
    let files = Files::open(&folder.0, Arc::clone(&metrics)).expect("files");
    fs::create_dir_all(folder.0.join(FOLDER).join("2026-12.pgn")).expect("dir");
    let (mut persister, _) =
        Persister::open(Snapshot::default(), "Partie", Some(files)).expect("empty");
    let mut out = Outbox::new();
    for end in [NOW, NOW + Span::days(12), NOW] {
        persister.change(game(end), &mut out);
    }
    assert_eq!(out.changes().len(), 3, "the store has all of them");
    assert!(persister.close(SOON));
    assert_eq!(count(&folder, "2026-11.pgn"), 2);
    assert!(metrics.text().contains("partie_games_not_filed_total 1"), "{}", metrics.text());
}
