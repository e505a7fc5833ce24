//! The rows of servers that work together, written and read. Only PostgreSQL has more than one; the time is its own, so that the clocks of
//! machines need not agree.

use table::Moment;
use table::driving::Lease;

use super::clock_rows::running_time;
use super::cluster::{ClusterStore, Heard, NodeLine};
use super::database::Database;
use super::values::{Row, given};
use super::work::{Optional, Work};
use super::{StorageError, Stored};

/// Now, in milliseconds since 1970, by PostgreSQL.
const NOW: &str = "CAST(extract(epoch FROM clock_timestamp()) * 1000 AS BIGINT)";
/// How long a server is remembered that has fallen silent, in milliseconds: a day.
const REMEMBERED: i64 = 24 * 60 * 60 * 1000;

impl ClusterStore for Database {
    fn beat(&self, node: &str, rules: u32, patience: u64) -> Stored<Heard> {
        let node = node.to_owned();
        self.change_table(&node.clone(), move |work, _| beat(work, &node, rules, patience))
    }

    fn take(&self, name: &str, node: &str, patience: u64) -> Stored<Option<Lease>> {
        let node = node.to_owned();
        self.change_table(name, move |work, name| take(work, name, &node, patience))
    }

    fn let_go(&self, name: &str, node: &str) -> Stored<()> {
        let node = node.to_owned();
        self.change_table(name, move |work, name| let_go(work, name, &node))
    }

    fn let_go_of_all(&self, node: &str) -> Stored<()> {
        let node = node.to_owned();
        self.change_table(&node.clone(), move |work, _| -> Result<(), StorageError> { let_go_of_all(work, &node) })
    }
}

fn moment(number: i64) -> Result<Moment, StorageError> {
    u64::try_from(number).map(Moment).map_err(|_| StorageError::Damaged("a moment".to_owned()))
}

/// The moment. It goes on from whoever said last that they are there, and time in which nobody did does not count. Where nobody is
/// remembered it goes on from what was written down.
fn counted(work: &Work<'_>, now: i64, patience: u64) -> Result<Moment, StorageError> {
    let sql = "SELECT moment + CASE WHEN ?1 - beat <= ?2 THEN ?1 - beat ELSE 0 END FROM nodes \
               ORDER BY beat DESC, moment DESC LIMIT 1";
    let found = work.query_row(sql, [now, patience as i64], |row| row.get(0)).optional()?;
    found.map_or_else(|| running_time(work), moment)
}

/// The time by PostgreSQL, in milliseconds.
fn now(work: &Work<'_>) -> Result<i64, StorageError> {
    work.query_row(&format!("SELECT {NOW}"), (), |row| row.get(0))
}

/// Says that a server is there; gives the moment, and all that are there.
fn beat(work: &Work<'_>, node: &str, rules: u32, patience: u64) -> Result<Heard, StorageError> {
    let now = now(work)?;
    let at = counted(work, now, patience)?;
    let read = |row: &Row| {
        let silent = u64::try_from(row.get::<i64>(1)?).unwrap_or_default();
        Ok(NodeLine { name: row.get(0)?, silent, rules: row.get(2)? })
    };
    let sql = "SELECT name, ?1 - beat, rules FROM nodes WHERE ?1 - beat <= ?2 ORDER BY name";
    let nodes = work.query_map(sql, [now, patience as i64], read)?;
    work.execute(
        "INSERT INTO nodes (name, beat, moment, rules) VALUES (?1, ?2, ?3, ?4) \
         ON CONFLICT (name) DO UPDATE SET beat = excluded.beat, moment = excluded.moment, rules = excluded.rules",
        given![node, now, at.0 as i64, i64::from(rules)],
    )?;
    work.execute("DELETE FROM nodes WHERE ?1 - beat > ?2", [now, REMEMBERED])?;
    Ok(Heard { moment: at, nodes })
}

