//! Clocks: how much time each seat has left.

use serde::{Deserialize, Serialize};

use crate::moment::Moment;
use crate::terms::Clock;

/// Network allowance in milliseconds. Lag up to this limit is not counted as thinking time, and an expired clock waits this long for an
/// answer that was given in time. After the driver is killed, its moments may be off by up to the same amount.
pub const MAX_LAG_MS: u64 = 1000;

/// A table's clocks, as stored with every answer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ClockState {
    /// Time left for each seat at the last update, in milliseconds.
    pub left: Vec<u64>,
    /// The running clock.
    pub running: Option<Running>,
}

/// A clock that is running.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Running {
    /// Seat whose clock is running.
    pub seat: u8,
    /// Moment at which the clock started.
    pub since: Moment,
}

impl ClockState {
    /// Returns full clocks, with none running.
    pub fn full(clock: Clock, seats: usize) -> ClockState {
        ClockState { left: vec![clock.full(); seats], running: None }
    }

    /// Returns how much time a seat has left at a moment, in milliseconds.
    pub fn left_at(&self, seat: u8, at: Moment) -> u64 {
        let left = self.left.get(usize::from(seat)).copied().unwrap_or(0);
        match self.running {
            Some(running) if running.seat == seat => left.saturating_sub(at.since(running.since)),
            _ => left,
        }
    }

    /// Returns how long a seat's clock has been running at a moment, in milliseconds.
    pub fn running_for(&self, seat: u8, at: Moment) -> u64 {
        self.running.filter(|running| running.seat == seat).map_or(0, |running| at.since(running.since))
    }

    /// Returns when the running clock expires, including the network allowance.
    pub fn expires_at(&self) -> Option<Moment> {
        let Running { seat, since } = self.running?;
        Some(since.after(*self.left.get(usize::from(seat))?).after(MAX_LAG_MS))
    }

    /// Reports whether a seat's answer that arrived at `at`, after this lag, was given too late.
    pub fn is_late(&self, seat: u8, at: Moment, lag: u64) -> bool {
        let Some(running) = self.running.filter(|running| running.seat == seat) else { return false };
        let left = self.left.get(usize::from(seat)).copied().unwrap_or(0);
        at.since(running.since).saturating_sub(lag.min(MAX_LAG_MS)) > left
    }

    /// Stops the running clock; the lag does not count as used time.
    pub(crate) fn stop(&mut self, at: Moment, lag: u64) {
        let Some(Running { seat, since }) = self.running.take() else { return };
        if let Some(left) = self.left.get_mut(usize::from(seat)) {
            *left = left.saturating_sub(at.since(since).saturating_sub(lag.min(MAX_LAG_MS)));
        }
    }

    /// Starts a seat's clock.
    pub(crate) fn start(&mut self, seat: u8, since: Moment) {
        self.running = Some(Running { seat, since });
    }

    /// Restarts the running clock at `at`, because its player has only now received the question.
    pub(crate) fn restart_at(&mut self, at: Moment) {
        if let Some(running) = &mut self.running {
            running.since = at;
        }
    }

    /// Excludes the given number of past milliseconds from the running clock.
    pub(crate) fn exclude(&mut self, millis: u64, now: Moment) {
        if let Some(running) = &mut self.running {
            running.since = running.since.max(running.since.after(millis).min(now));
        }
    }

    /// Adjusts the running clock after moments have stepped back from `before` to `now`. The time counted so far stays counted.
    pub(crate) fn rewind(&mut self, before: Moment, now: Moment) {
        if let Some(running) = self.running.as_mut().filter(|running| running.since > now) {
            running.since = Moment(now.0.saturating_sub(before.since(running.since)));
        }
    }

    /// Changes the time that a seat has left.
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
    fn lag_is_not_counted_up_to_a_cap() {
        let mut clocks = ClockState::full(Clock::Turn { seconds: 10 }, 2);
        clocks.start(1, Moment(500));
        assert_eq!((clocks.left_at(1, Moment(1500)), clocks.left_at(0, Moment(1500))), (9000, 10_000));
        assert_eq!(clocks.expires_at(), Some(Moment(500 + 10_000 + MAX_LAG_MS)));
        assert!(clocks.is_late(1, Moment(10_501), 0) && !clocks.is_late(1, Moment(10_800), 300));
        assert!(clocks.is_late(1, Moment(11_600), 60_000) && !clocks.is_late(0, Moment(11_600), 0));
        clocks.stop(Moment(4500), 60_000);
        assert_eq!((clocks.left, clocks.running), (vec![10_000, 10_000 - 4000 + MAX_LAG_MS], None));
    }
}
