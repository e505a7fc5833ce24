//! How much time each seat has left.

use serde::{Deserialize, Serialize};

use crate::moment::Moment;
use crate::terms::Clock;

/// What the way of a message may take, in milliseconds: so much of it is not counted as thought, and so long after its end a clock waits
/// for an answer that was given in time. The driver's moments may be wrong by as much after it was killed.
pub const LAG: u64 = 1000;

/// The clocks of a table, as they are stored with every answer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ClockState {
    /// What each seat had left, in milliseconds, when it was last counted.
    pub left: Vec<u64>,
    /// The clock that runs.
    pub running: Option<Running>,
}

/// A clock that runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Running {
    /// Whose.
    pub seat: u8,
    /// From when on.
    pub since: Moment,
}

impl ClockState {
    /// Full clocks, none of which runs.
    pub fn full(clock: Clock, seats: usize) -> ClockState {
        ClockState { left: vec![clock.full(); seats], running: None }
    }

    /// What a seat has left at a moment, in milliseconds.
    pub fn left_at(&self, seat: u8, at: Moment) -> u64 {
        let left = self.left.get(usize::from(seat)).copied().unwrap_or(0);
        match self.running {
            Some(running) if running.seat == seat => left.saturating_sub(at.since(running.since)),
            _ => left,
        }
    }

    /// How long the clock of a seat has run at a moment, in milliseconds.
    pub fn running_for(&self, seat: u8, at: Moment) -> u64 {
        self.running.filter(|running| running.seat == seat).map_or(0, |running| at.since(running.since))
    }

    /// When the running clock has fallen, the way of the last answer included.
    pub fn falls_at(&self) -> Option<Moment> {
        let Running { seat, since } = self.running?;
        Some(since.after(*self.left.get(usize::from(seat))?).after(LAG))
    }

    /// Whether an answer of a seat that comes now, and was so long on its way, was given too late.
    pub fn is_late(&self, seat: u8, at: Moment, lag: u64) -> bool {
        let Some(running) = self.running.filter(|running| running.seat == seat) else { return false };
        let left = self.left.get(usize::from(seat)).copied().unwrap_or(0);
        at.since(running.since).saturating_sub(lag.min(LAG)) > left
    }

    /// Stops the clock that runs; of the time that has passed, the way of a message is not counted.
    pub(crate) fn stop(&mut self, at: Moment, lag: u64) {
        let Some(Running { seat, since }) = self.running.take() else { return };
        if let Some(left) = self.left.get_mut(usize::from(seat)) {
            *left = left.saturating_sub(at.since(since).saturating_sub(lag.min(LAG)));
        }
    }

    /// Has the clock of a seat run from now on.
    pub(crate) fn start(&mut self, seat: u8, since: Moment) {
        self.running = Some(Running { seat, since });
    }

    /// Has the clock that runs begin now, for whoever is asked hears of it only now.
    pub(crate) fn begin_at(&mut self, at: Moment) {
        if let Some(running) = &mut self.running {
            running.since = at;
        }
    }

    /// Does not count so many milliseconds that have passed now.
    pub(crate) fn stand_still(&mut self, millis: u64, now: Moment) {
        if let Some(running) = &mut self.running {
            running.since = running.since.max(running.since.after(millis).min(now));
        }
    }

    /// The moment before was too late a one. What a clock that began at such a moment has counted stays.
    pub(crate) fn step_back(&mut self, before: Moment, now: Moment) {
        if let Some(running) = self.running.as_mut().filter(|running| running.since > now) {
            running.since = Moment(now.0.saturating_sub(before.since(running.since)));
        }
    }

    /// Changes what a seat has left.
    pub(crate) fn set(&mut self, seat: u8, change: impl FnOnce(u64) -> u64) {
        if let Some(left) = self.left.get_mut(usize::from(seat)) {
            *left = change(*left);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_way_of_a_message_is_not_counted_up_to_a_cap() {
        let mut clocks = ClockState::full(Clock::Turn { seconds: 10 }, 2);
        clocks.start(1, Moment(500));
        assert_eq!((clocks.left_at(1, Moment(1500)), clocks.left_at(0, Moment(1500))), (9000, 10_000));
        assert_eq!(clocks.falls_at(), Some(Moment(500 + 10_000 + LAG)));
        assert!(clocks.is_late(1, Moment(10_501), 0) && !clocks.is_late(1, Moment(10_800), 300));
        assert!(clocks.is_late(1, Moment(11_600), 60_000) && !clocks.is_late(0, Moment(11_600), 0));
        clocks.stop(Moment(4500), 60_000);
        assert_eq!((clocks.left, clocks.running), (vec![10_000, 10_000 - 4000 + LAG], None));
    }
}