/// Takes a table for a server, unless another keeps it that is there; says who keeps it now.
fn take(work: &Work<'_>, name: &str, node: &str, patience: u64) -> Result<Option<Lease>, StorageError> {
    let read = |row: &Row| {
        let (keeper, epoch): (Option<String>, i64) = (row.get(0)?, row.get(1)?);
        let (last, here): (Option<i64>, Option<bool>) = (row.get(2)?, row.get(3)?);
        Ok((keeper, epoch.unsigned_abs(), last, here.unwrap_or(false)))
    };
    // The row is locked, so that of two who would take it the other sees who has.
    let sql = format!(
        "SELECT keeper, epoch, (SELECT moment FROM nodes WHERE nodes.name = keeper), \
                (SELECT {NOW} - beat <= ?2 FROM nodes WHERE nodes.name = keeper) \
         FROM tables WHERE name = ?1 FOR UPDATE"
    );
    let found = work.query_row(&sql, given![name, patience as i64], read).optional()?;
    let Some((keeper, epoch, last, here)) = found else { return Ok(None) };
    let at = counted(work, now(work)?, patience)?;
    if let Some(keeper) = keeper.clone().filter(|keeper| here || keeper == node) {
        return Ok(Some(Lease { keeper, epoch, lost: None, moment: at }));
    }
    work.execute("UPDATE tables SET keeper = ?2, epoch = epoch + 1 WHERE name = ?1", given![name, node])?;
    let lost = last.filter(|_| keeper.is_some()).map(moment).transpose()?;
    Ok(Some(Lease { keeper: node.to_owned(), epoch: epoch + 1, lost, moment: at }))
}

/// Lets go of a table.
fn let_go(work: &Work<'_>, name: &str, node: &str) -> Result<(), StorageError> {
    work.execute("UPDATE tables SET keeper = NULL WHERE name = ?1 AND keeper = ?2", given![name, node])?;
    Ok(())
}

