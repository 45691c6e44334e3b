//! What is stored comes back: the same tests for SQLite and PostgreSQL.

use std::{
    os::unix::fs::MetadataExt,
    process::{Child, Command, Stdio},
    str::FromStr,
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
    time::Duration,
};

use partie_server::{
    Metrics,
    store::{
        Place, Store,
        model::{Account, Adjourned, Change, Fact, Game, Message, News, Rating, Snapshot},
    },
};
use sqlx::{
    AssertSqlSafe, Connection, PgConnection, SqliteConnection, postgres::PgConnectOptions,
    sqlite::SqliteConnectOptions,
};
use tokio::io::AsyncWriteExt;

use super::chat::{Folder, House, soon, until};

async fn open(place: &Place) -> (Store, Snapshot) {
    soon(Store::open(place.clone(), Arc::new(Metrics::new()))).await.expect("store")
}

/// Writes changes in one run of the store and gives what the next run finds.
async fn after(place: &Place, changes: Vec<Change>) -> Snapshot {
    let (store, _) = open(place).await;
    let way = store.changes();
    for change in changes {
        way.add(change).await;
    }
    drop(way);
    assert!(store.close(Duration::from_secs(20)).await);
    let (store, snapshot) = open(place).await;
    assert!(store.close(Duration::from_secs(20)).await);
    snapshot
}

