//! One connection to SQLite or PostgreSQL.

use std::{
    collections::HashSet,
    path::{Path, PathBuf},
};

use super::{
    error::{Error, Result},
    model::{Change, GAMES_OF_A_PLAYER, Game, Moves, Snapshot},
    postgres::Postgres,
    schema::STEPS,
    sqlite::Sqlite,
    tables::{Table, add_moves, add_statements},
    value::{SqlRow, Statement},
};

/// Location of the database.
#[derive(Clone, PartialEq, Eq)]
pub enum Location {
    /// An SQLite file, created if missing.
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

/// An open database that is ours alone.
pub(super) struct Database {
    connection: Connection,
    /// Number of bytes of all rows of moves.
    moves: usize,
    /// Number of bytes of moves at which the moves of finished games are removed.
    most_moves: usize,
}

enum Connection {
    Sqlite(Sqlite),
    Postgres(Postgres),
}

impl Database {
    /// Opens the database and leads its tables to this version.
    pub(super) async fn open(location: &Location) -> Result<Self> {
        let connection = match location {
            Location::Sqlite(path) => Connection::Sqlite(Sqlite::open(path).await?),
            Location::Postgres(url) => Connection::Postgres(Postgres::open(url).await?),
        };
        // Leftovers of a former run are handled with the first moves.
        let mut database = Self { connection, moves: 0, most_moves: 0 };
        database.migrate().await?;
        Ok(database)
    }

    async fn migrate(&mut self) -> Result<()> {
        self.execute("CREATE TABLE IF NOT EXISTS partie_schema (step BIGINT PRIMARY KEY)").await?;
        let newest = self.number("SELECT COALESCE(MAX(step), 0) FROM partie_schema").await?;
        if newest > STEPS.len() as i64 {
            return Err(Error::lost("the database was written by a newer version of Partie"));
        }
        for (number, step) in (1_i64..).zip(STEPS).skip(newest as usize) {
            let made = step.iter().map(|sql| Statement { sql, parameters: Vec::new() });
            let noted = Statement {
                sql: "INSERT INTO partie_schema (step) VALUES ($1)",
                parameters: vec![(&number).into()],
            };
            self.transact(made.chain([noted]).collect()).await?;
        }
        Ok(())
    }

    /// Writes all changes, or none of them.
    pub(super) async fn write(&mut self, changes: &[Change]) -> Result<()> {
        let mut statements = Vec::with_capacity(changes.len());
        let mut moves = String::new();
        for change in changes {
            if let Change::AddMoves(lines) = change {
                moves.push_str(lines);
            }
        }
        let (mut left, mut most) = (self.moves, self.most_moves);
        if !moves.is_empty() && left >= most {
            left = self.remove_old_moves(&mut statements).await?;
            most = 2 * left + FEW_MOVES;
        }
        for change in changes {
            add_statements(change, &mut statements);
        }
        add_moves(&moves, &mut statements);
        self.transact(statements).await?;
        (self.moves, self.most_moves) = (left + moves.len(), most);
        Ok(())
    }

    /// Adds the statements that leave only moves of games that are adjourned or running, and
    /// returns the number of bytes of these.
    async fn remove_old_moves(&mut self, statements: &mut Vec<Statement>) -> Result<usize> {
        let games = self.rows("SELECT revision FROM adjourned".to_owned()).await?;
        let revisions: HashSet<i64> =
            games.into_iter().map(|mut game| game.next()).collect::<Result<_>>()?;
        let rows: Vec<Moves> = self.all("ORDER BY id").await?;
        let left: String = rows
            .iter()
            .flat_map(|row| row.data.split_inclusive('\n'))
            .filter(|line| revision(line).is_some_and(|number| revisions.contains(&number)))
            .collect();
        statements.push(Statement { sql: "DELETE FROM moves", parameters: Vec::new() });
        add_moves(&left, statements);
        Ok(left.len())
    }

    /// Reads the server's state at startup.
    pub(super) async fn load(&mut self) -> Result<Snapshot> {
        let mut snapshot = Snapshot {
            accounts: self.all("").await?,
            ratings: self.all("").await?,
            games: self.all(RECENT_GAMES).await?,
            last_game: self.number("SELECT COALESCE(MAX(id), 0) FROM games").await?,
            adjourned: self.all("ORDER BY id").await?,
            moves: self.all("ORDER BY id").await?,
            messages: self.all("ORDER BY id").await?,
            news: self.all("ORDER BY id").await?,
            facts: self.all("").await?,
        };
        // Sorted here, because the two databases order texts differently.
        snapshot.accounts.sort_by(|a, b| a.key.cmp(&b.key));
        snapshot.ratings.sort_by(|a, b| (&a.account, &a.category).cmp(&(&b.account, &b.category)));
        snapshot.facts.sort_by(|a, b| (&a.kind, &a.key).cmp(&(&b.kind, &b.key)));
        Ok(snapshot)
    }

    /// Reads some of the finished games after the one with a number, in their order.
    pub(super) async fn games_after(&mut self, number: i64) -> Result<Vec<Game>> {
        self.all(&format!("WHERE id > {number} ORDER BY id LIMIT 1000")).await
    }

    /// Reads the rows of a table, as far as `clauses` keep them.
    async fn all<T: Table>(&mut self, clauses: &str) -> Result<Vec<T>> {
        let columns = T::COLUMNS.join(", ");
        let rows = self.rows(format!("SELECT {columns} FROM {} {clauses}", T::NAME)).await?;
        rows.into_iter().map(|mut row| T::read(&mut row)).collect()
    }

    /// Reads the number that a query gives.
    async fn number(&mut self, sql: &str) -> Result<i64> {
        let mut rows = self.rows(sql.to_owned()).await?;
        rows.first_mut().ok_or_else(|| Error::lost("a query without a row"))?.next()
    }

    async fn execute(&mut self, sql: &'static str) -> Result<()> {
        match &mut self.connection {
            Connection::Sqlite(sqlite) => sqlite.execute(sql).await,
            Connection::Postgres(postgres) => postgres.execute(sql).await,
        }
    }

    async fn transact(&mut self, statements: Vec<Statement>) -> Result<()> {
        match &mut self.connection {
            Connection::Sqlite(sqlite) => sqlite.transact(statements).await,
            Connection::Postgres(postgres) => postgres.transact(statements).await,
        }
    }

    async fn rows(&mut self, sql: String) -> Result<Vec<SqlRow>> {
        match &mut self.connection {
            Connection::Sqlite(sqlite) => sqlite.rows(sql).await,
            Connection::Postgres(postgres) => postgres.rows(&sql).await,
        }
    }

    pub(super) async fn close(self) -> Result<()> {
        match self.connection {
            Connection::Sqlite(sqlite) => sqlite.close().await,
            Connection::Postgres(postgres) => postgres.close().await,
        }
    }
}

/// Number of bytes of moves for which it is not worthwhile to look for games that are over.
const FEW_MOVES: usize = 4 << 20;

/// The revision with which a line of moves begins.
fn revision(line: &str) -> Option<i64> {
    line.split(' ').next()?.parse().ok()
}

/// Keeps the newest games of each player.
const RECENT_GAMES: &str = "WHERE id IN (
        SELECT id FROM (
            SELECT id, ROW_NUMBER() OVER (PARTITION BY player ORDER BY id DESC) AS place
            FROM (SELECT id, white_key AS player FROM games
                  UNION ALL SELECT id, black_key FROM games) AS played
        ) AS placed WHERE place <= 20
    ) ORDER BY id";
// The number of games a player is a constant of the model.
const _: () = assert!(GAMES_OF_A_PLAYER == 20);
