//! Nodes and leases in the database: which nodes are up, and which node owns which table.

use table::Moment;
use table::driving::Lease;

use crate::storage::clocks::running_time;
use crate::storage::{Database, Optional, Row, StorageError, Stored, Transaction, given};

/// SQL expression for PostgreSQL's current time in milliseconds since 1970.
const NOW: &str = "CAST(extract(epoch FROM clock_timestamp()) * 1000 AS BIGINT)";
/// Name of the row that stands for all nodes that have shut down properly. It stores when the latest of them was last up, and the moment at
/// that time.
const DEPARTED: &str = "";
/// Milliseconds after which the row of a timed-out node is deleted: a day.
const NODE_EXPIRY_MS: i64 = 24 * 60 * 60 * 1000;

/// A node that is up.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NodeLine {
    pub name: String,
    /// Milliseconds since the node's last heartbeat.
    pub silent: u64,
    /// Newest version of the rules that the node supports.
    pub rules: u32,
}

/// The result of a heartbeat: the moment, and the nodes that are up.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Heartbeat {
    /// Running time of the cluster. It advances as long as any node sends heartbeats often enough.
    pub moment: Moment,
    /// Nodes that are up.
    pub nodes: Vec<NodeLine>,
}

impl Database {
    /// Writes a node's heartbeat. Returns the moment and all nodes whose previous heartbeat is at most `timeout_ms` milliseconds old. If
    /// the node itself is missing, its own previous heartbeat was older.
    pub fn heartbeat(&self, node: &str, rules: u32, timeout_ms: u64) -> Stored<Heartbeat> {
        let node = node.to_owned();
        self.change_table(&node.clone(), move |work, _| heartbeat(work, &node, rules, timeout_ms))
    }

    /// Returns the current moment. It stops advancing when the latest heartbeat is more than `timeout_ms` milliseconds old.
    pub fn moment(&self, timeout_ms: u64) -> Stored<Moment> {
        self.read(move |work| current_moment(work, now(work)?, timeout_ms))
    }

    /// Takes a table for a node unless a live node owns it. Returns the current lease, or `None` if there is no such table. Fails if the
    /// node does not support the version of the rules that the table uses.
    pub fn take(&self, name: &str, node: &str, rules: u32, timeout_ms: u64) -> Stored<Option<Lease>> {
        let node = node.to_owned();
        self.change_table(name, move |work, name| take(work, name, (&node, rules), timeout_ms))
    }

    /// Releases a table, so that any node can take it.
    pub fn release(&self, name: &str, node: &str) -> Stored<()> {
        let node = node.to_owned();
        self.change_table(name, move |work, name| release(work, name, &node))
    }

    /// Removes a node that is shutting down, so that other nodes can take its tables.
    pub fn leave(&self, node: &str, timeout_ms: u64) -> Stored<()> {
        let node = node.to_owned();
        self.change_table(&node.clone(), move |work, _| leave(work, &node, timeout_ms))
    }
}

fn moment(number: i64) -> Result<Moment, StorageError> {
    u64::try_from(number).map(Moment).map_err(|_| StorageError::Damaged("a moment".to_owned()))
}

/// Computes the current moment from the latest heartbeat or departure. Time in which no node was up does not count. If there is no row,
/// returns the stored running time.
fn current_moment(work: &Transaction<'_>, now: i64, timeout_ms: u64) -> Result<Moment, StorageError> {
    let sql = "SELECT moment, ?1 - beat FROM nodes ORDER BY beat DESC, moment DESC LIMIT 1";
    let found: Option<(i64, i64)> = work.query_row(sql, [now], |row| Ok((row.get(0)?, row.get(1)?))).optional()?;
    match found {
        Some((at, silent)) if silent <= timeout_ms as i64 => moment(at + silent),
        Some((at, _)) => moment(at),
        None => running_time(work),
    }
}

/// Returns PostgreSQL's current time in milliseconds since 1970.
fn now(work: &Transaction<'_>) -> Result<i64, StorageError> {
    work.query_row(&format!("SELECT {NOW}"), (), |row| row.get(0))
}

