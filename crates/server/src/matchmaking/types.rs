//! Finding a game: HTTP responses and the events that `docs/protocol.md` describes.

use games::Setup;
use games::view::TileView;
use serde::Serialize;
use table::Clock;
use utoipa::ToSchema;

use crate::http::types::TableSummary;

/// A line of the event stream.
#[derive(Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename = "PersonEvent"))]
#[schema(as = PersonEvent)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum PersonEvent {
    /// The first line: how things stand now.
    Hello {
        /// Where the person is asked.
        asked: Vec<Turn>,
        /// Challenges that they made or got and that can be taken still.
        challenges: Vec<ChallengeInfo>,
        /// What they seek.
        seek: Option<SeekInfo>,
        /// What all seek, to who asked for the lobby.
        #[serde(skip_serializing_if = "Option::is_none")]
        #[schema(nullable = false)]
        #[cfg_attr(test, ts(optional))]
        seeks: Option<Vec<SeekInfo>>,
    },
    /// The person is asked at a table, or no longer.
    Turn {
        /// The table.
        table: String,
        /// The seat.
        seat: u8,
        /// Whether.
        asked: bool,
    },
    /// A game begins in which the person plays.
    GameStart {
        /// The table.
        table: String,
        /// The seat.
        seat: u8,
    },
    /// Somebody challenges the person.
    Challenge {
        /// To what.
        challenge: ChallengeInfo,
    },
    /// Somebody whom the person challenged takes the seat.
    ChallengeTaken {
        /// The table.
        table: String,
        /// Who.
        by: String,
    },
    /// Somebody whom the person challenged does not want to.
    ChallengeDeclined {
        /// The table.
        table: String,
        /// Who.
        by: String,
        /// Whether the table is gone with it.
        gone: bool,
    },
    /// A challenge was taken back, or its time is over.
    ChallengeCanceled {
        /// The table.
        table: String,
    },
    /// The person's seek is over without a game.
    SeekGone {
        /// Its number.
        #[cfg_attr(test, ts(type = "number"))]
        seek: u64,
    },
    /// Somebody with whom the person has played wants to play again.
    Rematch {
        /// The table at which they played.
        table: String,
    },
    /// What changed in the lobby, to who asked for it.
    Lobby {
        /// Public tables that are new or have changed.
        tables: Vec<TableSummary>,
        /// Tables that are not to be listed any more.
        gone: Vec<String>,
        /// Seeks that are new.
        seeks: Vec<SeekInfo>,
        /// Seeks that are over.
        #[cfg_attr(test, ts(type = "number[]"))]
        seeks_gone: Vec<u64>,
        /// Whether more has changed than is told here, so that the lists are to be asked for again.
        more: bool,
    },
}

/// A seat that is asked.
#[derive(Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Turn {
    /// The table.
    pub table: String,
    /// The seat.
    pub seat: u8,
}

/// What somebody seeks.
#[derive(Clone, Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct SeekInfo {
    /// Its number.
    #[cfg_attr(test, ts(type = "number"))]
    pub seek: u64,
    /// Who.
    pub name: String,
    /// Whether the name is that of an account.
    pub account: bool,
    /// Their rating, where they have one.
    pub rating: Option<u32>,
    /// What they want to play.
    pub setup: Setup,
    /// By which clock.
    pub clock: Option<Clock>,
    /// Whether the result counts for ratings.
    pub rated: bool,
    /// The ratings that the others may have.
    pub range: Option<(u32, u32)>,
    /// When they began to seek, in milliseconds since 1970.
    #[cfg_attr(test, ts(type = "number"))]
    pub since: i64,
}

/// What became of a wish to play.
#[derive(Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Sought {
    /// The seek, where somebody is still missing.
    pub seek: Option<SeekInfo>,
    /// The table, where the game begins.
    pub table: Option<String>,
}

/// A challenge that nobody has answered.
#[derive(Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct ChallengeInfo {
    /// The table at which it is to be played.
    pub table: TableSummary,
    /// Who challenges.
    pub by: String,
    /// Who is challenged.
    pub to: String,
    /// Whether it is one's own.
    pub own: bool,
    /// Until when it can be taken, in milliseconds since 1970.
    #[cfg_attr(test, ts(type = "number"))]
    pub expires: i64,
}

/// The public table that most people look at, or that changed last; chosen again every five seconds.
#[derive(Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct FeaturedInfo {
    /// The table.
    pub table: TableSummary,
    /// How many look at it, players and spectators.
    pub watching: usize,
    /// The score of each seat.
    pub scores: Vec<i32>,
    /// Tiles that are left to draw.
    pub left: usize,
    /// The tiles on the table.
    pub tiles: Vec<TileView>,
}
