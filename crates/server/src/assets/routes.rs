//! HTTP routes for pages, the list of games, the rule reference, and pictures.

use std::collections::BTreeMap;
use std::sync::Arc;

use art::{FarSet, Wanted, WholeSet};
use axum::extract::State;
use axum::http::{HeaderMap, HeaderValue, Method, Uri, header};
use axum::response::{IntoResponse, Response};
use games::own_tiles as own_files;
use games::reference::Clause;
use games::sides::SideSet;
use table::Games;

use crate::app::App;
use crate::http::extract::{Answer, Browser, Path};
use crate::http::refusal::{Code, OF_LOOKING, Refusal};
use crate::limits::caller::Caller;
use crate::openapi::route::{Routes, get};
use crate::tokens::scopes::Access;

const PLAIN: HeaderValue = HeaderValue::from_static("text/plain; charset=utf-8");
/// Cache policy for the art of a table's custom tiles, which only the browser may cache and must revalidate.
const PRIVATE: HeaderValue = HeaderValue::from_static("private, no-cache");
/// Cache policy for single pictures of custom tiles.
const PRIVATE_FOR_AN_HOUR: HeaderValue = HeaderValue::from_static("private, max-age=3600");

/// Read-only routes.
pub fn open() -> Routes {
    Routes::of("Games")
        .route(
            get("/games", Access::Public, "Lists the games that can be played.", games).answers::<Games>().with_tag(),
        )
        .route(
            get("/rules/{language}", Access::Public, "Returns the rule reference.", rules).lists::<Clause>().with_tag(),
        )
        .merge(pictures())
}

/// Routes for tile sets and their pictures.
fn pictures() -> Routes {
    let drawn = [Code::NotFound, Code::Busy, Code::Storage];
    let figures =
        get("/art/figures.json", Access::Public, "Returns figures, pieces and tokens, as SVG content.", figures);
    let whole =
        get("/art/{file}", Access::Public, "Returns the art of a tile set, as drawings to inline in a page.", art)
            .documented_as("/art/{set}.json");
    let far = get("/art/{set}/far.json", Access::Public, "Returns a tile set in low detail.", far_art);
    let sides =
        get("/art/{set}/sides.json", Access::Public, "Returns what the tiles of a set show on each side.", sides);
    let picture = get("/art/{set}/{level}/{picture}", Access::Public, "Returns the picture of a tile.", picture);
    let own_whole =
        get("/tables/{table}/art/own.json", Access::READ, "Returns the art of a table's custom tiles.", own_art);
    let own_far = get(
        "/tables/{table}/art/own/far.json",
        Access::READ,
        "Returns a table's custom tiles in low detail.",
        own_far_art,
    );
    let own_sides = get(
        "/tables/{table}/art/own/sides.json",
        Access::READ,
        "Returns what a table's custom tiles show on each side.",
        own_sides,
    );
    let own_picture = get(
        "/tables/{table}/art/own/{level}/{picture}",
        Access::READ,
        "Returns the picture of a custom tile.",
        own_picture,
    );
    let file = get(
        "/sets/{file}",
        Access::Public,
        "Returns the tile file of a printed set, with the id own-{set}.",
        tile_file,
    )
    .documented_as("/sets/{set}.toml");
    let own_file =
        get("/tables/{table}/tiles.toml", Access::READ, "Returns the file of a table's custom tiles.", own_tiles);
    let picture = picture.documented_as("/art/{set}/{level}/{tile}.{rotation}.svg");
    let own_picture = own_picture.documented_as("/tables/{table}/art/own/{level}/{tile}.{rotation}.svg");
    Routes::of("Pictures")
        .route(figures.answers_unnamed::<BTreeMap<String, String>>().with_tag().refuses(&drawn))
        .route(whole.answers::<WholeSet>().with_tag().refuses(&drawn))
        .route(far.answers::<FarSet>().with_tag().refuses(&drawn))
        .route(sides.answers::<SideSet>().with_tag().refuses(&drawn))
        .route(picture.answers_text("image/svg+xml").with_tag().refuses(&drawn))
        .route(own_whole.answers::<WholeSet>().with_tag().refuses(&drawn).refuses(OF_LOOKING))
        .route(own_far.answers::<FarSet>().with_tag().refuses(&drawn).refuses(OF_LOOKING))
        .route(own_sides.answers::<SideSet>().with_tag().refuses(&drawn).refuses(OF_LOOKING))
        .route(own_picture.answers_text("image/svg+xml").with_tag().refuses(&drawn).refuses(OF_LOOKING))
        .route(file.answers_text("text/plain"))
        .route(own_file.answers_text("text/plain").refuses(OF_LOOKING))
}

