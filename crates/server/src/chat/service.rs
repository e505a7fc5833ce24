//! The chat service: stores lines, and tracks whether the lobby has new ones.

use std::sync::atomic::{AtomicI64, Ordering};
use std::sync::{Arc, PoisonError, RwLock};

use super::store::{Line, NewLine, Wanted};
use super::types::LinesInfo;
use crate::accounts::service::{or_refusal, or_storage_refusal};
use crate::accounts::store::AccountId;
use crate::common::relay::Relay;
use crate::http::refusal::{Code, Refusal};
use crate::storage::{Database, StorageError};

/// Default number of lines per response.
pub const DEFAULT_LINES: u32 = 50;

/// The chat service for tables and the lobby.
pub struct Chat {
    pub store: Arc<Database>,
    /// Id of the lobby's newest line; `i64::MAX` until the first one is loaded or posted.
    newest: AtomicI64,
    /// Ids of lobby lines that were removed, newest first.
    removed: RwLock<Vec<i64>>,
    /// Notifies other nodes of new lines in the lobby.
    pub relay: Relay<i64>,
}

impl Chat {
    pub fn new(store: Arc<Database>) -> Chat {
        Chat { store, newest: AtomicI64::new(i64::MAX), removed: RwLock::default(), relay: Relay::default() }
    }

    pub async fn say(&self, line: NewLine) -> Result<Line, Refusal> {
        let lobby = line.table.is_none();
        let line = or_refusal(self.store.say(line).await)?;
        if lobby {
            self.note_lobby_line(line.id);
            self.relay.send(|| line.id);
        }
        Ok(line)
    }

    /// Records that a line was posted in the lobby, on any node.
    pub fn note_lobby_line(&self, line: i64) {
        // Ids increase in the order of writing, but notifications may arrive out of order.
        let _ = self.newest.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |newest| {
            Some(if newest == i64::MAX { line } else { newest.max(line) })
        });
    }

    /// Loads the ids of lobby lines that were removed.
    pub async fn load_removed(&self) -> Result<(), StorageError> {
        let removed = self.store.removed_in_lobby().await?;
        *self.removed.write().unwrap_or_else(PoisonError::into_inner) = removed;
        Ok(())
    }

    /// Loads a page of lines.
    pub async fn lines(&self, wanted: Wanted) -> Result<LinesInfo, Refusal> {
        let of_lobby = wanted.table.is_none();
        let removed = match of_lobby {
            true => self.removed.read().unwrap_or_else(PoisonError::into_inner).clone(),
            false => Vec::new(),
        };
        // Polling the lobby costs no query if there are no new lines.
        if of_lobby && wanted.after.is_some_and(|after| after >= self.newest.load(Ordering::Relaxed)) {
            return Ok(LinesInfo { lines: Vec::new(), more: false, removed });
        }
        let (most, after) = (wanted.most, wanted.after);
        let mut lines = or_storage_refusal(self.store.lines(Wanted { most: most + 1, ..wanted }).await)?;
        let more = lines.len() > most as usize;
        if more {
            let spare = if after.is_some() { lines.len() - 1 } else { 0 };
            lines.remove(spare);
        }
        Ok(LinesInfo { lines: lines.into_iter().map(Into::into).collect(), more, removed })
    }

    /// Returns whether `account` has blocked `other`. In that case `account` doesn't see the lines of `other`, and `other` can neither
    /// challenge it nor join its games.
    pub async fn blocks(&self, account: AccountId, other: AccountId) -> Result<bool, Refusal> {
        or_storage_refusal(self.store.blocks(account, other).await)
    }

    /// Rejects an account that a player at the table has blocked.
    ///
    /// # Errors
    /// Returns `not_for_you` if the account is blocked, or a storage error.
    pub async fn may_sit(&self, account: AccountId, sitting: Vec<AccountId>) -> Result<(), Refusal> {
        for other in sitting {
            if other != account && self.blocks(other, account).await? {
                let what = "you can't join this table; choose another or create one";
                return Err(Refusal::new(Code::NotForYou, what));
            }
        }
        Ok(())
    }

    /// Deletes old lobby lines.
    pub async fn sweep(&self) {
        // Failures are logged, and the next sweep tries again.
        let _ = or_storage_refusal(self.store.forget_lines().await);
    }
}
