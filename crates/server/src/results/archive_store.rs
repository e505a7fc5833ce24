//! SQL for searching results and ratings.

use table::{GameResult, Speed};

use super::ratings::{Rating, Size};
use super::store::{
    Class, Count, Leader, Person, RatingLine, RatingPoint, ResultLine, Search, SeatLine, Statistics, Whose, put_result,
    rating_of,
};
use crate::accounts::profile::{PublicProfile, public_profile};
use crate::accounts::store::AccountId;
use crate::storage::tables::hexes;
use crate::storage::{Database, Given, Optional, Parameter, Row, StorageError, Stored, Transaction, Value, given, now};

/// Maximum number of points in a rating history; older points are omitted.
const MAX_HISTORY: u32 = 500;
/// Maximum number of games counted in statistics; older games are omitted.
const MAX_COUNTED_GAMES: u32 = 2000;
/// Maximum number of opponents in statistics; less frequent ones are omitted.
const MAX_OPPONENTS: u32 = 20;
/// Maximum number of set-ups in statistics; less frequent ones are omitted.
const MAX_SETUPS: u32 = 20;
/// Selects the columns of a finished game.
const SELECT_RESULT: &str = "SELECT results.id, tab, tables.setup, rules_version, results.setup, speed, rated, results.public, how, turns, \
                    began, ended, tab IN (SELECT tab FROM imports) FROM results JOIN tables ON tables.name = tab";

impl Database {
    /// Returns an account's rating in a class, if it has one.
    pub fn rating_of(&self, account: AccountId, class: Class) -> Stored<Option<RatingLine>> {
        self.read(move |work| rating_of(work, account, &class))
    }

    /// Returns the profile of the account with this folded name.
    pub fn person(&self, folded: String) -> Stored<Option<Person>> {
        self.search_with(move |work| person(work, &folded))
    }

    /// Returns the newest points of a rating history, oldest first. Private tables are named only if `all` is set.
    pub fn history(&self, account: AccountId, class: Class, all: bool) -> Stored<Vec<RatingPoint>> {
        self.search_with(move |work| history(work, account, &class, all))
    }

    /// Computes statistics on an account's newest games; private games are included only if `all` is set.
    pub fn statistics(&self, account: AccountId, all: bool) -> Stored<Statistics> {
        self.search_with(move |work| statistics(work, account, all))
    }

    /// Returns the best ratings in a class, starting after an account if one is given.
    pub fn leaders(&self, class: Class, programs: bool, after: Option<AccountId>, limit: usize) -> Stored<Vec<Leader>> {
        self.search_with(move |work| leaders(work, (&class, programs), after, limit))
    }

    /// Searches finished games.
    pub fn search(&self, search: Search) -> Stored<Vec<ResultLine>> {
        self.search_with(move |work| find(work, &search))
    }

    /// Returns the result of a table's game.
    pub fn result_of(&self, table: String) -> Stored<Option<ResultLine>> {
        self.read(move |work| {
            let found = lines(work, &format!("{SELECT_RESULT} WHERE tab = ?1"), given![table])?;
            Ok(found.into_iter().next())
        })
    }

    /// Returns up to `limit` finished tables without a result, starting after a name. Returns none once all results are known to be
    /// complete.
    pub fn lacking_results(&self, after: String, limit: usize) -> Stored<Vec<String>> {
        self.search_with(move |work| {
            let sql = "SELECT name FROM tables WHERE name > ?1 AND phase = 'finished' \
                       AND name NOT IN (SELECT tab FROM imports) AND name NOT IN (SELECT tab FROM results) \
                       AND NOT EXISTS (SELECT 1 FROM results_complete) ORDER BY name LIMIT ?2";
            work.query_map(sql, given![after, limit as i64], |row| row.get(0))
        })
    }

    /// Stores results of games that ended before results were stored.
    pub fn add_results(&self, results: Vec<(String, GameResult)>) -> Stored<()> {
        self.change(move |work| results.iter().try_for_each(|(name, result)| put_result(work, name, result)))
    }

