//! Periodic jobs: broadcasts lobby changes, drops stale seeks, expires challenges.

use std::time::Duration;

use super::types::PersonEvent;
use super::{challenges, lobby};
use crate::app::App;

/// How often what changed is told.
const TOLD: Duration = Duration::from_secs(1);
/// After how many of these challenges are looked through.
const CHALLENGES: u32 = 30;

/// Does it until the server stops.
pub async fn keep(app: &App) {
    for turn in (0u32..=CHALLENGES).cycle() {
        tokio::time::sleep(TOLD).await;
        let streams = &app.matchmaking.streams;
        // Where the database is away it is done when it is back.
        for seek in app.matchmaking.seeks.sweep().await.unwrap_or_default() {
            streams.tell(seek.seeker.person, &PersonEvent::SeekGone { seek: seek.id });
            streams.seek_changed(seek.id);
        }
        lobby::tell(app).await;
        if turn == CHALLENGES {
            challenges::expire(app).await;
        }
    }
}