fn account(handle: &str) -> Account {
    Account {
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

/// Everything that a store can be asked, on one kind of database; `fresh` gives an empty one.
async fn suite(fresh: impl AsyncFn() -> Place) {
    everything_comes_back(&fresh().await).await;
    changes_replace_and_remove(&fresh().await).await;
    the_newest_games_of_each_player_are_loaded(&fresh().await).await;
    many_changes_keep_their_order(&fresh().await).await;
    what_is_refused_holds_up_nothing(&fresh().await).await;
}

async fn everything_comes_back(place: &Place) {
    let (store, empty) = open(place).await;
    assert_eq!(empty, Snapshot::default());
    assert!(store.close(Duration::from_secs(20)).await);
    let seen = Account { last_login: Some(5), admin_level: 100, ..account("alekhine") };
    let adjourned = Adjourned { id: 4, white: "a".into(), black: "b".into(), data: "[1]".into() };
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
        place,
        vec![
            Change::PutAccount(account("Capablanca")),
            Change::PutAccount(seen.clone()),
            Change::PutRating(rating("capablanca", "standard")),
            Change::PutRating(rating("capablanca", "blitz")),
            Change::PutGame(game(7, "Capablanca", "GuestABCD")),
            Change::PutAdjourned(adjourned.clone()),
            Change::PutMessage(message.clone()),
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
        messages: vec![message],
        news: vec![news],
        facts: facts.to_vec(),
    };
    assert_eq!(snapshot, expected);
}

async fn changes_replace_and_remove(place: &Place) {
    let renamed = Account { handle: "CapaBlanca".into(), email: String::new(), ..account("x") };
    let snapshot = after(
        place,
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

async fn the_newest_games_of_each_player_are_loaded(place: &Place) {
    // 1..=30 are Tal's, and of these Fine was in 1 and 2 only.
    let games = (1..=30).map(|id| game(id, "Tal", if id < 3 { "Fine" } else { "Bot" }));
    let snapshot = after(place, games.map(Change::PutGame).collect()).await;
    let ids: Vec<_> = snapshot.games.iter().map(|game| game.id).collect();
    let expected: Vec<_> = [1, 2].into_iter().chain(11..=30).collect();
    assert_eq!(ids, expected);
    assert_eq!(snapshot.last_game, 30);
}

async fn many_changes_keep_their_order(place: &Place) {
    let news =
        |n: i64| Change::PutNews(News { id: n % 10, text: n.to_string(), ..News::default() });
    let snapshot = after(place, (0..3000).map(news).collect()).await;
    let texts: Vec<_> = snapshot.news.iter().map(|news| news.text.as_str()).collect();
    let last: Vec<_> = (2990..3000).map(|n| n.to_string()).collect();
    assert_eq!(texts, last);
}

async fn what_is_refused_holds_up_nothing(place: &Place) {
    // A rating that is no number cannot be stored: SQLite makes NULL of it, which the table
    // refuses; PostgreSQL refuses the byte 0 in a text.
    let bad = Rating { account: "bad\0".into(), rd: f64::NAN, ..rating("", "blitz") };
    let metrics = Arc::new(Metrics::new());
    let (store, _) = soon(Store::open(place.clone(), Arc::clone(&metrics))).await.expect("store");
    let (way, healthy) = (store.changes(), store.healthy());
    way.add(Change::PutAccount(account("Before"))).await;
    way.add(Change::PutRating(bad)).await;
    way.add(Change::PutAccount(account("Behind"))).await;
    drop(way);
    assert!(store.close(Duration::from_secs(20)).await);
    assert!(healthy.load(Ordering::Relaxed));
    let text = metrics.text();
    assert!(text.contains("partie_store_refused_total 1\n"), "{text}");
    let snapshot = after(place, Vec::new()).await;
    let handles: Vec<_> = snapshot.accounts.iter().map(|a| a.handle.as_str()).collect();
    assert_eq!(handles, ["Before", "Behind"]);
    assert!(snapshot.ratings.is_empty());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn sqlite_keeps_everything() {
    let folder = Folder::new();
    let number = AtomicU64::new(0);
    suite(async || {
        let number = number.fetch_add(1, Ordering::Relaxed);
        Place::Sqlite(folder.0.join(format!("{number}.sqlite")))
    })
    .await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_database_that_cannot_be_written_is_waited_for() {
    let folder = Folder::new();
    let path = folder.0.join("partie.sqlite");
    let (store, _) = open(&Place::Sqlite(path.clone())).await;
    let options = SqliteConnectOptions::new().filename(&path);
    let mut other = SqliteConnection::connect_with(&options).await.expect("connect");
    sqlx::query("BEGIN IMMEDIATE").execute(&mut other).await.expect("lock");
    let healthy = store.healthy();
    store.changes().add(Change::PutAccount(account("Tal"))).await;
    until(|| !healthy.load(Ordering::Relaxed)).await;
    sqlx::query("ROLLBACK").execute(&mut other).await.expect("unlock");
    until(|| healthy.load(Ordering::Relaxed)).await;
    assert!(store.close(Duration::from_secs(20)).await);
    let (_, snapshot) = open(&Place::Sqlite(path)).await;
    assert_eq!(snapshot.accounts, [account("Tal")]);
}

/// A PostgreSQL of our own, which ends with the test.
struct Postgres {
    server: Child,
    folder: Folder,
}

impl Postgres {
    /// Starts one if its programs are there. PostgreSQL does not run as root: then it runs as
    /// the user `postgres`.
    fn start() -> Option<Self> {
        let installed = std::fs::read_dir("/usr/lib/postgresql").ok()?.flatten();
        let bin = installed.map(|version| version.path().join("bin")).max()?;
        let folder = Folder::new();
        let is_root = std::fs::metadata("/proc/self").ok()?.uid() == 0;
        let command = |program: &str| {
            let program = bin.join(program);
            if is_root {
                let mut command = Command::new("setpriv");
                command.args(["--reuid=postgres", "--regid=postgres", "--clear-groups"]);
                command.arg(program);
                command
            } else {
                Command::new(program)
            }
        };
        if is_root {
            let owned = Command::new("chown").arg("postgres").arg(&folder.0).status().ok()?;
            owned.success().then_some(())?;
        }
        let data = folder.0.join("data");
        let made = command("initdb")
            .args(["--auth=trust", "--username=postgres", "--no-sync", "--encoding=UTF8", "-D"])
            .arg(&data)
            .stdout(Stdio::null())
            .status()
            .ok()?;
        made.success().then_some(())?;
        let server = command("postgres")
            .arg("-D")
            .arg(&data)
            .arg("-k")
            .arg(&folder.0)
            .args(["-c", "listen_addresses=", "-c", "fsync=off"])
            .stderr(Stdio::null())
            .spawn()
            .ok()?;
        Some(Self { server, folder })
    }

    fn url(&self) -> String {
        let host = self.folder.0.display().to_string().replace('/', "%2F");
        format!("postgres://postgres@{host}/postgres")
    }
}

impl Drop for Postgres {
    fn drop(&mut self) {
        let _ = self.server.kill();
        let _ = self.server.wait();
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn postgres_keeps_everything() {
    let given = std::env::var("PARTIE_TEST_POSTGRES").ok();
    let own = if given.is_none() { Postgres::start() } else { None };
    let Some(url) = given.or_else(|| own.as_ref().map(Postgres::url)) else {
        eprintln!("skipped: no PostgreSQL; name one in PARTIE_TEST_POSTGRES");
        return;
    };
    let options = PgConnectOptions::from_str(&url).expect("URL");
    let mut connection = soon(async {
        loop {
            match PgConnection::connect_with(&options).await {
                Ok(connection) => break connection,
                Err(_) => tokio::time::sleep(Duration::from_millis(100)).await,
            }
        }
    })
    .await;
    let number = AtomicU64::new(0);
    let connection = tokio::sync::Mutex::new(&mut connection);
    let fresh = async || {
        let number = number.fetch_add(1, Ordering::Relaxed);
        let name = format!("partie_test_{}_{number}", std::process::id());
        let create = AssertSqlSafe(format!("CREATE DATABASE {name}"));
        sqlx::query(create).execute(&mut **connection.lock().await).await.expect("create");
        let (server, query) = url.split_once('?').unwrap_or((&url, ""));
        let server = server.rsplit_once('/').expect("a database in the URL").0;
        Place::Postgres(format!("{server}/{name}?{query}"))
    };
    suite(fresh).await;

    let place = fresh().await;
    let (store, _) = open(&place).await;
    let second = Store::open(place.clone(), Arc::new(Metrics::new())).await;
    let Err(fault) = second else { panic!("two servers at one database") };
    assert!(fault.to_string().contains("another server uses this database"), "{fault}");
    assert!(store.close(Duration::from_secs(20)).await);
    for n in 0..number.load(Ordering::Relaxed) {
        let name = format!("partie_test_{}_{n}", std::process::id());
        let gone = AssertSqlSafe(format!("DROP DATABASE {name}"));
        sqlx::query(gone).execute(&mut **connection.lock().await).await.expect("drop");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_the_domain_stores_is_there_after_the_end() {
    let house = House::open().await;
    let address = house.address(partie_server::transport::Port::Telnet);
    let mut client = tokio::net::TcpStream::connect(address).await.expect("connect");
    client.write_all(b"keep\n").await.expect("write");
    let metrics = Arc::clone(house.server.metrics());
    until(|| metrics.text().contains("partie_store_changes_total 1\n")).await;
    soon(house.server.stop()).await.expect("stopped");
    let (_, snapshot) = open(&Place::Sqlite(house.folder.0.join("partie.sqlite"))).await;
    assert_eq!(snapshot.facts.len(), 1);
}
