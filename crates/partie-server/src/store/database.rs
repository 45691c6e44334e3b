//! One connection to SQLite or PostgreSQL. Every statement is written once, in the SQL that both
//! understand; the macros repeat it for the two types of connection.

use std::{
    path::{Path, PathBuf},
    str::FromStr,
    sync::LazyLock,
    time::Duration,
};

use sqlx::{
    Connection, PgConnection, Row, SqliteConnection,
    postgres::PgConnectOptions,
    sqlite::{SqliteConnectOptions, SqliteJournalMode, SqliteSynchronous},
};

use super::{
    model::{
        Account, Adjourned, Change, Fact, GAMES_OF_A_PLAYER, Game, Message, News, Rating, Snapshot,
    },
    schema::STEPS,
};

/// Location of the database.
#[derive(Clone, PartialEq, Eq)]
pub enum Location {
    /// A file of SQLite, which is made when it is missing.
    Sqlite(PathBuf),
    /// A URL of PostgreSQL.
    Postgres(String),
}

/// A URL may hold a password.
impl std::fmt::Debug for Location {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Sqlite(path) => write!(f, "SQLite {}", path.display()),
            Self::Postgres(_) => f.write_str("PostgreSQL"),
        }
    }
}

impl Location {
    /// Reads the setting: `sqlite` is a file in the data folder, `sqlite:PATH` another file,
    /// `postgres://...` a PostgreSQL.
    pub(crate) fn read(setting: &str, folder: &Path) -> Option<Self> {
        if setting == "sqlite" {
            return Some(Self::Sqlite(folder.join("partie.sqlite")));
        }
        if let Some(path) = setting.strip_prefix("sqlite:") {
            let path = path.strip_prefix("//").unwrap_or(path);
            return (!path.is_empty()).then(|| Self::Sqlite(folder.join(path)));
        }
        let postgres = ["postgres://", "postgresql://"].iter().any(|p| setting.starts_with(p));
        postgres.then(|| Self::Postgres(setting.to_owned()))
    }
}

