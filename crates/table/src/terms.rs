//! What those who play at a table agree on beside the rules: how long they may think, and what becomes of a seat whose time is used up.

use std::ops::RangeInclusive;

use serde::{Deserialize, Serialize};

use crate::refusal::Refusal;

/// Seconds that a game clock or a turn clock may begin with: five seconds to a day.
const SECONDS: RangeInclusive<u32> = 5..=86_400;
/// Seconds that a turn may add.
const INCREMENTS: RangeInclusive<u32> = 0..=3_600;
/// Days that a turn may take.
const DAYS: RangeInclusive<u32> = 1..=30;
/// Milliseconds of a day.
const DAY: u64 = 24 * 60 * 60 * 1000;

/// What a table is played by beside its rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[cfg_attr(feature = "schemas", derive(utoipa::ToSchema))]
pub struct Terms {
    /// How long people may think; for ever where there is no clock.
    pub clock: Option<Clock>,
    /// What becomes of a seat whose time is used up.
    pub fall: Fall,
    /// Whether answers can be taken back, if the others agree.
    pub undo: bool,
    /// Whether the result counts for the ratings of those who play.
    pub rated: bool,
}

impl Default for Terms {
    fn default() -> Terms {
        Terms { clock: None, fall: Fall::Loses, undo: true, rated: false }
    }
}

/// How long people may think.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[cfg_attr(feature = "schemas", derive(utoipa::ToSchema))]
#[serde(tag = "type", rename_all = "lowercase", deny_unknown_fields)]
pub enum Clock {
    /// A time for the whole game, and some more with every turn.
    Game {
        /// Initial time of each seat, in seconds: 5 to 86,400.
        start: u32,
        /// Increment at the end of a turn, in seconds: 0 to 3,600.
        #[serde(default)]
        #[cfg_attr(feature = "types", ts(optional, as = "Option<u32>"))]
        increment: u32,
    },
    /// So much for every turn, and for every question between them.
    Turn {
        /// In seconds: 5 to 86,400.
        seconds: u32,
    },
    /// The same over days: nobody needs to be there together.
    Days {
        /// In days: 1 to 30.
        days: u32,
    },
}

impl Clock {
    /// What a seat has when its clock is full, in milliseconds.
    pub fn full(self) -> u64 {
        match self {
            Clock::Game { start, .. } => u64::from(start) * 1000,
            Clock::Turn { seconds } => u64::from(seconds) * 1000,
            Clock::Days { days } => u64::from(days) * DAY,
        }
    }

    /// What a seat is given when its turn ends, in milliseconds.
    pub fn increment(self) -> u64 {
        match self {
            Clock::Game { increment, .. } => u64::from(increment) * 1000,
            Clock::Turn { .. } | Clock::Days { .. } => 0,
        }
    }

    /// Whether a seat has its whole time whenever it is asked anew.
    pub fn begins_anew(self) -> bool {
        !matches!(self, Clock::Game { .. })
    }

    /// The clock, if it can be set so.
    ///
    /// # Errors
    /// A time is too short or too long.
    pub fn checked(self) -> Result<Clock, Refusal> {
        let within = |what, given: u32, range: RangeInclusive<u32>| match range.contains(&given) {
            true => Ok(()),
            false => Err(Refusal::Clock { what, given, least: *range.start(), most: *range.end() }),
        };
        match self {
            Clock::Game { start, increment } => {
                within("start with that many seconds", start, SECONDS)?;
                within("add that many seconds a turn", increment, INCREMENTS)?;
            }
            Clock::Turn { seconds } => within("give that many seconds a turn", seconds, SECONDS)?,
            Clock::Days { days } => within("give that many days a turn", days, DAYS)?,
        }
        Ok(self)
    }
}

/// What becomes of a seat whose time is used up.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[cfg_attr(feature = "schemas", derive(utoipa::ToSchema))]
#[serde(rename_all = "lowercase")]
pub enum Fall {
    /// It loses.
    #[default]
    Loses,
    /// A computer player goes on for it.
    Computer,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_clock_is_neither_too_short_nor_too_long() {
        let read = |text: &str| serde_json::from_str::<Clock>(text).unwrap().checked();
        assert_eq!(read(r#"{"type": "game", "start": 300}"#), Ok(Clock::Game { start: 300, increment: 0 }));
        assert_eq!(read(r#"{"type": "days", "days": 3}"#).map(Clock::full), Ok(259_200_000));
        let short = read(r#"{"type": "turn", "seconds": 4}"#).unwrap_err().to_string();
        assert_eq!(short, "the clock cannot give that many seconds a turn: 4; 5 to 86400 will do");
        for wrong in [r#"{"type": "days", "days": 31}"#, r#"{"type": "game", "start": 60, "increment": 4000}"#] {
            assert!(read(wrong).is_err(), "{wrong}");
        }
        assert!(serde_json::from_str::<Clock>(r#"{"type": "sand"}"#).is_err());
    }
}
