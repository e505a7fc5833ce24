//! Player actions other than answers: offers to undo, end or pause; resigning, aborting, and replacing absent players.

use std::collections::BTreeSet;

use super::{FIRST_TIMED_TURN, Table};
use crate::command::{ClientId, Effect, PlayerAction, Reply};
use crate::info::OfferInfo;
use crate::live_state::Offer;
use crate::occupant::{DELETED, SeatOccupant};
use crate::offer::OfferKind;
use crate::record::{Logged, Loss, Phase};
use crate::refusal::Refusal;
use crate::step::seat_to_answer;
use crate::terms::Clock;

impl Table {
    /// Executes a player's action.
    pub(super) fn act(&mut self, client: ClientId, act: PlayerAction, out: &mut Vec<Effect>) -> Result<(), Refusal> {
        match self.phase {
            Phase::Gathering => return Err(Refusal::NotStarted),
            Phase::Finished => return Err(Refusal::Over),
            Phase::Playing => {}
        }
        match act {
            PlayerAction::Undo { .. }
            | PlayerAction::Pause { .. }
            | PlayerAction::Replace { .. }
            | PlayerAction::Return { .. }
                if self.paused =>
            {
                Err(Refusal::Paused)
            }
            PlayerAction::Undo { seat } => {
                self.check_holds_seat(client, seat)?;
                self.check_is_playing(seat)?;
                self.offer_undo(client, seat, out)
            }
            PlayerAction::End { seat } => self.offer_break(client, seat, OfferKind::End, out),
            PlayerAction::Pause { seat } => self.offer_break(client, seat, OfferKind::Pause, out),
            PlayerAction::Resume { seat } => self.resume_game(client, seat, out),
            PlayerAction::Consent { agree, kind } => self.consent(client, agree, kind, out),
            PlayerAction::Resign { seat } => {
                self.check_holds_seat(client, seat)?;
                self.check_is_playing(seat)?;
                self.end_for_seat(seat, Loss::Resigned, true, out)
            }
            PlayerAction::Abort => {
                let seat = self.people_of(client).first().copied().ok_or(Refusal::NotPlaying)?;
                if self.game.turn() >= FIRST_TIMED_TURN {
                    return Err(Refusal::TooLateToAbort);
                }
                self.append_entry(Logged::Aborted { seat }, true, out)
            }
            PlayerAction::Replace { seat } => self.replace(client, seat, out),
            PlayerAction::Return { seat } => self.return_to_seat(client, seat, out),
        }
    }

    fn check_holds_seat(&self, client: ClientId, seat: u8) -> Result<(), Refusal> {
        if self.is_held_by(client, seat) { Ok(()) } else { Err(Refusal::NotHeld(seat)) }
    }

    /// Rejects a seat played by a computer player.
    pub(super) fn check_is_playing(&self, seat: u8) -> Result<(), Refusal> {
        match self.seats.get(usize::from(seat)) {
            Some(SeatOccupant::Bot { .. }) if self.is_out(seat) => Err(Refusal::IsOut(seat)),
            Some(SeatOccupant::Bot { .. }) => Err(Refusal::StoodIn(seat)),
            _ => Ok(()),
        }
    }

    fn is_person(&self, seat: u8) -> bool {
        matches!(self.seats.get(usize::from(seat)), Some(SeatOccupant::Human { .. }))
    }

    pub(super) fn is_out(&self, seat: u8) -> bool {
        self.changes.iter().any(|change| change.seat == seat && change.loss.is_some())
    }

    /// Returns the seats that a client plays as a person.
    fn people_of(&self, client: ClientId) -> BTreeSet<u8> {
        let you = self.clients.get(&client).map_or(&[][..], |client| &client.you);
        you.iter().copied().filter(|&seat| self.is_person(seat)).collect()
    }

    /// Returns the name of the person whom a computer player replaces in a seat.
    pub(super) fn replaced_person(&self, seat: u8) -> Option<String> {
        match (self.seats.get(usize::from(seat))?, self.initial_seats.get(usize::from(seat))?) {
            (SeatOccupant::Bot { .. }, SeatOccupant::Human { name, .. }) if name != DELETED => Some(name.clone()),
            _ => None,
        }
    }

    /// Asks the other players to agree to undo a seat's last answers; if there are no other players to ask, undoes them immediately.
    fn offer_undo(&mut self, client: ClientId, seat: u8, out: &mut Vec<Effect>) -> Result<(), Refusal> {
        if !self.terms.undo {
            return Err(Refusal::NoUndo);
        }
        self.check_may_offer(OfferKind::Undo)?;
        let (to, drawn) = self.last_answers_of(seat)?;
        self.make_offer(client, (OfferKind::Undo, seat), (to, drawn), out)
    }

