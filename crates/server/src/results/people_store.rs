//! SQL for lists of players. A line has only what the player's public profile shows, and what the lobby shows of their game.

use table::Speed;

use super::archive_store::leaders;
use super::store::{Class, RatingLine, rating_of};
use crate::accounts::profile::{PublicProfile, public_profile};
use crate::accounts::store::{AccountId, BAN, end_of_prefix};
use crate::storage::{Database, Optional, Row, StorageError, Stored, Transaction, given, now};

/// Number of newest public games whose players count as recently active.
const RECENT_GAMES: u32 = 500;
/// Maximum number of games counted for a player.
const MAX_COUNTED_GAMES: u32 = 2000;

/// The players to list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Listing {
    /// Accounts whose folded names begin with a prefix, by name.
    Prefix(String),
    /// Those of these accounts whose owners are online, by name.
    Online(Vec<AccountId>),
    /// People in the newest public games, the most recent first.
    Recent,
    /// The leaderboard of a class.
    Best,
    /// The accounts that the viewer follows: first those of these accounts that are online, then the others, both by name.
    Following(Vec<AccountId>),
}

/// A request for a list of players.
#[derive(Clone, Debug)]
pub struct PeopleSearch {
    pub listing: Listing,
    /// Class of the ratings to show.
    pub class: Class,
    /// The account that asks. Players whom it has blocked, or who have blocked it, never appear as online.
    pub viewer: Option<AccountId>,
    /// Last account of the previous page, with its folded name.
    pub after: Option<(AccountId, String)>,
    pub limit: usize,
}

/// A player in a list.
#[derive(Clone, Debug, PartialEq)]
pub struct PlayerLine {
    pub account: AccountId,
    pub name: String,
    pub program: bool,
    pub public: PublicProfile,
    /// Rating in the requested class.
    pub rating: Option<RatingLine>,
    /// Number of public games, up to the newest 2,000.
    pub games: u64,
    /// A public game in progress that anyone may watch.
    pub playing: Option<String>,
    /// True if the viewer has blocked the player, or the other way round.
    pub blocked: bool,
    /// True if the viewer follows the player.
    pub followed: bool,
}

impl Database {
    /// Returns one page of a list of players.
    pub fn people(&self, search: PeopleSearch) -> Stored<Vec<PlayerLine>> {
        self.search_with(move |work| {
            let accounts = accounts(work, &search)?;
            let lines = accounts.into_iter().map(|account| line(work, account, &search.class, search.viewer));
            Ok(lines.collect::<Result<Vec<_>, _>>()?.into_iter().flatten().collect())
        })
    }
}

/// SQL condition: the account is banned at the moment `?1`.
fn banned() -> String {
    format!(
        "EXISTS (SELECT 1 FROM sanctions WHERE sanctions.account = accounts.id AND kind = '{BAN}' \
         AND (until IS NULL OR until > ?1))"
    )
}

