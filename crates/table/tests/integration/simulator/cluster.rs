//! Several nodes that share one table and run the server's code (`table::driving`). Around them are a shared store, a bus that loses,
//! delays and duplicates messages, and people who connect to any node. Nodes are killed, drained, restarted and paused, and are cut off
//! from the bus, the store, or both.
//!
//! Invariants, checked at every step and at the end:
//! - an acknowledged change is in the log and stays there; a person's answer is there exactly once, under the number for which it was
//!   given; a seat is given to only one person; a game has only one result, and no entry follows it;
//! - no two nodes write to the table in the same epoch, and no write of an earlier epoch is accepted;
//! - no clock counts more than the time that passed plus the lag, and none expires early, except by the duration of a write after which
//!   another node takes over the table; none counts less than the time that passed minus the lag, except for time during which the store
//!   failed, no node was up, or no node owned the table or knew that it did;
//! - while the game is paused, no node accepts an answer, and no clock changes or expires;
//! - when all faults are over, one node owns the table, every other node that has it in memory has reached the same position, and every
//!   person has received everything without having to ask.

mod checks;
mod faults;
mod network;
mod nodes;
mod people;
mod store;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, Mutex};

use games::Game;
use games::deal::Seed;
use serde_json::json;
use table::driving::{AskError, NodeRequest, UpdateMessage, WriteError};
use table::{CreationParams, Hash, Moment, Pace, Reply, Table, ThinkRequest, tokens_wanted};

use crate::simulator::browser::Browser;
use crate::simulator::numbers::Numbers;
use crate::simulator::setups::Prepared;
use checks::Watch;
use faults::Faults;
use network::{NodeEffect, NodeInfo, NodeLink, Refused, Shared, Waiting, WorldReply, WorldRequest, network};
use nodes::{Answers, Node, Request};
use people::Person;
use store::Store;

const NAME: &str = "aaaaaaaaaaaa";
const PACE: Pace = Pace { step: 400, absence: 3000 };
/// Duration of the faulty phase, and of the recovery after it, in milliseconds.
const FAULTS_MS: u64 = 25_000;
const SETTLE_MS: u64 = 20_000;
/// Reply timeout of a node, as in the server; the heartbeat interval below is the server's too.
const REQUEST_TIMEOUT_MS: u64 = 2000;
const HEARTBEAT_MS: u64 = 400;

/// A scheduled event.
enum Event {
    /// The store executes a node's request.
    Commit(usize, u64, u64, WorldRequest),
    /// A node receives the outcome of its request.
    Reply(usize, u64, u64, WorldReply),
    /// A request from another node arrives.
    NodeRequest {
        to: String,
        from: usize,
        life: u64,
        number: u64,
        what: NodeRequest<u32>,
    },
    /// An owner node's update arrives at a subscriber.
    Update(u64, UpdateMessage),
    /// A computer player has finished thinking.
    Decided(usize, u64, usize, Option<games::Answer>),
    Heartbeat(usize, u64),
    HeartbeatCommit(usize, u64, u64),
    HeartbeatDone(usize, u64, u64, Option<(Moment, Vec<String>)>),
    KeepTime(usize, u64),
    /// A node learns that another node is shutting down.
    NodeLeft(usize, u64, String),
    Up(usize, table::ClientId),
    Down(usize, table::ClientId),
    PersonActs(usize),
    Fault,
    Reconnect(usize),
    Start(usize),
    Kill(usize, u64),
    Look(usize),
}

/// Event counts, so that a run in which nothing happens can't pass.
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
    /// Takeovers from silent nodes; `fenced` counts writes rejected because of their epoch.
    pub taken: usize,
    pub fenced: usize,
    pub undone: usize,
    pub falls: usize,
    pub timed: usize,
    /// Pauses of the game, and games that ended by agreement.
    pub game_pauses: usize,
    pub agreed_ends: usize,
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
        self.game_pauses += other.game_pauses;
        self.agreed_ends += other.agreed_ends;
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
    /// Number of log entries before the answer that a person gives once the faults are over.
    last: Option<usize>,
    /// True if no one resumes a paused game when the faults are over.
    stays_paused: bool,
    pub counts: Counts,
}

