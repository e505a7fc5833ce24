//! Results and ratings in HTTP responses; the OpenAPI document is generated from these types.

use games::Setup;
use games::record::Record;
use serde::Serialize;
use serde_json::value::RawValue;
use utoipa::ToSchema;

use super::query::format_cursor;
use super::ratings::Rating;
use super::store::{Count, Leader, Person, RatingLine, RatingPoint, ResultLine, SeatLine, Statistics};
use crate::accounts::profile::{Avatar, PublicProfile};

/// A finished game with its record: one line of the NDJSON archive.
#[derive(ToSchema)]
#[allow(dead_code, reason = "for the OpenAPI document only; `records` builds the text itself")]
pub struct WholeGame {
    /// Result of the game.
    result: ArchivedGame,
    /// Record of the game.
    record: Record,
}

/// One page of the archive.
#[derive(Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct ArchivePage {
    /// The games, newest first.
    pub games: Vec<ArchivedGame>,
    /// The value of `before` for the next page; null on the last page.
    pub next: Option<String>,
}

impl ArchivePage {
    /// Builds a page of games; `limit` is its requested size.
    pub fn of(found: &[ResultLine], limit: usize) -> ArchivePage {
        let next = found.last().filter(|_| found.len() == limit).map(|line| format_cursor((line.ended, line.id)));
        ArchivePage { games: found.iter().map(ArchivedGame::of).collect(), next }
    }
}

/// A finished game.
#[derive(Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct ArchivedGame {
    /// Name of the table.
    pub table: String,
    /// The set-up; null if it cannot be parsed.
    pub setup: Option<Setup>,
    /// Hash of the set-up; a search with it finds games with the same set-up.
    pub alike: String,
    /// Game speed: `blitz`, `rapid`, `slow`, `days` or `none`.
    pub speed: String,
    /// True if the game was rated.
    pub rated: bool,
    /// True if the game is public.
    pub public: bool,
    /// True if the game was not played here but imported; its times are those of the import, and its players have no accounts.
    pub imported: bool,
    /// How the game ended: `over`, `resigned`, `time` or `aborted`.
    pub how: String,
    /// Number of turns.
    pub turns: u16,
    /// Start, in milliseconds since 1970.
    #[cfg_attr(test, ts(type = "number"))]
    pub began: i64,
    /// End, in milliseconds since 1970.
    #[cfg_attr(test, ts(type = "number"))]
    pub ended: i64,
    /// Results by seat.
    pub seats: Vec<PlayedSeat>,
}

/// Result for a seat.
#[derive(Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct PlayedSeat {
    /// Name of the player; null for a computer player, a deleted account, or a record without names.
    pub name: Option<String>,
    /// True if the player has an account.
    pub account: bool,
    /// Level of a computer player.
    pub level: Option<String>,
    /// Points at the end of the game.
    pub score: i32,
    /// Rank, starting at 1.
    pub rank: u8,
    /// Outcome: `won`, `shared` or `lost`.
    pub outcome: String,
    /// Points by kind of feature or other source.
    #[cfg_attr(test, ts(type = "Record<string, number>"))]
    #[schema(value_type = Option<BTreeMap<String, i32>>)]
    pub by_kind: Option<Box<RawValue>>,
    /// Rating before and after the game, if the game was rated.
    pub rating: Option<RatingChange>,
}

/// Rating change caused by a game.
#[derive(Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct RatingChange {
    /// Rating before the game.
    pub before: i32,
    /// Rating after the game.
    pub after: i32,
}

impl ArchivedGame {
    /// Converts a stored game for a response.
    pub fn of(line: &ResultLine) -> ArchivedGame {
        ArchivedGame {
            table: line.table.clone(),
            setup: line.setup.clone(),
            alike: line.setup_hash.clone(),
            speed: line.speed.clone(),
            rated: line.rated,
            public: line.public,
            imported: line.imported,
            how: line.how.clone(),
            turns: line.turns,
            began: line.began,
            ended: line.ended,
            seats: line.seats.iter().map(PlayedSeat::of).collect(),
        }
    }
}

