//! Tracks the sessions and tokens that open sockets use, so that ending a session or token also closes its sockets.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use serde::{Deserialize, Serialize};
use tokio::time::Instant;
use tokio_util::sync::CancellationToken;

use crate::common::relay::Relay;

/// A session, token or account whose access can be revoked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Pass {
    /// A session, by id.
    Session(i64),
    /// An access token, by id.
    Token(i64),
    /// All sessions and tokens of an account, by account id.
    Account(i64),
}

/// Passes in use, each with its number of uses and a cancellation token that ends them.
#[derive(Default)]
pub struct Presence {
    held: Mutex<HashMap<Pass, (usize, CancellationToken)>>,
    /// Notifies other nodes of passes that have ended.
    pub relay: Relay<Pass>,
}

/// Marks a pass as in use until this value is dropped.
pub struct Present {
    all: Arc<Presence>,
    pass: Pass,
    ended: CancellationToken,
    /// A second pass that must also stay valid.
    needs: Option<Box<Present>>,
    /// Expiry of the pass, if it has one.
    until: Option<Instant>,
}

impl Presence {
    /// Marks a pass as in use until the returned value is dropped.
    pub fn hold(self: &Arc<Presence>, pass: Pass) -> Present {
        let mut held = self.held();
        let (users, ended) = held.entry(pass).or_default();
        *users += 1;
        Present { all: self.clone(), pass, ended: ended.clone(), needs: None, until: None }
    }

    /// Marks a pass as in use. The returned value also ends when `other` ends.
    pub fn hold_with(self: &Arc<Presence>, pass: Pass, other: Pass) -> Present {
        let mut present = self.hold(pass);
        present.needs = Some(Box::new(self.hold(other)));
        present
    }

    /// Ends all use of a pass, on every node.
    pub fn end(&self, pass: Pass) {
        self.end_here(pass);
        self.relay.send(|| pass);
    }

    /// Ends all use of a pass on this node.
    pub fn end_here(&self, pass: Pass) {
        if let Some((_, ended)) = self.held().get(&pass) {
            ended.cancel();
        }
    }

    fn held(&self) -> MutexGuard<'_, HashMap<Pass, (usize, CancellationToken)>> {
        self.held.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Present {
    /// Sets the remaining lifetime of a pass, or `None` if it does not expire.
    pub fn until(mut self, left: Option<Duration>) -> Present {
        self.until = left.and_then(|left| Instant::now().checked_add(left));
        self
    }

    /// Resolves when this pass or the pass that it needs has ended, or when this pass expires.
    pub async fn ended(&self) {
        let needs = async {
            match &self.needs {
                Some(other) => other.ended.cancelled().await,
                None => std::future::pending().await,
            }
        };
        let time = async {
            match self.until {
                Some(until) => tokio::time::sleep_until(until).await,
                None => std::future::pending().await,
            }
        };
        tokio::select! {
            () = self.ended.cancelled() => {}
            () = needs => {}
            () = time => {}
        }
    }
}

/// Resolves when a session ends; stays pending forever for a guest.
pub async fn ended(present: &Option<Present>) {
    match present {
        Some(present) => present.ended().await,
        None => std::future::pending().await,
    }
}

impl Drop for Present {
    fn drop(&mut self) {
        let mut held = self.all.held();
        if let Some((users, _)) = held.get_mut(&self.pass) {
            *users -= 1;
            if *users == 0 {
                held.remove(&self.pass);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn ending_a_pass_ends_all_its_uses_and_leaves_no_entry() {
        let presence = Arc::new(Presence::default());
        let (one, two, other) =
            (presence.hold(Pass::Session(1)), presence.hold(Pass::Session(1)), presence.hold(Pass::Session(2)));
        presence.end(Pass::Session(1));
        one.ended().await;
        two.ended().await;
        assert!(!other.ended.is_cancelled());
        drop((one, two, other));
        assert!(presence.held().is_empty());
        presence.end(Pass::Session(1));
    }

    #[tokio::test]
    async fn ending_an_account_ends_all_its_passes() {
        let presence = Arc::new(Presence::default());
        let with = |session| presence.hold_with(Pass::Session(session), Pass::Account(7));
        let (one, two, other) = (with(1), with(2), presence.hold_with(Pass::Session(3), Pass::Account(8)));
        presence.end(Pass::Session(1));
        one.ended().await;
        presence.end(Pass::Account(7));
        two.ended().await;
        assert!(!other.needs.as_ref().unwrap().ended.is_cancelled());
        drop((one, two, other));
        assert!(presence.held().is_empty());
    }
}
