//! Invariants, checked at every step and at the end.

use games::{Actor, Game, Viewer};
use table::driving::{ClusterState, Lease, TableDriver, WriteError};
use table::messages::text;
use table::{
    ClockState, Command, LogEntry, Logged, Loss, MAX_LAG_MS, Moment, Phase, Running, SeatKind, SeatOccupant, Write,
};

use super::Cluster;
use super::network::{NodeEnvironment, network};
use super::nodes::Driver;

/// Data for computing the time that clocks should have counted since they were last written.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Watch {
    /// World time of the write, and of the moment when the writing node learned that it had succeeded.
    written: u64,
    heard: Option<u64>,
    /// First failure of the store since the write.
    failed: Option<u64>,
    /// Milliseconds without an owner node, plus the resulting error in the moments.
    alone: u64,
    /// Epoch and duration of the write. A node that takes over the table does not know the duration.
    epoch: u64,
    late: u64,
    /// Duration and end of the last outage of all nodes. A node that kept counting during the outage is ahead until its next heartbeat.
    nobody: (u64, u64),
}

/// Maximum time by which a node's moment can be ahead, in milliseconds.
const MAX_LEAD_MS: u64 = 4000;

impl Watch {
    /// Records that a node has learned the outcome of its write.
    pub fn note_time(&mut self, now: u64) {
        self.heard = self.heard.or(Some(now));
    }

    pub fn note_failure(&mut self, now: u64) {
        self.failed = self.failed.or(Some(now));
    }

    /// Records a takeover of the table: the time since the last heartbeat of its previous owner is not charged.
    pub fn note_lease(&mut self, lease: &Lease, moment: Moment) {
        self.alone += lease.last_heartbeat.map_or(0, |lost| moment.since(lost) + MAX_LAG_MS);
    }

    /// Records that a node learned late that it has taken over the table; until then, no player could be asked.
    pub fn note_late_lease(&mut self, millis: u64) {
        self.alone += millis;
    }

    /// Records that no node was up for this long, so that no time was counted. If part of the outage was recorded before, adds only the
    /// rest.
    pub fn note_outage(&mut self, millis: u64, now: u64) {
        if millis == 0 {
            return;
        }
        let (known, until) = self.nobody;
        let again = known > 0 && now - millis == until - known;
        self.alone += if again { millis - known } else { millis };
        self.nobody = (millis, now);
    }
}

impl Cluster {
    /// Checks that an acknowledged command is in the log.
    pub(super) fn check_done(&mut self, person: usize, command: &Command) {
        match command {
            Command::Answer { seat, seq, words, .. } => {
                self.counts.acknowledged += 1;
                for (number, word) in (*seq..).zip(words) {
                    let known = |(at, given): &(usize, crate::simulator::disk::Given)| {
                        *at == number && given.seat == Some(*seat) && (given.word == *word || self.may_read_otherwise())
                    };
                    assert!(self.store.ever.iter().any(known), "an acknowledged answer is in the store");
                }
            }
            Command::Join { seat, token, .. } => {
                let before = self.joined.insert(*seat, *token);
                assert!(before.is_none(), "seat {seat} was given twice");
                self.people[person].browser.hashes.push(*token);
            }
            Command::AddSeatKey { token, .. } => self.people[person].browser.hashes.push(*token),
            _ => {}
        }
    }

    /// Performs a node's write if the store accepts it, and checks its answers and clocks.
    pub(super) fn write(&mut self, epoch: u64, write: &Write) -> Result<(), WriteError> {
        let before = self.store.disk.record.as_ref().and_then(|record| record.clocks.clone());
        self.store.write(epoch, write)?;
        if let Write::Append { entries, .. } = write {
            let game = self.store.replay_state(&self.prepared.game, self.truth.clone(), entries);
            let old = std::mem::replace(&mut self.truth, game);
            self.check_given(old.seq());
            self.check_clocks(epoch, before, entries, &old);
        }
        Ok(())
    }