impl PlayedSeat {
    fn of(seat: &SeatLine) -> PlayedSeat {
        let SeatLine { name, account, level, score, rank, outcome, kinds, rating, .. } = seat;
        PlayedSeat {
            name: name.clone().filter(|name| !name.is_empty()),
            account: *account,
            level: level.clone(),
            score: *score,
            rank: *rank,
            outcome: outcome.clone(),
            by_kind: RawValue::from_string(kinds.clone()).ok(),
            rating: rating.map(|(before, after)| RatingChange { before: rounded(before), after: rounded(after) }),
        }
    }
}

fn rounded(value: f64) -> i32 {
    // Ratings are well within the range of `i32`.
    value.round() as i32
}

/// Public profile of an account. Requests may give the name in any case.
#[derive(Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct PersonInfo {
    /// Name of the account.
    pub name: String,
    /// Creation time of the account, in milliseconds since 1970.
    #[cfg_attr(test, ts(type = "number"))]
    pub created: i64,
    /// True if this is the caller's account.
    pub you: bool,
    /// True if the caller's account follows this one.
    pub followed: bool,
    /// True if the account is a program.
    pub program: bool,
    /// Picture; null if none is chosen.
    pub avatar: Option<Avatar>,
    /// Country code of ISO 3166-1 alpha-2; null if none is chosen.
    pub flag: Option<String>,
    /// Ratings, most games first.
    pub ratings: Vec<RatingInfo>,
}

/// An account's rating in one class: game, speed and size.
#[derive(Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct RatingInfo {
    /// Id of the game, such as `carcassonne`.
    pub game: String,
    /// Game speed: `blitz`, `rapid`, `slow` or `days`.
    pub speed: &'static str,
    /// Game size: `two` players, or `more`.
    pub size: &'static str,
    /// Current rating.
    pub rating: i32,
    /// Rating deviation.
    pub deviation: i32,
    /// Number of rated games.
    pub games: u32,
    /// True if there are too few games for a reliable rating.
    pub provisional: bool,
    /// Last change, in milliseconds since 1970.
    #[cfg_attr(test, ts(type = "number"))]
    pub updated: i64,
}

impl PersonInfo {
    /// Builds the profile of an account; `followed` is true if the caller follows it.
    pub fn of(person: &Person, you: bool, followed: bool) -> PersonInfo {
        let ratings = person.ratings.iter().map(RatingInfo::of).collect();
        let PublicProfile { avatar, flag } = person.public.clone();
        PersonInfo {
            name: person.name.clone(),
            created: person.created,
            you,
            followed,
            program: person.program,
            avatar,
            flag,
            ratings,
        }
    }
}

impl RatingInfo {
    fn of(line: &RatingLine) -> RatingInfo {
        let RatingLine { class, rating: Rating { value, deviation, .. }, games, settled, updated } = line;
        RatingInfo {
            game: class.game.clone(),
            speed: class.speed.word(),
            size: class.size.word(),
            rating: rounded(*value),
            deviation: rounded(*deviation),
            games: *games,
            provisional: !settled,
            updated: *updated,
        }
    }
}

/// A rating after a game. A history consists of the last 500 points, oldest first.
#[derive(Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct RatingPointInfo {
    /// Time, in milliseconds since 1970.
    #[cfg_attr(test, ts(type = "number"))]
    pub time: i64,
    /// Rating after the game.
    pub rating: i32,
    /// Rating deviation.
    pub deviation: i32,
    /// The table, if it may be shown to the caller.
    pub table: Option<String>,
}

impl RatingPointInfo {
    pub fn of(point: RatingPoint) -> RatingPointInfo {
        let (rating, deviation) = (rounded(point.rating), rounded(point.deviation));
        RatingPointInfo { time: point.time, rating, deviation, table: point.table }
    }
}

/// A page of a leaderboard.
#[derive(Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct LeaderPage {
    /// The best ratings; provisional ones come last.
    pub leaders: Vec<LeaderInfo>,
    /// The value of `after` for the next page; null on the last page.
    pub next: Option<String>,
}

