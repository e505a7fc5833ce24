//! Results of games that ended before results were kept: worked out once, in the background, a table at a time.

use std::time::Duration;

use crate::app::App;
use crate::storage::StorageError;

/// Tables that are looked at before their results are written down.
const AT_ONCE: usize = 50;
/// How long the work rests after each table, so that nobody feels it.
const REST: Duration = Duration::from_millis(5);

/// Gives every finished table a result that lacks one. What cannot be read is passed over, and the log says why.
pub async fn catch_up(app: &App) {
    if let Err(why) = go_through(app).await {
        tracing::error!("results of older games cannot be written; the next start goes on: {why}");
    }
}

async fn go_through(app: &App) -> Result<(), StorageError> {
    let mut after = String::new();
    loop {
        let names = app.store.lacking_results(after, AT_ONCE).await?;
        let Some(last) = names.last().cloned() else { return app.store.results_are_complete().await };
        let mut results = Vec::with_capacity(names.len());
        for name in names {
            match app.hub.kept(&name, None).await {
                Ok(table) => results.extend(table.result().map(|result| (name, result))),
                Err(why) => tracing::warn!("table {name} has no result: {why}"),
            }
            tokio::time::sleep(REST).await;
        }
        app.store.add_results(results).await?;
        after = last;
    }
}
