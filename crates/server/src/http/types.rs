//! HTTP responses whose shape no other crate has; the OpenAPI document is generated from these types.

use games::Setup;
use games::info::Info;
use serde::Serialize;
use table::{Clock, Phase, SeatInfo};
use utoipa::ToSchema;

use crate::storage::TableLine;

/// What can be played, and with whom.
#[derive(Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Games {
    /// Games, expansions, options and presets.
    #[serde(flatten)]
    pub info: Info,
    /// The levels of computer players, from the weakest to the strongest; only `master` uses a seat's `millis`.
    pub levels: Vec<&'static str>,
    /// The languages of the client and of the rule reference.
    pub languages: [&'static str; 3],
}

/// A table in a list.
#[derive(Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct TableSummary {
    /// Its name.
    pub table: String,
    /// How far it has come.
    pub phase: Phase,
    /// What is played; nothing where what is stored cannot be read.
    pub setup: Option<Setup>,
    /// Who sits where; whether they are there is not known.
    pub seats: Vec<SeatInfo>,
    /// The seat that must answer.
    pub turn: Option<u8>,
    /// When it last changed, in milliseconds since 1970.
    #[cfg_attr(test, ts(type = "number"))]
    pub updated: i64,
    /// Whether its game was brought as a record.
    pub imported: bool,
    /// Whether it is a plain table: nobody is helped while its game goes on.
    pub plain: bool,
    /// Whether its result counts for ratings.
    pub rated: bool,
    /// Its clock, if it has one.
    pub clock: Option<Clock>,
    /// Whether somebody may look who has no seat, while the game goes on.
    pub spectators: bool,
    /// Whether those alone may come who are invited.
    pub invited: bool,
}

impl TableSummary {
    /// A line of a list as it is told.
    pub fn of(table: &TableLine) -> TableSummary {
        let setup = serde_json::from_str(&table.setup).ok().map(|setup: Setup| setup.pinned(table.rules_version));
        TableSummary {
            table: table.name.clone(),
            phase: table.standing.phase,
            setup,
            // A list is made from what is stored, which does not know who is there.
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

/// A table that was made.
#[derive(Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct MadeTable {
    /// Its name.
    pub table: String,
    /// What opens the maker's seats.
    pub tokens: Vec<MadeToken>,
    /// Its page.
    pub link: String,
}

/// A token of whoever made a table.
#[derive(Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct MadeToken {
    /// The seat; a maker who sits nowhere gets a token without one, which starts the game and opens nothing else.
    pub seat: Option<u8>,
    /// The secret.
    pub token: String,
}

/// A token for a seat.
#[derive(Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct SeatToken {
    /// The seat.
    pub seat: u8,
    /// The secret.
    pub token: String,
    /// The link that carries it to another device.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    #[cfg_attr(test, ts(optional))]
    pub link: Option<String>,
}

/// The seats that a browser's cookie opens.
#[derive(Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct ClaimedSeats {
    /// By number.
    pub seats: Vec<u8>,
}
