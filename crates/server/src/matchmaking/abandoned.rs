//! Abandoned tables: inactive tables without visitors leave the lobby, and those whose games never began are deleted. `docs/hosting.md`
//! lists the time limits.

use std::time::Duration;

use super::service::stored;
use crate::app::App;
use crate::storage::now;

const HOUR_MS: i64 = 60 * 60 * 1000;
/// Interval between checks.
const INTERVAL: Duration = Duration::from_secs(60 * 60);
/// Inactivity period after which a table waiting for players leaves the lobby.
const WAITING_MS: i64 = 24 * HOUR_MS;
/// Inactivity period after which a running game leaves the lobby.
const PLAYING_MS: i64 = 14 * 24 * HOUR_MS;
/// Inactivity period after which a table whose game has not begun is deleted.
const NEVER_BEGUN_MS: i64 = 30 * 24 * HOUR_MS;

/// Periodically removes abandoned tables, until the server stops.
pub async fn run(app: &App) {
    loop {
        expire(app, now()).await;
        tokio::time::sleep(INTERVAL).await;
    }
}

async fn expire(app: &App, now: i64) {
    let is_empty = |name: &String| app.hub.visitors_of(name) == 0;
    let store = &app.matchmaking.store;
    let (waiting, playing, never_begun) = (now - WAITING_MS, now - PLAYING_MS, now - NEVER_BEGUN_MS);
    // If the database is unavailable, the next run catches up.
    let mut stale = stored(store.stale_in_lobby(waiting, playing).await).unwrap_or_default();
    stale.retain(is_empty);
    let left = stored(store.leave_lobby(stale, waiting, playing).await).unwrap_or_default();
    left.iter().for_each(|name| app.matchmaking.streams.lobby_changed(name));
    for name in stored(store.never_begun(never_begun).await).unwrap_or_default().into_iter().filter(is_empty) {
        if stored(store.delete_never_begun(&name, never_begun).await).unwrap_or_default() {
            app.hub.unload(&name).await;
            app.matchmaking.streams.lobby_changed(&name);
        }
    }
}