    /// Records that all finished tables have a result.
    pub fn results_are_complete(&self) -> Stored<()> {
        self.change(|work| {
            work.execute("INSERT INTO results_complete (one) VALUES (1) ON CONFLICT DO NOTHING", ())?;
            Ok(())
        })
    }
}

/// Condition for a seat of an imported game whose player only shares the name of an account.
const IMPORTED_NAMESAKE: &str = "EXISTS (SELECT 1 FROM accounts WHERE folded = :player) \
    AND EXISTS (SELECT 1 FROM results AS played JOIN imports USING (tab) WHERE played.id = result)";

/// Builds the query for the ids of matching games, newest first.
///
/// A player's games are found through their seats; all other searches read the archive in order through a single covering index.
fn search_sql(search: &Search) -> String {
    let mut wanted = vec!["how <> 'aborted'".to_owned()];
    let mut ask = |asked: bool, sql: &str| {
        if asked {
            wanted.push(sql.to_owned());
        }
    };
    ask(search.whose == Whose::Public, "public = TRUE");
    ask(search.game.is_some(), "game = :game");
    ask(search.expansion.is_some(), "instr(expansions, :expansion) > 0");
    ask(search.setup.is_some(), "setup = :setup");
    ask(search.speed.is_some(), "speed = :speed");
    ask(search.seats.is_some(), "seats = :seats");
    ask(search.rated.is_some(), "rated = :rated");
    ask(search.how.is_some(), "how = :how");
    ask(search.from.is_some(), "ended >= :from");
    ask(search.until.is_some(), "ended < :until");
    ask(search.turns_from.is_some(), "turns >= :turns_from");
    ask(search.turns_to.is_some(), "turns <= :turns_to");
    ask(search.before.is_some(), "(ended, id) < (:ended, :id)");
    let outcome = if search.outcome.is_some() { " AND outcome = :outcome" } else { "" };
    let of_account = format!("SELECT result FROM result_seats WHERE account = :account{outcome}");
    let of_player = format!(
        "SELECT result FROM result_seats WHERE account = (SELECT id FROM accounts WHERE folded = :player){outcome} \
         UNION SELECT result FROM result_seats WHERE folded = :player{outcome} AND NOT ({IMPORTED_NAMESAKE})"
    );
    ask(search.player.is_some(), &format!("id IN ({of_player})"));
    if let Whose::Own { .. } = search.whose {
        let by_key = "SELECT results.id FROM keys JOIN json_each(:keys) ON hash = unhex(value) JOIN results USING (tab) \
                      WHERE expires > :now";
        ask(true, &format!("id IN (SELECT result FROM result_seats WHERE account = :account UNION {by_key})"));
        ask(search.player.is_none() && search.outcome.is_some(), &format!("id IN ({of_account})"));
    }
    format!("SELECT id FROM results WHERE {} ORDER BY ended DESC, id DESC LIMIT :limit", wanted.join(" AND "))
}

fn find(work: &Transaction<'_>, search: &Search) -> Result<Vec<ResultLine>, StorageError> {
    let inner = search_sql(search);
    let sql = format!("{SELECT_RESULT} WHERE results.id IN ({inner}) ORDER BY ended DESC, results.id DESC");
    let (account, keys) = match &search.whose {
        Whose::Public => (None, Vec::new()),
        Whose::Own { account, keys } => (*account, keys.clone()),
    };
    let (ended, id) = search.before.unzip();
    let all = [
        (":account", account.value()),
        (":keys", hexes(&keys).value()),
        (":now", now().value()),
        (":player", search.player.value()),
        (":outcome", search.outcome.map(|outcome| outcome.word()).value()),
        (":game", search.game.value()),
        (":expansion", search.expansion.as_ref().map(|id| format!(" {id} ")).value()),
        (":setup", search.setup.value()),
        (":speed", search.speed.map(Speed::word).value()),
        (":seats", search.seats.value()),
        (":rated", search.rated.value()),
        (":how", search.how.map(|how| how.word()).value()),
        (":from", search.from.value()),
        (":until", search.until.value()),
        (":turns_from", search.turns_from.value()),
        (":turns_to", search.turns_to.value()),
        (":ended", ended.value()),
        (":id", id.value()),
        (":limit", (search.limit as i64).value()),
    ];
    let (sql, given) = with_numbered_parameters(sql, all);
    lines(work, &sql, given)
}

