//! Several nodes that share one table, with the code that the server runs (`table::driving`): a shared store, a bus that loses, delays and
//! duplicates messages, and people who connect to any node. Nodes are killed, drained, restarted and paused, and are cut off from the bus,
//! from the store, or from both.
//!
//! Invariants, checked at every step and at the end:
//! - an acknowledged change is in the log, and stays there; a person's answer is there once, under the number for which it was given; a
//!   seat is given to one person; a game has one result, and nothing follows it;
//! - no two nodes write the table in one epoch, and nothing of an earlier epoch is written;
//! - no clock counts more than the time that passed and the lag, whatever happens, and none expires early, apart from the duration of a
//!   write if another node takes over the table after it; nor does it count less, apart from time in which no node owned the table or knew
//!   that it did, the store failed, or no node was up;
//! - when all faults are over, one node owns the table, every other node that has it in memory has reached the same position, and everybody
//!   has received everything without asking.

mod checks;
mod nodes;
mod people;
mod store;
mod trouble;
mod wires;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, Mutex};

use games::Game;
use games::deal::Seed;
use serde_json::json;
use table::driving::{AskError, Asked, Telling, Unwritten};
use table::{Hash, Making, Moment, Pace, Reply, Table, Thought, tokens_wanted};

use crate::simulator::browser::Browser;
use crate::simulator::numbers::Numbers;
use crate::simulator::setups::Prepared;
use checks::Watch;
use nodes::{Answers, Node, Request};
use people::Person;
use store::Store;
use trouble::Faults;
use wires::{Deed, Got, Known, Refused, Shared, Waiting, Want, Way, wires};

const NAME: &str = "aaaaaaaaaaaa";
const PACE: Pace = Pace { step: 400, absence: 3000 };
/// Duration of the faults, and the maximum time to recover from them, in milliseconds.
const TROUBLE: u64 = 25_000;
const REST: u64 = 20_000;
/// Reply timeout and heartbeat interval of a node, as in the server.
const ANSWERED: u64 = 2000;
const BEAT: u64 = 400;

/// A scheduled event.
enum Event {
    /// The store executes a node's request.
    Commit(usize, u64, u64, Want),
    /// A node receives the outcome.
    Got(usize, u64, u64, Got),
    /// A request arrives at a node.
    Asked {
        to: String,
        from: usize,
        life: u64,
        number: u64,
        what: Asked<u32>,
    },
    /// An update from an owner node arrives at a subscriber.
    Told(u64, Telling),
    /// A computer player has finished thinking.
    Decided(usize, u64, usize, Option<games::Answer>),
    Beat(usize, u64),
    BeatCommit(usize, u64, u64),
    BeatDone(usize, u64, u64, Option<(Moment, Vec<String>)>),
    KeepTime(usize, u64),
    /// A node learns that another is shutting down.
    Went(usize, u64, String),
    Up(usize, table::ClientId),
    Down(usize, table::ClientId),
    Acts(usize),
    Trouble,
    Mend(usize),
    Start(usize),
    Kill(usize, u64),
    Look(usize),
}

/// Counts of events, so that a run cannot pass by doing nothing.
#[derive(Clone, Copy, Debug, Default)]
pub struct Counts {
    pub answers: usize,
    pub over: usize,
    pub acknowledged: usize,
    /// Answers that a follower forwarded.
    pub afar: usize,
    pub kills: usize,
    pub drains: usize,
    pub cuts: usize,
    pub pauses: usize,
    pub retired: usize,
    /// Takeovers from silent nodes, and writes rejected by their epoch.
    pub taken: usize,
    pub fenced: usize,
    pub undone: usize,
    pub falls: usize,
    pub timed: usize,
}

impl Counts {
    pub fn add(&mut self, other: Counts) {
        self.answers += other.answers;
        self.over += other.over;
        self.acknowledged += other.acknowledged;
        self.afar += other.afar;
        self.kills += other.kills;
        self.drains += other.drains;
        self.cuts += other.cuts;
        self.pauses += other.pauses;
        self.retired += other.retired;
        self.taken += other.taken;
        self.fenced += other.fenced;
        self.undone += other.undone;
        self.falls += other.falls;
        self.timed += other.timed;
    }
}