    /// Checks that a person gave every human seat's answer since `before` under the number it is stored with, so that none is duplicated.
    fn check_given(&self, before: usize) {
        for (number, answer) in self.store.disk.answers.iter().enumerate().skip(before) {
            let Some(seat) = answer.seat else { continue };
            if let SeatOccupant::Human { .. } = self.store.disk.seats[usize::from(seat)] {
                let is_it = |(at, who, word): &(usize, u8, String)| {
                    *at == number && *who == seat && (*word == answer.word || self.may_read_otherwise())
                };
                assert!(self.given.iter().any(is_it), "no person gave this answer: {number}, {answer:?}");
            }
        }
    }

    /// Reports whether a stored word may differ from the one that was sent: if an undo happens while a word is being transmitted, it is
    /// parsed in another position, where the same place may have a different word.
    fn may_read_otherwise(&self) -> bool {
        self.store.disk.undone > 0
    }

    /// Compares the newly written clocks with the previous ones.
    fn check_clocks(&mut self, epoch: u64, before: Option<ClockState>, entries: &[LogEntry], game: &Game) {
        let now = self.now();
        let watch = self.watch;
        let alone = if now < watch.nobody.1 + MAX_LEAD_MS { watch.nobody.0 } else { 0 };
        self.watch = Watch { written: now, alone, epoch, nobody: watch.nobody, ..Watch::default() };
        let record = self.store.disk.record.as_ref().expect("the table was written");
        let (Some(clock), Some(before), Some(after)) = (record.terms.clock, before, record.clocks.clone()) else {
            return;
        };
        if let Some(Running { seat, since }) = after.running {
            self.watch.late = self.store.counted(now).0.since(since);
            let who = &self.store.disk.seats[usize::from(seat)];
            assert!(matches!(who, SeatOccupant::Human { .. }), "only people have clocks");
            assert_eq!(self.truth.actor(), Actor::Seat(seat), "the clock of the seat to answer runs");
        }
        let Some(Running { seat, .. }) = before.running else { return };
        let (old, new) = (before.left[usize::from(seat)], after.left[usize::from(seat)]);
        let passed = now - watch.written;
        let fell = entries.iter().any(|entry| match entry.what {
            Logged::TimedOut { .. } | Logged::Out { loss: Loss::Time, .. } => true,
            Logged::TakenOver { seat: of, .. } => of == seat && new == 0,
            _ => false,
        });
        if fell {
            self.counts.falls += 1;
            let late = if epoch == watch.epoch { 0 } else { watch.late };
            assert!(passed + late >= old, "time runs out only when it has passed: {passed} of {old} have, {new} left");
            return;
        }
        if entries.iter().any(|entry| matches!(entry.what, Logged::Undo { .. })) {
            let gains = after.left.iter().zip(&before.left).any(|(new, old)| new > old);
            assert!(!gains, "an undo grants time: {before:?}, {after:?}");
            return;
        }
        if clock.resets_for_each_question() && after.running.is_some_and(|running| running.seat == seat) {
            return;
        }
        // A clock runs in the first turn only after an undo; that turn does not add an increment.
        let ended = self.truth.turn() > game.turn() && game.turn() > 1 && game.active_seat() == Some(seat);
        let counted = (old + if ended { clock.increment() } else { 0 }).saturating_sub(new);
        assert!(
            counted <= (passed + MAX_LAG_MS).min(old),
            "{counted} ms were counted of {passed} that have passed: {before:?}, {after:?}, {entries:?}, {watch:?}"
        );
        // Lag up to the maximum is not charged, and the moments of different nodes differ by less than that.
        let sure =
            watch.failed.unwrap_or(now).saturating_sub(watch.heard.unwrap_or(watch.written) + MAX_LAG_MS + watch.alone);
        assert!(counted >= sure.min(old), "{counted} ms were counted, and {passed} have passed: {watch:?}");
        self.counts.timed += 1;
    }

