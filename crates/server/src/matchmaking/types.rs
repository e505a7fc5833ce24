//! HTTP responses for matchmaking, and the events described in `docs/protocol.md`.

use games::Setup;
use games::view::TileView;
use serde::Serialize;
use table::{Clock, TableSummary};
use utoipa::ToSchema;

/// A line of the event stream.
#[derive(Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename = "PersonEvent"))]
#[schema(as = PersonEvent)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum PersonEvent {
    /// The first line: the current state.
    Hello {
        /// Seats at which it is the player's turn.
        asked: Vec<Turn>,
        /// Open challenges made or received by the player.
        challenges: Vec<ChallengeInfo>,
        /// The player's seek.
        seek: Option<SeekInfo>,
        /// All seeks, if lobby changes were requested.
        #[serde(skip_serializing_if = "Option::is_none")]
        #[schema(nullable = false)]
        #[cfg_attr(test, ts(optional))]
        seeks: Option<Vec<SeekInfo>>,
    },
    /// The player's turn began or ended.
    Turn {
        /// Name of the table.
        table: String,
        /// The player's seat.
        seat: u8,
        /// True if the turn began.
        asked: bool,
    },
    /// One of the player's games begins.
    GameStart {
        /// Name of the table.
        table: String,
        /// The player's seat.
        seat: u8,
    },
    /// The player was challenged.
    Challenge {
        /// The open challenge.
        challenge: ChallengeInfo,
    },
    /// A challenge was accepted.
    ChallengeTaken {
        /// Name of the table.
        table: String,
        /// The account that accepted.
        by: String,
    },
    /// The challenge was declined.
    ChallengeDeclined {
        /// Name of the table.
        table: String,
        /// The account that declined.
        by: String,
        /// True if the table was deleted.
        gone: bool,
    },
    /// A challenge was canceled or expired.
    ChallengeCanceled {
        /// Name of the table.
        table: String,
    },
    /// The player's seek ended without a game.
    SeekGone {
        /// Id of the seek.
        #[cfg_attr(test, ts(type = "number"))]
        seek: u64,
    },
    /// A former opponent wants a rematch.
    Rematch {
        /// The table of the previous game.
        table: String,
    },
    /// A tournament that the account organises or plays in has changed, or a table was created for the account's game in it.
    Tournament {
        /// Id of the tournament.
        tournament: String,
    },
    /// Lobby changes, if requested.
    Lobby {
        /// New and changed public tables.
        tables: Vec<TableSummary>,
        /// Tables no longer listed.
        gone: Vec<String>,
        /// New seeks.
        seeks: Vec<SeekInfo>,
        /// Ids of seeks that ended.
        #[cfg_attr(test, ts(type = "number[]"))]
        seeks_gone: Vec<u64>,
        /// True if there were more changes than listed, in which case the client should reload the lists.
        more: bool,
    },
}

/// A seat whose turn it is.
#[derive(Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Turn {
    /// Name of the table.
    pub table: String,
    /// The seat to move.
    pub seat: u8,
}

/// An open seek.
#[derive(Clone, Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct SeekInfo {
    /// Id of the seek.
    #[cfg_attr(test, ts(type = "number"))]
    pub seek: u64,
    /// Name of the seeker.
    pub name: String,
    /// True if the name belongs to an account.
    pub account: bool,
    /// The seeker's rating, if any.
    pub rating: Option<u32>,
    /// True if there are too few games for a reliable rating.
    pub provisional: bool,
    /// The wanted game.
    pub setup: Setup,
    /// The clock; null if untimed.
    pub clock: Option<Clock>,
    /// True if the game is rated.
    pub rated: bool,
    /// True if the table will have no hints while the game is played.
    pub plain: bool,
    /// Accepted range of opponents' ratings.
    pub range: Option<(u32, u32)>,
    /// Start of the seek, in milliseconds since 1970.
    #[cfg_attr(test, ts(type = "number"))]
    pub since: i64,
}

/// Result of seeking a game.
#[derive(Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Sought {
    /// The seek, if more players are needed.
    pub seek: Option<SeekInfo>,
    /// The table, if the game begins.
    pub table: Option<String>,
}

/// An open challenge.
#[derive(Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct ChallengeInfo {
    /// The challenge's table.
    pub table: TableSummary,
    /// Name of the challenging account.
    pub by: String,
    /// The challenged account.
    pub to: String,
    /// True if the signed-in account made the challenge.
    pub own: bool,
    /// Expiry, in milliseconds since 1970.
    #[cfg_attr(test, ts(type = "number"))]
    pub expires: i64,
}

/// The public table with the most visitors; ties go to the most recently changed one. Picked again every five seconds.
#[derive(Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct FeaturedInfo {
    /// The table, as in a list.
    pub table: TableSummary,
    /// Number of visitors, both players and spectators.
    pub watching: usize,
    /// The score of each seat.
    pub scores: Vec<i32>,
    /// Tiles left to draw.
    pub left: usize,
    /// The tiles on the table.
    pub tiles: Vec<TileView>,
}

/// A running public game on the TV: the one with the best players of its game and kind of clock. Picked again every five seconds.
#[derive(Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct TvGame {
    /// Id of the game.
    pub game: String,
    /// Kind of clock: `live`, `days` or `none`.
    pub clock: &'static str,
    /// Average rating of the players; those without a rating count as 0, provisional ratings as at most 1500.
    pub rating: i32,
    /// The table, as in a list.
    pub table: TableSummary,
}
