//! Results and ratings in HTTP responses; the OpenAPI document is generated from these types.

use games::Setup;
use games::record::Record;
use serde::Serialize;
use serde_json::value::RawValue;
use utoipa::ToSchema;

use super::query::told_cursor;
use super::ratings::Rating;
use super::store::{Count, Leader, Person, RatingLine, RatingPoint, ResultLine, SeatLine, Statistics};

/// A game that ended with its record: a line of the answer that has whole games.
#[derive(ToSchema)]
#[allow(dead_code, reason = "it is told of, and written by `records`, which puts texts together")]
pub struct WholeGame {
    /// What it came to.
    result: ArchivedGame,
    /// How it was played.
    record: Record,
}

/// A page of the archive.
#[derive(Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct ArchivePage {
    /// The games, newest first.
    pub games: Vec<ArchivedGame>,
    /// What the next page is asked for `before`; none where there is none.
    pub next: Option<String>,
}

impl ArchivePage {
    /// The page of these games, of so many that were asked for.
    pub fn of(found: &[ResultLine], limit: usize) -> ArchivePage {
        let next = found.last().filter(|_| found.len() == limit).map(|line| told_cursor((line.ended, line.id)));
        ArchivePage { games: found.iter().map(ArchivedGame::of).collect(), next }
    }
}

/// A game that ended.
#[derive(Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct ArchivedGame {
    /// Its table.
    pub table: String,
    /// What was played; nothing where what is stored cannot be read.
    pub setup: Option<Setup>,
    /// The same for all games that are played alike; the archive is searched by it.
    pub alike: String,
    /// How fast it was: `blitz`, `rapid`, `slow`, `days` or `none`.
    pub speed: String,
    /// Whether it counted for ratings.
    pub rated: bool,
    /// Whether everybody may find it.
    pub public: bool,
    /// How it ended: `over`, `resigned`, `time` or `aborted`.
    pub how: String,
    /// Turns that it had.
    pub turns: u16,
    /// When it began, in milliseconds since 1970.
    #[cfg_attr(test, ts(type = "number"))]
    pub began: i64,
    /// When it ended.
    #[cfg_attr(test, ts(type = "number"))]
    pub ended: i64,
    /// What it came to for each seat.
    pub seats: Vec<PlayedSeat>,
}

/// What a game came to for a seat.
#[derive(Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct PlayedSeat {
    /// Who sat there; none of a computer player, of an account that was deleted, and where a record has no name.
    pub name: Option<String>,
    /// Whether it was an account.
    pub account: bool,
    /// The level of a computer player.
    pub level: Option<String>,
    /// The points.
    pub score: i32,
    /// From 1 on.
    pub rank: u8,
    /// How it came out: `won`, `shared` or `lost`.
    pub outcome: String,
    /// Points by kind of feature, and by what else gives or takes some.
    #[cfg_attr(test, ts(type = "Record<string, number>"))]
    #[schema(value_type = Option<BTreeMap<String, i32>>)]
    pub by_kind: Option<Box<RawValue>>,
    /// The rating before the game and after it, where it was rated.
    pub rating: Option<RatingChange>,
}

/// How a game changed a rating.
#[derive(Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct RatingChange {
    /// Before.
    pub before: i32,
    /// After.
    pub after: i32,
}

impl ArchivedGame {
    /// A game as it is told.
    pub fn of(line: &ResultLine) -> ArchivedGame {
        ArchivedGame {
            table: line.table.clone(),
            setup: line.setup.clone(),
            alike: line.setup_hash.clone(),
            speed: line.speed.clone(),
            rated: line.rated,
            public: line.public,
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
    // A rating is far from what does not fit.
    value.round() as i32
}

/// Profile of an account; requests for it ignore the case of the name.
#[derive(Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct PersonInfo {
    /// The name.
    pub name: String,
    /// When the account was made, in milliseconds since 1970.
    #[cfg_attr(test, ts(type = "number"))]
    pub created: i64,
    /// Whether it is whoever asks.
    pub you: bool,
    /// Whether the account is a program's.
    pub program: bool,
    /// The ratings, those with most games first.
    pub ratings: Vec<RatingInfo>,
}

/// A rating.
#[derive(Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct RatingInfo {
    /// The game's id.
    pub game: String,
    /// How fast: `blitz`, `rapid`, `slow` or `days`.
    pub speed: &'static str,
    /// Between `two`, or among `more`.
    pub size: &'static str,
    /// The rating.
    pub rating: i32,
    /// By how much it may be wrong.
    pub deviation: i32,
    /// After how many games.
    pub games: u32,
    /// Whether these are too few to go by.
    pub provisional: bool,
    /// When it last changed, in milliseconds since 1970.
    #[cfg_attr(test, ts(type = "number"))]
    pub updated: i64,
}

