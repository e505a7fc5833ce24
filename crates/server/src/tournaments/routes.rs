//! HTTP routes of tournaments.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use axum::extract::State;
use axum::http::{StatusCode, header};
use axum::response::IntoResponse;
use table::{Clock, UnfitForRating};
use tournament::{Row, Tournament, csv, game_rows, match_rows, standing_rows};

use super::changes::{Entrant, change, current, no_tournament, plan_act, stored};
use super::log;
use super::service::{Current, time_of};
use super::show::info;
use super::store::{Admission, MAX_UNFINISHED, TournamentLine, TournamentPhase};
use super::tables::{create_tables, setup_of_game};
use super::terms::GameTerms;
use super::types::{
    ExportFormat, ExportQuery, ExportedRows, LogPart, NewGameTerms, NewTournament, RoundQuery, TournamentAct,
    TournamentInfo, TournamentLogEntry, TournamentPart, TournamentSummary, Which,
};
use crate::accounts::names;
use crate::accounts::service::or_storage_refusal;
use crate::accounts::store::{AccountId, SignedIn};
use crate::app::App;
use crate::common::secrets;
use crate::http::extract::{Answer, Browser, Json, Path, Query, json_answer, json_text};
use crate::http::refusal::{Code, Refusal};
use crate::limits::caller::Caller;
use crate::limits::quotas::{self, Resource};
use crate::openapi::route::{Routes, get, post};
use crate::results::seat_ratings;
use crate::storage::now;
use crate::tokens::scopes::Access;

/// Quota cost of a list.
const LOOKUP_COST: u32 = 3;
/// Default and maximum number of tournaments per response.
const DEFAULT_TOURNAMENTS: u32 = 30;
const MAX_LISTED: u32 = 100;
/// Default and maximum number of log entries per response.
const DEFAULT_ENTRIES: u32 = 100;
const MAX_ENTRIES: u32 = 500;
/// Disk space charged for a step, in bytes.
const STEP_BYTES: u32 = 512;
/// Largest seed that a JSON number represents exactly.
const MAX_SEED: u64 = (1 << 53) - 1;
const CSV: &str = "text/csv; charset=utf-8";
const NDJSON: &str = "application/x-ndjson";

/// Routes that change state: only this server's own pages may use them.
pub fn guarded() -> Routes {
    const CHANGE: &[Code] = &[Code::NoTournament, Code::TournamentRefused, Code::NotAllowed, Code::Busy, Code::Storage];
    const ENTRANT: &[Code] = &[Code::NotInvited, Code::NotForYou, Code::NoPerson, Code::NameLength, Code::RatedProgram];
    const TERMS: &[Code] = &[Code::BadSetup, Code::RatedClock, Code::Busy];
    let create = post("/tournaments", Access::TOURNAMENTS, "Creates a tournament.", create);
    let act = post("/tournaments/{tournament}/act", Access::TOURNAMENTS, "Takes an action in a tournament.", act);
    let delete = post(
        "/tournaments/{tournament}/delete",
        Access::TOURNAMENTS,
        "Deletes a tournament of the account that has not started.",
        delete,
    );
    let create = create.charged_per_request(Resource::Tables).signed().creates::<TournamentInfo>();
    let act = act.charged_per_request(Resource::Tables).signed().answers::<TournamentInfo>();
    Routes::of("Tournaments")
        .route(create.refuses(TERMS).refuses(&[Code::TournamentRefused, Code::TournamentFull, Code::Storage]))
        .route(act.refuses(CHANGE).refuses(ENTRANT).refuses(&[Code::BadRange, Code::LineLength, Code::Closed]))
        .route(delete.signed().answers::<Deleted>().refuses(&[Code::NoTournament, Code::Storage]))
}

/// Routes that change nothing.
pub fn open() -> Routes {
    let list = get("/tournaments", Access::READ, "Lists tournaments, newest first.", list);
    let show = get("/tournaments/{tournament}", Access::READ, "Returns a tournament.", show);
    let log = get(
        "/tournaments/{tournament}/log",
        Access::READ,
        "Lists what was done in a tournament, by whom, when and why; oldest first.",
        read_log,
    );
    let export =
        get("/tournaments/{tournament}/export", Access::READ, "Returns standings, matches or games as rows.", export);
    const READ: &[Code] = &[Code::NoTournament, Code::Busy, Code::Storage];
    Routes::of("Tournaments")
        .route(list.lists::<TournamentSummary>().refuses(&[Code::SignedOut, Code::BadRange, Code::Storage]))
        .route(show.answers::<TournamentInfo>().refuses(READ).refuses(&[Code::BadRange]))
        .route(log.lists::<TournamentLogEntry>().refuses(READ).refuses(&[Code::BadRange]))
        .route(export.answers_any().answers_text("text/csv").answers_text(NDJSON).refuses(READ))
}

