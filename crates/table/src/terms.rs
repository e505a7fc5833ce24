//! A table's terms apart from the rules: the time control, and what happens when time runs out.

use std::ops::RangeInclusive;

use serde::{Deserialize, Serialize};

use crate::refusal::Refusal;

/// Allowed time on a game or turn clock, in seconds: five seconds to a day.
const CLOCK_SECONDS: RangeInclusive<u32> = 5..=86_400;
/// Allowed increment, in seconds.
const INCREMENT_SECONDS: RangeInclusive<u32> = 0..=3_600;
/// Allowed time per turn, in days.
const CLOCK_DAYS: RangeInclusive<u32> = 1..=30;
/// Milliseconds per day.
const DAY_MS: u64 = 24 * 60 * 60 * 1000;

/// A table's terms apart from the rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[cfg_attr(feature = "schemas", derive(utoipa::ToSchema))]
pub struct Terms {
    /// Time control; null if unlimited.
    pub clock: Option<Clock>,
    /// Effect of a seat running out of time.
    #[serde(rename = "fall")]
    pub on_timeout: TimeoutPolicy,
    /// True if answers can be undone when the other players agree.
    pub undo: bool,
    /// True if the result counts toward the players' ratings.
    pub rated: bool,
}

impl Default for Terms {
    fn default() -> Terms {
        Terms { clock: None, on_timeout: TimeoutPolicy::Loses, undo: true, rated: false }
    }
}

/// Time control of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[cfg_attr(feature = "schemas", derive(utoipa::ToSchema))]
#[serde(tag = "type", rename_all = "lowercase", deny_unknown_fields)]
pub enum Clock {
    /// A total time for the whole game, with an increment for every turn.
    Game {
        /// Initial time of each seat, in seconds: 5 to 86,400.
        start: u32,
        /// Increment at the end of a turn, in seconds: 0 to 3,600.
        #[serde(default)]
        #[cfg_attr(feature = "types", ts(optional, as = "Option<u32>"))]
        increment: u32,
    },
    /// A time limit for every turn, and for every question between turns.
    Turn {
        /// Time per turn, in seconds: 5 to 86,400.
        seconds: u32,
    },
    /// A number of days for every turn, so that players need not be online at the same time.
    Days {
        /// Time per turn, in days: 1 to 30.
        days: u32,
    },
}

impl Clock {
    /// Returns the time on a full clock, in milliseconds.
    pub fn full(self) -> u64 {
        match self {
            Clock::Game { start, .. } => u64::from(start) * 1000,
            Clock::Turn { seconds } => u64::from(seconds) * 1000,
            Clock::Days { days } => u64::from(days) * DAY_MS,
        }
    }

    /// Returns the increment at the end of a turn, in milliseconds.
    pub fn increment(self) -> u64 {
        match self {
            Clock::Game { increment, .. } => u64::from(increment) * 1000,
            Clock::Turn { .. } | Clock::Days { .. } => 0,
        }
    }

    /// Reports whether the clock is reset to its full time for each new question.
    pub fn resets_for_each_question(self) -> bool {
        !matches!(self, Clock::Game { .. })
    }

    /// Validates the clock's settings.
    ///
    /// # Errors
    /// A time is out of range.
    pub fn checked(self) -> Result<Clock, Refusal> {
        let within = |what, given: u32, range: RangeInclusive<u32>| match range.contains(&given) {
            true => Ok(()),
            false => Err(Refusal::Clock { what, given, least: *range.start(), most: *range.end() }),
        };
        match self {
            Clock::Game { start, increment } => {
                within("`start`", start, CLOCK_SECONDS)?;
                within("`increment`", increment, INCREMENT_SECONDS)?;
            }
            Clock::Turn { seconds } => within("`seconds`", seconds, CLOCK_SECONDS)?,
            Clock::Days { days } => within("`days`", days, CLOCK_DAYS)?,
        }
        Ok(self)
    }
}

/// Effect of a seat running out of time.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS), ts(rename = "Fall"))]
#[cfg_attr(feature = "schemas", derive(utoipa::ToSchema), schema(as = Fall))]
#[serde(rename_all = "lowercase")]
pub enum TimeoutPolicy {
    /// The seat loses.
    #[default]
    Loses,
    /// A computer player takes over.
    Computer,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clock_settings_out_of_range_are_rejected() {
        let read = |text: &str| serde_json::from_str::<Clock>(text).unwrap().checked();
        assert_eq!(read(r#"{"type": "game", "start": 300}"#), Ok(Clock::Game { start: 300, increment: 0 }));
        assert_eq!(read(r#"{"type": "days", "days": 3}"#).map(Clock::full), Ok(259_200_000));
        let short = read(r#"{"type": "turn", "seconds": 4}"#).unwrap_err().to_string();
        assert_eq!(short, "the clock's `seconds` must be 5 to 86400, not 4");
        for wrong in [r#"{"type": "days", "days": 31}"#, r#"{"type": "game", "start": 60, "increment": 4000}"#] {
            assert!(read(wrong).is_err(), "{wrong}");
        }
        assert!(serde_json::from_str::<Clock>(r#"{"type": "sand"}"#).is_err());
    }
}
