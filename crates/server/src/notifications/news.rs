//! News of tournaments, which are sent to their channels.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::channels::ChannelEvent;

/// Maximum number of places listed when a tournament is over.
pub const MAX_PLACES: usize = 10;

/// News of a tournament, stored in the outbox with the change that it reports.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
#[schema(as = TournamentNews)]
pub struct News {
    /// Id of the tournament.
    pub tournament: String,
    /// Name of the tournament.
    pub name: String,
    #[serde(flatten)]
    pub what: NewsKind,
}

/// Kinds of news. Rounds, matches and games are numbered from 1.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
#[schema(as = TournamentNewsKind)]
#[serde(tag = "news", rename_all = "snake_case")]
pub enum NewsKind {
    /// A round was paired.
    Round { round: usize, matches: Vec<NewsPairing> },
    /// A match was decided.
    Result(NewsResult),
    /// The tournament is over. The first ten places.
    Over { places: Vec<NewsPlace> },
}

/// A match of a new round.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct NewsPairing {
    /// Number of the match.
    pub r#match: u32,
    /// Names of the players; the second is null if the first has a bye.
    pub players: (String, Option<String>),
    /// The table of its first game; null if it is played in person.
    pub table: Option<String>,
}

/// The result of a match.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct NewsResult {
    /// Number of the round.
    pub round: usize,
    /// Number of the match.
    pub r#match: u32,
    /// Names of both players.
    pub players: [String; 2],
    /// Points of both players in each game that was played.
    pub games: Vec<[i32; 2]>,
    /// 1 or 2: the player who won the match; null if it was drawn or both lost.
    pub winner: Option<u8>,
}

/// A place in the final standings.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct NewsPlace {
    /// The place; players whom nothing separates share it.
    pub place: usize,
    /// Name of the player.
    pub player: String,
    /// Sum of the match points.
    pub points: f64,
}

impl News {
    /// Returns the event by which channels choose this news.
    pub fn event(&self) -> ChannelEvent {
        match &self.what {
            NewsKind::Round { .. } => ChannelEvent::Round,
            NewsKind::Result(_) => ChannelEvent::Result,
            NewsKind::Over { .. } => ChannelEvent::Over,
        }
    }
}