/// Returns the accounts of one page, in order. Banned accounts are left out, except on the leaderboard, which keeps its places.
fn accounts(work: &Transaction<'_>, search: &PeopleSearch) -> Result<Vec<AccountId>, StorageError> {
    let (banned, limit) = (banned(), search.limit as i64);
    let after = search.after.as_ref().map_or("", |(_, folded)| folded);
    match &search.listing {
        Listing::Prefix(prefix) => {
            let sql = format!(
                "SELECT id FROM accounts WHERE folded >= ?2 AND folded < ?3 AND folded > ?4 AND NOT {banned} \
                 ORDER BY folded LIMIT ?5"
            );
            work.query_map(&sql, given![now(), prefix, end_of_prefix(prefix), after, limit], |row| row.get(0))
        }
        Listing::Online(online) => {
            let sql = format!(
                "SELECT id FROM accounts WHERE id IN (SELECT CAST(value AS BIGINT) FROM json_each(?2)) AND folded > ?3 \
                 AND NOT {banned} AND NOT EXISTS (SELECT 1 FROM blocks \
                 WHERE (blocks.account = ?4 AND blocked = id) OR (blocks.account = id AND blocked = ?4)) \
                 ORDER BY folded LIMIT ?5"
            );
            let online = serde_json::Value::from(online.clone()).to_string();
            let viewer = search.viewer.unwrap_or_default();
            work.query_map(&sql, given![now(), online, after, viewer, limit], |row| row.get(0))
        }
        Listing::Recent => {
            let sql = format!(
                "SELECT result_seats.account FROM (SELECT id, ended FROM results WHERE public = TRUE AND how <> 'aborted' \
                 ORDER BY ended DESC, id DESC LIMIT {RECENT_GAMES}) AS newest \
                 JOIN result_seats ON result_seats.result = newest.id JOIN accounts ON accounts.id = result_seats.account \
                 WHERE NOT {banned} AND NOT EXISTS (SELECT 1 FROM programs WHERE programs.account = accounts.id) \
                 GROUP BY result_seats.account ORDER BY max(newest.ended) DESC, result_seats.account"
            );
            // A player who finishes another game between two pages may be listed twice, but none is skipped.
            Ok(after_last(work.query_map(&sql, [now()], |row| row.get(0))?, search))
        }
        Listing::Best => {
            let after = search.after.as_ref().map(|(account, _)| *account);
            let best = leaders(work, (&search.class, false), after, search.limit)?;
            Ok(best.into_iter().map(|leader| leader.account).collect())
        }
        Listing::Following(online) => {
            let sql = format!(
                "SELECT id FROM follows JOIN accounts ON id = followed WHERE follows.account = ?2 AND NOT {banned} \
                 ORDER BY id IN (SELECT CAST(value AS BIGINT) FROM json_each(?3)) DESC, folded"
            );
            let online = serde_json::Value::from(online.clone()).to_string();
            let query = given![now(), search.viewer.unwrap_or_default(), online];
            Ok(after_last(work.query_map(&sql, query, |row| row.get(0))?, search))
        }
    }
}

/// Returns the page that begins after the last account of the previous one.
fn after_last(found: Vec<AccountId>, search: &PeopleSearch) -> Vec<AccountId> {
    let last = search.after.as_ref().and_then(|(last, _)| found.iter().position(|account| account == last));
    found.into_iter().skip(last.map_or(0, |at| at + 1)).take(search.limit).collect()
}

/// Reads a player's line; `None` if the account has been deleted.
fn line(
    work: &Transaction<'_>,
    account: AccountId,
    class: &Class,
    viewer: Option<AccountId>,
) -> Result<Option<PlayerLine>, StorageError> {
    let sql = format!(
        "SELECT name, EXISTS (SELECT 1 FROM programs WHERE programs.account = accounts.id), \
         (SELECT count(*) FROM (SELECT 1 FROM result_seats JOIN results ON results.id = result_seats.result \
         WHERE result_seats.account = ?1 AND public = TRUE AND how <> 'aborted' LIMIT {MAX_COUNTED_GAMES}) AS counted), \
         EXISTS (SELECT 1 FROM blocks WHERE (blocks.account = ?2 AND blocked = ?1) OR (blocks.account = ?1 AND blocked = ?2)), \
         EXISTS (SELECT 1 FROM follows WHERE follows.account = ?2 AND followed = ?1) FROM accounts WHERE id = ?1"
    );
    let read = |row: &Row| {
        let games: i64 = row.get(2)?;
        Ok((row.get(0)?, row.get(1)?, u64::try_from(games).unwrap_or_default(), row.get(3)?, row.get(4)?))
    };
    let asked = given![account, viewer.unwrap_or_default()];
    let found = work.query_row(&sql, asked, read).optional()?;
    let Some((name, program, games, blocked, followed)) = found else { return Ok(None) };
    // Games without a clock are never rated.
    let rating = if class.speed == Speed::None { None } else { rating_of(work, account, class)? };
    let (public, playing) = (public_profile(work, account)?, playing(work, account)?);
    Ok(Some(PlayerLine { account, name, program, public, rating, games, playing, blocked, followed }))
}

/// SQL condition: the table of the row of `lobby` has a game in progress that anyone may watch.
pub(crate) const WATCHABLE: &str = "NOT open AND lobby.tab NOT IN (SELECT tab FROM closed_tables) \
    AND NOT EXISTS (SELECT 1 FROM access WHERE access.tab = lobby.tab AND (NOT spectators OR invited))";

