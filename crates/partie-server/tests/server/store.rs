//! Stored rows come back: the same tests for SQLite and PostgreSQL.

use std::{sync::Arc, time::Duration};

use partie_server::{
    Metrics,
    store::{
        Location, Store,
        model::{Account, Adjourned, Change, Fact, Game, Message, Moves, News, Rating, Snapshot},
    },
};
use rusqlite::Connection;
use tokio::io::AsyncWriteExt;

use super::{
    chat::{Folder, TestServer, soon, until},
    databases::{Databases, connect, on_each_database},
};

async fn open(location: &Location) -> (Store, Snapshot) {
    soon(Store::open(location.clone(), None, Arc::new(Metrics::new()))).await.expect("store")
}

/// Writes changes in one run of the store and gives what the next run finds.
async fn after(location: &Location, changes: Vec<Change>) -> Snapshot {
    let (store, _) = open(location).await;
    let way = store.changes();
    for change in changes {
        way.add(vec![change]).await;
    }
    drop(way);
    assert!(store.close(Duration::from_secs(20)).await);
    let (store, snapshot) = open(location).await;
    assert!(store.close(Duration::from_secs(20)).await);
    snapshot
}

fn account(handle: &str) -> Account {
    Account {
        key: handle.to_lowercase(),
        handle: handle.into(),
        real_name: "José Raúl Capablanca".into(),
        email: "jrc@example.org".into(),
        password_hash: "$argon2id$v=19$...".into(),
        created: 1_700_000_000_000,
        last_login: None,
        admin_level: 0,
        titles: "GM".into(),
        data: r#"{"formula":"rated & !abuser"}"#.into(),
    }
}

fn rating(key: &str, category: &str) -> Rating {
    Rating {
        account: key.into(),
        category: category.into(),
        rating: Some(2345),
        rd: 61.375,
        wins: 10,
        losses: 2,
        draws: 7,
        best: 2400,
        best_at: Some(1_699_000_000_000),
        was_active: true,
        last_at: None,
    }
}

fn game(id: i64, white: &str, black: &str) -> Game {
    Game {
        id,
        white: white.into(),
        black: black.into(),
        white_rating: Some(2345),
        black_rating: None,
        category: "blitz".into(),
        rated: false,
        initial_ms: 180_000,
        increment_ms: 2_000,
        started: 1_700_000_000_000 + id,
        ended: 1_700_000_300_000 + id,
        result: "1-0".into(),
        reason: "Mat".into(),
        eco: "B13".into(),
        pgn: "1. e4 c6 2. d4 d5 1-0\n".into(),
    }
}

/// All queries to a store.
async fn everything_that_is_stored(databases: &Databases) {
    everything_comes_back(&databases.fresh().await).await;
    changes_replace_and_remove(&databases.fresh().await).await;
    the_newest_games_of_each_player_are_loaded(&databases.fresh().await).await;
    many_changes_keep_their_order(&databases.fresh().await).await;
    what_is_refused_holds_up_nothing(&databases.fresh().await).await;
    what_belongs_together_is_written_together(&databases.fresh().await).await;
    moves_of_games_that_are_over_are_removed(&databases.fresh().await).await;
}

on_each_database!(what_is_stored_comes_back, everything_that_is_stored);

