//! Values of parameters and columns, the same for both databases.

use super::error::{Error, Result};

/// A parameter of a statement, or a column of a row.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Value {
    Null,
    /// SQLite has 0 and 1 for it.
    Boolean(bool),
    Integer(i64),
    Real(f64),
    Text(String),
}

/// A statement with its parameters, `$1` first.
#[derive(Debug)]
pub(super) struct Statement {
    pub(super) sql: &'static str,
    pub(super) parameters: Vec<Value>,
}

/// A row, whose columns are taken in their order.
pub(super) struct SqlRow(std::vec::IntoIter<Value>);

impl SqlRow {
    pub(super) fn new(columns: Vec<Value>) -> Self {
        Self(columns.into_iter())
    }

    /// Takes the next column.
    pub(super) fn next<T: TryFrom<Value, Error = Value>>(&mut self) -> Result<T> {
        let value = self.0.next().ok_or_else(|| Error::lost("a row with too few columns"))?;
        T::try_from(value)
            .map_err(|value| Error::lost(format!("a column has an unexpected value: {value:?}")))
    }
}

/// Converts between values and the type that a variant holds.
macro_rules! convert {
    ($($type:ty: $($pattern:pat => $result:expr),+; $from:expr;)+) => {$(
        impl From<&$type> for Value {
            fn from(value: &$type) -> Self {
                ($from)(value)
            }
        }

        impl TryFrom<Value> for $type {
            type Error = Value;

            fn try_from(value: Value) -> std::result::Result<Self, Value> {
                match value {
                    $($pattern => Ok($result),)+
                    other => Err(other),
                }
            }
        }
    )+};
}

convert! {
    bool: Value::Boolean(value) => value, Value::Integer(value) => value != 0;
        |value: &bool| Value::Boolean(*value);
    i64: Value::Integer(value) => value; |value: &i64| Value::Integer(*value);
    f64: Value::Real(value) => value; |value: &f64| Value::Real(*value);
    String: Value::Text(value) => value; |value: &String| Value::Text(value.clone());
    Option<i64>: Value::Integer(value) => Some(value), Value::Null => None;
        |value: &Option<i64>| value.map_or(Value::Null, Value::Integer);
}
