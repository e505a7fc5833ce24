//! Playing again: when all who played agree, their next table is made, and everybody who is at the old one is led there.

use std::sync::Arc;

use games::OwnTiles;
use table::Hash;

use super::shapes::Told;
use crate::app::App;
use crate::door::caller::Caller;
use crate::making::may_make;
use crate::refusal::{Code, Refusal};

/// Hears that somebody wants to play again, or does not. When all do, their table is made.
///
/// # Errors
/// The game is not over, they did not play, the rematch is made already, or it cannot be made; then it is offered anew.
pub async fn agree(app: &Arc<App>, caller: Caller, name: &str, hashes: Vec<Hash>, agree: bool) -> Result<(), Refusal> {
    let table = app.table(name, caller).await?;
    if !table.rematch(hashes, agree).await? {
        if agree {
            // Whoever has gone on to something else hears that the others wait.
            let waits = table.waits_for_rematch().await?;
            app.finding.streams.tell_holders(&waits, &Told::Rematch { table: name.to_owned() });
        }
        return Ok(());
    }
    // It is made to its end even if whoever asked goes away: the others wait for it.
    let work = {
        let app = app.clone();
        async move {
            let made = match table.rematch_founding().await {
                Ok(founding) => {
                    let own = founding.setup.own_tiles.as_ref().and_then(OwnTiles::text);
                    let bytes = own.map_or(0, str::len);
                    app.hub.found(founding, Some(caller.household), || may_make(&app, caller, None, bytes)).await
                }
                Err(refusal) => Err(refusal),
            };
            table.rematch_made(made.as_ref().ok().map(|next| next.name().to_owned())).await?;
            made.map(drop)
        }
    };
    let failed = |why: tokio::task::JoinError| {
        tracing::error!("a rematch could not be made: {why}");
        Refusal::new(Code::Storage, "the server failed at this request; its log says why")
    };
    app.tasks.spawn(work).await.map_err(failed)?
}