impl PersonInfo {
    /// Somebody as they are told of.
    pub fn of(person: &Person, you: bool) -> PersonInfo {
        let ratings = person.ratings.iter().map(RatingInfo::of).collect();
        PersonInfo { name: person.name.clone(), created: person.created, you, program: person.program, ratings }
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

/// A rating after a game. A history has the last 500, the oldest first.
#[derive(Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct RatingPointInfo {
    /// When, in milliseconds since 1970.
    #[cfg_attr(test, ts(type = "number"))]
    pub time: i64,
    /// The rating.
    pub rating: i32,
    /// By how much it may be wrong.
    pub deviation: i32,
    /// The table, if whoever asks may find it.
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
    /// Those with the best ratings; after those with enough games come those with too few to go by.
    pub leaders: Vec<LeaderInfo>,
    /// What the next page is asked for `after`; none where there is none.
    pub next: Option<String>,
}

/// Somebody on a leaderboard.
#[derive(Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct LeaderInfo {
    /// The place, from 1 on.
    #[cfg_attr(test, ts(type = "number"))]
    pub place: u64,
    /// The name.
    pub name: String,
    /// The rating.
    pub rating: i32,
    /// By how much it may be wrong.
    pub deviation: i32,
    /// After how many games.
    pub games: u32,
    /// Whether these are too few to go by.
    pub provisional: bool,
}

impl LeaderPage {
    /// The page of these, of so many that were asked for.
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

/// How many games, and how they came out.
#[derive(Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct CountInfo {
    /// How many.
    #[cfg_attr(test, ts(type = "number"))]
    pub games: u64,
    /// Of these, those that were won alone or as a team.
    #[cfg_attr(test, ts(type = "number"))]
    pub won: u64,
    /// Those that were won together with others.
    #[cfg_attr(test, ts(type = "number"))]
    pub shared: u64,
}

/// What somebody's games come to together.
#[derive(Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct StatisticsInfo {
    /// All of them, at most the newest 2,000.
    pub all: CountInfo,
    /// By how many seats there were, and which was theirs.
    pub by_seat: Vec<SeatCount>,
    /// By set-up, those played most often first.
    pub by_setup: Vec<SetupCount>,
    /// By whom they were played against, those most often met first: `won` is how often they came before them, `shared` beside them.
    pub against: Vec<AgainstCount>,
    /// Points by kind.
    pub points: Vec<KindCount>,
}

/// Games on one seat.
#[derive(Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct SeatCount {
    /// How many seats there were.
    pub seats: u8,
    /// Which was theirs, from 0 on.
    pub seat: u8,
    /// How many games.
    #[serde(flatten)]
    pub count: CountInfo,
}

/// Games by one game and its expansions.
#[derive(Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct SetupCount {
    /// The game's id.
    pub game: String,
    /// The expansions' ids.
    pub expansions: Vec<String>,
    /// How many games.
    #[serde(flatten)]
    pub count: CountInfo,
}

/// Games against somebody.
#[derive(Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct AgainstCount {
    /// An account's name.
    pub name: Option<String>,
    /// A computer player's level.
    pub level: Option<String>,
    /// How many games.
    #[serde(flatten)]
    pub count: CountInfo,
}

/// Points of one kind.
#[derive(Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct KindCount {
    /// The game's id.
    pub game: String,
    /// The kind.
    pub kind: String,
    /// The points of all games together.
    #[cfg_attr(test, ts(type = "number"))]
    pub points: i64,
    /// How many games of it there were.
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
