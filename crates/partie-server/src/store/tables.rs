//! The rows of the model's types, and the statements that its changes are. Every statement is
//! written once, in the SQL that SQLite and PostgreSQL understand.

use std::sync::LazyLock;

use super::{
    error::Result,
    model::{Account, Adjourned, Change, Fact, Game, Message, Moves, News, Rating},
    value::{SqlRow, Statement, Value},
};

/// A type whose values are the rows of a table.
pub(super) trait Table: Sized {
    /// Name of the table.
    const NAME: &'static str;
    /// Columns in the order in which [`Table::read`] takes them.
    const COLUMNS: &'static [&'static str];

    /// Makes a value of the columns of a row.
    fn read(row: &mut SqlRow) -> Result<Self>;

    /// Inserts the row in place of the one with the same key.
    fn put(&self) -> Statement;
}

/// Name of a column: the field's, or another one.
macro_rules! column {
    ($field:ident) => {
        stringify!($field)
    };
    ($field:ident $column:ident) => {
        stringify!($column)
    };
}

/// Implements [`Table`]: a column for each field, and others that are only written.
macro_rules! table {
    (
        $type:ident in $table:literal by $key:expr;
        $($field:ident $(as $column:ident)?),+
        $(; $($other:ident = $value:expr),+)?
    ) => {
        impl Table for $type {
            const NAME: &'static str = $table;
            const COLUMNS: &'static [&'static str] = &[$(column!($field $($column)?)),+];

            fn read(row: &mut SqlRow) -> Result<Self> {
                Ok(Self { $($field: row.next()?),+ })
            }

            fn put(&self) -> Statement {
                static SQL: LazyLock<String> = LazyLock::new(|| {
                    let columns =
                        [$(column!($field $($column)?)),+ $($(, stringify!($other))+)?];
                    upsert($table, &$key, &columns)
                });
                let parameters = vec![
                    $(Value::from(&self.$field)),+
                    $($(, Value::from(&($value)(self)))+)?
                ];
                Statement { sql: &SQL, parameters }
            }
        }
    };
}

table!(Account in "accounts" by ["key"];
    key, handle, real_name, email, password_hash, created, last_login, admin_level, titles, data);
table!(Rating in "ratings" by ["account", "category"];
    account, category, rating, rd, wins, losses, draws, best, best_at, was_active, last_at);
table!(Game in "games" by ["id"];
    id, white, black, white_rating, black_rating, category, rated, initial_ms, increment_ms,
    started, ended, result, reason, eco, pgn;
    white_key = |game: &Game| game.white.to_lowercase(),
    black_key = |game: &Game| game.black.to_lowercase());
table!(Adjourned in "adjourned" by ["id"]; id, white, black, data, revision);
table!(Moves in "moves" by ["id"]; id, data);
table!(Message in "messages" by ["id"];
    id, from as sender, to as receiver, text, sent, read as was_read);
table!(News in "news" by ["id"]; id, title, text, author, posted);
table!(Fact in "facts" by ["kind", "key"]; kind, key, data);

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

/// Adds the statements that a change is.
pub(super) fn add_statements(change: &Change, statements: &mut Vec<Statement>) {
    let mut add = |sql, parameters: &[Value]| {
        statements.push(Statement { sql, parameters: parameters.to_vec() });
    };
    match change {
        Change::PutAccount(account) => statements.push(account.put()),
        Change::RemoveAccount(key) => {
            add("DELETE FROM ratings WHERE account = $1", &[key.into()]);
            add("DELETE FROM accounts WHERE key = $1", &[key.into()]);
        }
        Change::PutRating(rating) => statements.push(rating.put()),
        Change::RemoveRating(account, category) => {
            let sql = "DELETE FROM ratings WHERE account = $1 AND category = $2";
            add(sql, &[account.into(), category.into()]);
        }
        Change::PutGame(game) => statements.push(game.put()),
        Change::PutAdjourned(adjourned) => statements.push(adjourned.put()),
        Change::RemoveAdjourned(id) => add("DELETE FROM adjourned WHERE id = $1", &[id.into()]),
        // They are added together, by `add_moves`.
        Change::AddMoves(_) => {}
        Change::PutMessage(message) => statements.push(message.put()),
        Change::RemoveMessage(id) => add("DELETE FROM messages WHERE id = $1", &[id.into()]),
        Change::PutNews(news) => statements.push(news.put()),
        Change::RemoveNews(id) => add("DELETE FROM news WHERE id = $1", &[id.into()]),
        Change::PutFact(fact) => statements.push(fact.put()),
        Change::RemoveFact(kind, key) => {
            let sql = "DELETE FROM facts WHERE kind = $1 AND key = $2";
            add(sql, &[kind.into(), key.into()]);
        }
    }
}

/// Adds the statement that stores moves in a row of their own.
pub(super) fn add_moves(data: &str, statements: &mut Vec<Statement>) {
    if !data.is_empty() {
        let sql = "INSERT INTO moves (id, data) SELECT COALESCE(MAX(id), 0) + 1, $1 FROM moves";
        statements.push(Statement { sql, parameters: vec![Value::Text(data.to_owned())] });
    }
}
