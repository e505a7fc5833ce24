//! Rematches: when all players agree, a new table is created for them and everyone at the old one is redirected to it.

use std::sync::Arc;

use table::{Hash, InitialState, SeatOccupant};

use super::create_table::may_create;
use super::types::PersonEvent;
use crate::app::App;
use crate::http::refusal::Refusal;
use crate::limits::caller::Caller;
use crate::live::handle::TableHandle;
use crate::results::seat_ratings;

/// Records whether a player wants a rematch. When all players agree, creates the rematch table.
pub async fn agree(app: &Arc<App>, caller: Caller, name: &str, hashes: Vec<Hash>, agree: bool) -> Result<(), Refusal> {
    let table = app.table(name, caller).await?;
    if !table.rematch(hashes, agree).await? {
        if agree {
            // Notify players who have left the table that the other players are waiting for them.
            let waits = table.waits_for_rematch().await?;
            app.matchmaking.streams.send_to_holders(&waits, &PersonEvent::Rematch { table: name.to_owned() });
        }
        return Ok(());
    }
    // The other players are waiting, so the rematch must be created even if this client disconnects.
    let own = app.clone();
    app.run_to_completion("creating a rematch failed", async move {
        let made = create(&own, caller, &table).await;
        table.rematch_created(made.as_ref().ok().map(|next| next.name().to_owned())).await?;
        made.map(drop)
    })
    .await
}

/// Creates the table of a rematch.
async fn create(app: &App, caller: Caller, table: &TableHandle) -> Result<TableHandle, Refusal> {
    let mut initial = table.rematch_initial_state().await?;
    refresh_ratings(app, &mut initial).await?;
    let bytes = initial.setup.text_bytes();
    app.hub.create_from(initial, Some(caller.client_network), || may_create(app, caller, None, bytes)).await
}

/// Replaces the ratings in the seats of the previous game with the current ones.
async fn refresh_ratings(app: &App, initial: &mut InitialState) -> Result<(), Refusal> {
    for occupant in &mut initial.seats {
        if let SeatOccupant::Human { account: Some(account), rating, .. } = occupant {
            *rating = seat_ratings::rating_for(app, *account, &initial.setup, initial.terms.clock).await?;
        }
    }
    Ok(())
}
