//! A bounded queue for short, expensive work such as password hashing. Requesters with the fewest recent requests go first. Requests are
//! counted by network, so a flood from changing addresses delays only itself. Browsers known to an account go before all others.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use tokio::sync::oneshot;

use super::caller::{ClientNetwork, Network};
use crate::http::refusal::{Code, Refusal};

/// Half-life of a request in the decaying count.
const HALF_LIFE: Duration = Duration::from_secs(30);
/// Maximum number of groups whose requests are remembered.
const MAX_GROUPS: usize = 4096;
/// Maximum number of slots that known browsers can get in a row while strangers wait.
const MAX_KNOWN_IN_A_ROW: u32 = 3;

/// The requester on whose behalf work is done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Requester {
    /// A browser known to this account.
    Known(i64),
    Stranger(ClientNetwork),
}

/// Requesters that are counted together.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Group {
    Account(i64),
    Network(Network),
    ClientNetwork(ClientNetwork),
}

/// A decaying count of requests.
#[derive(Clone, Copy, Debug)]
struct Recent {
    count: f64,
    at: Instant,
}

/// A queue with a fixed number of slots.
#[derive(Clone)]
pub struct FairQueue(Arc<Mutex<Queue>>);

struct Queue {
    free: usize,
    max_waiting: usize,
    waiting: Vec<Waiting>,
    recent: HashMap<Group, Recent>,
    known_in_a_row: u32,
    arrivals: u64,
}

struct Waiting {
    requester: Requester,
    number: u64,
    ready: oneshot::Sender<Slot>,
}

/// A held slot. Dropping it passes the slot to the next request in the queue.
pub struct Slot(Arc<Mutex<Queue>>);

impl FairQueue {
    /// Creates a queue with `slots` slots and at most `max_waiting` waiting requests.
    pub fn new(slots: usize, max_waiting: usize) -> FairQueue {
        FairQueue(Arc::new(Mutex::new(Queue {
            free: slots,
            max_waiting,
            waiting: Vec::new(),
            recent: HashMap::new(),
            known_in_a_row: 0,
            arrivals: 0,
        })))
    }

    /// Waits for a slot. Dropping the future removes the request from the queue.
    ///
    /// # Errors
    /// `busy`: the queue is full of requesters with fewer recent requests.
    pub async fn take(&self, requester: Requester) -> Result<Slot, Refusal> {
        let (ready, slot) = oneshot::channel();
        let undelivered = {
            let mut queue = lock(&self.0);
            queue.remove_cancelled();
            queue.enqueue(requester, ready, Instant::now());
            queue.hand_out(&self.0)
        };
        drop(undelivered);
        let busy = |_| Refusal::new(Code::Busy, "too many sign-ins right now; try again in a few seconds");
        slot.await.map_err(busy)
    }

    /// Returns the number of waiting requests.
    pub fn waiting(&self) -> usize {
        let mut queue = lock(&self.0);
        queue.remove_cancelled();
        queue.waiting.len()
    }
}

