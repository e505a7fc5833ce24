//! The terms on which the games of a tournament are played.

use games::Setup;
use serde::{Deserialize, Serialize};
use table::Clock;
use utoipa::ToSchema;

/// The terms of the games of a tournament.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct GameTerms {
    /// The set-up, with two seats. The first player of a game has the first turn.
    pub setup: Setup,
    /// Time control; null if time is unlimited.
    pub clock: Option<Clock>,
    /// Whether the results count toward the players' ratings.
    pub rated: bool,
    /// Whether tables give no hints while the game is played.
    pub plain: bool,
}
