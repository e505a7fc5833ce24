//! Access to a table, and its spectator count.

use super::Table;
use crate::command::{ClientId, Effect};
use crate::live_state::Watching;
use crate::moment::Moment;
use crate::occupant::SeatOccupant;
use crate::record::{Hash, Phase, Right, Standing};
use crate::refusal::Refusal;
use crate::step::seat_to_answer;

/// Minimum interval between messages about the number of spectators, in milliseconds, so that a crowd does not distract the players.
const WATCHING_INTERVAL_MS: u64 = 2000;

impl Table {
    /// Rejects the holder of these secrets if they may not watch the table.
    ///
    /// # Errors
    /// The table is for invited accounts only, or is closed to spectators while the game is played, and none of the secrets opens it.
    pub fn admits(&self, hashes: &[Hash]) -> Result<(), Refusal> {
        self.may_look(self.keys.iter().any(|key| hashes.contains(&key.hash)))
    }

    /// Rejects a client that may not watch. A client that was never welcomed is treated as having no secrets.
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

    /// Returns the table's standing, as shown in lists of tables, and the number of open seats.
    pub fn outline(&self) -> (Standing, usize) {
        let turn = if self.phase == Phase::Playing && !self.paused { seat_to_answer(&self.game) } else { None };
        let open = self.seats.iter().filter(|sitter| **sitter == SeatOccupant::Open).count();
        (Standing { phase: self.phase, turn }, open)
    }

    /// Returns the number of log entries, which grows with everything that changes the game, undos included.
    pub fn log_length(&self) -> usize {
        self.entries
    }

    /// Returns whether everyone with the link may view the table from now on, whatever happens there.
    pub fn stays_open(&self) -> bool {
        !self.access.invited && (self.access.spectators || self.is_finished())
    }

    /// Returns the number of seats.
    pub fn seat_count(&self) -> u8 {
        u8::try_from(self.seats.len()).unwrap_or(u8::MAX)
    }

    /// Reports whether the table is listed publicly.
    pub fn is_public(&self) -> bool {
        self.public
    }

    /// Returns the hashes of the secrets that open a seat.
    pub fn holders(&self, seat: u8) -> Vec<Hash> {
        self.keys.iter().filter(|key| key.right == Right::Seat(seat)).map(|key| key.hash).collect()
    }

    /// Returns the number of spectators.
    pub fn watching(&self) -> usize {
        let here = || self.clients.values().filter(|client| client.you.is_empty()).count();
        self.followed.as_ref().map_or_else(here, |live| live.watching)
    }

    /// Sends the number of spectators, now or after a delay.
    pub(super) fn notify_watching(&mut self, out: &mut Vec<Effect>) {
        let next = self.watching.sent_at.map(|sent| sent.after(WATCHING_INTERVAL_MS));
        match next.filter(|&next| next > self.now) {
            Some(next) => self.watching.due_at = Some(next),
            None => {
                self.watching = Watching { sent_at: Some(self.now), due_at: None };
                self.notify_table_changed(out);
            }
        }
    }

    /// Returns when the number of spectators must next be sent.
    pub(super) fn watching_due(&self) -> Option<Moment> {
        self.watching.due_at.filter(|_| self.reload_reason.is_none() && self.awaited.is_none())
    }

    /// Sends the number of spectators if the message is due.
    pub(super) fn send_due_watching(&mut self, out: &mut Vec<Effect>) {
        if self.watching_due().is_some_and(|due| due <= self.now) {
            self.notify_watching(out);
        }
    }
}
