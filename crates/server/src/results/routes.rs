//! HTTP routes for results and ratings.

use std::sync::Arc;

use axum::extract::State;
use axum::http::{HeaderValue, header};
use axum::response::IntoResponse;

use super::people::{PeoplePage, PeopleQuery};
use super::people_store::{Listing, PeopleSearch};
use super::query::{ArchiveQuery, ClassQuery, LeaderQuery, page};
use super::records::{self, RequestClient};
use super::store::Person;
use super::types::{ArchivePage, ArchivedGame, LeaderPage, PersonInfo, RatingPointInfo, StatisticsInfo, WholeGame};
use crate::accounts::names;
use crate::app::App;
use crate::http::extract::{Answer, Browser, Path, Query, json_answer};
use crate::http::refusal::{Code, Refusal};
use crate::limits::caller::Caller;
use crate::limits::quotas::Resource;
use crate::openapi::route::{Routes, get};
use crate::storage::StorageError;
use crate::tokens::scopes::Access;

/// Quota cost of a simple lookup.
const LOOKUP_COST: u32 = 3;
/// Quota cost of a search.
const SEARCH_COST: u32 = 10;
/// Quota cost of statistics.
const STATISTICS_COST: u32 = 30;
/// Maximum number of games in an NDJSON response.
const MAX_STREAMED_GAMES: usize = 10_000;
/// Content type of NDJSON responses.
const NDJSON: HeaderValue = HeaderValue::from_static("application/x-ndjson");

/// Read-only routes.
pub fn open() -> Routes {
    let whole_games =
        get("/archive.ndjson", Access::READ, "Streams finished games with their records, one per line.", whole_games);
    let leaderboard = get("/leaderboard", Access::READ, "Lists the best ratings.", leaderboard);
    let people = get(
        "/people",
        Access::READ,
        "Lists players: by name, online, recently active, the best, or followed ones.",
        people,
    );
    let person = get("/people/{name}", Access::READ, "Returns the profile of an account.", person);
    let history = get("/people/{name}/history", Access::READ, "Returns the history of a rating.", history);
    let statistics =
        get("/people/{name}/statistics", Access::READ, "Returns statistics of an account's games.", statistics);
    let result = get("/tables/{table}/result", Access::READ, "Returns the result of a finished game.", result);
    Routes::of("Results")
        .route(get("/archive", Access::READ, "Lists finished games, newest first.", archive).answers::<ArchivePage>())
        .route(whole_games.streams::<WholeGame>().refuses(&[Code::Busy]))
        .route(leaderboard.answers::<LeaderPage>().refuses(&[Code::NoPerson]))
        .route(people.answers::<PeoplePage>().refuses(&[Code::NoPerson, Code::SignedOut]))
        .route(person.answers::<PersonInfo>().refuses(&[Code::NoPerson]))
        .route(history.lists::<RatingPointInfo>().refuses(&[Code::NoPerson]))
        .route(statistics.answers::<StatisticsInfo>().refuses(&[Code::NoPerson]))
        .route(result.answers::<ArchivedGame>().refuses(&[Code::NotInvited, Code::NotOver]))
}

/// Turns a storage error into a refusal.
fn kept<T>(stored: Result<T, StorageError>) -> Result<T, Refusal> {
    stored.map_err(|why| Refusal::not_stored("results", &why))
}

async fn archive(
    State(app): State<Arc<App>>,
    caller: Caller,
    browser: Browser,
    Query(asked): Query<ArchiveQuery>,
) -> Answer {
    let limit = page(asked.limit)?;
    let search = asked.search(&browser, limit)?;
    app.take(caller, browser.known(), Resource::Searches, SEARCH_COST)?;
    let found = kept(app.store.search(search).await)?;
    Ok(json_answer(&ArchivePage::of(&found, limit)))
}

async fn whole_games(
    State(app): State<Arc<App>>,
    caller: Caller,
    browser: Browser,
    Query(asked): Query<ArchiveQuery>,
) -> Answer {
    let most = asked.limit.unwrap_or(MAX_STREAMED_GAMES);
    if !(1..=MAX_STREAMED_GAMES).contains(&most) {
        return Err(Refusal::new(Code::BadRange, format!("limit must be 1 to {MAX_STREAMED_GAMES}, not {most}")));
    }
    let search = asked.search(&browser, most)?;
    app.take(caller, browser.known(), Resource::Searches, SEARCH_COST)?;
    let busy =
        || Refusal::new(Code::Busy, "the archive is already being sent to your address; finish that download first");
    let held = app.downloads.take(caller.client_network).ok_or_else(busy)?;
    let body = records::lines(app, RequestClient { caller, browser: browser.known() }, search, most, held);
    Ok(([(header::CONTENT_TYPE, NDJSON)], body).into_response())
}