async fn everything_comes_back(location: &Location) {
    let (store, empty) = open(location).await;
    assert_eq!(empty, Snapshot::default());
    assert!(store.close(Duration::from_secs(20)).await);
    let seen = Account { last_login: Some(5), admin_level: 100, ..account("alekhine") };
    let adjourned =
        Adjourned { id: 4, white: "a".into(), black: "b".into(), data: "[1]".into(), revision: 2 };
    let message = Message {
        id: 9,
        from: "Lasker".into(),
        to: "capablanca".into(),
        text: "It's a draw; isn't it? \u{265a} \"quoted\" \\ 100%".into(),
        sent: 77,
        read: true,
    };
    let news = News {
        id: 1,
        title: "Open".into(),
        text: "We are.".into(),
        author: "root".into(),
        posted: 3,
    };
    let fact =
        |kind: &str, key: &str| Fact { kind: kind.into(), key: key.into(), data: "{}".into() };
    let facts = [fact("ban", "192.0.2.7"), fact("channel", "1"), fact("channel", "50")];
    let snapshot = after(
        location,
        vec![
            Change::PutAccount(account("Capablanca")),
            Change::PutAccount(seen.clone()),
            Change::PutRating(rating("capablanca", "standard")),
            Change::PutRating(rating("capablanca", "blitz")),
            Change::PutGame(game(7, "Capablanca", "GuestABCD")),
            Change::PutAdjourned(adjourned.clone()),
            Change::AddMoves("2 e2e4\n".into()),
            Change::PutMessage(message.clone()),
            Change::AddMoves("2 e7e5\n".into()),
            Change::PutNews(news.clone()),
            Change::PutFact(facts[2].clone()),
            Change::PutFact(facts[0].clone()),
            Change::PutFact(facts[1].clone()),
        ],
    )
    .await;
    let expected = Snapshot {
        accounts: vec![seen, account("Capablanca")],
        ratings: vec![rating("capablanca", "blitz"), rating("capablanca", "standard")],
        games: vec![game(7, "Capablanca", "GuestABCD")],
        last_game: 7,
        adjourned: vec![adjourned],
        moves: vec![Moves { id: 1, data: "2 e2e4\n2 e7e5\n".into() }],
        messages: vec![message],
        news: vec![news],
        facts: facts.to_vec(),
    };
    assert_eq!(snapshot, expected);
}

async fn changes_replace_and_remove(location: &Location) {
    let renamed = Account { email: String::new(), ..account("CapaBlanca") };
    let snapshot = after(
        location,
        vec![
            Change::PutAccount(account("Capablanca")),
            Change::PutAccount(renamed.clone()),
            Change::PutAccount(account("Euwe")),
            Change::PutRating(rating("euwe", "blitz")),
            Change::RemoveAccount("euwe".into()),
            Change::PutRating(rating("capablanca", "blitz")),
            Change::PutRating(Rating { rating: Some(2400), ..rating("capablanca", "blitz") }),
            Change::PutRating(rating("capablanca", "wild")),
            Change::RemoveRating("capablanca".into(), "wild".into()),
            Change::PutAdjourned(Adjourned { id: 1, ..Adjourned::default() }),
            Change::RemoveAdjourned(1),
            Change::PutMessage(Message { id: 1, ..Message::default() }),
            Change::RemoveMessage(1),
            Change::PutNews(News { id: 1, ..News::default() }),
            Change::RemoveNews(1),
            Change::PutFact(Fact { kind: "ban".into(), key: "x".into(), data: "1".into() }),
            Change::RemoveFact("ban".into(), "x".into()),
            Change::RemoveFact("ban".into(), "never there".into()),
            Change::PutGame(game(1, "A", "B")),
            Change::PutGame(game(1, "C", "D")),
        ],
    )
    .await;
    let expected = Snapshot {
        accounts: vec![renamed],
        ratings: vec![Rating { rating: Some(2400), ..rating("capablanca", "blitz") }],
        games: vec![game(1, "C", "D")],
        last_game: 1,
        ..Snapshot::default()
    };
    assert_eq!(snapshot, expected);
}

async fn the_newest_games_of_each_player_are_loaded(location: &Location) {
    // 1..=30 are Tal's, and of these Fine was in 1 and 2 only.
    let games = (1..=30).map(|id| game(id, "Tal", if id < 3 { "Fine" } else { "Bot" }));
    let snapshot = after(location, games.map(Change::PutGame).collect()).await;
    let ids: Vec<_> = snapshot.games.iter().map(|game| game.id).collect();
    let expected: Vec<_> = [1, 2].into_iter().chain(11..=30).collect();
    assert_eq!(ids, expected);
    assert_eq!(snapshot.last_game, 30);
}

