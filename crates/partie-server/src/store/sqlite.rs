//! A file of SQLite, used on threads for blocking work.

use std::{
    collections::{HashMap, hash_map::Entry},
    path::Path,
    time::Duration,
};

use rusqlite::{
    Connection, OpenFlags, ToSql, TransactionBehavior, params_from_iter,
    types::{ToSqlOutput, ValueRef},
};

use super::{
    error::{Error, Result},
    value::{SqlRow, Statement, Value},
};

/// A connection; none after work on it has panicked.
pub(super) struct Sqlite(Option<Connection>);

impl Sqlite {
    /// Opens a file, which is created if it is missing.
    pub(super) async fn open(path: &Path) -> Result<Self> {
        let path = path.to_owned();
        let opened = blocking(move || -> Result<Connection> {
            // Unlike the default flags, these do not read a path as a URI.
            let flags = OpenFlags::SQLITE_OPEN_READ_WRITE
                | OpenFlags::SQLITE_OPEN_CREATE
                | OpenFlags::SQLITE_OPEN_NO_MUTEX;
            let connection = Connection::open_with_flags(path, flags)?;
            connection.busy_timeout(Duration::from_secs(1))?;
            // A commit survives a power cut, too.
            connection.execute_batch("PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL")?;
            Ok(connection)
        });
        Ok(Self(Some(opened.await??)))
    }

    /// Runs a statement without parameters.
    pub(super) async fn execute(&mut self, sql: &'static str) -> Result<()> {
        self.with(move |connection| Ok(connection.execute_batch(sql)?)).await
    }

    /// Runs all statements, or none of them.
    pub(super) async fn transact(&mut self, statements: Vec<Statement>) -> Result<()> {
        self.with(move |connection| {
            // Dropped before its end it is undone, unless SQLite did that itself (on a full disk).
            let transaction =
                connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
            let mut prepared = HashMap::new();
            for Statement { sql, parameters } in &statements {
                let statement = match prepared.entry(sql) {
                    Entry::Occupied(entry) => entry.into_mut(),
                    Entry::Vacant(entry) => entry.insert(transaction.prepare(sql)?),
                };
                statement.execute(params_from_iter(parameters))?;
            }
            drop(prepared);
            Ok(transaction.commit()?)
        })
        .await
    }

    /// Reads rows.
    pub(super) async fn rows(&mut self, sql: String) -> Result<Vec<SqlRow>> {
        self.with(move |connection| {
            let mut statement = connection.prepare(&sql)?;
            let columns = statement.column_count();
            let mut rows = statement.query(())?;
            let mut all = Vec::new();
            while let Some(row) = rows.next()? {
                let values = (0..columns).map(|column| value(row.get_ref(column)?));
                all.push(SqlRow::new(values.collect::<Result<_>>()?));
            }
            Ok(all)
        })
        .await
    }

    pub(super) async fn close(mut self) -> Result<()> {
        let Some(connection) = self.0.take() else { return Ok(()) };
        blocking(|| connection.close().map_err(|(_, fault)| fault.into())).await?
    }

    /// Works with the connection on another thread.
    async fn with<T: Send + 'static>(
        &mut self,
        work: impl FnOnce(&mut Connection) -> Result<T> + Send + 'static,
    ) -> Result<T> {
        let mut connection =
            self.0.take().ok_or_else(|| Error::lost("the connection to the database is gone"))?;
        let (connection, done) = blocking(move || {
            let done = work(&mut connection);
            (connection, done)
        })
        .await?;
        self.0 = Some(connection);
        done
    }
}

async fn blocking<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> Result<T> {
    let ended = tokio::task::spawn_blocking(work).await;
    ended.map_err(|fault| Error::lost(format!("work on the database ended: {fault}")))
}

impl ToSql for Value {
    fn to_sql(&self) -> rusqlite::Result<ToSqlOutput<'_>> {
        Ok(ToSqlOutput::Borrowed(match self {
            Self::Null => ValueRef::Null,
            Self::Boolean(value) => ValueRef::Integer((*value).into()),
            Self::Integer(value) => ValueRef::Integer(*value),
            Self::Real(value) => ValueRef::Real(*value),
            Self::Text(value) => ValueRef::Text(value.as_bytes()),
        }))
    }
}

fn value(column: ValueRef<'_>) -> Result<Value> {
    Ok(match column {
        ValueRef::Null => Value::Null,
        ValueRef::Integer(value) => Value::Integer(value),
        ValueRef::Real(value) => Value::Real(value),
        ValueRef::Text(value) => match str::from_utf8(value) {
            Ok(value) => Value::Text(value.to_owned()),
            Err(fault) => return Err(Error::lost(format!("a text in the database: {fault}"))),
        },
        ValueRef::Blob(_) => return Err(Error::lost("a column of the database is a blob")),
    })
}
