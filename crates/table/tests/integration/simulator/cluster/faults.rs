//! Injects faults, and lets nodes start, stop, and discover one another.

use table::Moment;

use super::network::{NodeInfo, network};
use super::store::NODE_TIMEOUT_MS;
use super::{Cluster, Event, HEARTBEAT_MS};
use crate::simulator::numbers::Numbers;

/// Fault probabilities in percent.
#[derive(Clone, Copy, Default)]
pub struct Faults {
    /// The store rejects a request.
    pub refused: usize,
    /// The store executes a request, but the node receives an error.
    pub half_done: usize,
    /// A message between nodes is lost, duplicated, or delayed.
    pub lost: usize,
    pub twice: usize,
    pub late: usize,
    /// A node is hit by a fault whenever one is due.
    pub nodes: usize,
}

impl Faults {
    pub fn of(numbers: &mut Numbers) -> Faults {
        let often = |numbers: &mut Numbers, most: usize| if numbers.chance(60) { numbers.below(most) } else { 0 };
        Faults {
            refused: often(numbers, 12),
            half_done: often(numbers, 12),
            lost: often(numbers, 25),
            twice: often(numbers, 20),
            late: often(numbers, 20),
            nodes: if numbers.chance(80) { 30 + numbers.below(70) } else { 0 },
        }
    }
}

impl Cluster {
    /// Returns the latency of a message between nodes.
    pub(super) fn way(&mut self) -> u64 {
        let most = if self.numbers.chance(self.faults.late) { 1500 } else { 12 };
        1 + self.numbers.below(most) as u64
    }

    /// Returns the latency of a request to the store, or of its reply.
    pub(super) fn commit_time(&mut self) -> u64 {
        let most = if self.numbers.chance(self.faults.late) { 300 } else { 10 };
        1 + self.numbers.below(most) as u64
    }

    pub(super) fn is_lost(&mut self) -> bool {
        self.numbers.chance(self.faults.lost)
    }

    pub(super) fn bus_is_cut(&self, node: usize) -> bool {
        self.nodes[node].bus_cut
    }

    /// Sometimes injects a fault into a node.
    pub(super) fn inject_fault(&mut self) {
        let next = 300 + self.numbers.below(2500) as u64;
        self.at(next, Event::Fault);
        if !self.numbers.chance(self.faults.nodes) {
            return;
        }
        let node = self.numbers.below(self.nodes.len());
        let long = 200 + self.numbers.below(5000) as u64;
        if !self.nodes[node].alive {
            return;
        }
        match self.numbers.below(12) {
            0..=2 => {
                self.kill(node);
                self.at(long / 2, Event::Start(node));
            }
            3 | 4 => self.drain(node),
            5 | 6 => self.cut_off(node, long, true, false),
            7 | 8 => self.cut_off(node, long, false, true),
            9 => (0..self.nodes.len()).for_each(|node| self.cut_off(node, long, false, true)),
            10 => (0..self.nodes.len()).for_each(|node| self.cut_off(node, long, true, false)),
            _ => {
                self.counts.pauses += 1;
                self.nodes[node].paused = self.now() + long;
            }
        }
        for node in 0..self.nodes.len() {
            if self.numbers.chance(30) {
                self.at(20, Event::Look(node));
            }
        }
    }

    /// Cuts the node off from the store or the bus for a while.
    fn cut_off(&mut self, node: usize, long: u64, store: bool, bus: bool) {
        self.counts.cuts += 1;
        self.nodes[node].store_cut |= store;
        self.nodes[node].bus_cut |= bus;
        // It may take a node a while to notice.
        let seen = !bus || self.numbers.chance(50);
        network(&self.shared).nodes[node].connected &= seen;
        self.at(long, Event::Reconnect(node));
    }

    pub(super) fn reconnect(&mut self, node: usize) {
        (self.nodes[node].store_cut, self.nodes[node].bus_cut) = (false, false);
        network(&self.shared).nodes[node].connected = true;
    }

    /// Kills the process.
    pub(super) fn kill(&mut self, node: usize) {
        self.counts.kills += 1;
        self.nodes[node].alive = false;
        self.nodes[node].forget();
        self.drop_connections(node);
    }

    /// Shuts the process down cleanly: it releases its tables, notifies the other nodes, and stops a little later.
    fn drain(&mut self, node: usize) {
        self.counts.drains += 1;
        let name = network(&self.shared).nodes[node].name.clone();
        network(&self.shared).nodes[node].is_shutting_down = true;
        if !self.nodes[node].store_cut {
            let now = self.now();
            self.count();
            self.store.leave(&name, now);
        }
        for other in 0..self.nodes.len() {
            if other != node && !self.bus_is_cut(node) && !self.bus_is_cut(other) && !self.is_lost() {
                let (life, millis) = (self.nodes[other].life, self.way());
                self.at(millis, Event::NodeLeft(other, life, name.clone()));
            }
        }
        let (life, goes, comes) = (self.nodes[node].life, self.numbers.below(300), self.numbers.below(1500));
        self.at(goes as u64, Event::Kill(node, life));
        self.at(301 + comes as u64, Event::Start(node));
    }

