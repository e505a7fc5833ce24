//! Results and ratings in the database.
//!
//! A result is written by [`Storage::write`](crate::storage::Storage::write), together with the last log entries.

use games::Setup;
use sha2::{Digest, Sha256};
use table::{Clock, DELETED, GameResult, Hash, How, SeatOccupant, SeatRating, SeatResult, Speed};

use super::ratings::{self, Rating, Size};
use super::shared_networks::{may_change_ratings, take_shared_network};
use crate::accounts::names;
use crate::accounts::profile::PublicProfile;
use crate::accounts::store::{AccountId, programs_among};
use crate::storage::{Optional, Row, StorageError, Transaction, given};

/// Set of games to search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Whose {
    /// All public games.
    Public,
    /// All of the caller's games, found by account and by the hashes of secrets that open tables.
    Own { account: Option<AccountId>, keys: Vec<Hash> },
}

/// Outcome of a game for a seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SeatOutcome {
    /// Won, alone or as a team.
    Won,
    /// Tied for the win.
    Shared,
    /// Did not win.
    Lost,
}

impl SeatOutcome {
    /// Returns the code used in the protocol and in the database.
    pub fn word(self) -> &'static str {
        match self {
            SeatOutcome::Won => "won",
            SeatOutcome::Shared => "shared",
            SeatOutcome::Lost => "lost",
        }
    }

    /// Parses a code.
    pub fn parse(word: &str) -> Option<SeatOutcome> {
        [SeatOutcome::Won, SeatOutcome::Shared, SeatOutcome::Lost].into_iter().find(|outcome| outcome.word() == word)
    }
}

/// Position of a game in the archive: end time and id.
pub type Cursor = (i64, i64);

/// A search for finished games, newest first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Search {
    /// Set of games to search.
    pub whose: Whose,
    /// Folded name of a player.
    pub player: Option<String>,
    /// Outcome for `player`, or for the caller.
    pub outcome: Option<SeatOutcome>,
    /// Id of the game.
    pub game: Option<String>,
    /// Id of an expansion used in the game.
    pub expansion: Option<String>,
    /// Hash of the set-up.
    pub setup: Option<String>,
    pub speed: Option<Speed>,
    /// Number of seats.
    pub seats: Option<u8>,
    /// True for rated games only, false for unrated games only.
    pub rated: Option<bool>,
    /// How the game ended.
    pub how: Option<How>,
    /// Earliest end, in milliseconds since 1970.
    pub from: Option<i64>,
    /// Latest end, exclusive, in milliseconds since 1970.
    pub until: Option<i64>,
    /// Minimum number of turns.
    pub turns_from: Option<u16>,
    /// Maximum number of turns.
    pub turns_to: Option<u16>,
    /// Last game of the previous page.
    pub before: Option<Cursor>,
    /// Maximum number of games.
    pub limit: usize,
}

/// A finished game.
#[derive(Clone, Debug, PartialEq)]
pub struct ResultLine {
    pub id: i64,
    pub table: String,
    /// The set-up; `None` if it cannot be parsed.
    pub setup: Option<Setup>,
    /// Hash of the set-up.
    pub setup_hash: String,
    pub speed: String,
    /// True if the game was rated.
    pub rated: bool,
    /// True if the game is public.
    pub public: bool,
    /// True if the game was imported.
    pub imported: bool,
    /// Code of a [`How`]: how the game ended.
    pub how: String,
    /// Number of turns.
    pub turns: u16,
    /// Start of the game (first tile drawn), in milliseconds since 1970.
    pub began: i64,
    /// End of the game, in milliseconds since 1970.
    pub ended: i64,
    /// Results by seat.
    pub seats: Vec<SeatLine>,
}

