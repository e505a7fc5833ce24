//! Backups of the SQLite database: integrity checks, online copies, and restoring.

use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use rusqlite::{Connection, OpenFlags};
use thiserror::Error;

use super::{StorageError, private};
use crate::storage;

/// Maximum time to wait for a writer.
const BUSY_TIMEOUT: Duration = Duration::from_secs(5);
/// Maximum number of reported errors.
const MAX_ERRORS: usize = 20;

/// Error for a database or backup that cannot be used.
#[derive(Debug, Error)]
pub enum BackupError {
    /// The file exists but is empty.
    #[error(
        "the database {} has no content: it was truncated or never written; restore a backup \
         (bastide restore BACKUP), or delete the file if it never held any games", .0.display()
    )]
    Empty(PathBuf),
    #[error("the database {} does not exist", .0.display())]
    Missing(PathBuf),
    #[error("the database {} is damaged ({what}); restore a backup with bastide restore BACKUP", file.display())]
    Damaged { file: PathBuf, what: String },
    #[error("{} is not a Bastide database", .0.display())]
    Foreign(PathBuf),
    #[error("the file {} already exists; choose another name", .0.display())]
    Exists(PathBuf),
    #[error("cannot use {} ({why})", file.display())]
    File { file: PathBuf, why: std::io::Error },
    #[error("database error: {0}")]
    Sqlite(#[from] rusqlite::Error),
    #[error(transparent)]
    Storage(#[from] StorageError),
}

/// Contents of an intact database.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Contents {
    pub schema: u32,
    pub tables: u64,
    pub finished: u64,
}

/// Returns the path of the database in a data folder.
pub fn database(folder: &Path) -> PathBuf {
    folder.join(storage::FILE)
}

/// Checks that the database in a folder, if it exists, is not empty and passes SQLite's quick check.
///
/// # Errors
/// The database is empty or damaged.
pub fn quick_check(folder: &Path) -> Result<(), BackupError> {
    let file = database(folder);
    match open(&file) {
        Ok(connection) => run_check(&file, &connection, "quick_check"),
        Err(BackupError::Missing(_)) => Ok(()),
        Err(why) => Err(why),
    }
}

/// Checks every page, index and foreign key of a database, even while a server is using it.
///
/// # Errors
/// The file is missing, empty or damaged, or not a Bastide database.
pub fn check(file: &Path) -> Result<Contents, BackupError> {
    let connection = open(file)?;
    run_check(file, &connection, "integrity_check")?;
    let contents = contents(file, &connection)?;
    let mut lost = connection.prepare("PRAGMA foreign_key_check")?;
    if lost.exists([])? {
        let what = "a row refers to a missing table".to_owned();
        return Err(BackupError::Damaged { file: file.to_owned(), what });
    }
    Ok(contents)
}

/// Copies the database in a folder to a new file, even while a server is using it; the copy is a consistent snapshot.
///
/// # Errors
/// The database is missing or damaged, the target exists, or the copy cannot be written.
pub fn backup(folder: &Path, to: &Path) -> Result<Contents, BackupError> {
    if to.exists() {
        return Err(BackupError::Exists(to.to_owned()));
    }
    let from = database(folder);
    let source = open(&from)?;
    contents(&from, &source)?;
    let part = to.with_extension("part");
    let unusable = |why| BackupError::File { file: part.clone(), why };
    if part.exists() {
        std::fs::remove_file(&part).map_err(unusable)?;
    }
    copy(&source, &part)?;
    let contents = check(&part)?;
    std::fs::File::open(&part).and_then(|file| file.sync_all()).map_err(unusable)?;
    std::fs::rename(&part, to).map_err(unusable)?;
    Ok(contents)
}

/// Replaces the database in a folder with a backup. An existing database is renamed, and its new path is returned.
///
/// # Errors
/// A server is using the folder, the backup is damaged, or a file cannot be written.
pub fn restore(from: &Path, folder: &Path) -> Result<(Contents, Option<PathBuf>), BackupError> {
    let _lock = storage::lock(folder)?;
    let contents = check(from)?;
    let file = database(folder);
    let unusable = |why| BackupError::File { file: file.clone(), why };
    let mut kept = None;
    if file.exists() {
        let seconds = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |passed| passed.as_secs());
        let aside = folder.join(format!("before-restore-{seconds}.sqlite"));
        // Move the journal too, since it may contain data not yet written to the database file.
        for end in ["", "-wal", "-shm"] {
            let (old, new) = (with_end(&file, end), with_end(&aside, end));
            if old.exists() {
                private::make_private(&old);
                std::fs::rename(old, new).map_err(unusable)?;
            }
        }
        kept = Some(aside);
    }
    copy(&open(from)?, &file)?;
    std::fs::File::open(&file).and_then(|file| file.sync_all()).map_err(unusable)?;
    Ok((contents, kept))
}

fn with_end(file: &Path, end: &str) -> PathBuf {
    let mut name = file.as_os_str().to_owned();
    name.push(end);
    name.into()
}

