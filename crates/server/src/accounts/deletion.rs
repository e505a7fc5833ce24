//! Gives up the seats that deleted accounts had in games that are not over.

use super::service::kept;
use crate::app::App;
use crate::http::refusal::Refusal;

/// Gives up the seats that are still to be given up, also those of an earlier run of the server.
pub async fn give_up_seats(app: &App) -> Result<(), Refusal> {
    let mut failed = None;
    for (name, seat) in kept(app.store.departures().await)? {
        if let Err(why) = give_up(app, &name, seat).await {
            tracing::error!("seat {seat} of table {name} cannot be given up: {why}");
            failed = Some(why);
        }
    }
    failed.map_or(Ok(()), Err)
}

async fn give_up(app: &App, name: &str, seat: u8) -> Result<(), Refusal> {
    let table = app.hub.table(name).await?;
    table.give_up(seat).await?;
    kept(app.store.departed(name, seat).await)?;
    // What the table has in memory may still be called as before.
    app.hub.changed(name).await
}
