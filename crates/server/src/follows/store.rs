//! Followed players in the database.

use crate::accounts::store::{AccountId, Changed, Refused, called};
use crate::results::people_store::WATCHABLE;
use crate::storage::tables::list;
use crate::storage::{Database, Row, Stored, TableLine, given, now};

/// Maximum number of accounts that one account can follow.
pub const MAX_FOLLOWED: i64 = 200;
/// Maximum number of running games in a list.
const MAX_GAMES: u32 = 50;

/// A followed account.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Followed {
    pub name: String,
    /// Time since which it is followed, in milliseconds since 1970.
    pub since: i64,
}

impl Database {
    /// Follows the account with this folded name, and returns its name.
    pub fn follow(&self, account: AccountId, folded: String) -> Stored<Changed<String>> {
        self.change(move |work| {
            let Some(other) = called(work, &folded)? else { return Ok(Err(Refused::Nobody)) };
            if other == account {
                return Ok(Err(Refused::FollowsOneself));
            }
            let blocked =
                "SELECT 1 FROM blocks WHERE (account = ?1 AND blocked = ?2) OR (account = ?2 AND blocked = ?1)";
            if work.exists(blocked, [account, other])? {
                return Ok(Err(Refused::FollowsBlocked));
            }
            let counted = "SELECT count(*) FROM follows WHERE account = ?1 AND followed <> ?2";
            let count: i64 = work.query_row(counted, [account, other], |row| row.get(0))?;
            if count >= MAX_FOLLOWED {
                return Ok(Err(Refused::ManyFollowed));
            }
            let sql = "INSERT INTO follows (account, followed, created) VALUES (?1, ?2, ?3) ON CONFLICT DO NOTHING";
            work.execute(sql, given![account, other, now()])?;
            Ok(Ok(work.query_row("SELECT name FROM accounts WHERE id = ?1", [other], |row| row.get(0))?))
        })
    }

    /// Unfollows the account with this folded name, and returns its name.
    pub fn unfollow(&self, account: AccountId, folded: String) -> Stored<Changed<String>> {
        self.change(move |work| {
            let Some(other) = called(work, &folded)? else { return Ok(Err(Refused::Nobody)) };
            work.execute("DELETE FROM follows WHERE account = ?1 AND followed = ?2", [account, other])?;
            Ok(Ok(work.query_row("SELECT name FROM accounts WHERE id = ?1", [other], |row| row.get(0))?))
        })
    }

    /// Returns whether `account` follows `other`.
    pub fn follows(&self, account: AccountId, other: AccountId) -> Stored<bool> {
        self.read(move |work| {
            work.exists("SELECT 1 FROM follows WHERE account = ?1 AND followed = ?2", [account, other])
        })
    }

    /// Returns the accounts that an account follows, newest first.
    pub fn followed(&self, account: AccountId) -> Stored<Vec<Followed>> {
        self.read(move |work| {
            let sql = "SELECT name, follows.created FROM follows JOIN accounts ON accounts.id = followed \
                       WHERE account = ?1 ORDER BY follows.created DESC, name";
            let read = |row: &Row| Ok(Followed { name: row.get(0)?, since: row.get(1)? });
            work.query_map(sql, [account], read)
        })
    }

    /// Returns the running public games of the accounts that an account follows, those with a real-time clock first.
    pub fn followed_games(&self, account: AccountId) -> Stored<Vec<TableLine>> {
        self.search_with(move |work| {
            let which = format!(
                "name IN (SELECT seats.tab FROM follows CROSS JOIN seats JOIN lobby ON lobby.tab = seats.tab \
                 WHERE follows.account = ?1 AND sitter ->> '$.account' IS NOT NULL \
                 AND sitter ->> '$.account' = follows.followed AND {WATCHABLE}) \
                 ORDER BY name IN (SELECT tab FROM lobby WHERE clock = 'live') DESC, updated DESC, name LIMIT ?2"
            );
            list(work, &which, given![account, MAX_GAMES])
        })
    }
}
