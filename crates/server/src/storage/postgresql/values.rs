//! PostgreSQL encoding of rows and parameters.

use bytes::BytesMut;
use postgres::types::{FromSql, IsNull, ToSql, Type, to_sql_checked};

use crate::storage::StorageError;
use crate::storage::values::{Row, Value};

impl Row {
    pub fn of_postgres(row: &postgres::Row) -> Result<Row, StorageError> {
        let column = |at| Ok(row.try_get::<_, Option<Value>>(at)?.unwrap_or(Value::Null));
        Ok(Row((0..row.len()).map(column).collect::<Result<_, postgres::Error>>()?))
    }
}

type Failure = Box<dyn std::error::Error + Sync + Send>;

/// PostgreSQL determines the type of each parameter, so integers are converted to the expected numeric type, and `true` becomes 1.
impl ToSql for Value {
    fn to_sql(&self, wanted: &Type, out: &mut BytesMut) -> Result<IsNull, Failure> {
        let number = match self {
            Value::Int(number) => Some(*number),
            Value::Bool(yes) => Some(i64::from(*yes)),
            _ => None,
        };
        match (wanted, self, number) {
            (_, Value::Null, _) => Ok(IsNull::Yes),
            (&Type::BOOL, _, Some(number)) => (number != 0).to_sql(wanted, out),
            (&Type::INT2, _, Some(number)) => i16::try_from(number)?.to_sql(wanted, out),
            (&Type::INT4, _, Some(number)) => i32::try_from(number)?.to_sql(wanted, out),
            (&Type::INT8, _, Some(number)) => number.to_sql(wanted, out),
            (&Type::FLOAT8, _, Some(number)) => (number as f64).to_sql(wanted, out),
            (&Type::FLOAT8, Value::Real(number), _) => number.to_sql(wanted, out),
            (_, Value::Text(text), _) => text.to_sql(wanted, out),
            (_, Value::Bytes(bytes), _) => bytes.to_sql(wanted, out),
            _ => Err(format!("cannot convert {self:?} to {wanted}").into()),
        }
    }

    fn accepts(_: &Type) -> bool {
        true
    }

    to_sql_checked!();
}

impl FromSql<'_> for Value {
    fn from_sql(kind: &Type, raw: &[u8]) -> Result<Value, Failure> {
        Ok(match *kind {
            Type::BOOL => Value::Bool(bool::from_sql(kind, raw)?),
            Type::INT2 => Value::Int(i16::from_sql(kind, raw)?.into()),
            Type::INT4 => Value::Int(i32::from_sql(kind, raw)?.into()),
            Type::INT8 => Value::Int(i64::from_sql(kind, raw)?),
            Type::FLOAT8 => Value::Real(f64::from_sql(kind, raw)?),
            Type::BYTEA => Value::Bytes(raw.to_vec()),
            _ => Value::Text(String::from_sql(kind, raw)?),
        })
    }

    fn accepts(_: &Type) -> bool {
        true
    }
}