    /// Starts a process, which sends a heartbeat before anything else.
    pub(super) fn start(&mut self, node: usize) {
        if self.nodes[node].alive {
            return;
        }
        if self.nodes[node].store_cut {
            return self.at(500, Event::Start(node));
        }
        let this = &mut self.nodes[node];
        (this.alive, this.life, this.paused, this.nodes_changed) = (true, this.life + 1, 0, false);
        let (life, name) = (this.life, format!("n{node}-{}", this.life));
        let connected = !this.bus_cut;
        let mut network = network(&self.shared);
        let now = network.now;
        let (before, here) = (self.store.run, [name.clone()].into());
        network.nodes[node] = NodeInfo {
            name: name.clone(),
            began: now,
            before,
            ahead: 0,
            here,
            lapses: 0,
            lost: None,
            is_shutting_down: false,
            connected,
        };
        drop(network);
        self.count();
        let (moment, here) = self.store.send_heartbeat(&name, now);
        self.learn_nodes(node, moment, now, here);
        self.at(HEARTBEAT_MS, Event::Heartbeat(node, life));
        self.at(1000, Event::KeepTime(node, life));
    }

    /// Returns the store's current moment, and records an outage. Called before the store uses the moment.
    pub(super) fn count(&mut self) -> Moment {
        let now = self.now();
        let (moment, nobody) = self.store.counted(now);
        self.watch.note_outage(nobody, now);
        moment
    }

    /// Passes the result of a heartbeat to a node: the live nodes and the store's moment. Returns whether the node's set of live nodes
    /// changed.
    fn learn_nodes(&mut self, node: usize, moment: Moment, asked: u64, here: Vec<String>) -> bool {
        let mut network = network(&self.shared);
        let now = network.now;
        let known = &mut network.nodes[node];
        known.sync_clock(moment, asked, now);
        let here = here.into_iter().chain([known.name.clone()]).collect();
        let changed = known.here != here;
        known.here = here;
        changed
    }

    pub(super) fn send_heartbeat(&mut self, node: usize, life: u64) {
        if !self.is_the_same(node, life) || network(&self.shared).nodes[node].is_shutting_down {
            return;
        }
        let (millis, asked) = (self.commit_time(), self.now());
        self.at(millis, Event::HeartbeatCommit(node, life, asked));
    }

    pub(super) fn commit_heartbeat(&mut self, node: usize, life: u64, asked: u64) {
        if !self.is_the_same(node, life) || network(&self.shared).nodes[node].is_shutting_down {
            return;
        }
        let fails = self.nodes[node].store_cut || self.numbers.chance(self.faults.refused);
        let name = network(&self.shared).nodes[node].name.clone();
        let heard = (!fails).then(|| {
            let now = self.now();
            self.count();
            self.store.send_heartbeat(&name, now)
        });
        let millis = self.commit_time();
        self.at(millis, Event::HeartbeatDone(node, life, asked, heard));
    }

    pub(super) fn finish_heartbeat(
        &mut self,
        node: usize,
        life: u64,
        asked: u64,
        heard: Option<(Moment, Vec<String>)>,
    ) {
        if !self.is_the_same(node, life) {
            return;
        }
        if let Some((moment, here)) = heard {
            let was_here = here.contains(&network(&self.shared).nodes[node].name);
            let changed = self.learn_nodes(node, moment, asked, here);
            network(&self.shared).nodes[node].lapses += u64::from(!was_here);
            self.nodes[node].nodes_changed |= changed || !was_here;
        }
        self.at(HEARTBEAT_MS, Event::Heartbeat(node, life));
    }

    /// Stores the server uptime for a node, and opens the table there if its clock expires soon.
    pub(super) fn keep_time(&mut self, node: usize, life: u64) {
        if !self.is_the_same(node, life) {
            return;
        }
        self.at(1000, Event::KeepTime(node, life));
        if self.nodes[node].store_cut {
            return;
        }
        let (moment, name, now) = {
            let network = network(&self.shared);
            (network.nodes[node].moment(network.now), network.nodes[node].name.clone(), network.now)
        };
        self.store.run = self.store.run.max(moment.0);
        let clocks = self.store.disk.record.as_ref().and_then(|record| record.clocks.clone());
        let falls = clocks.and_then(|clocks| clocks.expires_at()).is_some_and(|at| at < moment.after(5000));
        if falls
            && !self.store.disk.ended()
            && !self.truth.is_over()
            && !network(&self.shared).nodes[node].is_shutting_down
        {
            self.count();
            let lease = self.store.take(&name, now);
            self.watch.note_lease(&lease, moment);
            network(&self.shared).nodes[node].sync_clock(lease.moment, now, now);
            if lease.owner_node == name && lease.last_heartbeat.is_some() {
                network(&self.shared).nodes[node].lost = lease.last_heartbeat;
            }
            if lease.owner_node == name && matches!(self.nodes[node].driver, super::nodes::Driver::None) {
                self.nodes[node].load();
            }
        }
    }
}

/// A node can miss several heartbeats before other nodes take over its tables.
const _: () = assert!(NODE_TIMEOUT_MS > 3 * HEARTBEAT_MS);
