//! HTTP routes of studies.

use std::sync::Arc;

use axum::Extension;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::IntoResponse;
use games::study::{MAX_STUDY_BYTES, ReadStudy};
use serde_json::Value;

use super::service::read_study;
use super::store::{Document, MAX_BYTES, MAX_STUDIES, NotSaved, StudyLine};
use super::streams;
use super::types::{
    NewStudy, SavedStudy, ShownPlace, StudyChange, StudyEvent, StudyInfo, StudyPart, StudySummary, Whose,
};
use crate::app::App;
use crate::common::secrets;
use crate::http::extract::{Answer, Browser, Json, MAX_BODY_BYTES, Path, Query, json_answer};
use crate::http::refusal::{Code, Refusal};
use crate::limits::caller::Caller;
use crate::limits::connections::Connection;
use crate::limits::quotas::{self, Resource};
use crate::matchmaking::stream_body::{self, StreamBody};
use crate::openapi::route::{Routes, get, post};
use crate::storage::{StorageError, now};
use crate::tokens::scopes::Access;

/// Maximum size, in bytes, of a body with a study.
const MAX_BODY_WITH_STUDY_BYTES: usize = MAX_STUDY_BYTES + MAX_BODY_BYTES;
/// Quota cost of a lookup.
const LOOKUP_COST: u32 = 3;
/// Default and maximum number of studies per response.
const DEFAULT_STUDIES: u32 = 30;
const MAX_LISTED: u32 = 100;
/// Maximum length of a node's id in bytes.
const MAX_NODE_BYTES: usize = 16;

/// Routes that change state, and streams: only this server's own pages may use them.
pub fn guarded() -> Routes {
    const DOCUMENT: &[Code] = &[Code::BadRecord, Code::StudyFull, Code::Busy, Code::Storage];
    let create = post("/studies", Access::PLAY, "Stores a new study.", create);
    let change = post("/studies/{study}", Access::PLAY, "Changes a study of the account.", change);
    let delete = post("/studies/{study}/delete", Access::PLAY, "Deletes a study of the account.", delete);
    let show = post("/studies/{study}/show", Access::PLAY, "Shows a position to the readers of the study.", show);
    let events = get("/studies/{study}/events", Access::READ, "Opens the event stream of a study.", events);
    let create = create.body_limit(MAX_BODY_WITH_STUDY_BYTES).charged_per_request(Resource::Tables).signed();
    let change = change.body_limit(MAX_BODY_WITH_STUDY_BYTES).signed().answers::<SavedStudy>();
    Routes::of("Studies")
        .route(create.creates::<SavedStudy>().refuses(DOCUMENT))
        .route(change.refuses(DOCUMENT).refuses(&[Code::NoStudy, Code::StudyStale]))
        .route(delete.signed().answers::<Deleted>().refuses(&[Code::NoStudy]))
        .route(show.signed().answers::<ShownPlace>().refuses(&[Code::NoStudy, Code::BadRange]))
        .route(events.streams::<StudyEvent>().refuses(&[Code::NoStudy, Code::Busy, Code::SignedOut]))
}

/// Routes that change nothing.
pub fn open() -> Routes {
    let list = get("/studies", Access::READ, "Lists the account's studies, or public ones.", list);
    let read = get("/studies/{study}", Access::READ, "Returns a study.", read);
    Routes::of("Studies")
        .route(list.lists::<StudySummary>().refuses(&[Code::SignedOut, Code::BadRange]))
        .route(read.answers::<StudyInfo>().refuses(&[Code::NoStudy, Code::Storage]))
}

/// An empty body.
#[derive(serde::Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
struct Nothing {}

/// A deleted study.
#[derive(serde::Serialize, utoipa::ToSchema)]
struct Deleted {
    /// Id of the study.
    id: String,
}

fn kept<T>(stored: Result<T, StorageError>) -> Result<T, Refusal> {
    stored.map_err(|why| Refusal::not_stored("studies", &why))
}

fn no_study() -> Refusal {
    Refusal::new(Code::NoStudy, "there is no such study, or it is private")
}

fn not_saved(why: NotSaved) -> Refusal {
    match why {
        NotSaved::Missing => no_study(),
        NotSaved::Stale(current) => {
            let what = format!("the study has changed to version {current}; fetch it, or store yours as a new study");
            Refusal::new(Code::StudyStale, what)
        }
        NotSaved::Full => {
            let what = format!("an account can have {MAX_STUDIES} studies with {MAX_BYTES} bytes; delete some first");
            Refusal::new(Code::StudyFull, what)
        }
    }
}

/// Reads a document, and charges for it. Its damaged parts are left out.
async fn document(app: &App, caller: Caller, json: &Value) -> Result<(Document, ReadStudy), Refusal> {
    let read = read_study(app, caller, json.to_string()).await?;
    let chapters = u32::try_from(read.study.chapters.len()).unwrap_or(u32::MAX);
    Ok((Document { name: read.study.name.clone(), chapters, json: read.study.to_json() }, read))
}