/// Makes a PostgreSQL ours alone. A server that has just ended may hold it for a moment.
async fn lock(connection: &mut PgConnection) -> sqlx::Result<()> {
    for _ in 0..20 {
        let row = sqlx::query("SELECT pg_try_advisory_lock($1) AS ours")
            .bind(LOCK)
            .fetch_one(&mut *connection)
            .await?;
        if row.try_get::<bool, _>("ours")? {
            return Ok(());
        }
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    Err(sqlx::Error::Configuration("another server uses this database".into()))
}

/// An open database that is ours alone.
pub(super) enum Database {
    Sqlite(SqliteConnection),
    Postgres(PgConnection),
}

/// Runs one statement.
macro_rules! run {
    ($database:expr, $sql:expr $(, $value:expr)* $(,)?) => {
        match $database {
            Database::Sqlite(c) => {
                sqlx::query($sql)$(.bind($value))*.execute(c).await.map(drop)
            }
            Database::Postgres(c) => {
                sqlx::query($sql)$(.bind($value))*.execute(c).await.map(drop)
            }
        }
    };
}

/// Reads rows, each made to a value by the same expression.
macro_rules! rows {
    ($database:expr, $sql:expr, |$row:ident| $value:expr) => {
        match $database {
            Database::Sqlite(c) => {
                let mut all = Vec::new();
                for $row in sqlx::query($sql).fetch_all(c).await? {
                    all.push($value);
                }
                all
            }
            Database::Postgres(c) => {
                let mut all = Vec::new();
                for $row in sqlx::query($sql).fetch_all(c).await? {
                    all.push($value);
                }
                all
            }
        }
    };
}

/// The name of a column: the field's, or another one.
macro_rules! column {
    ($field:ident) => {
        stringify!($field)
    };
    ($field:ident $column:ident) => {
        stringify!($column)
    };
}

/// Reads rows to structs with a column for each field.
macro_rules! load {
    ($database:expr, $sql:literal, $type:ident: $($field:ident $(as $column:ident)?),+) => {
        rows!($database, $sql, |row| $type {
            $($field: row.try_get(column!($field $($column)?))?),+
        })
    };
}

/// Inserts the fields of a struct, and other values, in place of the row with the same key.
macro_rules! put {
    (
        $database:expr, $table:literal, $key:expr,
        $row:ident: $($field:ident $(as $column:ident)?),+ $(; $($other:ident = $value:expr),+)?
    ) => {{
        static SQL: LazyLock<String> = LazyLock::new(|| {
            let columns =
                [$(column!($field $($column)?)),+ $($(, stringify!($other))+)?];
            upsert($table, &$key, &columns)
        });
        run!($database, SQL.as_str() $(, &$row.$field)+ $($(, $value)+)?)
    }};
}

/// Writes the statement that inserts a row or replaces that with the same key.
fn upsert(table: &str, key: &[&str], columns: &[&str]) -> String {
    let places: Vec<String> = (1..=columns.len()).map(|place| format!("${place}")).collect();
    let others = columns.iter().filter(|column| !key.contains(column));
    let others: Vec<String> =
        others.map(|column| format!("{column} = excluded.{column}")).collect();
    let (key, columns) = (key.join(", "), columns.join(", "));
    let (places, others) = (places.join(", "), others.join(", "));
    format!(
        "INSERT INTO {table} ({columns}) VALUES ({places}) \
         ON CONFLICT ({key}) DO UPDATE SET {others}"
    )
}

/// The number of the lock that keeps a second server away from a PostgreSQL ("partie").
const LOCK: i64 = 0x7061_7274_6965;

impl Database {
    /// Opens the database and leads its tables to this version.
    pub(super) async fn open(location: &Location) -> sqlx::Result<Self> {
        let mut database = match location {
            Location::Sqlite(path) => {
                let options = SqliteConnectOptions::new()
                    .filename(path)
                    .create_if_missing(true)
                    .journal_mode(SqliteJournalMode::Wal)
                    // With WAL a power cut may undo the last moments, never half of one.
                    .synchronous(SqliteSynchronous::Normal)
                    .busy_timeout(Duration::from_secs(1));
                Self::Sqlite(SqliteConnection::connect_with(&options).await?)
            }
            Location::Postgres(url) => {
                let options = PgConnectOptions::from_str(url)?.application_name("partie");
                let mut connection = PgConnection::connect_with(&options).await?;
                lock(&mut connection).await?;
                Self::Postgres(connection)
            }
        };
        database.migrate().await?;
        Ok(database)
    }

    async fn migrate(&mut self) -> sqlx::Result<()> {
        run!(&mut *self, "CREATE TABLE IF NOT EXISTS partie_schema (step BIGINT PRIMARY KEY)")?;
        let done = rows!(&mut *self, "SELECT step FROM partie_schema", |row| row
            .try_get::<i64, _>("step")?);
        let newest = done.into_iter().max().unwrap_or(0);
        if newest > STEPS.len() as i64 {
            return Err(sqlx::Error::Configuration(
                "the database was written by a newer version of Partie".into(),
            ));
        }
        for (number, step) in (1_i64..).zip(STEPS).skip(newest as usize) {
            self.begin().await?;
            for statement in *step {
                run!(&mut *self, *statement)?;
            }
            run!(&mut *self, "INSERT INTO partie_schema (step) VALUES ($1)", number)?;
            self.commit().await?;
        }
        Ok(())
    }

    /// Writes all changes, or none of them.
    pub(super) async fn write(&mut self, changes: &[Change]) -> sqlx::Result<()> {
        self.begin().await?;
        for change in changes {
            if let Err(fault) = self.change(change).await {
                // On a full disk SQLite has undone the transaction itself.
                let _ = self.rollback().await;
                return Err(fault);
            }
        }
        if let Err(fault) = self.commit().await {
            // The transaction may still be open; if it is not, there is nothing to undo.
            let _ = self.rollback().await;
            return Err(fault);
        }
        Ok(())
    }

    async fn begin(&mut self) -> sqlx::Result<()> {
        match self {
            Self::Sqlite(c) => sqlx::query("BEGIN IMMEDIATE").execute(c).await.map(drop),
            Self::Postgres(c) => sqlx::query("BEGIN").execute(c).await.map(drop),
        }
    }

    async fn commit(&mut self) -> sqlx::Result<()> {
        run!(self, "COMMIT")
    }

    async fn rollback(&mut self) -> sqlx::Result<()> {
        run!(self, "ROLLBACK")
    }

    pub(super) async fn close(self) -> sqlx::Result<()> {
        match self {
            Self::Sqlite(c) => c.close().await,
            Self::Postgres(c) => c.close().await,
        }
    }

    async fn change(&mut self, change: &Change) -> sqlx::Result<()> {
        match change {
            Change::PutAccount(a) => put!(self, "accounts", ["key"], a:
                key, handle, real_name, email, password_hash, created, last_login, admin_level,
                titles, data
            ),
            Change::RemoveAccount(key) => {
                run!(&mut *self, "DELETE FROM ratings WHERE account = $1", key)?;
                run!(self, "DELETE FROM accounts WHERE key = $1", key)
            }
            Change::PutRating(r) => put!(self, "ratings", ["account", "category"], r:
                account, category, rating, rd, wins, losses, draws, best, best_at, was_active,
                last_at
            ),
            Change::RemoveRating(account, category) => {
                let sql = "DELETE FROM ratings WHERE account = $1 AND category = $2";
                run!(self, sql, account, category)
            }
            Change::PutGame(g) => put!(self, "games", ["id"], g:
                id, white, black, white_rating, black_rating, category, rated, initial_ms,
                increment_ms, started, ended, result, reason, eco, pgn;
                white_key = g.white.to_lowercase(), black_key = g.black.to_lowercase()
            ),
            Change::PutAdjourned(a) => {
                put!(self, "adjourned", ["id"], a: id, white, black, data)
            }
            Change::RemoveAdjourned(id) => run!(self, "DELETE FROM adjourned WHERE id = $1", *id),
            Change::PutMessage(m) => put!(self, "messages", ["id"], m:
                id, from as sender, to as receiver, text, sent, read as was_read
            ),
            Change::RemoveMessage(id) => run!(self, "DELETE FROM messages WHERE id = $1", *id),
            Change::PutNews(n) => put!(self, "news", ["id"], n: id, title, text, author, posted),
            Change::RemoveNews(id) => run!(self, "DELETE FROM news WHERE id = $1", *id),
            Change::PutFact(f) => put!(self, "facts", ["kind", "key"], f: kind, key, data),
            Change::RemoveFact(kind, key) => {
                run!(self, "DELETE FROM facts WHERE kind = $1 AND key = $2", kind, key)
            }
        }
    }

    /// Reads everything that a server needs to know when it starts.
    pub(super) async fn load(&mut self) -> sqlx::Result<Snapshot> {
        let mut snapshot = Snapshot {
            accounts: load!(&mut *self, "SELECT * FROM accounts", Account:
                key, handle, real_name, email, password_hash, created, last_login, admin_level,
                titles, data
            ),
            ratings: load!(&mut *self, "SELECT * FROM ratings", Rating:
                account, category, rating, rd, wins, losses, draws, best, best_at, was_active,
                last_at
            ),
            games: self.recent_games().await?,
            last_game: 0,
            adjourned: load!(&mut *self, "SELECT * FROM adjourned ORDER BY id", Adjourned:
                id, white, black, data
            ),
            messages: load!(&mut *self, "SELECT * FROM messages ORDER BY id", Message:
                id, from as sender, to as receiver, text, sent, read as was_read
            ),
            news: load!(&mut *self, "SELECT * FROM news ORDER BY id", News:
                id, title, text, author, posted
            ),
            facts: load!(&mut *self, "SELECT * FROM facts", Fact: kind, key, data),
        };
        let last = rows!(self, "SELECT COALESCE(MAX(id), 0) AS last FROM games", |row| row
            .try_get::<i64, _>("last")?);
        snapshot.last_game = last.first().copied().unwrap_or(0);
        // Texts are put in order here: the two databases do not agree on what comes first.
        snapshot.accounts.sort_by(|a, b| a.key.cmp(&b.key));
        snapshot.ratings.sort_by(|a, b| (&a.account, &a.category).cmp(&(&b.account, &b.category)));
        snapshot.facts.sort_by(|a, b| (&a.kind, &a.key).cmp(&(&b.kind, &b.key)));
        Ok(snapshot)
    }

    async fn recent_games(&mut self) -> sqlx::Result<Vec<Game>> {
        // The number of games a player is a constant of the model.
        const { assert!(GAMES_OF_A_PLAYER == 20) };
        Ok(load!(
            self,
            "SELECT * FROM games WHERE id IN (
                 SELECT id FROM (
                     SELECT id, ROW_NUMBER() OVER (PARTITION BY player ORDER BY id DESC) AS place
                     FROM (SELECT id, white_key AS player FROM games
                           UNION ALL SELECT id, black_key FROM games) AS played
                 ) AS placed WHERE place <= 20
             ) ORDER BY id",
            Game:
            id, white, black, white_rating, black_rating, category, rated, initial_ms,
            increment_ms, started, ended, result, reason, eco, pgn
        ))
    }
}
