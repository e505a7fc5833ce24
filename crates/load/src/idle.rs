//! Tables and sockets that do nothing, to see what they cost.

use std::net::SocketAddr;

use tokio::task::JoinSet;

use crate::http;
use crate::seeding::Tables;
use crate::wire::Socket;

/// How many sockets a table gets.
const SOCKETS_A_TABLE: usize = 5;
/// Visitors have numbers that no player has.
const FIRST_VISITOR: usize = 1 << 20;

/// Has the server open so many tables.
pub async fn look_at(at: SocketAddr, tables: &Tables, count: usize) -> anyhow::Result<()> {
    // Games are played at the first tables; these are the last.
    for (number, place) in tables.all().iter().rev().take(count).enumerate() {
        let path = format!("/api/tables/{}", place.table);
        let (status, told) = http::ask(at, FIRST_VISITOR + number, "GET", &path, "").await?;
        anyhow::ensure!(status == 200, "a table cannot be looked at: {told}");
    }
    Ok(())
}

/// Sockets that do nothing but read, so that they answer heartbeats, until this is dropped.
pub struct Idle(JoinSet<()>);

impl Idle {
    /// How many of them have ended by themselves.
    pub fn gone(&mut self) -> usize {
        std::iter::from_fn(|| self.0.try_join_next()).count()
    }
}

/// So many sockets that have said hello.
pub async fn connect(at: SocketAddr, tables: &Tables, count: usize, protocol: u32) -> anyhow::Result<Idle> {
    let mut sockets = JoinSet::new();
    let all = tables.all();
    for number in 0..count {
        let place = &all[all.len() - 1 - number / SOCKETS_A_TABLE % all.len()];
        let hello = Socket::hello(at, FIRST_VISITOR + number, &place.table, &[], (None, protocol));
        let mut socket = hello.await?.0;
        sockets.spawn(async move { while socket.wait().await.is_ok() {} });
    }
    Ok(Idle(sockets))
}