pub struct Cluster {
    numbers: Numbers,
    faults: Faults,
    prepared: &'static Prepared,
    hidden: bool,
    shared: Shared,
    events: BTreeMap<(u64, u64), Event>,
    next_event: u64,
    nodes: Vec<Node>,
    store: Store,
    truth: Game,
    people: Vec<Person>,
    clients: u64,
    joined: BTreeMap<u8, Hash>,
    /// All answers given by people: number, seat and word.
    given: BTreeSet<(usize, u8, String)>,
    answers: Arc<Mutex<Answers>>,
    watch: Watch,
    /// Number of entries at the last answer.
    last: Option<usize>,
    pub counts: Counts,
}

impl Cluster {
    /// Creates nodes, and people, one of whom creates the table.
    pub fn new(seed: u64, prepared: &'static Prepared) -> Cluster {
        let mut numbers = Numbers(seed ^ 0xc105_7e12);
        let faults = Faults::of(&mut numbers);
        let (nodes, people) = (2 + numbers.below(2), 2 + numbers.below(3));
        let shared = Shared::default();
        wires(&shared).nodes = vec![Known::default(); nodes];
        let way = |node| Way { shared: shared.clone(), node };
        let people = (0..people).map(|_| Person::of(Browser::new(numbers.hash(), 1 + numbers.below(2) as u32)));
        let mut cluster = Cluster {
            people: people.collect(),
            faults,
            prepared,
            hidden: prepared.setup.options.get("hand").is_some_and(|hand| hand == "two_hidden"),
            events: BTreeMap::new(),
            next_event: 0,
            nodes: (0..nodes).map(|node| Node::new(way(node))).collect(),
            store: Store::default(),
            truth: prepared.game.clone(),
            clients: 0,
            joined: BTreeMap::new(),
            given: BTreeSet::new(),
            answers: Arc::default(),
            watch: Watch::default(),
            last: None,
            counts: Counts::default(),
            shared,
            numbers,
        };
        cluster.make();
        (0..nodes).for_each(|node| cluster.start(node));
        (0..cluster.people.len()).for_each(|person| cluster.at(1 + 20 * person as u64, Event::Acts(person)));
        cluster.at(500, Event::Trouble);
        cluster
    }

    /// Creates the table; the store works.
    fn make(&mut self) {
        let seats: Vec<_> = (0..self.prepared.setup.seats)
            .map(|seat| match self.numbers.below(5) {
                0..=2 if seat == 0 => json!({"type": "human", "name": "Anna"}),
                0 => json!({"type": "bot", "level": "easy", "millis": 10}),
                1 | 2 => json!({"type": "human", "name": "Borys"}),
                _ => json!({"type": "open"}),
            })
            .collect();
        let clock = match self.numbers.below(5) {
            0 | 1 => json!(null),
            2 | 3 => {
                json!({"type": "game", "start": 5 + self.numbers.below(20), "increment": 2 * self.numbers.below(2)})
            }
            _ => json!({"type": "turn", "seconds": 5 + self.numbers.below(6)}),
        };
        let fall = *self.numbers.pick(&["loses", "computer"]);
        let asked = json!({"setup": self.prepared.setup, "seats": seats, "clock": clock, "fall": fall});
        let asked = serde_json::from_value(asked).unwrap();
        let seats = table::NewTable::occupants(&asked).unwrap();
        let tokens: Vec<Hash> = tokens_wanted(&seats).iter().map(|_| self.numbers.hash()).collect();
        let seed = Seed::from_number(self.numbers.below(50) as u64);
        let browser = &mut self.people[0].browser;
        let making = Making { name: NAME.to_owned(), seed, browser: browser.secret, tokens: tokens.clone() };
        browser.hashes.extend(tokens);
        let (_, write) = Table::create(&asked, making, PACE, Some(self.prepared.game.clone())).unwrap();
        self.store.write(0, &write).unwrap();
    }

    fn now(&self) -> u64 {
        wires(&self.shared).now
    }

    /// Schedules an event in this many milliseconds.
    fn at(&mut self, millis: u64, event: Event) {
        self.next_event += 1;
        self.events.insert((self.now() + millis, self.next_event), event);
    }

