//! Open seeks on all nodes, stored in the database and changed one transaction at a time. Matching seeks are taken together, so that no
//! player ends up in two games. If their table cannot be created, the seeks reopen.

use std::fmt::Display;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use games::Setup;
use serde::{Deserialize, Serialize};
use table::{Clock, Colour, Hash, SeatRating};
use tokio::sync::oneshot;

use super::event_streams::EventStreams;
use super::person::Person;
use super::store::SeekLine;
use super::types::SeekInfo;
use crate::accounts::store::AccountId;
use crate::common::secrets;
use crate::http::refusal::{Code, Refusal};
use crate::limits::caller::ClientNetwork;
use crate::storage::{Database, StorageError, now};

/// Maximum number of concurrent seeks.
const MAX_SEEKS: usize = 1000;
/// Maximum number of concurrent seeks per client network.
const MAX_SEEKS_OF_ONE: usize = 20;
/// Maximum number of listed seeks.
const MAX_LISTED: usize = 100;
/// Time by which a seek outlives its event stream, in milliseconds: the page may be reloading.
const GRACE_MS: i64 = 10_000;
/// Interval at which a node confirms that a seeker is connected to it, in milliseconds.
const CONFIRM_MS: i64 = 3_000;
/// Time for which other nodes trust that confirmation, in milliseconds; after that, the node may have died.
const CONFIRMED_MS: i64 = 8_000;
/// Maximum time for creating a table, in milliseconds. After that its seeks are dropped, since the node creating it must have died.
const CREATION_MS: i64 = 60_000;
/// Retention time for a seek that this node can't parse, in milliseconds: a node running another version may have written it.
const UNREADABLE_MS: i64 = 60 * 60 * 1000;

/// The game that a seeker wants to play.
#[derive(Clone, Serialize, Deserialize)]
pub struct GameRequest {
    /// Game, expansions, options and seats.
    pub setup: Setup,
    pub clock: Option<Clock>,
    pub rated: bool,
    /// True for a table without hints. Absent from seeks stored by nodes that don't know about this field.
    #[serde(default)]
    pub plain: bool,
    /// Accepted range of opponents' ratings.
    pub range: Option<(u32, u32)>,
}

/// A player seeking a game.
#[derive(Clone, Serialize, Deserialize)]
pub struct Seeker {
    pub person: Person,
    /// Name shown to others.
    pub name: String,
    /// Colour that the seeker would like.
    #[serde(default)]
    pub colour: Option<Colour>,
    /// Hash under which the seeker takes a seat.
    pub hash: Hash,
    /// Rating for the wanted game.
    pub rating: Option<f64>,
    /// True if `rating` is based on too few games. Absent from seeks stored by nodes that don't know about this field.
    #[serde(default)]
    pub provisional: bool,
    /// True for a program, which can't play rated games with people.
    pub program: bool,
    /// Accounts blocked by the seeker, who is never matched with them.
    pub avoids: Vec<AccountId>,
    /// Client network from which the request came.
    #[serde(rename = "household")]
    pub client_network: ClientNetwork,
}

#[derive(Clone, Serialize, Deserialize)]
pub struct Seek {
    pub id: u64,
    pub seeker: Seeker,
    pub wish: GameRequest,
    /// Start of the seek, in milliseconds since 1970.
    pub since: i64,
    /// Unique id of the node that the seeker is connected to; `None` if the seeker has disconnected.
    at: Option<String>,
    /// Time of the last confirmation of `at`, or of the disconnection, in milliseconds since 1970.
    heard: i64,
    /// Deadline for creating the table of a matched seek, which can't be matched again before then.
    making: Option<i64>,
}

/// Result of adding a seek.
pub enum EnterResult {
    /// The seek is waiting for more players.
    Waiting(Box<Seek>),
    /// The match is complete: these seekers play together and are no longer waiting.
    Complete(Vec<Seek>),
}

