//! Slots for CPU-intensive work: moves, analyses, pictures. Scheduling is fair between owners: the one who was served least is next, so an
//! owner with many requests delays only their own.

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::sync::oneshot;

use crate::http::refusal::{Code, Refusal};
use crate::limits::caller::ClientNetwork;

/// Work longer than this leaves one slot free for shorter work, if there are several slots.
const LONG_WORK: Duration = Duration::from_secs(2);
/// Work of up to this duration has separate slots.
pub const CHEAP_WORK: Duration = Duration::from_millis(150);
/// Minimum cost of any work, so that a large number of short requests counts too.
const MIN_COST: Duration = Duration::from_millis(1);
/// Nice-value increment of worker threads, which gives them a lower priority than the threads that serve requests.
#[cfg(target_os = "linux")]
const NICE_INCREMENT: i32 = 10;

/// The client network on whose behalf work is done; `None` if it is unknown.
pub type Owner = Option<ClientNetwork>;

/// Number of slots of each kind, and the limit on waiting requests.
#[derive(Clone, Copy, Debug)]
pub struct Shape {
    /// Number of slots for cheap work only. If 0, cheap work shares the other slots.
    pub cheap: usize,
    /// Number of slots for other work.
    pub places: usize,
    /// Number of `places` slots that long work may use.
    pub long: usize,
    /// Maximum number of waiting requests per owner.
    pub waiting: usize,
}

/// Slots for work that keeps a core busy, with a queue that is fair between owners.
#[derive(Clone)]
pub struct Slots(Arc<Mutex<Queue>>);

struct Queue {
    shape: Shape,
    taken: Taken,
    waiting: Vec<Waiting>,
    owners: HashMap<Owner, Usage>,
}

#[derive(Default)]
struct Taken {
    cheap: usize,
    places: usize,
    long: usize,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Cheap,
    Short,
    Long,
}

struct Waiting {
    owner: Owner,
    kind: Kind,
    cost: Duration,
    ready: oneshot::Sender<Slot>,
}

/// An owner's usage since they last had no requests waiting or running.
#[derive(Default)]
struct Usage {
    given: Duration,
    waiting: usize,
    working: usize,
}

/// A slot in use. Dropping it passes the slot to the next request in the queue.
pub struct Slot {
    queue: Arc<Mutex<Queue>>,
    owner: Owner,
    kind: Kind,
}

impl Slots {
    pub fn new(shape: Shape) -> Slots {
        let taken = Taken::default();
        Slots(Arc::new(Mutex::new(Queue { shape, taken, waiting: Vec::new(), owners: HashMap::new() })))
    }

    /// Takes a slot when it is this owner's turn. Dropping the future removes the request from the queue.
    ///
    /// # Errors
    /// Returns `busy` if this owner already has the maximum number of waiting requests.
    pub async fn take(&self, owner: Owner, cost: Duration) -> Result<Slot, Refusal> {
        let (ready, place) = oneshot::channel();
        let handed_out = {
            let mut queue = lock(&self.0);
            queue.remove_cancelled();
            queue.wait(owner, cost.max(MIN_COST), ready)?;
            queue.hand_out(&self.0)
        };
        drop(handed_out);
        // The sender is dropped only after a slot was found or the receiver is gone.
        place.await.map_err(|_| Refusal::new(Code::Busy, "the queue was closed"))
    }

    /// Takes up to `most` idle slots for additional threads of work for which the owner already has a slot. Takes none if any request is
    /// waiting, and never takes the last idle slot. The slots count towards the owner's usage.
    pub fn take_idle(&self, owner: Owner, cost: Duration, most: usize) -> Vec<Slot> {
        let mut queue = lock(&self.0);
        queue.remove_cancelled();
        let kind = match queue.kind(cost) {
            Kind::Cheap => return Vec::new(),
            kind => kind,
        };
        let mut taken = Vec::new();
        while taken.len() < most
            && queue.waiting.is_empty()
            && queue.is_free(kind)
            && queue.taken.places + 1 < queue.shape.places
        {
            queue.count(kind, |taken| *taken += 1);
            let account = queue.owners.entry(owner).or_default();
            account.working += 1;
            account.given += cost;
            taken.push(Slot { queue: self.0.clone(), owner, kind });
        }
        taken
    }

