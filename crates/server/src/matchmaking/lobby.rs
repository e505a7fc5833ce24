//! Broadcasts lobby changes to the lobby's listeners, at most once per second.

use std::collections::BTreeSet;

use table::TableSummary;

use super::event_streams::Changed;
use super::service::stored;
use super::types::PersonEvent;
use crate::app::App;

/// Broadcasts the changes since the last call.
pub async fn broadcast_changes(app: &App) {
    let Some(Changed { tables, seeks, more }) = app.matchmaking.streams.take_changes() else { return };
    let Ok(found) = stored(app.matchmaking.store.public_among(tables.iter().cloned().collect()).await) else { return };
    let there: BTreeSet<&str> = found.iter().map(|line| line.name.as_str()).collect();
    let gone = tables.iter().filter(|name| !there.contains(name.as_str())).cloned().collect();
    let tables = found.iter().map(TableSummary::of).collect();
    let (mut new, mut over) = (Vec::new(), Vec::new());
    // Other nodes may have changed the seeks that this node knows.
    if !seeks.is_empty() && app.matchmaking.seeks.read().await.is_err() {
        return;
    }
    for id in seeks {
        match app.matchmaking.seeks.get(id) {
            Some(seek) => new.push(seek.info()),
            None => over.push(id),
        }
    }
    app.matchmaking.streams.send_to_lobby(&PersonEvent::Lobby { tables, gone, seeks: new, seeks_gone: over, more });
}