/// All seeks, as seen by one node.
pub struct Seeks {
    store: Arc<Database>,
    streams: Arc<EventStreams>,
    server: String,
    /// The seeks as last read; at most one second out of date if other nodes change them.
    known: Arc<Mutex<Arc<Vec<Seek>>>>,
    /// Held from reading or changing the seeks until `known` is set, so that a slow read doesn't replace the result of a later change.
    order: tokio::sync::Mutex<()>,
}

/// All seeks, as stored.
#[derive(Default)]
struct State {
    /// Seeks that this node can parse, oldest first.
    seeks: Vec<Seek>,
    /// Seeks that this node can't parse.
    unread: Vec<SeekLine>,
}

/// The viewpoint from which seeks are evaluated: a node, the people connected to it, and the time.
struct Observer<'a> {
    server: &'a str,
    /// True if there may be other nodes that need to know who is connected here.
    others: bool,
    listens: &'a dyn Fn(Person) -> bool,
    now: i64,
}

impl Observer<'_> {
    /// Reports whether a seeker is connected, either to this node or according to another node's recent confirmation.
    fn is_connected(&self, seek: &Seek) -> bool {
        let elsewhere = seek.at.as_deref().is_some_and(|at| at != self.server) && self.now - seek.heard < CONFIRMED_MS;
        elsewhere || (self.listens)(seek.seeker.person)
    }
}

impl Seeker {
    /// Returns the seeker's rating as a seat shows it.
    pub fn seat_rating(&self) -> Option<SeatRating> {
        let rating = self.rating.map(|rating| rating.round() as i32);
        rating.map(|value| SeatRating { value, provisional: self.provisional })
    }
}

impl Seek {
    pub fn info(&self) -> SeekInfo {
        let rating = self.seeker.rating.map(|rating| rating.round().max(0.0) as u32);
        let provisional = rating.is_some() && self.seeker.provisional;
        SeekInfo {
            seek: self.id,
            name: self.seeker.name.clone(),
            account: self.seeker.person.account().is_some(),
            rating,
            provisional,
            setup: self.wish.setup.clone(),
            clock: self.wish.clock,
            rated: self.wish.rated,
            plain: self.wish.plain,
            range: self.wish.range,
            since: self.since,
        }
    }

    /// Reports whether both seekers want the same game and accept each other.
    fn matches(&self, other: &Seek) -> bool {
        let same = |a: &GameRequest, b: &GameRequest| {
            (a.clock, a.rated, a.plain) == (b.clock, b.rated, b.plain) && a.setup.canonical() == b.setup.canonical()
        };
        self.seeker.person != other.seeker.person
            && self.accepts(&other.seeker)
            && other.accepts(&self.seeker)
            && same(&self.wish, &other.wish)
            && (!self.wish.rated || self.seeker.program == other.seeker.program)
    }

    fn accepts(&self, other: &Seeker) -> bool {
        let within = |(least, most): (u32, u32)| {
            other.rating.is_some_and(|rating| (f64::from(least)..=f64::from(most)).contains(&rating))
        };
        let avoided = other.person.account().is_some_and(|account| self.seeker.avoids.contains(&account));
        !avoided && self.wish.range.is_none_or(within)
    }
}

impl Seeks {
    /// Creates an empty set of seeks for a node that has just started and has not yet read any from the database.
    pub fn new(store: Arc<Database>, streams: Arc<EventStreams>) -> Seeks {
        Seeks { store, streams, server: secrets::table_name(), known: Arc::default(), order: Default::default() }
    }

    /// Returns the unique id of this node.
    pub fn node(&self) -> &str {
        &self.server
    }

    /// Adds a seek, replacing the person's previous one. Matches only connected seekers, preferring the seek `with`, which the person wants
    /// to answer. Also returns the id of the replaced seek.
    pub async fn enter(
        &self,
        (seeker, wish): (Seeker, GameRequest),
        with: Option<u64>,
    ) -> Result<(Option<u64>, EnterResult), Refusal> {
        self.change(move |state, here| state.enter((seeker, wish), with, here)).await?
    }