/// Selects a public table at which an account is playing and which anyone may watch.
fn select_playing() -> String {
    format!(
        "SELECT seats.tab FROM seats JOIN lobby ON lobby.tab = seats.tab \
         WHERE sitter ->> '$.account' IS NOT NULL AND sitter ->> '$.account' = ?1 AND {WATCHABLE} \
         ORDER BY lobby.clock = 'live' DESC, lobby.updated DESC, seats.tab LIMIT 1"
    )
}

/// Returns a public table at which an account is playing and which anyone may watch, preferably one with a real-time clock.
fn playing(work: &Transaction<'_>, account: AccountId) -> Result<Option<String>, StorageError> {
    work.query_row(&select_playing(), [account], |row| row.get(0)).optional()
}

#[cfg(test)]
mod tests {
    use table::{Access, Phase, TableRecord};

    use super::*;
    use crate::results::tests::{OVER, blitz, last, people, person, result, table};
    use crate::storage::testing::{TestDatabase, TestWrites, for_each_database};

    for_each_database! {
        names_are_listed_in_order_and_in_pages
        recent_players_come_from_public_games
        online_players_exclude_blocks_and_bans
        only_games_that_anyone_may_watch_are_named
    }

    async fn list(storage: &Database, listing: Listing, viewer: Option<AccountId>) -> Vec<PlayerLine> {
        let search = PeopleSearch { listing, class: blitz(), viewer, after: None, limit: 10 };
        storage.people(search).await.unwrap()
    }

    fn names(lines: &[PlayerLine]) -> Vec<&str> {
        lines.iter().map(|line| line.name.as_str()).collect()
    }

    async fn sql(storage: &Database, sql: &'static str, account: AccountId, other: i64) {
        storage.change(move |work| work.execute(sql, given![account, other])).await.unwrap();
    }

    const BAN_UNTIL: &str = "INSERT INTO sanctions (account, kind, reason, since, until) VALUES (?1, 'ban', '', 0, ?2)";

    async fn names_are_listed_in_order_and_in_pages(place: TestDatabase) {
        let (storage, _) = place.open();
        let who = people(&storage, &["Anna", "Hanna", "anke", "Olha", "Ann"]).await;
        let prefix = |prefix: &str| Listing::Prefix(prefix.to_owned());
        assert_eq!(names(&list(&storage, prefix("an"), None).await), ["anke", "Ann", "Anna"]);
        assert_eq!(names(&list(&storage, prefix("anna"), None).await), ["Anna"]);
        assert!(list(&storage, prefix("%"), None).await.is_empty());
        let after = Some((who[2], "anke".to_owned()));
        let search = PeopleSearch { listing: prefix("an"), class: blitz(), viewer: None, after, limit: 1 };
        assert_eq!(names(&storage.people(search).await.unwrap()), ["Ann"]);
        sql(&storage, BAN_UNTIL, who[0], i64::MAX).await;
        sql(&storage, BAN_UNTIL, who[4], 1).await;
        assert_eq!(
            names(&list(&storage, prefix("an"), None).await),
            ["anke", "Ann"],
            "a ban that is over hides nothing"
        );
        let found = list(&storage, prefix("olha"), Some(who[3])).await;
        assert_eq!((found[0].games, &found[0].rating, found[0].blocked), (0, &None, false));
    }