/// A leaderboard entry.
#[derive(Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct LeaderInfo {
    /// Position on the leaderboard, starting at 1.
    #[cfg_attr(test, ts(type = "number"))]
    pub place: u64,
    /// Name of the account.
    pub name: String,
    /// Current rating.
    pub rating: i32,
    /// Rating deviation.
    pub deviation: i32,
    /// Number of rated games.
    pub games: u32,
    /// True if there are too few games for a reliable rating.
    pub provisional: bool,
}

impl LeaderPage {
    /// Builds a page of a leaderboard; `limit` is its requested size.
    pub fn of(best: Vec<Leader>, limit: usize) -> LeaderPage {
        let next = best.last().filter(|_| best.len() == limit).map(|last| last.name.clone());
        let told = best.into_iter().map(|one| LeaderInfo {
            place: one.place,
            name: one.name,
            rating: rounded(one.rating.value),
            deviation: rounded(one.rating.deviation),
            games: one.games,
            provisional: !one.settled,
        });
        LeaderPage { leaders: told.collect(), next }
    }
}

/// Number of games by outcome.
#[derive(Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct CountInfo {
    /// Total number of games.
    #[cfg_attr(test, ts(type = "number"))]
    pub games: u64,
    /// Games won alone or as a team.
    #[cfg_attr(test, ts(type = "number"))]
    pub won: u64,
    /// Games with a tie for the win.
    #[cfg_attr(test, ts(type = "number"))]
    pub shared: u64,
}

/// Statistics on an account's games.
#[derive(Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct StatisticsInfo {
    /// Counts over all games, up to the newest 2,000.
    pub all: CountInfo,
    /// Counts by number of seats and by the account's own seat.
    pub by_seat: Vec<SeatCount>,
    /// Counts by set-up, most frequent first.
    pub by_setup: Vec<SetupCount>,
    /// Counts by opponent, most frequent first. `won` counts the games in which this account ranked above the opponent, and `shared` the
    /// ties.
    pub against: Vec<AgainstCount>,
    /// Points by game and kind.
    pub points: Vec<KindCount>,
}

/// Counts for games that the account played from one seat.
#[derive(Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct SeatCount {
    /// Number of seats.
    pub seats: u8,
    /// The account's seat, counted from 0.
    pub seat: u8,
    /// Number of games.
    #[serde(flatten)]
    pub count: CountInfo,
}

/// Counts for games with one set-up.
#[derive(Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct SetupCount {
    /// Id of the game, such as `carcassonne`.
    pub game: String,
    /// Ids of the expansions.
    pub expansions: Vec<String>,
    /// Number of games.
    #[serde(flatten)]
    pub count: CountInfo,
}

/// Counts for games against one opponent.
#[derive(Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct AgainstCount {
    /// Name of the opponent's account; null for a computer player.
    pub name: Option<String>,
    /// Level of the computer player; null for an account.
    pub level: Option<String>,
    /// Number of games.
    #[serde(flatten)]
    pub count: CountInfo,
}

/// Points of one kind.
#[derive(Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct KindCount {
    /// Id of the game, such as `carcassonne`.
    pub game: String,
    /// Kind of points.
    pub kind: String,
    /// Total points across all games.
    #[cfg_attr(test, ts(type = "number"))]
    pub points: i64,
    /// Number of games counted, with or without such points.
    #[cfg_attr(test, ts(type = "number"))]
    pub games: u64,
}

impl From<Count> for CountInfo {
    fn from(Count { games, won, shared }: Count) -> CountInfo {
        CountInfo { games, won, shared }
    }
}

impl From<Statistics> for StatisticsInfo {
    fn from(told: Statistics) -> StatisticsInfo {
        let by_seat =
            told.by_seat.into_iter().map(|(seats, seat, count)| SeatCount { seats, seat, count: count.into() });
        let by_setup = told.by_setup.into_iter();
        let by_setup = by_setup.map(|(game, expansions, count)| SetupCount { game, expansions, count: count.into() });
        let against =
            told.against.into_iter().map(|(name, level, count)| AgainstCount { name, level, count: count.into() });
        let points = told.points.into_iter().map(|(game, kind, points, games)| KindCount { game, kind, points, games });
        StatisticsInfo {
            all: told.all.into(),
            by_seat: by_seat.collect(),
            by_setup: by_setup.collect(),
            against: against.collect(),
            points: points.collect(),
        }
    }
}