    /// Tries again to match the seek of a person who has reconnected.
    pub async fn retry_match(&self, person: Person) -> Result<Option<Vec<Seek>>, Refusal> {
        self.change(move |state, here| {
            let seek = state.waiting().find(|seek| seek.seeker.person == person)?.clone();
            match state.meet(seek, None, here) {
                EnterResult::Complete(all) => Some(all),
                EnterResult::Waiting(_) => None,
            }
        })
        .await
    }

    /// Removes matched seeks after their table has been created.
    pub async fn remove_matched(&self, ids: Vec<u64>) -> Result<(), Refusal> {
        self.change(move |state, _| state.seeks.retain(|seek| !ids.contains(&seek.id))).await
    }

    /// Releases matched seeks after their table could not be created.
    pub async fn release(&self, ids: Vec<u64>) -> Result<(), Refusal> {
        let back = |seek: &mut Seek| seek.making = None;
        self.change(move |state, _| state.seeks.iter_mut().filter(|seek| ids.contains(&seek.id)).for_each(back)).await
    }

    /// Removes a person's seek and returns it.
    pub async fn leave(&self, person: Person) -> Result<Option<Seek>, Refusal> {
        self.change(move |state, _| state.remove(person)).await
    }

    /// Takes a person's seek so that its table can be created without waiting for more seekers.
    pub async fn take(&self, person: Person) -> Result<Option<Seek>, Refusal> {
        self.change(move |state, here| {
            let seek = state.waiting().find(|seek| seek.seeker.person == person)?.clone();
            state.make(&[seek.id], here);
            Some(seek)
        })
        .await
    }

    /// Returns the waiting seeks known to this node, oldest first.
    pub fn known(&self) -> Arc<Vec<Seek>> {
        lock(&self.known).clone()
    }

    pub fn of(&self, person: Person) -> Option<Seek> {
        self.known().iter().find(|seek| seek.seeker.person == person).cloned()
    }

    pub fn get(&self, id: u64) -> Option<Seek> {
        self.known().iter().find(|seek| seek.id == id).cloned()
    }

    pub async fn read(&self) -> Result<(), StorageError> {
        self.look(|_, _| ()).await
    }

    /// Confirms the seekers connected to this node and removes the seeks of those who have left.
    pub async fn sweep(&self) -> Result<Vec<Seek>, Refusal> {
        // Usually nothing has changed, so nothing is written.
        if !self.look(|state, here| state.sweep(here).0).await.map_err(|why| unread(&why))? {
            return Ok(Vec::new());
        }
        self.change(|state, here| state.sweep(here).1).await
    }

    /// Reads the seeks and applies a function to them.
    async fn look<T>(&self, look: impl FnOnce(&mut State, &Observer<'_>) -> T) -> Result<T, StorageError> {
        let _order = self.order.lock().await;
        let lines = self.store.seeks().await?;
        let (now, listens) = (now(), |person| self.streams.is_connected(person));
        let mut state = State::read(lines, now);
        *lock(&self.known) = state.known();
        Ok(look(
            &mut state,
            &Observer { server: &self.server, others: self.streams.relay.is_open(), listens: &listens, now },
        ))
    }

    /// Changes the seeks in an exclusive transaction.
    async fn change<T: Send + 'static>(
        &self,
        change: impl FnOnce(&mut State, &Observer<'_>) -> T + Send + 'static,
    ) -> Result<T, Refusal> {
        let _order = self.order.lock().await;
        let (reply, changed) = oneshot::channel();
        let (streams, server, known) = (self.streams.clone(), self.server.clone(), self.known.clone());
        let change = move |lines: &mut Vec<SeekLine>| {
            let (now, listens) = (now(), |person| streams.is_connected(person));
            let mut state = State::read(std::mem::take(lines), now);
            let made = change(
                &mut state,
                &Observer { server: &server, others: streams.relay.is_open(), listens: &listens, now },
            );
            *lock(&known) = state.known();
            *lines = state.lines();
            // The caller may be gone; the change takes effect anyway.
            let _ = reply.send(made);
        };
        self.store.change_seeks(Box::new(change)).await.map_err(|why| unread(&why))?;
        changed.await.map_err(|why| unread(&why))
    }
}

fn unread(why: &dyn Display) -> Refusal {
    Refusal::not_stored("seeks", why)
}

fn lock(known: &Mutex<Arc<Vec<Seek>>>) -> MutexGuard<'_, Arc<Vec<Seek>>> {
    known.lock().unwrap_or_else(PoisonError::into_inner)
}

