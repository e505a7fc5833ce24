//! HTTP responses defined in this crate; the OpenAPI document is generated from these types.

use serde::Serialize;
use utoipa::ToSchema;

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
