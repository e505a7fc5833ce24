//! Analysis of positions over HTTP.

use std::sync::Arc;

use axum::extract::State;
use games::Game;

use super::analysis::{AnalysisInfo, OfRecord, OfTable, Question};
use crate::app::App;
use crate::http::extract::{Answer, BODY_WITH_RECORD, Browser, Json, Path, Query, json_answer};
use crate::http::record_upload;
use crate::http::refusal::{Code, OF_LOOKING, Refusal};
use crate::limits::caller::Caller;
use crate::limits::quotas::{self, Resource};
use crate::openapi::route::{Routes, get, post};
use crate::tokens::scopes::Access;

/// Routes for pages of this server alone.
pub fn guarded() -> Routes {
    const ANALYSIS: &[Code] = &[Code::BadRange, Code::BadRecord, Code::NoDecision, Code::Busy];
    let analyse =
        post("/analyse", Access::READ, "What the strongest player thinks of a position of a record.", analyse);
    Routes::of("Tables")
        .route(analyse.takes(BODY_WITH_RECORD).counted(Resource::Analyses).answers::<AnalysisInfo>().refuses(ANALYSIS))
}

/// Routes that only read.
pub fn open() -> Routes {
    const ANALYSIS: &[Code] = &[Code::NotOver, Code::NoDecision, Code::Busy];
    let analysis = get(
        "/tables/{table}/analysis",
        Access::READ,
        "What the strongest player thinks of a position.",
        analysis_of_table,
    );
    Routes::of("Tables").route(analysis.answers::<AnalysisInfo>().refuses(OF_LOOKING).refuses(ANALYSIS))
}

async fn analyse(State(app): State<Arc<App>>, caller: Caller, browser: Browser, Json(asked): Json<OfRecord>) -> Answer {
    let (record, question) = asked.checked()?;
    let read = tokio::task::spawn_blocking(move || Ok(record_upload::read(&record)?.1));
    let game = read.await.unwrap_or_else(|why| Err(failed(&why)))?;
    analysed(&app, caller, &browser, question, game).await
}

async fn analysis_of_table(
    State(app): State<Arc<App>>,
    caller: Caller,
    browser: Browser,
    Path(table): Path<String>,
    Query(asked): Query<OfTable>,
) -> Answer {
    let question = asked.checked()?;
    let game = app.table_for(&table, caller, browser.hashes(None)).await?.finished_game().await?;
    analysed(&app, caller, &browser, question, game).await
}

/// Thinks about a position where and when there is a place for it.
async fn analysed(app: &App, caller: Caller, browser: &Browser, question: Question, game: Game) -> Answer {
    let find = tokio::task::spawn_blocking(move || question.position(&game).map(|_| game));
    let game = find.await.unwrap_or_else(|why| Err(failed(&why)))?;
    let seconds = u32::try_from(question.time().as_millis().div_ceil(1000)).unwrap_or(u32::MAX);
    app.take(caller, browser.known(), Resource::Analyses, seconds.saturating_mul(quotas::FULL) - 1)?;
    let told = app.analysts.analyse(Some(caller.household), game, question).await?;
    Ok(json_answer(&told))
}

fn failed(why: &tokio::task::JoinError) -> Refusal {
    tracing::error!("a request failed: {why}");
    Refusal::new(Code::Storage, "the server failed at this request; its log says why")
}
