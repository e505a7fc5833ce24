//! HTTP routes of link previews.

use std::sync::Arc;

use axum::extract::State;
use axum::http::{HeaderMap, Method, Uri};
use serde::Deserialize;
use utoipa::IntoParams;

use super::{page, picture, position};
use crate::app::App;
use crate::assets::routes;
use crate::http::extract::{Answer, Path, Query};
use crate::http::refusal::{Code, OF_LOOKING};
use crate::limits::caller::Caller;
use crate::openapi::route::{Routes, get};
use crate::tokens::scopes::Access;

/// Routes for everyone with a link.
pub fn open() -> Routes {
    let picture = get(
        "/tables/{table}/preview.png",
        Access::Public,
        "Returns a picture of a table's board and scores for link previews, as everyone with the link may see it.",
        picture,
    );
    let study = get(
        "/studies/{study}/preview.png",
        Access::Public,
        "Returns a picture of a study for link previews: the end of its first main line. Private studies have none.",
        study_picture,
    );
    let puzzle = get(
        "/puzzles/{puzzle}/preview.png",
        Access::Public,
        "Returns a picture of a puzzle's position for link previews.",
        puzzle_picture,
    );
    let drawn = [Code::Storage, Code::Busy];
    Routes::of("Pictures")
        .route(picture.answers_picture("image/png").with_tag().refuses(OF_LOOKING))
        .route(study.answers_picture("image/png").with_tag().refuses(&[Code::NoStudy]).refuses(&drawn))
        .route(puzzle.answers_picture("image/png").with_tag().refuses(&[Code::NotFound]).refuses(&drawn))
}

/// Serves the client's pages and files. Pages of tables, profiles, studies and puzzles describe their subject to link previews.
pub async fn page(State(app): State<Arc<App>>, caller: Caller, method: Method, uri: Uri, headers: HeaderMap) -> Answer {
    if (method == Method::GET || method == Method::HEAD)
        && let Some(described) = page::described(&app, caller, &uri, &headers).await
    {
        return Ok(described);
    }
    routes::page(State(app), method, uri, headers).await
}

#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
struct Version {
    /// Any number. Pages add the length of the table's log, or the version of the study, so that caches fetch a new picture after a move.
    #[serde(rename = "v")]
    _v: Option<u64>,
}

async fn picture(
    State(app): State<Arc<App>>,
    caller: Caller,
    Path(table): Path<String>,
    Query(_): Query<Version>,
    headers: HeaderMap,
) -> Answer {
    Ok(picture::picture(&app, caller, &table).await?.answer(&headers))
}

async fn study_picture(
    State(app): State<Arc<App>>,
    caller: Caller,
    Path(study): Path<String>,
    Query(_): Query<Version>,
    headers: HeaderMap,
) -> Answer {
    Ok(position::study(&app, caller, &study).await?.answer(&headers))
}

async fn puzzle_picture(
    State(app): State<Arc<App>>,
    caller: Caller,
    Path(puzzle): Path<String>,
    headers: HeaderMap,
) -> Answer {
    Ok(position::puzzle(&app, caller, &puzzle).await?.answer(&headers))
}
