//! A connection to PostgreSQL.

mod settings;
#[cfg(test)]
mod tests;
mod tls;

use std::{collections::HashMap, error::Error as StdError, time::Duration};

use bytes::BytesMut;
use tokio::task::JoinSet;
use tokio_postgres::{
    Client,
    types::{FromSql, IsNull, ToSql, Type},
};

use self::settings::Settings;
use super::{
    error::{Error, Result, TooLong},
    value::{SqlRow, Statement, Value},
};

/// Number of the advisory lock that keeps a second server away from a database ("partie").
const LOCK: i64 = 0x7061_7274_6965;

/// Maximum number of bytes of a text; PostgreSQL has less than 2^30 for a message.
const LONGEST: usize = 1 << 29;

/// A connection that holds the lock of its database.
pub(super) struct Postgres {
    client: Client,
    /// Reads and writes the socket; aborted when this is dropped.
    task: JoinSet<()>,
    prepared: HashMap<&'static str, tokio_postgres::Statement>,
}

impl Postgres {
    /// Connects to the server and takes its lock.
    pub(super) async fn open(url: &str) -> Result<Self> {
        let Settings { config, tls } = Settings::read(url)?;
        // Boxed: the handshake is large and would bloat every enclosing future.
        let (client, connection) = Box::pin(config.connect(tls)).await?;
        let mut task = JoinSet::new();
        task.spawn(async {
            // Pending requests fail with an error of their own.
            if let Err(fault) = connection.await {
                tracing::warn!(fault = %Error::from(fault), "the connection to PostgreSQL ended");
            }
        });
        let postgres = Self { client, task, prepared: HashMap::new() };
        postgres.lock().await?;
        Ok(postgres)
    }

    /// Makes the database ours alone. A server that has just ended may hold it for a moment.
    async fn lock(&self) -> Result<()> {
        for _ in 0..20 {
            let row = self.client.query_one("SELECT pg_try_advisory_lock($1)", &[&LOCK]).await?;
            if row.try_get(0)? {
                return Ok(());
            }
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
        Err(Error::lost("another server uses this database"))
    }

    /// Runs a statement without parameters.
    pub(super) async fn execute(&mut self, sql: &str) -> Result<()> {
        Ok(self.client.batch_execute(sql).await?)
    }

    /// Runs all statements, or none of them.
    pub(super) async fn transact(&mut self, statements: Vec<Statement>) -> Result<()> {
        self.execute("BEGIN").await?;
        let mut done = self.run(&statements).await;
        if done.is_ok() {
            done = self.execute("COMMIT").await;
        }
        if done.is_err() {
            // The transaction may still be open; otherwise there is nothing to undo.
            let _ = self.execute("ROLLBACK").await;
        }
        done
    }

    async fn run(&mut self, statements: &[Statement]) -> Result<()> {
        for Statement { sql, parameters } in statements {
            let prepared = if let Some(prepared) = self.prepared.get(sql) {
                prepared
            } else {
                let prepared = self.client.prepare(sql).await?;
                self.prepared.entry(sql).or_insert(prepared)
            };
            self.client.execute_raw(prepared, parameters).await?;
        }
        Ok(())
    }

    /// Reads rows.
    pub(super) async fn rows(&mut self, sql: &str) -> Result<Vec<SqlRow>> {
        let rows = self.client.query(sql, &[]).await?;
        let rows = rows.iter().map(|row| {
            let columns = (0..row.len()).map(|column| row.try_get(column));
            Ok(SqlRow::new(columns.collect::<std::result::Result<_, _>>()?))
        });
        rows.collect()
    }

    /// Ends the connection, and with it the lock.
    pub(super) async fn close(self) -> Result<()> {
        let Self { client, mut task, .. } = self;
        drop(client);
        match task.join_next().await {
            Some(Err(fault)) => Err(Error::lost(fault.to_string())),
            _ => Ok(()),
        }
    }
}

type Encoded = std::result::Result<IsNull, Box<dyn StdError + Sync + Send>>;

impl ToSql for Value {
    fn to_sql(&self, column: &Type, out: &mut BytesMut) -> Encoded {
        match self {
            Self::Null => Ok(IsNull::Yes),
            Self::Boolean(value) => value.to_sql_checked(column, out),
            Self::Integer(value) => value.to_sql_checked(column, out),
            Self::Real(value) => value.to_sql_checked(column, out),
            Self::Text(value) if value.len() > LONGEST => Err(Box::new(TooLong)),
            Self::Text(value) => value.to_sql_checked(column, out),
        }
    }

    fn accepts(_: &Type) -> bool {
        // The check depends on the value.
        true
    }

    fn to_sql_checked(&self, column: &Type, out: &mut BytesMut) -> Encoded {
        self.to_sql(column, out)
    }
}

impl FromSql<'_> for Value {
    fn from_sql(
        column: &Type,
        raw: &[u8],
    ) -> std::result::Result<Self, Box<dyn StdError + Sync + Send>> {
        Ok(match *column {
            Type::BOOL => Self::Boolean(FromSql::from_sql(column, raw)?),
            Type::INT8 => Self::Integer(FromSql::from_sql(column, raw)?),
            Type::FLOAT8 => Self::Real(FromSql::from_sql(column, raw)?),
            _ => Self::Text(FromSql::from_sql(column, raw)?),
        })
    }

    fn from_sql_null(_: &Type) -> std::result::Result<Self, Box<dyn StdError + Sync + Send>> {
        Ok(Self::Null)
    }

    fn accepts(column: &Type) -> bool {
        matches!(*column, Type::BOOL | Type::INT8 | Type::FLOAT8)
            || <String as FromSql>::accepts(column)
    }
}
