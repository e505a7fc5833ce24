//! How a table keeps its game in few bytes while nobody asks anything of it.

use games::snapshot;

use super::{Asleep, Table};

impl Table {
    /// Packs the game until the table [wakes up](Self::wake_up). Nothing else may be asked of it before; one that is busy does not fall
    /// asleep.
    pub fn fall_asleep(&mut self) {
        if self.may_fall_asleep() {
            self.asleep = Some(Asleep { answers: self.game.answers().to_vec(), packed: snapshot::pack(&self.game) });
            self.game = self.beginning.clone();
            self.shown = Vec::new();
        }
    }

    /// Whether it has not [woken up](Self::wake_up) since it fell asleep.
    pub fn is_asleep(&self) -> bool {
        self.asleep.is_some()
    }

    /// Whether it is awake, and not busy.
    pub fn may_fall_asleep(&self) -> bool {
        self.asleep.is_none() && !self.is_busy()
    }

    /// Has the game at hand again.
    pub fn wake_up(&mut self) {
        let Some(Asleep { answers, packed }) = self.asleep.take() else { return };
        match snapshot::unpack(&self.beginning, &answers, &packed) {
            Ok(game) => self.game = game,
            Err(why) => {
                debug_assert!(false, "a game that was packed here is not read again: {why}");
                for answer in answers {
                    self.game.apply_quietly(answer).expect("it was played before");
                }
            }
        }
    }
}
