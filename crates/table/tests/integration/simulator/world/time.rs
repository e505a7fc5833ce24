//! Invariants of time: a clock's error is at most the lag plus what is lost when a process is killed.

use games::Game;
use table::{Clock, ClockState, LogEntry, Logged, Loss, MAX_LAG_MS, PlayerAction, Running, SeatOccupant};

use super::World;

/// Data for computing the time that clocks should have counted.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Watch {
    /// Total process uptime so far, in milliseconds.
    pub lived: u64,
    /// Uptime when the clocks were last written.
    written: u64,
    /// Uptime at the first storage failure since the clocks were written.
    failed: Option<u64>,
    /// Number of kills since the clocks were written.
    kills: u64,
}

impl Watch {
    pub fn failure(&mut self) {
        self.failed = self.failed.or(Some(self.lived));
    }

    pub fn kill(&mut self) {
        self.kills += 1;
    }

    fn note(&mut self) {
        *self = Watch { lived: self.lived, written: self.lived, failed: None, kills: 0 };
    }
}

impl World {
    /// Lets time pass. Moments don't advance while no process is running.
    pub(super) fn pass(&mut self, millis: u64) {
        if self.process.is_some() {
            self.now += millis;
            self.watch.lived += millis;
        }
    }

    /// Resets the time to what is stored, as a new process does after a kill.
    pub(super) fn forget_time(&mut self) {
        self.watch.kill();
        let clocks = self.disk.record.as_ref().and_then(|record| record.clocks.as_ref());
        let known = clocks.and_then(|clocks| clocks.running).map_or(0, |running| running.since.0);
        self.now = known.max(self.now / MAX_LAG_MS * MAX_LAG_MS);
    }

    /// Compares the newly written clocks with the previous ones.
    pub(super) fn check_clocks(&mut self, before: Option<ClockState>, entries: &[LogEntry], game: &Game) {
        let record = self.disk.record.as_ref().expect("the table was written");
        let (Some(clock), Some(before), Some(after)) = (record.terms.clock, before, record.clocks.clone()) else {
            return;
        };
        let watch = self.watch;
        self.watch.note();
        if let Some(Running { seat, .. }) = after.running {
            assert!(
                matches!(self.disk.seats[usize::from(seat)], SeatOccupant::Human { .. }),
                "only people have clocks"
            );
            assert_eq!(self.truth.actor(), games::Actor::Seat(seat), "the clock of the seat to answer runs");
        }
        for (seat, (old, new)) in (0u8..).zip(before.left.iter().zip(&after.left)) {
            let gains = matches!(clock, Clock::Game { increment: 1.., .. }) || clock.resets_for_each_question();
            let runs = before.running.is_some_and(|running| running.seat == seat);
            assert!(runs || gains || old == new, "the clock of seat {seat} has changed without running");
        }
        let Some(Running { seat, .. }) = before.running else { return };
        let (old, new) = (before.left[usize::from(seat)], after.left[usize::from(seat)]);
        let passed = watch.lived - watch.written;
        let fell = entries.iter().any(|entry| match entry.what {
            Logged::TimedOut { .. } | Logged::Out { loss: Loss::Time, .. } => true,
            Logged::TakenOver { .. } => {
                !matches!(self.act, Some(PlayerAction::Replace { .. } | PlayerAction::Return { .. }))
            }
            _ => false,
        });
        if fell {
            self.counts.falls += 1;
            assert!(passed >= old && new == 0, "time runs out only when it has passed: {passed} of {old}, {new} left");
            return;
        }
        let undone = entries.iter().any(|entry| matches!(entry.what, Logged::Undo { .. }));
        let gains = after.left.iter().zip(&before.left).any(|(new, old)| new > old);
        assert!(!undone || !gains, "an undo grants time: {before:?}, {after:?}");
        if clock.resets_for_each_question() && after.running.is_some_and(|running| running.seat == seat) {
            return;
        }
        // A clock runs in the first turn only after an undo; that turn does not add an increment.
        let ended = self.truth.turn() > game.turn() && game.turn() > 1 && game.active_seat() == Some(seat);
        let gained = if ended && !undone { clock.increment() } else { 0 };
        let counted = (old + gained).saturating_sub(new);
        assert!(undone || counted <= passed.min(old), "{counted} ms were counted of {passed} that have passed");
        let sure =
            watch.failed.unwrap_or(watch.lived).saturating_sub(watch.written + MAX_LAG_MS + MAX_LAG_MS * watch.kills);
        assert!(undone || counted >= sure.min(old), "{counted} ms were counted, and {passed} have passed: {watch:?}");
        self.counts.timed += 1;
    }
}
