//! Lists: the games that can be played, and tables.

use games::Setup;
use games::info::Info;
use serde::Serialize;

use crate::access::Access;
use crate::info::{SeatInfo, shown_colours};
use crate::occupant::{Level, SeatOccupant};
use crate::record::{Phase, Standing};
use crate::result::Speed;
use crate::terms::Clock;

/// The languages of the client and of the rule reference.
pub const LANGUAGES: [&str; 3] = ["en", "ru", "uk"];

/// Playable games and computer players.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[cfg_attr(feature = "schemas", derive(utoipa::ToSchema))]
pub struct Games {
    /// Games, expansions, options and presets.
    #[serde(flatten)]
    pub info: Info,
    /// Levels of computer players, from weakest to strongest; only `master` uses a seat's `millis`.
    pub levels: Vec<&'static str>,
    /// Languages of the client and the rule reference.
    pub languages: [&'static str; 3],
    /// Clocks that the client offers. Other clocks can be used as well.
    pub clocks: Vec<OfferedClock>,
}

/// A clock that the client offers, with the speed of its games.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[cfg_attr(feature = "schemas", derive(utoipa::ToSchema))]
pub struct OfferedClock {
    /// Stable id, such as `game-600-15`, under which clients remember the clock.
    pub id: String,
    /// The time control itself.
    pub clock: Clock,
    /// Speed category in which games with this clock are rated.
    pub speed: Speed,
}

/// The offered clocks.
const OFFERED_CLOCKS: [Clock; 12] = [
    Clock::Game { start: 300, increment: 5 },
    Clock::Game { start: 300, increment: 10 },
    Clock::Game { start: 600, increment: 10 },
    Clock::Game { start: 600, increment: 15 },
    Clock::Game { start: 900, increment: 15 },
    Clock::Game { start: 1200, increment: 20 },
    Clock::Turn { seconds: 30 },
    Clock::Turn { seconds: 60 },
    Clock::Turn { seconds: 180 },
    Clock::Days { days: 1 },
    Clock::Days { days: 3 },
    Clock::Days { days: 7 },
];

impl OfferedClock {
    /// Returns all offered clocks.
    pub fn all() -> Vec<OfferedClock> {
        OFFERED_CLOCKS.into_iter().map(OfferedClock::of).collect()
    }

    fn of(clock: Clock) -> OfferedClock {
        let id = match clock {
            Clock::Game { start, increment } => format!("game-{start}-{increment}"),
            Clock::Turn { seconds } => format!("turn-{seconds}"),
            Clock::Days { days } => format!("days-{days}"),
        };
        OfferedClock { id, clock, speed: Speed::of(Some(clock)) }
    }
}

impl Games {
    /// Returns all games and computer players.
    pub fn all() -> Games {
        let levels = Level::ALL.map(Level::word).to_vec();
        Games { info: games::info(), levels, languages: LANGUAGES, clocks: OfferedClock::all() }
    }
}

/// A stored table, without its game.
#[derive(Clone, Debug, PartialEq)]
pub struct TableLine {
    pub name: String,
    pub setup: String,
    pub rules_version: u32,
    pub standing: Standing,
    pub seats: Vec<SeatOccupant>,
    /// Last change in milliseconds since 1970.
    pub updated: i64,
    /// Whether the game was imported from a record.
    pub imported: bool,
    /// Whether the game was transferred from elsewhere.
    pub transferred: bool,
    pub plain: bool,
    pub rated: bool,
    pub clock: Option<Clock>,
    pub access: Access,
}

/// A table in a list.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[cfg_attr(feature = "schemas", derive(utoipa::ToSchema))]
pub struct TableSummary {
    /// Table name.
    pub table: String,
    /// Phase of the game.
    pub phase: Phase,
    /// Set-up; null if the stored set-up cannot be read.
    pub setup: Option<Setup>,
    /// Seats. Presence is omitted because it is unknown for stored tables.
    pub seats: Vec<SeatInfo>,
    /// Colours, as in a table's description; omitted if every seat has the colour of its number.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schemas", schema(nullable = false))]
    #[cfg_attr(feature = "types", ts(optional))]
    pub colours: Option<Vec<u8>>,
    /// Seat whose turn it is.
    pub turn: Option<u8>,
    /// Last change in milliseconds since 1970.
    #[cfg_attr(feature = "types", ts(type = "number"))]
    pub updated: i64,
    /// Whether the game was imported from a record.
    pub imported: bool,
    /// Whether the game began elsewhere and was transferred to this table.
    pub transferred: bool,
    /// Whether this is a plain table, without hints while the game is running.
    pub plain: bool,
    /// Whether the result counts for ratings.
    pub rated: bool,
    /// Clock, if the game has one.
    pub clock: Option<Clock>,
    /// Whether spectators may watch a running game.
    pub spectators: bool,
    /// Whether the table is invitation-only.
    pub invited: bool,
}

impl TableSummary {
    /// Summarises a stored table.
    pub fn of(table: &TableLine) -> TableSummary {
        let setup = serde_json::from_str(&table.setup).ok().map(|setup: Setup| setup.pinned(table.rules_version));
        TableSummary {
            table: table.name.clone(),
            phase: table.standing.phase,
            setup,
            // Lists are built from stored tables, whose presence is unknown.
            seats: table.seats.iter().map(|occupant| SeatInfo::of(occupant, None)).collect(),
            colours: shown_colours(&table.seats),
            turn: table.standing.turn,
            updated: table.updated,
            imported: table.imported,
            transferred: table.transferred,
            plain: table.plain,
            rated: table.rated,
            clock: table.clock,
            spectators: table.access.spectators,
            invited: table.access.invited,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn offered_clocks_are_valid_and_have_stable_ids_and_the_speeds_of_ratings() {
        let all = OfferedClock::all();
        assert!(all.iter().all(|one| one.clock.checked() == Ok(one.clock)));
        let shown: Vec<_> = all.iter().map(|one| (one.id.as_str(), one.speed.word())).collect();
        let expected = [
            ("game-300-5", "blitz"),
            ("game-300-10", "rapid"),
            ("game-600-10", "rapid"),
            ("game-600-15", "rapid"),
            ("game-900-15", "rapid"),
            ("game-1200-20", "slow"),
            ("turn-30", "blitz"),
            ("turn-60", "rapid"),
            ("turn-180", "slow"),
            ("days-1", "days"),
            ("days-3", "days"),
            ("days-7", "days"),
        ];
        assert_eq!(shown, expected);
    }
}
