//! Computes results for games that ended before results were stored. This runs once, in the background, one table at a time.

use std::time::Duration;

use crate::app::App;
use crate::storage::StorageError;

/// Tables per batch.
const BATCH_SIZE: usize = 50;
/// Pause after each table, to keep the load low.
const PAUSE: Duration = Duration::from_millis(5);

/// Computes missing results for finished tables. Unreadable tables are skipped and logged.
pub async fn catch_up(app: &App) {
    if let Err(why) = fill_all(app).await {
        tracing::error!("cannot store results of older games; will continue at the next start: {why}");
    }
}

async fn fill_all(app: &App) -> Result<(), StorageError> {
    let mut after = String::new();
    loop {
        let names = app.store.lacking_results(after, BATCH_SIZE).await?;
        let Some(last) = names.last().cloned() else { return app.store.results_are_complete().await };
        let mut results = Vec::with_capacity(names.len());
        for name in names {
            match app.hub.load_read_only(&name, None).await {
                Ok(table) => results.extend(table.result().map(|result| (name, result))),
                Err(why) => tracing::warn!("table {name} has no result: {why}"),
            }
            tokio::time::sleep(PAUSE).await;
        }
        app.store.add_results(results).await?;
        after = last;
    }
}
