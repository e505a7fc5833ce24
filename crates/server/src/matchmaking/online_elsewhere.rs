//! Accounts that are online at other nodes, as those nodes last reported.

use std::collections::{BTreeSet, HashMap};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use crate::accounts::store::AccountId;

/// Time for which a report is trusted; after that, the node may have died. It covers several reports.
const TRUSTED: Duration = Duration::from_secs(35);

/// The last report of each node.
#[derive(Default)]
pub struct OnlineElsewhere(Mutex<HashMap<String, (Instant, BTreeSet<AccountId>)>>);

impl OnlineElsewhere {
    /// Replaces a node's report, and drops the reports of nodes that are gone.
    pub fn set(&self, node: String, accounts: Vec<AccountId>, now: Instant) {
        let mut reports = self.reports();
        reports.retain(|_, (since, _)| now.duration_since(*since) < TRUSTED);
        reports.insert(node, (now, accounts.into_iter().collect()));
    }

    /// Reports whether an account is online at any node.
    pub fn has(&self, account: AccountId, now: Instant) -> bool {
        let reports = self.reports();
        reports.values().any(|(since, accounts)| now.duration_since(*since) < TRUSTED && accounts.contains(&account))
    }

    /// Returns the accounts that are online at any node.
    pub fn accounts(&self, now: Instant) -> BTreeSet<AccountId> {
        let reports = self.reports();
        let trusted = reports.values().filter(|(since, _)| now.duration_since(*since) < TRUSTED);
        trusted.flat_map(|(_, accounts)| accounts).copied().collect()
    }

    fn reports(&self) -> MutexGuard<'_, HashMap<String, (Instant, BTreeSet<AccountId>)>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reports_expire_and_are_replaced() {
        let (online, begin) = (OnlineElsewhere::default(), Instant::now());
        online.set("one".to_owned(), vec![1, 2], begin);
        online.set("two".to_owned(), vec![2, 3], begin + TRUSTED / 2);
        assert_eq!(online.accounts(begin + TRUSTED / 2), BTreeSet::from([1, 2, 3]));
        let later = begin + TRUSTED;
        assert_eq!(online.accounts(later), BTreeSet::from([2, 3]));
        assert!(!online.has(1, later) && online.has(2, later));
        online.set("two".to_owned(), vec![4], later);
        assert_eq!(online.accounts(later), BTreeSet::from([4]));
        assert_eq!(online.reports().len(), 1, "reports of nodes that are gone are dropped");
    }
}
