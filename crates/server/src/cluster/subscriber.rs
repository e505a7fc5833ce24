//! Applies events from other nodes and forwards this node's own events to them.

use std::sync::Arc;
use std::time::Duration;

use futures_util::StreamExt;
use tokio::sync::mpsc::unbounded_channel;

use super::events::{ClusterEvent, ClusterMessage};
use super::nodes::Cluster;
use crate::app::App;
use crate::common::relay::Relay;
use crate::moderation::audit_follower;

const RESUBSCRIBE_DELAY: Duration = Duration::from_secs(1);

/// Starts forwarding this node's events to all other nodes.
pub fn forward_events(app: &App, cluster: &Arc<Cluster>) {
    relay(&app.accounts.presence.relay, cluster, ClusterEvent::Ended);
    relay(&app.accounts.proofs.relay, cluster, ClusterEvent::Proved);
    relay(&app.matchmaking.streams.relay, cluster, ClusterEvent::People);
    relay(&app.studies.relay, cluster, ClusterEvent::Study);
    relay(&app.moderation.relay, cluster, ClusterEvent::Seated);
    relay(&app.chat.relay, cluster, |line| ClusterEvent::SaidInLobby { line });
}

fn relay<T: Send + 'static>(
    from: &Relay<T>,
    cluster: &Arc<Cluster>,
    what: impl Fn(T) -> ClusterEvent + Send + 'static,
) {
    let (sender, mut events) = unbounded_channel();
    from.connect(sender);
    let cluster = cluster.clone();
    tokio::spawn(async move {
        while let Some(event) = events.recv().await {
            cluster.broadcast(what(event)).await;
        }
    });
}

/// Receives events from other nodes, resubscribing as needed.
pub async fn receive_events(app: Arc<App>, cluster: Arc<Cluster>) {
    loop {
        let Some(mut events) = cluster.bus.subscribe(cluster.bus.broadcast_subject()).await else {
            tokio::time::sleep(RESUBSCRIBE_DELAY).await;
            continue;
        };
        while let Some(message) = events.next().await {
            match serde_json::from_slice::<ClusterMessage>(&message.payload) {
                Ok(spread) if spread.from != cluster.node => apply(&app, &cluster, spread).await,
                Ok(_) => {}
                Err(_) => tracing::warn!("received an invalid event from another node"),
            }
        }
    }
}

async fn apply(app: &App, cluster: &Cluster, ClusterMessage { from, what }: ClusterMessage) {
    match what {
        ClusterEvent::Went => cluster.remove_node(&from),
        ClusterEvent::Changed { table } => app.hub.unload_here(&table).await,
        ClusterEvent::Ended(pass) => app.accounts.presence.end_here(pass),
        ClusterEvent::Proved(session) => app.accounts.proofs.give_here(session),
        ClusterEvent::Said { table, line } => app.hub.deliver_line(&table, line),
        ClusterEvent::SaidInLobby { line } => app.chat.note_lobby_line(line),
        ClusterEvent::Seated(seated) => {
            if let Err(why) = app.moderation.seated_here(&seated).await {
                tracing::error!("cannot record players of one client network: {why}");
            }
        }
        ClusterEvent::Moderated => {
            // A failure is logged, and the audit log is read again soon.
            let _ = audit_follower::follow_once(app).await;
        }
        ClusterEvent::People(relayed) => app.matchmaking.streams.deliver(relayed),
        ClusterEvent::Study(relayed) => app.studies.deliver(relayed),
    }
}
