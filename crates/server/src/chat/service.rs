//! The service of chat: stores lines, and knows whether anything new was said in the lobby.

use std::sync::atomic::{AtomicI64, Ordering};
use std::sync::{Arc, PoisonError, RwLock};

use super::store::{Line, NewLine, Wanted};
use super::types::LinesInfo;
use crate::accounts::service::{done, kept};
use crate::accounts::store::AccountId;
use crate::common::relay::Relay;
use crate::http::refusal::{Code, Refusal};
use crate::storage::{Database, StorageError};

/// Lines that are told at once, if nobody says how many.
pub const TOLD: u32 = 50;

/// The service of chat, for tables and the lobby.
pub struct Chat {
    pub store: Arc<Database>,
    /// The number of the newest line of the lobby; before anything was read or said, one that is greater than all.
    newest: AtomicI64,
    /// The numbers of removed lines of the lobby, newest first.
    removed: RwLock<Vec<i64>>,
    /// Tells other nodes that something was said there.
    pub relay: Relay<i64>,
}

impl Chat {
    pub fn new(store: Arc<Database>) -> Chat {
        Chat { store, newest: AtomicI64::new(i64::MAX), removed: RwLock::default(), relay: Relay::default() }
    }

    pub async fn say(&self, line: NewLine) -> Result<Line, Refusal> {
        let lobby = line.table.is_none();
        let line = done(self.store.say(line).await)?;
        if lobby {
            self.heard(line.id);
            self.relay.tell(|| line.id);
        }
        Ok(line)
    }

    /// A line of this number was said in the lobby, at whichever node.
    pub fn heard(&self, line: i64) {
        // Lines are numbered in the order in which they are written; two may come here the other way round.
        let _ = self.newest.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |newest| {
            Some(if newest == i64::MAX { line } else { newest.max(line) })
        });
    }

    /// Loads which lines of the lobby were removed.
    pub async fn load_removed(&self) -> Result<(), StorageError> {
        let removed = self.store.removed_in_lobby().await?;
        *self.removed.write().unwrap_or_else(PoisonError::into_inner) = removed;
        Ok(())
    }

    /// Lines as they are told.
    pub async fn lines(&self, wanted: Wanted) -> Result<LinesInfo, Refusal> {
        let of_lobby = wanted.table.is_none();
        let removed = match of_lobby {
            true => self.removed.read().unwrap_or_else(PoisonError::into_inner).clone(),
            false => Vec::new(),
        };
        // Who asks again and again what is new costs nothing as long as nothing is.
        if of_lobby && wanted.after.is_some_and(|after| after >= self.newest.load(Ordering::Relaxed)) {
            return Ok(LinesInfo { lines: Vec::new(), more: false, removed });
        }
        let (most, after) = (wanted.most, wanted.after);
        let mut lines = kept(self.store.lines(Wanted { most: most + 1, ..wanted }).await)?;
        let more = lines.len() > most as usize;
        if more {
            let spare = if after.is_some() { lines.len() - 1 } else { 0 };
            lines.remove(spare);
        }
        Ok(LinesInfo { lines: lines.into_iter().map(Into::into).collect(), more, removed })
    }

    /// Whether an account has blocked another: what the other says it does not hear, and the other neither challenges it nor joins it.
    pub async fn blocks(&self, account: AccountId, other: AccountId) -> Result<bool, Refusal> {
        kept(self.store.blocks(account, other).await)
    }

    /// Refuses a seat to an account that somebody has blocked who sits at the table.
    ///
    /// # Errors
    /// `not_for_you`, or it cannot be read.
    pub async fn may_sit(&self, account: AccountId, sitting: Vec<AccountId>) -> Result<(), Refusal> {
        for other in sitting {
            if other != account && self.blocks(other, account).await? {
                let what = "you cannot sit down at this table; choose another, or make one";
                return Err(Refusal::new(Code::NotForYou, what));
            }
        }
        Ok(())
    }

    /// Forgets what was said in the lobby long ago.
    pub async fn sweep(&self) {
        // What is not forgotten now is later; the log says why.
        let _ = kept(self.store.forget_lines().await);
    }
}