async fn many_changes_keep_their_order(location: &Location) {
    let news =
        |n: i64| Change::PutNews(News { id: n % 10, text: n.to_string(), ..News::default() });
    let snapshot = after(location, (0..3000).map(news).collect()).await;
    let texts: Vec<_> = snapshot.news.iter().map(|news| news.text.as_str()).collect();
    let last: Vec<_> = (2990..3000).map(|n| n.to_string()).collect();
    assert_eq!(texts, last);
}

async fn what_is_refused_holds_up_nothing(location: &Location) {
    // A rating that is no number cannot be stored: SQLite makes NULL of it, which the table
    // refuses; PostgreSQL refuses the byte 0 in a text.
    let bad = Rating { account: "bad\0".into(), rd: f64::NAN, ..rating("", "blitz") };
    let metrics = Arc::new(Metrics::new());
    let (store, _) =
        soon(Store::open(location.clone(), None, Arc::clone(&metrics))).await.expect("store");
    let (way, healthy) = (store.changes(), store.healthy());
    way.add(vec![Change::PutAccount(account("Before"))]).await;
    way.add(vec![Change::PutRating(bad)]).await;
    way.add(vec![Change::PutAccount(account("Later"))]).await;
    drop(way);
    assert!(store.close(Duration::from_secs(20)).await);
    assert!(*healthy.borrow());
    let text = metrics.text();
    assert!(text.contains("partie_store_refused_total 1\n"), "{text}");
    let snapshot = after(location, Vec::new()).await;
    let handles: Vec<_> = snapshot.accounts.iter().map(|a| a.handle.as_str()).collect();
    assert_eq!(handles, ["Before", "Later"]);
    assert!(snapshot.ratings.is_empty());
}

/// The moves of a running game stay; few moves of finished games are left.
async fn moves_of_games_that_are_over_are_removed(location: &Location) {
    let (store, _) = open(location).await;
    let way = store.changes();
    let begins = |revision: i64| {
        Change::PutAdjourned(Adjourned { id: revision % 2, revision, ..Adjourned::default() })
    };
    let moves = |revision: i64| Change::AddMoves(format!("{revision} {}\n", "x".repeat(1 << 16)));
    way.add(vec![begins(1), moves(1)]).await;
    for revision in (2..200).step_by(2) {
        let number = way.add(vec![begins(revision), moves(revision), moves(1)]).await;
        let mut stored = way.stored();
        soon(stored.wait_for(|stored| *stored >= number)).await.expect("stored");
    }
    drop(way);
    assert!(store.close(Duration::from_secs(20)).await);
    let (store, snapshot) = open(location).await;
    assert!(store.close(Duration::from_secs(20)).await);
    let lines: Vec<&str> = snapshot.moves.iter().flat_map(|row| row.data.lines()).collect();
    let of =
        |revision: &str| lines.iter().filter(|l| l.split(' ').next() == Some(revision)).count();
    assert_eq!(of("1"), 100);
    assert!(lines.len() < 150, "{}", lines.len());
}