    /// Describes the state of all nodes and people, for failure messages.
    fn describe_nodes(&self) -> Vec<String> {
        let role = |node: &super::Node| match &node.driver {
            Driver::Idle(driver) if driver.is_follower() => format!("follows, {} entries", driver.table.entries()),
            Driver::Idle(driver) => format!("keeps, {} entries", driver.table.entries()),
            Driver::None => "nothing".to_owned(),
            _ => "busy".to_owned(),
        };
        let nodes = self
            .nodes
            .iter()
            .map(|node| format!("{}: {}", network(&self.shared).nodes[node.way.node].name, role(node)));
        let people = self.people.iter().map(|person| {
            let connection = person.browser.connection.as_ref().map(|connection| (connection.id, &connection.welcomed));
            format!("at {}: {connection:?} {:?}", person.at, self.store.disk.seats_of(&person.browser.hashes))
        });
        nodes.chain(people).collect()
    }

    /// Checks that all nodes that have the table in memory agree on its state and its owner, and that every person has received that state.
    pub(super) fn check_end(&mut self) {
        let disk = &self.store.disk;
        assert!(self.store.results <= 1, "a game has one result");
        if let Some(entries) = self.last {
            assert!(
                disk.log.len() > entries,
                "an answer is accepted when all faults are over: {:?}",
                self.describe_nodes()
            );
        }
        let finished = self.truth.is_over() || disk.ended();
        let mut keepers = Vec::new();
        for node in &self.nodes {
            let known = network(&self.shared).nodes[node.way.node].clone();
            let driver: &TableDriver<NodeEnvironment> = match &node.driver {
                Driver::Idle(driver) => driver,
                Driver::None => continue,
                _ => panic!("{} has settled: {:?}", known.name, self.describe_nodes()),
            };
            assert_eq!(
                driver.table.entries(),
                disk.log.len(),
                "{} knows every entry: {:?}",
                known.name,
                self.describe_nodes()
            );
            let hashes = &self.people[0].browser.hashes;
            let described = driver.table.describe();
            let known_state = (&described.table[..], described.undone, described.paused);
            assert_eq!(known_state, (super::NAME, disk.undone, disk.paused));
            let seats = driver.table.seats_of(hashes);
            assert_eq!(seats, disk.seats_of(hashes), "{} knows every key", known.name);
            if driver.cluster.as_ref().is_some_and(ClusterState::is_owner) {
                keepers.push((known.name.clone(), driver.cluster.as_ref().map(ClusterState::epoch)));
            }
            for (seat, shown) in (0u8..).zip(&described.seats) {
                let here = |person: &super::Person| disk.seats_of(&person.browser.hashes).contains(&seat);
                let here = self.people.iter().any(here);
                assert!(
                    shown.r#type != SeatKind::Human || shown.connected == Some(here),
                    "{}: seat {seat} is {here}, {:?}",
                    known.name,
                    self.describe_nodes()
                );
            }
        }
        assert_eq!(
            keepers,
            [(self.store.owner_node.clone().unwrap_or_default(), Some(self.store.epoch))],
            "one node owns the table"
        );
        for person in &self.people {
            let browser = &person.browser;
            assert_eq!(
                browser.known.len(),
                disk.answers.len(),
                "everybody receives every answer: {:?}",
                self.describe_nodes()
            );
            assert_eq!(browser.paused, disk.paused, "everybody knows of the pause, or of its end");
            for (known, stored) in browser.known.iter().zip(&disk.answers) {
                assert_eq!(known.seat, stored.seat);
                assert!(
                    known.answer == stored.word || self.hidden && known.answer == "draw:?",
                    "{known:?}, {stored:?}"
                );
            }
            let (seq, you, view) = browser.view.as_ref().expect("everybody was welcomed");
            let viewer = if finished { Viewer::ALL } else { Viewer::of(you.iter().copied()) };
            let shown = text(&self.truth.view_for(viewer));
            assert!(*seq == disk.answers.len() && (*view == shown || self.hidden && finished), "the newest view");
        }
        if disk.record.as_ref().is_some_and(|record| record.phase == Phase::Playing) && !finished && !disk.paused {
            let Actor::Seat(seat) = self.truth.actor() else { panic!("a seat must answer, not chance") };
            let who = &disk.seats[usize::from(seat)];
            assert!(
                matches!(who, SeatOccupant::Human { .. }),
                "a computer player is stuck: {:?}",
                self.describe_nodes()
            );
        }
    }
}
