//! Tournaments in HTTP requests and responses; the OpenAPI document is generated from these types. Players, rounds, matches and games are
//! numbered from 1.

use games::Setup;
use serde::{Deserialize, Serialize};
use table::Clock;
use tournament::{Outcome, Settings, Stage};
use utoipa::{IntoParams, ToSchema};

use super::store::{Admission, StepRole, TournamentLine, TournamentPhase};
use super::terms::GameTerms;

/// The terms of the games of a new tournament.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct NewGameTerms {
    /// The set-up, with two seats. The first player of a game has the first turn.
    pub setup: Setup,
    /// Time control; null or omitted if time is unlimited.
    #[serde(default)]
    #[cfg_attr(test, ts(optional))]
    pub clock: Option<Clock>,
    /// Whether the results count toward the players' ratings.
    #[serde(default)]
    #[cfg_attr(test, ts(optional, as = "Option<bool>"))]
    pub rated: bool,
    /// Whether tables give no hints while the game is played; true if omitted.
    #[serde(default = "yes")]
    #[cfg_attr(test, ts(optional, as = "Option<bool>"))]
    pub plain: bool,
}

fn yes() -> bool {
    true
}

fn open() -> Admission {
    Admission::Open
}

/// A new tournament.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct NewTournament {
    /// Name, format and rules of the tournament. The server chooses `seed`.
    pub settings: Settings,
    /// The terms of the games, which are played at tables of the server; null or omitted if they are played in person.
    #[serde(default)]
    #[cfg_attr(test, ts(optional))]
    pub game: Option<NewGameTerms>,
    /// Players who may join: `open` if omitted.
    #[serde(default = "open")]
    #[cfg_attr(test, ts(optional, as = "Option<Admission>"))]
    pub joining: Admission,
}

