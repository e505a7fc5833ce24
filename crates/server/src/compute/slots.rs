//! Places in which work is done that takes a core for a while: thoughts, analyses, pictures. Whose turn it is goes by owner: who has been
//! given least is next, so that whoever asks for much waits for it, and nobody else does.

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::sync::oneshot;

use crate::http::refusal::{Code, Refusal};
use crate::limits::caller::Household;

/// Longer work than this leaves a place to shorter work, where there is more than one.
const LONG: Duration = Duration::from_secs(2);
/// Work that is no longer than this has places of its own.
pub const CHEAP: Duration = Duration::from_millis(150);
/// What the shortest work counts, so that very much of it counts as well.
const LEAST: Duration = Duration::from_millis(1);
/// By how much the priority of a thread that works is lower than that of those that serve people.
#[cfg(target_os = "linux")]
const LOWER: i32 = 10;

/// For whom work is done; none: nobody that is known.
pub type Owner = Option<Household>;

/// How many places there are.
#[derive(Clone, Copy, Debug)]
pub struct Shape {
    /// For cheap work alone; none: it takes the others like any.
    pub cheap: usize,
    /// For other work.
    pub places: usize,
    /// Of these, for long work.
    pub long: usize,
    /// How many may wait for one owner.
    pub waiting: usize,
}

/// Slots for work that keeps a core busy, with a queue that is fair by owner.
#[derive(Clone)]
pub struct Slots(Arc<Mutex<Queue>>);

struct Queue {
    shape: Shape,
    taken: Taken,
    waiting: Vec<Waiting>,
    owners: HashMap<Owner, Account>,
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

/// What an owner has been given, since there was last nothing of theirs.
#[derive(Default)]
struct Account {
    given: Duration,
    waiting: usize,
    working: usize,
}

/// A slot that is held; dropping it hands it to the next in the queue.
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

    /// Takes a place as soon as it is this owner's turn. Whoever lets go of the future leaves the queue.
    ///
    /// # Errors
    /// `busy`, where as much of this owner's waits as may.
    pub async fn take(&self, owner: Owner, cost: Duration) -> Result<Slot, Refusal> {
        let (ready, place) = oneshot::channel();
        let handed_out = {
            let mut queue = lock(&self.0);
            queue.forget_those_who_left();
            queue.wait(owner, cost.max(LEAST), ready)?;
            queue.hand_out(&self.0)
        };
        drop(handed_out);
        // The sender is kept until a place is found, as long as anybody waits.
        place.await.map_err(|_| Refusal::new(Code::Busy, "the queue has ended"))
    }