    /// Asks the others to end or pause the game; without others, does so at once.
    fn offer_break(
        &mut self,
        client: ClientId,
        seat: u8,
        kind: OfferKind,
        out: &mut Vec<Effect>,
    ) -> Result<(), Refusal> {
        self.check_holds_seat(client, seat)?;
        self.check_is_playing(seat)?;
        self.check_may_offer(kind)?;
        self.make_offer(client, (kind, seat), (self.game.seq(), false), out)
    }

    /// Rejects an offer while another one is pending, or after one of its kind was declined in the same position.
    fn check_may_offer(&self, kind: OfferKind) -> Result<(), Refusal> {
        // If the storage failed when all had agreed, no one is asked any more.
        let pending = self.offer.as_ref().is_some_and(|offer| !self.seats_still_asked(offer).is_empty());
        let declined = self.declined.get(&kind) == Some(&self.entries);
        if pending || declined { Err(Refusal::AskedAlready(kind)) } else { Ok(()) }
    }

    fn make_offer(
        &mut self,
        client: ClientId,
        (kind, seat): (OfferKind, u8),
        (to, drawn): (usize, bool),
        out: &mut Vec<Effect>,
    ) -> Result<(), Refusal> {
        let mut agreed = self.people_of(client);
        agreed.insert(seat);
        self.offer = Some(Offer { seat, kind, to, drawn, agreed });
        self.settle_offer(false, out)
    }

    /// Resumes a paused game. Any player may do this, even after a computer player has taken their seat. If another player has just resumed
    /// it, nothing changes.
    fn resume_game(&mut self, client: ClientId, seat: u8, out: &mut Vec<Effect>) -> Result<(), Refusal> {
        self.check_holds_seat(client, seat)?;
        if self.is_out(seat) {
            return Err(Refusal::IsOut(seat));
        }
        if self.paused {
            return self.append_entry(Logged::Resumed { seat }, true, out);
        }
        out.push(Effect::Reply(Ok(Reply::Done)));
        Ok(())
    }

    fn consent(
        &mut self,
        client: ClientId,
        agree: bool,
        kind: OfferKind,
        out: &mut Vec<Effect>,
    ) -> Result<(), Refusal> {
        let own = self.people_of(client);
        let offer = self.offer.as_mut().filter(|offer| !agree || offer.kind == kind).ok_or(Refusal::NoOffer(kind))?;
        if own.is_empty() {
            return Err(Refusal::NotPlaying);
        }
        if agree {
            let consented = !own.is_subset(&offer.agreed);
            offer.agreed.extend(own);
            return self.settle_offer(consented, out);
        }
        self.declined.insert(offer.kind, self.entries);
        self.offer = None;
        out.push(Effect::Reply(Ok(Reply::Done)));
        self.notify_table_changed(out);
        Ok(())
    }

    /// Executes the offer once enough players agree. These are all others, except for an undo of no draw that was seen: for it, the player
    /// who must answer now is enough, since their time was used, or else any one of the others.
    fn settle_offer(&mut self, consented: bool, out: &mut Vec<Effect>) -> Result<(), Refusal> {
        let Some(offer) = &self.offer else { return Ok(()) };
        let waits = self.seats_still_asked(offer);
        let asked_agrees = seat_to_answer(&self.game).is_none_or(|asked| !waits.contains(&asked));
        let one_is_enough = offer.kind == OfferKind::Undo && !offer.drawn;
        if waits.is_empty() || consented && one_is_enough && asked_agrees {
            let Offer { seat, to, .. } = *offer;
            let what = match offer.kind {
                OfferKind::Undo => Logged::Undo { to },
                OfferKind::End => Logged::Ended { seat },
                OfferKind::Pause => Logged::Paused { seat },
            };
            let entered = self.append_entry(what, true, out);
            if entered.is_err() {
                self.offer = None;
                self.notify_table_changed(out);
            }
            return entered;
        }
        out.push(Effect::Reply(Ok(Reply::Done)));
        self.notify_table_changed(out);
        Ok(())
    }

    /// Returns the seats of people who have not agreed.
    fn seats_still_asked(&self, offer: &Offer) -> Vec<u8> {
        let seats = (0u8..).take(self.seats.len());
        seats.filter(|&seat| self.is_person(seat) && !offer.agreed.contains(&seat)).collect()
    }

