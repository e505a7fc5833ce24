//! Transfers: a game with its seats and terms, to be continued at another table, on a server or in a browser.

use games::Setup;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::info::OutInfo;
use crate::new_table::{self, NewSeat, NewTable};
use crate::occupant::SeatRating;
use crate::record::Hash;
use crate::terms::TimeoutPolicy;

/// A game with its seats and terms, to be continued at another table.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[cfg_attr(feature = "schemas", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct Transfer {
    /// Record of the game so far: a record as a JSON object, or a record or saved game as a string.
    #[cfg_attr(feature = "types", ts(type = "object | string"))]
    #[cfg_attr(feature = "schemas", schema(value_type = Value))]
    pub record: Value,
    /// The seats, as many as the record's set-up has. `human` seats belong to the creator of the new table; `open` seats are refused.
    pub(crate) seats: Vec<NewSeat>,
    /// Seats that have lost and are played to the end by computer players.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "types", ts(optional, as = "Option<Vec<OutInfo>>"))]
    pub(crate) out: Vec<OutInfo>,
    /// Seats in which a computer player plays until the person returns.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "types", ts(optional, as = "Option<Vec<u8>>"))]
    pub(crate) replaced: Vec<u8>,
    /// Whether the table is listed publicly while the game is played.
    #[serde(default)]
    #[cfg_attr(feature = "types", ts(optional, as = "Option<bool>"))]
    pub(crate) public: bool,
    /// Whether it is a plain table, without hints while the game is played.
    #[serde(default)]
    #[cfg_attr(feature = "types", ts(optional, as = "Option<bool>"))]
    pub(crate) plain: bool,
    /// Effect of a seat running out of time: `loses` (the default) or `computer`. Transferred games have no clock.
    #[serde(default, rename = "fall")]
    #[cfg_attr(feature = "types", ts(optional, as = "Option<TimeoutPolicy>"))]
    pub(crate) on_timeout: TimeoutPolicy,
    /// Whether answers can be undone if the other players agree. Defaults to false at plain tables, and to true at all others.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "types", ts(optional))]
    pub(crate) undo: Option<bool>,
    /// Whether people without a seat may watch while the game is being played.
    #[serde(default = "new_table::default_true")]
    #[cfg_attr(feature = "types", ts(optional, as = "Option<bool>"))]
    pub(crate) spectators: bool,
    /// Names of at most 16 accounts: only these and the table's creator may watch. Not allowed for public tables.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "types", ts(optional))]
    pub invited: Option<Vec<String>>,
    /// Hashes of the invited accounts' secrets, filled in by the server.
    #[serde(skip)]
    #[cfg_attr(feature = "types", ts(skip))]
    pub guests: Vec<Hash>,
}

impl Transfer {
    /// Returns a mutable iterator over the names of people without an account.
    pub fn guest_names(&mut self) -> impl Iterator<Item = &mut String> {
        new_table::guest_names(&mut self.seats)
    }

    /// Sets the name, account and rating of the first person, who is the new table's creator.
    pub fn set_creator(&mut self, own_name: &str, own_account: i64, own_rating: Option<SeatRating>) {
        new_table::set_creator(&mut self.seats, own_name, own_account, own_rating);
    }

    /// Returns the seat for each secret to be issued to the new table's creator: see [`tokens_wanted`](crate::tokens_wanted).
    pub fn people(&self) -> Vec<Option<u8>> {
        let seats = (0u8..).zip(&self.seats).filter(|(_, seat)| matches!(seat, NewSeat::Human { .. }));
        let seats: Vec<Option<u8>> = seats.map(|(seat, _)| Some(seat)).collect();
        if seats.is_empty() { vec![None] } else { seats }
    }

    /// Returns the request for a table with these seats and terms.
    pub(crate) fn table(&self, setup: Setup) -> NewTable {
        NewTable {
            setup,
            seats: self.seats.clone(),
            public: self.public,
            plain: Some(self.plain),
            clock: None,
            on_timeout: self.on_timeout,
            undo: self.undo,
            rated: false,
            spectators: self.spectators,
            invited: self.invited.clone(),
            guests: self.guests.clone(),
        }
    }
}
