//! Who may look at a table, and how many do who have no seat there.

use super::Table;
use crate::command::{ClientId, Effect};
use crate::company::Watching;
use crate::moment::Moment;
use crate::occupant::SeatOccupant;
use crate::record::{Hash, Phase, Right, Standing};
use crate::refusal::Refusal;
use crate::step::seat_to_answer;

/// How often it is told that spectators came or went, in milliseconds: however many they are, those who play do not feel it.
const TOLD_EVERY: u64 = 2000;

impl Table {
    /// Refuses those who may not look at the table with these secrets.
    ///
    /// # Errors
    /// It is for those who are invited, or for those who play, and they are not among them.
    pub fn admits(&self, hashes: &[Hash]) -> Result<(), Refusal> {
        self.may_look(self.keys.iter().any(|key| hashes.contains(&key.hash)))
    }

    /// The same of a client that has been welcomed; one that never was is a stranger.
    pub(super) fn admits_client(&self, client: ClientId) -> Result<(), Refusal> {
        self.may_look(self.clients.get(&client).is_some_and(|client| client.known))
    }

    fn may_look(&self, known: bool) -> Result<(), Refusal> {
        match self.access {
            _ if known => Ok(()),
            access if access.invited => Err(Refusal::NotInvited),
            access if !access.spectators && self.phase == Phase::Playing => Err(Refusal::NoSpectators),
            _ => Ok(()),
        }
    }

    /// Where the table stands now, as lists of tables tell it, and how many seats are open.
    pub fn outline(&self) -> (Standing, usize) {
        let turn = if self.phase == Phase::Playing { seat_to_answer(&self.game) } else { None };
        let open = self.seats.iter().filter(|sitter| **sitter == SeatOccupant::Open).count();
        (Standing { phase: self.phase, turn }, open)
    }

    /// How many seats the table has.
    pub fn seat_count(&self) -> u8 {
        u8::try_from(self.seats.len()).unwrap_or(u8::MAX)
    }

    /// Whether everybody may find the table in the list.
    pub fn is_public(&self) -> bool {
        self.public
    }

    /// The hashes of the secrets that hold a seat.
    pub fn holders(&self, seat: u8) -> Vec<Hash> {
        self.keys.iter().filter(|key| key.right == Right::Seat(seat)).map(|key| key.hash).collect()
    }

    /// How many look at the table who have no seat.
    pub fn watching(&self) -> usize {
        let here = || self.clients.values().filter(|client| client.you.is_empty()).count();
        self.followed.as_ref().map_or_else(here, |company| company.watching)
    }

    /// Tells how many spectators there are, at once or in a while.
    pub(super) fn tell_watching(&mut self, out: &mut Vec<Effect>) {
        let next = self.watching.told.map(|told| told.after(TOLD_EVERY));
        match next.filter(|&next| next > self.now) {
            Some(next) => self.watching.due = Some(next),
            None => {
                self.watching = Watching { told: Some(self.now), due: None };
                self.tell_table(out);
            }
        }
    }

    /// When it is to be told how many spectators there are.
    pub(super) fn watching_due(&self) -> Option<Moment> {
        self.watching.due.filter(|_| self.doubtful.is_none() && self.awaited.is_none())
    }

    /// Tells it when that moment has come.
    pub(super) fn watching_wakes(&mut self, out: &mut Vec<Effect>) {
        if self.watching_due().is_some_and(|due| due <= self.now) {
            self.tell_watching(out);
        }
    }
}
