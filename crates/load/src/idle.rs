//! Idle tables and sockets, for measuring how much memory they use.

use std::net::SocketAddr;

use tokio::task::JoinSet;

use crate::http;
use crate::seeding::Tables;
use crate::wire::Socket;

/// Sockets per table.
const SOCKETS_PER_TABLE: usize = 5;
/// Visitor numbers for idle clients start here; players never have numbers this high.
const FIRST_IDLE_VISITOR: usize = 1 << 20;

/// Makes the server load tables.
pub async fn load_tables(at: SocketAddr, tables: &Tables, count: usize) -> anyhow::Result<()> {
    // Games use the tables at the beginning of the list, so these are taken from the end.
    for (number, place) in tables.all().iter().rev().take(count).enumerate() {
        let path = format!("/api/tables/{}", place.table);
        let (status, received) = http::request(at, FIRST_IDLE_VISITOR + number, "GET", &path, "").await?;
        anyhow::ensure!(status == 200, "cannot load a table: {received}");
    }
    Ok(())
}

/// Sockets that only read (which also answers pings) until this value is dropped.
pub struct Idle(JoinSet<()>);

impl Idle {
    /// Returns how many sockets have closed since the last call.
    pub fn closed_count(&mut self) -> usize {
        std::iter::from_fn(|| self.0.try_join_next()).count()
    }
}

/// Connects sockets to the last tables and says hello on each.
pub async fn connect(at: SocketAddr, tables: &Tables, count: usize, protocol: u32) -> anyhow::Result<Idle> {
    let mut sockets = JoinSet::new();
    let all = tables.all();
    for number in 0..count {
        let place = &all[all.len() - 1 - number / SOCKETS_PER_TABLE % all.len()];
        let hello = Socket::hello(at, FIRST_IDLE_VISITOR + number, &place.table, &[], (None, protocol));
        let mut socket = hello.await?.0;
        sockets.spawn(async move { while socket.wait().await.is_ok() {} });
    }
    Ok(Idle(sockets))
}