    /// Changes the number of slots. If there are at least two, long work leaves one for short work. Slots in use remain valid.
    #[cfg_attr(not(feature = "cluster"), allow(dead_code, reason = "this machine's cores stay the same"))]
    pub fn resize(&self, places: usize) {
        let handed_out = {
            let mut queue = lock(&self.0);
            let long = if places > 1 { places - 1 } else { places };
            queue.shape = Shape { places, long, ..queue.shape };
            queue.hand_out(&self.0)
        };
        drop(handed_out);
    }

    #[cfg(test)]
    pub fn shape(&self) -> Shape {
        lock(&self.0).shape
    }

    pub fn waiting(&self) -> usize {
        let mut queue = lock(&self.0);
        queue.remove_cancelled();
        queue.waiting.len()
    }

    pub fn taken(&self) -> usize {
        let queue = lock(&self.0);
        queue.taken.cheap + queue.taken.places
    }
}

fn lock(queue: &Mutex<Queue>) -> MutexGuard<'_, Queue> {
    queue.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Queue {
    fn kind(&self, cost: Duration) -> Kind {
        match cost {
            cost if cost <= CHEAP_WORK && self.shape.cheap > 0 => Kind::Cheap,
            cost if cost <= LONG_WORK => Kind::Short,
            _ => Kind::Long,
        }
    }

    fn wait(&mut self, owner: Owner, cost: Duration, ready: oneshot::Sender<Slot>) -> Result<(), Refusal> {
        // A new owner starts with the usage of the least-served waiting owner.
        let least = self.waiting.iter().filter_map(|waiting| self.owners.get(&waiting.owner)).map(|of| of.given).min();
        let account = self.owners.entry(owner).or_default();
        if account.waiting >= self.shape.waiting {
            return Err(Refusal::new(Code::Busy, "too many of your requests are waiting; try again in a few seconds"));
        }
        if account.waiting + account.working == 0 {
            account.given = account.given.max(least.unwrap_or_default());
        }
        account.waiting += 1;
        self.waiting.push(Waiting { owner, kind: self.kind(cost), cost, ready });
        Ok(())
    }

    fn remove_cancelled(&mut self) {
        let mut gone = Vec::new();
        self.waiting.retain(|waiting| {
            let left = waiting.ready.is_closed();
            if left {
                gone.push(waiting.owner);
            }
            !left
        });
        for owner in gone {
            self.settle(owner, |account| account.waiting -= 1);
        }
    }

    fn settle(&mut self, owner: Owner, change: impl FnOnce(&mut Usage)) {
        let Some(account) = self.owners.get_mut(&owner) else { return };
        change(account);
        if account.waiting + account.working == 0 {
            self.owners.remove(&owner);
        }
    }

    fn is_free(&self, kind: Kind) -> bool {
        match kind {
            Kind::Cheap => self.taken.cheap < self.shape.cheap,
            Kind::Short => self.taken.places < self.shape.places,
            Kind::Long => self.taken.places < self.shape.places && self.taken.long < self.shape.long,
        }
    }

    fn count(&mut self, kind: Kind, change: impl Fn(&mut usize)) {
        match kind {
            Kind::Cheap => change(&mut self.taken.cheap),
            Kind::Short => change(&mut self.taken.places),
            Kind::Long => {
                change(&mut self.taken.places);
                change(&mut self.taken.long);
            }
        }
    }

    /// Hands free slots to the next requests. Returns the slots that could not be delivered, which must be dropped after the lock is
    /// released.
    fn hand_out(&mut self, queue: &Arc<Mutex<Queue>>) -> Vec<Slot> {
        let mut back = Vec::new();
        loop {
            let free = self.waiting.iter().enumerate().filter(|(_, waiting)| self.is_free(waiting.kind));
            // Among owners with equal usage, the one with fewer waiting requests is next. Each owner's requests are served in order.
            let share = |owner: &Owner| {
                self.owners.get(owner).map_or(Default::default(), |account| (account.given, account.waiting))
            };
            let Some((next, _)) = free.min_by_key(|(i, waiting)| (share(&waiting.owner), *i)) else { return back };
            let Waiting { owner, kind, cost, ready } = self.waiting.remove(next);
            self.count(kind, |taken| *taken += 1);
            self.settle(owner, |account| {
                account.waiting -= 1;
                account.working += 1;
                account.given += cost;
            });
            let place = Slot { queue: queue.clone(), owner, kind };
            if let Err(place) = ready.send(place) {
                back.push(place);
            }
        }
    }
}

