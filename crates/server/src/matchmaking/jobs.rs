//! Periodic jobs: broadcasts lobby changes, reports online accounts to other nodes, drops stale seeks, expires challenges.

use std::time::Duration;

use super::types::PersonEvent;
use super::{challenges, lobby};
use crate::app::App;

/// Interval between lobby broadcasts.
const INTERVAL: Duration = Duration::from_secs(1);
/// Number of intervals between reports of the accounts that are online here.
const ONLINE_INTERVALS: u32 = 10;
/// Number of intervals between checks for expired challenges.
const CHALLENGE_INTERVALS: u32 = 30;

/// Runs the jobs until the server stops.
pub async fn run(app: &App) {
    for turn in (0u32..=CHALLENGE_INTERVALS).cycle() {
        tokio::time::sleep(INTERVAL).await;
        let streams = &app.matchmaking.streams;
        // If the database is unavailable, the next run catches up.
        for seek in app.matchmaking.seeks.sweep().await.unwrap_or_default() {
            streams.send_to_person(seek.seeker.person, &PersonEvent::SeekGone { seek: seek.id });
            streams.seek_changed(seek.id);
        }
        lobby::broadcast_changes(app).await;
        if turn.is_multiple_of(ONLINE_INTERVALS) {
            streams.report_online(app.matchmaking.seeks.node());
        }
        if turn == CHALLENGE_INTERVALS {
            challenges::expire(app).await;
        }
    }
}
