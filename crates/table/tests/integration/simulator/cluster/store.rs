//! The shared database: the stored table, its owner node, and the live nodes. Like the server's (`storage/cluster_rows.rs`), it rejects an
//! entry number that is already taken and an epoch that is over.

use std::collections::BTreeMap;

use games::Game;
use table::driving::{Lease, WriteError};
use table::{LogEntry, Logged, Moment, Write};

use crate::simulator::disk::{Disk, Given};

/// Milliseconds of silence after which other nodes take over a node's tables, as in the server.
pub const NODE_TIMEOUT_MS: u64 = 1800;

/// Name under which all nodes that were shut down cleanly are recorded.
const LEFT: &str = "";

#[derive(Default)]
pub struct Store {
    pub disk: Disk,
    pub owner_node: Option<String>,
    pub epoch: u64,
    /// World time of each node's last heartbeat, and the moment at that time.
    nodes: BTreeMap<String, (u64, Moment)>,
    /// The stored server uptime, in milliseconds.
    pub run: u64,
    /// All answers ever written, each with the number of answers before it.
    pub ever: Vec<(usize, Given)>,
    pub results: usize,
    /// Number of writes rejected because of their epoch; `taken` counts takeovers.
    pub fenced: usize,
    pub taken: usize,
}

impl Store {
    fn is_live(&self, node: &str, now: u64) -> bool {
        self.nodes.get(node).is_some_and(|(beat, _)| now - beat <= NODE_TIMEOUT_MS)
    }

    /// Returns the current moment, and for how many milliseconds no node has been up.
    pub fn counted(&self, now: u64) -> (Moment, u64) {
        let Some((beat, moment)) = self.nodes.values().copied().max() else { return (Moment(self.run), now) };
        let passed = now - beat;
        if passed <= NODE_TIMEOUT_MS { (moment.after(passed), 0) } else { (moment, passed) }
    }

    /// Records a heartbeat; returns the current moment, and the nodes that were live before it.
    pub fn send_heartbeat(&mut self, node: &str, now: u64) -> (Moment, Vec<String>) {
        let (moment, _) = self.counted(now);
        let here = self.nodes.iter().filter(|(name, (beat, _))| *name != LEFT && now - beat <= NODE_TIMEOUT_MS);
        let here = here.map(|(name, _)| name.clone()).collect();
        self.nodes.insert(node.to_owned(), (now, moment));
        (moment, here)
    }

    /// Takes over the table for a node, unless a live node owns it.
    pub fn take(&mut self, node: &str, now: u64) -> Lease {
        let (moment, _) = self.counted(now);
        if let Some(owner_node) =
            self.owner_node.clone().filter(|owner_node| owner_node == node || self.is_live(owner_node, now))
        {
            return Lease { owner_node, epoch: self.epoch, last_heartbeat: None, moment };
        }
        let before = self.owner_node.replace(node.to_owned());
        self.taken += usize::from(before.is_some());
        self.epoch += 1;
        let lost = before.and_then(|before| self.nodes.get(&before).map(|(_, moment)| *moment));
        Lease { owner_node: node.to_owned(), epoch: self.epoch, last_heartbeat: lost, moment }
    }

    pub fn release_lease(&mut self, node: &str) {
        self.owner_node = self.owner_node.take().filter(|owner_node| owner_node != node);
    }

    /// Records that a node is shutting down and was up until now.
    pub fn leave(&mut self, node: &str, now: u64) {
        self.release_lease(node);
        let (moment, _) = self.counted(now);
        if self.nodes.remove(node).is_some() {
            self.nodes.insert(LEFT.to_owned(), (now, moment));
        }
    }

    pub fn write(&mut self, epoch: u64, write: &Write) -> Result<(), WriteError> {
        let refused = |lost: bool, why: &str| WriteError { ownership_lost: lost, why: why.to_owned() };
        if let Write::Append { entries, .. } = write
            && entries.first().is_none_or(|entry| entry.number != self.disk.log.len())
        {
            return Err(refused(false, "the number is taken"));
        }
        if epoch != self.epoch {
            self.fenced += 1;
            return Err(refused(true, "another node has taken the table"));
        }
        let before = self.disk.answers.len();
        self.disk.write(write).map_err(|why| refused(false, &why))?;
        if let Write::Append { result, .. } = write {
            self.results += usize::from(result.is_some());
            for (number, given) in self.disk.answers.iter().enumerate().skip(before) {
                self.ever.push((number, given.clone()));
            }
        }
        Ok(())
    }

    /// Returns the game that results from the log, starting from the game before its last entries.
    pub fn replay_state(&self, beginning: &Game, mut game: Game, entries: &[LogEntry]) -> Game {
        if entries.iter().any(|entry| matches!(entry.what, Logged::Undo { .. })) {
            game = beginning.clone();
        }
        for given in &self.disk.answers[game.seq()..] {
            let answer = game.answer(&given.word).unwrap();
            game.apply_raw(answer).unwrap();
        }
        game
    }
}
