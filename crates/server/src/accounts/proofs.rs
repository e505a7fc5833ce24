//! Recent identity confirmations: the signed-in user has entered the password or used another sign-in method. Deletion and changes to
//! sign-in methods require a recent confirmation, so that access to an unattended browser is not enough.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use crate::common::relay::Relay;
use crate::http::refusal::{Code, Refusal};

/// Validity period of a confirmation.
const VALIDITY: Duration = Duration::from_secs(5 * 60);

/// Sessions with a recent confirmation, and the time of each.
#[derive(Default)]
pub struct Proofs {
    given: Mutex<HashMap<i64, Instant>>,
    /// Notifies other nodes of confirmations.
    pub relay: Relay<i64>,
}

impl Proofs {
    /// Records a confirmation for this session on every node.
    pub fn give(&self, session: i64) {
        self.give_here(session);
        self.relay.send(|| session);
    }

    /// Records a confirmation for this session on this node only.
    pub fn give_here(&self, session: i64) {
        self.give_at(session, Instant::now());
    }

    fn give_at(&self, session: i64, now: Instant) {
        let mut given = self.given.lock().unwrap_or_else(PoisonError::into_inner);
        given.retain(|_, since| now.duration_since(*since) < VALIDITY);
        given.insert(session, now);
    }

    /// Checks that this session has a recent confirmation.
    ///
    /// # Errors
    /// Returns `proof_needed` if it has none.
    pub fn check(&self, session: i64) -> Result<(), Refusal> {
        self.check_at(session, Instant::now())
    }

    fn check_at(&self, session: i64, now: Instant) -> Result<(), Refusal> {
        let given = self.given.lock().unwrap_or_else(PoisonError::into_inner);
        if given.get(&session).is_some_and(|since| now.duration_since(*since) < VALIDITY) {
            return Ok(());
        }
        let what =
            "confirm your identity first, with your password or another sign-in method; this is valid for 5 minutes";
        Err(Refusal::new(Code::ProofNeeded, what))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_proof_is_valid_for_its_session_and_a_limited_time() {
        let (proofs, began) = (Proofs::default(), Instant::now());
        assert_eq!(proofs.check_at(1, began).unwrap_err().code, Code::ProofNeeded);
        proofs.give_at(1, began);
        let late = began + VALIDITY - Duration::from_secs(1);
        assert!(proofs.check_at(1, late).is_ok() && proofs.check_at(2, late).is_err());
        assert!(proofs.check_at(1, began + VALIDITY).is_err());
        proofs.give_at(2, began + VALIDITY);
        assert_eq!(proofs.given.lock().unwrap().len(), 1, "the expired one is removed");
    }
}