fn lock(queue: &Mutex<Queue>) -> MutexGuard<'_, Queue> {
    queue.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Queue {
    fn enqueue(&mut self, requester: Requester, ready: oneshot::Sender<Slot>, now: Instant) {
        for group in groups(requester) {
            self.count(group, now);
        }
        self.arrivals += 1;
        self.waiting.push(Waiting { requester, number: self.arrivals, ready });
        if self.waiting.len() > self.max_waiting + self.free
            && let Some(last) = self.last(now)
        {
            // Dropping the sender rejects the request.
            self.waiting.swap_remove(last);
        }
    }

    fn count(&mut self, group: Group, now: Instant) {
        if self.recent.len() >= MAX_GROUPS {
            self.recent.retain(|_, recent| now.duration_since(recent.at) < 2 * HALF_LIFE);
            // With this many groups, requests cannot be ranked.
            if self.recent.len() >= MAX_GROUPS {
                self.recent.clear();
            }
        }
        let recent = self.recent.entry(group).or_insert(Recent { count: 0.0, at: now });
        *recent = Recent { count: recent.at_time(now) + 1.0, at: now };
    }

    fn remove_cancelled(&mut self) {
        self.waiting.retain(|waiting| !waiting.ready.is_closed());
    }

    /// Returns the number of recent requests for each of a requester's groups, widest group first.
    fn load(&self, requester: Requester, now: Instant) -> [f64; 2] {
        groups(requester).map(|group| self.recent.get(&group).map_or(0.0, |recent| recent.at_time(now)))
    }

    /// Returns the index of the next request: within each class, the one whose requester has the fewest recent requests.
    fn next(&self, now: Instant) -> Option<usize> {
        let stranger_waits = self.waiting.iter().any(|waiting| !waiting.is_known());
        let known_waits = self.waiting.iter().any(Waiting::is_known);
        let known = known_waits && !(stranger_waits && self.known_in_a_row >= MAX_KNOWN_IN_A_ROW);
        let class = self.waiting.iter().enumerate().filter(|(_, waiting)| waiting.is_known() == known);
        let keyed = class.map(|(at, waiting)| (self.load(waiting.requester, now), waiting.number, at));
        keyed.min_by(|a, b| compare((a.0, a.1), (b.0, b.1))).map(|(.., at)| at)
    }

    /// Returns the index of the request to reject when the queue is full: the busiest requester's latest request, chosen among strangers if
    /// any are waiting.
    fn last(&self, now: Instant) -> Option<usize> {
        let keyed = self
            .waiting
            .iter()
            .enumerate()
            .map(|(at, waiting)| (!waiting.is_known(), self.load(waiting.requester, now), waiting.number, at));
        keyed.max_by(|a, b| a.0.cmp(&b.0).then_with(|| compare((a.1, a.2), (b.1, b.2)))).map(|(.., at)| at)
    }

    /// Hands free slots to the next requests. Returns slots that could not be delivered; drop them after releasing the lock.
    fn hand_out(&mut self, queue: &Arc<Mutex<Queue>>) -> Vec<Slot> {
        let (mut undelivered, now) = (Vec::new(), Instant::now());
        while self.free > 0
            && let Some(next) = self.next(now)
        {
            let waiting = self.waiting.swap_remove(next);
            self.known_in_a_row = if waiting.is_known() { self.known_in_a_row.saturating_add(1) } else { 0 };
            self.free -= 1;
            if let Err(slot) = waiting.ready.send(Slot(queue.clone())) {
                undelivered.push(slot);
            }
        }
        undelivered
    }
}

impl Waiting {
    fn is_known(&self) -> bool {
        matches!(self.requester, Requester::Known(_))
    }
}

impl Recent {
    fn at_time(&self, now: Instant) -> f64 {
        let half_lives = now.duration_since(self.at).as_secs_f64() / HALF_LIFE.as_secs_f64();
        self.count * 0.5_f64.powf(half_lives)
    }
}

/// Returns the groups that a requester counts towards, widest first.
fn groups(requester: Requester) -> [Group; 2] {
    match requester {
        Requester::Known(account) => [Group::Account(account); 2],
        Requester::Stranger(client_network) => {
            [Group::Network(client_network.network()), Group::ClientNetwork(client_network)]
        }
    }
}

fn compare((a, first): ([f64; 2], u64), (b, second): ([f64; 2], u64)) -> std::cmp::Ordering {
    a[0].total_cmp(&b[0]).then_with(|| a[1].total_cmp(&b[1])).then_with(|| first.cmp(&second))
}

