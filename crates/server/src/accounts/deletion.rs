//! Removes deleted accounts from their seats in unfinished games.

use std::time::Duration;

use super::service::or_storage_refusal;
use crate::app::App;
use crate::http::refusal::Refusal;

/// Maximum time that a deletion request waits for the account to be erased from the database files.
const ERASE_TIMEOUT: Duration = Duration::from_secs(5);

/// Processes all pending departures, including those left by an earlier run of the server.
pub async fn give_up_seats(app: &App) -> Result<(), Refusal> {
    let mut failed = None;
    let departures = or_storage_refusal(app.store.departures().await)?;
    let some = !departures.is_empty();
    for (name, seat) in departures {
        if let Err(why) = give_up(app, &name, seat).await {
            tracing::error!("cannot give up seat {seat} of table {name}: {why}");
            failed = Some(why);
        }
    }
    if some {
        erase_traces(app).await;
    }
    failed.map_or(Ok(()), Err)
}

/// Erases deleted accounts from the database files. If this takes longer than `ERASE_TIMEOUT`, returns while the database continues in the
/// background.
pub async fn erase_traces(app: &App) {
    match tokio::time::timeout(ERASE_TIMEOUT, app.store.erase_traces()).await {
        Ok(Ok(())) => {}
        Ok(Err(why)) => tracing::warn!("the files may still contain deleted data: {why}"),
        Err(_) => tracing::info!("deleted data will be erased from the files once no reader is active"),
    }
}

async fn give_up(app: &App, name: &str, seat: u8) -> Result<(), Refusal> {
    let table = app.hub.table(name).await?;
    table.give_up(seat).await?;
    or_storage_refusal(app.store.departed(name, seat).await)?;
    // The table in memory may still have the deleted player's name.
    app.hub.changed(name).await
}
