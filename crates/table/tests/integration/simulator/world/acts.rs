//! Player actions other than answers, and their invariants.

use games::Actor;
use table::{Command, Logged, OfferKind, PlayerAction, SeatOccupant};

use super::{Sender, World};

impl World {
    /// Makes a browser send an action other than an answer, usually one that is allowed.
    pub(super) fn act(&mut self, browser: usize) {
        let Some(client) = self.browsers[browser].connection.as_ref().map(|connection| connection.id) else { return };
        let own = self.own_seats(browser);
        let any = self.numbers.below(self.disk.seats.len()) as u8;
        let seat = if own.is_empty() || self.numbers.chance(10) { any } else { *self.numbers.pick(&own) };
        let offered = self.browsers[browser].offer.filter(|_| self.numbers.chance(90));
        let kind = offered.unwrap_or_else(|| *self.numbers.pick(&[OfferKind::Undo, OfferKind::End, OfferKind::Pause]));
        let act = match self.numbers.below(30) {
            _ if self.disk.paused && self.numbers.chance(30) => PlayerAction::Resume { seat },
            24 => PlayerAction::End { seat },
            25..=28 => PlayerAction::Pause { seat },
            29 => PlayerAction::Resume { seat },
            0 => PlayerAction::Resign { seat },
            1 => PlayerAction::Abort,
            2..=6 => PlayerAction::Replace { seat: any },
            7..=10 => PlayerAction::Return { seat },
            11..=16 => PlayerAction::Consent { agree: self.numbers.chance(80), kind },
            _ => PlayerAction::Undo { seat },
        };
        let times = 1 + usize::from(self.numbers.chance(self.faults.twice));
        let Some(connection) = &mut self.browsers[browser].connection else { return };
        connection.up.extend(std::iter::repeat_n(Command::Act { client, act }, times));
    }

    fn is_person(&self, seat: u8) -> bool {
        matches!(self.disk.seats.get(usize::from(seat)), Some(SeatOccupant::Human { .. }))
    }

    /// Reports whether a browser may perform this action.
    pub(super) fn may_act(&self, browser: usize, act: PlayerAction) -> bool {
        let own = self.own_seats(browser);
        match act {
            PlayerAction::Undo { seat }
            | PlayerAction::End { seat }
            | PlayerAction::Pause { seat }
            | PlayerAction::Resume { seat }
            | PlayerAction::Resign { seat }
            | PlayerAction::Return { seat } => own.contains(&seat),
            PlayerAction::Consent { .. } | PlayerAction::Abort | PlayerAction::Replace { .. } => !own.is_empty(),
        }
    }

    /// Checks that an acknowledged action is on disk.
    pub(super) fn check_act(&self, act: PlayerAction) {
        let last = self.disk.log.iter().rev().find(|entry| !matches!(entry.what, Logged::Answer { .. }));
        let last = last.map(|entry| &entry.what);
        let holds = match act {
            PlayerAction::Resign { .. } => self.disk.ended() || matches!(last, Some(Logged::Out { .. })),
            PlayerAction::Abort => matches!(last, Some(Logged::Aborted { .. })),
            PlayerAction::Replace { seat } => matches!(last, Some(Logged::TakenOver { seat: of, .. }) if *of == seat),
            PlayerAction::Return { seat } => self.is_person(seat),
            // Offers exist only in memory.
            PlayerAction::Undo { .. }
            | PlayerAction::End { .. }
            | PlayerAction::Pause { .. }
            | PlayerAction::Consent { .. } => true,
            PlayerAction::Resume { .. } => !self.disk.paused,
        };
        assert!(holds, "{act:?} was acknowledged: {last:?}");
    }

    /// Applies a written entry to the world's state.
    pub(super) fn follow(&mut self, what: &Logged) {
        match what {
            Logged::Answer { seat, word } => {
                let asked = match self.truth.actor() {
                    Actor::Seat(asked) => Some(asked),
                    Actor::Chance | Actor::Nobody => None,
                };
                assert_eq!(*seat, asked, "the seat that answered is the seat to answer");
                let answer = self.truth.answer(word).unwrap();
                self.truth.apply_raw(answer).unwrap();
            }
            Logged::Undo { to } => {
                let taken_back = self.truth.seq() - to;
                let mut game = self.prepared.game.clone();
                for given in &self.disk.answers {
                    let answer = game.answer(&given.word).unwrap();
                    game.apply_raw(answer).unwrap();
                }
                let Actor::Seat(seat) = game.actor() else { panic!("a seat must answer again") };
                assert!(taken_back > 0 && self.is_person(seat));
                self.check_taken_back(seat, *to);
                self.truth = game;
            }
            _ => {}
        }
    }

    /// Checks that an undo covers only the answers of one person and of computer players.
    fn check_taken_back(&self, seat: u8, to: usize) {
        let mut game = self.prepared.game.clone();
        for (number, &answer) in self.truth.answers().iter().enumerate() {
            if let (Actor::Seat(other), true) = (game.actor(), number >= to) {
                assert!(other == seat || !self.is_person(other), "an answer of seat {other} was undone for {seat}");
            }
            game.apply_raw(answer).unwrap();
        }
    }

    /// Marks a client as needing a new welcome; until it gets one, it receives nothing.
    pub(super) fn welcome_again(&mut self, browser: usize) {
        let Some(connection) = &mut self.browsers[browser].connection else { return };
        connection.welcomed = None;
        self.resuming.push((browser, connection.id));
    }

    /// Sends marked clients a new welcome; returns whether there were any.
    pub(super) fn resume(&mut self) -> bool {
        let resuming = std::mem::take(&mut self.resuming);
        for &(browser, client) in &resuming {
            let since = Some(self.truth.seq());
            self.command(&Sender::Socket(browser, client), Command::Resume { client, since });
        }
        !resuming.is_empty()
    }
}
