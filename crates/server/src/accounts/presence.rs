//! Which sessions are in use at open sockets, so that one that is ended ends there too.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use serde::{Deserialize, Serialize};
use tokio::time::Instant;
use tokio_util::sync::CancellationToken;

use crate::common::relay::Relay;

/// What ends when it is revoked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Pass {
    /// A session, by its number.
    Session(i64),
    /// A token, by its number.
    Token(i64),
    /// All that an account has, by its number.
    Account(i64),
}

/// The passes that are in use, by how many, and what ends all of these.
#[derive(Default)]
pub struct Presence {
    held: Mutex<HashMap<Pass, (usize, CancellationToken)>>,
    /// Tells other nodes what ends.
    pub relay: Relay<Pass>,
}

/// Somebody who uses a pass, until let go.
pub struct Present {
    all: Arc<Presence>,
    pass: Pass,
    ended: CancellationToken,
    /// Another pass that it needs too.
    needs: Option<Box<Present>>,
    /// When the pass ends by itself.
    until: Option<Instant>,
}

impl Presence {
    /// Somebody begins to use a pass.
    pub fn come(self: &Arc<Presence>, pass: Pass) -> Present {
        let mut held = self.held();
        let (users, ended) = held.entry(pass).or_default();
        *users += 1;
        Present { all: self.clone(), pass, ended: ended.clone(), needs: None, until: None }
    }

    /// Somebody begins to use a pass that is good as long as another is too.
    pub fn come_with(self: &Arc<Presence>, pass: Pass, other: Pass) -> Present {
        let mut present = self.come(pass);
        present.needs = Some(Box::new(self.come(other)));
        present
    }

    /// Ends all use of a pass, at whichever node.
    pub fn end(&self, pass: Pass) {
        self.end_here(pass);
        self.relay.tell(|| pass);
    }

    /// Ends all use of a pass at this node.
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
    /// The same, for a pass that ends by itself after this time, if it does.
    pub fn until(mut self, left: Option<Duration>) -> Present {
        self.until = left.and_then(|left| Instant::now().checked_add(left));
        self
    }

    /// Ready when the pass is ended.
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
    async fn a_pass_that_ends_ends_for_all_who_use_it_and_nothing_is_kept_of_it() {
        let presence = Arc::new(Presence::default());
        let (one, two, other) =
            (presence.come(Pass::Session(1)), presence.come(Pass::Session(1)), presence.come(Pass::Session(2)));
        presence.end(Pass::Session(1));
        one.ended().await;
        two.ended().await;
        assert!(!other.ended.is_cancelled());
        drop((one, two, other));
        assert!(presence.held().is_empty());
        presence.end(Pass::Session(1));
    }

    #[tokio::test]
    async fn all_that_an_account_has_ends_at_once() {
        let presence = Arc::new(Presence::default());
        let with = |session| presence.come_with(Pass::Session(session), Pass::Account(7));
        let (one, two, other) = (with(1), with(2), presence.come_with(Pass::Session(3), Pass::Account(8)));
        presence.end(Pass::Session(1));
        one.ended().await;
        presence.end(Pass::Account(7));
        two.ended().await;
        assert!(!other.needs.as_ref().unwrap().ended.is_cancelled());
        drop((one, two, other));
        assert!(presence.held().is_empty());
    }
}