/// Replaces named parameters with numbered ones and drops the unused values.
fn with_numbered_parameters<const N: usize>(mut sql: String, mut all: [(&str, Value); N]) -> (String, Vec<Value>) {
    // Replace the longest names first, since one name may be a prefix of another.
    all.sort_by_key(|(name, _)| std::cmp::Reverse(name.len()));
    let mut given = Vec::new();
    for (name, value) in all {
        if sql.contains(name) {
            given.push(value);
            sql = sql.replace(name, &format!("?{}", given.len()));
        }
    }
    (sql, given)
}

/// Reads finished games with their seats.
fn lines(work: &Transaction<'_>, sql: &str, asked: impl Given) -> Result<Vec<ResultLine>, StorageError> {
    let rows = work.rows(sql, asked)?;
    let mut found = Vec::new();
    for row in &rows {
        let (id, setup, rules_version): (i64, String, u32) = (row.get(0)?, row.get(2)?, row.get(3)?);
        let setup = serde_json::from_str(&setup).ok().map(|setup: games::Setup| setup.pinned(rules_version));
        found.push(ResultLine {
            id,
            table: row.get(1)?,
            setup,
            setup_hash: row.get(4)?,
            speed: row.get(5)?,
            rated: row.get(6)?,
            public: row.get(7)?,
            how: row.get(8)?,
            turns: row.get(9)?,
            began: row.get(10)?,
            ended: row.get(11)?,
            imported: row.get(12)?,
            seats: seats_of(work, id)?,
        });
    }
    Ok(found)
}

fn seats_of(work: &Transaction<'_>, id: i64) -> Result<Vec<SeatLine>, StorageError> {
    let sql = "SELECT seat, coalesce(accounts.name, result_seats.name), result_seats.account IS NOT NULL, level, score, \
               rank, outcome, kinds, before, after FROM result_seats LEFT JOIN accounts ON accounts.id = result_seats.account \
               LEFT JOIN rating_changes \
               ON rating_changes.account = result_seats.account AND rating_changes.result = result_seats.result \
               WHERE result_seats.result = ?1 ORDER BY seat";
    let read = |row: &Row| {
        let (before, after): (Option<f64>, Option<f64>) = (row.get(8)?, row.get(9)?);
        Ok(SeatLine {
            seat: row.get(0)?,
            name: row.get(1)?,
            account: row.get(2)?,
            level: row.get(3)?,
            score: row.get(4)?,
            rank: row.get(5)?,
            outcome: row.get(6)?,
            kinds: row.get(7)?,
            rating: before.zip(after),
        })
    };
    work.query_map(sql, [id], read)
}

fn damaged(what: &str) -> StorageError {
    StorageError::Damaged(format!("a rating has an invalid {what}"))
}

