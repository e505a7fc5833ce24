//! The featured table on the home page: the public running game with the most visitors. Ties go to the most recently changed table.

use std::sync::PoisonError;
use std::time::{Duration, Instant};

use axum::body::Bytes;
use table::TableSummary;

use super::service::stored;
use super::store::WantedTables;
use super::types::FeaturedInfo;
use crate::app::App;
use crate::http::refusal::Refusal;

/// Time for which a pick is cached.
const CACHE_TIME: Duration = Duration::from_secs(5);
/// Number of tables considered, most recently changed first.
const MAX_CANDIDATES: u32 = 50;

/// Returns the table as JSON, or `null` if no public game is running.
pub async fn featured(app: &App) -> Result<Bytes, Refusal> {
    let known = app.matchmaking.featured.lock().unwrap_or_else(PoisonError::into_inner).clone();
    if let Some((_, bytes)) = known.filter(|(since, _)| since.elapsed() < CACHE_TIME) {
        return Ok(bytes);
    }
    let bytes = Bytes::from(table::messages::text(&pick(app).await?));
    *app.matchmaking.featured.lock().unwrap_or_else(PoisonError::into_inner) = Some((Instant::now(), bytes.clone()));
    Ok(bytes)
}

async fn pick(app: &App) -> Result<Option<FeaturedInfo>, Refusal> {
    let wanted = WantedTables { open: Some(false), limit: MAX_CANDIDATES, ..WantedTables::default() };
    let lines = stored(app.matchmaking.store.lobby(wanted).await)?;
    let open = lines.into_iter().filter(|line| line.access.spectators);
    // Ties go to the most recently changed table.
    let Some((watching, line)) =
        open.map(|line| (app.hub.visitors_of(&line.name), line)).reduce(|a, b| if b.0 > a.0 { b } else { a })
    else {
        return Ok(None);
    };
    let view = app.hub.table(&line.name).await?.view(Vec::new()).await?;
    let scores = view.players.iter().map(|player| player.score).collect();
    let (table, left) = (TableSummary::of(&line), view.bag.left.into());
    Ok(Some(FeaturedInfo { table, watching, scores, left, tiles: view.tiles }))
}
