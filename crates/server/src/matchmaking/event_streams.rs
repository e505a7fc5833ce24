//! The event streams that are open: what is told to a person goes to each of theirs. A queue is short; whoever does not read it is cut off
//! and comes back to how things stand then, so that nobody's slowness is felt by others.

use std::collections::{BTreeSet, HashMap, HashSet};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use axum::body::Bytes;
use serde::{Deserialize, Serialize};
use table::{Hash, Phase, Standing, Table};
use tokio::sync::mpsc;

use super::person::Person;
use super::types::PersonEvent;
use crate::common::relay::Relay;

/// Streams that one person may have open.
const MAX_STREAMS: usize = 8;
/// Lines that wait for a reader.
const QUEUE_LINES: usize = 64;
/// Changes in the lobby that are remembered until they are told.
const MAX_CHANGES: usize = 100;

/// All event streams that are open.
#[derive(Default)]
pub struct EventStreams {
    state: Mutex<State>,
    /// How many there are, so that a table need not ask where nobody listens.
    count: AtomicUsize,
    /// Tells people who listen at other nodes.
    pub relay: Relay<RelayedEvent>,
}

/// An event for clients of other nodes.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub enum RelayedEvent {
    Person(Person, String),
    /// A line to those who hold a seat by one of these secrets.
    Holders(Vec<Hash>, String),
    Lobby(String),
    Table(String),
    Seek(u64),
}

#[derive(Default)]
struct State {
    next: u64,
    open: HashMap<u64, Open>,
    persons: HashMap<Person, HashSet<u64>>,
    hashes: HashMap<Hash, HashSet<u64>>,
    changed: Changed,
}

struct Open {
    person: Person,
    hashes: Vec<Hash>,
    lobby: bool,
    lines: mpsc::Sender<Bytes>,
}

/// What changed in the lobby and has not been told.
#[derive(Default)]
pub struct Changed {
    pub tables: BTreeSet<String>,
    /// Seeks, new ones and those that are over.
    pub seeks: BTreeSet<u64>,
    /// Whether more changed than is remembered.
    pub more: bool,
}

/// An open event stream; dropping it closes the stream.
pub struct Subscription {
    all: Arc<EventStreams>,
    number: u64,
}

/// A line of a stream.
pub fn line(told: &PersonEvent) -> Bytes {
    text(told).into()
}

fn text(told: &PersonEvent) -> String {
    let mut text = table::messages::text(told);
    text.push('\n');
    text
}

impl EventStreams {
    /// Somebody listens from now on, whose seats these secrets open; none where they do so too often already.
    pub fn open(
        self: &Arc<EventStreams>,
        person: Person,
        hashes: Vec<Hash>,
        lobby: bool,
    ) -> Option<(Subscription, mpsc::Receiver<Bytes>)> {
        let (lines, reader) = mpsc::channel(QUEUE_LINES);
        let mut state = self.state();
        if state.persons.get(&person).is_some_and(|open| open.len() >= MAX_STREAMS) {
            return None;
        }
        let number = state.next;
        state.next += 1;
        state.persons.entry(person).or_default().insert(number);
        for hash in &hashes {
            state.hashes.entry(*hash).or_default().insert(number);
        }
        state.open.insert(number, Open { person, hashes, lobby, lines });
        self.count.store(state.open.len(), Ordering::Relaxed);
        Some((Subscription { all: self.clone(), number }, reader))
    }

    pub fn count(&self) -> usize {
        self.count.load(Ordering::Relaxed)
    }

    /// Whether somebody listens just now.
    pub fn is_here(&self, person: Person) -> bool {
        self.state().persons.contains_key(&person)
    }

    /// Tells somebody something, wherever they listen.
    pub fn tell(&self, person: Person, told: &PersonEvent) {
        self.pass(RelayedEvent::Person(person, text(told)));
    }

