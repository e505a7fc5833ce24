//! State of unfinished sign-ins: passkey challenges and visits to providers. The client keeps the sealed state, so a flood of sign-ins
//! cannot evict anyone's state, and nodes that share a database can finish each other's sign-ins. The server stores only the ids of used
//! states until they expire, so that each state works only once.

use std::sync::Arc;
use std::time::Duration;

use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::common::sealed::{Seal, Sealer};
use crate::http::refusal::{Code, Refusal};
use crate::storage::{Database, now};

/// Seals and opens the state of unfinished sign-ins.
pub struct Ceremonies {
    store: Arc<Database>,
    sealer: Sealer,
}

impl Ceremonies {
    pub fn new(store: Arc<Database>, key: &[u8]) -> Ceremonies {
        Ceremonies { store, sealer: Sealer::new(key) }
    }

    /// Seals the state of a sign-in. The client keeps it until the sign-in is finished.
    pub fn begin(&self, purpose: &str, state: &impl Serialize, lasts: Duration) -> Result<String, Refusal> {
        self.sealer.seal(purpose, state, lasts, now()).map_err(|why| {
            tracing::error!("cannot seal the state of a sign-in: {why}");
            Refusal::new(Code::Storage, "internal error; see the server log")
        })
    }

    /// Opens sealed state; `None` if it is forged, meant for another purpose, expired, or already used.
    pub async fn open<T: DeserializeOwned>(&self, purpose: &str, text: &str) -> Result<Option<(T, Seal)>, Refusal> {
        let Some(opened) = self.sealer.open(purpose, text, now()) else { return Ok(None) };
        let (_, Seal { id, .. }) = opened;
        Ok(if self.store.is_spent(id).await.map_err(|why| Refusal::not_stored("accounts", &why))? {
            None
        } else {
            Some(opened)
        })
    }

    /// Marks a seal as used once the sign-in has succeeded.
    ///
    /// # Errors
    /// Returns `expired` if another request has just used the seal.
    pub async fn finish(&self, seal: Seal) -> Result<(), Refusal> {
        if self.store.spend(seal.id, seal.expires, now()).await.map_err(|why| Refusal::not_stored("accounts", &why))? {
            Ok(())
        } else {
            Err(expired())
        }
    }
}

/// Returns the refusal for state that is unknown, used or expired.
pub fn expired() -> Refusal {
    Refusal::new(Code::Expired, "this sign-in was already completed or took too long; start again")
}