/// Result for a seat.
#[derive(Clone, Debug, PartialEq)]
pub struct SeatLine {
    pub seat: u8,
    /// Name of the player: the account's current name or the guest's name in that game; `None` for a computer player or a deleted account.
    pub name: Option<String>,
    pub account: bool,
    /// Level of a computer player.
    pub level: Option<String>,
    /// Points scored by the seat.
    pub score: i32,
    /// Rank, starting at 1.
    pub rank: u8,
    /// Code of a [`SeatOutcome`].
    pub outcome: String,
    /// Points by kind, as a JSON object.
    pub kinds: String,
    /// Rating before and after, if the game was rated.
    pub rating: Option<(f64, f64)>,
}

/// Public profile of an account.
#[derive(Clone, Debug, PartialEq)]
pub struct Person {
    pub account: AccountId,
    pub name: String,
    /// Creation time, in milliseconds since 1970.
    pub created: i64,
    pub program: bool,
    pub public: PublicProfile,
    /// Ratings, most games first.
    pub ratings: Vec<RatingLine>,
}

/// A rating class; an account has a separate rating in each class.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Class {
    pub game: String,
    pub speed: Speed,
    pub size: Size,
}

impl Class {
    /// Returns the class of games with this set-up and clock.
    pub fn of(setup: &Setup, clock: Option<Clock>) -> Class {
        Class { game: setup.game.clone(), speed: Speed::of(clock), size: Size::of(setup.seats) }
    }
}

#[derive(Clone, Debug, PartialEq)]
pub struct RatingLine {
    pub class: Class,
    pub rating: Rating,
    /// Number of rated games.
    pub games: u32,
    /// False if the rating is provisional.
    pub settled: bool,
    /// Last change, in milliseconds since 1970.
    pub updated: i64,
}

impl RatingLine {
    /// Returns the rating as a seat shows it.
    pub fn at_seat(&self) -> SeatRating {
        // Ratings are well within the range of `i32`.
        SeatRating { value: self.rating.value.round() as i32, provisional: !self.settled }
    }
}

/// A point in a rating history.
#[derive(Clone, Debug, PartialEq)]
pub struct RatingPoint {
    /// Time, in milliseconds since 1970.
    pub time: i64,
    pub rating: f64,
    /// Rating deviation.
    pub deviation: f64,
    /// The table, if it may be shown to the caller.
    pub table: Option<String>,
}

/// A leaderboard entry.
#[derive(Clone, Debug, PartialEq)]
pub struct Leader {
    /// Position on the leaderboard, starting at 1.
    pub place: u64,
    pub account: AccountId,
    pub name: String,
    pub rating: Rating,
    /// Number of rated games.
    pub games: u32,
    /// False if the rating is provisional.
    pub settled: bool,
}

/// Number of games by outcome.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Count {
    pub games: u64,
    /// Games won alone or as a team.
    pub won: u64,
    /// Games with a tie for the win.
    pub shared: u64,
}

/// Statistics on an account's games.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Statistics {
    pub all: Count,
    /// Counts by number of seats and by the account's own seat.
    pub by_seat: Vec<(u8, u8, Count)>,
    /// Counts by game and expansions, most frequent first.
    pub by_setup: Vec<(String, Vec<String>, Count)>,
    /// Counts by opponent, given as an account name or a computer player's level, most frequent first. A game counts as won if this account
    /// ranked above the opponent.
    pub against: Vec<(Option<String>, Option<String>, Count)>,
    /// Points by kind: game, kind of points, total points, and number of games.
    pub points: Vec<(String, String, i64, u64)>,
}