async fn create(
    State(app): State<Arc<App>>,
    caller: Caller,
    browser: Browser,
    Json(NewStudy { study, visibility }): Json<NewStudy>,
) -> Answer {
    let account = browser.signed()?.account;
    let (document, read) = document(&app, caller, &study).await?;
    app.take(caller, browser.known(), Resource::Tables, quotas::FULL_COST - 1)?;
    let bytes = u32::try_from(document.json.len()).unwrap_or(u32::MAX);
    app.take(caller, browser.known(), Resource::DiskSpace, bytes)?;
    let id = secrets::table_name();
    let made = kept(app.store.create_study(account, id.clone(), document, visibility, now()).await)?;
    let version = made.map_err(not_saved)?;
    Ok((StatusCode::CREATED, json_answer(&SavedStudy { id, version, problems: read.problems })).into_response())
}

async fn change(
    State(app): State<Arc<App>>,
    caller: Caller,
    browser: Browser,
    Path(id): Path<String>,
    Json(StudyChange { version, study, visibility }): Json<StudyChange>,
) -> Answer {
    let account = browser.signed()?.account;
    let (document, problems) = match study {
        None => (None, Vec::new()),
        Some(study) => {
            let (document, read) = document(&app, caller, &study).await?;
            (Some(document), read.problems)
        }
    };
    let done = kept(app.store.change_study(account, id.clone(), version, (document, visibility), now()).await)?;
    let version = done.map_err(not_saved)?;
    app.studies.changed(&id, version);
    Ok(json_answer(&SavedStudy { id, version, problems }))
}

async fn delete(
    State(app): State<Arc<App>>,
    browser: Browser,
    Path(id): Path<String>,
    Json(Nothing {}): Json<Nothing>,
) -> Answer {
    let account = browser.signed()?.account;
    if !kept(app.store.delete_study(account, id.clone()).await)? {
        return Err(no_study());
    }
    app.studies.gone(&id);
    Ok(json_answer(&Deleted { id }))
}

async fn show(
    State(app): State<Arc<App>>,
    browser: Browser,
    Path(id): Path<String>,
    Json(place): Json<ShownPlace>,
) -> Answer {
    let account = browser.signed()?.account;
    if place.node.as_ref().is_some_and(|node| node.len() > MAX_NODE_BYTES) {
        return Err(Refusal::new(Code::BadRange, format!("a node's id has at most {MAX_NODE_BYTES} bytes")));
    }
    let line = kept(app.store.study_line(&id).await)?.filter(|line| line.account == account).ok_or_else(no_study)?;
    app.studies.show(&line.id, place.clone());
    Ok(json_answer(&place))
}

/// Returns whether the caller may read a study.
fn may_read(line: &StudyLine, browser: &Browser) -> bool {
    line.is_open() || owns(line, browser)
}

fn owns(line: &StudyLine, browser: &Browser) -> bool {
    browser.account().is_some_and(|account| account.account == line.account)
}

async fn read(State(app): State<Arc<App>>, browser: Browser, Path(id): Path<String>) -> Answer {
    let stored = kept(app.store.study(&id).await)?.filter(|stored| may_read(&stored.line, &browser));
    let stored = stored.ok_or_else(no_study)?;
    let yours = owns(&stored.line, &browser);
    let damaged = || Refusal::new(Code::Storage, "the study is damaged");
    Ok(json_answer(&StudyInfo::of(stored, yours).ok_or_else(damaged)?))
}

async fn list(
    State(app): State<Arc<App>>,
    caller: Caller,
    browser: Browser,
    Query(StudyPart { whose, before, limit }): Query<StudyPart>,
) -> Answer {
    let account = match whose {
        Whose::Mine => Some(browser.signed()?.account),
        Whose::Public => None,
    };
    let most = limit.unwrap_or(DEFAULT_STUDIES);
    if !(1..=MAX_LISTED).contains(&most) {
        return Err(Refusal::new(Code::BadRange, format!("limit must be 1 to {MAX_LISTED}, not {most}")));
    }
    app.take(caller, browser.known(), Resource::Searches, LOOKUP_COST)?;
    let lines = kept(app.store.studies(account, before.unwrap_or(i64::MAX), most).await)?;
    Ok(json_answer(&lines.into_iter().map(StudySummary::from).collect::<Vec<_>>()))
}

async fn events(
    State(app): State<Arc<App>>,
    caller: Caller,
    browser: Browser,
    Path(id): Path<String>,
    connection: Option<Extension<Arc<Connection>>>,
) -> Answer {
    let present = browser.present(&app).await?;
    let line = kept(app.store.study_line(&id).await)?.filter(|line| may_read(line, &browser)).ok_or_else(no_study)?;
    let place = app.slot(&app.event_streams, caller, present.is_none())?;
    let many = || Refusal::new(Code::Busy, "too many people are reading this study; try again later");
    let (listening, reader) = app.studies.open(&id).ok_or_else(many)?;
    // The version is read after the stream opens, so later changes arrive as events after this line.
    let version = kept(app.store.study_line(&line.id).await)?.map_or(line.version, |line| line.version);
    let first = streams::line(&StudyEvent::Open { version, shown: app.studies.shown(&id) });
    let end = stream_body::end_of(&app, &place, present);
    let connection = connection.map(|Extension(connection)| connection);
    let lines = StreamBody::new(first, reader, end, connection, Box::new((place, listening)));
    Ok(lines.into_response())
}
