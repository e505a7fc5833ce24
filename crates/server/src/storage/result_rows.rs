//! Results and ratings in the rows of SQLite: how they are written, with the last entries of a table's log.

use sha2::{Digest, Sha256};
use table::{DELETED, GameResult, How, SeatOccupant, SeatResult};

use super::StorageError;
use super::results::{Class, RatingLine, SeatOutcome};
use super::values::{Row, given};
use super::work::{Optional, Work};
use crate::accounts::names;
use crate::accounts::store::{AccountId, programs_among};
use crate::results::ratings::{self, Rating, Size};

/// The hash by which set-ups are told apart: 16 hexadecimal digits.
pub(crate) fn setup_hash(line: &str) -> String {
    Sha256::digest(line.as_bytes())[..8].iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Writes down what a table's game came to, and lets the ratings follow. A table that has a result keeps it, and nothing changes.
pub(crate) fn put_result(work: &Work<'_>, name: &str, result: &GameResult) -> Result<(), StorageError> {
    let times = "SELECT min(time), max(time) FROM log WHERE tab = ?1";
    let (began, ended): (Option<i64>, Option<i64>) =
        work.query_row(times, [name], |row| Ok((row.get(0)?, row.get(1)?)))?;
    let (began, ended) = (began.unwrap_or_default(), ended.unwrap_or_default());
    let expansions: String = result.expansions.iter().map(|id| format!(" {id} ")).collect();
    let sql = "INSERT INTO results \
               (tab, game, expansions, setup, team, speed, seats, rated, public, how, turns, answers, began, ended) \
               SELECT name, ?2, ?3, ?4, ?5, ?6, ?7, ?8, public, ?9, ?10, ?11, ?12, ?13 FROM tables WHERE name = ?1 \
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
    let id = work.last_number()?;
    for (seat, came_to) in (0u8..).zip(&result.seats) {
        put_seat_result(work, (name, id, ended), seat, came_to)?;
    }
    if result.rated && result.how != How::Aborted { rate(work, id, result, ended) } else { Ok(()) }
}

fn put_seat_result(
    work: &Work<'_>,
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
fn claimed_by(work: &Work<'_>, name: &str, seat: u8) -> Result<Option<AccountId>, StorageError> {
    let sql = "SELECT account FROM keys JOIN account_keys USING (hash) WHERE tab = ?1 AND seat >= 0 \
               GROUP BY account HAVING count(DISTINCT seat) = 1 AND min(seat) = ?2";
    let found: Vec<AccountId> = work.query_map(sql, given![name, seat], |row| row.get(0))?;
    Ok(match found[..] {
        [account] => Some(account),
        _ => None,
    })
}

/// Lets the ratings follow a result: all of them, or none where an account is gone.
fn rate(work: &Work<'_>, id: i64, result: &GameResult, time: i64) -> Result<(), StorageError> {
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

fn put_rating(
    work: &Work<'_>,
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
    work: &Work<'_>,
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
