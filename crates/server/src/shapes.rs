//! What the server answers over HTTP, where no other crate has the shape; `docs/protocol.md` describes it.

use games::Setup;
use games::info::Info;
use serde::Serialize;
use table::{Phase, SeatInfo};

/// What can be played, and with whom.
#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Games {
    /// Games, expansions, options and presets.
    #[serde(flatten)]
    pub info: Info,
    /// The levels of computer players, from the weakest to the strongest.
    pub levels: Vec<&'static str>,
    /// The languages of the client and of the rule reference.
    pub languages: [&'static str; 3],
}

/// A table in a list.
#[derive(Serialize)]
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
}

/// A table that was made.
#[derive(Serialize)]
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
#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct MadeToken {
    /// The seat; a maker who sits nowhere holds the table by a token without one.
    pub seat: Option<u8>,
    /// The secret.
    pub token: String,
}

/// A token for a seat.
#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct SeatToken {
    /// The seat.
    pub seat: u8,
    /// The secret.
    pub token: String,
    /// The link that carries it to another device.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub link: Option<String>,
}

/// The seats that a browser's cookie opens.
#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct ClaimedSeats {
    /// By number.
    pub seats: Vec<u8>,
}