/// An action in a tournament. Those of an arbiter are for its organiser and the arbiters; most need a reason, which everyone can read in
/// the log.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(tag = "act", rename_all = "snake_case", deny_unknown_fields)]
pub enum TournamentAct {
    /// The account joins.
    Join {},
    /// An arbiter adds a player: the name of an account or, if games are played in person, any name.
    Add {
        name: String,
        /// The rating by which the player is seeded; by default the account's rating for such games.
        #[serde(default)]
        #[cfg_attr(test, ts(optional))]
        rating: Option<u16>,
    },
    /// A player leaves, who loses the open match and is not paired again.
    Withdraw {
        /// The player whom an arbiter removes; omitted to leave oneself.
        #[serde(default)]
        #[cfg_attr(test, ts(optional))]
        player: Option<u16>,
        #[serde(default)]
        #[cfg_attr(test, ts(optional))]
        reason: Option<String>,
    },
    /// A player who left comes back.
    Return {
        /// The player whom an arbiter brings back; omitted to return oneself.
        #[serde(default)]
        #[cfg_attr(test, ts(optional))]
        player: Option<u16>,
        #[serde(default)]
        #[cfg_attr(test, ts(optional))]
        reason: Option<String>,
    },
    /// An arbiter pairs the next round; the first one starts the tournament.
    Pair {},
    /// A player reports the current game of a match that is played in person. It counts once both players report the same.
    Report {
        r#match: u32,
        /// The points of the first and second player of the match.
        points: [i32; 2],
    },
    /// An arbiter enters the result of the current game of a match.
    Enter {
        r#match: u32,
        /// The points of the first and second player of the match.
        points: [i32; 2],
        /// 1 or 2: the player of the match who wins whatever the points.
        #[serde(default)]
        #[cfg_attr(test, ts(optional))]
        winner: Option<u8>,
        reason: String,
    },
    /// An arbiter decides a match without regard to its games.
    Rule { r#match: u32, outcome: Outcome, reason: String },
    /// An arbiter takes back a ruling, or else the last result, of a match of the current round.
    Reopen { r#match: u32, reason: String },
    /// An arbiter interrupts a match, which then takes no results, or resumes it.
    Adjourn {
        r#match: u32,
        /// False to resume.
        adjourned: bool,
        reason: String,
    },
    /// An arbiter has the current game of a match played at a new table: its game was aborted, or cannot be finished.
    Replay { r#match: u32, reason: String },
    /// The organiser makes an account an arbiter.
    Appoint { name: String },
    /// The organiser dismisses an arbiter, or an arbiter steps down.
    Dismiss { arbiter: u16 },
}

/// A tournament in a list.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct TournamentSummary {
    /// Id of the tournament.
    pub id: String,
    /// Name, format and rules.
    pub settings: Settings,
    /// The terms of the games; null if they are played in person.
    pub game: Option<GameTerms>,
    /// Players who may join.
    pub joining: Admission,
    /// Name of the organiser's account; null if it was deleted.
    pub organiser: Option<String>,
    /// Progress of the tournament.
    pub phase: TournamentPhase,
    /// Number of players who have joined, including those who left.
    pub entrants: u16,
    /// Creation time, in milliseconds since 1970.
    #[cfg_attr(test, ts(type = "number"))]
    pub created: i64,
}

impl From<TournamentLine> for TournamentSummary {
    fn from(line: TournamentLine) -> TournamentSummary {
        let TournamentLine { id, settings, game, joining, phase, created, .. } = line;
        let (organiser, entrants) = (line.organiser_name, line.players);
        TournamentSummary { id, settings, game, joining, organiser, phase, entrants, created }
    }
}

/// A tournament: its players, the matches of a round, and the standings.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct TournamentInfo {
    /// The tournament as in a list.
    #[serde(flatten)]
    pub summary: TournamentSummary,
    /// Number of steps so far; it increases with every change.
    #[cfg_attr(test, ts(type = "number"))]
    pub steps: i64,
    /// Whether the caller is the organiser.
    pub yours: bool,
    /// Whether the caller can act as an arbiter: the organiser, or one of the arbiters.
    pub arbiter: bool,
    /// The arbiters beside the organiser.
    pub arbiters: Vec<ArbiterInfo>,
    /// A moderator's reason for hiding the tournament from all but its organiser; null if it is not hidden.
    pub closed: Option<String>,
    /// Number of the player that the caller is.
    pub you: Option<u16>,
    /// The players in the order in which they joined.
    pub players: Vec<TournamentPlayer>,
    /// Number of rounds paired so far.
    pub rounds: usize,
    /// The round whose matches are listed: the one that was requested, or the current one; null before the start.
    pub round: Option<usize>,
    /// The matches of that round.
    pub matches: Vec<MatchInfo>,
    /// The standings, the best first.
    pub standings: Vec<StandingInfo>,
}

/// An arbiter of a tournament.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct ArbiterInfo {
    /// Number of the arbiter.
    pub number: u16,
    /// Name; null if the account was deleted.
    pub name: Option<String>,
    /// Whether the arbiter can act; false after a dismissal.
    pub active: bool,
}

/// A player of a tournament.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct TournamentPlayer {
    /// Number of the player.
    pub number: u16,
    /// Name; null if the account was deleted.
    pub name: Option<String>,
    /// Whether the name belongs to an account.
    pub account: bool,
    /// The rating by which the player is seeded.
    pub rating: Option<u16>,
    /// Whether the player has left.
    pub withdrawn: bool,
}

/// A match of a tournament.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct MatchInfo {
    /// Number of the match.
    pub number: u32,
    /// The part of the tournament to which it belongs.
    pub stage: Stage,
    /// Number of the first player, who begins the first game.
    pub first: Option<u16>,
    /// Number of the second player; null if the first one has a bye.
    pub second: Option<u16>,
    /// The games so far, including the current one.
    pub games: Vec<MatchGame>,
    /// How it ended; null while it is open.
    pub outcome: Option<Outcome>,
    /// The reason for a ruling.
    pub reason: Option<String>,
    /// Whether it is interrupted.
    pub adjourned: bool,
}

/// A game of a match.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct MatchGame {
    /// The points of the first and second player of the match; null without a result.
    pub points: Option<[i32; 2]>,
    /// 1 or 2: the player who won whatever the points, such as after a resignation.
    pub winner: Option<u8>,
    /// The points that the first and the second player reported.
    pub reports: [Option<[i32; 2]>; 2],
    /// The table at which it is or was played.
    pub table: Option<String>,
    /// Whether the game at that table was aborted, so that an arbiter must decide.
    pub aborted: bool,
}

