//! The driver of one table: a task that owns its session core, reads the mailbox, and carries out the core's effects.
//!
//! Commands are executed one at a time, storage included; later ones wait in the mailbox, whose length is bounded. News are broadcast over
//! a bounded channel too, so that a slow reader does not delay others.

mod awake;
mod context;

use std::collections::BTreeSet;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::{Duration, Instant};

use games::Answer;
use table::driving::{Asked, Driven, Following, Joined, Role, Share, Telling};
use table::{Command, Effect, Moment, Phase, Standing, Table};
use tokio::sync::{broadcast, mpsc, watch};

use super::handle::TableHandle;
use super::mailbox::{Receiver, TableRequest};
use super::visitors::Visitors;
use crate::cluster::joining::next_telling;
use crate::cluster::nodes::Cluster;
use crate::common::running_time::RunningTime;
use awake::AwakeTable;
use context::{DriverContext, Thinking, Waiting};

pub use context::TableContext;

/// Capacity of a table's mailbox; senders wait when it is full.
const MAILBOX_CAPACITY: usize = 64;
/// Capacity of the broadcast channel in news items; a reader that lags further behind gets a fresh welcome.
const NEWS_CAPACITY: usize = 64;

/// A table whose clock expires within this time, in milliseconds, stays in memory.
const EXPIRES_SOON_MS: u64 = 60_000;

struct Driver {
    driven: Driven<DriverContext>,
    mailbox: Receiver,
    touched: Instant,
    /// Counts the table while it is awake.
    awake: Option<AwakeTable>,
    /// The nodes that are up.
    here: Option<watch::Receiver<BTreeSet<String>>>,
}

/// An event from other nodes.
enum ClusterInput {
    /// A message from the owner node.
    Message(Box<Telling>),
    /// Time to ask the owner for the current state.
    Poll,
    /// A node joined or left.
    NodesChanged,
}

/// Starts the driver task of a table, first carrying out `effects`, those of its creation. It ends when every handle is dropped. Computer
/// players think while there are `visitors`.
pub fn start(
    context: Arc<TableContext>,
    table: Table,
    effects: Vec<Effect>,
    visitors: Arc<Visitors>,
    joined: Option<Joined<Cluster>>,
) -> TableHandle {
    let (sender, mailbox) = mpsc::channel(MAILBOX_CAPACITY);
    let handle = TableHandle::new(table.name().into(), sender, visitors.clone());
    let touched = Instant::now();
    // For a new table, report that its game begins.
    let gathering = Standing { phase: Phase::Gathering, turn: None };
    let told = if effects.is_empty() { table.outline() } else { (gathering, usize::MAX) };
    let here = context.cluster.as_ref().map(|cluster| cluster.nodes_up());
    let (share, joined) = match (&context.cluster, joined) {
        (Some(cluster), Some(joined)) => Share::new(cluster.clone(), joined).unzip(),
        _ => (None, None),
    };
    let (name, news) = (table.name().into(), broadcast::channel(NEWS_CAPACITY).0);
    let around = DriverContext { context, name, news, visitors, thinking: None, stopped: false, counted: None };
    let driver = Driver { driven: Driven::new(table, around, share, told), mailbox, touched, awake: None, here };
    tokio::spawn(driver.run(effects, joined));
    handle
}

impl Driver {
    async fn run(mut self, effects: Vec<Effect>, joined: Option<Joined<Cluster>>) {
        // Rare or large futures are boxed, so that the task of each table stays small.
        Box::pin(self.driven.begin(effects, joined)).await;
        let context = self.driven.around.context.clone();
        loop {
            let driven = &mut self.driven;
            if driven.share.as_ref().is_some_and(Share::is_astray) {
                Box::pin(driven.find_out()).await;
            }
            let wake = driven.table.wake_at().filter(|_| !driven.around.stopped);
            let may_sleep = driven.table.may_fall_asleep();
            if driven.table.is_asleep() {
                self.awake = None;
            } else if self.awake.is_none() {
                self.awake = Some(context.awake.add());
            }
            let sleep_at = (self.touched + context.awake.idle_time()).into();
            tokio::select! {
                request = self.mailbox.recv() => match request {
                    Some(request) => if Box::pin(self.serve(*request)).await.is_break() { return self.end().await },
                    None => return self.end().await,
                },
                (number, answer) = next_thought(&mut driven.around.thinking) => {
                    driven.around.thinking = None;
                    Box::pin(driven.command(Command::Decided { number, answer })).await;
                }
                input = next_cluster_input(&mut driven.share, &mut self.here) => Box::pin(self.input(input)).await,
                () = sleep_until(&context.time, wake) => Box::pin(driven.command(Command::Wake)).await,
                () = tokio::time::sleep_until(sleep_at), if may_sleep => driven.table.fall_asleep(),
                () = context.stop.cancelled(), if !driven.around.stopped => {
                    driven.around.stopped = true;
                    driven.around.thinking = None;
                }
            }
        }
    }