/// An empty body.
#[derive(serde::Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
struct Nothing {}

/// A deleted tournament.
#[derive(serde::Serialize, utoipa::ToSchema)]
#[schema(as = DeletedTournament)]
struct Deleted {
    /// Id of the tournament.
    id: String,
}

async fn create(
    State(app): State<Arc<App>>,
    caller: Caller,
    browser: Browser,
    Json(NewTournament { mut settings, game, joining }): Json<NewTournament>,
) -> Answer {
    let who = browser.signed()?;
    settings.seed = random_seed();
    let refused = |why: tournament::Refused| Refusal::new(Code::TournamentRefused, why.to_string());
    Tournament::new(settings.clone()).map_err(refused)?;
    let game = match game {
        Some(game) => Some(checked(&app, caller, game, joining).await?),
        None => None,
    };
    app.take(caller, browser.known(), Resource::Tables, quotas::FULL_COST - 1)?;
    app.take(caller, browser.known(), Resource::DiskSpace, quotas::TABLE_BYTES)?;
    let id = secrets::table_name();
    let line = TournamentLine {
        id: id.clone(),
        organiser: Some(who.account),
        organiser_name: Some(who.name.clone()),
        settings,
        game,
        joining,
        phase: TournamentPhase::Joining,
        steps: 0,
        players: 0,
        created: now(),
        closed: None,
    };
    if !stored(app.store.create_tournament(line).await)? {
        let what =
            format!("an account can organise {MAX_UNFINISHED} unfinished tournaments; finish or delete one first");
        return Err(Refusal::new(Code::TournamentFull, what));
    }
    let made = current(&app, Some(caller.client_network), &id).await?;
    Ok((StatusCode::CREATED, json_answer(&info(&made, Some(who), None)?)).into_response())
}

/// Returns the seed of what is drawn by lot, which no one can choose.
fn random_seed() -> u64 {
    secrets::seed().into_iter().fold(0, |seed: u64, byte| seed << 8 | u64::from(byte)) & MAX_SEED
}

/// Checks the terms of games.
async fn checked(app: &App, caller: Caller, game: NewGameTerms, joining: Admission) -> Result<GameTerms, Refusal> {
    let NewGameTerms { setup, clock, rated, plain } = game;
    let clock = clock.map(Clock::checked).transpose()?;
    let wrong = |what: &str| Err(Refusal::new(Code::BadSetup, what));
    if setup.seats != 2 || setup.is_team() {
        return wrong(
            "a match of a tournament is between two players; choose a set-up with 2 seats that is not a team game",
        );
    }
    if setup.own_tiles.is_some() || setup.board.is_some() {
        return wrong("a tournament uses printed tiles and begins with the first turn; omit own_tiles and board");
    }
    if rated && clock.is_none() {
        return Err(table::Refusal::Rated(UnfitForRating::Clock).into());
    }
    if rated && joining == Admission::Organiser {
        let what = "players of a rated tournament join it themselves; let everyone join";
        return Err(Refusal::new(Code::TournamentRefused, what));
    }
    app.hub.beginning(&setup_of_game(&setup), Some(caller.client_network)).await?;
    Ok(GameTerms { setup, clock, rated, plain })
}