/// A line of the standings.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct StandingInfo {
    /// The place; players whom nothing separates share it.
    pub place: usize,
    /// Number of the player.
    pub player: u16,
    /// Sum of the match points.
    pub points: f64,
    /// Number of matches won.
    pub won: u16,
    /// Number of matches drawn.
    pub drawn: u16,
    /// Number of matches lost.
    pub lost: u16,
    /// The tie-breaks, in the order of the settings. Points are in halves, products of points in quarters.
    #[cfg_attr(test, ts(type = "number[]"))]
    pub tie_breaks: Vec<i64>,
}

/// An entry of a tournament's log.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct TournamentLogEntry {
    /// Number of the entry, from 1.
    #[cfg_attr(test, ts(type = "number"))]
    pub number: i64,
    /// Time, in milliseconds since 1970.
    #[cfg_attr(test, ts(type = "number"))]
    pub time: i64,
    /// The role in which it was done.
    pub role: StepRole,
    /// Name of the account; null for the server or a deleted account.
    pub by: Option<String>,
    /// The step that was taken.
    pub step: StepInfo,
    /// The reason given.
    pub reason: Option<String>,
}

/// A step of a tournament.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename = "TournamentStep"))]
#[schema(as = TournamentStep)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum StepInfo {
    /// A player joined.
    Join { player: u16 },
    /// A player left.
    Withdraw { player: u16 },
    /// A player came back.
    Return { player: u16 },
    /// A round was paired.
    Pair {},
    /// A player reported the points of a game; `side` is 1 or 2.
    Report { r#match: u32, side: u8, points: [i32; 2] },
    /// A result was entered.
    Enter { r#match: u32, points: [i32; 2], winner: Option<u8> },
    /// A match was decided without regard to its games.
    Rule { r#match: u32, outcome: Outcome },
    /// A ruling or a result was taken back.
    Reopen { r#match: u32 },
    /// A match was interrupted or resumed.
    Adjourn { r#match: u32, adjourned: bool },
    /// A game is played again at a new table.
    Replay { r#match: u32 },
    /// An arbiter was appointed.
    Appoint { arbiter: u16 },
    /// An arbiter was dismissed, or stepped down.
    Dismiss { arbiter: u16 },
}

/// The requested list of tournaments.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Which {
    /// All tournaments of the server.
    All,
    /// Those that the account organises or plays in, or in which it is an arbiter.
    Mine,
}

/// A part of a list of tournaments.
#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
pub struct TournamentPart {
    /// The list that is requested; all tournaments by default.
    #[param(inline)]
    pub which: Option<Which>,
    /// Only tournaments created before this time, in milliseconds since 1970.
    pub before: Option<i64>,
    /// Number of tournaments, 30 by default.
    #[param(minimum = 1, maximum = 100)]
    pub limit: Option<u32>,
}

/// The round to list.
#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
pub struct RoundQuery {
    /// Number of a round; the current one by default.
    pub round: Option<usize>,
}

/// A part of a tournament's log.
#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
pub struct LogPart {
    /// Number of the first entry; 1 by default.
    pub from: Option<i64>,
    /// Number of entries, 100 by default.
    #[param(minimum = 1, maximum = 500)]
    pub limit: Option<u32>,
}

/// The kind of rows to export.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum ExportedRows {
    /// Place, name, points, matches won, drawn and lost, tie-breaks.
    Standings,
    /// Number, round, stage, players, outcome and ruling of each match.
    Matches,
    /// Number of the match and points of each game.
    Games,
}

/// The format of an export.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum ExportFormat {
    /// A list of objects.
    Json,
    /// One object a line.
    Ndjson,
    /// Comma-separated values with a heading.
    Csv,
}

/// The requested export.
#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
pub struct ExportQuery {
    /// The kind of rows; standings by default.
    #[param(inline)]
    pub what: Option<ExportedRows>,
    /// The format; JSON by default.
    #[param(inline)]
    pub format: Option<ExportFormat>,
}
