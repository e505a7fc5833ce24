//! Unfinished sign-ins: passkey challenges and visits to providers. The client keeps their sealed state, so a flood of them pushes out
//! nobody's, and with one database any server finishes what another began. Only those that succeeded are stored, until they would have
//! expired anyway, so that each works once.

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

    /// The sealed state that the client keeps until it finishes.
    pub fn begin(&self, purpose: &str, state: &impl Serialize, lasts: Duration) -> Result<String, Refusal> {
        self.sealer.seal(purpose, state, lasts, now()).map_err(|why| {
            tracing::error!("the state of a sign-in cannot be sealed: {why}");
            Refusal::new(Code::Storage, "internal error; see the server log")
        })
    }

    /// Opens sealed state; none if it is forged, for another purpose, expired, or used already.
    pub async fn open<T: DeserializeOwned>(&self, purpose: &str, text: &str) -> Result<Option<(T, Seal)>, Refusal> {
        let Some(opened) = self.sealer.open(purpose, text, now()) else { return Ok(None) };
        let (_, Seal { id, .. }) = opened;
        Ok(if self.store.is_spent(id).await.map_err(|why| Refusal::not_stored("accounts", &why))? {
            None
        } else {
            Some(opened)
        })
    }

    /// Uses a seal up after success.
    ///
    /// # Errors
    /// `expired`: another request has just used it up.
    pub async fn finish(&self, seal: Seal) -> Result<(), Refusal> {
        if self.store.spend(seal.id, seal.expires, now()).await.map_err(|why| Refusal::not_stored("accounts", &why))? {
            Ok(())
        } else {
            Err(expired())
        }
    }
}

/// The refusal of an answer to what was not asked, or asked too long ago.
pub fn expired() -> Refusal {
    Refusal::new(Code::Expired, "this sign-in was finished already, or took too long; begin again")
}