async fn act(
    State(app): State<Arc<App>>,
    caller: Caller,
    browser: Browser,
    Path(id): Path<String>,
    Json(act): Json<TournamentAct>,
) -> Answer {
    let who = browser.signed()?;
    app.take(caller, browser.known(), Resource::DiskSpace, STEP_BYTES)?;
    let owner = Some(caller.client_network);
    let before = visible(current(&app, owner, &id).await?, Some(who.account))?;
    if let Some(reason) = &before.line.closed {
        return Err(Refusal::new(Code::Closed, format!("a moderator closed this tournament: {reason}")));
    }
    let entrant = entrant(&app, &before, who, &act).await?;
    let after = change(&app, owner, &id, |now| plan_act(now, who, &act, entrant.as_ref())).await?;
    let new = after.tables.len().saturating_sub(before.tables.len());
    if new > 0 {
        // The server creates the tables even if the client disconnects, or its disk space for today is used up.
        let bytes = quotas::TABLE_BYTES.saturating_mul(u32::try_from(new).unwrap_or(u32::MAX));
        let _ = app.take(caller, browser.known(), Resource::DiskSpace, bytes);
        let own = app.clone();
        let created = app.run_to_completion("creating tables failed", async move { create_tables(&own, &id).await });
        if let Err(why) = created.await {
            tracing::warn!("cannot create the tables of a tournament now; will try again: {why}");
        }
    }
    Ok(json_answer(&info(&after, Some(who), None)?))
}

/// Checks whether an organiser may add another account. Rated games could cost it rating, so that it must join itself.
async fn may_add(app: &App, who: &SignedIn, account: AccountId, rated: bool) -> Result<(), Refusal> {
    if rated {
        let what = "players of a rated tournament join it themselves; send them the link";
        return Err(Refusal::new(Code::TournamentRefused, what));
    }
    if app.chat.blocks(account, who.account).await? || app.chat.blocks(who.account, account).await? {
        return Err(Refusal::new(Code::NotForYou, "this account has blocked you, or you have blocked it"));
    }
    Ok(())
}

/// Returns the account that is to be an arbiter.
async fn arbiter(app: &App, who: &SignedIn, name: &str) -> Result<Entrant, Refusal> {
    let found = app.matchmaking.named(vec![names::folded(name)]).await?.into_iter().next().flatten();
    let found = found.ok_or_else(|| no_account(name))?;
    may_add(app, who, found.account, false).await?;
    Ok(Entrant { account: Some(found.account), name: found.name, key: None, rating: None })
}

fn no_account(name: &str) -> Refusal {
    Refusal::new(Code::NoPerson, format!("there is no account \"{}\"", name.chars().take(40).collect::<String>()))
}

/// Returns the player who joins or is added, or the arbiter who is appointed, if the action adds one.
async fn entrant(
    app: &App,
    current: &Current,
    who: &SignedIn,
    act: &TournamentAct,
) -> Result<Option<Entrant>, Refusal> {
    let game = current.line.game.as_ref();
    let (account, name, key, rating) = match act {
        TournamentAct::Join {} => (Some(who.account), who.name.clone(), who.keys.first().copied(), None),
        TournamentAct::Add { name, rating } => {
            let found = app.matchmaking.named(vec![names::folded(name)]).await?.into_iter().next().flatten();
            match found {
                Some(found) if found.account != who.account => {
                    may_add(app, who, found.account, game.is_some_and(|game| game.rated)).await?;
                    (Some(found.account), found.name, Some(found.key), *rating)
                }
                Some(found) => (Some(found.account), found.name, Some(found.key), *rating),
                None if game.is_none() => (None, name.clone(), None, *rating),
                None => return Err(no_account(name)),
            }
        }
        TournamentAct::Appoint { name } => return arbiter(app, who, name).await.map(Some),
        _ => return Ok(None),
    };
    let rating = match (rating, account, game) {
        (None, Some(account), Some(game)) => {
            let found = seat_ratings::rating_for(app, account, &game.setup, game.clock).await?;
            found.map(|rating| u16::try_from(rating.value.max(0)).unwrap_or(u16::MAX))
        }
        (given, ..) => given,
    };
    if let (Some(account), true) = (account, game.is_some_and(|game| game.rated)) {
        let mut all: Vec<_> = current.players.iter().filter_map(|player| player.account).collect();
        all.push(account);
        let count = all.len();
        let programs = or_storage_refusal(app.store.programs_among(all).await)?;
        if programs != 0 && programs != count {
            let what = "rated games can't mix people and programs; this tournament is rated";
            return Err(Refusal::new(Code::RatedProgram, what));
        }
    }
    Ok(Some(Entrant { account, name, key, rating }))
}

async fn delete(
    State(app): State<Arc<App>>,
    browser: Browser,
    Path(id): Path<String>,
    Json(Nothing {}): Json<Nothing>,
) -> Answer {
    let account = browser.signed()?.account;
    if !stored(app.store.delete_tournament(id.clone(), account).await)? {
        let what = "you organise no such tournament, or it has started";
        return Err(Refusal::new(Code::NoTournament, what));
    }
    Ok(json_answer(&Deleted { id }))
}