    /// Tells those something who hold a seat by one of these secrets.
    pub fn tell_holders(&self, hashes: &[Hash], told: &PersonEvent) {
        if self.nobody_listens() {
            return;
        }
        self.pass(RelayedEvent::Holders(hashes.to_vec(), text(told)));
    }

    /// Tells those something who listen to the lobby.
    pub fn tell_lobby(&self, told: &PersonEvent) {
        self.pass(RelayedEvent::Lobby(text(told)));
    }

    /// Whether nobody listens, here or elsewhere, so that nothing need be told.
    fn nobody_listens(&self) -> bool {
        self.count() == 0 && !self.relay.is_open()
    }

    fn pass(&self, told: RelayedEvent) {
        self.relay.tell(|| told.clone());
        self.take(told);
    }

    /// Tells something to those who listen here.
    pub fn take(&self, told: RelayedEvent) {
        if self.count() == 0 {
            return;
        }
        let mut state = self.state();
        let (listening, line) = match told {
            RelayedEvent::Person(person, line) => {
                (state.persons.get(&person).map(|open| open.iter().copied().collect()).unwrap_or_default(), line)
            }
            RelayedEvent::Holders(hashes, line) => {
                let listening = hashes.iter().filter_map(|hash| state.hashes.get(hash)).flatten().copied();
                (listening.collect::<BTreeSet<_>>().into_iter().collect(), line)
            }
            RelayedEvent::Lobby(line) => {
                (state.open.iter().filter(|(_, open)| open.lobby).map(|(number, _)| *number).collect(), line)
            }
            RelayedEvent::Table(name) => return state.changed.table(name),
            RelayedEvent::Seek(seek) => return state.changed.seek(seek),
        };
        self.send(&mut state, listening, line.into());
    }

    /// Tells what came of it that a table changed: who must answer now, whose game begins, what the lobby shows.
    pub fn table_changed(&self, table: &Table, before: (Standing, usize), after: (Standing, usize)) {
        if self.nobody_listens() || before == after {
            return;
        }
        let ((was, seats_were), (is, seats_are)) = (before, after);
        let name = || table.name().to_owned();
        if (was.phase, is.phase) == (Phase::Gathering, Phase::Playing) {
            for seat in 0..table.seat_count() {
                self.tell_holders(&table.holders(seat), &PersonEvent::GameStart { table: name(), seat });
            }
        }
        if was.turn != is.turn {
            for (seat, asked) in [(was.turn, false), (is.turn, true)] {
                if let Some(seat) = seat {
                    self.tell_holders(&table.holders(seat), &PersonEvent::Turn { table: name(), seat, asked });
                }
            }
        }
        if table.is_public() && (was.phase != is.phase || seats_were != seats_are) {
            self.pass(RelayedEvent::Table(name()));
        }
    }

    /// Has those who listen to the lobby learn how a table stands there.
    pub fn lobby_changed(&self, table: &str) {
        self.pass(RelayedEvent::Table(table.to_owned()));
    }

    pub fn seek_changed(&self, seek: u64) {
        self.pass(RelayedEvent::Seek(seek));
    }

    /// What changed in the lobby since this was asked last; none where nothing has, or nobody wants to know.
    pub fn take_changes(&self) -> Option<Changed> {
        let mut state = self.state();
        let changed = std::mem::take(&mut state.changed);
        let told = changed.more || !changed.tables.is_empty() || !changed.seeks.is_empty();
        (told && state.open.values().any(|open| open.lobby)).then_some(changed)
    }

    fn send(&self, state: &mut State, listening: Vec<u64>, line: Bytes) {
        for number in listening {
            let sent = state.open.get(&number).map(|open| open.lines.try_send(line.clone()));
            if sent.is_some_and(|sent| sent.is_err()) {
                self.close(state, number);
            }
        }
    }

