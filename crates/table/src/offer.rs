//! Offers that need the consent of other players.

use serde::{Deserialize, Serialize};

/// Kind of an offer that other players must accept.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[cfg_attr(feature = "schemas", derive(utoipa::ToSchema))]
#[serde(rename_all = "lowercase")]
pub enum OfferKind {
    /// To undo the offering seat's last answers.
    #[default]
    Undo,
    /// To end the game without a result.
    End,
    /// To pause the game.
    Pause,
}