async fn list(
    State(app): State<Arc<App>>,
    caller: Caller,
    browser: Browser,
    Query(TournamentPart { which, before, limit }): Query<TournamentPart>,
) -> Answer {
    let account = match which.unwrap_or(Which::All) {
        Which::Mine => Some(browser.signed()?.account),
        Which::All => None,
    };
    let most = in_range(limit.unwrap_or(DEFAULT_TOURNAMENTS), MAX_LISTED)?;
    app.take(caller, browser.known(), Resource::Searches, LOOKUP_COST)?;
    let lines = stored(app.store.tournaments(account, before.unwrap_or(i64::MAX), most).await)?;
    Ok(json_answer(&lines.into_iter().map(TournamentSummary::from).collect::<Vec<_>>()))
}

fn in_range(limit: u32, most: u32) -> Result<u32, Refusal> {
    if (1..=most).contains(&limit) {
        return Ok(limit);
    }
    Err(Refusal::new(Code::BadRange, format!("limit must be 1 to {most}, not {limit}")))
}

/// Returns a tournament unless a moderator has hidden it from this account.
fn visible(found: Current, account: Option<AccountId>) -> Result<Current, Refusal> {
    let own = account.is_some() && account == found.line.organiser;
    if found.line.closed.is_none() || own { Ok(found) } else { Err(no_tournament()) }
}

async fn show(
    State(app): State<Arc<App>>,
    caller: Caller,
    browser: Browser,
    Path(id): Path<String>,
    Query(RoundQuery { round }): Query<RoundQuery>,
) -> Answer {
    let who = browser.account();
    let found = visible(current(&app, Some(caller.client_network), &id).await?, who.map(|who| who.account))?;
    Ok(json_answer(&info(&found, who, round)?))
}

async fn read_log(
    State(app): State<Arc<App>>,
    caller: Caller,
    browser: Browser,
    Path(id): Path<String>,
    Query(LogPart { from, limit }): Query<LogPart>,
) -> Answer {
    let (from, most) = (from.unwrap_or(1), in_range(limit.unwrap_or(DEFAULT_ENTRIES), MAX_ENTRIES)?);
    if from < 1 {
        return Err(Refusal::new(Code::BadRange, "entries are numbered from 1"));
    }
    visible(current(&app, Some(caller.client_network), &id).await?, browser.account().map(|who| who.account))?;
    let found = stored(app.store.tournament_log(&id, from - 1, most).await)?.ok_or_else(no_tournament)?;
    Ok(json_answer(&log::entries(found)))
}

async fn export(
    State(app): State<Arc<App>>,
    caller: Caller,
    browser: Browser,
    Path(id): Path<String>,
    Query(ExportQuery { what, format }): Query<ExportQuery>,
) -> Answer {
    let found = current(&app, Some(caller.client_network), &id).await?;
    let state = visible(found, browser.account().map(|who| who.account))?.state;
    let (owner, time) = (Some(caller.client_network), time_of([], state.players().len()));
    let rows = move |_: &AtomicBool| {
        Ok(match what.unwrap_or(ExportedRows::Standings) {
            ExportedRows::Standings => standing_rows(&state),
            ExportedRows::Matches => match_rows(&state),
            ExportedRows::Games => game_rows(&state),
        })
    };
    let rows = app.replays.run(owner, time, rows).await?;
    let text = |row: &Row| serde_json::to_string(row).map_err(|why| Refusal::not_stored("tournaments", &why));
    Ok(match format.unwrap_or(ExportFormat::Json) {
        ExportFormat::Csv => ([(header::CONTENT_TYPE, CSV)], csv(&rows)).into_response(),
        ExportFormat::Ndjson => {
            let lines: Vec<String> = rows.iter().map(text).collect::<Result<_, _>>()?;
            let body: String = lines.into_iter().map(|line| line + "\n").collect();
            ([(header::CONTENT_TYPE, NDJSON)], body).into_response()
        }
        ExportFormat::Json => {
            let lines: Vec<String> = rows.iter().map(text).collect::<Result<_, _>>()?;
            json_text(format!("[{}]", lines.join(",")))
        }
    })
}