fn person(work: &Transaction<'_>, folded: &str) -> Result<Option<Person>, StorageError> {
    let sql = "SELECT id, name, created, EXISTS (SELECT 1 FROM programs WHERE account = id) \
               FROM accounts WHERE folded = ?1";
    let read = |row: &Row| {
        let (account, name, created, program) = (row.get(0)?, row.get(1)?, row.get(2)?, row.get(3)?);
        Ok(Person { account, name, created, program, public: PublicProfile::default(), ratings: Vec::new() })
    };
    let found = work.query_row(sql, [folded], read).optional()?;
    let Some(mut person) = found else { return Ok(None) };
    person.public = public_profile(work, person.account)?;
    let sql = "SELECT game, speed, size, rating, deviation, volatility, games, settled, updated FROM ratings \
               WHERE account = ?1 ORDER BY games DESC, game, speed, size";
    let rows = work.rows(sql, [person.account])?;
    for row in &rows {
        let (speed, size): (String, String) = (row.get(1)?, row.get(2)?);
        let speed = Speed::parse(&speed).ok_or_else(|| damaged("speed"))?;
        let size = Size::parse(&size).ok_or_else(|| damaged("size"))?;
        let rating = Rating { value: row.get(3)?, deviation: row.get(4)?, volatility: row.get(5)? };
        let class = Class { game: row.get(0)?, speed, size };
        let (games, settled, updated) = (row.get(6)?, row.get(7)?, row.get(8)?);
        person.ratings.push(RatingLine { class, rating, games, settled, updated });
    }
    Ok(Some(person))
}

fn history(
    work: &Transaction<'_>,
    account: AccountId,
    class: &Class,
    all: bool,
) -> Result<Vec<RatingPoint>, StorageError> {
    let sql = "SELECT time, after, deviation, CASE WHEN public OR ?5 THEN tab END FROM rating_changes AS change \
               JOIN results ON results.id = change.result \
               WHERE account = ?1 AND change.game = ?2 AND change.speed = ?3 AND size = ?4 \
               ORDER BY games DESC LIMIT ?6";
    let read = |row: &Row| {
        Ok(RatingPoint { time: row.get(0)?, rating: row.get(1)?, deviation: row.get(2)?, table: row.get(3)? })
    };
    let asked = given![account, class.game, class.speed.word(), class.size.word(), all, MAX_HISTORY];
    let mut points: Vec<RatingPoint> = work.query_map(sql, &asked, read)?;
    points.reverse();
    Ok(points)
}

pub(super) fn leaders(
    work: &Transaction<'_>,
    (class, programs): (&Class, bool),
    after: Option<AccountId>,
    limit: usize,
) -> Result<Vec<Leader>, StorageError> {
    let asked = (class.game.as_str(), class.speed.word(), class.size.word());
    let apart = if programs { "" } else { "NOT " };
    let of_class = format!(
        "FROM ratings WHERE game = ?1 AND speed = ?2 AND size = ?3 \
         AND {apart}EXISTS (SELECT 1 FROM programs WHERE programs.account = ratings.account)"
    );
    let seen = match after {
        None => None,
        Some(account) => {
            let sql = format!("SELECT settled, rating {of_class} AND account = ?4");
            let read = |row: &Row| Ok((row.get::<i64>(0)?, row.get::<f64>(1)?, account));
            let (game, speed, size) = asked;
            work.query_row(&sql, given![game, speed, size, account], read).optional()?
        }
    };
    // Without `after`, start before the first entry.
    let (settled, rating, account) = seen.unwrap_or((2, 0.0, 0));
    let comes_after = "(settled < ?4 OR settled = ?4 AND (rating < ?5 OR rating = ?5 AND account > ?6))";
    let (game, speed, size) = asked;
    let sql = format!("SELECT count(*) {of_class} AND NOT {comes_after}");
    let cursor = given![game, speed, size, settled, rating, account];
    let before: i64 = work.query_row(&sql, cursor, |row| row.get(0))?;
    let sql = format!(
        "SELECT account, name, rating, deviation, volatility, games, settled \
         FROM (SELECT * {of_class} AND {comes_after} ORDER BY settled DESC, rating DESC, account LIMIT ?7) AS best \
         JOIN accounts ON accounts.id = account ORDER BY settled DESC, rating DESC, account"
    );
    let rows = work.rows(&sql, given![game, speed, size, settled, rating, account, limit as i64])?;
    let mut best = Vec::new();
    for row in &rows {
        let place = u64::try_from(before).unwrap_or_default() + best.len() as u64 + 1;
        let rating = Rating { value: row.get(2)?, deviation: row.get(3)?, volatility: row.get(4)? };
        let (account, name, games, settled) = (row.get(0)?, row.get(1)?, row.get(5)?, row.get(6)?);
        best.push(Leader { place, account, name, rating, games, settled });
    }
    Ok(best)
}

