//! Runs and expires clocks, and tracks players' absences.

use games::Game;

use super::{FIRST_TIMED_TURN, Table, standing};
use crate::clocks::ClockState;
use crate::command::{Effect, Write};
use crate::info::ClocksInfo;
use crate::moment::Moment;
use crate::occupant::SeatOccupant;
use crate::questions::Questions;
use crate::record::{LogEntry, Logged, Loss, Phase, Standing};
use crate::refusal::Refusal;
use crate::replaying::ReplayState;
use crate::step::{Step, seat_to_answer};
use crate::terms::{Clock, TimeoutPolicy};

impl Table {
    /// Returns when the running clock expires unless an answer comes first; `None` while storage is failing.
    pub fn expires_at(&self) -> Option<Moment> {
        let runs = self.phase == Phase::Playing && !self.paused && self.retry_at.is_none();
        let clocks = self.clocks.as_ref().filter(|_| runs)?;
        clocks.expires_at()
    }

    /// Advances the table to a moment. The moment may be earlier than the previous one if the driver had counted time that must not be
    /// charged; the running clock is then adjusted, except on a follower, whose clocks were started by the owner node.
    pub(super) fn advance_to(&mut self, at: Moment) {
        let own = at < self.now && self.followed.is_none();
        if let Some(clocks) = self.clocks.as_mut().filter(|_| own) {
            clocks.rewind(self.now, at);
        }
        self.now = at;
        self.track_absences();
    }

    /// Records when people leave.
    pub(super) fn track_absences(&mut self) {
        if self.phase != Phase::Playing {
            return;
        }
        let connected = self.connected();
        self.away.retain(|seat, _| !connected.contains(seat));
        for (seat, _) in (0u8..).zip(&self.seats).filter(|(seat, _)| !connected.contains(seat)) {
            self.away.entry(seat).or_insert(self.now);
        }
    }

    /// Returns how long a player has been away, in milliseconds.
    pub(super) fn away_for(&self, seat: u8) -> Option<u64> {
        Some(self.now.since(*self.away.get(&seat)?))
    }

    /// Returns the current clocks as clients see them.
    pub(super) fn clocks_now(&self) -> Option<ClocksInfo> {
        let clocks = self.clocks.as_ref()?;
        let person = |occupant: &SeatOccupant| !matches!(occupant, SeatOccupant::Bot { .. });
        let left = (0u8..).zip(&self.seats).map(|(seat, who)| person(who).then(|| clocks.left_at(seat, self.now)));
        // Clocks that were loaded together with a later entry may run already.
        let running = clocks.running.filter(|_| !self.paused).map(|running| running.seat);
        Some(ClocksInfo { left: left.collect(), running })
    }

    /// Returns the lag compensation for an answer that arrives now, and deducts it from the seat's budget.
    pub(super) fn spend_lag(&mut self, seat: u8, lag: u64) -> u64 {
        let Some(clocks) = &self.clocks else { return 0 };
        let allowed = self.lag_budget.allowed(seat, lag);
        // Lag compensation never exceeds the time that the answer took.
        self.lag_budget.spend(seat, allowed.min(clocks.running_for(seat, self.now)));
        allowed
    }

    /// Reports whether an answer that arrives now from this seat was given too late.
    pub(super) fn is_late(&self, seat: u8, lag: u64) -> bool {
        self.clocks.as_ref().is_some_and(|clocks| clocks.is_late(seat, self.now, lag))
    }

    /// Returns the seat whose clock has expired.
    pub(super) fn expired_seat(&self) -> Option<u8> {
        self.expires_at().filter(|&at| at <= self.now)?;
        Some(self.clocks.as_ref()?.running?.seat)
    }

    /// Returns the clocks after answers that arrive now with this lag.
    pub(super) fn clocks_after(&self, steps: &[Step], lag: u64) -> Option<ClockState> {
        let (clock, mut clocks) = (self.terms.clock?, self.clocks.clone()?);
        let (before, after) = (&self.game, &steps.last()?.game);
        clocks.stop(self.now, lag);
        let ended = after.turn() != before.turn() && before.turn() >= FIRST_TIMED_TURN;
        if let Some(seat) = before.active_seat().filter(|_| ended) {
            clocks.set(seat, |left| left + clock.increment());
        }
        let drawn = steps.iter().any(|step| step.stored.seat.is_none());
        let anew = drawn || seat_to_answer(after) != seat_to_answer(before);
        ask(&mut clocks, clock, (after, &self.seats, &self.asked), self.now, anew);
        Some(clocks)
    }

    /// Returns the clocks after an entry other than an answer, given the state that the entry leads to.
    fn clocks_after_entry(&self, entry: &LogEntry, replay_state: &ReplayState) -> Option<ClockState> {
        let (clock, mut clocks) = (self.terms.clock?, self.clocks.clone()?);
        clocks.stop(self.now, 0);
        if replay_state.end.is_some() || replay_state.paused {
            return Some(clocks);
        }
        let asked = seat_to_answer(&replay_state.game);
        let (before, after) = (self.game.turn(), replay_state.game.turn());
        if matches!(entry.what, Logged::Undo { .. }) && (FIRST_TIMED_TURN..before).contains(&after) {
            // The undone turn is no longer complete, so its increment is taken back.
            if let Some(seat) = replay_state.game.active_seat() {
                clocks.set(seat, |left| left.saturating_sub(clock.increment()));
            }
        }
        let anew = matches!(entry.what, Logged::TakenOver { seat, .. } if asked == Some(seat));
        ask(&mut clocks, clock, (&replay_state.game, &replay_state.seats, &replay_state.asked), self.now, anew);
        Some(clocks)
    }