    /// Takes so many places at most that nobody needs at the moment, for more of the work that an owner has a place for already: none where
    /// anybody waits, and never the last one. They count as given like any.
    pub fn take_idle(&self, owner: Owner, cost: Duration, most: usize) -> Vec<Slot> {
        let mut queue = lock(&self.0);
        queue.forget_those_who_left();
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

    /// Has so many places from now on, of which long work leaves one to short where there are two. What is held is held to its end.
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
        queue.forget_those_who_left();
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
            cost if cost <= CHEAP && self.shape.cheap > 0 => Kind::Cheap,
            cost if cost <= LONG => Kind::Short,
            _ => Kind::Long,
        }
    }

    fn wait(&mut self, owner: Owner, cost: Duration, ready: oneshot::Sender<Slot>) -> Result<(), Refusal> {
        // Who comes anew is not ahead of those who have waited for their share.
        let least = self.waiting.iter().filter_map(|waiting| self.owners.get(&waiting.owner)).map(|of| of.given).min();
        let account = self.owners.entry(owner).or_default();
        if account.waiting >= self.shape.waiting {
            return Err(Refusal::new(Code::Busy, "too much that you asked for is waiting; try again in a few seconds"));
        }
        if account.waiting + account.working == 0 {
            account.given = account.given.max(least.unwrap_or_default());
        }
        account.waiting += 1;
        self.waiting.push(Waiting { owner, kind: self.kind(cost), cost, ready });
        Ok(())
    }

    fn forget_those_who_left(&mut self) {
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

    fn settle(&mut self, owner: Owner, change: impl FnOnce(&mut Account)) {
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

    /// Gives every place that is free to whoever is next. What comes back was not taken; it is to be dropped when the lock is.
    fn hand_out(&mut self, queue: &Arc<Mutex<Queue>>) -> Vec<Slot> {
        let mut back = Vec::new();
        loop {
            let free = self.waiting.iter().enumerate().filter(|(_, waiting)| self.is_free(waiting.kind));
            // Of two who were given the same, who waits for less; of one owner's what came first.
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

/// Does work on a thread of its own, at a lower priority than those that serve people, and holds the place until it is done.
pub async fn work<T: Send + 'static>(place: Slot, work: impl FnOnce() -> T + Send + 'static) -> Result<T, Failed> {
    let work = move || {
        let result = work();
        // Whoever has the result may take the place again.
        drop(place);
        result
    };
    on_a_thread(work).await
}

/// Does work like [`work`]. Dropping the future sets the flag that the work is given, so that it can stop; it keeps its place until then.
pub async fn work_while_wanted<T: Send + 'static>(
    place: Slot,
    task: impl FnOnce(&AtomicBool) -> T + Send + 'static,
) -> Result<T, Failed> {
    let asker = Asker::default();
    let gone = asker.0.clone();
    work(place, move || task(&gone)).await
}

/// Sets its flag when it is dropped.
#[derive(Default)]
struct Asker(Arc<AtomicBool>);

impl Drop for Asker {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

/// Does work on a thread of its own, at a lower priority than those that serve.
pub async fn on_a_thread<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> Result<T, Failed> {
    let (done, result) = oneshot::channel();
    let on_thread = move || {
        lower_priority();
        let result = work();
        // Nobody may be waiting any more.
        drop(done.send(result));
    };
    let thread = std::thread::Builder::new().name("work".into()).spawn(on_thread);
    thread.map_err(|why| Failed(why.to_string()))?;
    result.await.map_err(|_| Failed("it ended by a panic".to_owned()))
}

/// Why work gave no result.
#[derive(Debug, thiserror::Error)]
#[error("the work failed: {0}")]
pub struct Failed(String);

fn lower_priority() {
    // Of this thread alone, as Linux has it; elsewhere it would be the whole process.
    #[cfg(target_os = "linux")]
    if let Err(why) = rustix::process::setpriority_process(None, LOWER) {
        tracing::debug!("a thread keeps its priority: {why}");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn owner(last: u8) -> Owner {
        Some(Household::of(std::net::IpAddr::from([192, 0, 2, last])))
    }

    const SECOND: Duration = Duration::from_secs(1);
    const MINUTE: Duration = Duration::from_secs(60);

    fn places(cheap: usize, places: usize, long: usize) -> Slots {
        Slots::new(Shape { cheap, places, long, waiting: 100 })
    }

    /// Waits for a place in the background, and says by name who has got one, in turn.
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
    async fn who_was_given_least_is_next() {
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
        assert!(lock(&places.0).owners.is_empty() && places.taken() == 0, "nobody is remembered who has nothing here");
    }

    #[tokio::test]
    async fn long_work_leaves_a_place_to_short_and_cheap_work_has_its_own() {
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
    async fn idle_places_are_those_that_nobody_needs() {
        let places = places(1, 4, 3);
        let held = places.take(owner(1), SECOND).await.unwrap();
        assert!(places.take_idle(owner(1), Duration::ZERO, 9).is_empty(), "cheap work needs no more than its place");
        assert_eq!(places.take_idle(owner(1), SECOND, 1).len(), 1);
        let idle = places.take_idle(owner(1), SECOND, 9);
        assert_eq!((idle.len(), places.taken()), (2, 3), "one is left to whoever comes");
        let other = places.take(owner(2), SECOND).await.unwrap();
        let waits = tokio::spawn({
            let places = places.clone();
            async move { places.take(owner(3), SECOND).await.map(drop) }
        });
        tokio::task::yield_now().await;
        drop((other, idle));
        waits.await.unwrap().unwrap();
        drop(held);
        assert!(lock(&places.0).owners.is_empty() && places.taken() == 0, "all places were given back");
    }

    #[tokio::test]
    async fn no_place_is_idle_while_somebody_waits() {
        let places = places(1, 4, 1);
        let _long = places.take(owner(1), MINUTE).await.unwrap();
        assert_eq!(places.take_idle(owner(1), SECOND, 1).len(), 1);
        let waits = tokio::spawn({
            let places = places.clone();
            async move { places.take(owner(2), MINUTE).await.map(drop) }
        });
        tokio::task::yield_now().await;
        assert_eq!(places.waiting(), 1);
        assert!(places.take_idle(owner(1), SECOND, 1).is_empty(), "somebody waits");
        waits.abort();
    }

    #[tokio::test]
    async fn whoever_goes_away_leaves_the_queue_and_only_so_many_wait() {
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
    async fn work_that_fails_gives_its_place_back() {
        let places = places(0, 1, 1);
        assert_eq!(work(places.take(None, SECOND).await.unwrap(), || 7).await.unwrap(), 7);
        let failed = work(places.take(None, SECOND).await.unwrap(), || panic!("as a test")).await;
        assert!(failed.map(|()| 0).is_err());
        drop(places.take(None, SECOND).await.unwrap());
    }
}
