//! Player actions other than answers: undoing, resigning, aborting, and replacing absent players.

use std::collections::BTreeSet;

use super::{FIRST_TIMED_TURN, Table};
use crate::command::{ClientId, Effect, PlayerAction, Reply};
use crate::info::OfferInfo;
use crate::live_state::Offer;
use crate::occupant::{DELETED, SeatOccupant};
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
            PlayerAction::Undo { seat } => {
                self.check_holds_seat(client, seat)?;
                self.check_is_playing(seat)?;
                self.offer_undo(client, seat, out)
            }
            PlayerAction::Consent { agree } => self.consent(client, agree, out),
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
        if self.offer.is_some() || self.declined == Some(self.entries) {
            return Err(Refusal::AskedAlready);
        }
        let (to, drawn) = self.last_answers_of(seat)?;
        let mut agreed = self.people_of(client);
        agreed.insert(seat);
        self.offer = Some(Offer { seat, to, drawn, agreed });
        self.settle_offer(false, out)
    }

    fn consent(&mut self, client: ClientId, agree: bool, out: &mut Vec<Effect>) -> Result<(), Refusal> {
        let own = self.people_of(client);
        let offer = self.offer.as_mut().ok_or(Refusal::NoOffer)?;
        if own.is_empty() {
            return Err(Refusal::NotPlaying);
        }
        if agree {
            let consented = !own.is_subset(&offer.agreed);
            offer.agreed.extend(own);
            return self.settle_offer(consented, out);
        }
        self.offer = None;
        self.declined = Some(self.entries);
        out.push(Effect::Reply(Ok(Reply::Done)));
        self.notify_table_changed(out);
        Ok(())
    }

    /// Undoes answers once enough players agree. If a draw was seen, all other players must agree. Otherwise, the player who must answer
    /// now has to agree, since their time was used; if that player has already agreed or is not a person, any one of the others is enough.
    fn settle_offer(&mut self, consented: bool, out: &mut Vec<Effect>) -> Result<(), Refusal> {
        let Some(offer) = &self.offer else { return Ok(()) };
        let (to, waits) = (offer.to, self.seats_still_asked(offer));
        let asked_agrees = seat_to_answer(&self.game).is_none_or(|asked| !waits.contains(&asked));
        if waits.is_empty() || consented && !offer.drawn && asked_agrees {
            let entered = self.append_entry(Logged::Undo { to }, true, out);
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

    /// Returns the pending undo offer as seen by clients.
    pub(super) fn offer(&self) -> Option<OfferInfo> {
        let offer = self.offer.as_ref()?;
        Some(OfferInfo { seat: offer.seat, to: offer.to, drawn: offer.drawn, waits: self.seats_still_asked(offer) })
    }

    /// Reports whether the game can be aborted without a result.
    pub(super) fn is_abortable(&self) -> bool {
        self.phase == Phase::Playing && self.game.turn() < FIRST_TIMED_TURN
    }
}
