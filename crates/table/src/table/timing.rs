//! Clocks that run and fall, and who is away since when.

use games::Game;

use super::{FIRST_TIMED, Table, standing};
use crate::clocks::ClockState;
use crate::command::{Effect, Write};
use crate::info::ClocksInfo;
use crate::moment::Moment;
use crate::occupant::SeatOccupant;
use crate::questions::Questions;
use crate::record::{LogEntry, Logged, Loss, Phase, Standing};
use crate::refusal::Refusal;
use crate::replaying::Course;
use crate::step::{Step, seat_to_answer};
use crate::terms::{Clock, Fall};

impl Table {
    /// When the clock that runs falls, if nobody answers before. While the storage fails none does.
    pub fn falls_at(&self) -> Option<Moment> {
        let clocks = self.clocks.as_ref().filter(|_| self.phase == Phase::Playing && self.rests_until.is_none())?;
        clocks.falls_at()
    }

    /// A moment has come. It is an earlier one where the driver had counted time that does not count. Clocks that were begun elsewhere
    /// never counted by its moments.
    pub(super) fn comes_to(&mut self, at: Moment) {
        let own = at < self.now && self.followed.is_none();
        if let Some(clocks) = self.clocks.as_mut().filter(|_| own) {
            clocks.step_back(self.now, at);
        }
        self.now = at;
        self.note_away();
    }

    /// Keeps in mind since when people are away.
    pub(super) fn note_away(&mut self) {
        if self.phase != Phase::Playing {
            return;
        }
        let connected = self.connected();
        self.away.retain(|seat, _| !connected.contains(seat));
        for (seat, _) in (0u8..).zip(&self.seats).filter(|(seat, _)| !connected.contains(seat)) {
            self.away.entry(seat).or_insert(self.now);
        }
    }

    /// How long somebody has been away, in milliseconds.
    pub(super) fn away_for(&self, seat: u8) -> Option<u64> {
        Some(self.now.since(*self.away.get(&seat)?))
    }

    /// The clocks at this moment, as they are told.
    pub(super) fn clocks_now(&self) -> Option<ClocksInfo> {
        let clocks = self.clocks.as_ref()?;
        let person = |occupant: &SeatOccupant| !matches!(occupant, SeatOccupant::Bot { .. });
        let left = (0u8..).zip(&self.seats).map(|(seat, who)| person(who).then(|| clocks.left_at(seat, self.now)));
        Some(ClocksInfo { left: left.collect(), running: clocks.running.map(|running| running.seat) })
    }

    /// What is given back of the lag of an answer that comes now, which is taken from the seat's budget.
    pub(super) fn spend_lag(&mut self, seat: u8, lag: u64) -> u64 {
        let Some(clocks) = &self.clocks else { return 0 };
        let allowed = self.lag_budget.allowed(seat, lag);
        // Of an answer that came at once, no more is given back than it took.
        self.lag_budget.spend(seat, allowed.min(clocks.running_for(seat, self.now)));
        allowed
    }

    /// Whether an answer of a seat that comes now was given too late.
    pub(super) fn is_late(&self, seat: u8, lag: u64) -> bool {
        self.clocks.as_ref().is_some_and(|clocks| clocks.is_late(seat, self.now, lag))
    }

    /// The seat whose clock has fallen.
    pub(super) fn fallen(&self) -> Option<u8> {
        self.falls_at().filter(|&at| at <= self.now)?;
        Some(self.clocks.as_ref()?.running?.seat)
    }

    /// The clocks after answers that come now and were so long on their way.
    pub(super) fn clocks_after(&self, steps: &[Step], lag: u64) -> Option<ClockState> {
        let (clock, mut clocks) = (self.terms.clock?, self.clocks.clone()?);
        let (before, after) = (&self.game, &steps.last()?.game);
        clocks.stop(self.now, lag);
        let ended = after.turn() != before.turn() && before.turn() >= FIRST_TIMED;
        if let Some(seat) = before.active().filter(|_| ended) {
            clocks.set(seat, |left| left + clock.increment());
        }
        let drawn = steps.iter().any(|step| step.stored.seat.is_none());
        let anew = drawn || seat_to_answer(after) != seat_to_answer(before);
        ask(&mut clocks, clock, (after, &self.seats, &self.asked), self.now, anew);
        Some(clocks)
    }