    /// Applies clocks that have been written to disk. The running clock restarts now, since its player receives the question only now.
    pub(super) fn set_clocks(&mut self, clocks: Option<ClockState>) {
        self.clocks = clocks;
        if let Some(clocks) = &mut self.clocks {
            clocks.restart_at(self.now);
        }
    }

    /// Corrects the clocks after a storage failure, whose duration is not charged. If this table's failed write did reach the disk, the
    /// running clock restarts now, since its player receives the question only now. If the clocks are `new` and from another node, they
    /// kept running there and are left unchanged.
    pub(super) fn settle_clocks(&mut self, new: bool) {
        // A follower shows the clocks exactly as they were written.
        let (Some(clocks), Some(reason), None) = (&mut self.clocks, &self.reload_reason, &self.followed) else {
            return;
        };
        if reason.wrote.as_ref() == Some(clocks) {
            clocks.restart_at(self.now);
        } else if reason.taken || !new {
            clocks.exclude(self.now.since(reason.since), self.now);
        }
    }

    /// Handles the expiry of a seat's clock.
    pub(super) fn expire_clock(&mut self, seat: u8, out: &mut Vec<Effect>) {
        let entered = match self.terms.on_timeout {
            TimeoutPolicy::Computer => {
                self.append_entry(Logged::TakenOver { seat, by: SeatOccupant::STAND_IN }, false, out)
            }
            TimeoutPolicy::Loses => self.end_for_seat(seat, Loss::Time, false, out),
        };
        if let Err(refusal) = entered {
            self.back_off(self.now);
            out.push(Effect::Report(refusal));
        }
    }

    /// Returns whether a seat has used up its time for the game.
    pub(super) fn is_out_of_time(&self, seat: u8) -> bool {
        let left = self.clocks.as_ref().map(|clocks| clocks.left_at(seat, self.now));
        matches!(self.terms.clock, Some(Clock::Game { .. })) && left == Some(0)
    }

    /// Writes an entry other than an answer. Rejects an undo, or a return to a seat, if the player would face a question with no time left.
    pub(super) fn append_entry(&mut self, what: Logged, by_person: bool, out: &mut Vec<Effect>) -> Result<(), Refusal> {
        let entry = LogEntry { number: self.entries, what };
        let mut replay_state = self.replay_state();
        replay_state.apply(&entry).map_err(|why| Refusal::Damaged(why.to_string()))?;
        let clocks = self.clocks_after_entry(&entry, &replay_state);
        let returning = match &entry.what {
            Logged::Undo { .. } => seat_to_answer(&replay_state.game),
            Logged::TakenOver { seat, by: SeatOccupant::Human { .. } } => Some(*seat),
            _ => None,
        };
        let out_of_time = |seat: &u8| {
            let running = clocks.as_ref().filter(|clocks| clocks.running.is_some_and(|running| running.seat == *seat));
            running.is_some_and(|clocks| clocks.left_at(*seat, self.now) == 0)
        };
        if let Some(seat) = returning.filter(out_of_time) {
            return Err(Refusal::TimeUp(seat));
        }
        let over = Standing { phase: Phase::Finished, turn: None };
        let standing = match standing(&replay_state.game) {
            _ if replay_state.end.is_some() => over,
            // No one has to act while the game is paused.
            standing if replay_state.paused => Standing { turn: None, ..standing },
            standing => standing,
        };
        let result = replay_state.end.and_then(|end| self.result_of(&replay_state.game, Some(end))).map(Box::new);
        let (entries, rated) = (vec![entry.clone()], self.rated_position(&replay_state.game, standing));
        out.push(Effect::Write(Write::Append { entries, standing, clocks: clocks.clone(), rated, result }));
        self.awaited = Some(super::Awaited::Enter { entry, by_person, clocks });
        Ok(())
    }
}

/// Starts the clock of the person who must answer. If the question is asked `anew`, the clock is reset to the full time, unless the
/// question is already `known`.
fn ask(
    clocks: &mut ClockState,
    clock: Clock,
    (game, seats, known): (&Game, &[SeatOccupant], &Questions),
    now: Moment,
    anew: bool,
) {
    let person = |&seat: &u8| matches!(seats.get(usize::from(seat)), Some(SeatOccupant::Human { .. }));
    let Some(seat) = seat_to_answer(game).filter(person) else { return };
    let again = known.include(seat, game);
    if anew && clock.resets_for_each_question() && !again {
        clocks.set(seat, |_| clock.full());
    }
    if game.turn() >= FIRST_TIMED_TURN || again {
        clocks.start(seat, now);
    }
}
