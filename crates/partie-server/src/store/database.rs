//! One connection to SQLite or PostgreSQL. Every statement is written once, in the SQL that both
//! understand; the macros repeat it for the two types of connection.

use std::{
    path::{Path, PathBuf},
    str::FromStr,
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
    #[must_use]
    pub fn read(setting: &str, folder: &Path) -> Option<Self> {
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
            Change::PutAccount(a) => run!(
                self,
                "INSERT INTO accounts (key, handle, real_name, email, password_hash, created,
                     last_login, admin_level, titles, data)
                 VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
                 ON CONFLICT (key) DO UPDATE SET handle = excluded.handle,
                     real_name = excluded.real_name, email = excluded.email,
                     password_hash = excluded.password_hash, created = excluded.created,
                     last_login = excluded.last_login, admin_level = excluded.admin_level,
                     titles = excluded.titles, data = excluded.data",
                &a.key,
                &a.handle,
                &a.real_name,
                &a.email,
                &a.password_hash,
                a.created,
                a.last_login,
                a.admin_level,
                &a.titles,
                &a.data,
            ),
            Change::RemoveAccount(key) => {
                run!(&mut *self, "DELETE FROM ratings WHERE account = $1", key)?;
                run!(self, "DELETE FROM accounts WHERE key = $1", key)
            }
            Change::PutRating(r) => run!(
                self,
                "INSERT INTO ratings (account, category, rating, rd, wins, losses, draws, best,
                     best_at, was_active, last_at)
                 VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
                 ON CONFLICT (account, category) DO UPDATE SET rating = excluded.rating,
                     rd = excluded.rd, wins = excluded.wins, losses = excluded.losses,
                     draws = excluded.draws, best = excluded.best, best_at = excluded.best_at,
                     was_active = excluded.was_active, last_at = excluded.last_at",
                &r.account,
                &r.category,
                r.rating,
                r.rd,
                r.wins,
                r.losses,
                r.draws,
                r.best,
                r.best_at,
                r.was_active,
                r.last_at,
            ),
            Change::RemoveRating(account, category) => run!(
                self,
                "DELETE FROM ratings WHERE account = $1 AND category = $2",
                account,
                category
            ),
            Change::PutGame(g) => run!(
                self,
                "INSERT INTO games (id, white, black, white_key, black_key, white_rating,
                     black_rating, category, rated, initial_ms, increment_ms, started, ended,
                     result, reason, eco, pgn)
                 VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17)
                 ON CONFLICT (id) DO UPDATE SET white = excluded.white, black = excluded.black,
                     white_key = excluded.white_key, black_key = excluded.black_key,
                     white_rating = excluded.white_rating, black_rating = excluded.black_rating,
                     category = excluded.category, rated = excluded.rated,
                     initial_ms = excluded.initial_ms, increment_ms = excluded.increment_ms,
                     started = excluded.started, ended = excluded.ended, result = excluded.result,
                     reason = excluded.reason, eco = excluded.eco, pgn = excluded.pgn",
                g.id,
                &g.white,
                &g.black,
                g.white.to_lowercase(),
                g.black.to_lowercase(),
                g.white_rating,
                g.black_rating,
                &g.category,
                g.rated,
                g.initial_ms,
                g.increment_ms,
                g.started,
                g.ended,
                &g.result,
                &g.reason,
                &g.eco,
                &g.pgn,
            ),
            Change::PutAdjourned(a) => run!(
                self,
                "INSERT INTO adjourned (id, white, black, data) VALUES ($1, $2, $3, $4)
                 ON CONFLICT (id) DO UPDATE SET white = excluded.white, black = excluded.black,
                     data = excluded.data",
                a.id,
                &a.white,
                &a.black,
                &a.data,
            ),
            Change::RemoveAdjourned(id) => run!(self, "DELETE FROM adjourned WHERE id = $1", *id),
            Change::PutMessage(m) => run!(
                self,
                "INSERT INTO messages (id, sender, receiver, text, sent, was_read)
                 VALUES ($1, $2, $3, $4, $5, $6)
                 ON CONFLICT (id) DO UPDATE SET sender = excluded.sender,
                     receiver = excluded.receiver, text = excluded.text, sent = excluded.sent,
                     was_read = excluded.was_read",
                m.id,
                &m.from,
                &m.to,
                &m.text,
                m.sent,
                m.read,
            ),
            Change::RemoveMessage(id) => run!(self, "DELETE FROM messages WHERE id = $1", *id),
            Change::PutNews(n) => run!(
                self,
                "INSERT INTO news (id, title, text, author, posted) VALUES ($1, $2, $3, $4, $5)
                 ON CONFLICT (id) DO UPDATE SET title = excluded.title, text = excluded.text,
                     author = excluded.author, posted = excluded.posted",
                n.id,
                &n.title,
                &n.text,
                &n.author,
                n.posted,
            ),
            Change::RemoveNews(id) => run!(self, "DELETE FROM news WHERE id = $1", *id),
            Change::PutFact(f) => run!(
                self,
                "INSERT INTO facts (kind, key, data) VALUES ($1, $2, $3)
                 ON CONFLICT (kind, key) DO UPDATE SET data = excluded.data",
                &f.kind,
                &f.key,
                &f.data,
            ),
            Change::RemoveFact(kind, key) => {
                run!(self, "DELETE FROM facts WHERE kind = $1 AND key = $2", kind, key)
            }
        }
    }

    /// Reads everything that a server needs to know when it starts.
    pub(super) async fn load(&mut self) -> sqlx::Result<Snapshot> {
        let mut snapshot = Snapshot {
            accounts: rows!(&mut *self, "SELECT * FROM accounts", |row| Account {
                key: row.try_get("key")?,
                handle: row.try_get("handle")?,
                real_name: row.try_get("real_name")?,
                email: row.try_get("email")?,
                password_hash: row.try_get("password_hash")?,
                created: row.try_get("created")?,
                last_login: row.try_get("last_login")?,
                admin_level: row.try_get("admin_level")?,
                titles: row.try_get("titles")?,
                data: row.try_get("data")?,
            }),
            ratings: rows!(&mut *self, "SELECT * FROM ratings", |row| Rating {
                account: row.try_get("account")?,
                category: row.try_get("category")?,
                rating: row.try_get("rating")?,
                rd: row.try_get("rd")?,
                wins: row.try_get("wins")?,
                losses: row.try_get("losses")?,
                draws: row.try_get("draws")?,
                best: row.try_get("best")?,
                best_at: row.try_get("best_at")?,
                was_active: row.try_get("was_active")?,
                last_at: row.try_get("last_at")?,
            }),
            games: self.recent_games().await?,
            last_game: 0,
            adjourned: rows!(&mut *self, "SELECT * FROM adjourned ORDER BY id", |row| Adjourned {
                id: row.try_get("id")?,
                white: row.try_get("white")?,
                black: row.try_get("black")?,
                data: row.try_get("data")?,
            }),
            messages: rows!(&mut *self, "SELECT * FROM messages ORDER BY id", |row| Message {
                id: row.try_get("id")?,
                from: row.try_get("sender")?,
                to: row.try_get("receiver")?,
                text: row.try_get("text")?,
                sent: row.try_get("sent")?,
                read: row.try_get("was_read")?,
            }),
            news: rows!(&mut *self, "SELECT * FROM news ORDER BY id", |row| News {
                id: row.try_get("id")?,
                title: row.try_get("title")?,
                text: row.try_get("text")?,
                author: row.try_get("author")?,
                posted: row.try_get("posted")?,
            }),
            facts: rows!(&mut *self, "SELECT * FROM facts", |row| Fact {
                kind: row.try_get("kind")?,
                key: row.try_get("key")?,
                data: row.try_get("data")?,
            }),
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
        Ok(rows!(
            self,
            "SELECT * FROM games WHERE id IN (
                 SELECT id FROM (
                     SELECT id, ROW_NUMBER() OVER (PARTITION BY player ORDER BY id DESC) AS place
                     FROM (SELECT id, white_key AS player FROM games
                           UNION ALL SELECT id, black_key FROM games) AS played
                 ) AS placed WHERE place <= 20
             ) ORDER BY id",
            |row| Game {
                id: row.try_get("id")?,
                white: row.try_get("white")?,
                black: row.try_get("black")?,
                white_rating: row.try_get("white_rating")?,
                black_rating: row.try_get("black_rating")?,
                category: row.try_get("category")?,
                rated: row.try_get("rated")?,
                initial_ms: row.try_get("initial_ms")?,
                increment_ms: row.try_get("increment_ms")?,
                started: row.try_get("started")?,
                ended: row.try_get("ended")?,
                result: row.try_get("result")?,
                reason: row.try_get("reason")?,
                eco: row.try_get("eco")?,
                pgn: row.try_get("pgn")?,
            }
        ))
    }
}
