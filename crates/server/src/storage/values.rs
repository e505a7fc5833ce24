//! Column values and statement parameters, independent of the database.

use rusqlite::types::{ToSqlOutput, ValueRef};

use super::StorageError;

/// A column value or a parameter.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    Null,
    Bool(bool),
    Int(i64),
    Real(f64),
    Text(String),
    Bytes(Vec<u8>),
}

/// A result row.
pub struct Row(pub(crate) Vec<Value>);

impl Row {
    /// Returns the value of the column at this index, counted from 0.
    pub fn get<T: Column>(&self, at: usize) -> Result<T, StorageError> {
        let value = self.0.get(at).ok_or_else(|| StorageError::Damaged(format!("a row lacks column {at}")))?;
        T::of(value).ok_or_else(|| StorageError::Damaged(format!("column {at}: {value:?}")))
    }

    /// Converts an SQLite row with this many columns.
    pub fn of_sqlite(row: &rusqlite::Row<'_>, columns: usize) -> rusqlite::Result<Row> {
        Ok(Row((0..columns).map(|at| row.get_ref(at).map(Value::of_sqlite)).collect::<rusqlite::Result<_>>()?))
    }
}

/// A type that can be read from a column.
pub trait Column: Sized {
    /// Converts a value; `None` if it has another type.
    fn of(value: &Value) -> Option<Self>;
}

impl Column for bool {
    fn of(value: &Value) -> Option<bool> {
        match value {
            Value::Bool(yes) => Some(*yes),
            Value::Int(number) => Some(*number != 0),
            _ => None,
        }
    }
}

impl Column for f64 {
    fn of(value: &Value) -> Option<f64> {
        match value {
            Value::Real(number) => Some(*number),
            Value::Int(number) => Some(*number as f64),
            _ => None,
        }
    }
}

impl Column for String {
    fn of(value: &Value) -> Option<String> {
        if let Value::Text(text) = value { Some(text.clone()) } else { None }
    }
}

impl Column for Vec<u8> {
    fn of(value: &Value) -> Option<Vec<u8>> {
        if let Value::Bytes(bytes) = value { Some(bytes.clone()) } else { None }
    }
}

impl<const N: usize> Column for [u8; N] {
    fn of(value: &Value) -> Option<[u8; N]> {
        if let Value::Bytes(bytes) = value { bytes.as_slice().try_into().ok() } else { None }
    }
}

impl<T: Column> Column for Option<T> {
    fn of(value: &Value) -> Option<Option<T>> {
        if *value == Value::Null { Some(None) } else { T::of(value).map(Some) }
    }
}

/// A type that can be a parameter.
pub trait Parameter {
    fn value(&self) -> Value;
}

macro_rules! whole_numbers {
    ($($number:ty)*) => {$(
        impl Column for $number {
            fn of(value: &Value) -> Option<$number> {
                match value {
                    Value::Int(number) => <$number>::try_from(*number).ok(),
                    Value::Bool(yes) => Some(<$number>::from(*yes)),
                    _ => None,
                }
            }
        }

        impl Parameter for $number {
            fn value(&self) -> Value {
                Value::Int(i64::from(*self))
            }
        }
    )*};
}

whole_numbers!(u8 u16 u32 i32 i64);

impl Parameter for bool {
    fn value(&self) -> Value {
        Value::Bool(*self)
    }
}

impl Parameter for f64 {
    fn value(&self) -> Value {
        Value::Real(*self)
    }
}

impl Parameter for str {
    fn value(&self) -> Value {
        Value::Text(self.to_owned())
    }
}

impl Parameter for String {
    fn value(&self) -> Value {
        Value::Text(self.clone())
    }
}

impl Parameter for [u8] {
    fn value(&self) -> Value {
        Value::Bytes(self.to_vec())
    }
}

impl<const N: usize> Parameter for [u8; N] {
    fn value(&self) -> Value {
        Value::Bytes(self.to_vec())
    }
}

impl Parameter for Vec<u8> {
    fn value(&self) -> Value {
        Value::Bytes(self.clone())
    }
}

impl Parameter for Value {
    fn value(&self) -> Value {
        self.clone()
    }
}

impl<T: Parameter + ?Sized> Parameter for &T {
    fn value(&self) -> Value {
        (**self).value()
    }
}

impl<T: Parameter> Parameter for Option<T> {
    fn value(&self) -> Value {
        self.as_ref().map_or(Value::Null, Parameter::value)
    }
}

/// Parameters for a statement, in order.
pub trait Given {
    fn values(self) -> Vec<Value>;
}

impl Given for () {
    fn values(self) -> Vec<Value> {
        Vec::new()
    }
}

impl Given for &Vec<Value> {
    fn values(self) -> Vec<Value> {
        self.clone()
    }
}

impl Given for Vec<Value> {
    fn values(self) -> Vec<Value> {
        self
    }
}

impl<T: Parameter, const N: usize> Given for [T; N] {
    fn values(self) -> Vec<Value> {
        self.iter().map(Parameter::value).collect()
    }
}

/// Builds a parameter list from values of different types.
macro_rules! given {
    ($($one:expr),* $(,)?) => {
        vec![$($crate::storage::values::Parameter::value(&$one)),*]
    };
}
pub(crate) use given;

impl Value {
    fn of_sqlite(value: ValueRef<'_>) -> Value {
        match value {
            ValueRef::Null => Value::Null,
            ValueRef::Integer(number) => Value::Int(number),
            ValueRef::Real(number) => Value::Real(number),
            ValueRef::Text(text) => Value::Text(String::from_utf8_lossy(text).into_owned()),
            ValueRef::Blob(bytes) => Value::Bytes(bytes.to_vec()),
        }
    }
}

impl rusqlite::ToSql for Value {
    fn to_sql(&self) -> rusqlite::Result<ToSqlOutput<'_>> {
        Ok(ToSqlOutput::Borrowed(match self {
            Value::Null => ValueRef::Null,
            Value::Bool(yes) => ValueRef::Integer(i64::from(*yes)),
            Value::Int(number) => ValueRef::Integer(*number),
            Value::Real(number) => ValueRef::Real(*number),
            Value::Text(text) => ValueRef::Text(text.as_bytes()),
            Value::Bytes(bytes) => ValueRef::Blob(bytes),
        }))
    }
}
