//! How the threads that write are: how much waits for them, and how often the disk or the database failed them.

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

/// A change that waits or is being made; it counts until it is dropped.
pub(crate) struct Queued(Arc<Health>);

impl Health {
    /// Counts one more change.
    pub fn queue(self: &Arc<Health>) -> Queued {
        self.backlog.fetch_add(1, Ordering::Relaxed);
        Queued(self.clone())
    }

    /// How many changes wait or are being made.
    pub fn backlog(&self) -> usize {
        self.backlog.load(Ordering::Relaxed)
    }

    /// How many changes the disk or the database failed, since the start.
    pub fn failures(&self) -> u64 {
        self.failures.load(Ordering::Relaxed)
    }

    /// Counts a change that failed, unless it was refused for what it is.
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

/// Whether the disk or the database failed, rather than refused a change.
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
        // Classes 53 and 58: too few resources, such as a full disk, and failures of the system.
        #[cfg(feature = "cluster")]
        StorageError::Postgres(why) => {
            why.code().is_none_or(|code| code.code().starts_with("53") || code.code().starts_with("58"))
        }
        _ => false,
    }
}

/// Bytes that are free for this program where a folder is, as far as the system says.
#[cfg(target_os = "linux")]
pub fn free_bytes(folder: &Path) -> Option<u64> {
    let found = rustix::fs::statvfs(folder).ok()?;
    found.f_bavail.checked_mul(found.f_frsize)
}

/// Bytes that are free where a folder is: the system is not asked here.
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
    async fn failures_of_the_disk_are_counted_and_nothing_is_left_in_the_queue() {
        let folder = tempfile::tempdir().unwrap();
        let (disk, _threads) = Sqlite::open(folder.path()).unwrap();
        disk.probe().await.unwrap();
        disk.keep_running_time(Moment(1)).await.unwrap();
        assert_eq!(disk.health.failures(), 0);
        disk.refuse_writes(true).await;
        assert!(disk.probe().await.is_err());
        disk.refuse_writes(false).await;
        disk.probe().await.unwrap();
        assert_eq!(disk.health.failures(), 1);
        // A change is done a moment before it is let go of.
        while disk.health.backlog() > 0 {
            tokio::task::yield_now().await;
        }
        assert!(free_bytes(folder.path()).is_some_and(|bytes| bytes > 0) || !cfg!(target_os = "linux"));
    }
}
