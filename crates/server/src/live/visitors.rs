//! Who looks at a table. Computer players think only where somebody does, and for those who do.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use tokio::sync::Notify;

use crate::compute::slots::Owner;
use crate::limits::caller::Household;

/// Those who look at one table.
pub struct Visitors {
    /// How long after the last look nothing is thought any more.
    patience: Duration,
    state: Mutex<State>,
    came: Notify,
}

#[derive(Default)]
struct State {
    next: u64,
    /// Those who have said hello over a socket.
    here: BTreeMap<u64, Household>,
    /// Who looked last, and when, of those who are not here.
    last: Option<(Instant, Household)>,
}

/// Somebody who looks, until it is dropped.
pub struct Visit {
    visitors: Arc<Visitors>,
    number: u64,
}

impl Visitors {
    /// Nobody but whoever has just asked for the table, if that is known. They are gone so long after the last look.
    pub fn new(patience: Duration, asked: Owner) -> Arc<Visitors> {
        let visitors = Visitors { patience, state: Mutex::default(), came: Notify::new() };
        if let Some(household) = asked {
            visitors.pass(household);
        }
        Arc::new(visitors)
    }

    /// Somebody is here from now on.
    pub fn come(self: &Arc<Visitors>, household: Household) -> Visit {
        let mut state = self.lock();
        let number = state.next;
        state.next += 1;
        state.here.insert(number, household);
        drop(state);
        self.came.notify_waiters();
        Visit { visitors: self.clone(), number }
    }

    /// Somebody has looked once.
    pub fn pass(&self, household: Household) {
        self.lock().last = Some((Instant::now(), household));
        self.came.notify_waiters();
    }

    pub fn count(&self) -> usize {
        self.lock().here.len()
    }

    /// For whom there is thought: who has been here longest, else who looked last.
    pub fn owner(&self) -> Owner {
        let state = self.lock();
        state.here.values().next().copied().or(state.last.map(|(_, household)| household))
    }

    /// Whether nobody is here, and nobody has looked for a while.
    pub fn are_gone(&self) -> bool {
        self.patience_left().is_none()
    }

    /// How long it takes at least until all are gone; none if they are.
    fn patience_left(&self) -> Option<Duration> {
        let state = self.lock();
        if !state.here.is_empty() {
            return Some(self.patience);
        }
        let left = self.patience.checked_sub(state.last?.0.elapsed())?;
        (!left.is_zero()).then_some(left)
    }

    /// Comes when somebody looks; at once if somebody does.
    pub async fn looked_at(&self) {
        loop {
            let mut came = std::pin::pin!(self.came.notified());
            // Whoever comes from here on is heard, also before anybody waits.
            came.as_mut().enable();
            if !self.are_gone() {
                return;
            }
            came.await;
        }
    }

    /// Comes when all are gone.
    pub async fn gone(&self) {
        while let Some(left) = self.patience_left() {
            tokio::time::sleep(left).await;
        }
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Visit {
    fn drop(&mut self) {
        let mut state = self.visitors.lock();
        if let Some(household) = state.here.remove(&self.number) {
            state.last = Some((Instant::now(), household));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn thought_is_for_those_who_look() {
        let household = |last: u8| Household::of(std::net::IpAddr::from([192, 0, 2, last]));
        let visitors = Visitors::new(Duration::from_secs(30), None);
        assert!(visitors.are_gone() && visitors.owner().is_none());
        visitors.gone().await;
        let waits = tokio::spawn({
            let visitors = visitors.clone();
            async move { visitors.looked_at().await }
        });
        tokio::task::yield_now().await;
        assert!(!waits.is_finished());
        let first = visitors.come(household(1));
        let second = visitors.come(household(2));
        waits.await.unwrap();
        assert_eq!(visitors.owner(), Some(household(1)));
        drop(first);
        assert_eq!(visitors.owner(), Some(household(2)));
        drop(second);
        assert!(!visitors.are_gone(), "a page may be loaded anew");
        visitors.pass(household(3));
        assert_eq!(visitors.owner(), Some(household(3)));
        visitors.lock().last = Instant::now().checked_sub(Duration::from_secs(30)).map(|then| (then, household(3)));
        assert!(visitors.are_gone());
    }
}
