//! Finished games in monthly files equal the database's after any crash.

use std::{fs, path::PathBuf, sync::Arc, time::Duration};

use partie_core::{Color, Outcome, Position};
use partie_formats::ReadOptions;
use partie_ics::{
    Change, Span, Tick,
    category::GameKind,
    game::{Finished, Terms},
};
use partie_pgn as pgn;
use partie_server::{
    Metrics,
    hub::Outbox,
    persistence::Persister,
    store::{FOLDER, Location, Store, model},
};
use partie_wire::notice::ending::Ending;

use super::{NOW, line, sides, terms};
use crate::chat::Folder;

const SOON: Duration = Duration::from_secs(20);

fn finished(terms: Terms, white: &str, until: Tick) -> Finished {
    let start = Position::start(terms.variant());
    Finished {
        line: line(&start, &terms, &[("e4", 1), ("c6", 1), ("d4", 1), ("d5", 1)]),
        terms,
        sides: sides(white, "Markus"),
        start,
        since: until,
        until,
        outcome: Outcome::Win(Color::Black),
        ending: Ending::Resigns { loser: white.into() },
        other: None,
    }
}

/// A game that ends at a moment.
fn game(until: Tick) -> Change {
    Change::Finished(Box::new(finished(terms(GameKind::Chess, 3, 2), "Horatio", until)))
}

/// A server's life: games end, and the server does.
async fn play(folder: &Folder, games: &[Change]) -> Arc<Metrics> {
    let metrics = Arc::new(Metrics::new());
    let location = Location::Sqlite(folder.0.join("partie.sqlite"));
    let (store, snapshot) =
        Store::open(location, Some(&folder.0), Arc::clone(&metrics)).await.expect("open");
    let (mut persister, _) = Persister::open(snapshot, "Partie").expect("good rows");
    let changes = store.changes();
    for game in games {
        let mut out = Outbox::new();
        persister.change(game.clone(), &mut out);
        changes.add(out.changes()).await;
    }
    drop(changes);
    assert!(store.close(SOON).await);
    metrics
}

fn path(folder: &Folder, name: &str) -> PathBuf {
    folder.0.join(FOLDER).join(name)
}

fn count(folder: &Folder, name: &str) -> usize {
    let text = fs::read(path(folder, name)).expect(name);
    let games = pgn::read(&*text, &ReadOptions::default());
    games
        .map(|record| {
            let record = record.expect("memory");
            assert_eq!(record.parsed.diagnostics, []);
            assert_eq!(record.game().ply_count(), 4);
        })
        .count()
}

#[tokio::test]
async fn games_are_filed_by_the_month_in_which_they_end() {
    let folder = Folder::new();
    let later = NOW + Span::days(12);
    let games = [game(NOW), game(NOW + Span::seconds(1)), game(later)];
    let metrics = play(&folder, &games).await;
    assert!(metrics.text().contains("partie_games_filed_total 3"), "{}", metrics.text());
    assert_eq!(count(&folder, "2026-11.pgn"), 2);
    assert_eq!(count(&folder, "2026-12.pgn"), 1);
    // Both boards of bughouse are one record.
    let bughouse = terms(GameKind::Bughouse, 3, 0);
    let mut pair = finished(bughouse.clone(), "Horatio", NOW);
    pair.other = Some(Box::new(finished(bughouse, "Donner", NOW)));
    play(&folder, &[Change::Finished(Box::new(pair))]).await;
    let text = fs::read_to_string(path(&folder, "2026-11.bpgn")).expect("a file");
    assert_eq!(text.matches("[Event ").count(), 1);
}

/// A kill comes between the commit and the file, or amid the writing: the next start adds the
/// games that are missing, and no others.
#[tokio::test]
async fn the_next_start_adds_the_games_that_are_missing() {
    let folder = Folder::new();
    let games: Vec<Change> = (0..4).map(|second| game(NOW + Span::seconds(second))).collect();
    play(&folder, &games).await;
    let file = path(&folder, "2026-11.pgn");
    let whole = fs::read_to_string(&file).expect("a file");
    let length = whole.len() / 4;
    // As the kill has left it: it is noted of the first game only that it is in the file.
    let kept = |games: i64| {
        let database = rusqlite::Connection::open(folder.0.join("partie.sqlite")).expect("open");
        let sql = "UPDATE facts SET data = ?1 WHERE kind = 'filed'";
        assert_eq!(database.execute(sql, [games.to_string()]).expect("updated"), 1);
    };
    for left in [4 * length, 3 * length, 2 * length, 3 * length - 20, length] {
        fs::write(&file, &whole[..left]).expect("cut");
        kept(1);
        play(&folder, &[]).await;
        assert_eq!(fs::read_to_string(&file).expect("a file"), whole, "{left}");
    }
    // What its owner has taken away stays away.
    fs::remove_file(&file).expect("removed");
    play(&folder, &[game(NOW + Span::minutes(1))]).await;
    assert_eq!(count(&folder, "2026-11.pgn"), 1);
    // A database of an older version does not know what is in the files: all that it has.
    fs::remove_file(&file).expect("removed");
    let database = rusqlite::Connection::open(folder.0.join("partie.sqlite")).expect("open");
    database.execute("DELETE FROM facts WHERE kind = 'filed'", []).expect("forgotten");
    drop(database);
    play(&folder, &[]).await;
    assert!(!file.exists());
}

#[tokio::test]
async fn a_failing_disk_is_counted_and_the_next_start_makes_up_for_it() {
    let folder = Folder::new();
    let in_the_way = path(&folder, "2026-12.pgn");
    // A folder stands where the file should be.
    fs::create_dir_all(in_the_way.join("full")).expect("a folder");
    let location = Location::Sqlite(folder.0.join("partie.sqlite"));
    let opened = Store::open(location.clone(), Some(&folder.0), Arc::new(Metrics::new())).await;
    assert!(opened.is_err(), "the start says so");
    fs::remove_dir_all(&in_the_way).expect("removed");
    play(&folder, &[]).await;
    let metrics = Arc::new(Metrics::new());
    let (store, snapshot) =
        Store::open(location, Some(&folder.0), Arc::clone(&metrics)).await.expect("open");
    fs::create_dir_all(&in_the_way).expect("a folder");
    let (mut persister, _) = Persister::open(snapshot, "Partie").expect("good rows");
    let mut out = Outbox::new();
    for end in [NOW, NOW + Span::days(12), NOW + Span::seconds(1)] {
        persister.change(game(end), &mut out);
    }
    let games = out.changes().iter().filter(|c| matches!(c, model::Change::PutGame(_))).count();
    assert_eq!(games, 3, "the store has all of them");
    let changes = store.changes();
    changes.add(out.changes()).await;
    drop(changes);
    assert!(store.close(SOON).await);
    assert_eq!(count(&folder, "2026-11.pgn"), 2);
    assert!(metrics.text().contains("partie_games_not_filed_total 1"), "{}", metrics.text());
    fs::remove_dir_all(&in_the_way).expect("removed");
    play(&folder, &[]).await;
    assert_eq!(count(&folder, "2026-11.pgn"), 2);
    assert_eq!(count(&folder, "2026-12.pgn"), 1);
}