pub fn newest(all: &[Seek]) -> Vec<SeekInfo> {
    all.iter().rev().take(MAX_LISTED).map(Seek::info).collect()
}

impl State {
    fn read(lines: Vec<SeekLine>, now: i64) -> State {
        let mut state = State::default();
        for line in lines {
            match serde_json::from_str(&line.seek) {
                Ok(seek) => state.seeks.push(seek),
                Err(_) if now - line.id < UNREADABLE_MS => state.unread.push(line),
                Err(why) => tracing::warn!("dropping an unreadable seek: {why}"),
            }
        }
        state.seeks.sort_by_key(|seek| seek.id);
        state
    }

    fn lines(self) -> Vec<SeekLine> {
        let line = |seek: &Seek| SeekLine { id: seek.id as i64, seek: table::messages::text(seek) };
        self.seeks.iter().map(line).chain(self.unread).collect()
    }

    fn known(&self) -> Arc<Vec<Seek>> {
        Arc::new(self.waiting().cloned().collect())
    }

    /// Returns the seeks for which no table is being created.
    fn waiting(&self) -> impl Iterator<Item = &Seek> {
        self.seeks.iter().filter(|seek| seek.making.is_none())
    }

    fn enter(
        &mut self,
        (seeker, wish): (Seeker, GameRequest),
        with: Option<u64>,
        here: &Observer<'_>,
    ) -> Result<(Option<u64>, EnterResult), Refusal> {
        if self.seeks.iter().any(|seek| seek.seeker.person == seeker.person && seek.making.is_some()) {
            return Err(Refusal::new(Code::Busy, "a game is being created for you right now; see your tables"));
        }
        let before = self.remove(seeker.person).map(|seek| seek.id);
        let of_one = self.waiting().filter(|seek| seek.seeker.client_network == seeker.client_network).count();
        if self.waiting().count() >= MAX_SEEKS || of_one >= MAX_SEEKS_OF_ONE {
            return Err(Refusal::new(Code::Busy, "too many open seeks; try again later"));
        }
        // Ids are never reused, so that a client can't answer a seek that it has not seen.
        let newest = self.seeks.last().map_or(0, |seek| seek.id).max(before.unwrap_or_default());
        let id = (newest + 1).max(here.now.max(0).unsigned_abs());
        let at = Some(here.server.to_owned());
        let seek = Seek { id, seeker, wish, since: here.now, at, heard: here.now, making: None };
        self.seeks.push(seek.clone());
        Ok((before, self.meet(seek, with, here)))
    }

    fn remove(&mut self, person: Person) -> Option<Seek> {
        let at = self.seeks.iter().position(|seek| seek.seeker.person == person && seek.making.is_none())?;
        Some(self.seeks.remove(at))
    }

    /// Marks seeks as matched until their table is created.
    fn make(&mut self, ids: &[u64], here: &Observer<'_>) {
        let until = Some(here.now + CREATION_MS);
        self.seeks.iter_mut().filter(|seek| ids.contains(&seek.id)).for_each(|seek| seek.making = until);
    }

