//! What has begun and waits for its end, under secrets: kept for a few minutes, given out once, and never more of it than so many. Where
//! there are more, the oldest go: whoever would keep others from finishing must begin as many again within the time that they take.
//!
//! What has begun at one node can end at another: each tells the others what waits, and what it has given out. Two that are asked at once
//! may both give it out, to the one who has its secret. It is told and kept in memory, and written down nowhere.

use std::collections::{HashMap, VecDeque};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use table::Hash;

use crate::common::relay::Relay;
use crate::common::secrets;

/// Pending values by the hash of their secret; each is taken once, or expires.
pub struct PendingMap<T> {
    lasts: Duration,
    most: usize,
    kept: Mutex<Kept<T>>,
    /// Tells other nodes what waits.
    pub relay: Relay<Waits>,
}

/// What other nodes are told of a thing, by the hash of its secret: that it waits, as JSON, or does no more.
#[derive(Debug, Serialize, Deserialize)]
pub struct Waits(Hash, Option<Value>);

struct Kept<T> {
    things: HashMap<Hash, T>,
    /// In the order in which they came; those that were given out already are among them until their time is over.
    order: VecDeque<(Instant, Hash)>,
}

impl<T: Serialize + DeserializeOwned> PendingMap<T> {
    /// Nothing waits. Things will for so long, and so many at most.
    pub fn new(lasts: Duration, most: usize) -> PendingMap<T> {
        let kept = Mutex::new(Kept { things: HashMap::new(), order: VecDeque::new() });
        PendingMap { lasts, most, kept, relay: Relay::default() }
    }

    /// Keeps a thing; the secret by which it is given out.
    pub fn put(&self, thing: T) -> String {
        self.put_at(thing, Instant::now())
    }

    fn put_at(&self, thing: T, now: Instant) -> String {
        let secret = secrets::secret();
        let hash = secrets::hash(&secret);
        if self.relay.is_open() {
            match serde_json::to_value(&thing) {
                Ok(told) => self.relay.tell(|| Waits(hash, Some(told))),
                Err(why) => tracing::error!("other nodes cannot be told of what waits: {why}"),
            }
        }
        self.keep(hash, thing, now);
        secret
    }

    fn keep(&self, hash: Hash, thing: T, now: Instant) {
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        self.let_go(&mut kept, now, self.most.saturating_sub(1));
        kept.order.push_back((now, hash));
        kept.things.insert(hash, thing);
    }

    /// Takes in what another node tells.
    pub fn hear(&self, Waits(hash, told): Waits) {
        match told.map(serde_json::from_value) {
            Some(Ok(thing)) => self.keep(hash, thing, Instant::now()),
            Some(Err(why)) => tracing::warn!("another node told of what this one does not understand: {why}"),
            None => _ = self.kept.lock().unwrap_or_else(PoisonError::into_inner).things.remove(&hash),
        }
    }

    /// Gives out the thing of a secret, if it waits still: once.
    pub fn take(&self, secret: &str) -> Option<T> {
        self.take_at(secret, Instant::now())
    }

    fn take_at(&self, secret: &str, now: Instant) -> Option<T> {
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        self.let_go(&mut kept, now, self.most);
        let hash = secrets::hash(secret);
        let taken = kept.things.remove(&hash);
        if taken.is_some() {
            self.relay.tell(|| Waits(hash, None));
        }
        taken
    }

    /// Looks at the thing of a secret, if it waits still.
    pub fn look<S>(&self, secret: &str, at: impl FnOnce(&T) -> S) -> Option<S> {
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        self.let_go(&mut kept, Instant::now(), self.most);
        kept.things.get(&secrets::hash(secret)).map(at)
    }

    /// Lets those go whose time is over, and the oldest of more than so many.
    fn let_go(&self, kept: &mut Kept<T>, now: Instant, most: usize) {
        let old = |since: &Instant| now.duration_since(*since) >= self.lasts;
        while kept.order.len() > most || kept.order.front().is_some_and(|(since, _)| old(since)) {
            let Some((_, oldest)) = kept.order.pop_front() else { return };
            kept.things.remove(&oldest);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LASTS: Duration = Duration::from_secs(300);

    #[test]
    fn a_thing_is_given_out_once_and_within_its_time() {
        let (waiting, began) = (PendingMap::new(LASTS, 10), Instant::now());
        let (one, two) = (waiting.put_at(1, began), waiting.put_at(2, began));
        let late = began + LASTS - Duration::from_secs(1);
        let taken = [&one, &one, "no secret"].map(|secret| waiting.take_at(secret, late));
        assert_eq!(taken, [Some(1), None, None]);
        assert_eq!(waiting.take_at(&two, began + LASTS), None);
        assert!(waiting.kept.lock().unwrap().order.is_empty());
    }

    #[test]
    fn what_waits_at_one_node_is_given_out_once_at_either() {
        let (one, two) = (PendingMap::new(LASTS, 10), PendingMap::new(LASTS, 10));
        let (to_two, mut of_one) = tokio::sync::mpsc::unbounded_channel();
        let (to_one, mut of_two) = tokio::sync::mpsc::unbounded_channel();
        one.relay.begin(to_two);
        two.relay.begin(to_one);
        let (first, second) = (one.put(1), one.put(2));
        while let Ok(told) = of_one.try_recv() {
            two.hear(told);
        }
        assert_eq!((two.take(&first), two.look(&second, |thing| *thing)), (Some(1), Some(2)));
        while let Ok(told) = of_two.try_recv() {
            one.hear(told);
        }
        assert_eq!((one.take(&first), one.take(&second)), (None, Some(2)));
    }

    #[test]
    fn there_are_never_more_than_so_many() {
        let waiting = PendingMap::new(LASTS, 3);
        let secrets: Vec<String> = (0..5).map(|n| waiting.put(n)).collect();
        let found: Vec<Option<i32>> = secrets.iter().map(|secret| waiting.take(secret)).collect();
        assert_eq!(found, [None, None, Some(2), Some(3), Some(4)]);
        // What was given out takes no place for ever.
        assert!((0..9).map(|n| waiting.put(n)).all(|word| !word.is_empty()));
        assert!(waiting.kept.lock().unwrap().order.len() <= 3);
    }
}
