//! Who has proved lately that they are who is signed in: by their password or by another way of signing in. What changes how somebody gets
//! in, or deletes them, takes such a proof, so that a browser that was left open is not enough.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use crate::common::relay::Relay;
use crate::http::refusal::{Code, Refusal};

/// How long a proof is good.
const LASTS: Duration = Duration::from_secs(5 * 60);

/// The sessions in which somebody has proved who they are, and since when.
#[derive(Default)]
pub struct Proofs {
    given: Mutex<HashMap<i64, Instant>>,
    /// Tells other nodes of a session in which somebody has.
    pub relay: Relay<i64>,
}

impl Proofs {
    /// Somebody has proved in this session who they are, which holds at every node.
    pub fn give(&self, session: i64) {
        self.give_here(session);
        self.relay.tell(|| session);
    }

    /// Somebody has at another node.
    pub fn give_here(&self, session: i64) {
        self.give_at(session, Instant::now());
    }

    fn give_at(&self, session: i64, now: Instant) {
        let mut given = self.given.lock().unwrap_or_else(PoisonError::into_inner);
        given.retain(|_, since| now.duration_since(*since) < LASTS);
        given.insert(session, now);
    }

    /// Whether somebody has, and lately.
    ///
    /// # Errors
    /// `proof_needed`.
    pub fn check(&self, session: i64) -> Result<(), Refusal> {
        self.check_at(session, Instant::now())
    }

    fn check_at(&self, session: i64, now: Instant) -> Result<(), Refusal> {
        let given = self.given.lock().unwrap_or_else(PoisonError::into_inner);
        if given.get(&session).is_some_and(|since| now.duration_since(*since) < LASTS) {
            return Ok(());
        }
        let what = "prove first that it is you, by your password or another way by which you sign in; that is good for 5 minutes";
        Err(Refusal::new(Code::ProofNeeded, what))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_proof_is_good_for_its_session_and_its_time() {
        let (proofs, began) = (Proofs::default(), Instant::now());
        assert_eq!(proofs.check_at(1, began).unwrap_err().code, Code::ProofNeeded);
        proofs.give_at(1, began);
        let late = began + LASTS - Duration::from_secs(1);
        assert!(proofs.check_at(1, late).is_ok() && proofs.check_at(2, late).is_err());
        assert!(proofs.check_at(1, began + LASTS).is_err());
        proofs.give_at(2, began + LASTS);
        assert_eq!(proofs.given.lock().unwrap().len(), 1, "the old one is forgotten");
    }
}