    /// Returns the number of answers before a seat's latest consecutive answers, and whether chance has drawn since then. Later answers by
    /// computer players are undone too. Fails if another person has answered since.
    fn last_answers_of(&self, seat: u8) -> Result<(usize, bool), Refusal> {
        let mut game = self.game.restarted();
        let mut actors = Vec::with_capacity(self.game.seq());
        for &answer in self.game.answers() {
            actors.push(seat_to_answer(&game));
            game.apply_raw(answer)?;
        }
        let mut found = None;
        for (number, actor) in actors.iter().enumerate().rev() {
            match actor {
                Some(other) if *other == seat => found = Some(number),
                _ if found.is_some() => break,
                Some(other) if self.is_person(*other) => return Err(Refusal::AnsweredSince(*other)),
                _ => {}
            }
        }
        let to = found.ok_or(Refusal::NothingToUndo(seat))?;
        Ok((to, actors[to..].contains(&None)))
    }

    /// Records a seat's loss. In a team game, a computer player takes over for a player who resigns, and everyone loses when time runs out.
    /// Without teams, a computer player finishes the game for the seat if at least two other seats have not lost and at least one of those
    /// belongs to a person. Otherwise, the game ends.
    pub(super) fn end_for_seat(
        &mut self,
        seat: u8,
        loss: Loss,
        by_person: bool,
        out: &mut Vec<Effect>,
    ) -> Result<(), Refusal> {
        let by = SeatOccupant::STAND_IN;
        let left: Vec<u8> =
            (0u8..).take(self.seats.len()).filter(|&other| other != seat && !self.is_out(other)).collect();
        let people =
            left.iter().any(|&other| matches!(self.initial_seats[usize::from(other)], SeatOccupant::Human { .. }));
        let what = match loss {
            Loss::Resigned if self.is_team() && people => Logged::TakenOver { seat, by },
            _ if !self.is_team() && left.len() > 1 && people => Logged::Out { seat, loss, by },
            Loss::Resigned => Logged::Resigned { seat },
            Loss::Time => Logged::TimedOut { seat },
        };
        self.append_entry(what, by_person, out)
    }

    pub(super) fn is_team(&self) -> bool {
        self.game.setup().is_team()
    }

    /// Replaces an absent player with a computer player.
    fn replace(&mut self, client: ClientId, seat: u8, out: &mut Vec<Effect>) -> Result<(), Refusal> {
        if self.people_of(client).is_empty() {
            return Err(Refusal::NotPlaying);
        }
        if usize::from(seat) >= self.seats.len() {
            return Err(Refusal::NoSuchSeat { seat, last: self.seats.len() - 1 });
        }
        if !self.is_person(seat) {
            return Err(Refusal::NoPerson(seat));
        }
        let Some(wanted) = self.absence() else { return Err(Refusal::OverDays) };
        let left = wanted.saturating_sub(self.away_for(seat).unwrap_or(0));
        if left > 0 || !self.away.contains_key(&seat) {
            return Err(Refusal::NotAway { seat, wait: left.div_ceil(1000) });
        }
        self.append_entry(Logged::TakenOver { seat, by: SeatOccupant::STAND_IN }, true, out)
    }

    /// Returns how many milliseconds a player must be absent before they can be replaced; `None` if replacing is not allowed.
    pub(super) fn absence(&self) -> Option<u64> {
        let over_days = matches!(self.terms.clock, Some(Clock::Days { .. }));
        (!over_days && !self.terms.rated).then_some(self.pace.absence)
    }

    /// Gives a seat back to its person after a computer player has played in their place.
    fn return_to_seat(&mut self, client: ClientId, seat: u8, out: &mut Vec<Effect>) -> Result<(), Refusal> {
        self.check_holds_seat(client, seat)?;
        match self.check_is_playing(seat) {
            Ok(()) => return Err(Refusal::PlaysAlready(seat)),
            Err(Refusal::StoodIn(_)) => {}
            Err(refusal) => return Err(refusal),
        }
        if self.is_out_of_time(seat) {
            return Err(Refusal::TimeUp(seat));
        }
        let by = self.initial_seats[usize::from(seat)].clone();
        self.append_entry(Logged::TakenOver { seat, by }, true, out)
    }

    /// Returns the offer for clients.
    pub(super) fn offer(&self) -> Option<OfferInfo> {
        let offer = self.offer.as_ref()?;
        let Offer { seat, kind, to, drawn, .. } = *offer;
        Some(OfferInfo { seat, kind, to, drawn, waits: self.seats_still_asked(offer) })
    }

    /// Reports whether the game can be aborted without a result.
    pub(super) fn is_abortable(&self) -> bool {
        self.phase == Phase::Playing && self.game.turn() < FIRST_TIMED_TURN
    }
}
