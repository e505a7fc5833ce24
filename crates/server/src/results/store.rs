//! Results and ratings in the database: how they are written with the last entries of a log.
//!
//! A result is written by [`Storage::write`](crate::storage::Storage::write), together with the
//! last entries of the log.

use games::Setup;
use sha2::{Digest, Sha256};
use table::{DELETED, GameResult, Hash, How, SeatOccupant, SeatResult, Speed};

use super::households::{may_move, take_one_household};
use super::ratings::{self, Rating, Size};
use crate::accounts::names;
use crate::accounts::store::{AccountId, programs_among};
use crate::storage::{Optional, Row, StorageError, Transaction, given};

/// Whose games are searched.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Whose {
    /// The public games of everybody.
    Everybodys,
    /// All games of somebody, by the account and by what opens their tables.
    Own { account: Option<AccountId>, keys: Vec<Hash> },
}

/// How a game came out for a seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SeatOutcome {
    /// It won, alone or as a team.
    Won,
    /// It won, and others did too.
    Shared,
    /// It did not win.
    Lost,
}

impl SeatOutcome {
    /// Its word, in the protocol and in the storage.
    pub fn word(self) -> &'static str {
        match self {
            SeatOutcome::Won => "won",
            SeatOutcome::Shared => "shared",
            SeatOutcome::Lost => "lost",
        }
    }

    /// The outcome of this word, if it is one.
    pub fn parse(word: &str) -> Option<SeatOutcome> {
        [SeatOutcome::Won, SeatOutcome::Shared, SeatOutcome::Lost].into_iter().find(|outcome| outcome.word() == word)
    }
}

/// The place of a game in the order of the archive: when it ended, and its number.
pub type Cursor = (i64, i64);

/// What games are searched for. They come newest first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Search {
    /// Among whose games.
    pub whose: Whose,
    /// The folded name of somebody who played.
    pub player: Option<String>,
    /// How they came out for that player, or for the one whose games they are.
    pub outcome: Option<SeatOutcome>,
    /// The game's id.
    pub game: Option<String>,
    /// The id of an expansion that was in play.
    pub expansion: Option<String>,
    /// The hash of the set-up.
    pub setup: Option<String>,
    /// How fast they were.
    pub speed: Option<Speed>,
    /// How many seats they had.
    pub seats: Option<u8>,
    /// Whether they counted for ratings.
    pub rated: Option<bool>,
    /// How they ended.
    pub how: Option<How>,
    /// From when on they ended, in milliseconds since 1970.
    pub from: Option<i64>,
    /// Before when they ended.
    pub until: Option<i64>,
    /// The fewest turns that they had.
    pub turns_from: Option<u16>,
    /// The most.
    pub turns_to: Option<u16>,
    /// The last game that was seen already.
    pub before: Option<Cursor>,
    /// How many are wanted at most.
    pub limit: usize,
}

/// A game that ended.
#[derive(Clone, Debug, PartialEq)]
pub struct ResultLine {
    pub id: i64,
    pub table: String,
    /// The set-up; nothing where what is stored cannot be read.
    pub setup: Option<Setup>,
    /// The hash of the set-up.
    pub setup_hash: String,
    /// How fast it was.
    pub speed: String,
    /// Whether it counted for ratings.
    pub rated: bool,
    /// Whether everybody may find it.
    pub public: bool,
    /// How it ended.
    pub how: String,
    /// Turns that it had.
    pub turns: u16,
    /// When its first tile was drawn, in milliseconds since 1970.
    pub began: i64,
    /// When it ended.
    pub ended: i64,
    /// What it came to for each seat.
    pub seats: Vec<SeatLine>,
}

/// What a game came to for a seat.
#[derive(Clone, Debug, PartialEq)]
pub struct SeatLine {
    pub seat: u8,
    /// The name of whoever sat there: the account's as it is now, or the guest's then; none of a computer player, and none of an account
    /// that was deleted.
    pub name: Option<String>,
    pub account: bool,
    /// The level of a computer player.
    pub level: Option<String>,
    /// The points.
    pub score: i32,
    /// From 1 on.
    pub rank: u8,
    /// How it came out.
    pub outcome: String,
    /// Points by kind, as a JSON object.
    pub kinds: String,
    /// The rating before and after it, where it was rated.
    pub rating: Option<(f64, f64)>,
}

/// Somebody with an account, as everybody may know them.
#[derive(Clone, Debug, PartialEq)]
pub struct Person {
    pub account: AccountId,
    pub name: String,
    /// When it was made, in milliseconds since 1970.
    pub created: i64,
    pub program: bool,
    /// The ratings, those with most games first.
    pub ratings: Vec<RatingLine>,
}

/// What a rating is of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Class {
    /// The game's id.
    pub game: String,
    /// How fast.
    pub speed: Speed,
    /// Between two or among more.
    pub size: Size,
}

#[derive(Clone, Debug, PartialEq)]
pub struct RatingLine {
    pub class: Class,
    pub rating: Rating,
    /// After how many games.
    pub games: u32,
    /// Whether these are enough to go by.
    pub settled: bool,
    /// When it last changed, in milliseconds since 1970.
    pub updated: i64,
}

