//! Response to the creation of a table.

use serde::Serialize;

/// A newly created table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[cfg_attr(feature = "schemas", derive(utoipa::ToSchema))]
pub struct MadeTable {
    /// Table name.
    pub table: String,
    /// Tokens for the creator's seats.
    pub tokens: Vec<MadeToken>,
    /// Path of the table's page.
    pub link: String,
}

/// Token for the creator of a table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[cfg_attr(feature = "schemas", derive(utoipa::ToSchema))]
pub struct MadeToken {
    /// The seat; null for the token of a creator without a seat, which can only start the game.
    pub seat: Option<u8>,
    /// Secret token.
    pub token: String,
}
