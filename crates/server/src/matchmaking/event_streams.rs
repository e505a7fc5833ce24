//! Open event streams. An event for a person goes to all of that person's streams. Queues are short: a client that cannot keep up is
//! disconnected and gets the current state when it reconnects, so slow clients don't affect others.

use std::collections::{BTreeSet, HashMap, HashSet};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use axum::body::Bytes;
use serde::{Deserialize, Serialize};
use table::{Hash, Phase, Standing, Table};
use tokio::sync::mpsc;

use super::online_elsewhere::OnlineElsewhere;
use super::person::Person;
use super::types::PersonEvent;
use crate::accounts::store::AccountId;
use crate::common::relay::Relay;

/// Maximum number of streams per person.
const MAX_STREAMS: usize = 8;
/// Maximum number of lines queued for a reader.
const QUEUE_LINES: usize = 64;
/// Maximum number of online accounts that are listed or reported to other nodes.
const MAX_ONLINE: usize = 10_000;
/// Maximum number of lobby changes remembered until the next broadcast.
const MAX_CHANGES: usize = 100;

/// All open event streams.
#[derive(Default)]
pub struct EventStreams {
    state: Mutex<State>,
    /// Number of streams, so that a table can skip work if there are none.
    count: AtomicUsize,
    /// Forwards events to other nodes.
    pub relay: Relay<RelayedEvent>,
    /// Accounts that are online elsewhere.
    elsewhere: OnlineElsewhere,
}

/// An event to be forwarded to clients on other nodes.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub enum RelayedEvent {
    Person(Person, String),
    /// A line for everyone who holds a seat with one of these secrets.
    Holders(Vec<Hash>, String),
    Lobby(String),
    Table(String),
    Seek(u64),
    /// The accounts that are online at a node.
    Online {
        node: String,
        accounts: Vec<AccountId>,
    },
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

/// Lobby changes since the last broadcast.
#[derive(Default)]
pub struct Changed {
    pub tables: BTreeSet<String>,
    /// Seeks that are new, changed or ended.
    pub seeks: BTreeSet<u64>,
    /// True if there were too many changes to remember them all.
    pub more: bool,
}

/// An open event stream; dropping it closes the stream.
pub struct Subscription {
    all: Arc<EventStreams>,
    number: u64,
}

/// Encodes an event as a line.
pub fn line(event: &PersonEvent) -> Bytes {
    text(event).into()
}

fn text(event: &PersonEvent) -> String {
    let mut text = table::messages::text(event);
    text.push('\n');
    text
}

impl EventStreams {
    /// Opens a stream for a person whose seats have these secrets; returns `None` if the person already has the maximum number of streams.
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

    /// Reports whether a person has an open stream on this node.
    pub fn is_connected(&self, person: Person) -> bool {
        self.state().persons.contains_key(&person)
    }

    /// Reports whether an account has an open stream, on this node or on another one.
    pub fn is_online(&self, account: AccountId) -> bool {
        self.is_connected(Person::Account(account)) || self.elsewhere.has(account, Instant::now())
    }

    /// Returns the accounts that have an open stream, on all nodes, in ascending order and up to a maximum.
    pub fn online_accounts(&self) -> Vec<AccountId> {
        let mut online = self.elsewhere.accounts(Instant::now());
        online.extend(self.accounts_here());
        online.into_iter().take(MAX_ONLINE).collect()
    }

    /// Reports the accounts that are online here to the other nodes.
    pub fn report_online(&self, node: &str) {
        self.relay.send(|| {
            let accounts = self.accounts_here().into_iter().take(MAX_ONLINE).collect();
            RelayedEvent::Online { node: node.to_owned(), accounts }
        });
    }

    fn accounts_here(&self) -> BTreeSet<AccountId> {
        self.state().persons.keys().filter_map(|person| person.account()).collect()
    }

    /// Sends an event to all streams of a person, on all nodes.
    pub fn send_to_person(&self, person: Person, event: &PersonEvent) {
        self.relay_to_nodes(RelayedEvent::Person(person, text(event)));
    }

    /// Sends an event to everyone who holds a seat with one of these secrets.
    pub fn send_to_holders(&self, hashes: &[Hash], event: &PersonEvent) {
        if self.has_no_listeners() {
            return;
        }
        self.relay_to_nodes(RelayedEvent::Holders(hashes.to_vec(), text(event)));
    }

    /// Sends an event to the lobby's listeners.
    pub fn send_to_lobby(&self, event: &PersonEvent) {
        self.relay_to_nodes(RelayedEvent::Lobby(text(event)));
    }

    /// Reports whether no node has any listeners, so that nothing needs to be sent.
    fn has_no_listeners(&self) -> bool {
        self.count() == 0 && !self.relay.is_open()
    }

    fn relay_to_nodes(&self, event: RelayedEvent) {
        self.relay.send(|| event.clone());
        self.deliver(event);
    }

    /// Delivers an event to the listeners on this node.
    pub fn deliver(&self, event: RelayedEvent) {
        if let RelayedEvent::Online { node, accounts } = event {
            return self.elsewhere.set(node, accounts, Instant::now());
        }
        if self.count() == 0 {
            return;
        }
        let mut state = self.state();
        let (listening, line) = match event {
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
            RelayedEvent::Online { .. } => return,
        };
        self.send(&mut state, listening, line.into());
    }