/// Lets go of all that a server keeps.
fn let_go_of_all(work: &Work<'_>, node: &str) -> Result<(), StorageError> {
    work.execute("UPDATE tables SET keeper = NULL WHERE keeper = ?1", [node])?;
    // If it is the last, time goes on from here.
    work.execute("UPDATE running_time SET millis = moment FROM nodes WHERE name = ?1 AND moment > millis", [node])?;
    work.execute("DELETE FROM nodes WHERE name = ?1", [node])?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use table::{Phase, Standing, TableRecord, Write};

    use super::super::places::{Place, Writes};
    use super::super::{PostgreSql, Storage};
    use super::*;

    const NAME: &str = "aaaaaaaaaaaa";
    const PATIENCE: u64 = 300;

    fn record() -> TableRecord {
        TableRecord {
            name: NAME.into(),
            setup: "{}".into(),
            own_tiles: None,
            rules_version: 1,
            source: table::Source::Seed([7; 32].into()),
            public: true,
            plain: false,
            terms: Default::default(),
            clocks: None,
            phase: Phase::Playing,
            seats: Vec::new(),
            keys: Vec::new(),
            access: Default::default(),
            after: None,
            next: None,
        }
    }

    fn nothing_new() -> Write {
        Write::Append {
            entries: Vec::new(),
            standing: Standing { phase: Phase::Playing, turn: None },
            clocks: None,
            result: None,
        }
    }

    #[tokio::test]
    async fn a_table_is_kept_by_one_node_and_what_an_earlier_keeper_writes_is_refused() {
        let Some(Place::Schema(schema)) = Place::schema() else { return };
        let url = super::super::DatabaseUrl::new(&schema.address(), None).unwrap();
        let (one, _one) = PostgreSql::open_together(&url).unwrap();
        let (other, _other) = PostgreSql::open_together(&url).unwrap();
        one.create(record(), Vec::new()).await.unwrap();
        let heard = one.beat("one", 2, PATIENCE).await.unwrap();
        assert_eq!(heard, Heard { moment: Moment(0), nodes: Vec::new() });
        let heard = other.beat("other", 2, PATIENCE).await.unwrap();
        assert!(heard.nodes.len() == 1 && heard.nodes[0].name == "one", "{heard:?}");

        let taken = one.take(NAME, "one", PATIENCE).await.unwrap().unwrap();
        assert_eq!((&taken.keeper[..], taken.epoch, taken.lost), ("one", 1, None));
        let last = one.beat("one", 2, PATIENCE).await.unwrap().moment;
        for (store, name) in [(&other, "other"), (&one, "one")] {
            let still = store.take(NAME, name, PATIENCE).await.unwrap().unwrap();
            assert!(still.moment >= last, "{still:?}");
            assert_eq!(still, Lease { moment: still.moment, ..taken.clone() }, "it is kept");
        }
        one.write(NAME, 1, nothing_new()).await.unwrap();
        assert!(one.take("bbbbbbbbbbbb", "one", PATIENCE).await.unwrap().is_none(), "there is no such table");

        // A node that has been silent for too long keeps nothing, although it may not know that.
        tokio::time::sleep(Duration::from_millis(2 * PATIENCE)).await;
        let taken = other.take(NAME, "other", PATIENCE).await.unwrap().unwrap();
        assert_eq!(taken, Lease { keeper: "other".into(), epoch: 2, lost: Some(last), moment: last });
        assert!(matches!(one.write(NAME, 1, nothing_new()).await, Err(StorageError::Lost)));
        assert!(matches!(one.write(NAME, 1, Write::Keys(Vec::new())).await, Err(StorageError::Lost)));
        other.write(NAME, 2, nothing_new()).await.unwrap();

        other.let_go(NAME, "other").await.unwrap();
        other.write(NAME, 2, nothing_new()).await.unwrap();
        assert_eq!(one.take(NAME, "one", PATIENCE).await.unwrap().unwrap().epoch, 3);
        one.let_go_of_all("one").await.unwrap();
        assert_eq!(other.take(NAME, "other", PATIENCE).await.unwrap().unwrap().epoch, 4);
    }

    #[tokio::test]
    async fn time_counts_while_somebody_is_there_and_is_the_same_for_all() {
        let Some(Place::Schema(schema)) = Place::schema() else { return };
        let url = super::super::DatabaseUrl::new(&schema.address(), None).unwrap();
        let (one, _one) = PostgreSql::open_together(&url).unwrap();
        let (other, _other) = PostgreSql::open_together(&url).unwrap();
        let asked = std::time::Instant::now();
        let mut last = Moment(0);
        for turn in 0..8 {
            tokio::time::sleep(Duration::from_millis(60)).await;
            let (store, name) = if turn % 2 == 0 { (&one, "one") } else { (&other, "other") };
            let heard = store.beat(name, 2, 60_000).await.unwrap();
            assert!(turn == 0 || heard.moment.since(last) >= 50, "{heard:?} after {last:?}");
            assert!(u128::from(heard.moment.0) <= asked.elapsed().as_millis(), "{heard:?}");
            last = heard.moment;
        }
        // Of a time in which nobody was there nothing counts.
        tokio::time::sleep(Duration::from_millis(2 * PATIENCE)).await;
        let heard = one.beat("one", 2, PATIENCE).await.unwrap();
        assert_eq!(heard, Heard { moment: last, nodes: Vec::new() });
        // Whoever goes last leaves it behind.
        other.let_go_of_all("other").await.unwrap();
        one.let_go_of_all("one").await.unwrap();
        let third = other.beat("third", 2, PATIENCE).await.unwrap();
        assert_eq!(third, Heard { moment: last, nodes: Vec::new() });
    }

    #[tokio::test]
    async fn servers_that_work_together_and_one_that_works_alone_keep_one_another_out() {
        let Some(Place::Schema(schema)) = Place::schema() else { return };
        let url = super::super::DatabaseUrl::new(&schema.address(), None).unwrap();
        let (_one, _threads) = PostgreSql::open_together(&url).unwrap();
        assert!(matches!(PostgreSql::open(&url), Err(StorageError::Busy)));
        assert!(PostgreSql::open_together(&url).is_ok());
    }
}