/// Writes a heartbeat. Returns the moment and all nodes that are up.
fn heartbeat(work: &Transaction<'_>, node: &str, rules: u32, timeout_ms: u64) -> Result<Heartbeat, StorageError> {
    let now = now(work)?;
    let at = current_moment(work, now, timeout_ms)?;
    let read = |row: &Row| {
        let silent = u64::try_from(row.get::<i64>(1)?).unwrap_or_default();
        Ok(NodeLine { name: row.get(0)?, silent, rules: row.get(2)? })
    };
    let sql = "SELECT name, ?1 - beat, rules FROM nodes WHERE ?1 - beat <= ?2 AND name <> ?3 ORDER BY name";
    let nodes = work.query_map(sql, given![now, timeout_ms as i64, DEPARTED], read)?;
    work.execute(
        "INSERT INTO nodes (name, beat, moment, rules) VALUES (?1, ?2, ?3, ?4) \
         ON CONFLICT (name) DO UPDATE SET beat = excluded.beat, moment = excluded.moment, rules = excluded.rules",
        given![node, now, at.0 as i64, i64::from(rules)],
    )?;
    work.execute("DELETE FROM nodes WHERE ?1 - beat > ?2", [now, NODE_EXPIRY_MS])?;
    Ok(Heartbeat { moment: at, nodes })
}

/// Takes a table for a node unless a live node owns it. Returns the current lease.
fn take(
    work: &Transaction<'_>,
    name: &str,
    (node, known): (&str, u32),
    timeout_ms: u64,
) -> Result<Option<Lease>, StorageError> {
    let read = |row: &Row| {
        let (owner_node, epoch): (Option<String>, i64) = (row.get(0)?, row.get(1)?);
        let (last, here): (Option<i64>, Option<bool>) = (row.get(2)?, row.get(3)?);
        Ok((owner_node, epoch.unsigned_abs(), last, here.unwrap_or(false), row.get::<u32>(4)?))
    };
    let sql = format!(
        "SELECT keeper, epoch, (SELECT moment FROM nodes WHERE nodes.name = keeper), \
                (SELECT {NOW} - beat <= ?2 FROM nodes WHERE nodes.name = keeper), rules_version \
         FROM tables WHERE name = ?1"
    );
    let find = |sql: &str| work.query_row(sql, given![name, timeout_ms as i64], read).optional();
    let Some((owner_node, epoch, _, here, rules)) = find(&sql)? else { return Ok(None) };
    if rules > known {
        return Err(StorageError::NewerRules { found: rules, known });
    }
    let at = current_moment(work, now(work)?, timeout_ms)?;
    let kept = |owner_node: Option<String>, epoch, here| {
        let owner_node = owner_node.filter(|owner_node| here || owner_node == node)?;
        Some(Lease { owner_node, epoch, last_heartbeat: None, moment: at })
    };
    if let Some(lease) = kept(owner_node, epoch, here) {
        return Ok(Some(lease));
    }
    // Lock the row, so that the loser of a race sees the winner's lease. SKIP LOCKED avoids a deadlock with a transaction that is waiting
    // for other rows.
    let found = find(&format!("{sql} FOR UPDATE SKIP LOCKED"))?;
    let Some((owner_node, epoch, last, here, _)) = found else { return Err(StorageError::Taking) };
    if let Some(lease) = kept(owner_node.clone(), epoch, here) {
        return Ok(Some(lease));
    }
    work.execute("UPDATE tables SET keeper = ?2, epoch = epoch + 1 WHERE name = ?1", given![name, node])?;
    let lost = last.filter(|_| owner_node.is_some()).map(moment).transpose()?;
    Ok(Some(Lease { owner_node: node.to_owned(), epoch: epoch + 1, last_heartbeat: lost, moment: at }))
}

fn release(work: &Transaction<'_>, name: &str, node: &str) -> Result<(), StorageError> {
    work.execute("UPDATE tables SET keeper = NULL WHERE name = ?1 AND keeper = ?2", given![name, node])?;
    Ok(())
}