/// Opens an existing database.
fn open(file: &Path) -> Result<Connection, BackupError> {
    match std::fs::metadata(file) {
        Ok(found) if found.len() == 0 => return Err(BackupError::Empty(file.to_owned())),
        Ok(_) => {}
        Err(why) if why.kind() == std::io::ErrorKind::NotFound => return Err(BackupError::Missing(file.to_owned())),
        Err(why) => return Err(BackupError::File { file: file.to_owned(), why }),
    }
    let connection = Connection::open_with_flags(file, OpenFlags::SQLITE_OPEN_READ_WRITE)?;
    connection.busy_timeout(BUSY_TIMEOUT)?;
    Ok(connection)
}

/// Copies a database's live content, without deleted data, to a file that only the server's user can read. Does not block writers.
fn copy(source: &Connection, to: &Path) -> Result<(), BackupError> {
    private::make_file(to).map_err(|why| BackupError::File { file: to.to_owned(), why })?;
    source.execute("VACUUM INTO ?1", [to.to_string_lossy()])?;
    Ok(())
}

/// Runs one of SQLite's built-in checks.
fn run_check(file: &Path, connection: &Connection, check: &str) -> Result<(), BackupError> {
    let damaged = |what: String| BackupError::Damaged { file: file.to_owned(), what };
    let found = || -> rusqlite::Result<Vec<String>> {
        let mut checked = connection.prepare(&format!("PRAGMA {check}({MAX_ERRORS})"))?;
        checked.query_map([], |row| row.get(0))?.collect()
    };
    match found() {
        Ok(found) if found == ["ok"] => Ok(()),
        Ok(found) => Err(damaged(found.join("; "))),
        Err(why) => Err(damaged(why.to_string())),
    }
}

fn contents(file: &Path, connection: &Connection) -> Result<Contents, BackupError> {
    let ours = "SELECT count(*) FROM sqlite_schema WHERE type = 'table' AND name IN ('tables', 'seats', 'keys')";
    let damaged = |why: rusqlite::Error| BackupError::Damaged { file: file.to_owned(), what: why.to_string() };
    let count: u32 = connection.query_row(ours, [], |row| row.get(0)).map_err(damaged)?;
    if count != 3 {
        return Err(BackupError::Foreign(file.to_owned()));
    }
    let schema = connection.pragma_query_value(None, "user_version", |row| row.get(0))?;
    let counted = |which: &str| {
        let sql = format!("SELECT count(*) FROM tables WHERE {which}");
        connection.query_row(&sql, [], |row| row.get::<_, i64>(0)).map(i64::unsigned_abs)
    };
    Ok(Contents { schema, tables: counted("true")?, finished: counted("phase = 'finished'")? })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::storage::Sqlite;

    fn made(folder: &Path) {
        let (storage, thread) = Sqlite::open(folder).unwrap();
        drop(storage);
        thread.join();
    }

    #[test]
    fn a_truncated_database_is_not_treated_as_new() {
        let folder = tempfile::tempdir().unwrap();
        quick_check(folder.path()).unwrap();
        std::fs::write(database(folder.path()), b"").unwrap();
        assert!(matches!(quick_check(folder.path()), Err(BackupError::Empty(_))));
        assert!(matches!(check(&database(folder.path())), Err(BackupError::Empty(_))));
    }

    #[test]
    fn damaged_pages_are_found() {
        let folder = tempfile::tempdir().unwrap();
        made(folder.path());
        let file = database(folder.path());
        assert_eq!(check(&file).unwrap().tables, 0);
        let whole = std::fs::read(&file).unwrap();
        for (what, bytes) in [
            ("half of it", whole[..whole.len() / 2 / 4096 * 4096].to_vec()),
            ("noise", [&whole[..4096], &vec![0x5a; whole.len() - 4096][..]].concat()),
            ("text", b"this is not a database, but long enough to be mistaken for one!".repeat(100)),
        ] {
            std::fs::write(&file, bytes).unwrap();
            assert!(matches!(quick_check(folder.path()), Err(BackupError::Damaged { .. })), "{what}");
        }
        std::fs::write(&file, &whole).unwrap();
        quick_check(folder.path()).unwrap();
    }

    #[test]
    fn a_backup_works_while_the_server_runs_and_restoring_when_it_is_stopped() {
        let (folder, other) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
        let (storage, thread) = Sqlite::open(folder.path()).unwrap();
        let copy = other.path().join("copy.sqlite");
        let contents = backup(folder.path(), &copy).unwrap();
        assert!(matches!(backup(folder.path(), &copy), Err(BackupError::Exists(_))));
        assert!(matches!(restore(&copy, folder.path()), Err(BackupError::Storage(StorageError::InUse(_)))));
        drop(storage);
        thread.join();
        std::fs::write(database(folder.path()), b"").unwrap();
        let (restored, kept) = restore(&copy, folder.path()).unwrap();
        assert_eq!(restored, contents);
        assert!(kept.unwrap().exists());
        quick_check(folder.path()).unwrap();
        made(folder.path());
        let foreign = other.path().join("foreign.sqlite");
        Connection::open(&foreign).unwrap().execute_batch("CREATE TABLE x (y)").unwrap();
        assert!(matches!(restore(&foreign, folder.path()), Err(BackupError::Foreign(_))));
    }
}
