//! Gives up the seats that deleted accounts had in games that are not over.

use std::time::Duration;

use super::service::kept;
use crate::app::App;
use crate::http::refusal::Refusal;

/// How long an answer waits until the files have nothing of a deleted account.
const ERASED: Duration = Duration::from_secs(5);

/// Gives up the seats that are still to be given up, also those of an earlier run of the server.
pub async fn give_up_seats(app: &App) -> Result<(), Refusal> {
    let mut failed = None;
    let departures = kept(app.store.departures().await)?;
    let some = !departures.is_empty();
    for (name, seat) in departures {
        if let Err(why) = give_up(app, &name, seat).await {
            tracing::error!("seat {seat} of table {name} cannot be given up: {why}");
            failed = Some(why);
        }
    }
    if some {
        erase_traces(app).await;
    }
    failed.map_or(Ok(()), Err)
}

/// Has nothing of deleted accounts remain in the database's files, if that can be had in a moment; the server tries on by itself.
pub async fn erase_traces(app: &App) {
    match tokio::time::timeout(ERASED, app.store.erase_traces()).await {
        Ok(Ok(())) => {}
        Ok(Err(why)) => tracing::warn!("the files may have traces of what was deleted: {why}"),
        Err(_) => tracing::info!("the files will have no traces of what was deleted as soon as nobody reads"),
    }
}

async fn give_up(app: &App, name: &str, seat: u8) -> Result<(), Refusal> {
    let table = app.hub.table(name).await?;
    table.give_up(seat).await?;
    kept(app.store.departed(name, seat).await)?;
    // What the table has in memory may still be called as before.
    app.hub.changed(name).await
}