pub async fn page(State(app): State<Arc<App>>, method: Method, uri: Uri, headers: HeaderMap) -> Answer {
    if method != Method::GET && method != Method::HEAD {
        return Err(Refusal::new(Code::Method, format!("this address does not support {method}")));
    }
    let page = app.pages.at(uri.path());
    let page = page.ok_or_else(|| Refusal::new(Code::NotFound, format!("there is no page {}", uri.path())))?;
    Ok(page.answer(&headers))
}

async fn games(State(app): State<Arc<App>>, headers: HeaderMap) -> Response {
    app.library.games().answer(&headers)
}

async fn rules(State(app): State<Arc<App>>, Path(language): Path<String>, headers: HeaderMap) -> Answer {
    Ok(app.library.rules(&language)?.answer(&headers))
}

async fn figures(State(app): State<Arc<App>>, caller: Caller, headers: HeaderMap) -> Answer {
    Ok(app.library.figures(Some(caller.client_network)).await?.answer(&headers))
}

async fn art(State(app): State<Arc<App>>, caller: Caller, Path(file): Path<String>, headers: HeaderMap) -> Answer {
    let set = file.strip_suffix(".json").unwrap_or(&file);
    Ok(app.library.printed(set, Wanted::Whole, Some(caller.client_network)).await?.answer(&headers))
}

async fn far_art(State(app): State<Arc<App>>, caller: Caller, Path(set): Path<String>, headers: HeaderMap) -> Answer {
    Ok(app.library.printed(&set, Wanted::Far, Some(caller.client_network)).await?.answer(&headers))
}

async fn sides(State(app): State<Arc<App>>, caller: Caller, Path(set): Path<String>, headers: HeaderMap) -> Answer {
    Ok(app.library.printed(&set, Wanted::Sides, Some(caller.client_network)).await?.answer(&headers))
}

async fn picture(
    State(app): State<Arc<App>>,
    caller: Caller,
    Path((set, level, file)): Path<(String, String, String)>,
    headers: HeaderMap,
) -> Answer {
    let wanted = picture_of(&level, &file)?;
    Ok(app.library.printed(&set, wanted, Some(caller.client_network)).await?.answer(&headers))
}

fn picture_of(level: &str, file: &str) -> Result<Wanted, Refusal> {
    Wanted::picture(level, file).map_err(|why| Refusal::new(Code::NotFound, why))
}

/// Returns a printed set's tile file with a custom id, so that it can be edited and played as custom tiles.
async fn tile_file(Path(file): Path<String>) -> Answer {
    let text = file.strip_suffix(".toml").and_then(own_files::copy_of_printed);
    let text = text.ok_or_else(|| Refusal::new(Code::NotFound, format!("unknown tile set {file}")))?;
    Ok(([(header::CONTENT_TYPE, PLAIN)], text).into_response())
}

async fn own_art(
    State(app): State<Arc<App>>,
    caller: Caller,
    browser: Browser,
    Path(table): Path<String>,
    headers: HeaderMap,
) -> Answer {
    own(&app, (caller, &browser), &table, Wanted::Whole, &headers).await
}

async fn own_far_art(
    State(app): State<Arc<App>>,
    caller: Caller,
    browser: Browser,
    Path(table): Path<String>,
    headers: HeaderMap,
) -> Answer {
    own(&app, (caller, &browser), &table, Wanted::Far, &headers).await
}

async fn own_sides(
    State(app): State<Arc<App>>,
    caller: Caller,
    browser: Browser,
    Path(table): Path<String>,
    headers: HeaderMap,
) -> Answer {
    own(&app, (caller, &browser), &table, Wanted::Sides, &headers).await
}

async fn own_picture(
    State(app): State<Arc<App>>,
    caller: Caller,
    browser: Browser,
    Path((table, level, file)): Path<(String, String, String)>,
    headers: HeaderMap,
) -> Answer {
    own(&app, (caller, &browser), &table, picture_of(&level, &file)?, &headers).await
}

/// Returns the art of a table's custom tiles, if the client may view the table.
async fn own(
    app: &App,
    (caller, browser): (Caller, &Browser),
    table: &str,
    wanted: Wanted,
    headers: &HeaderMap,
) -> Answer {
    let own = app.table_for(table, caller, browser.hashes(None)).await?.own_tiles().await?;
    // Shared caches must not store private content.
    let cache = if matches!(wanted, Wanted::Picture(..)) { PRIVATE_FOR_AN_HOUR } else { PRIVATE };
    let mut answer = app.library.own(&own, wanted, Some(caller.client_network)).await?.answer(headers);
    answer.headers_mut().insert(header::CACHE_CONTROL, cache);
    Ok(answer)
}

async fn own_tiles(State(app): State<Arc<App>>, caller: Caller, browser: Browser, Path(table): Path<String>) -> Answer {
    let own = app.table_for(&table, caller, browser.hashes(None)).await?.own_tiles().await?;
    Ok(([(header::CONTENT_TYPE, PLAIN)], own.text().unwrap_or_default().to_owned()).into_response())
}