/// How a rating was changed.
#[derive(Clone, Debug, PartialEq)]
pub struct RatingPoint {
    /// When.
    pub time: i64,
    pub rating: f64,
    /// By how much it may be wrong.
    pub deviation: f64,
    /// By which table, if everybody may find it.
    pub table: Option<String>,
}

/// Somebody on a leaderboard.
#[derive(Clone, Debug, PartialEq)]
pub struct Leader {
    /// The place, from 1 on.
    pub place: u64,
    pub account: AccountId,
    pub name: String,
    pub rating: Rating,
    /// After how many games.
    pub games: u32,
    /// Whether these are enough to go by.
    pub settled: bool,
}

/// How many games, and how they came out.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Count {
    /// How many.
    pub games: u64,
    /// Of these, how many were won alone or as a team.
    pub won: u64,
    /// And how many together with others.
    pub shared: u64,
}

/// What somebody's games come to together.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Statistics {
    /// All of them.
    pub all: Count,
    /// By the number of seats and the seat.
    pub by_seat: Vec<(u8, u8, Count)>,
    /// By the game and its expansions.
    pub by_setup: Vec<(String, Vec<String>, Count)>,
    /// By whom they were played against: an account by its name, or a computer player by its level. Counted is who came before whom.
    pub against: Vec<(Option<String>, Option<String>, Count)>,
    /// Points of a kind, by the game, with how many games of it there were.
    pub points: Vec<(String, String, i64, u64)>,
}

/// The hash by which set-ups are told apart: 16 hexadecimal digits.
pub(crate) fn setup_hash(line: &str) -> String {
    Sha256::digest(line.as_bytes())[..8].iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Writes down what a table's game came to, and lets the ratings follow. A table that has a result keeps it, and nothing changes.
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
    for (seat, came_to) in (0u8..).zip(&result.seats) {
        put_seat_result(work, (name, id, ended), seat, came_to)?;
    }
    let one_household = take_one_household(work, name, result.seats.len())?;
    if result.rated && result.how != How::Aborted {
        rate(work, (name, id), result, ended, one_household)
    } else {
        Ok(())
    }
}

fn put_seat_result(
    work: &Transaction<'_>,
    (name, id, ended): (&str, i64, i64),
    seat: u8,
    came_to: &SeatResult,
) -> Result<(), StorageError> {
    let (mut account, mut guest, mut level) = (None, None, None);
    match &came_to.occupant {
        SeatOccupant::Human { account: Some(known), .. } => account = Some(*known),
        SeatOccupant::Human { name: shown, account: None } => {
            account = claimed_by(work, name, seat)?;
            // Whoever is gone has no name.
            guest = Some(shown.as_str()).filter(|shown| account.is_none() && *shown != DELETED);
        }
        SeatOccupant::Bot { level: played, .. } => level = Some(played.word()),
        SeatOccupant::Open => {}
    }
    let outcome = match (came_to.won, came_to.shared) {
        (false, _) => SeatOutcome::Lost,
        (true, false) => SeatOutcome::Won,
        (true, true) => SeatOutcome::Shared,
    };
    let kinds = serde_json::to_string(&came_to.by_kind).map_err(|why| StorageError::Damaged(why.to_string()))?;
    let sql = "INSERT INTO result_seats (result, seat, account, name, folded, level, score, rank, outcome, kinds, ended) \
               VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11)";
    let folded = guest.map(names::folded);
    let (score, rank) = (came_to.score, came_to.rank);
    work.execute(sql, given![id, seat, account, guest, folded, level, score, rank, outcome.word(), kinds, ended])?;
    Ok(())
}

/// The account that has claimed a guest's seat: it holds this seat of the table and no other, and no other account does.
fn claimed_by(work: &Transaction<'_>, name: &str, seat: u8) -> Result<Option<AccountId>, StorageError> {
    let sql = "SELECT account FROM keys JOIN account_keys USING (hash) WHERE tab = ?1 AND seat >= 0 \
               GROUP BY account HAVING count(DISTINCT seat) = 1 AND min(seat) = ?2";
    let found: Vec<AccountId> = work.query_map(sql, given![name, seat], |row| row.get(0))?;
    Ok(match found[..] {
        [account] => Some(account),
        _ => None,
    })
}

/// Lets the ratings follow a result: all of them, or none where an account is gone.
fn rate(
    work: &Transaction<'_>,
    (table, id): (&str, i64),
    result: &GameResult,
    time: i64,
    one_household: bool,
) -> Result<(), StorageError> {
    let accounts: Option<Vec<AccountId>> = result.seats.iter().map(|seat| seat.occupant.account()).collect();
    let Some(accounts) = accounts else { return Ok(()) };
    for account in &accounts {
        if !work.exists("SELECT 1 FROM accounts WHERE id = ?1", [account])? {
            return Ok(());
        }
    }
    // Programs are rated apart from people. One may have said only during the game that it is one.
    let programs = programs_among(work, &accounts)?;
    if programs > 0 && programs < accounts.len() {
        return Ok(());
    }
    if one_household && !may_move(work, (table, id, time), &accounts)? {
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

/// Deletes the ratings of an account with their history: its next rated game begins anew. Games and their results stay.
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
    let settled = games >= ratings::SETTLED;
    work.execute(
        sql,
        given![account, game, speed.word(), size.word(), value, deviation, volatility, games, settled, time],
    )?;
    Ok(())
}

/// The rating of an account in a class.
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
