//! HTTP routes for the analysis of positions.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use axum::extract::State;
use bots::analysis::info::AnalysisInfo;
use bots::analysis::question::Decision;
use table::upload::Upload;

use super::analysis::{RecordAnalysisRequest, TableAnalysisQuery, no_decision};
use super::rated_positions::{Trail, refuse_rated};
use super::replays;
use crate::app::App;
use crate::http::extract::{Answer, Browser, Json, MAX_BODY_WITH_RECORD_BYTES, Path, Query, json_answer};
use crate::http::refusal::{Code, OF_LOOKING};
use crate::limits::caller::Caller;
use crate::limits::quotas::{self, Resource};
use crate::openapi::route::{Routes, get, post};
use crate::tokens::scopes::Access;

/// Routes that only this server's pages may use.
pub fn guarded() -> Routes {
    const ANALYSIS: &[Code] =
        &[Code::BadRange, Code::BadRecord, Code::BadLink, Code::NoDecision, Code::NotOver, Code::Busy, Code::Storage];
    let analyse =
        post("/analyse", Access::READ, "Analyses a position of a record with the strongest computer player.", analyse);
    Routes::of("Tables").route(
        analyse
            .body_limit(MAX_BODY_WITH_RECORD_BYTES)
            .charged_per_request(Resource::Analyses)
            .answers::<AnalysisInfo>()
            .refuses(ANALYSIS),
    )
}

/// Read-only routes.
pub fn open() -> Routes {
    const ANALYSIS: &[Code] = &[Code::NotOver, Code::NoDecision, Code::Busy];
    let analysis = get(
        "/tables/{table}/analysis",
        Access::READ,
        "Analyses a position with the strongest computer player.",
        analysis_of_table,
    );
    Routes::of("Tables").route(analysis.answers::<AnalysisInfo>().refuses(OF_LOOKING).refuses(ANALYSIS))
}

async fn analyse(
    State(app): State<Arc<App>>,
    caller: Caller,
    browser: Browser,
    Json(asked): Json<RecordAnalysisRequest>,
) -> Answer {
    let (text, question) = asked.checked()?;
    let (payer, owner) = (app.payer(caller, browser.known()), Some(caller.client_network));
    let time = replays::time_of_upload(text.len());
    let read = move |gone: &AtomicBool| {
        let upload = Upload::parse(text)?;
        upload.answers().map_or(Ok(()), |answers| question.is_within(answers).map_err(no_decision))?;
        payer.take(Resource::Replays, replays::units(upload.most_answers()))?;
        let (record, game) = upload.replay(|| !gone.load(Ordering::Relaxed))?;
        let mut trail = Trail::to(question.at(), &record, &game);
        let decision = question.find(&game, |position| trail.pass(position)).map_err(no_decision)?;
        Ok((decision, trail, Arc::new(record)))
    };
    let (decision, trail, record) = app.replays.run(owner, time, read).await?;
    refuse_rated(&app.store, &app.replays, owner, trail, &record).await?;
    analysed(&app, caller, &browser, decision).await
}

async fn analysis_of_table(
    State(app): State<Arc<App>>,
    caller: Caller,
    browser: Browser,
    Path(table): Path<String>,
    Query(asked): Query<TableAnalysisQuery>,
) -> Answer {
    let question = asked.checked()?;
    let game = app.table_for(&table, caller, browser.hashes(None)).await?.finished_game().await?;
    question.is_within(game.seq()).map_err(no_decision)?;
    let answers = question.at().unwrap_or(game.seq());
    app.take(caller, browser.known(), Resource::Replays, replays::units(answers))?;
    let find = move |_: &AtomicBool| question.find(&game, |_| {}).map_err(no_decision);
    let decision = app.replays.run(Some(caller.client_network), replays::time(answers), find).await?;
    analysed(&app, caller, &browser, decision).await
}

/// Charges the caller's quota for the analysis and runs it.
async fn analysed(app: &App, caller: Caller, browser: &Browser, decision: Decision) -> Answer {
    let seconds = u32::try_from(decision.time().as_millis().div_ceil(1000)).unwrap_or(u32::MAX);
    app.take(caller, browser.known(), Resource::Analyses, seconds.saturating_mul(quotas::FULL_COST) - 1)?;
    let told = app.analysts.analyse(Some(caller.client_network), decision).await?;
    Ok(json_answer(&told))
}