/// Common table expression `mine`: the games counted in statistics.
const MINE: &str = "WITH mine AS MATERIALIZED (\
    SELECT seat.result, seat.seat, seat.rank, seat.outcome, seat.kinds, game, expansions, seats, team \
    FROM result_seats AS seat JOIN results ON results.id = seat.result \
    WHERE account = ?1 AND (?2 OR public) AND how <> 'aborted' ORDER BY seat.ended DESC LIMIT ?3)";
/// Selects the number of games, wins and shared wins.
const COUNT: &str = "count(*), count(*) FILTER (WHERE outcome = 'won'), count(*) FILTER (WHERE outcome = 'shared')";

fn statistics(work: &Transaction<'_>, account: AccountId, all: bool) -> Result<Statistics, StorageError> {
    let asked = given![account, all, MAX_COUNTED_GAMES];
    let count = |row: &Row, at: usize| -> Result<Count, StorageError> {
        let number = |at: usize| row.get::<i64>(at).map(|number| u64::try_from(number).unwrap_or_default());
        Ok(Count { games: number(at)?, won: number(at + 1)?, shared: number(at + 2)? })
    };
    let mut statistics = Statistics {
        all: work.query_row(&format!("{MINE} SELECT {COUNT} FROM mine"), &asked, |row| count(row, 0))?,
        ..Statistics::default()
    };
    let sql = format!("{MINE} SELECT seats, seat, {COUNT} FROM mine GROUP BY seats, seat ORDER BY seats, seat");
    let rows = work.query_map(&sql, &asked, |row| Ok((row.get(0)?, row.get(1)?, count(row, 2)?)))?;
    statistics.by_seat = rows;
    let sql = format!(
        "{MINE} SELECT game, expansions, {COUNT} FROM mine GROUP BY game, expansions ORDER BY count(*) DESC LIMIT {MAX_SETUPS}"
    );
    let rows = work.query_map(&sql, &asked, |row| {
        let expansions: String = row.get(1)?;
        Ok((row.get(0)?, expansions.split_whitespace().map(str::to_owned).collect(), count(row, 2)?))
    })?;
    statistics.by_setup = rows;
    let sql = format!(
        "{MINE} SELECT accounts.name, other.level, count(*), count(*) FILTER (WHERE mine.rank < other.rank), \
         count(*) FILTER (WHERE mine.rank = other.rank) \
         FROM mine JOIN result_seats AS other ON other.result = mine.result AND other.seat <> mine.seat \
         LEFT JOIN accounts ON accounts.id = other.account \
         WHERE NOT team AND (accounts.id IS NOT NULL OR other.level IS NOT NULL) \
         GROUP BY other.account, accounts.name, other.level ORDER BY count(*) DESC LIMIT {MAX_OPPONENTS}"
    );
    let rows = work.query_map(&sql, &asked, |row| Ok((row.get(0)?, row.get(1)?, count(row, 2)?)))?;
    statistics.against = rows;
    let sql = format!(
        "{MINE} SELECT game, key, CAST(sum(CAST(value AS BIGINT)) AS BIGINT), \
         (SELECT count(*) FROM mine AS same WHERE same.game = mine.game) \
         FROM mine CROSS JOIN json_each(kinds) GROUP BY game, key ORDER BY game, 3 DESC"
    );
    let rows = work.query_map(&sql, &asked, |row| {
        let games: i64 = row.get(3)?;
        Ok((row.get(0)?, row.get(1)?, row.get(2)?, u64::try_from(games).unwrap_or_default()))
    })?;
    statistics.points = rows;
    Ok(statistics)
}