    /// Reports the effects of a change to a table: a new turn, the start of a game, changes in the lobby.
    pub fn table_changed(&self, table: &Table, before: (Standing, usize), after: (Standing, usize)) {
        if self.has_no_listeners() || before == after {
            return;
        }
        let ((was, seats_were), (is, seats_are)) = (before, after);
        let name = || table.name().to_owned();
        if (was.phase, is.phase) == (Phase::Gathering, Phase::Playing) {
            for seat in 0..table.seat_count() {
                self.send_to_holders(&table.holders(seat), &PersonEvent::GameStart { table: name(), seat });
            }
        }
        if was.turn != is.turn {
            for (seat, asked) in [(was.turn, false), (is.turn, true)] {
                if let Some(seat) = seat {
                    self.send_to_holders(&table.holders(seat), &PersonEvent::Turn { table: name(), seat, asked });
                }
            }
        }
        if table.is_public() && (was.phase != is.phase || seats_were != seats_are) {
            self.relay_to_nodes(RelayedEvent::Table(name()));
        }
    }

    /// Queues a table for the next lobby broadcast.
    pub fn lobby_changed(&self, table: &str) {
        self.relay_to_nodes(RelayedEvent::Table(table.to_owned()));
    }

    pub fn seek_changed(&self, seek: u64) {
        self.relay_to_nodes(RelayedEvent::Seek(seek));
    }

    /// Takes the lobby changes since the last call; `None` if nothing changed or the lobby has no listeners.
    pub fn take_changes(&self) -> Option<Changed> {
        let mut state = self.state();
        let changed = std::mem::take(&mut state.changed);
        let event = changed.more || !changed.tables.is_empty() || !changed.seeks.is_empty();
        (event && state.open.values().any(|open| open.lobby)).then_some(changed)
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
    async fn events_reach_all_streams_of_a_person_and_closed_streams_leave_no_trace() {
        let streams = Arc::new(EventStreams::default());
        let (anna, olha) = (Person::Account(1), Person::Guest([2; 32]));
        let (one, mut first) = streams.open(anna, vec![[1; 32]], false).unwrap();
        let (two, mut second) = streams.open(anna, vec![[1; 32]], true).unwrap();
        let (three, mut third) = streams.open(olha, vec![[2; 32]], false).unwrap();
        streams.send_to_person(anna, &gone(7));
        streams.send_to_holders(&[[1; 32], [2; 32]], &gone(8));
        streams.send_to_lobby(&gone(9));
        for (lines, wanted) in [(&mut first, &[7, 8][..]), (&mut second, &[7, 8, 9]), (&mut third, &[8])] {
            for seek in wanted {
                assert_eq!(lines.try_recv().unwrap(), line(&gone(*seek)));
            }
            assert!(lines.try_recv().is_err());
        }
        drop((one, two));
        assert!(!streams.is_connected(anna) && streams.is_connected(olha));
        drop(three);
        let state = streams.state();
        assert!(state.open.is_empty() && state.persons.is_empty() && state.hashes.is_empty());
    }

    #[tokio::test]
    async fn slow_reader_is_disconnected_without_affecting_others() {
        let streams = Arc::new(EventStreams::default());
        let (slow, quick) = (Person::Account(1), Person::Account(2));
        let (_slow, mut unread) = streams.open(slow, Vec::new(), true).unwrap();
        let (_quick, mut read) = streams.open(quick, Vec::new(), true).unwrap();
        for seek in 0..200 {
            streams.send_to_lobby(&gone(seek));
            assert_eq!(read.try_recv().unwrap(), line(&gone(seek)));
        }
        assert!(!streams.is_connected(slow) && streams.is_connected(quick));
        let mut left = 0;
        while unread.recv().await.is_some() {
            left += 1;
        }
        assert_eq!(left, QUEUE_LINES, "queued lines are read before the stream ends");
    }

    #[test]
    fn accounts_are_online_while_they_have_a_stream_on_any_node() {
        let streams = Arc::new(EventStreams::default());
        let held: Vec<_> = [Person::Account(7), Person::Account(3), Person::Guest([2; 32])]
            .map(|person| streams.open(person, Vec::new(), false).unwrap())
            .into();
        assert_eq!(streams.online_accounts(), [3, 7]);
        streams.deliver(RelayedEvent::Online { node: "other".to_owned(), accounts: vec![5, 7] });
        assert_eq!(streams.online_accounts(), [3, 5, 7]);
        drop(held);
        assert!(streams.is_online(5) && streams.is_online(7) && !streams.is_online(3));
        streams.deliver(RelayedEvent::Online { node: "other".to_owned(), accounts: Vec::new() });
        assert!(streams.online_accounts().is_empty() && !streams.is_online(5));
    }

    #[test]
    fn streams_per_person_and_lobby_changes_are_limited() {
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
        assert!(streams.take_changes().is_none(), "the lobby has no listeners");
    }
}
