//! HTTP responses defined in this crate; the OpenAPI document is generated from these types.

use games::Setup;
use games::info::Info;
use serde::Serialize;
use table::{Clock, Phase, SeatInfo};
use utoipa::ToSchema;

use crate::storage::TableLine;

/// Playable games and computer players.
#[derive(Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Games {
    /// Games, expansions, options and presets.
    #[serde(flatten)]
    pub info: Info,
    /// Levels of computer players, from weakest to strongest; only `master` uses a seat's `millis`.
    pub levels: Vec<&'static str>,
    /// Languages of the client and the rule reference.
    pub languages: [&'static str; 3],
}

/// A table in a list.
#[derive(Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct TableSummary {
    /// Table name.
    pub table: String,
    /// Phase of the game.
    pub phase: Phase,
    /// Set-up; null if the stored set-up cannot be read.
    pub setup: Option<Setup>,
    /// Seats. Presence is omitted because it is unknown for stored tables.
    pub seats: Vec<SeatInfo>,
    /// Seat whose turn it is.
    pub turn: Option<u8>,
    /// Last change in milliseconds since 1970.
    #[cfg_attr(test, ts(type = "number"))]
    pub updated: i64,
    /// Whether the game was imported from a record.
    pub imported: bool,
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
            turn: table.standing.turn,
            updated: table.updated,
            imported: table.imported,
            plain: table.plain,
            rated: table.rated,
            clock: table.clock,
            spectators: table.access.spectators,
            invited: table.access.invited,
        }
    }
}

/// A newly created table.
#[derive(Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct MadeTable {
    /// Table name.
    pub table: String,
    /// Tokens for the creator's seats.
    pub tokens: Vec<MadeToken>,
    /// Path of the table's page.
    pub link: String,
}

/// Token for the creator of a table.
#[derive(Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct MadeToken {
    /// The seat; null for the token of a creator without a seat, which can only start the game.
    pub seat: Option<u8>,
    /// Secret token.
    pub token: String,
}

/// Token for a seat.
#[derive(Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct SeatToken {
    /// The seat, counted from 0.
    pub seat: u8,
    /// Secret token.
    pub token: String,
    /// Link that carries the token to another device.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    #[cfg_attr(test, ts(optional))]
    pub link: Option<String>,
}

/// Seats to which a browser's cookie gives access.
#[derive(Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct ClaimedSeats {
    /// Seat numbers, counted from 0.
    pub seats: Vec<u8>,
}
