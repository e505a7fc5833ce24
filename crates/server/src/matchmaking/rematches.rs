//! Playing again: when all who played agree, their next table is made, and everybody who is at the old one is led there.

use std::sync::Arc;

use games::OwnTiles;
use table::Hash;

use super::create_table::may_make;
use super::types::PersonEvent;
use crate::app::App;
use crate::http::refusal::Refusal;
use crate::limits::caller::Caller;

/// Hears that somebody wants to play again, or does not. When all do, their table is made.
pub async fn agree(app: &Arc<App>, caller: Caller, name: &str, hashes: Vec<Hash>, agree: bool) -> Result<(), Refusal> {
    let table = app.table(name, caller).await?;
    if !table.rematch(hashes, agree).await? {
        if agree {
            // Whoever has gone on to something else hears that the others wait.
            let waits = table.waits_for_rematch().await?;
            app.matchmaking.streams.tell_holders(&waits, &PersonEvent::Rematch { table: name.to_owned() });
        }
        return Ok(());
    }
    // The others wait for it.
    let own = app.clone();
    app.to_its_end("a rematch could not be made", async move {
        let made = match table.rematch_founding().await {
            Ok(founding) => {
                let tiles = founding.setup.own_tiles.as_ref().and_then(OwnTiles::text);
                let bytes = tiles.map_or(0, str::len);
                own.hub.found(founding, Some(caller.household), || may_make(&own, caller, None, bytes)).await
            }
            Err(refusal) => Err(refusal),
        };
        table.rematch_made(made.as_ref().ok().map(|next| next.name().to_owned())).await?;
        made.map(drop)
    })
    .await
}
