//! Hibernation: how an idle table packs its game into few bytes.

use games::snapshot;

use super::{Hibernated, Table};

impl Table {
    /// Packs the game until the table [wakes up](Self::wake_up). No other method may be called before. A busy table does not fall asleep.
    pub fn fall_asleep(&mut self) {
        if self.may_fall_asleep() {
            self.hibernated =
                Some(Hibernated { answers: self.game.answers().to_vec(), packed: snapshot::pack(&self.game) });
            self.game = self.beginning.clone();
            self.shown = Vec::new();
        }
    }

    /// Returns whether it is asleep.
    pub fn is_asleep(&self) -> bool {
        self.hibernated.is_some()
    }

    /// Returns whether it is awake and not busy.
    pub fn may_fall_asleep(&self) -> bool {
        self.hibernated.is_none() && !self.is_busy()
    }

    /// Unpacks the game.
    pub fn wake_up(&mut self) {
        let Some(Hibernated { answers, packed }) = self.hibernated.take() else { return };
        match snapshot::unpack(&self.beginning, &answers, &packed) {
            Ok(game) => self.game = game,
            Err(why) => {
                debug_assert!(false, "a packed game cannot be unpacked: {why}");
                for answer in answers {
                    self.game.apply_quietly(answer).expect("it was legal before");
                }
            }
        }
    }
}