    fn close(&self, state: &mut State, number: u64) {
        let Some(open) = state.open.remove(&number) else { return };
        forget(&mut state.persons, &open.person, number);
        open.hashes.iter().for_each(|hash| forget(&mut state.hashes, hash, number));
        self.count.store(state.open.len(), Ordering::Relaxed);
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn forget<K: std::hash::Hash + Eq>(all: &mut HashMap<K, HashSet<u64>>, key: &K, number: u64) {
    if let Some(numbers) = all.get_mut(key) {
        numbers.remove(&number);
        if numbers.is_empty() {
            all.remove(key);
        }
    }
}

impl Changed {
    fn table(&mut self, name: String) {
        if self.tables.len() < MAX_CHANGES {
            self.tables.insert(name);
        } else {
            self.more = true;
        }
    }

    fn seek(&mut self, seek: u64) {
        if self.seeks.len() < MAX_CHANGES {
            self.seeks.insert(seek);
        } else {
            self.more = true;
        }
    }
}

impl Drop for Subscription {
    fn drop(&mut self) {
        let mut state = self.all.state();
        self.all.close(&mut state, self.number);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn gone(seek: u64) -> PersonEvent {
        PersonEvent::SeekGone { seek }
    }

    #[tokio::test]
    async fn somebody_is_told_wherever_they_listen_and_nothing_is_kept_of_who_went() {
        let streams = Arc::new(EventStreams::default());
        let (anna, olha) = (Person::Account(1), Person::Guest([2; 32]));
        let (one, mut first) = streams.open(anna, vec![[1; 32]], false).unwrap();
        let (two, mut second) = streams.open(anna, vec![[1; 32]], true).unwrap();
        let (three, mut third) = streams.open(olha, vec![[2; 32]], false).unwrap();
        streams.tell(anna, &gone(7));
        streams.tell_holders(&[[1; 32], [2; 32]], &gone(8));
        streams.tell_lobby(&gone(9));
        for (lines, wanted) in [(&mut first, &[7, 8][..]), (&mut second, &[7, 8, 9]), (&mut third, &[8])] {
            for seek in wanted {
                assert_eq!(lines.try_recv().unwrap(), line(&gone(*seek)));
            }
            assert!(lines.try_recv().is_err());
        }
        drop((one, two));
        assert!(!streams.is_here(anna) && streams.is_here(olha));
        drop(three);
        let state = streams.state();
        assert!(state.open.is_empty() && state.persons.is_empty() && state.hashes.is_empty());
    }

    #[tokio::test]
    async fn whoever_does_not_read_is_cut_off_and_nobody_else_feels_it() {
        let streams = Arc::new(EventStreams::default());
        let (slow, quick) = (Person::Account(1), Person::Account(2));
        let (_slow, mut unread) = streams.open(slow, Vec::new(), true).unwrap();
        let (_quick, mut read) = streams.open(quick, Vec::new(), true).unwrap();
        for seek in 0..200 {
            streams.tell_lobby(&gone(seek));
            assert_eq!(read.try_recv().unwrap(), line(&gone(seek)));
        }
        assert!(!streams.is_here(slow) && streams.is_here(quick));
        let mut left = 0;
        while unread.recv().await.is_some() {
            left += 1;
        }
        assert_eq!(left, QUEUE_LINES, "what was told before is read, and then it ends");
    }

    #[test]
    fn one_person_has_so_many_streams_and_the_lobby_remembers_so_much() {
        let streams = Arc::new(EventStreams::default());
        let open = || streams.open(Person::Account(1), Vec::new(), true);
        let held: Vec<_> = (0..MAX_STREAMS).map(|_| open().unwrap()).collect();
        assert!(open().is_none());
        assert!(streams.take_changes().is_none());
        (0..500).for_each(|seek| streams.seek_changed(seek));
        let changed = streams.take_changes().unwrap();
        assert!(changed.seeks.len() == MAX_CHANGES && changed.more);
        drop(held);
        streams.seek_changed(1);
        assert!(streams.take_changes().is_none(), "nobody wants to know");
    }
}
