//! Applies events of other nodes and forwards those of this one.

use std::sync::Arc;
use std::time::Duration;

use futures_util::StreamExt;
use tokio::sync::mpsc::unbounded_channel;

use super::events::{ClusterEvent, Spread};
use super::nodes::Cluster;
use crate::app::App;
use crate::common::relay::Relay;
use crate::moderation::audit_follower;

/// Delay before subscribing again.
const AGAIN: Duration = Duration::from_secs(1);

/// Starts forwarding this node's events to all others.
pub fn forward_events(app: &App, cluster: &Arc<Cluster>) {
    relay(&app.accounts.presence.relay, cluster, ClusterEvent::Ended);
    relay(&app.accounts.proofs.relay, cluster, ClusterEvent::Proved);
    relay(&app.matchmaking.streams.relay, cluster, ClusterEvent::People);
    relay(&app.moderation.relay, cluster, ClusterEvent::Seated);
    relay(&app.chat.relay, cluster, |line| ClusterEvent::SaidInLobby { line });
}

fn relay<T: Send + 'static>(
    from: &Relay<T>,
    cluster: &Arc<Cluster>,
    what: impl Fn(T) -> ClusterEvent + Send + 'static,
) {
    let (sender, mut told) = unbounded_channel();
    from.begin(sender);
    let cluster = cluster.clone();
    tokio::spawn(async move {
        while let Some(one) = told.recv().await {
            cluster.spread(what(one)).await;
        }
    });
}

/// Receives the events of other nodes, resubscribing as needed.
pub async fn receive_events(app: Arc<App>, cluster: Arc<Cluster>) {
    loop {
        let Some(mut told) = cluster.bus.listen(cluster.bus.to_all()).await else {
            tokio::time::sleep(AGAIN).await;
            continue;
        };
        while let Some(message) = told.next().await {
            match serde_json::from_slice::<Spread>(&message.payload) {
                Ok(spread) if spread.from != cluster.node => hear(&app, &cluster, spread).await,
                Ok(_) => {}
                Err(_) => tracing::warn!("received an invalid event from another node"),
            }
        }
    }
}

async fn hear(app: &App, cluster: &Cluster, Spread { from, what }: Spread) {
    match what {
        ClusterEvent::Went => cluster.went(&from),
        ClusterEvent::Changed { table } => app.hub.send_away(&table).await,
        ClusterEvent::Ended(pass) => app.accounts.presence.end_here(pass),
        ClusterEvent::Proved(session) => app.accounts.proofs.give_here(session),
        ClusterEvent::Said { table, line } => app.hub.heard(&table, line),
        ClusterEvent::SaidInLobby { line } => app.chat.heard(line),
        ClusterEvent::Seated(seated) => {
            if let Err(why) = app.moderation.seated_here(&seated).await {
                tracing::error!("cannot record players of one client network: {why}");
            }
        }
        ClusterEvent::Moderated => {
            // Retried soon; the error is logged.
            let _ = audit_follower::follow_once(app).await;
        }
        ClusterEvent::People(relayed) => app.matchmaking.streams.take(relayed),
    }
}