/// Returns a hash that identifies a set-up: 16 hexadecimal digits. `line` is the set-up as a single line of text.
pub(crate) fn setup_hash(line: &str) -> String {
    Sha256::digest(line.as_bytes())[..8].iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Stores the result of a table's game and updates the ratings. Does nothing if the table already has a result.
pub(crate) fn put_result(work: &Transaction<'_>, name: &str, result: &GameResult) -> Result<(), StorageError> {
    let times = "SELECT min(time), max(time) FROM log WHERE tab = ?1";
    let (began, ended): (Option<i64>, Option<i64>) =
        work.query_row(times, [name], |row| Ok((row.get(0)?, row.get(1)?)))?;
    let (began, ended) = (began.unwrap_or_default(), ended.unwrap_or_default());
    let expansions: String = result.expansions.iter().map(|id| format!(" {id} ")).collect();
    let sql = "INSERT INTO results \
               (tab, game, expansions, setup, team, speed, seats, rated, public, how, turns, answers, began, ended, one_household) \
               SELECT name, ?2, ?3, ?4, ?5, ?6, ?7, ?8, public, ?9, ?10, ?11, ?12, ?13, \
               EXISTS (SELECT 1 FROM terms WHERE terms.tab = name AND one_household) FROM tables WHERE name = ?1 \
               ON CONFLICT (tab) DO NOTHING";
    let written = work.execute(
        sql,
        given![
            name,
            result.game,
            expansions,
            setup_hash(&result.setup),
            result.team,
            result.speed.word(),
            result.seats.len() as i64,
            result.rated,
            result.how.word(),
            result.turns,
            result.answers as i64,
            began,
            ended,
        ],
    )?;
    if written == 0 {
        return Ok(());
    }
    let id = work.last_insert_id()?;
    for (seat, seat_result) in (0u8..).zip(&result.seats) {
        put_seat_result(work, (name, id, ended), seat, seat_result)?;
    }
    let one_network = take_shared_network(work, name, result.seats.len())?;
    if result.rated && result.how != How::Aborted { rate(work, (name, id), result, ended, one_network) } else { Ok(()) }
}

fn put_seat_result(
    work: &Transaction<'_>,
    (name, id, ended): (&str, i64, i64),
    seat: u8,
    seat_result: &SeatResult,
) -> Result<(), StorageError> {
    let (mut account, mut guest, mut level) = (None, None, None);
    match &seat_result.occupant {
        SeatOccupant::Human { account: Some(known), .. } => account = Some(*known),
        SeatOccupant::Human { name: shown, account: None, .. } => {
            account = claimed_by(work, name, seat)?;
            // Deleted players have no name.
            guest = Some(shown.as_str()).filter(|shown| account.is_none() && *shown != DELETED);
        }
        SeatOccupant::Bot { level: played, .. } => level = Some(played.word()),
        SeatOccupant::Open => {}
    }
    let outcome = match (seat_result.won, seat_result.shared) {
        (false, _) => SeatOutcome::Lost,
        (true, false) => SeatOutcome::Won,
        (true, true) => SeatOutcome::Shared,
    };
    let kinds = serde_json::to_string(&seat_result.by_kind).map_err(|why| StorageError::Damaged(why.to_string()))?;
    let sql = "INSERT INTO result_seats (result, seat, account, name, folded, level, score, rank, outcome, kinds, ended) \
               VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11)";
    let folded = guest.map(names::folded);
    let (score, rank) = (seat_result.score, seat_result.rank);
    work.execute(sql, given![id, seat, account, guest, folded, level, score, rank, outcome.word(), kinds, ended])?;
    Ok(())
}

/// Returns the account that has claimed a guest's seat: the only account that holds it, and only if that account holds no other seat at the
/// table.
fn claimed_by(work: &Transaction<'_>, name: &str, seat: u8) -> Result<Option<AccountId>, StorageError> {
    let sql = "SELECT account FROM keys JOIN account_keys USING (hash) WHERE tab = ?1 AND seat >= 0 \
               GROUP BY account HAVING count(DISTINCT seat) = 1 AND min(seat) = ?2";
    let found: Vec<AccountId> = work.query_map(sql, given![name, seat], |row| row.get(0))?;
    Ok(match found[..] {
        [account] => Some(account),
        _ => None,
    })
}

/// Updates the ratings of all players after a game, or none of them if an account was deleted.
fn rate(
    work: &Transaction<'_>,
    (table, id): (&str, i64),
    result: &GameResult,
    time: i64,
    one_network: bool,
) -> Result<(), StorageError> {
    let accounts: Option<Vec<AccountId>> = result.seats.iter().map(|seat| seat.occupant.account()).collect();
    let Some(accounts) = accounts else { return Ok(()) };
    for account in &accounts {
        if !work.exists("SELECT 1 FROM accounts WHERE id = ?1", [account])? {
            return Ok(());
        }
    }
    // A game between programs and people is not rated. An account may have been marked as a program during the game.
    let programs = programs_among(work, &accounts)?;
    if programs > 0 && programs < accounts.len() {
        return Ok(());
    }
    if one_network && !may_change_ratings(work, (table, id, time), &accounts)? {
        return Ok(());
    }
    let size = Size::of(u8::try_from(accounts.len()).unwrap_or(u8::MAX));
    let class = Class { game: result.game.clone(), speed: result.speed, size };
    let before = accounts.iter().map(|account| rating_of(work, *account, &class)).collect::<Result<Vec<_>, _>>()?;
    let known = |line: &Option<RatingLine>| line.as_ref().map_or_else(Rating::default, |line| line.rating);
    let ranks: Vec<u8> = result.seats.iter().map(|seat| seat.rank).collect();
    let after = ratings::after(&before.iter().map(known).collect::<Vec<_>>(), &ranks);
    for ((account, before), after) in accounts.iter().zip(&before).zip(after) {
        let games = before.as_ref().map_or(0, |line| line.games) + 1;
        put_rating(work, (*account, &class, games), after, time)?;
        let sql = "INSERT INTO rating_changes \
                   (account, result, game, speed, size, before, after, deviation, games, time) \
                   VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10)";
        let (speed, size, from) = (class.speed.word(), class.size.word(), known(before).value);
        work.execute(
            sql,
            given![account, id, class.game, speed, size, from, after.value, after.deviation, games, time],
        )?;
    }
    Ok(())
}

/// Deletes an account's ratings and their history, so that its next rated game starts from the initial rating. Games and results are kept.
pub(crate) fn reset_ratings(work: &Transaction<'_>, account: AccountId) -> Result<(), StorageError> {
    for rows in ["ratings", "rating_changes"] {
        work.execute(&format!("DELETE FROM {rows} WHERE account = ?1"), [account])?;
    }
    Ok(())
}

fn put_rating(
    work: &Transaction<'_>,
    (account, class, games): (AccountId, &Class, u32),
    rating: Rating,
    time: i64,
) -> Result<(), StorageError> {
    let sql = "INSERT INTO ratings \
               (account, game, speed, size, rating, deviation, volatility, games, settled, updated) \
               VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10) \
               ON CONFLICT (account, game, speed, size) DO UPDATE SET rating = excluded.rating, \
               deviation = excluded.deviation, volatility = excluded.volatility, games = excluded.games, \
               settled = excluded.settled, updated = excluded.updated";
    let Class { game, speed, size } = class;
    let Rating { value, deviation, volatility } = rating;
    let settled = games >= ratings::SETTLED_GAMES;
    work.execute(
        sql,
        given![account, game, speed.word(), size.word(), value, deviation, volatility, games, settled, time],
    )?;
    Ok(())
}

/// Returns an account's rating in a class.
pub(crate) fn rating_of(
    work: &Transaction<'_>,
    account: AccountId,
    class: &Class,
) -> Result<Option<RatingLine>, StorageError> {
    let sql = "SELECT rating, deviation, volatility, games, settled, updated FROM ratings \
               WHERE account = ?1 AND game = ?2 AND speed = ?3 AND size = ?4";
    let read = |row: &Row| {
        let rating = Rating { value: row.get(0)?, deviation: row.get(1)?, volatility: row.get(2)? };
        let (games, settled, updated) = (row.get(3)?, row.get(4)?, row.get(5)?);
        Ok(RatingLine { class: class.clone(), rating, games, settled, updated })
    };
    let asked = given![account, class.game, class.speed.word(), class.size.word()];
    work.query_row(sql, asked, read).optional()
}