async fn leaderboard(
    State(app): State<Arc<App>>,
    caller: Caller,
    browser: Browser,
    Query(asked): Query<LeaderQuery>,
) -> Answer {
    let (class, limit) = (asked.class()?, page(asked.limit)?);
    app.take(caller, browser.known(), Resource::Searches, LOOKUP_COST)?;
    let after = match &asked.after {
        Some(name) => Some(find(&app, name).await?.account),
        None => None,
    };
    Ok(json_answer(&LeaderPage::of(kept(app.store.leaders(class, asked.programs, after, limit).await)?, limit)))
}

async fn find(app: &App, name: &str) -> Result<Person, Refusal> {
    let found = kept(app.store.person(names::folded(name)).await)?;
    let shown: String = name.chars().take(40).collect();
    found.ok_or_else(|| Refusal::new(Code::NoPerson, format!("there is no account \"{shown}\"; check the name")))
}

async fn people(
    State(app): State<Arc<App>>,
    caller: Caller,
    browser: Browser,
    Query(asked): Query<PeopleQuery>,
) -> Answer {
    let (class, limit) = (asked.class()?, asked.limit()?);
    let streams = &app.matchmaking.streams;
    let listing = asked.listing(|| streams.online_accounts())?;
    if matches!(listing, Listing::Following(_)) {
        browser.signed()?;
    }
    app.take(caller, browser.known(), Resource::Searches, SEARCH_COST)?;
    let after = match &asked.after {
        Some(name) => Some((find(&app, name).await?.account, names::folded(name))),
        None => None,
    };
    let viewer = browser.account().map(|who| who.account);
    let found = kept(app.store.people(PeopleSearch { listing, class, viewer, after, limit }).await)?;
    Ok(json_answer(&PeoplePage::of(found, viewer, |account| streams.is_online(account), limit)))
}

fn is_you(browser: &Browser, person: &Person) -> bool {
    browser.account().is_some_and(|who| who.account == person.account)
}

async fn person(State(app): State<Arc<App>>, caller: Caller, browser: Browser, Path(name): Path<String>) -> Answer {
    app.take(caller, browser.known(), Resource::Searches, LOOKUP_COST)?;
    let person = find(&app, &name).await?;
    let you = is_you(&browser, &person);
    let followed = match browser.account() {
        Some(who) if !you => kept(app.store.follows(who.account, person.account).await)?,
        _ => false,
    };
    Ok(json_answer(&PersonInfo::of(&person, you, followed)))
}

async fn history(
    State(app): State<Arc<App>>,
    caller: Caller,
    browser: Browser,
    Path(name): Path<String>,
    Query(asked): Query<ClassQuery>,
) -> Answer {
    let class = asked.class()?;
    app.take(caller, browser.known(), Resource::Searches, SEARCH_COST)?;
    let person = find(&app, &name).await?;
    let points = kept(app.store.history(person.account, class, is_you(&browser, &person)).await)?;
    Ok(json_answer(&points.into_iter().map(RatingPointInfo::of).collect::<Vec<_>>()))
}

async fn statistics(State(app): State<Arc<App>>, caller: Caller, browser: Browser, Path(name): Path<String>) -> Answer {
    app.take(caller, browser.known(), Resource::Searches, STATISTICS_COST)?;
    let person = find(&app, &name).await?;
    let told = kept(app.store.statistics(person.account, is_you(&browser, &person)).await)?;
    Ok(json_answer(&StatisticsInfo::from(told)))
}

/// Returns the result of a table's game to anyone who may view the table.
async fn result(State(app): State<Arc<App>>, caller: Caller, browser: Browser, Path(table): Path<String>) -> Answer {
    app.take(caller, browser.known(), Resource::Searches, LOOKUP_COST)?;
    // Only those who may view an invitation-only table may see its result.
    if let Err(refusal) = app.table_for(&table, caller, browser.hashes(None)).await
        && refusal.code == Code::NotInvited
    {
        return Err(refusal);
    }
    let found = kept(app.store.result_of(table).await)?;
    let none = || Refusal::new(Code::NotOver, "no result: the table does not exist, or its game is not over");
    Ok(json_answer(&ArchivedGame::of(&found.ok_or_else(none)?)))
}