    /// Matches a seek with as many connected seekers as its game needs.
    fn meet(&mut self, seek: Seek, with: Option<u64>, here: &Observer<'_>) -> EnterResult {
        let mut all = vec![seek];
        let first = |other: &&Seek| Some(other.id) == with;
        let (first, rest): (Vec<_>, Vec<_>) = self.waiting().partition(first);
        for other in first.into_iter().chain(rest) {
            if all.len() == usize::from(all[0].wish.setup.seats) {
                break;
            }
            if all.iter().all(|one| one.matches(other)) && here.is_connected(other) {
                all.push(other.clone());
            }
        }
        if all.len() < usize::from(all[0].wish.setup.seats) {
            return EnterResult::Waiting(Box::new(all.swap_remove(0)));
        }
        let ids: Vec<u64> = all.iter().map(|seek| seek.id).collect();
        self.make(&ids, here);
        EnterResult::Complete(all)
    }

    /// Confirms the seekers connected to this node and removes the seeks of those who have left. Reports whether anything changed and
    /// returns the removed seeks.
    fn sweep(&mut self, here: &Observer<'_>) -> (bool, Vec<Seek>) {
        let mut changed = false;
        for seek in &mut self.seeks {
            let (was, listens) = (seek.at.as_deref() == Some(here.server), (here.listens)(seek.seeker.person));
            let said = was && (!here.others || here.now - seek.heard < CONFIRM_MS);
            if listens && !said || !listens && was {
                (seek.at, seek.heard) = (listens.then(|| here.server.to_owned()), here.now);
                changed = true;
            }
        }
        let gone = |seek: &mut Seek| {
            let away = match seek.at.as_deref() {
                Some(at) if at == here.server => false,
                Some(_) => here.now - seek.heard >= CONFIRMED_MS + GRACE_MS,
                None => here.now - seek.heard >= GRACE_MS,
            };
            away && seek.making.is_none() || seek.making.is_some_and(|until| until <= here.now)
        };
        let gone: Vec<Seek> = self.seeks.extract_if(.., gone).collect();
        (changed || !gone.is_empty(), gone)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::storage::testing::TestDatabase;

    const SERVER: &str = "here";

    fn seeker(number: u8, rating: Option<f64>) -> Seeker {
        let client_network = ClientNetwork::of(std::net::IpAddr::from([192, 0, 2, number]));
        let person = Person::Account(number.into());
        Seeker {
            colour: None,
            person,
            name: format!("{number}"),
            hash: [number; 32],
            rating,
            provisional: false,
            program: false,
            avoids: Vec::new(),
            client_network,
        }
    }

    fn wish(seats: u8) -> GameRequest {
        let clock = Some(Clock::Turn { seconds: 60 });
        GameRequest { setup: Setup::base(seats), clock, rated: false, plain: false, range: None }
    }

    fn everybody(now: i64) -> Observer<'static> {
        Observer { server: SERVER, others: true, listens: &|_| true, now }
    }

