//! State of the writer threads: backlog and failures.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};

use rusqlite::ErrorCode;

use super::StorageError;

/// The state of a database's writers.
#[derive(Default)]
pub(crate) struct Health {
    backlog: AtomicUsize,
    failures: AtomicU64,
}

/// A waiting or running change; it counts until it is dropped.
pub(crate) struct Queued(Arc<Health>);

impl Health {
    /// Counts one more change.
    pub fn queue(self: &Arc<Health>) -> Queued {
        self.backlog.fetch_add(1, Ordering::Relaxed);
        Queued(self.clone())
    }

    /// Returns the number of waiting and running changes.
    pub fn backlog(&self) -> usize {
        self.backlog.load(Ordering::Relaxed)
    }

    /// Returns how many changes have failed because of the disk or the database since the server started.
    pub fn failures(&self) -> u64 {
        self.failures.load(Ordering::Relaxed)
    }

    /// Counts a failed change, unless the change itself was invalid.
    pub fn note(&self, why: &StorageError) {
        if is_failure(why) {
            self.failures.fetch_add(1, Ordering::Relaxed);
        }
    }
}

impl Drop for Queued {
    fn drop(&mut self) {
        self.0.backlog.fetch_sub(1, Ordering::Relaxed);
    }
}

/// Returns whether an error means that the disk or the database failed, not that the change was rejected.
fn is_failure(why: &StorageError) -> bool {
    match why {
        StorageError::Commit(_) | StorageError::Closed => true,
        StorageError::Sqlite(why) => matches!(
            why.sqlite_error_code(),
            Some(
                ErrorCode::DiskFull
                    | ErrorCode::SystemIoFailure
                    | ErrorCode::ReadOnly
                    | ErrorCode::CannotOpen
                    | ErrorCode::DatabaseCorrupt
                    | ErrorCode::NotADatabase
            )
        ),
        // Classes 53 and 58: insufficient resources, such as a full disk, and system errors.
        #[cfg(feature = "cluster")]
        StorageError::Postgres(why) => {
            why.code().is_none_or(|code| code.code().starts_with("53") || code.code().starts_with("58"))
        }
        _ => false,
    }
}

/// Returns the free space, in bytes, available to this user on a folder's disk, if the system reports it.
#[cfg(target_os = "linux")]
pub fn free_bytes(folder: &Path) -> Option<u64> {
    let found = rustix::fs::statvfs(folder).ok()?;
    found.f_bavail.checked_mul(found.f_frsize)
}

/// Free disk space is known only on Linux.
#[cfg(not(target_os = "linux"))]
pub fn free_bytes(_: &Path) -> Option<u64> {
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::storage::{Sqlite, Storage};
    use table::Moment;

    #[tokio::test]
    async fn disk_failures_are_counted_and_the_queue_becomes_empty() {
        let folder = tempfile::tempdir().unwrap();
        let (disk, _threads) = Sqlite::open(folder.path()).unwrap();
        disk.probe().await.unwrap();
        disk.save_running_time(Moment(1)).await.unwrap();
        assert_eq!(disk.health.failures(), 0);
        disk.refuse_writes(true).await;
        assert!(disk.probe().await.is_err());
        disk.refuse_writes(false).await;
        disk.probe().await.unwrap();
        assert_eq!(disk.health.failures(), 1);
        // A change reports its result slightly before it is dropped.
        while disk.health.backlog() > 0 {
            tokio::task::yield_now().await;
        }
        assert!(free_bytes(folder.path()).is_some_and(|bytes| bytes > 0) || !cfg!(target_os = "linux"));
    }
}