impl Drop for Slot {
    fn drop(&mut self) {
        let back = {
            let mut queue = lock(&self.queue);
            queue.count(self.kind, |taken| *taken -= 1);
            queue.settle(self.owner, |account| account.working -= 1);
            queue.hand_out(&self.queue)
        };
        drop(back);
    }
}

impl Slot {
    pub fn owner(&self) -> Owner {
        self.owner
    }
}

/// Runs work on a separate low-priority thread, holding the slot until the work is done.
pub async fn work<T: Send + 'static>(place: Slot, work: impl FnOnce() -> T + Send + 'static) -> Result<T, Failed> {
    let work = move || {
        let result = work();
        // Release the slot first, so that the recipient of the result can take it again.
        drop(place);
        result
    };
    run_on_thread(work).await
}

/// Runs work like [`work`]. Dropping the future sets the flag passed to the work so that it can stop. The work keeps its slot until it has
/// stopped.
pub async fn work_while_wanted<T: Send + 'static>(
    place: Slot,
    task: impl FnOnce(&AtomicBool) -> T + Send + 'static,
) -> Result<T, Failed> {
    let asker = CancelOnDrop::default();
    let gone = asker.0.clone();
    work(place, move || task(&gone)).await
}

/// Sets its flag when dropped.
#[derive(Default)]
struct CancelOnDrop(Arc<AtomicBool>);