    /// Runs the faulty phase, lets everything settle, and checks the final state.
    pub fn run(mut self) -> Counts {
        self.run_until(TROUBLE);
        self.faults = Faults::default();
        (0..self.nodes.len()).for_each(|node| self.mend(node));
        // No more answers; disconnected people return.
        self.run_until(TROUBLE + REST);
        // A computer player may be thinking, or a follower requesting the status; their effects arrive a little later.
        let mut written = 0;
        for _ in 0..1000 {
            let (now, entries) = (self.now(), self.store.disk.log.len());
            if entries > written {
                written = entries;
                self.run_until(now + 5000);
            } else if self.nodes.iter().any(Node::is_busy) {
                self.run_until(now + 20);
            }
        }
        self.check_end();
        self.counts.answers = self.store.disk.answers.len();
        self.counts.over = usize::from(self.truth.is_over());
        self.counts.taken = self.store.taken;
        self.counts.fenced = self.store.fenced;
        self.counts.undone = self.store.disk.undone;
        self.counts
    }

    fn run_until(&mut self, end: u64) {
        loop {
            self.go_on();
            let event = self.events.first_key_value().map(|((at, _), _)| *at);
            let wakes = self.nodes.iter().filter(|node| node.alive).filter_map(|node| {
                let wires = wires(&self.shared);
                let at = node.wakes_at()?.since(wires.nodes[node.way.node].moment(wires.now)) + wires.now;
                Some(at.max(node.paused))
            });
            let next = event.into_iter().chain(wakes).min().expect("nodes send heartbeats");
            if next >= end {
                wires(&self.shared).now = end;
                return;
            }
            let mut wires = wires(&self.shared);
            wires.now = wires.now.max(next);
            drop(wires);
            while let Some(entry) = self.events.first_entry().filter(|entry| entry.key().0 <= next) {
                let event = entry.remove();
                self.happens(event);
            }
        }
    }

    /// Lets every node run until all of them wait.
    fn go_on(&mut self) {
        let mut moves = true;
        while moves {
            moves = false;
            for node in 0..self.nodes.len() {
                if !self.nodes[node].alive || self.nodes[node].paused > self.now() {
                    continue;
                }
                let numbers = &mut self.numbers;
                let stepped = self.nodes[node].step(&self.answers, &mut |n| numbers.below(n));
                moves |= stepped;
                self.see_to_deeds(node);
                self.see_to_answers(node);
            }
        }
    }

    /// Executes a driver's effects.
    fn see_to_deeds(&mut self, node: usize) {
        loop {
            let deed = wires(&self.shared).deeds.pop_front();
            match deed {
                None => return,
                Some(Deed::Want(number, want)) => self.wanted(node, number, want),
                Some(Deed::Reply(waiting, reply)) => self.replied(node, waiting, reply),
                Some(Deed::Tell(news)) => self.tell(node, &news),
                Some(Deed::Told(telling)) => self.told(node, &telling),
                Some(Deed::Think(thought)) => self.think(node, &thought),
                Some(Deed::ThinkNoMore) => self.nodes[node].thought += 1,
            }
        }
    }

    /// Sends the nodes' replies to one another.
    fn see_to_answers(&mut self, by: usize) {
        let answers = std::mem::take(&mut *self.answers.lock().unwrap());
        for (from, life, number, answered) in answers {
            if !self.bus_is_cut(by) && !self.is_lost() {
                let millis = self.way();
                self.at(millis, Event::Got(from, life, number, Got::Answered(Ok(answered))));
            }
        }
    }

    /// Handles a node's request.
    fn wanted(&mut self, node: usize, number: u64, want: Want) {
        let life = self.nodes[node].life;
        match want {
            Want::Rest => self.at(200, Event::Got(node, life, number, Got::Done)),
            Want::Soon => self.at(50, Event::Got(node, life, number, Got::Done)),
            Want::Ask { keeper, what } => self.ask(node, number, keeper, what),
            want => {
                let millis = self.commit_time();
                self.at(millis, Event::Commit(node, life, number, want));
            }
        }
    }

