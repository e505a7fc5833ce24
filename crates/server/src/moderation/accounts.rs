//! Search of accounts by name, and counts of what waits for moderators.

use crate::accounts::store::{BAN, MUTE, end_of_prefix};
use crate::common::role::Role;
use crate::storage::{Database, Row, StorageError, Stored, Transaction, given, now};

/// An account in a list for moderators.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AccountLine {
    pub name: String,
    /// Creation time, in milliseconds since 1970.
    pub created: i64,
    pub role: Role,
    pub program: bool,
    pub muted: bool,
    pub banned: bool,
}

/// Numbers of open reports and of bans in force.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Counts {
    pub reports: u32,
    pub bans: u32,
}

impl Database {
    /// Returns the first accounts whose folded names begin with a prefix, in order of their folded names.
    pub fn accounts_with_prefix(&self, prefix: String, most: u32) -> Stored<Vec<AccountLine>> {
        self.search_with(move |work| accounts_with_prefix(work, &prefix, most))
    }

    pub fn moderation_counts(&self) -> Stored<Counts> {
        self.read(|work| {
            let reports = work.query_row("SELECT count(*) FROM reports WHERE act IS NULL", (), |row| row.get(0))?;
            let sql = "SELECT count(*) FROM bans WHERE until IS NULL OR until > ?1";
            Ok(Counts { reports, bans: work.query_row(sql, [now()], |row| row.get(0))? })
        })
    }
}

/// Selects a range of the unique index on folded names, which are compared byte by byte.
const WITH_PREFIX: &str = "FROM accounts WHERE folded >= ?1 AND folded < ?2 ORDER BY folded LIMIT ?3";

fn accounts_with_prefix(work: &Transaction<'_>, prefix: &str, most: u32) -> Result<Vec<AccountLine>, StorageError> {
    let sanctioned = |kind: &str| {
        format!(
            "EXISTS (SELECT 1 FROM sanctions WHERE sanctions.account = accounts.id AND kind = '{kind}' \
             AND (until IS NULL OR until > ?4))"
        )
    };
    let (muted, banned) = (sanctioned(MUTE), sanctioned(BAN));
    let sql = format!(
        "SELECT name, created, (SELECT role FROM roles WHERE roles.account = accounts.id), \
         EXISTS (SELECT 1 FROM programs WHERE programs.account = accounts.id), {muted}, {banned} {WITH_PREFIX}"
    );
    let read = |row: &Row| {
        Ok(AccountLine {
            name: row.get(0)?,
            created: row.get(1)?,
            role: row.get::<Option<String>>(2)?.and_then(|word| Role::parse(&word)).unwrap_or_default(),
            program: row.get(3)?,
            muted: row.get(4)?,
            banned: row.get(5)?,
        })
    };
    work.query_map(&sql, given![prefix, end_of_prefix(prefix), most, now()], read)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::results::tests::people;
    use crate::storage::testing::{TestDatabase, for_each_database};

    for_each_database! {
        accounts_are_found_by_prefix_in_order
    }

    async fn accounts_are_found_by_prefix_in_order(place: TestDatabase) {
        let (storage, _) = place.open();
        people(&storage, &["Anna", "Hanna", "anke", "Олена", "Оля"]).await;
        let named = async |prefix: &str, most| {
            let found = storage.accounts_with_prefix(prefix.to_owned(), most).await.unwrap();
            found.into_iter().map(|line| line.name).collect::<Vec<_>>()
        };
        assert_eq!(named("an", 10).await, ["anke", "Anna"]);
        assert_eq!(named("an", 1).await, ["anke"]);
        assert_eq!(named("ол", 10).await, ["Олена", "Оля"]);
        assert_eq!(named("anna", 10).await, ["Anna"]);
        assert!(named("nn", 10).await.is_empty() && named("%", 10).await.is_empty());
        assert_eq!(storage.moderation_counts().await.unwrap(), Counts { reports: 0, bans: 0 });
    }

    #[tokio::test]
    async fn prefixes_are_looked_up_in_the_index() {
        let (storage, _) = TestDatabase::folder().open();
        let plan = storage.search_with(|work| {
            let sql = format!("EXPLAIN QUERY PLAN SELECT name {WITH_PREFIX}");
            work.query_map(&sql, given!["an", end_of_prefix("an"), 10], |row| row.get::<String>(3))
        });
        let plan = plan.await.unwrap();
        assert!(plan.len() == 1 && plan[0].contains("USING INDEX") && plan[0].contains("folded>"), "{plan:?}");
    }
}
