//! The driver of one table: a task that owns the table's session core, reads its mailbox, and carries out the core's effects.
//!
//! Commands are executed one at a time, including storing their changes; later commands wait in the bounded mailbox. News is broadcast over
//! a bounded channel, so a slow reader does not delay others.

mod awake;
mod context;

use std::collections::BTreeSet;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::{Duration, Instant};

use games::Answer;
use table::driving::{ClusterState, FollowerState, JoinOutcome, NodeRequest, Role, TableDriver, UpdateMessage};
use table::{Command, Effect, Moment, Phase, Standing, Table};
use tokio::sync::{broadcast, mpsc, watch};

use super::handle::TableHandle;
use super::mailbox::{Receiver, TableRequest};
use super::visitors::Visitors;
use crate::cluster::joining::next_update;
use crate::cluster::nodes::Cluster;
use crate::common::running_time::RunningTime;
use awake::AwakeTable;
use context::{DriverContext, PendingReply, Thinking};

pub use context::TableContext;

/// Capacity of a table's mailbox; senders wait when it is full.
const MAILBOX_CAPACITY: usize = 64;
/// Capacity of the broadcast channel in news items; a reader that lags further behind gets a fresh welcome.
const NEWS_CAPACITY: usize = 64;

/// A table whose clock expires within this time, in milliseconds, stays in memory.
const EXPIRES_SOON_MS: u64 = 60_000;

struct Driver {
    driver: TableDriver<DriverContext>,
    mailbox: Receiver,
    touched: Instant,
    /// Counts the table while it is awake.
    awake: Option<AwakeTable>,
    live_nodes: Option<watch::Receiver<BTreeSet<String>>>,
}

/// An event from other nodes.
enum ClusterInput {
    /// A message from the owner node.
    Message(Box<UpdateMessage>),
    /// Time to ask the owner for the current state.
    Poll,
    /// A node joined or left the cluster.
    NodesChanged,
}

/// Starts the driver task for a table. The task first carries out `effects`, which result from the table's creation, and ends when every
/// handle is dropped. Computer players think only while there are `visitors`.
pub fn start(
    context: Arc<TableContext>,
    table: Table,
    effects: Vec<Effect>,
    visitors: Arc<Visitors>,
    joined: Option<JoinOutcome<Cluster>>,
) -> TableHandle {
    let (sender, mailbox) = mpsc::channel(MAILBOX_CAPACITY);
    let handle = TableHandle::new(table.name().into(), sender, visitors.clone());
    let touched = Instant::now();
    // For a new table, report that its game is beginning.
    let gathering = Standing { phase: Phase::Gathering, turn: None };
    let notified = if effects.is_empty() { table.outline() } else { (gathering, usize::MAX) };
    let live_nodes = context.cluster.as_ref().map(|cluster| cluster.nodes_up());
    let (cluster, joined) = match (&context.cluster, joined) {
        (Some(cluster), Some(joined)) => ClusterState::new(cluster.clone(), joined).unzip(),
        _ => (None, None),
    };
    let (name, news) = (table.name().into(), broadcast::channel(NEWS_CAPACITY).0);
    let environment = DriverContext { context, name, news, visitors, thinking: None, stopped: false, counted: None };
    let driver = Driver {
        driver: TableDriver::new(table, environment, cluster, notified),
        mailbox,
        touched,
        awake: None,
        live_nodes,
    };
    tokio::spawn(driver.run(effects, joined));
    handle
}

impl Driver {
    async fn run(mut self, effects: Vec<Effect>, joined: Option<JoinOutcome<Cluster>>) {
        // Rare or large futures are boxed to keep each table's task small.
        Box::pin(self.driver.begin(effects, joined)).await;
        let context = self.driver.environment.context.clone();
        loop {
            let driver = &mut self.driver;
            if driver.cluster.as_ref().is_some_and(ClusterState::has_lost_ownership) {
                Box::pin(driver.look_up_owner()).await;
            }
            let wake = driver.table.wake_at().filter(|_| !driver.environment.stopped);
            let may_hibernate = driver.table.may_hibernate();
            if driver.table.is_hibernated() {
                self.awake = None;
            } else if self.awake.is_none() {
                self.awake = Some(context.awake.add());
            }
            let hibernate_at = (self.touched + context.awake.idle_time()).into();
            tokio::select! {
                request = self.mailbox.recv() => match request {
                    Some(request) => if Box::pin(self.serve(*request)).await.is_break() { return self.end().await },
                    None => return self.end().await,
                },
                (number, answer) = next_decision(&mut driver.environment.thinking) => {
                    driver.environment.thinking = None;
                    Box::pin(driver.command(Command::Decided { number, answer })).await;
                }
                input = next_cluster_input(&mut driver.cluster, &mut self.live_nodes) => Box::pin(self.input(input)).await,
                () = sleep_until(&context.time, wake) => Box::pin(driver.command(Command::Wake)).await,
                () = tokio::time::sleep_until(hibernate_at), if may_hibernate => driver.table.hibernate(),
                () = context.stop.cancelled(), if !driver.environment.stopped => {
                    driver.environment.stopped = true;
                    driver.environment.thinking = None;
                }
            }
        }
    }