    fn ask(&mut self, node: usize, number: u64, keeper: String, what: Asked<u32>) {
        let life = self.nodes[node].life;
        if let Asked::Do { command: table::Command::Answer { .. }, .. } = what {
            self.counts.afar += 1;
        }
        let is_there =
            self.nodes.iter().any(|other| other.alive && wires(&self.shared).nodes[other.way.node].name == keeper);
        if !is_there && !self.bus_is_cut(node) {
            // The bus reports that no node listens there.
            let millis = self.way();
            return self.at(millis, Event::Got(node, life, number, Got::Answered(Err(AskError::Unreachable))));
        }
        self.at(ANSWERED, Event::Got(node, life, number, Got::Answered(Err(AskError::Timeout))));
        if self.bus_is_cut(node) {
            return;
        }
        let times = if self.is_lost() { 0 } else { 1 + usize::from(self.numbers.chance(self.faults.twice)) };
        for _ in 0..times {
            let (millis, what) = (self.way(), what.clone());
            self.at(millis, Event::Asked { to: keeper.clone(), from: node, life, number, what });
        }
    }

    /// An owner node sends an update to its followers.
    fn told(&mut self, node: usize, telling: &Telling) {
        if self.bus_is_cut(node) {
            return;
        }
        let ears: Vec<u64> = wires(&self.shared).ears.keys().copied().collect();
        for ear in ears {
            let times = if self.is_lost() { 0 } else { 1 + usize::from(self.numbers.chance(self.faults.twice)) };
            for _ in 0..times {
                let millis = self.way();
                self.at(millis, Event::Told(ear, telling.clone()));
            }
        }
    }

    fn think(&mut self, node: usize, thought: &Thought) {
        let legal = thought.game.legal();
        let answer = if self.numbers.chance(5) { None } else { Some(*self.numbers.pick(&legal)) };
        self.nodes[node].thought += 1;
        let count = self.nodes[node].thought;
        let millis = 10 + self.numbers.below(900) as u64;
        self.at(millis, Event::Decided(node, count, thought.number, answer));
    }

    /// Returns whether an event is for a node that has not restarted since.
    fn is_the_same(&self, node: usize, life: u64) -> bool {
        self.nodes[node].alive && self.nodes[node].life == life
    }

    fn happens(&mut self, event: Event) {
        let at = match &event {
            Event::Got(node, ..) | Event::Decided(node, ..) | Event::Beat(node, _) | Event::BeatDone(node, ..) => {
                Some(*node)
            }
            Event::KeepTime(node, _) | Event::Went(node, ..) => Some(*node),
            _ => None,
        };
        if let Some(node) = at
            && self.nodes[node].paused > self.now()
        {
            let millis = self.nodes[node].paused - self.now();
            return self.at(millis, event);
        }
        match event {
            Event::Commit(node, life, number, want) => self.commit(node, life, number, want),
            Event::Got(node, life, number, got) => {
                // The first reply counts.
                if self.is_the_same(node, life) {
                    if let Got::Written(Ok(())) = got {
                        let now = self.now();
                        self.watch.heard(now);
                    }
                    if let Got::Taken(Ok(Some(lease))) = &got
                        && lease.lost.is_some()
                    {
                        let now = self.now();
                        let moment = wires(&self.shared).nodes[node].moment(now);
                        self.watch.taken_late(moment.since(lease.moment));
                    }
                    wires(&self.shared).got.entry(number).or_insert(got);
                }
            }
            Event::Asked { to, from, life, number, what } => {
                let known = |node: &usize| wires(&self.shared).nodes[*node].name == to;
                let node = (0..self.nodes.len()).filter(|&node| self.nodes[node].alive).find(known);
                let Some(node) = node.filter(|&node| !self.bus_is_cut(node)) else { return };
                let name = wires(&self.shared).nodes[from].name.clone();
                self.nodes[node].mailbox.push_back(Request::Far { from, life, number, node: name, what });
            }
            Event::Told(ear, telling) => {
                let node = wires(&self.shared).ears.get(&ear).map(|(node, _)| *node);
                if node.is_some_and(|node| !self.bus_is_cut(node)) {
                    wires(&self.shared).ears.get_mut(&ear).expect("the ear is registered").1.push_back(telling);
                }
            }
            Event::Decided(node, thought, number, answer) => {
                if self.nodes[node].alive && self.nodes[node].thought == thought {
                    self.nodes[node].decided = Some((number, answer));
                }
            }
            Event::Beat(node, life) => self.beat(node, life),
            Event::BeatCommit(node, life, asked) => self.beat_commits(node, life, asked),
            Event::BeatDone(node, life, asked, heard) => self.beat_is_done(node, life, asked, heard),
            Event::KeepTime(node, life) => self.keep_time(node, life),
            Event::Went(node, life, name) => {
                if self.is_the_same(node, life) && wires(&self.shared).nodes[node].here.remove(&name) {
                    self.nodes[node].changed = true;
                }
            }
            Event::Up(person, client) => self.goes_up(person, client),
            Event::Down(person, client) => self.comes_down(person, client),
            Event::Acts(person) => self.acts(person),
            Event::Trouble => self.trouble(),
            Event::Mend(node) => self.mend(node),
            Event::Start(node) => self.start(node),
            Event::Kill(node, life) => {
                if self.is_the_same(node, life) {
                    self.kill(node);
                }
            }
            Event::Look(node) => {
                let here = |person: &Person| person.at == node && person.browser.connection.is_some();
                if self.nodes[node].alive && !self.people.iter().any(here) && self.nodes[node].retire() {
                    self.counts.retired += 1;
                }
            }
        }
    }

