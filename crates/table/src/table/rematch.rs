//! Playing again: when everybody who played agrees, a table like this one is made, and all who are here are led there.

use std::collections::BTreeSet;

use super::Table;
use crate::command::{Effect, Reply};
use crate::company::Rematch;
use crate::founding::Founding;
use crate::info::RematchInfo;
use crate::occupant::SeatOccupant;
use crate::record::{Hash, Key, Right};
use crate::refusal::Refusal;

impl Table {
    /// Somebody who played wants to play again, or does not. The reply says whether everybody does, so that the table is to be made.
    pub(super) fn agree_rematch(&mut self, hashes: &[Hash], agree: bool, out: &mut Vec<Effect>) -> Result<(), Refusal> {
        if !self.is_finished() {
            return Err(Refusal::NotOver);
        }
        let people = self.people();
        let own: BTreeSet<u8> = self.seats_of(hashes).into_iter().filter(|seat| people.contains(seat)).collect();
        if own.is_empty() || self.deal().is_none() {
            return Err(Refusal::NotPlaying);
        }
        if self.rematch.making || self.rematch.next.is_some() {
            return Err(Refusal::RematchMade);
        }
        if agree {
            self.rematch.agreed.extend(own);
        } else {
            // Whoever does not want to takes it from all: nobody waits for what will not be.
            self.rematch.agreed.clear();
        }
        let all = self.rematch.agreed == people;
        self.rematch.making = all;
        out.push(Effect::Reply(Ok(Reply::Agreed { all })));
        self.tell_table(out);
        Ok(())
    }

    /// The rematch was made, or could not be.
    pub(super) fn take_rematch(&mut self, next: Option<String>, out: &mut Vec<Effect>) {
        self.rematch = Rematch::of(next);
        out.push(Effect::Reply(Ok(Reply::Done)));
        self.tell_table(out);
    }

    /// What the rematch begins with: everybody a seat on, with the secrets that they have here.
    pub fn rematch_founding(&self) -> Founding {
        let count = u8::try_from(self.founders.len()).unwrap_or(u8::MAX);
        let mut seats = self.founders.clone();
        seats.rotate_right(1.min(self.founders.len()));
        let shifted = |right| match right {
            Right::Seat(seat) => Right::Seat((seat + 1) % count.max(1)),
            other => other,
        };
        let keys = self.keys.iter().map(|key| Key { hash: key.hash, right: shifted(key.right) }).collect();
        Founding {
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

    /// The hashes of the secrets of those who have not said whether they want to play again.
    pub fn waits_for_rematch(&self) -> Vec<Hash> {
        let waits: BTreeSet<u8> = self.people().difference(&self.rematch.agreed).copied().collect();
        waits.into_iter().flat_map(|seat| self.holders(seat)).collect()
    }

    /// How far those who played have come to play again.
    pub(super) fn rematch_info(&self) -> Option<RematchInfo> {
        let Rematch { agreed, next, .. } = &self.rematch;
        let waits = self.people().difference(agreed).copied().collect();
        let begun = next.is_some() || !agreed.is_empty();
        begun.then(|| RematchInfo { agreed: agreed.iter().copied().collect(), waits, table: next.clone() })
    }

    /// The seats on which people sat when the game began.
    fn people(&self) -> BTreeSet<u8> {
        let seats = (0u8..).zip(&self.founders);
        seats.filter(|(_, sitter)| matches!(sitter, SeatOccupant::Human { .. })).map(|(seat, _)| seat).collect()
    }
}
