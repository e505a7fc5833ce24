//! Time, and what must hold of it: no clock is wrong by more than the way of a message and what is lost with a process that is killed.

use games::Game;
use table::{Clock, ClockState, LAG, LogEntry, Logged, Loss, PlayerAction, Running, SeatOccupant};

use super::World;

/// What the world knows of the time that clocks should have counted.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Watch {
    /// How long a process has lived so far, in milliseconds.
    pub lived: u64,
    /// Then the clocks were last written.
    written: u64,
    /// The first failure of the storage since then.
    failed: Option<u64>,
    /// Processes that were killed since then.
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
    /// Time passes. While no process lives, it passes for nobody.
    pub(super) fn pass(&mut self, millis: u64) {
        if self.process.is_some() {
            self.now += millis;
            self.watch.lived += millis;
        }
    }

    /// What a new process takes for the time after the last one was killed: what had been written down of it.
    pub(super) fn forget_time(&mut self) {
        self.watch.kill();
        let clocks = self.disk.record.as_ref().and_then(|record| record.clocks.as_ref());
        let known = clocks.and_then(|clocks| clocks.running).map_or(0, |running| running.since.0);
        self.now = known.max(self.now / LAG * LAG);
    }

    /// Compares the clocks that were just written with those before.
    pub(super) fn check_clocks(&mut self, before: Option<ClockState>, entries: &[LogEntry], game: &Game) {
        let record = self.disk.record.as_ref().expect("it was written");
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
            assert_eq!(self.truth.actor(), games::Actor::Seat(seat), "the clock of whoever is asked runs");
        }
        for (seat, (old, new)) in (0u8..).zip(before.left.iter().zip(&after.left)) {
            let gains = matches!(clock, Clock::Game { increment: 1.., .. }) || clock.begins_anew();
            let runs = before.running.is_some_and(|running| running.seat == seat);
            assert!(runs || gains || old == new, "the clock of seat {seat} has changed without running");
        }
        let Some(Running { seat, .. }) = before.running else { return };
        let (old, new) = (before.left[usize::from(seat)], after.left[usize::from(seat)]);
        let passed = watch.lived - watch.written;
        let fell = entries.iter().any(|entry| match entry.what {
            Logged::TimeFell { .. } | Logged::Out { loss: Loss::Time, .. } => true,
            Logged::TakenOver { .. } => {
                !matches!(self.act, Some(PlayerAction::Replace { .. } | PlayerAction::Return { .. }))
            }
            _ => false,
        });
        if fell {
            self.counts.falls += 1;
            assert!(passed >= old && new == 0, "time is used up when it has passed: {passed} of {old}, {new} left");
            return;
        }
        let undone = entries.iter().any(|entry| matches!(entry.what, Logged::Undo { .. }));
        let gains = after.left.iter().zip(&before.left).any(|(new, old)| new > old);
        assert!(!undone || !gains, "answers that are taken back grant time: {before:?}, {after:?}");
        if clock.begins_anew() && after.running.is_some_and(|running| running.seat == seat) {
            return;
        }
        // In the first turn, which brings no increment, a clock runs once answers were taken back.
        let ended = self.truth.turn() > game.turn() && game.turn() > 1 && game.active() == Some(seat);
        let gained = if ended && !undone { clock.increment() } else { 0 };
        let counted = (old + gained).saturating_sub(new);
        assert!(undone || counted <= passed.min(old), "{counted} ms were counted of {passed} that have passed");
        let sure = watch.failed.unwrap_or(watch.lived).saturating_sub(watch.written + LAG + LAG * watch.kills);
        assert!(undone || counted >= sure.min(old), "{counted} ms were counted, and {passed} have passed: {watch:?}");
        self.counts.timed += 1;
    }
}