    fn nobody(server: &'static str, now: i64) -> Observer<'static> {
        Observer { server, others: true, listens: &|_| false, now }
    }

    fn enter(state: &mut State, seeker: Seeker, wish: GameRequest) -> Vec<u8> {
        enter_at(state, seeker, wish, &everybody(0))
    }

    /// Adds a seek after storing and rereading all seeks. Returns the players if this completes a match.
    fn enter_at(state: &mut State, seeker: Seeker, wish: GameRequest, here: &Observer<'_>) -> Vec<u8> {
        *state = State::read(std::mem::take(state).lines(), here.now);
        match state.enter((seeker, wish), None, here).unwrap().1 {
            EnterResult::Waiting(_) => Vec::new(),
            EnterResult::Complete(all) => all.iter().map(|seek| seek.seeker.hash[0]).collect(),
        }
    }

    #[tokio::test]
    async fn a_slow_read_does_not_hide_a_new_seek() {
        let database = TestDatabase::folder();
        let (store, _threads) = database.open();
        let seeks = Arc::new(Seeks::new(Arc::new(store), Arc::default()));
        let reading = tokio::spawn({
            let seeks = seeks.clone();
            async move {
                loop {
                    seeks.read().await.unwrap();
                    tokio::task::yield_now().await;
                }
            }
        });
        for number in 1..=200 {
            seeks.enter((seeker(number, None), wish(2)), None).await.unwrap();
            tokio::task::yield_now().await;
            assert!(seeks.of(Person::Account(number.into())).is_some(), "{number}");
            seeks.leave(Person::Account(number.into())).await.unwrap();
        }
        reading.abort();
    }

    #[test]
    fn matching_seekers_meet_and_get_only_one_game() {
        let seeks = &mut State::default();
        assert!(enter(seeks, seeker(1, None), wish(2)).is_empty());
        assert!(enter(seeks, seeker(1, None), wish(3)).is_empty(), "a new seek replaces the old one");
        assert!(enter(seeks, seeker(2, None), wish(2)).is_empty());
        assert_eq!(enter(seeks, seeker(3, None), wish(2)), [3, 2]);
        let again = seeks.enter((seeker(3, None), wish(2)), None, &everybody(0));
        assert!(again.is_err(), "a table is being created");
        assert!(enter(seeks, seeker(4, None), wish(3)).is_empty());
        assert_eq!(enter(seeks, seeker(5, None), wish(3)), [5, 1, 4]);
        assert_eq!(seeks.waiting().count(), 0);
    }

    #[test]
    fn failed_matches_are_released_and_stuck_ones_expire() {
        let seeks = &mut State::default();
        enter(seeks, seeker(1, None), wish(2));
        assert_eq!(enter(seeks, seeker(2, None), wish(2)), [2, 1]);
        seeks.seeks.iter_mut().for_each(|seek| seek.making = None);
        assert_eq!(newest(&seeks.seeks).iter().map(|seek| seek.seek).collect::<Vec<_>>(), [2, 1]);
        assert_eq!(enter(seeks, seeker(3, None), wish(2)), [3, 1], "the oldest seek is matched first");
        assert!(seeks.sweep(&everybody(CREATION_MS - 1)).1.is_empty());
        let gone: Vec<u8> = seeks.sweep(&everybody(CREATION_MS)).1.iter().map(|seek| seek.seeker.hash[0]).collect();
        assert_eq!(gone, [1, 3]);
    }

    #[test]
    fn seek_ids_are_never_reused() {
        let seeks = &mut State::default();
        let mut given = Vec::new();
        for now in [5, 5, 4, 4] {
            enter_at(seeks, seeker(1, None), wish(2), &everybody(now));
            given.push(seeks.seeks[0].id);
        }
        assert_eq!(given, [5, 6, 7, 8]);
    }

    #[test]
    fn rating_clock_and_blocks_prevent_a_match() {
        let seeks = &mut State::default();
        let choosy = GameRequest { range: Some((1400, 1600)), ..wish(2) };
        assert!(enter(seeks, seeker(1, Some(1500.0)), choosy).is_empty());
        assert!(enter(seeks, seeker(2, None), wish(2)).is_empty(), "without a rating");
        assert!(enter(seeks, seeker(2, Some(1700.0)), wish(2)).is_empty());
        let unlike = GameRequest { range: Some((1000, 1499)), ..wish(2) };
        assert!(enter(seeks, seeker(2, Some(1500.0)), unlike).is_empty(), "both ranges must allow it");
        let days = GameRequest { clock: Some(Clock::Days { days: 1 }), ..wish(2) };
        assert!(enter(seeks, seeker(2, Some(1500.0)), days).is_empty());
        assert!(enter(seeks, seeker(2, Some(1500.0)), GameRequest { rated: true, ..wish(2) }).is_empty());
        assert!(enter(seeks, seeker(2, Some(1500.0)), GameRequest { plain: true, ..wish(2) }).is_empty());
        let avoiding = Seeker { avoids: vec![1], ..seeker(2, Some(1500.0)) };
        assert!(enter(seeks, avoiding, wish(2)).is_empty());
        assert_eq!(enter(seeks, seeker(2, Some(1500.0)), wish(2)), [2, 1]);
    }

    #[test]
    fn disconnected_seekers_are_not_matched_and_expire() {
        let seeks = &mut State::default();
        enter(seeks, seeker(1, None), wish(2));
        let alone =
            |now| Observer { server: SERVER, others: true, listens: &|person| person != Person::Account(1), now };
        assert!(enter_at(seeks, seeker(2, None), wish(2), &alone(0)).is_empty());
        let (changed, gone) = seeks.sweep(&alone(100));
        assert!(changed && gone.is_empty());
        assert!(!seeks.sweep(&alone(200)).0, "already recorded");
        assert!(seeks.sweep(&alone(99 + GRACE_MS)).1.is_empty());
        assert_eq!(seeks.sweep(&alone(100 + GRACE_MS)).1.len(), 1);
        assert_eq!(seeks.seeks.len(), 1);
    }

    #[test]
    fn seekers_on_other_nodes_are_matched_while_confirmed() {
        let seeks = &mut State::default();
        enter(seeks, seeker(1, None), wish(2));
        // For the other node, the first seeker's confirmation is too old, so the two are not matched.
        assert!(enter_at(seeks, seeker(2, None), wish(2), &nobody("there", CONFIRMED_MS)).is_empty());
        seeks.remove(Person::Account(2));
        assert!(seeks.sweep(&everybody(CONFIRM_MS)).0);
        assert!(!seeks.sweep(&everybody(CONFIRM_MS + 1)).0, "no confirmation is due yet");
        assert!(!seeks.sweep(&nobody("there", CONFIRM_MS + 1)).0);
        assert_eq!(enter_at(seeks, seeker(2, None), wish(2), &nobody("there", CONFIRMED_MS)), [2, 1]);
        // A dead node sends no confirmations.
        seeks.seeks.iter_mut().for_each(|seek| seek.making = None);
        assert!(seeks.sweep(&nobody("elsewhere", CONFIRMED_MS + GRACE_MS)).1.is_empty());
        assert_eq!(seeks.sweep(&nobody("elsewhere", CONFIRM_MS + CONFIRMED_MS + GRACE_MS)).1.len(), 1);
        // A seeker who connects to another node is recorded as connected to that node.
        assert!(seeks.sweep(&Observer { server: "there", ..everybody(2 * CONFIRMED_MS) }).0);
        assert_eq!(seeks.seeks[0].at.as_deref(), Some("there"));
        assert!(!seeks.sweep(&nobody(SERVER, 2 * CONFIRMED_MS)).0);
        // A single node writes no confirmations.
        assert!(!seeks.sweep(&Observer { server: "there", others: false, ..everybody(9 * CONFIRMED_MS) }).0);
    }

    #[test]
    fn seeks_are_limited_per_network() {
        let seeks = &mut State::default();
        let of_one = |number: u16| Seeker { person: Person::Account(number.into()), ..seeker(1, None) };
        let here = nobody(SERVER, 0);
        let made = (0..100).take_while(|&number| seeks.enter((of_one(number), wish(5)), None, &here).is_ok()).count();
        assert_eq!(made, MAX_SEEKS_OF_ONE);
        assert!(seeks.enter((seeker(2, None), wish(5)), None, &here).is_ok());
    }

    #[test]
    fn unreadable_seeks_are_kept_for_a_while() {
        let line = SeekLine { id: 1, seek: "{}".into() };
        let mut state = State::read(vec![line.clone()], UNREADABLE_MS);
        enter(&mut state, seeker(1, None), wish(2));
        assert_eq!(state.lines().last(), Some(&line));
        assert!(State::read(vec![line], UNREADABLE_MS + 1).lines().is_empty());
    }
}
