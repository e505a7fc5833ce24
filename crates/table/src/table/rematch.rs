//! Rematches: when all players agree, a table like this one is created, and everyone at this table is sent to it.

use std::collections::BTreeSet;

use super::Table;
use crate::command::{Effect, Reply};
use crate::info::RematchInfo;
use crate::initial_state::InitialState;
use crate::live_state::Rematch;
use crate::occupant::SeatOccupant;
use crate::record::{Hash, Key, Right};
use crate::refusal::Refusal;

impl Table {
    /// Records whether a player wants a rematch. The reply says whether all players agree, so that the rematch can be created.
    pub(super) fn agree_rematch(&mut self, hashes: &[Hash], agree: bool, out: &mut Vec<Effect>) -> Result<(), Refusal> {
        if !self.is_finished() {
            return Err(Refusal::NotOver);
        }
        let people = self.people();
        let own: BTreeSet<u8> = self.seats_of(hashes).into_iter().filter(|seat| people.contains(seat)).collect();
        if own.is_empty() || self.deal().is_none() {
            return Err(Refusal::NotPlaying);
        }
        if self.rematch.creating || self.rematch.next.is_some() {
            return Err(Refusal::RematchMade);
        }
        if agree {
            self.rematch.agreed.extend(own);
        } else {
            // A refusal withdraws everyone's consent, so that no one keeps waiting.
            self.rematch.agreed.clear();
        }
        let all = self.rematch.agreed == people;
        self.rematch.creating = all;
        out.push(Effect::Reply(Ok(Reply::Agreed { all })));
        self.notify_table_changed(out);
        Ok(())
    }

    /// Records the created rematch, or its failure.
    pub(super) fn set_rematch_table(&mut self, next: Option<String>, out: &mut Vec<Effect>) {
        self.rematch = Rematch::of(next);
        out.push(Effect::Reply(Ok(Reply::Done)));
        self.notify_table_changed(out);
    }

    /// Returns the initial state of the rematch: each player moves on by one seat and keeps their secrets.
    pub fn rematch_initial_state(&self) -> InitialState {
        let count = u8::try_from(self.initial_seats.len()).unwrap_or(u8::MAX);
        let mut seats = self.initial_seats.clone();
        seats.rotate_right(1.min(self.initial_seats.len()));
        let shifted = |right| match right {
            Right::Seat(seat) => Right::Seat((seat + 1) % count.max(1)),
            other => other,
        };
        let keys = self.keys.iter().map(|key| Key { hash: key.hash, right: shifted(key.right) }).collect();
        InitialState {
            setup: self.game.setup().clone(),
            seats,
            terms: self.terms,
            public: self.public,
            plain: self.plain,
            access: self.access,
            keys,
            after: Some(self.name.clone()),
        }
    }

    /// Returns the hashed secrets of the players who have not yet agreed to a rematch.
    pub fn waits_for_rematch(&self) -> Vec<Hash> {
        let waits: BTreeSet<u8> = self.people().difference(&self.rematch.agreed).copied().collect();
        waits.into_iter().flat_map(|seat| self.holders(seat)).collect()
    }

    /// Returns the progress of a rematch.
    pub(super) fn rematch_info(&self) -> Option<RematchInfo> {
        let Rematch { agreed, next, .. } = &self.rematch;
        let waits = self.people().difference(agreed).copied().collect();
        let begun = next.is_some() || !agreed.is_empty();
        begun.then(|| RematchInfo { agreed: agreed.iter().copied().collect(), waits, table: next.clone() })
    }

    /// Returns the seats that people held when the game began.
    pub(super) fn people(&self) -> BTreeSet<u8> {
        let seats = (0u8..).zip(&self.initial_seats);
        seats.filter(|(_, sitter)| matches!(sitter, SeatOccupant::Human { .. })).map(|(seat, _)| seat).collect()
    }
}
