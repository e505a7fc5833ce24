//! Hibernation: packs the game of an idle table into a few bytes.

use games::snapshot;

use super::{Hibernated, Table};

impl Table {
    /// Packs the game. No other method may be called until [`resume_from_hibernation`](Self::resume_from_hibernation) has unpacked it. A
    /// busy table does not hibernate.
    pub fn hibernate(&mut self) {
        if self.may_hibernate() {
            self.hibernated =
                Some(Hibernated { answers: self.game.answers().to_vec(), packed: snapshot::pack(&self.game) });
            self.game = self.beginning.clone();
            self.shown = Vec::new();
        }
    }

    /// Reports whether the table is hibernating.
    pub fn is_hibernated(&self) -> bool {
        self.hibernated.is_some()
    }

    /// Reports whether the table can hibernate: it is neither busy nor hibernating already.
    pub fn may_hibernate(&self) -> bool {
        self.hibernated.is_none() && !self.is_busy()
    }

    /// Unpacks the game if the table is hibernating.
    pub fn resume_from_hibernation(&mut self) {
        let Some(Hibernated { answers, packed }) = self.hibernated.take() else { return };
        match snapshot::unpack(&self.beginning, &answers, &packed) {
            Ok(game) => self.game = game,
            Err(why) => {
                debug_assert!(false, "a packed game cannot be unpacked: {why}");
                for answer in answers {
                    self.game.apply_raw(answer).expect("it was legal before");
                }
            }
        }
    }
}