/// A game's end changes both players: whenever the server is killed, both or none are stored.
async fn what_belongs_together_is_written_together(location: &Location) {
    let (store, _) = open(location).await;
    let way = store.changes();
    let writing = tokio::spawn(async move {
        for round in 0..4000_i64 {
            let both = ["white", "black"]
                .map(|key| Change::PutRating(Rating { wins: round, ..rating(key, "blitz") }));
            way.add(both.into()).await;
        }
    });
    // Another process looks at the database in the meantime.
    let mut seen = Vec::new();
    let query = "SELECT wins FROM ratings ORDER BY account";
    match location {
        Location::Sqlite(path) => {
            let other = Connection::open(path).expect("connect");
            let mut query = other.prepare(query).expect("query");
            while !writing.is_finished() {
                let wins = query.query_map((), |row| row.get(0)).expect("rows");
                seen.push(wins.collect::<Result<Vec<i64>, _>>().expect("rows"));
            }
        }
        Location::Postgres(url) => {
            let other = connect(url).await;
            while !writing.is_finished() {
                let rows = other.query(query, &[]).await.expect("rows");
                seen.push(rows.iter().map(|row| row.get(0)).collect());
            }
        }
    }
    writing.await.expect("written");
    assert!(store.close(Duration::from_secs(20)).await);
    for wins in &seen {
        assert!(wins.is_empty() || wins.len() == 2 && wins[0] == wins[1], "{wins:?}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_database_that_cannot_be_written_is_waited_for() {
    let folder = Folder::new();
    let path = folder.0.join("partie.sqlite");
    let (store, _) = open(&Location::Sqlite(path.clone())).await;
    let other = Connection::open(&path).expect("connect");
    other.execute_batch("BEGIN IMMEDIATE").expect("lock");
    let healthy = store.healthy();
    store.changes().add(vec![Change::PutAccount(account("Tal"))]).await;
    until(|| !*healthy.borrow()).await;
    other.execute_batch("ROLLBACK").expect("unlock");
    until(|| *healthy.borrow()).await;
    assert!(store.close(Duration::from_secs(20)).await);
    let (_, snapshot) = open(&Location::Sqlite(path)).await;
    assert_eq!(snapshot.accounts, [account("Tal")]);
}

mod needs_postgres {
    use super::*;

    #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
    #[ignore = "needs PostgreSQL"]
    async fn a_postgres_has_one_server() {
        let databases = Databases::postgres();
        let location = databases.fresh().await;
        let (store, _) = open(&location).await;
        let second = Store::open(location.clone(), None, Arc::new(Metrics::new())).await;
        let Err(fault) = second else { panic!("two servers at one database") };
        assert!(fault.to_string().contains("another server uses this database"), "{fault}");
        assert!(store.close(Duration::from_secs(20)).await);
        databases.remove().await;
    }

    #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
    #[ignore = "needs PostgreSQL"]
    async fn a_lost_connection_is_opened_again() {
        let databases = Databases::postgres();
        let location = databases.fresh().await;
        let Location::Postgres(url) = &location else { panic!("not PostgreSQL") };
        let (store, _) = open(&location).await;
        store.changes().add(vec![Change::PutAccount(account("Before"))]).await;
        let other = connect(url).await;
        let count = "SELECT count(*) FROM accounts";
        soon(async {
            while other.query_one(count, &[]).await.expect("a count").get::<_, i64>(0) == 0 {}
        })
        .await;
        let end = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity
                   WHERE application_name = 'partie' AND datname = current_database()";
        assert_eq!(other.query(end, &[]).await.expect("an end").len(), 1);
        store.changes().add(vec![Change::PutAccount(account("Later"))]).await;
        assert!(store.close(Duration::from_secs(20)).await);
        drop(other);
        let (store, snapshot) = open(&location).await;
        let handles: Vec<_> = snapshot.accounts.iter().map(|a| a.handle.as_str()).collect();
        assert_eq!(handles, ["Before", "Later"]);
        assert!(store.close(Duration::from_secs(20)).await);
        databases.remove().await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_the_domain_stores_is_there_after_the_end() {
    let test = TestServer::open().await;
    let address = test.address(partie_server::transport::Port::Telnet);
    let mut client = tokio::net::TcpStream::connect(address).await.expect("connect");
    client.write_all(b"keep\n").await.expect("write");
    let metrics = Arc::clone(test.server.metrics());
    until(|| metrics.text().contains("partie_store_changes_total 1\n")).await;
    soon(test.server.stop()).await.expect("stopped");
    let (_, snapshot) = open(&Location::Sqlite(test.folder.0.join("partie.sqlite"))).await;
    assert_eq!(snapshot.facts.len(), 1);
}