    async fn end(self) {
        Box::pin(self.driven.end()).await;
    }

    async fn input(&mut self, input: ClusterInput) {
        match input {
            ClusterInput::Message(telling) => self.driven.hear(*telling).await,
            ClusterInput::Poll => self.driven.ask().await,
            ClusterInput::NodesChanged => self.driven.nodes_changed().await,
        }
    }

    async fn serve(&mut self, request: TableRequest) -> ControlFlow<()> {
        // A follower that only polls the state does not keep the table awake.
        if !matches!(
            &request,
            TableRequest::Retire(..) | TableRequest::Far { what: Asked::Follow | Asked::Unfollow, .. }
        ) {
            self.touched = Instant::now();
        }
        match request {
            TableRequest::Retire(kept, agree) => {
                if self.is_idle(kept) && agree(&self.mailbox) {
                    return ControlFlow::Break(());
                }
            }
            TableRequest::Leave => return ControlFlow::Break(()),
            TableRequest::Far { node, what, answer } => {
                let answered = Box::pin(self.driven.answer_node(node, what)).await;
                let _ = answer.send(answered);
            }
            TableRequest::Do(command, reply) => self.driven.wish(command, Waiting::Reply(reply)).await,
            TableRequest::Watch(command, watched) => self.driven.welcome(command, Waiting::Watch(watched)).await,
            TableRequest::Look(look) => {
                let slept = self.driven.table.is_asleep();
                self.driven.table.wake_up();
                look(&self.driven.table);
                // A mere lookup leaves the table packed.
                if slept {
                    self.driven.table.fall_asleep();
                }
            }
        }
        ControlFlow::Continue(())
    }

    /// Returns whether the table was unused for `kept` and has nothing to do. A paused computer player's thought restarts when a visitor
    /// comes.
    fn is_idle(&self, kept: Duration) -> bool {
        let Driven { table, around, share, .. } = &self.driven;
        let falls_soon = table.falls_at().is_some_and(|at| at.since(around.context.time.now()) < EXPIRES_SOON_MS);
        let followed = share.as_ref().is_some_and(Share::is_followed);
        self.touched.elapsed() >= kept && !followed && !falls_soon && (!table.is_busy() || self.is_paused())
    }

    /// Returns whether the only remaining work is a thought that is paused for lack of visitors.
    fn is_paused(&self) -> bool {
        let Driven { table, around, .. } = &self.driven;
        !table.waits_for_storage() && table.wake_at().is_none() && around.visitors.are_gone()
    }
}

/// Returns the next event from other nodes; pending forever without a cluster.
async fn next_cluster_input(
    share: &mut Option<Share<DriverContext>>,
    here: &mut Option<watch::Receiver<BTreeSet<String>>>,
) -> ClusterInput {
    match (share, here) {
        (Some(share), Some(here)) => Box::pin(select_cluster_input(share, here)).await,
        _ => std::future::pending().await,
    }
}

async fn select_cluster_input(
    share: &mut Share<DriverContext>,
    here: &mut watch::Receiver<BTreeSet<String>>,
) -> ClusterInput {
    let ask_at = share.ask_at;
    let told = async {
        match &mut share.role {
            Role::Follows(Following { ear: Some(ear), .. }) => next_telling(ear).await,
            _ => std::future::pending().await,
        }
    };
    tokio::select! {
        telling = told => ClusterInput::Message(Box::new(telling)),
        () = sleep_until(&share.nodes.time, ask_at) => ClusterInput::Poll,
        Ok(()) = here.changed() => ClusterInput::NodesChanged,
    }
}

/// Returns the result of the current thought; pending forever without one.
async fn next_thought(thinking: &mut Option<Thinking>) -> (usize, Option<Answer>) {
    match thinking {
        Some(thinking) => thinking.await,
        None => std::future::pending().await,
    }
}

/// Sleeps until a moment; forever if there is none.
async fn sleep_until(time: &RunningTime, moment: Option<Moment>) {
    match moment {
        // A moment has come when its millisecond is complete.
        Some(moment) => tokio::time::sleep_until(time.instant(moment).into()).await,
        None => std::future::pending().await,
    }
}