    async fn end(self) {
        Box::pin(self.driver.handle_eviction()).await;
    }

    async fn input(&mut self, input: ClusterInput) {
        match input {
            ClusterInput::Message(message) => self.driver.apply_update(*message).await,
            ClusterInput::Poll => self.driver.check_status().await,
            ClusterInput::NodesChanged => self.driver.nodes_changed().await,
        }
    }

    async fn serve(&mut self, request: TableRequest) -> ControlFlow<()> {
        // Idle checks and cluster nodes that follow the table do not keep it awake.
        if !matches!(
            &request,
            TableRequest::EvictIfIdle(..)
                | TableRequest::FromNode { what: NodeRequest::Follow | NodeRequest::Unfollow, .. }
        ) {
            self.touched = Instant::now();
        }
        match request {
            TableRequest::EvictIfIdle(kept, agree) => {
                if self.is_idle(kept) && agree(&self.mailbox) {
                    return ControlFlow::Break(());
                }
            }
            TableRequest::Unload => return ControlFlow::Break(()),
            TableRequest::FromNode { node, what, answer } => {
                let answered = Box::pin(self.driver.answer_node(node, what)).await;
                let _ = answer.send(answered);
            }
            TableRequest::Execute(command, reply) => {
                self.driver.client_command(command, PendingReply::Reply(reply)).await
            }
            TableRequest::Welcome(command, watched) => self.driver.welcome(command, PendingReply::Watch(watched)).await,
            TableRequest::Inspect(look) => {
                let was_hibernated = self.driver.table.is_hibernated();
                self.driver.table.resume_from_hibernation();
                look(&self.driver.table);
                // Merely inspecting a hibernating table does not keep it unpacked.
                if was_hibernated {
                    self.driver.table.hibernate();
                }
            }
        }
        ControlFlow::Continue(())
    }

    /// Reports whether the table has been unused for `kept` and has nothing to do. A computer player's paused search does not count, since
    /// it restarts when a visitor arrives.
    fn is_idle(&self, kept: Duration) -> bool {
        let TableDriver { table, environment, cluster, .. } = &self.driver;
        let expires_soon =
            table.expires_at().is_some_and(|at| at.since(environment.context.time.now()) < EXPIRES_SOON_MS);
        let followed = cluster.as_ref().is_some_and(ClusterState::is_followed);
        self.touched.elapsed() >= kept && !followed && !expires_soon && (!table.is_busy() || self.is_paused())
    }

    /// Reports whether the only remaining work is a search paused for lack of visitors.
    fn is_paused(&self) -> bool {
        let TableDriver { table, environment, .. } = &self.driver;
        !table.waits_for_storage() && table.wake_at().is_none() && environment.visitors.are_gone()
    }
}

/// Returns the next event from other nodes; stays pending forever without a cluster.
async fn next_cluster_input(
    cluster: &mut Option<ClusterState<DriverContext>>,
    live_nodes: &mut Option<watch::Receiver<BTreeSet<String>>>,
) -> ClusterInput {
    match (cluster, live_nodes) {
        (Some(cluster), Some(live_nodes)) => Box::pin(select_cluster_input(cluster, live_nodes)).await,
        _ => std::future::pending().await,
    }
}

async fn select_cluster_input(
    cluster: &mut ClusterState<DriverContext>,
    live_nodes: &mut watch::Receiver<BTreeSet<String>>,
) -> ClusterInput {
    let status_due_at = cluster.status_due_at;
    let update = async {
        match &mut cluster.role {
            Role::Follower(FollowerState { subscription: Some(subscription), .. }) => next_update(subscription).await,
            _ => std::future::pending().await,
        }
    };
    tokio::select! {
        message = update => ClusterInput::Message(Box::new(message)),
        () = sleep_until(&cluster.nodes.time, status_due_at) => ClusterInput::Poll,
        Ok(()) = live_nodes.changed() => ClusterInput::NodesChanged,
    }
}

/// Returns the result of the current search; stays pending forever without one.
async fn next_decision(thinking: &mut Option<Thinking>) -> (usize, Option<Answer>) {
    match thinking {
        Some(thinking) => thinking.await,
        None => std::future::pending().await,
    }
}

/// Sleeps until the given moment, or forever if it is `None`.
async fn sleep_until(time: &RunningTime, moment: Option<Moment>) {
    match moment {
        // A moment is reached only when its millisecond has elapsed.
        Some(moment) => tokio::time::sleep_until(time.instant(moment).into()).await,
        None => std::future::pending().await,
    }
}
