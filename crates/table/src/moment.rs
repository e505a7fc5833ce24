//! Moments: the time base of a table.

use serde::{Deserialize, Serialize};

/// A moment, in milliseconds of driver uptime. Moments do not advance while the driver is down, so clocks stop as well. They move backward
/// only in a cluster, when a node has counted time during which, according to the database, no node was up.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Moment(pub u64);

impl Moment {
    /// Returns the moment this many milliseconds later.
    #[must_use]
    pub fn after(self, millis: u64) -> Moment {
        Moment(self.0.saturating_add(millis))
    }

    /// Returns the milliseconds elapsed since an earlier moment; 0 if `earlier` is later than this one.
    pub fn since(self, earlier: Moment) -> u64 {
        self.0.saturating_sub(earlier.0)
    }
}

/// Delays that let people keep up with the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pace {
    /// Minimum interval between computer players' steps, in milliseconds.
    pub step: u64,
    /// Milliseconds after which a computer player can replace an absent player.
    pub absence: u64,
}

impl Default for Pace {
    fn default() -> Pace {
        Pace { step: 0, absence: 120_000 }
    }
}
