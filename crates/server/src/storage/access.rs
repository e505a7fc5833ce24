//! SQL for tables' access restrictions and rematches.

use table::Access;

use super::StorageError;
use super::transaction::{Optional, Transaction};
use super::values::{Row, given};

/// Seat number under which permission to watch a table is stored.
pub(crate) const LOOK: i64 = -2;

/// Stores a table's access restrictions, if any.
pub(crate) fn put_access(work: &Transaction<'_>, name: &str, access: Access) -> Result<(), StorageError> {
    if access != Access::default() {
        let sql = "INSERT INTO access (tab, spectators, invited) VALUES (?1, ?2, ?3)";
        work.execute(sql, given![name, access.spectators, access.invited])?;
    }
    Ok(())
}

pub(crate) fn access_of(work: &Transaction<'_>, name: &str) -> Result<Access, StorageError> {
    let read = |row: &Row| Ok(Access { spectators: row.get(0)?, invited: row.get(1)? });
    let sql = "SELECT spectators, invited FROM access WHERE tab = ?1";
    Ok(work.query_row(sql, [name], read).optional()?.unwrap_or_default())
}

/// Records that a table is the rematch of another. Fails if the other table already has a rematch.
pub(crate) fn put_rematch(work: &Transaction<'_>, name: &str, after: Option<&str>) -> Result<(), StorageError> {
    if let Some(after) = after {
        work.execute("INSERT INTO rematches (tab, next) VALUES (?1, ?2)", [after, name])?;
    }
    Ok(())
}

/// Returns the table that this table is a rematch of, and the rematch of this table.
pub(crate) fn rematches_of(
    work: &Transaction<'_>,
    name: &str,
) -> Result<(Option<String>, Option<String>), StorageError> {
    let one = |sql: &str| work.query_row(sql, [name], |row| row.get(0)).optional();
    let after = one("SELECT tab FROM rematches WHERE next = ?1")?;
    Ok((after, one("SELECT next FROM rematches WHERE tab = ?1")?))
}