impl Cluster {
    /// Creates the nodes, the people, and the table, which belongs to the first person.
    pub fn new(seed: u64, prepared: &'static Prepared) -> Cluster {
        let mut numbers = Numbers(seed ^ 0xc105_7e12);
        let faults = Faults::of(&mut numbers);
        let (nodes, people) = (2 + numbers.below(2), 2 + numbers.below(3));
        let stays_paused = numbers.chance(30);
        let shared = Shared::default();
        network(&shared).nodes = vec![NodeInfo::default(); nodes];
        let way = |node| NodeLink { shared: shared.clone(), node };
        let people = (0..people).map(|_| Person::of(Browser::new(numbers.hash(), 1 + numbers.below(2) as u32)));
        let mut cluster = Cluster {
            people: people.collect(),
            faults,
            prepared,
            hidden: prepared.setup.options.get("hand").is_some_and(|hand| hand.ends_with("hidden")),
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
            stays_paused,
            counts: Counts::default(),
            shared,
            numbers,
        };
        cluster.make();
        (0..nodes).for_each(|node| cluster.start(node));
        (0..cluster.people.len()).for_each(|person| cluster.at(1 + 20 * person as u64, Event::PersonActs(person)));
        cluster.at(500, Event::Fault);
        cluster
    }

    /// Creates the table, without store faults.
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
        let making = CreationParams { name: NAME.to_owned(), seed, browser: browser.secret, tokens: tokens.clone() };
        browser.hashes.extend(tokens);
        let (_, write) = Table::create(&asked, making, PACE, Some(self.prepared.game.clone())).unwrap();
        self.store.write(0, &write).unwrap();
    }

    fn now(&self) -> u64 {
        network(&self.shared).now
    }

    /// Schedules an event in this many milliseconds.
    fn at(&mut self, millis: u64, event: Event) {
        self.next_event += 1;
        self.events.insert((self.now() + millis, self.next_event), event);
    }

    /// Runs the faulty phase, waits until everything has settled, and checks the final state.
    pub fn run(mut self) -> Counts {
        self.run_until(FAULTS_MS);
        self.faults = Faults::default();
        (0..self.nodes.len()).for_each(|node| self.reconnect(node));
        // From now on people only reconnect, apart from one last answer.
        self.run_until(FAULTS_MS + SETTLE_MS);
        // A computer player may still be thinking, or a follower requesting the status; the effects arrive a little later.
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
        self.counts.game_pauses = self.store.disk.pauses;
        self.counts.agreed_ends = usize::from(self.store.disk.agreed_to_end());
        self.counts
    }

    fn run_until(&mut self, end: u64) {
        loop {
            self.run_nodes();
            let event = self.events.first_key_value().map(|((at, _), _)| *at);
            let wakes = self.nodes.iter().filter(|node| node.alive).filter_map(|node| {
                let network = network(&self.shared);
                let at = node.wake_at()?.since(network.nodes[node.way.node].moment(network.now)) + network.now;
                Some(at.max(node.paused))
            });
            let next = event.into_iter().chain(wakes).min().expect("nodes send heartbeats");
            if next >= end {
                network(&self.shared).now = end;
                return;
            }
            let mut network = network(&self.shared);
            network.now = network.now.max(next);
            drop(network);
            while let Some(entry) = self.events.first_entry().filter(|entry| entry.key().0 <= next) {
                let event = entry.remove();
                self.handle_event(event);
            }
        }
    }

    /// Runs every node until all of them are waiting.
    fn run_nodes(&mut self) {
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
                self.execute_effects(node);
                self.send_replies(node);
            }
        }
    }

    /// Executes a driver's effects.
    fn execute_effects(&mut self, node: usize) {
        loop {
            let effect = network(&self.shared).effects.pop_front();
            match effect {
                None => return,
                Some(NodeEffect::WorldRequest(number, request)) => self.handle_request(node, number, request),
                Some(NodeEffect::Reply(waiting, reply)) => self.handle_reply(node, waiting, reply),
                Some(NodeEffect::Tell(news)) => self.tell(node, &news),
                Some(NodeEffect::Publish(message)) => self.publish(node, &message),
                Some(NodeEffect::Think(thought)) => self.think(node, &thought),
                Some(NodeEffect::ThinkNoMore) => self.nodes[node].thought += 1,
            }
        }
    }

    /// Sends a node's replies to the nodes that requested them.
    fn send_replies(&mut self, by: usize) {
        let answers = std::mem::take(&mut *self.answers.lock().unwrap());
        for (from, life, number, answered) in answers {
            if !self.bus_is_cut(by) && !self.is_lost() {
                let millis = self.way();
                self.at(millis, Event::Reply(from, life, number, WorldReply::NodeReply(Ok(answered))));
            }
        }
    }

    /// Handles a node's request.
    fn handle_request(&mut self, node: usize, number: u64, request: WorldRequest) {
        let life = self.nodes[node].life;
        match request {
            WorldRequest::Rest => self.at(200, Event::Reply(node, life, number, WorldReply::Done)),
            WorldRequest::NextUpdate => self.at(50, Event::Reply(node, life, number, WorldReply::Done)),
            WorldRequest::Ask { owner_node, what } => self.ask(node, number, owner_node, what),
            request => {
                let millis = self.commit_time();
                self.at(millis, Event::Commit(node, life, number, request));
            }
        }
    }

    fn ask(&mut self, node: usize, number: u64, owner_node: String, what: NodeRequest<u32>) {
        let life = self.nodes[node].life;
        if let NodeRequest::Execute { command: table::Command::Answer { .. }, .. } = what {
            self.counts.afar += 1;
        }
        let is_there = self
            .nodes
            .iter()
            .any(|other| other.alive && network(&self.shared).nodes[other.way.node].name == owner_node);
        if !is_there && !self.bus_is_cut(node) {
            // The bus reports that the node is not listening.
            let millis = self.way();
            return self
                .at(millis, Event::Reply(node, life, number, WorldReply::NodeReply(Err(AskError::Unreachable))));
        }
        self.at(REQUEST_TIMEOUT_MS, Event::Reply(node, life, number, WorldReply::NodeReply(Err(AskError::Timeout))));
        if self.bus_is_cut(node) {
            return;
        }
        let times = if self.is_lost() { 0 } else { 1 + usize::from(self.numbers.chance(self.faults.twice)) };
        for _ in 0..times {
            let (millis, what) = (self.way(), what.clone());
            self.at(millis, Event::NodeRequest { to: owner_node.clone(), from: node, life, number, what });
        }
    }

    /// Sends an owner node's update to its followers.
    fn publish(&mut self, node: usize, message: &UpdateMessage) {
        if self.bus_is_cut(node) {
            return;
        }
        let subscriptions: Vec<u64> = network(&self.shared).subscriptions.keys().copied().collect();
        for subscription in subscriptions {
            let times = if self.is_lost() { 0 } else { 1 + usize::from(self.numbers.chance(self.faults.twice)) };
            for _ in 0..times {
                let millis = self.way();
                self.at(millis, Event::Update(subscription, message.clone()));
            }
        }
    }

    fn think(&mut self, node: usize, thought: &ThinkRequest) {
        let legal = thought.game.legal();
        let answer = if self.numbers.chance(5) { None } else { Some(*self.numbers.pick(&legal)) };
        self.nodes[node].thought += 1;
        let count = self.nodes[node].thought;
        let millis = 10 + self.numbers.below(900) as u64;
        self.at(millis, Event::Decided(node, count, thought.number, answer));
    }

    /// Reports whether the node is up and has not restarted since the event was scheduled.
    fn is_the_same(&self, node: usize, life: u64) -> bool {
        self.nodes[node].alive && self.nodes[node].life == life
    }

    fn handle_event(&mut self, event: Event) {
        let at = match &event {
            Event::Reply(node, ..)
            | Event::Decided(node, ..)
            | Event::Heartbeat(node, _)
            | Event::HeartbeatDone(node, ..) => Some(*node),
            Event::KeepTime(node, _) | Event::NodeLeft(node, ..) => Some(*node),
            _ => None,
        };
        if let Some(node) = at
            && self.nodes[node].paused > self.now()
        {
            let millis = self.nodes[node].paused - self.now();
            return self.at(millis, event);
        }
        match event {
            Event::Commit(node, life, number, request) => self.commit(node, life, number, request),
            Event::Reply(node, life, number, replies) => {
                // Only the first reply counts.
                if self.is_the_same(node, life) {
                    if let WorldReply::Written(Ok(())) = replies {
                        let now = self.now();
                        self.watch.note_time(now);
                    }
                    if let WorldReply::Taken(Ok(Some(lease))) = &replies
                        && lease.last_heartbeat.is_some()
                    {
                        let now = self.now();
                        let moment = network(&self.shared).nodes[node].moment(now);
                        self.watch.note_late_lease(moment.since(lease.moment));
                    }
                    network(&self.shared).replies.entry(number).or_insert(replies);
                }
            }
            Event::NodeRequest { to, from, life, number, what } => {
                let known = |node: &usize| network(&self.shared).nodes[*node].name == to;
                let node = (0..self.nodes.len()).filter(|&node| self.nodes[node].alive).find(known);
                let Some(node) = node.filter(|&node| !self.bus_is_cut(node)) else { return };
                let name = network(&self.shared).nodes[from].name.clone();
                self.nodes[node].mailbox.push_back(Request::Far { from, life, number, node: name, what });
            }
            Event::Update(subscription, message) => {
                let node = network(&self.shared).subscriptions.get(&subscription).map(|(node, _)| *node);
                if node.is_some_and(|node| !self.bus_is_cut(node)) {
                    network(&self.shared)
                        .subscriptions
                        .get_mut(&subscription)
                        .expect("the ear is registered")
                        .1
                        .push_back(message);
                }
            }
            Event::Decided(node, thought, number, answer) => {
                if self.nodes[node].alive && self.nodes[node].thought == thought {
                    self.nodes[node].decided = Some((number, answer));
                }
            }
            Event::Heartbeat(node, life) => self.send_heartbeat(node, life),
            Event::HeartbeatCommit(node, life, asked) => self.commit_heartbeat(node, life, asked),
            Event::HeartbeatDone(node, life, asked, heard) => self.finish_heartbeat(node, life, asked, heard),
            Event::KeepTime(node, life) => self.keep_time(node, life),
            Event::NodeLeft(node, life, name) => {
                if self.is_the_same(node, life) && network(&self.shared).nodes[node].here.remove(&name) {
                    self.nodes[node].nodes_changed = true;
                }
            }
            Event::Up(person, client) => self.goes_up(person, client),
            Event::Down(person, client) => self.comes_down(person, client),
            Event::PersonActs(person) => self.acts(person),
            Event::Fault => self.inject_fault(),
            Event::Reconnect(node) => self.reconnect(node),
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

    /// Makes the store execute a node's request or fail, and schedules the reply.
    fn commit(&mut self, node: usize, life: u64, number: u64, request: WorldRequest) {
        let name = network(&self.shared).nodes[node].name.clone();
        let same = self.is_the_same(node, life);
        // A request may still be executed after its node was killed.
        let done = (same || self.numbers.chance(50)) && !(self.nodes[node].store_cut && self.numbers.chance(60));
        let done = done && !self.numbers.chance(self.faults.refused);
        let told = done && !self.nodes[node].store_cut && !self.numbers.chance(self.faults.half_done);
        let name = if same { name } else { String::new() };
        let now = self.now();
        let failed = || WriteError { ownership_lost: false, why: "the store is unavailable".to_owned() };
        let replies = match request {
            WorldRequest::Take if done && same => {
                self.count();
                let mut lease = self.store.take(&name, now);
                // If the node does not learn that it has taken over the table, the heartbeat is kept for its next request, as in the
                // server.
                let before = if told { network(&self.shared).nodes[node].lost.take() } else { None };
                lease.last_heartbeat = lease.last_heartbeat.or(before.filter(|_| lease.owner_node == name));
                self.watch.note_lease(&lease, network(&self.shared).nodes[node].moment(now));
                if told { WorldReply::Taken(Ok(Some(lease))) } else { WorldReply::Taken(Err(Refused::Store)) }
            }
            WorldRequest::Take => WorldReply::Taken(Err(Refused::Store)),
            WorldRequest::LetGo => {
                if done && same {
                    self.store.release_lease(&name);
                }
                WorldReply::Done
            }
            WorldRequest::Write { epoch, write } => {
                let written = if done { self.write(epoch, &write) } else { Err(failed()) };
                if told || written.is_err() { WorldReply::Written(written) } else { WorldReply::Written(Err(failed())) }
            }
            WorldRequest::Load { from } => {
                let found =
                    if told { Ok(self.store.disk.load(from)) } else { Err("the store is unavailable".to_owned()) };
                WorldReply::Loaded(found)
            }
            WorldRequest::Moment => {
                let moment = self.count();
                WorldReply::Moment(if told { Ok(moment) } else { Err("the store is unavailable".to_owned()) })
            }
            WorldRequest::Ask { .. } | WorldRequest::Rest | WorldRequest::NextUpdate => {
                unreachable!("not a request to the store")
            }
        };
        if !told {
            self.watch.note_failure(now);
        }
        let millis = self.commit_time();
        self.at(millis, Event::Reply(node, life, number, replies));
    }

    /// Delivers the outcome of a request to a person.
    fn handle_reply(&mut self, node: usize, waiting: Waiting, reply: Result<Reply, Refused>) {
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