impl Drop for Slot {
    fn drop(&mut self) {
        let undelivered = {
            let mut queue = lock(&self.0);
            queue.free += 1;
            queue.hand_out(&self.0)
        };
        drop(undelivered);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::net::{IpAddr, Ipv4Addr};
    use tokio::task::JoinHandle;

    fn stranger(network: u8, last: u8) -> Requester {
        Requester::Stranger(ClientNetwork::of(IpAddr::V4(Ipv4Addr::new(192, 0, network, last))))
    }

    /// Starts waiting for a slot; `name` is added to `served` when the request gets one.
    async fn wait(
        queue: &FairQueue,
        requester: Requester,
        name: &'static str,
        served: &Arc<Mutex<Vec<&'static str>>>,
    ) -> JoinHandle<Option<Code>> {
        let (queue, served) = (queue.clone(), served.clone());
        let before = lock(&queue.0).arrivals;
        let task = tokio::spawn({
            let queue = queue.clone();
            async move {
                let taken = queue.take(requester).await;
                let refused = taken.as_ref().err().map(|why| why.code);
                if refused.is_none() {
                    served.lock().unwrap().push(name);
                }
                drop(taken);
                refused
            }
        });
        while lock(&queue.0).arrivals == before {
            tokio::task::yield_now().await;
        }
        task
    }

    #[tokio::test]
    async fn least_busy_requesters_go_first_and_known_browsers_before_all() {
        let (queue, served) = (FairQueue::new(1, 10), Arc::default());
        let held = queue.take(stranger(1, 1)).await.unwrap();
        let mut tasks = Vec::new();
        for _ in 0..3 {
            tasks.push(wait(&queue, stranger(1, 2), "flood", &served).await);
        }
        tasks.push(wait(&queue, stranger(2, 1), "fresh", &served).await);
        tasks.push(wait(&queue, Requester::Known(7), "known", &served).await);
        // Another address in the flooding network.
        tasks.push(wait(&queue, stranger(1, 3), "neighbour", &served).await);
        drop(held);
        for task in tasks {
            assert_eq!(task.await.unwrap(), None);
        }
        assert_eq!(*served.lock().unwrap(), ["known", "fresh", "neighbour", "flood", "flood", "flood"]);
    }

    #[tokio::test]
    async fn a_full_queue_rejects_the_busiest_requesters() {
        let (queue, served) = (FairQueue::new(1, 3), Arc::default());
        let held = queue.take(stranger(9, 1)).await.unwrap();
        let mut flood = Vec::new();
        for _ in 0..3 {
            flood.push(wait(&queue, stranger(1, 1), "flood", &served).await);
        }
        let fresh = wait(&queue, stranger(2, 1), "fresh", &served).await;
        let known = wait(&queue, Requester::Known(7), "known", &served).await;
        let again = wait(&queue, stranger(1, 2), "again", &served).await;
        assert_eq!(queue.waiting(), 3);
        drop(held);
        assert_eq!((fresh.await.unwrap(), known.await.unwrap()), (None, None));
        assert_eq!(again.await.unwrap(), None, "its client network has fewer requests");
        let mut refused = 0;
        for task in flood {
            refused += usize::from(task.await.unwrap() == Some(Code::Busy));
        }
        assert_eq!(refused, 3);
    }

    #[tokio::test]
    async fn strangers_get_their_turn_between_known_browsers() {
        let (queue, served) = (FairQueue::new(1, 20), Arc::default());
        let held = queue.take(Requester::Known(1)).await.unwrap();
        let mut tasks = vec![wait(&queue, stranger(1, 1), "stranger", &served).await];
        for _ in 0..6 {
            tasks.push(wait(&queue, Requester::Known(1), "known", &served).await);
        }
        drop(held);
        for task in tasks {
            assert_eq!(task.await.unwrap(), None);
        }
        assert_eq!(served.lock().unwrap().iter().position(|name| *name == "stranger"), Some(2));
    }

    #[tokio::test]
    async fn a_cancelled_request_takes_no_slot_and_old_requests_expire() {
        let (queue, served) = (FairQueue::new(1, 10), Arc::default());
        let held = queue.take(stranger(1, 1)).await.unwrap();
        let left = wait(&queue, stranger(1, 2), "left", &served).await;
        left.abort();
        assert!(left.await.is_err());
        assert_eq!(queue.waiting(), 0);
        drop(held);
        assert!(queue.take(stranger(1, 1)).await.is_ok());
        let mut state = lock(&queue.0);
        for network in 0..2 * MAX_GROUPS {
            let address = Ipv4Addr::from_bits(u32::try_from(network).unwrap() << 8);
            state.count(Group::Network(ClientNetwork::of(IpAddr::V4(address)).network()), Instant::now());
            assert!(state.recent.len() <= MAX_GROUPS);
        }
        let recent = Recent { count: 8.0, at: Instant::now() };
        assert!((recent.at_time(recent.at + 3 * HALF_LIFE) - 1.0).abs() < 1e-9);
    }
}