impl Drop for CancelOnDrop {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

/// Runs work on a separate low-priority thread.
pub async fn run_on_thread<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> Result<T, Failed> {
    let (done, result) = oneshot::channel();
    let on_thread = move || {
        lower_priority();
        let result = work();
        // The requester may no longer be waiting.
        drop(done.send(result));
    };
    let thread = std::thread::Builder::new().name("work".into()).spawn(on_thread);
    thread.map_err(|why| Failed(why.to_string()))?;
    result.await.map_err(|_| Failed("it panicked".to_owned()))
}

/// The reason work produced no result.
#[derive(Debug, thiserror::Error)]
#[error("the work failed: {0}")]
pub struct Failed(String);

fn lower_priority() {
    // On Linux this affects only the current thread; elsewhere it would affect the whole process.
    #[cfg(target_os = "linux")]
    if let Err(why) = rustix::process::setpriority_process(None, NICE_INCREMENT) {
        tracing::debug!("cannot lower the priority of a thread: {why}");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn owner(last: u8) -> Owner {
        Some(ClientNetwork::of(std::net::IpAddr::from([192, 0, 2, last])))
    }

    const SECOND: Duration = Duration::from_secs(1);
    const MINUTE: Duration = Duration::from_secs(60);

    fn places(cheap: usize, places: usize, long: usize) -> Slots {
        Slots::new(Shape { cheap, places, long, waiting: 100 })
    }

    /// Requests a slot in the background, and appends `name` to `got` when the slot is granted.
    fn ask(
        places: &Slots,
        owner: Owner,
        cost: Duration,
        name: &'static str,
        got: &Arc<Mutex<Vec<&'static str>>>,
    ) -> tokio::task::JoinHandle<()> {
        let (places, got) = (places.clone(), got.clone());
        tokio::spawn(async move {
            let place = places.take(owner, cost).await.unwrap();
            got.lock().unwrap().push(name);
            tokio::task::yield_now().await;
            drop(place);
        })
    }

    #[tokio::test]
    async fn the_least_served_owner_is_next() {
        let (places, got) = (places(0, 1, 1), Arc::default());
        let held = places.take(owner(1), SECOND).await.unwrap();
        let mut all = Vec::new();
        for _ in 0..3 {
            all.push(ask(&places, owner(1), SECOND, "much", &got));
        }
        tokio::task::yield_now().await;
        all.push(ask(&places, owner(2), SECOND, "little", &got));
        tokio::task::yield_now().await;
        assert_eq!(places.waiting(), 4);
        drop(held);
        for one in all {
            one.await.unwrap();
        }
        assert_eq!(*got.lock().unwrap(), ["little", "much", "much", "much"]);
        assert!(lock(&places.0).owners.is_empty() && places.taken() == 0, "owners without requests are removed");
    }

    #[tokio::test]
    async fn long_work_leaves_a_slot_to_short_work_and_cheap_work_has_its_own() {
        let places = places(1, 2, 1);
        let long = places.take(owner(1), MINUTE).await.unwrap();
        let waits = tokio::spawn({
            let places = places.clone();
            async move { places.take(owner(1), MINUTE).await.map(drop) }
        });
        tokio::task::yield_now().await;
        let short = places.take(owner(2), SECOND).await.unwrap();
        let cheap = places.take(owner(3), Duration::ZERO).await.unwrap();
        assert_eq!((places.taken(), places.waiting()), (3, 1));
        drop((short, cheap));
        assert!(!waits.is_finished());
        drop(long);
        waits.await.unwrap().unwrap();
    }

    #[tokio::test]
    async fn idle_slots_can_be_taken_except_the_last() {
        let places = places(1, 4, 3);
        let held = places.take(owner(1), SECOND).await.unwrap();
        assert!(places.take_idle(owner(1), Duration::ZERO, 9).is_empty(), "cheap work needs only one slot");
        assert_eq!(places.take_idle(owner(1), SECOND, 1).len(), 1);
        let idle = places.take_idle(owner(1), SECOND, 9);
        assert_eq!((idle.len(), places.taken()), (2, 3), "one is left for the next request");
        let other = places.take(owner(2), SECOND).await.unwrap();
        let waits = tokio::spawn({
            let places = places.clone();
            async move { places.take(owner(3), SECOND).await.map(drop) }
        });
        tokio::task::yield_now().await;
        drop((other, idle));
        waits.await.unwrap().unwrap();
        drop(held);
        assert!(lock(&places.0).owners.is_empty() && places.taken() == 0, "all slots were returned");
    }

    #[tokio::test]
    async fn no_slot_is_idle_while_requests_wait() {
        let places = places(1, 4, 1);
        let _long = places.take(owner(1), MINUTE).await.unwrap();
        assert_eq!(places.take_idle(owner(1), SECOND, 1).len(), 1);
        let waits = tokio::spawn({
            let places = places.clone();
            async move { places.take(owner(2), MINUTE).await.map(drop) }
        });
        tokio::task::yield_now().await;
        assert_eq!(places.waiting(), 1);
        assert!(places.take_idle(owner(1), SECOND, 1).is_empty(), "a request is waiting");
        waits.abort();
    }

    #[tokio::test]
    async fn a_cancelled_request_leaves_the_queue_and_its_length_is_limited() {
        let places = Slots::new(Shape { cheap: 0, places: 1, long: 1, waiting: 1 });
        let held = places.take(owner(1), SECOND).await.unwrap();
        let waits = tokio::spawn({
            let places = places.clone();
            async move { places.take(owner(1), SECOND).await.map(drop) }
        });
        tokio::task::yield_now().await;
        assert_eq!(places.take(owner(1), SECOND).await.err().map(|why| why.code), Some(Code::Busy));
        waits.abort();
        assert!(waits.await.unwrap_err().is_cancelled());
        assert_eq!(places.waiting(), 0);
        drop(held);
        places.take(owner(1), SECOND).await.unwrap();
    }

    #[tokio::test]
    async fn failed_work_returns_its_slot() {
        let places = places(0, 1, 1);
        assert_eq!(work(places.take(None, SECOND).await.unwrap(), || 7).await.unwrap(), 7);
        let failed = work(places.take(None, SECOND).await.unwrap(), || panic!("as a test")).await;
        assert!(failed.map(|()| 0).is_err());
        drop(places.take(None, SECOND).await.unwrap());
    }
}