    /// The clocks after an entry that is no answer, and the course that it leads to.
    fn clocks_after_entry(&self, entry: &LogEntry, course: &Course) -> Option<ClockState> {
        let (clock, mut clocks) = (self.terms.clock?, self.clocks.clone()?);
        clocks.stop(self.now, 0);
        if course.end.is_some() {
            return Some(clocks);
        }
        let asked = seat_to_answer(&course.game);
        let (before, after) = (self.game.turn(), course.game.turn());
        if matches!(entry.what, Logged::Undo { .. }) && (FIRST_TIMED..before).contains(&after) {
            // The turn has no longer ended, so its increment is gone.
            if let Some(seat) = course.game.active() {
                clocks.set(seat, |left| left.saturating_sub(clock.increment()));
            }
        }
        let anew = matches!(entry.what, Logged::TakenOver { seat, .. } if asked == Some(seat));
        ask(&mut clocks, clock, (&course.game, &course.seats, &course.asked), self.now, anew);
        Some(clocks)
    }

    /// Takes clocks over that are on the disk. Whoever is asked hears of it now.
    pub(super) fn set_clocks(&mut self, clocks: Option<ClockState>) {
        self.clocks = clocks;
        if let Some(clocks) = &mut self.clocks {
            clocks.begin_at(self.now);
        }
    }

    /// After a failure of the storage: the time that it took is not counted. Where what the table wrote then is on the disk all the same,
    /// whoever is asked hears of it now; where it is `new` and of another node, time went on there.
    pub(super) fn clocks_settle(&mut self, new: bool) {
        // Whoever follows shows the clocks as they are written.
        let (Some(clocks), Some(doubt), None) = (&mut self.clocks, &self.doubtful, &self.followed) else { return };
        if doubt.wrote.as_ref() == Some(clocks) {
            clocks.begin_at(self.now);
        } else if doubt.taken || !new {
            clocks.stand_still(self.now.since(doubt.since), self.now);
        }
    }

    /// The time of a seat is used up.
    pub(super) fn time_falls(&mut self, seat: u8, out: &mut Vec<Effect>) {
        let entered = match self.terms.fall {
            Fall::Computer => self.enter(Logged::TakenOver { seat, by: SeatOccupant::STAND_IN }, false, out),
            Fall::Loses => self.loses(seat, Loss::Time, false, out),
        };
        if let Err(refusal) = entered {
            self.rest(self.now);
            out.push(Effect::Report(refusal));
        }
    }

    /// Whether all the time that a seat had for the game is used up.
    pub(super) fn has_no_time(&self, seat: u8) -> bool {
        let left = self.clocks.as_ref().map(|clocks| clocks.left_at(seat, self.now));
        matches!(self.terms.clock, Some(Clock::Game { .. })) && left == Some(0)
    }

    /// Has an entry written down that is no answer. Nobody takes an answer or a seat back to a question for which they have no time left.
    pub(super) fn enter(&mut self, what: Logged, by_person: bool, out: &mut Vec<Effect>) -> Result<(), Refusal> {
        let entry = LogEntry { number: self.entries, what };
        let mut course = self.course();
        course.take(&entry).map_err(|why| Refusal::Damaged(why.to_string()))?;
        let clocks = self.clocks_after_entry(&entry, &course);
        let returning = match &entry.what {
            Logged::Undo { .. } => seat_to_answer(&course.game),
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
        let standing = if course.end.is_some() { over } else { standing(&course.game) };
        let result = course.end.and_then(|end| self.result_of(&course.game, Some(end))).map(Box::new);
        let (entries, rated) = (vec![entry.clone()], self.rated_position(&course.game, standing));
        out.push(Effect::Write(Write::Append { entries, standing, clocks: clocks.clone(), rated, result }));
        self.awaited = Some(super::Awaited::Enter { entry, by_person, clocks });
        Ok(())
    }
}

/// Starts the clock of the person who is asked in a position. Asked `anew`, they have their whole time again, but not for a question that
/// is `known`.
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
    if anew && clock.begins_anew() && !again {
        clocks.set(seat, |_| clock.full());
    }
    if game.turn() >= FIRST_TIMED || again {
        clocks.start(seat, now);
    }
}