/// Removes a node. Its tables then count as released; their rows are not updated, because that could wait for locks.
fn leave(work: &Transaction<'_>, node: &str, timeout_ms: u64) -> Result<(), StorageError> {
    let now = now(work)?;
    let at = current_moment(work, now, timeout_ms)?.0 as i64;
    if work.execute("DELETE FROM nodes WHERE name = ?1", [node])? == 0 {
        return Ok(());
    }
    // Nodes that have timed out and nodes that start later continue from this moment.
    work.execute(
        "INSERT INTO nodes (name, beat, moment, rules) VALUES (?1, ?2, ?3, 0) \
         ON CONFLICT (name) DO UPDATE SET beat = excluded.beat, moment = excluded.moment",
        given![DEPARTED, now, at],
    )?;
    work.execute("UPDATE running_time SET millis = ?1 WHERE ?1 > millis", [at])?;
    Ok(())
}

#[cfg(all(test, feature = "cluster"))]
mod tests {
    use std::time::Duration;

    use table::{Phase, Standing, TableRecord, Write};

    use super::*;
    use crate::storage::testing::{TestDatabase, TestWrites};
    use crate::storage::{PostgreSql, Storage};

    const NAME: &str = "aaaaaaaaaaaa";
    const NODE_TIMEOUT_MS: u64 = 300;

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

    fn empty_append() -> Write {
        Write::Append {
            entries: Vec::new(),
            standing: Standing { phase: Phase::Playing, turn: None },
            clocks: None,
            rated: None,
            result: None,
        }
    }

    #[tokio::test]
    async fn a_table_has_one_owner_and_writes_of_an_earlier_owner_are_rejected() {
        let Some(TestDatabase::Schema(schema)) = TestDatabase::schema() else { return };
        let url = crate::storage::DatabaseUrl::new(&schema.address(), None).unwrap();
        let (one, _one) = PostgreSql::open_shared(&url).unwrap();
        let (other, _other) = PostgreSql::open_shared(&url).unwrap();
        one.create(record(), Vec::new()).await.unwrap();
        let heard = one.heartbeat("one", 2, NODE_TIMEOUT_MS).await.unwrap();
        assert_eq!(heard, Heartbeat { moment: Moment(0), nodes: Vec::new() });
        let heard = other.heartbeat("other", 2, NODE_TIMEOUT_MS).await.unwrap();
        assert!(heard.nodes.len() == 1 && heard.nodes[0].name == "one", "{heard:?}");

        let taken = one.take(NAME, "one", 2, NODE_TIMEOUT_MS).await.unwrap().unwrap();
        assert_eq!((&taken.owner_node[..], taken.epoch, taken.last_heartbeat), ("one", 1, None));
        let last = one.heartbeat("one", 2, NODE_TIMEOUT_MS).await.unwrap().moment;
        for (store, name) in [(&other, "other"), (&one, "one")] {
            let still = store.take(NAME, name, 2, NODE_TIMEOUT_MS).await.unwrap().unwrap();
            assert!(still.moment >= last, "{still:?}");
            assert_eq!(still, Lease { moment: still.moment, ..taken.clone() }, "the lease is unchanged");
        }
        one.write(NAME, 1, empty_append()).await.unwrap();
        assert!(one.take("bbbbbbbbbbbb", "one", 2, NODE_TIMEOUT_MS).await.unwrap().is_none(), "there is no such table");
        // A node that does not support the table's version of the rules cannot take the table.
        let refused = other.take(NAME, "other", 0, NODE_TIMEOUT_MS).await;
        assert!(matches!(refused, Err(StorageError::NewerRules { found: 1, known: 0 })), "{refused:?}");

        // A node that has timed out owns nothing, even though it may not know that it timed out.
        tokio::time::sleep(Duration::from_millis(2 * NODE_TIMEOUT_MS)).await;
        let taken = other.take(NAME, "other", 2, NODE_TIMEOUT_MS).await.unwrap().unwrap();
        assert_eq!(taken, Lease { owner_node: "other".into(), epoch: 2, last_heartbeat: Some(last), moment: last });
        assert!(matches!(one.write(NAME, 1, empty_append()).await, Err(StorageError::Lost)));
        assert!(matches!(one.write(NAME, 1, Write::Keys(Vec::new())).await, Err(StorageError::Lost)));
        other.write(NAME, 2, empty_append()).await.unwrap();

        other.release(NAME, "other").await.unwrap();
        other.write(NAME, 2, empty_append()).await.unwrap();
        assert_eq!(one.take(NAME, "one", 2, NODE_TIMEOUT_MS).await.unwrap().unwrap().epoch, 3);
        one.leave("one", NODE_TIMEOUT_MS).await.unwrap();
        assert_eq!(other.take(NAME, "other", 2, NODE_TIMEOUT_MS).await.unwrap().unwrap().epoch, 4);
    }