    /// The store executes a node's request, or fails; the node receives the outcome, or a failure.
    fn commit(&mut self, node: usize, life: u64, number: u64, want: Want) {
        let name = wires(&self.shared).nodes[node].name.clone();
        let same = self.is_the_same(node, life);
        // The request of a killed node may still be executed.
        let done = (same || self.numbers.chance(50)) && !(self.nodes[node].store_cut && self.numbers.chance(60));
        let done = done && !self.numbers.chance(self.faults.refused);
        let told = done && !self.nodes[node].store_cut && !self.numbers.chance(self.faults.half_done);
        let name = if same { name } else { String::new() };
        let now = self.now();
        let failed = || Unwritten { lost: false, why: "the store is unavailable".to_owned() };
        let got = match want {
            Want::Take if done && same => {
                self.count();
                let mut lease = self.store.take(&name, now);
                // A takeover that its node did not learn of concerns no one, here as in the server.
                let before = if told { wires(&self.shared).nodes[node].lost.take() } else { None };
                lease.lost = lease.lost.or(before.filter(|_| lease.keeper == name));
                self.watch.taken(&lease, wires(&self.shared).nodes[node].moment(now));
                if told { Got::Taken(Ok(Some(lease))) } else { Got::Taken(Err(Refused::Store)) }
            }
            Want::Take => Got::Taken(Err(Refused::Store)),
            Want::LetGo => {
                if done && same {
                    self.store.let_go(&name);
                }
                Got::Done
            }
            Want::Write { epoch, write } => {
                let written = if done { self.write(epoch, &write) } else { Err(failed()) };
                if told || written.is_err() { Got::Written(written) } else { Got::Written(Err(failed())) }
            }
            Want::Load { from } => {
                let found =
                    if told { Ok(self.store.disk.load(from)) } else { Err("the store is unavailable".to_owned()) };
                Got::Loaded(found)
            }
            Want::Moment => {
                let moment = self.count();
                Got::Moment(if told { Ok(moment) } else { Err("the store is unavailable".to_owned()) })
            }
            Want::Ask { .. } | Want::Rest | Want::Soon => unreachable!("not a request to the store"),
        };
        if !told {
            self.watch.fails(now);
        }
        let millis = self.commit_time();
        self.at(millis, Event::Got(node, life, number, got));
    }

    /// A person receives the outcome of a request.
    fn replied(&mut self, node: usize, waiting: Waiting, reply: Result<Reply, Refused>) {
        match waiting {
            Waiting::Nobody => {}
            Waiting::Http(person, command) => {
                if reply == Ok(Reply::Done) {
                    self.check_done(person, &command);
                }
            }
            Waiting::Socket(person, client, command) => match reply {
                Ok(Reply::Welcome(welcome)) => self.welcomed(person, client, welcome),
                Ok(Reply::Done) => self.check_done(person, &command),
                Ok(_) => {}
                Err(_) => self.refused(node, person, client, &command),
            },
        }
    }
}