    async fn recent_players_come_from_public_games(place: TestDatabase) {
        let (storage, _) = place.open();
        let who = people(&storage, &["Anna", "Borys", "Cleo", "Dmytro"]).await;
        for (name, seats, public) in
            [("aaaaaaaaaaaa", [0, 1], true), ("bbbbbbbbbbbb", [1, 2], true), ("cccccccccccc", [0, 3], false)]
        {
            let seats = seats.map(|seat: usize| person(who[seat])).to_vec();
            storage.create(table(name, seats.clone(), public, Vec::new()), Vec::new()).await.unwrap();
            let ended = result(&seats, &[1, 2], true);
            storage.finish(name, last(0), OVER, None, ended).await.unwrap();
            // The order of games that end at different times doesn't depend on the clock of the machine.
            let time: i64 = if name == "aaaaaaaaaaaa" { 1 } else { 2 };
            let update = "UPDATE results SET ended = ?2 WHERE tab = ?1";
            storage.change(move |work| work.execute(update, given![name, time])).await.unwrap();
        }
        let recent = list(&storage, Listing::Recent, None).await;
        assert_eq!(names(&recent), ["Borys", "Cleo", "Anna"], "a private game doesn't show who played");
        assert_eq!(recent.iter().map(|line| line.games).collect::<Vec<_>>(), [2, 1, 1]);
        assert!(recent[2].rating.as_ref().is_some_and(|line| line.games == 2 && !line.settled));
        let after = Some((who[1], "borys".to_owned()));
        let search = PeopleSearch { listing: Listing::Recent, class: blitz(), viewer: None, after, limit: 1 };
        assert_eq!(names(&storage.people(search).await.unwrap()), ["Cleo"]);
        sql(&storage, "INSERT INTO programs (account, since) VALUES (?1, ?2)", who[2], 0).await;
        assert_eq!(names(&list(&storage, Listing::Recent, None).await), ["Borys", "Anna"]);
        let best = list(&storage, Listing::Best, None).await;
        assert_eq!(names(&best)[0], "Anna", "the best has won both games");
    }

    async fn online_players_exclude_blocks_and_bans(place: TestDatabase) {
        let (storage, _) = place.open();
        let who = people(&storage, &["Borys", "Anna", "Cleo", "Dmytro", "Eva"]).await;
        let online = || Listing::Online(who[..4].to_vec());
        assert_eq!(names(&list(&storage, online(), None).await), ["Anna", "Borys", "Cleo", "Dmytro"]);
        let block = "INSERT INTO blocks (account, blocked, created) VALUES (?1, ?2, 0)";
        sql(&storage, block, who[4], who[0]).await;
        sql(&storage, block, who[2], who[4]).await;
        sql(&storage, BAN_UNTIL, who[3], i64::MAX).await;
        assert_eq!(names(&list(&storage, online(), Some(who[4])).await), ["Anna"]);
        assert_eq!(names(&list(&storage, online(), Some(who[1])).await), ["Anna", "Borys", "Cleo"]);
        let found = list(&storage, Listing::Prefix("cleo".to_owned()), Some(who[4])).await;
        assert!(found[0].blocked, "a search finds everyone, but says who is blocked");
    }

    async fn only_games_that_anyone_may_watch_are_named(place: TestDatabase) {
        let (storage, _) = place.open();
        let who = people(&storage, &["Anna", "Borys", "Cleo", "Dmytro"]).await;
        let closed = Access { spectators: false, ..Access::default() };
        for (name, seat, public, phase, access) in [
            ("aaaaaaaaaaaa", 0, true, Phase::Playing, Access::default()),
            ("bbbbbbbbbbbb", 1, false, Phase::Playing, Access::default()),
            ("cccccccccccc", 2, true, Phase::Gathering, Access::default()),
            ("dddddddddddd", 3, true, Phase::Playing, closed),
        ] {
            let seats = vec![person(who[seat]), person(99)];
            let record = TableRecord { phase, access, ..table(name, seats, public, Vec::new()) };
            storage.create(record, Vec::new()).await.unwrap();
        }
        let playing = async || {
            let lines = list(&storage, Listing::Online(who.clone()), None).await;
            lines.into_iter().map(|line| line.playing).collect::<Vec<_>>()
        };
        assert_eq!(playing().await, [Some("aaaaaaaaaaaa".to_owned()), None, None, None]);
        let close = "INSERT INTO closed_tables (tab, reason) VALUES ('aaaaaaaaaaaa', '')";
        storage.change(move |work| work.execute(close, ())).await.unwrap();
        assert_eq!(playing().await[0], None, "moderators have closed it");
    }

    #[tokio::test]
    async fn games_in_progress_are_found_by_index() {
        let (storage, _) = TestDatabase::folder().open();
        let plan = storage.search_with(|work| {
            let sql = format!("EXPLAIN QUERY PLAN {}", select_playing());
            work.query_map(&sql, [1], |row| row.get::<String>(3))
        });
        let plan = plan.await.unwrap();
        assert!(plan.iter().any(|line| line.contains("seats_by_sitting_account")), "{plan:?}");
    }
}