    #[tokio::test]
    async fn time_advances_while_any_node_is_up_and_is_the_same_for_all() {
        let Some(TestDatabase::Schema(schema)) = TestDatabase::schema() else { return };
        let url = crate::storage::DatabaseUrl::new(&schema.address(), None).unwrap();
        let (one, _one) = PostgreSql::open_shared(&url).unwrap();
        let (other, _other) = PostgreSql::open_shared(&url).unwrap();
        let asked = std::time::Instant::now();
        let mut last = Moment(0);
        for turn in 0..8 {
            tokio::time::sleep(Duration::from_millis(60)).await;
            let (store, name) = if turn % 2 == 0 { (&one, "one") } else { (&other, "other") };
            let heard = store.heartbeat(name, 2, 60_000).await.unwrap();
            assert!(turn == 0 || heard.moment.since(last) >= 50, "{heard:?} after {last:?}");
            assert!(u128::from(heard.moment.0) <= asked.elapsed().as_millis(), "{heard:?}");
            last = heard.moment;
        }
        // Time during which no node was up does not count.
        tokio::time::sleep(Duration::from_millis(2 * NODE_TIMEOUT_MS)).await;
        let heard = one.heartbeat("one", 2, NODE_TIMEOUT_MS).await.unwrap();
        assert_eq!(heard, Heartbeat { moment: last, nodes: Vec::new() });
        // Time until a node leaves counts, even for another node that has since timed out.
        other.heartbeat("other", 2, 60_000).await.unwrap();
        tokio::time::sleep(Duration::from_millis(NODE_TIMEOUT_MS)).await;
        one.leave("one", 60_000).await.unwrap();
        tokio::time::sleep(Duration::from_millis(NODE_TIMEOUT_MS / 2)).await;
        let heard = other.heartbeat("other", 2, 60_000).await.unwrap();
        assert!(heard.moment.since(last) >= NODE_TIMEOUT_MS + NODE_TIMEOUT_MS / 2, "{heard:?} after {last:?}");
        // The last node to leave stores the running time.
        other.leave("other", 0).await.unwrap();
        tokio::time::sleep(Duration::from_millis(NODE_TIMEOUT_MS)).await;
        assert_eq!(one.moment(NODE_TIMEOUT_MS / 2).await.unwrap(), heard.moment);
        // A single server continues from that moment, and so does a later cluster.
        drop((one, other));
        let (alone, _alone) = PostgreSql::open(&url).unwrap();
        assert_eq!(alone.running_time().await.unwrap(), heard.moment);
        drop((alone, _alone));
        let (one, _one) = PostgreSql::open_shared(&url).unwrap();
        assert_eq!(one.moment(60_000).await.unwrap(), heard.moment);
    }

    #[tokio::test]
    async fn cluster_nodes_and_a_single_server_lock_one_another_out() {
        let Some(TestDatabase::Schema(schema)) = TestDatabase::schema() else { return };
        let url = crate::storage::DatabaseUrl::new(&schema.address(), None).unwrap();
        let (_one, _threads) = PostgreSql::open_shared(&url).unwrap();
        assert!(matches!(PostgreSql::open(&url), Err(StorageError::Busy)));
        assert!(PostgreSql::open_shared(&url).is_ok());
    }
}
