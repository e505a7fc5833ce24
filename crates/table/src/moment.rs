//! Moments, by which everything at a table is timed.

use serde::{Deserialize, Serialize};

/// A moment, in milliseconds of the time that the driver has run. It does not count while the driver does not run, so that no clock does
/// either, and goes on where it was when the driver runs again. It steps back only where drivers work together, and one of them has counted
/// time in which none was there for the others.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Moment(pub u64);

impl Moment {
    /// So many milliseconds later.
    #[must_use]
    pub fn after(self, millis: u64) -> Moment {
        Moment(self.0.saturating_add(millis))
    }

    /// Milliseconds from an earlier moment to this one; none from a later one.
    pub fn since(self, earlier: Moment) -> u64 {
        self.0.saturating_sub(earlier.0)
    }
}

/// How a table goes along with people.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pace {
    /// The least time between the steps of computer players, in milliseconds, so that people can follow.
    pub step: u64,
    /// How long somebody must be away before a computer player can take their place, in milliseconds.
    pub absence: u64,
}

impl Default for Pace {
    fn default() -> Pace {
        Pace { step: 0, absence: 120_000 }
    }
}
