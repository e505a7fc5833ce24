//! What this node hears of what others tell everybody, and what it tells them of people.

use std::sync::Arc;
use std::time::Duration;

use futures_util::StreamExt;
use tokio::sync::mpsc::unbounded_channel;

use super::broadcasts::{Spread, Spreading};
use super::nodes::Cluster;
use crate::app::App;
use crate::common::relay::Relay;

/// How long to wait before it is tried again to listen.
const AGAIN: Duration = Duration::from_secs(1);

/// Tells all others what has to do with people, from now on.
pub fn relay_all(app: &App, cluster: &Arc<Cluster>) {
    relay(&app.people.presence.relay, cluster, Spreading::Ended);
    relay(&app.people.proofs.relay, cluster, Spreading::Proved);
    #[cfg(feature = "online")]
    relay(&app.people.challenges.relay, cluster, Spreading::Challenge);
    #[cfg(feature = "online")]
    relay(&app.people.errands.away.relay, cluster, Spreading::Errand);
    #[cfg(feature = "online")]
    relay(&app.people.errands.strangers.relay, cluster, Spreading::Stranger);
    relay(&app.finding.streams.relay, cluster, Spreading::People);
    relay(&app.talk.relay, cluster, |line| Spreading::SaidInLobby { line });
}

fn relay<T: Send + 'static>(from: &Relay<T>, cluster: &Arc<Cluster>, what: impl Fn(T) -> Spreading + Send + 'static) {
    let (sender, mut told) = unbounded_channel();
    from.begin(sender);
    let cluster = cluster.clone();
    tokio::spawn(async move {
        while let Some(one) = told.recv().await {
            cluster.spread(what(one)).await;
        }
    });
}

/// Hears what others tell, again and again.
pub async fn hear_all(app: Arc<App>, cluster: Arc<Cluster>) {
    loop {
        let Some(mut told) = cluster.bus.listen(cluster.bus.to_all()).await else {
            tokio::time::sleep(AGAIN).await;
            continue;
        };
        while let Some(message) = told.next().await {
            match serde_json::from_slice::<Spread>(&message.payload) {
                Ok(spread) if spread.from != cluster.node => hear(&app, &cluster, spread).await,
                Ok(_) => {}
                Err(_) => tracing::warn!("another node told what this one does not understand"),
            }
        }
    }
}

async fn hear(app: &App, cluster: &Cluster, Spread { from, what }: Spread) {
    match what {
        Spreading::Went => cluster.went(&from),
        Spreading::Changed { table } => app.hub.send_away(&table).await,
        Spreading::Ended(pass) => app.people.presence.end_here(pass),
        Spreading::Proved(session) => app.people.proofs.give_here(session),
        #[cfg(feature = "online")]
        Spreading::Challenge(waits) => app.people.challenges.hear(waits),
        #[cfg(feature = "online")]
        Spreading::Errand(waits) => app.people.errands.away.hear(waits),
        #[cfg(feature = "online")]
        Spreading::Stranger(waits) => app.people.errands.strangers.hear(waits),
        Spreading::Said { table, line } => app.hub.heard(&table, line),
        Spreading::SaidInLobby { line } => app.talk.heard(line),
        Spreading::People(relayed) => app.finding.streams.take(relayed),
    }
}
