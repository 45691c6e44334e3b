//! Databases for tests: SQLite in a folder, and a PostgreSQL of the tests' own.
//!
//! PostgreSQL is started where Debian installs it (`/usr/lib/postgresql`), or is the one that
//! `PARTIE_TEST_POSTGRES` names by its URL. Where there is none its tests fail: `cargo test`
//! ignores them.

use std::{
    process::{Child, Command, Stdio},
    sync::{
        Arc, Mutex, PoisonError, Weak,
        atomic::{AtomicU64, Ordering},
    },
    time::Duration,
};

use partie_server::store::Location;
use tokio_postgres::{Client, NoTls};

use super::chat::{Folder, soon};

/// Gives empty databases of one kind; they go with it.
pub(crate) enum Databases {
    Sqlite { folder: Folder, made: AtomicU64 },
    Postgres(Postgres),
}

impl Databases {
    /// Files of SQLite.
    pub(crate) fn sqlite() -> Self {
        Self::Sqlite { folder: Folder::new(), made: AtomicU64::new(0) }
    }

    /// A PostgreSQL.
    pub(crate) fn postgres() -> Self {
        if let Ok(url) = std::env::var("PARTIE_TEST_POSTGRES") {
            return Self::Postgres(Postgres { url, made: Mutex::default(), _server: None });
        }
        let server = OwnPostgres::shared();
        let server = server.expect("PostgreSQL, installed or named in PARTIE_TEST_POSTGRES");
        let url = server.url();
        Self::Postgres(Postgres { url, made: Mutex::default(), _server: Some(server) })
    }

    /// An empty database.
    pub(crate) async fn fresh(&self) -> Location {
        match self {
            Self::Sqlite { folder, made } => {
                let number = made.fetch_add(1, Ordering::Relaxed);
                Location::Sqlite(folder.0.join(format!("{number}.sqlite")))
            }
            Self::Postgres(postgres) => postgres.fresh().await,
        }
    }

    /// Removes what was made where it would stay.
    pub(crate) async fn remove(self) {
        if let Self::Postgres(postgres) = self {
            let names = postgres.made.into_inner().unwrap_or_else(PoisonError::into_inner);
            let client = connect(&postgres.url).await;
            for name in names {
                client.batch_execute(&format!("DROP DATABASE {name}")).await.expect("drop");
            }
        }
    }
}

/// Makes two tests of a function over `&Databases`: on SQLite, and on PostgreSQL.
macro_rules! on_each_database {
    ($name:ident, $test:ident) => {
        mod $name {
            use crate::databases::Databases;

            #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
            async fn on_sqlite() {
                super::$test(&Databases::sqlite()).await;
            }

            #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
            #[ignore = "needs PostgreSQL"]
            async fn needs_postgres() {
                let databases = Databases::postgres();
                super::$test(&databases).await;
                databases.remove().await;
            }
        }
    };
}
pub(crate) use on_each_database;

pub(crate) struct Postgres {
    url: String,
    made: Mutex<Vec<String>>,
    _server: Option<Arc<OwnPostgres>>,
}

impl Postgres {
    async fn fresh(&self) -> Location {
        static NEXT: AtomicU64 = AtomicU64::new(0);
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        let name = format!("partie_test_{}_{number}", std::process::id());
        let client = connect(&self.url).await;
        client.batch_execute(&format!("CREATE DATABASE {name}")).await.expect("create");
        let (server, query) = self.url.split_once('?').unwrap_or((&self.url, ""));
        let server = server.rsplit_once('/').expect("a database in the URL").0;
        let location = Location::Postgres(format!("{server}/{name}?{query}"));
        self.made.lock().unwrap_or_else(PoisonError::into_inner).push(name);
        location
    }
}

/// A connection, as soon as the server takes one.
pub(crate) async fn connect(url: &str) -> Client {
    soon(async {
        loop {
            match tokio_postgres::connect(url, NoTls).await {
                Ok((client, connection)) => {
                    tokio::spawn(connection);
                    break client;
                }
                Err(_) => tokio::time::sleep(Duration::from_millis(100)).await,
            }
        }
    })
    .await
}

/// A PostgreSQL of our own, which ends with the last test that uses it.
struct OwnPostgres {
    server: Child,
    folder: Folder,
}

impl OwnPostgres {
    /// Returns the running one, or starts one.
    fn shared() -> Option<Arc<Self>> {
        static RUNNING: Mutex<Weak<OwnPostgres>> = Mutex::new(Weak::new());
        let mut running = RUNNING.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(server) = running.upgrade() {
            return Some(server);
        }
        let server = Arc::new(Self::start()?);
        *running = Arc::downgrade(&server);
        Some(server)
    }

    /// Starts one if its programs are there. PostgreSQL does not run as root: then it runs as
    /// the user `postgres`.
    fn start() -> Option<Self> {
        let installed = std::fs::read_dir("/usr/lib/postgresql").ok()?.flatten();
        let bin = installed.map(|version| version.path().join("bin")).max()?;
        let folder = Folder::new();
        let is_root = is_root()?;
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

/// Tells whether the tests run as root; none where there is no such user.
#[cfg(unix)]
fn is_root() -> Option<bool> {
    use std::os::unix::fs::MetadataExt;

    Some(std::fs::metadata("/proc/self").ok()?.uid() == 0)
}

#[cfg(not(unix))]
fn is_root() -> Option<bool> {
    None
}

impl Drop for OwnPostgres {
    fn drop(&mut self) {
        let _ = self.server.kill();
        let _ = self.server.wait();
    }
}
