//! Computes results of games that ended before results were stored: once, in the background, one table at a time.

use std::time::Duration;

use crate::app::App;
use crate::storage::StorageError;

/// Tables per batch.
const AT_ONCE: usize = 50;
/// Pause after each table, to keep the load low.
const REST: Duration = Duration::from_millis(5);

/// Computes the missing results of finished tables. Unreadable tables are skipped and logged.
pub async fn catch_up(app: &App) {
    if let Err(why) = go_through(app).await {
        tracing::error!("cannot store results of older games; will continue at the next start: {why}");
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
